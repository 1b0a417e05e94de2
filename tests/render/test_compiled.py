"""Compiled templates, which are kept from one command to the next."""

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from chargen.render import compiled

SOURCE = {"greeting.html": "Good evening, {{ name }}"}


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for caches of a user whose Python keeps what it compiles."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def _greeted(sources: dict[str, str] = SOURCE) -> str:
    return (
        Environment(loader=DictLoader(sources), bytecode_cache=compiled.cache())
        .get_template("greeting.html")
        .render(name="Kai")
    )


def _kept(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_template_is_compiled_once(caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next command takes what is kept, in a folder that is the user's alone."""
    assert _greeted() == "Good evening, Kai"
    assert (caches / "chargen/templates").stat().st_mode & 0o077 == 0
    monkeypatch.setattr(Environment, "compile", None)
    assert _greeted() == "Good evening, Kai"


def test_a_template_that_changed_is_compiled_anew(caches: Path) -> None:
    """What is kept takes the place of what was kept before."""
    _greeted()
    assert _greeted({"greeting.html": "Good night, {{ name }}"}) == "Good night, Kai"
    assert len(_kept(caches)) == 1


@pytest.mark.parametrize("version", ["VERSION", "version"])
def test_another_program_compiles_its_own(caches: Path, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    """Of a later chargen or Jinja nothing that an earlier one made is taken."""
    _greeted()
    monkeypatch.setattr(compiled, version, lambda name: "99")
    before = _kept(caches)[0].read_bytes()
    assert _greeted() == "Good evening, Kai"
    assert _kept(caches)[0].read_bytes() != before


@pytest.mark.parametrize("left", [0, 5, 20, 40, 60, 200])
def test_a_damaged_file_is_made_anew(caches: Path, left: int) -> None:
    """A file cut short, wherever, is no reason to fail."""
    _greeted()
    (path,) = _kept(caches)
    whole = path.read_bytes()
    assert left < len(whole)
    path.write_bytes(whole[:left])
    assert _greeted() == "Good evening, Kai"
    assert path.read_bytes() == whole


def test_nothing_is_kept_where_python_keeps_nothing(caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who tells Python to write no compiled files has none of ours either."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert compiled.cache() is None
    assert _greeted() == "Good evening, Kai"
    assert not _kept(caches)


def test_where_there_is_no_place_templates_are_compiled_as_ever(caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file where the folder should be, or a folder that goes away, costs time and nothing else."""
    cache = compiled.cache()
    assert cache is not None
    (caches / "chargen/templates").rmdir()
    assert Environment(loader=DictLoader(SOURCE), bytecode_cache=cache).get_template("greeting.html").render(name="Kai")
    monkeypatch.setenv("XDG_CACHE_HOME", str(caches / "file"))
    (caches / "file").touch()
    assert compiled.cache() is None
    assert _greeted() == "Good evening, Kai"
