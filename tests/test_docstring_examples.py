"""The examples in docstrings print what is below them."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = [path.relative_to(ROOT) for path in (ROOT / "chargen").rglob("*.py") if ">>> " in path.read_text("utf-8")]
MODULES = sorted(".".join(path.with_suffix("").parts) for path in FILES)


@pytest.mark.parametrize("name", MODULES)
def test_examples_print_what_they_show(name: str) -> None:
    """What differs is reported on standard output, with file and line."""
    failed, tried = doctest.testmod(import_module(name))
    assert (failed, tried > 0) == (0, True)
