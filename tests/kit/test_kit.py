"""One place to import from, for authors of games."""

import inspect
import json
import subprocess
import sys

import pytest

from chargen import kit


@pytest.mark.parametrize("name", kit.__all__)
def test_every_name_is_there_and_documented(name: str) -> None:
    """Each can be had, and says what it is; numbers and shapes of types are told in the module that has them."""
    value = getattr(kit, name)
    assert value is not None
    if inspect.isclass(value) or inspect.isfunction(value) or inspect.ismodule(value):
        assert inspect.getdoc(value)


def test_nothing_else_is_there() -> None:
    """`dir(kit)` is `__all__`, and any other name is an AttributeError."""
    assert dir(kit) == sorted(kit.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'stranger'"):
        _ = kit.stranger


def test_importing_the_kit_is_light() -> None:
    """It loads nothing by itself, and a part without the others."""
    program = "import sys, json; from chargen import kit; {}; print(json.dumps(sorted(sys.modules)))"
    loaded = [
        json.loads(subprocess.run([sys.executable, "-c", program.format(part)], capture_output=True, check=True).stdout)
        for part in ("dir(kit)", "kit.allocation")
    ]
    assert not [name for name in loaded[0] if name.startswith(("chargen.kit.", "pydantic"))]
    assert [name for name in loaded[1] if name.startswith("chargen.kit.")] == ["chargen.kit.allocation"]
