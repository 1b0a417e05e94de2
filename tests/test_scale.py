"""How much the tests try is said in one place: a part with `make test`, all with `make test-all` and `make fuzz`."""

from pathlib import Path

import pytest

from tests import scale

HERE = Path(__file__).resolve().parent


def test_no_test_fixes_its_number_of_examples() -> None:
    """A number at a test would win over the profile, and keep `make fuzz` from it."""
    fixing = [
        path.relative_to(HERE).as_posix()
        for path in sorted(HERE.rglob("*.py"))
        if "max_examples" in path.read_text(encoding="utf-8") and path != Path(__file__)
    ]
    assert fixing == ["scale.py"]


@pytest.mark.parametrize(("rows", "columns"), [("abc", "12345"), ("abcde", "12"), ("a", "1"), ("ab", "12")])
def test_a_quick_run_has_each_row_and_each_column(rows: str, columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No game and no form is left out; a whole run has every pair."""
    monkeypatch.setattr(scale, "QUICK", True)
    some = scale.pairs(rows, columns)
    assert {row for row, _ in some} == set(rows)
    assert {column for _, column in some} == set(columns)
    assert len(some) == max(len(rows), len(columns))
    monkeypatch.setattr(scale, "QUICK", False)
    assert scale.pairs(rows, columns) == [(row, column) for row in rows for column in columns]


def test_a_quick_run_has_something_of_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of a few is one."""
    monkeypatch.setattr(scale, "QUICK", True)
    assert [scale.tenth(number) for number in (1, 8, 10, 11, 10_000)] == [1, 1, 1, 2, 1_000]
    assert scale.first("abc") == "a"
    monkeypatch.setattr(scale, "QUICK", False)
    assert (scale.tenth(8), scale.first("abc")) == (8, "abc")
