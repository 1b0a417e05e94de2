"""How much the tests try is set in one place: a part with `make test`, all with `make test-all` and `make fuzz`."""

from pathlib import Path

HERE = Path(__file__).resolve().parent


def test_no_test_fixes_its_number_of_examples() -> None:
    """A number at a test would win over the profile, and keep `make fuzz` from it."""
    fixing = [
        path.relative_to(HERE).as_posix()
        for path in sorted(HERE.rglob("*.py"))
        if "max_examples" in path.read_text(encoding="utf-8") and path != Path(__file__)
    ]
    assert fixing == ["scale.py"]
