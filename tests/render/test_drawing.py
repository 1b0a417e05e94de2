"""Bars and boxes, as drawn on paper and as ticked on a screen; sliders."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal, get_args

import pytest

from chargen.page.sheet import Box, Chance, Column, Frame, Label, Prose, Track, WhatIf
from chargen.render import drawing, typography
from chargen.render.drawing import ticks
from chargen.render.page import html
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from tests.render.sheets import BARE


def test_a_pencil_fits_into_a_box() -> None:
    assert drawing.SIDE / 10 >= 4.5


def test_bars_are_on_one_scale() -> None:
    """Half the length is fifty percent, on every sheet; help is the lighter end."""
    for chance, end in ((Fraction(1, 2), 130), (Fraction(19, 36), 137), (Fraction(1), 260)):
        drawn = drawing.bar(Chance(chance, bar=True))
        assert (drawn.sure, drawn.helped) == (f"M0 5H{end}V23H0z", "")
    assert drawing.bar(Chance(Fraction(0), bar=True)).sure == ""
    assert drawing.bar(Chance(Fraction(1, 2), bar=True, up_to=Fraction(3, 4))).helped == "M130 5H195V23H130z"


@pytest.mark.parametrize("how", ["thin", "striped"])
def test_the_end_with_help_is_reported_without_a_tint(how: Literal["thin", "striped"]) -> None:
    """By a line or by stripes, from the chance itself to the chance with help; where nothing helps there is none."""
    drawn = drawing.bar(Chance(Fraction(1, 2), bar=True, up_to=Fraction(3, 4)), how)
    xs = [float(x) for x in re.findall(r"[MH]([\d.]+)", drawn.stripes)]
    assert xs
    assert all(130 <= x <= 195 for x in xs)
    assert 195 in xs
    assert drawn.sure.startswith("M0 ")
    assert drawing.bar(Chance(Fraction(1, 2), bar=True), how).stripes == ""


def track(*boxes: Box, **more: Any) -> Track:
    return Track(name="t", title="T", boxes=boxes, **more)


def _boxes(track: Track) -> list[tuple[str, list[int]]]:
    return [(zone.name, [group.boxes.count("z") for group in zone.groups]) for zone in drawing.zones(track)]


def test_boxes_are_in_groups_of_five_within_their_zone() -> None:
    """A track of one zone needs no name for it: its title says it."""
    boxes = (
        Box(label=str(n), zone="up" if n < 13 else "down", frame="plain" if n < 13 else "dashed") for n in range(19)
    )
    assert _boxes(track(*boxes)) == [("up", [5, 5, 3]), ("down", [5, 1])]
    assert _boxes(track(Box(zone="only"), Box(zone="only"))) == [("", [2])]


def test_boxes_with_letters_are_in_groups_by_letter() -> None:
    """Three bruises, three crushing and three deadly wounds: not five and four."""
    wounds = track(*(Box(label=letter) for letter in "BBBCCCDDD"))
    assert _boxes(wounds) == [("", [3, 3, 3])]
    assert [len(group) for zone in ticks(wounds) for group in zone.groups] == [3, 3, 3]


def test_a_track_is_drawn_together_where_that_saves_a_row() -> None:
    """Sixteen hit points, out, nine steps to death and death: one row across A4, and no box alone on the next."""
    lengths = {"standing": 16, "out": 1, "dying": 9, "dead": 1}
    zones = drawing.zones(track(*(Box(zone=zone) for zone, length in lengths.items() for _ in range(length))))
    assert drawing.rows(zones, 186, 1) == 2
    assert drawing.rows(zones, 186, 1, 0.5) == 1
    assert drawing.is_close(zones, 186, 1)
    assert not drawing.is_close(zones, 250, 1)
    assert not drawing.is_close(zones, 60, 1)


def test_zones_can_be_distinguished_without_colour() -> None:
    frames: tuple[Frame, ...] = get_args(Frame)
    drawn = [drawing.zones(track(Box(frame=frame)))[0].groups[0] for frame in frames]
    assert len({(group.boxes, group.dashes, group.heavy) for group in drawn}) == len(frames) == 4


def test_what_is_marked_is_described_too() -> None:
    (zone,) = drawing.zones(track(Box(label="3", filled=True), Box(label="2", filled=True), Box(label="1")))
    assert zone.groups[0].description == "3 to 1: 3 boxes, 2 marked"
    assert zone.groups[0].marks.count("M") == 2


def test_long_labels_are_beside_their_box() -> None:
    assert drawing.has_words_beside(track(Box(label="Dodge")))
    assert not drawing.has_words_beside(track(Box(label="−10"), Box()))


def test_a_track_may_say_how_many_boxes_are_in_a_row() -> None:
    """Each of its zones begins a row, on paper and on a screen."""
    rows = track(*(Box(zone="free" if number < 7 else "hurt") for number in range(12)), per_row=4)
    assert _boxes(rows) == [("free", [4, 3]), ("hurt", [4, 1])]
    assert [[len(group) for group in zone.groups] for zone in ticks(rows)] == [[4, 3], [4, 1]]


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


def test_a_heat_map_is_explained_too() -> None:
    cell = Label("5k2", "73 %", heat=Fraction(3, 4), help="5d10, keep the best 2")
    messages = typography.explained(cell, "Grit", Column(heading="Cmb"))
    assert messages == "Roll 5d10, keep the best 2. Exactly 3 in 4, or 75.00\u202f%. Grit, Cmb."
