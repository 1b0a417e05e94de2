"""Who `chargen batch` is asked for: people of one source, or of several that make a mixture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from glob import has_magic
from pathlib import Path
from typing import Any

import click

from chargen import fileio, registry
from chargen.batch.ranges import Span
from chargen.cli import options, report
from chargen.cli.base import FAULT, OK
from chargen.cli.batch_command import options_typed
from chargen.core.diagnostic import Diagnostic
from chargen.core.names import fold, short
from chargen.core.source import Source
from chargen.npc import ordering
from chargen.npc.archetype_file import is_archetype
from chargen.npc.gathering import Gathering, Kind, Word, read_word
from chargen.npc.generation import Order
from chargen.npc.mixture import Mixture, mixture

USUAL_NUMBER = 10
LONGEST_TITLE = 60
"""The sources of a mixture are named in a deck's title in so many letters (ours)."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked for, and how that is said again."""

    order: Order | Mixture | None
    """None where it cannot be met."""
    number: int = 0
    """How many people it is, where none of them are picked."""
    is_usual: bool = True
    """Whether it would be as many if nobody said how many."""
    words: Sequence[str] = ()
    """As they are typed, up to the seed."""
    called: Sequence[str] = ()
    """The beginning of the folder's name."""
    inputs: Sequence[Path] = ()
    diagnostics: Sequence[Diagnostic] = ()
    sources: Sequence[Source] = ()
    code: int = OK


def asked(
    sources: Sequence[str],
    roles: Sequence[str],
    people: Path | None,
    number: int | None,
    seed: str,
    only: Sequence[Span],
    details: Mapping[str, Any],
) -> Asked:
    """Return what is asked for; raise a usage error where it makes no sense.

    ``only`` are the numbers that are picked, and ``details`` the pack and how much is said of each.
    """
    word = _single(sources, roles)
    if word is None:
        if people is not None:
            raise click.UsageError(f"--people is for one source; name {people} among the others")
        return _mixed(sources, roles, number, seed, details)
    if word.times and number:
        raise click.UsageError(f"{sources[0]} says how many, and so does --number; leave one out")
    return _of_one(word, "".join(roles), people, number or word.times, seed, only, details)


def system(name: str) -> str:
    """Return the key of a game that is named in any spelling; raise a usage error where there is none such."""
    try:
        return str(registry.system(name).key)
    except registry.UnknownGame as fault:
        files_end = "an archetype's file ends with .yaml, a spreadsheet's with .csv"
        raise click.BadParameter(f"{fault}; {fault.hint} ({files_end})", param_hint="SOURCES") from fault
    except registry.BrokenGame as fault:
        raise click.BadParameter(str(fault), param_hint="SOURCES") from fault


def _single(sources: Sequence[str], roles: Sequence[str]) -> Word | None:
    """The one source of people that are made; None where it is a mixture, as characters' files are, even one."""
    if len(sources) > 1 or len(roles) > 1:
        return None
    word = read_word(sources[0])
    if word.kind is Kind.DOCUMENT:
        data = fileio.read(Path(word.name), word.name).data
        is_character = isinstance(data, dict) and any(fold(key) == "system" for key in data) and not is_archetype(data)
        return None if is_character else word
    if word.kind is Kind.FILES:
        if fileio.exists(word.name) or has_magic(word.name):
            return None
        system(word.name)  # what is nothing else is taken for a game, and there is none such
    return word


def _of_one(
    word: Word,
    role: str,
    people: Path | None,
    number: int | None,
    seed: str,
    only: Sequence[Span],
    details: Mapping[str, Any],
) -> Asked:
    """A batch of one source, of which there is any number of people, or one for each row of a spreadsheet."""
    spec = base = word.name
    spreadsheet = people
    if word.kind is Kind.GAME:
        spec, named = word.game_and_role
        if named and role:
            raise click.UsageError(f"{word.name} names a role, and so does --role; leave one out")
        base, role = system(spec), named or role
    elif word.kind is Kind.SPREADSHEET:
        if people is not None:
            raise click.UsageError(f"{spec} and --people are both spreadsheets; give one")
        spreadsheet = Path(spec)
        try:
            base = system(_game_of(spreadsheet))
        except fileio.Unreadable as fault:
            return Asked(order=None, diagnostics=fileio.unread(spec, fault).diagnostics)
    elif role:
        raise click.UsageError(f"--role is a role of a game, and {spec} is an archetype of its own; leave one out")
    if role:
        options.role_file(base, role)
    last = number or (0 if only else USUAL_NUMBER)
    ordered = ordering.ordered(base, role, spreadsheet, seed, only, last=last, **details)
    order = ordered.order
    usual = (order.whole if order else 0) or USUAL_NUMBER
    return Asked(
        order=order,
        number=number or usual,
        is_usual=number in (None, usual),
        words=[spec, *options_typed(role=role, people=people)],
        called=[order.system, order.role, spreadsheet.stem if spreadsheet else "", seed] if order else (),
        inputs=[Path(path) for path in (spec, people) if path],
        diagnostics=ordered.diagnostics,
        sources=ordered.sources,
    )


def _game_of(spreadsheet: Path) -> str:
    if game := ordering.game_of(spreadsheet):
        return game
    raise click.UsageError(
        f"{spreadsheet} has no column `system`; name the game: chargen batch SYSTEM --people {spreadsheet}"
    )


def _shared(sources: Sequence[str], roles: Sequence[str], number: int) -> list[str]:
    """The words for roles of a game that share a number of people evenly."""
    if len(sources) > 1:
        raise click.UsageError("--role is for one game; name the others as SYSTEM/ROLE among the sources")
    game = system(sources[0])
    for role in roles:
        options.role_file(game, role)
    shares = [(number + index) // len(roles) for index in reversed(range(len(roles)))]
    return [f"{game}/{role}*{share}" for role, share in zip(roles, shares, strict=True) if share]


def _mixed(
    sources: Sequence[str], roles: Sequence[str], number: int | None, seed: str, details: Mapping[str, Any]
) -> Asked:
    """A batch of several sources, or of roles that share a number; who is at fault is told, and left out."""
    words = _shared(sources, roles, number or USUAL_NUMBER) if roles else sources
    if fileio.STANDARD_INPUT in words:
        raise click.UsageError("standard input can be read once only; name files")
    code, told, sound = OK, set[str](), []
    for wanted in Gathering(number or 1, seed, **details).wanted(words):
        if (checked := wanted.checked) is not None:
            if checked.source.name not in told:
                report.tell(checked)
            told.add(checked.source.name)
            code = code if checked.ok else FAULT
        if wanted.order is not None or (checked is not None and checked.ok and checked.game is not None):
            sound.append(wanted)
    paths = [Path(read_word(source).name) for source in sources]
    shown = ", ".join(dict.fromkeys(name.replace("-", " ") for name in (roles or [path.stem for path in paths])))
    return Asked(
        order=mixture(sound, seed, short(shown, LONGEST_TITLE)) if sound else None,
        number=len(sound),
        words=[*sources, *(word for role in roles for word in ("--role", role)), *options_typed(number=number)],
        called=[*(source.replace("*", " ") for source in sources), *roles, str(number or ""), seed],
        inputs=paths,
        code=code,
    )
