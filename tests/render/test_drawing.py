"""Bars and boxes, as drawn on paper and as ticked on a screen; sliders."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any, get_args

import pytest

from chargen.page.sheet import Box, Frame, Prose, Track, WhatIf
from chargen.render import drawing
from chargen.render.page import html
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from tests.render.sheets import BARE


def track(*boxes: Box, **more: Any) -> Track:
    return Track(name="t", title="T", boxes=boxes, **more)


def test_zones_can_be_distinguished_without_colour() -> None:
    frames: tuple[Frame, ...] = get_args(Frame)
    drawn = [drawing.zones(track(Box(frame=frame)))[0].groups[0] for frame in frames]
    assert len({(group["boxes"], group["dashes"], group["heavy"]) for group in drawn}) == len(frames) == 4


def test_no_two_boxes_have_one_name() -> None:
    for boxes in ((Box(), Box(), Box()), (Box(label="1"), Box(label="1")), (Box(label="1", zone="a"), Box(label="1"))):
        assert len({*drawing.name_boxes(track(*boxes))}) == len(boxes)


def test_boxes_are_in_their_lines() -> None:
    """Each zone in the line of its name, whether it has one box or several; a line without one has none."""
    uses = track(Box(zone="Rope"), Box(zone="Rope"), Box(zone="Lamp"), within="gear")
    gear = Prose(name="gear", title="Gear", items=(("Rope", ""), ("Map", ""), ("Lamp", "")))
    sheet = replace(BARE, blocks=(gear, uses))
    text = html(sheet, paper=A4)
    items = re.findall(r'<li class="item.*?</li>', text, re.DOTALL)
    assert [item.count("<input") for item in items] == [2, 0, 1]
    assert text.count("<input") == 3
    assert 'aria-label="box 3 of 3, Lamp"' in items[2]
    assert pdf(sheet, paper=A4).pages == 1


def test_a_slider_has_a_chance_for_every_notch() -> None:
    half = Fraction(1, 2)
    WhatIf(name="w", title="W", label="l", steps=("a", "b"), rows=(("x", ((half, half),)),))
    with pytest.raises(ValueError, match="x has not 1 times 2 chances"):
        WhatIf(name="w", title="W", label="l", steps=("a", "b"), rows=(("x", ((half,),)),))
    with pytest.raises(ValueError, match="x has not 2 times 1 chances"):
        WhatIf(name="w", title="W", label="l", steps=("a",), columns=("c", "d"), rows=(("x", ((half,),)),))
    with pytest.raises(ValueError, match="no notch 1"):
        WhatIf(name="w", title="W", label="l", steps=("a",), start=1, rows=())
