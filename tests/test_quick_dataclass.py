"""Dataclasses that are quick to create behave as those of `dataclasses`."""

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field
from typing import Any

import pytest

from chargen import quick_dataclass

BOTH = pytest.mark.parametrize("dataclass", [quick_dataclass.dataclass, dataclasses.dataclass])


@quick_dataclass.dataclass(frozen=True, slots=True)
class Base:
    """A class to inherit from; those that are pickled have to be at the top of a module."""

    sides: int
    label: str = "d"


def with_all_kinds_of_fields(dataclass: Any) -> Any:
    """Return a class that inherits fields, and computes one."""

    @dataclass(frozen=True, slots=True)
    class Coin:
        sides: int
        label: str = field(default="d", repr=False)

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Die(Coin):
        marks: dict[str, int] = field(default_factory=dict, compare=False)
        double: int = field(init=False, default=0)

        def __post_init__(self) -> None:
            object.__setattr__(self, "double", 2 * self.sides)

    return Die


@BOTH
def test_it_is_a_frozen_dataclass(dataclass: Any) -> None:
    """Equal, hashable, copied and replaced by its fields; what is printed names them."""
    kind = with_all_kinds_of_fields(dataclass)
    die = kind(6, marks={"six": 1})
    assert repr(die) == f"{kind.__qualname__}(sides=6, marks={{'six': 1}}, double=12)"
    assert die == kind(6, "d")
    assert die != kind(8)
    assert die != (6, "d", 12)
    assert hash(die) == hash(kind(6))
    assert dataclasses.asdict(dataclasses.replace(die, sides=8))["double"] == 16
    for again in (copy.deepcopy(die), copy.copy(die)):
        assert (again, again.marks, again.double) == (die, {"six": 1}, 12)
    assert kind(6).marks is not kind(6).marks
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'sides'"):
        die.sides = 8
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'sides'"):
        del die.sides
    with pytest.raises(TypeError):
        kind()
    assert not hasattr(die, "__dict__")
    assert list(inspect.signature(kind).parameters) == ["sides", "label", "marks"]


def test_it_is_pickled_and_inherited_by_a_class_of_the_other_kind() -> None:
    """Workers need the first; a plug-in writes its classes with `dataclasses`."""

    @dataclasses.dataclass(frozen=True, slots=True)
    class Heir(Base):
        colour: str = "red"

    assert pickle.loads(pickle.dumps(Base(6))) == Base(6, "d")
    assert {Heir(6), Heir(6)} == {Heir(6, "d", "red")}


@BOTH
@pytest.mark.parametrize("wishes", [{}, {"slots": True}, {"frozen": True}, {"frozen": True, "eq": False}])
def test_what_can_be_changed_has_no_hash(dataclass: Any, wishes: dict[str, bool]) -> None:
    """A class without slots, one that is not frozen, and one that is compared by identity are as those of Python."""

    class Plain:
        sides: int
        marks: list[str] = field(default_factory=list)

    kind = dataclass(**wishes)(Plain)
    die = kind(6)
    assert repr(die).endswith("Plain(sides=6, marks=[])")
    assert (die == kind(6)) is wishes.get("eq", True)
    assert (kind.__hash__ is None) is not wishes.get("frozen", False)
    assert hasattr(die, "__dict__") is not wishes.get("slots", False)
    if wishes.get("frozen"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            die.sides = 8
    else:
        die.sides = 8
        assert (die.sides, copy.copy(die).sides) == (8, 8)
