"""Read what `chargen batch` is asked for: NPCs of one source, or of several."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from glob import has_magic
from pathlib import Path
from typing import Any

import click

from chargen import fileio, registry
from chargen.cli import options, report
from chargen.npc.generation import Order
from chargen.sources import ordering
from chargen.sources.argument import SourceKind, SourceSpec, parse_source
from chargen.sources.mixture import Mixture, make_mixture
from chargen.sources.source_parser import SourceParser
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import fold, short
from chargen.text.source import Source

DEFAULT_NUMBER = 10
LONGEST_TITLE = 60  # The longest list of sources in a deck's title, in letters (chargen's default)


@dataclass(frozen=True, kw_only=True)
class BatchRequest:
    order: Order | Mixture | None  # None where it cannot be made
    number: int = 0  # The number of NPCs, where --only picks none of them
    is_usual_number: bool = False  # Whether the same number is made without --number
    diagnostics: Sequence[Diagnostic] = ()
    sources: Sequence[Source] = ()


def read_request(
    sources: Sequence[str],
    roles: Sequence[str],
    people: Path | None,
    number: int | None,
    seed: str,
    only: Sequence[int],
    details: Mapping[str, Any],
) -> BatchRequest:
    """Return what is asked for; raise a usage error where options contradict each other.

    ``only`` are the numbers that are picked; ``details`` are the pack and the level of detail.
    """
    if people is not None and not sources:
        sources, people = [str(people)], None
    word = _find_single(sources, roles)
    if word is None:
        if people is not None:
            raise click.UsageError(f"--people is for one source; name {people} among the others")
        return _read_mixture(sources, roles, number, seed, details)

    # One source makes any number of NPCs, or one for each row of a spreadsheet.
    if word.times and number:
        raise click.UsageError(f"{sources[0]} says how many, and so does --number; leave one out")
    number = number or word.times
    role = "".join(roles)
    spec = base = word.name
    spreadsheet = people
    if word.kind is SourceKind.GAME:
        spec, named = word.game_and_role
        if named and role:
            raise click.UsageError(f"{word.name} names a role, and so does --role; leave one out")
        base, role = parse_system(spec), named or role
    elif word.kind is SourceKind.SPREADSHEET:
        if people is not None:
            raise click.UsageError(f"{spec} and --people are both spreadsheets; give one")
        spreadsheet = Path(spec)
        try:
            games = ordering.read_games(spreadsheet)
        except fileio.Unreadable as exc:
            return BatchRequest(order=None, diagnostics=fileio.unread(spec, exc).diagnostics)
        if not games:
            how = f"name the game: chargen batch SYSTEM --people {spec}"
            raise click.UsageError(f"{spec} has no column `system`; {how}")
        base = parse_system(games[0])
    elif role:
        raise click.UsageError(f"--role is a role of a game, and {spec} is an archetype of its own; leave one out")
    if role:
        options.role_file(base, role)
    # With --only, the numbers say how far it goes.
    last = number or (0 if only else DEFAULT_NUMBER)
    ordered = ordering.read_order(base, role, spreadsheet, seed, last=last, **details)
    order = ordered.order
    # A spreadsheet makes an NPC for each row, unless a number is given.
    usual = (order.size if order else 0) or DEFAULT_NUMBER
    return BatchRequest(
        order=order,
        number=number or usual,
        is_usual_number=number in (None, usual),
        diagnostics=ordered.diagnostics,
        sources=ordered.sources,
    )


def parse_system(name: str) -> str:
    """Return the key of a game, in whichever case it is written; raise a usage error where there is no such game."""
    try:
        return str(registry.system(name).key)
    except registry.UnknownGame as exc:
        files_end = "an archetype's file ends with .yaml, a spreadsheet's with .csv"
        raise click.BadParameter(f"{exc}; {exc.hint} ({files_end})", param_hint="SOURCES") from exc
    except registry.BrokenGame as exc:
        raise click.BadParameter(str(exc), param_hint="SOURCES") from exc


def _find_single(sources: Sequence[str], roles: Sequence[str]) -> SourceSpec | None:
    """Return the one source of NPCs; None for a mixture, which even a single character file is."""
    if len(sources) > 1 or len(roles) > 1:
        return None
    word = parse_source(sources[0])
    if word.kind is SourceKind.SPREADSHEET:
        with suppress(fileio.Unreadable):  # it is reported when it is read as the one source
            return word if len(ordering.read_games(Path(word.name))) <= 1 else None
    if word.kind is SourceKind.DOCUMENT:
        data = fileio.read_source(Path(word.name), word.name).data
        is_character = isinstance(data, dict) and any(fold(key) == "system" for key in data)
        return None if is_character else word
    if word.kind is SourceKind.FILES:
        if fileio.exists(word.name) or has_magic(word.name):
            return None
        parse_system(word.name)  # it is neither a file nor a pattern, so it must be a misspelt game: this raises
    return word


def _read_mixture(
    sources: Sequence[str], roles: Sequence[str], number: int | None, seed: str, details: Mapping[str, Any]
) -> BatchRequest:
    """Return a batch of several sources, or of roles that share a number. Files with errors are left out."""
    words = list(sources)
    if roles:
        if len(sources) > 1:
            raise click.UsageError("--role is for one game; name the others as SYSTEM/ROLE among the sources")
        if parse_source(sources[0]).kind is SourceKind.SPREADSHEET:
            raise click.UsageError(f"--role is for one game, and {sources[0]} has several; add a column `role` to it")
        game = parse_system(sources[0])
        for role in roles:
            options.role_file(game, role)
        # They share the number evenly; the first roles get one more where it does not divide so.
        shares = [((number or DEFAULT_NUMBER) + index) // len(roles) for index in reversed(range(len(roles)))]
        words = [f"{game}/{role}*{share}" for role, share in zip(roles, shares, strict=True) if share]
    if fileio.STANDARD_INPUT in words:
        raise click.UsageError("standard input can be read once only; name files")
    reported, valid = set[str](), []
    for request in SourceParser(number or 1, seed, notify=report.tell, **details).requests(words):
        if (checked := request.checked) is not None:
            if checked.source.name not in reported:
                report.tell(checked)
            reported.add(checked.source.name)
        valid += [request] if request.is_valid else []
    named = roles or [Path(parse_source(source).name).stem for source in sources]
    shown = short(", ".join(dict.fromkeys(name.replace("-", " ") for name in named)), LONGEST_TITLE)
    return BatchRequest(order=make_mixture(valid, seed, shown) if valid else None, number=len(valid))
