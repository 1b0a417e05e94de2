"""The program that makes a batch: another version, or other code, is another program."""

from pathlib import Path

import pytest

from chargen.batch.program import identify_program
from tests import plug_ins


@pytest.fixture(autouse=True)
def _identified_again() -> None:
    """No test gets what another one has found."""
    identify_program.cache_clear()


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_other_code_of_a_plug_in_is_another_program(tmp_path: Path, install: plug_ins.Install) -> None:
    """Whether it is one module or a package: a changed line, at any depth, changes the digest."""
    install("one", plug_ins.COPY + "SYSTEM = replace(S, key='one')\n")
    package = tmp_path / "plug_two"
    write(package / "deeper" / "numbers.py", "HIGHEST = 5\n")
    write(package / "__init__.py", plug_ins.COPY + "SYSTEM = replace(S, key='two')\n")
    plug_ins.register(tmp_path, "plug-two", "two", "plug_two:SYSTEM")
    for key, file in (("one", tmp_path / "plug_one.py"), ("two", package / "deeper" / "numbers.py")):
        before = identify_program(key)
        identify_program.cache_clear()
        assert identify_program(key) == before
        identify_program.cache_clear()
        file.write_text(file.read_text(encoding="utf-8") + "# another line\n", encoding="utf-8")
        after = identify_program(key)
        changed = [name for name in after if after[name] != before[name]]
        assert changed == [f"plug_{key}"]


def test_games_that_come_with_chargen_are_its_code(install: plug_ins.Install) -> None:
    install("one", plug_ins.COPY + "SYSTEM = replace(S, key='one')\n")
    own, both = identify_program("facade"), identify_program("facade", "one")
    assert set(both) - set(own) == {"plug_one"}
    assert own["chargen"] == both["chargen"]
