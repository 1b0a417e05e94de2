"""Read the data files beside the modules of a game: its tables, and what it prints in words, such as how to roll."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


@cache
def read_tables(module: str) -> Mapping[str, Any]:
    """Return the tables of the game that a module belongs to, from its ``tables.json``; pass ``__file__``.

    JSON instead of YAML: tables are read with every command, and PyYAML takes a hundred times as long.
    """
    tables: Mapping[str, Any] = json.loads(Path(module).with_name("tables.json").read_text("utf-8"))
    return tables


@cache
def read_texts(module: str) -> Mapping[str, Any]:
    """Return the texts of the game that a module belongs to, from its ``texts.yaml``, by the names of their parts."""
    import yaml  # imported here: tables do without

    from chargen.text.reader import LOADER

    texts: Mapping[str, Any] = yaml.load(Path(module).with_name("texts.yaml").read_text("utf-8"), LOADER)
    return texts


def fill_texts(module: str, part: str, **words: object) -> tuple[tuple[str, str], ...]:
    """Return one part of a game's texts, each with its heading; ``words`` replace the names in braces.

    >>> from tempfile import mkdtemp
    >>> module = Path(mkdtemp(), "sheet.py")
    >>> module.with_name("texts.yaml").write_text("how: {A check: 'Roll {dice}d6.'}")
    32
    >>> read_texts(str(module))["how"], fill_texts(str(module), "how", dice=2)
    ({'A check': 'Roll {dice}d6.'}, (('A check', 'Roll 2d6.'),))
    """
    return tuple((heading, text.format_map(words)) for heading, text in read_texts(module)[part].items())
