"""List the formats of `chargen export`."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chargen.exports.data import character_as_json
from chargen.exports.foundry import write_foundry
from chargen.exports.markdown import write_markdown
from chargen.exports.subject import Subject
from chargen.exports.text import write_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """Define a format: one document for each character."""

    name: str
    about: str
    suffix: str
    write: Callable[[Subject, Sequence[Subject]], str]
    """Takes a character, and all that are exported with it."""


FORMATS = (
    Format(
        name="text",
        about="a stat block of at most 40 lines, with the lines that throw its dice in a chat",
        suffix=".txt",
        write=lambda subject, _: write_text(subject),
    ),
    Format(
        name="markdown",
        about="for Obsidian, GitHub and wikis; `chargen extract` reads the character back",
        suffix=".md",
        write=write_markdown,
    ),
    Format(
        name="foundry",
        about="an actor of Foundry VTT's system Simple World-Building, with dice to throw",
        suffix=".json",
        write=lambda subject, _: write_foundry(subject),
    ),
    Format(
        name="json",
        about="what `chargen show --format json` prints",
        suffix=".json",
        write=lambda subject, _: json.dumps(character_as_json(subject.checked), ensure_ascii=False, indent=2) + "\n",
    ),
)
