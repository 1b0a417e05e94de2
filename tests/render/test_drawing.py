"""Bars and boxes."""

import re
from fractions import Fraction
from typing import Literal

import pytest

from chargen.core.sheet import Box, Chance, Track
from chargen.render import drawing
from chargen.render.drawing import ticks


def test_a_pencil_fits_into_a_box() -> None:
    """It takes four and a half millimetres."""
    assert drawing.SIDE / 10 >= 4.5


@pytest.mark.parametrize(("chance", "end"), [(0, 0), (Fraction(1, 2), 130), (Fraction(19, 36), 137), (1, 260)])
def test_bars_are_on_one_scale(chance: Fraction, end: int) -> None:
    """Half the length is fifty percent, on every sheet."""
    drawn = drawing.bar(Chance(Fraction(chance), bar=True))
    assert drawn.sure == (f"M0 5H{end}V23H0z" if end else "")
    assert drawn.helped == ""


def test_help_is_the_lighter_end() -> None:
    """From the chance itself to the chance with help."""
    drawn = drawing.bar(Chance(Fraction(1, 2), bar=True, up_to=Fraction(3, 4)))
    assert drawn.helped == "M130 5H195V23H130z"


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


def _boxes(track: Track) -> list[tuple[str, list[int]]]:
    return [(zone.name, [group.boxes.count("z") for group in zone.groups]) for zone in drawing.zones(track)]


def test_boxes_stand_in_groups_of_five_within_their_zone() -> None:
    """As one counts."""
    boxes = tuple(
        Box(label=str(n), zone="up" if n < 13 else "down", frame="plain" if n < 13 else "dashed") for n in range(19)
    )
    track = Track(name="t", title="T", boxes=boxes)
    assert _boxes(track) == [("up", [5, 5, 3]), ("down", [5, 1])]


def test_boxes_with_letters_stand_in_groups_by_letter() -> None:
    """Three bruises, three crushing and three deadly wounds: not five and four."""
    track = Track(name="t", title="T", boxes=tuple(Box(label=letter) for letter in "BBBCCCDDD"))
    assert _boxes(track) == [("", [3, 3, 3])]
    assert [len(group) for zone in ticks(track) for group in zone.groups] == [3, 3, 3]


def test_a_track_is_drawn_together_where_that_saves_a_row() -> None:
    """Sixteen hit points, out, nine steps to death and death: one row across A4, and no box alone on the next."""
    lengths = {"standing": 16, "out": 1, "dying": 9, "dead": 1}
    boxes = tuple(Box(zone=zone) for zone, length in lengths.items() for _ in range(length))
    zones = drawing.zones(Track(name="t", title="T", boxes=boxes))
    assert drawing.rows(zones, 186, 1) == 2
    assert drawing.rows(zones, 186, 1, 0.5) == 1
    assert drawing.is_close(zones, 186, 1)
    assert not drawing.is_close(zones, 250, 1)
    assert not drawing.is_close(zones, 60, 1)


def test_a_track_of_one_zone_needs_no_name_for_it() -> None:
    """Its title says it."""
    track = Track(name="t", title="T", boxes=(Box(zone="only"), Box(zone="only")))
    assert _boxes(track) == [("", [2])]


def test_zones_can_be_distinguished_without_colour() -> None:
    """By their frames."""
    drawn = {
        frame: drawing.zones(Track(name="t", title="T", boxes=(Box(frame=frame),)))[0].groups[0]
        for frame in ("plain", "double", "dashed", "heavy")
    }
    looks = {(group.boxes, group.dashes, group.heavy) for group in drawn.values()}
    assert len(looks) == 4


def test_what_a_pencil_has_filled_is_reported_too() -> None:
    """To those who hear the sheet."""
    boxes = (Box(label="3", filled=True), Box(label="2", filled=True), Box(label="1"))
    (zone,) = drawing.zones(Track(name="t", title="T", boxes=boxes))
    assert zone.groups[0].description == "3 to 1: 3 boxes, 2 marked"
    assert zone.groups[0].marks.count("M") == 2


def test_long_labels_stand_beside_their_box() -> None:
    """Short ones within."""
    assert drawing.has_words_beside(Track(name="t", title="T", boxes=(Box(label="Dodge"),)))
    assert not drawing.has_words_beside(Track(name="t", title="T", boxes=(Box(label="−10"), Box())))


def test_a_track_may_say_how_many_boxes_stand_in_a_row() -> None:
    """Each of its zones begins a row, on paper and on a screen."""
    boxes = tuple(Box(zone="free" if number < 7 else "hurt") for number in range(12))
    track = Track(name="t", title="T", boxes=boxes, per_row=4)
    assert [len(group.marks) for zone in drawing.zones(track) for group in zone.groups] == [0] * 4
    assert [[len(group) for group in zone.groups] for zone in ticks(track)] == [[4, 3], [4, 1]]
