"""Boxes to be ticked on a screen, and sliders."""

import re
from fractions import Fraction

import pytest

from chargen.core.sheet import Box, Column, Label, Prose, Sheet, Track, WhatIf
from chargen.render import drawing, typography
from chargen.render.drawing import ticks
from chargen.render.page import html
from chargen.render.paper import parse_paper
from chargen.render.pdf import pdf
from tests.render import sheets


def test_boxes_stand_as_on_paper() -> None:
    """In the same zones and groups, one by one and in order."""
    (track,) = (block for block in sheets.plain().blocks if block.name == "wounds")
    assert isinstance(track, Track)
    found = ticks(track)
    assert [(zone.name, [len(group) for group in zone.groups]) for zone in found] == [("hale", [5]), ("hurt", [4])]
    assert [len(zone.groups) for zone in found] == [len(zone.groups) for zone in drawing.zones(track)]
    assert [tick.box for zone in found for group in zone.groups for tick in group] == list(track.boxes)
    assert {tick.drawn.width for zone in found for group in zone.groups for tick in group} == {62}


def test_no_two_boxes_are_called_the_same() -> None:
    """Whether they have labels or not, and whether these are alike or not."""
    for boxes in ((Box(), Box(), Box()), (Box(label="1"), Box(label="1")), (Box(label="1", zone="a"), Box(label="1"))):
        names = [
            tick.name
            for zone in ticks(Track(name="t", title="T", boxes=boxes))
            for group in zone.groups
            for tick in group
        ]
        assert len(set(names)) == len(boxes)


def test_boxes_stand_in_their_lines() -> None:
    """Each zone in the line of its name, whether it has one box or several; a line without one has none."""
    boxes = (Box(zone="Rope"), Box(zone="Rope"), Box(zone="Lamp"))
    gear = Prose(name="gear", title="Gear", items=(("Rope", ""), ("Map", ""), ("Lamp", "")))
    sheet = Sheet(name="Kai", blocks=(gear, Track(name="uses", title="Uses", within="gear", boxes=boxes)))
    text = html(sheet, paper=parse_paper("A4"))
    items = re.findall(r'<li class="item.*?</li>', text, re.DOTALL)
    assert [item.count("<input") for item in items] == [2, 0, 1]
    assert text.count("<input") == 3
    assert 'aria-label="box 3 of 3, Lamp"' in items[2]
    assert pdf(sheet, paper=parse_paper("A4")).pages == 1


def test_a_slider_has_a_chance_for_every_notch() -> None:
    """In every column of every row; and it starts at a notch."""
    half = Fraction(1, 2)
    WhatIf(name="w", title="W", label="l", steps=("a", "b"), rows=(("x", ((half, half),)),))
    with pytest.raises(ValueError, match="x has not 1 times 2 chances"):
        WhatIf(name="w", title="W", label="l", steps=("a", "b"), rows=(("x", ((half,),)),))
    with pytest.raises(ValueError, match="x has not 2 times 1 chances"):
        WhatIf(name="w", title="W", label="l", steps=("a",), columns=("c", "d"), rows=(("x", ((half,),)),))
    with pytest.raises(ValueError, match="no notch 1"):
        WhatIf(name="w", title="W", label="l", steps=("a",), start=1, rows=())


def test_a_heat_map_is_explained_too() -> None:
    """By the chance that its colour is for."""
    cell = Label("5k2", "73 %", heat=Fraction(3, 4), help="5d10, keep the best 2")
    messages = typography.explained(cell, "Grit", Column(heading="Cmb"))
    assert messages == "Roll 5d10, keep the best 2. Exactly 3 in 4, or 75.00\u202f%. Grit, Cmb."
