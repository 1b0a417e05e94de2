"""Cases in files of YAML: what is tried, under the fact that it shows, and what was approved of what comes of it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from chargen.text.diagnostic import Diagnostic

Case = dict[str, Any]
STYLE: dict[str, Any] = {"sort_keys": False, "width": 10_000, "allow_unicode": True, "default_flow_style": None}


def read_cases(path: Path) -> dict[str, list[Case]]:
    """Return the cases of a file by the facts that they show."""
    found: dict[str, list[Case]] = yaml.load(path.read_bytes(), yaml.CSafeLoader)
    return found


def line_of(one: Diagnostic) -> str:
    """Return a diagnostic as a line: where it is, from column to column, what is wrong, and what to do."""
    assert one.place is not None
    line = "" if one.place.end_line == one.place.line else f"{one.place.end_line}:"
    where = f"{one.place.line}:{one.place.column}-{line}{one.place.end_column}"
    return f"{where} {one.severity}[{one.code}]: {one.message}" + (f" | {one.hint}" if one.hint else "")


def as_parameters(path: Path) -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: {shows} {n}")
        for shows, cases in read_cases(path).items()
        for n, case in enumerate(cases, 1)
    ]


class _Dumper(yaml.SafeDumper):
    """Writes every text in quotes, so that blanks and line ends are seen, and the same value twice in full."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"'))


def write_cases(path: Path, tried: str, explain: Callable[[Any], Case]) -> None:
    """Write what comes of all cases of a file; ``tried`` is the key of what stays as it is."""
    text = f"# What is tried (`{tried}`) is written by hand; approve the rest: see the test that reads this file.\n"
    for shows, cases in read_cases(path).items():
        explained = [explain(case[tried]) for case in cases]
        dumped = yaml.dump(explained, Dumper=_Dumper, **STYLE)
        text += f"\n{yaml.dump(shows, Dumper=_Dumper, **STYLE).strip()}:\n{dumped}"
    path.write_text(re.sub(r'^(- |  )"(\w+)":', r"\1\2:", text, flags=re.MULTILINE), encoding="utf-8")
