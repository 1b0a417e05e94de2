"""`chargen batch`: generate NPCs, from ten to thousands, and print them the way a GM uses them."""

import os
import shlex
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from glob import has_magic
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click

from chargen import fileio, registry, worker_pool
from chargen.batch import cluster, write
from chargen.batch.chunk_job import ChunkResult, Failure, make_chunk
from chargen.batch.job import FORMATS, LARGEST_NUMBER, Work, cut_chunks, format_numbers, parse_numbers
from chargen.cli import options, report
from chargen.cli.base import FAULT, OK, MachineError, WholeNumber, refuse_file_name
from chargen.cli.print import print_options
from chargen.cli.set_up.doctor import remedy
from chargen.npc import packs, roles, seeds
from chargen.npc.archetype_file import DETAILS, LINE
from chargen.npc.generation import Order
from chargen.page.card import Card
from chargen.render.deck import Deck
from chargen.render.printer import PrinterUnavailable
from chargen.sheets.print_form import check_form, enlarge
from chargen.sheets.print_options import CARDS
from chargen.sources import ordering
from chargen.sources.argument import SourceKind, SourceSpec, parse_source
from chargen.sources.source_parser import Request, SourceParser
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import find_same, fold, listing, short, slug
from chargen.text.source import Source

PRINTED_BY = ("as", "paper", "landscape", "theme", "ink", "pages", "backs", "bleed", "standard", "cmyk", "profile")
"""The options of printing that a batch has; marks are others, as a GM cuts cards."""
TYPED = "chargen.typed"
"""The key, in the meta data of a call, of its arguments as they were typed."""
MADE_BY = ("sources", "wanted_roles", "people", "seed", "campaign", "pack", "detail", "only", "number")
"""The parameters that say which NPCs are made, in the order of a command that makes them again."""
OF_ONE_CALL = ("output", "jobs", "scheduler", "force", "quiet")  # They change no file, but where it is
NAMED_IN_FOLDERS = ("only", "ink")  # Options whose values mean little without their names
DEFAULT_FORMATS = ("pdf", "jsonl")
DEFAULT_NUMBER = 10
LONGEST_TITLE = 60  # The longest list of sources in a deck's title, in letters (chargen's default)
MOST_TRIED = 6  # The number of NPCs by which large print chooses a form of card (house default)
MOST_DIAGNOSTICS = 20
"""Different diagnostics that are shown in full; the manifest has the rest (chargen's default)."""
WIDEST = 70  # The longest list of numbers on a terminal, in letters


@dataclass(frozen=True, kw_only=True)
class BatchRequest:
    order: Order | None = None  # That of a single source
    requests: Sequence[Request] = ()  # All that can be made; empty where the order makes any number
    title: str = ""
    number: int = 0  # The number of NPCs, where --only picks none of them
    is_usual_number: bool = False  # Whether the same number is made without --number
    diagnostics: Sequence[Diagnostic] = ()
    sources: Sequence[Source] = ()


def _find_pack(word: str) -> str:
    name = word if word.lower().endswith(fileio.YAML) else find_same(word, packs.list_packs())
    if not name:
        raise click.BadParameter(f"there is no pack `{word}`; {packs.suggest_pack(word)}")
    return name


class BatchCommand(click.Command):
    """A command whose call can be printed again, from its options as they were typed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[TYPED] = self.make_parser(ctx).parse_args(list(args))[0]
        return super().parse_args(ctx, args)

    def words(self, typed: Mapping[str, Any]) -> list[str]:
        """Return arguments and options for a command line, first which NPCs are made; no options of one call."""
        words: list[str] = []
        for param in sorted(self.params, key=lambda param: MADE_BY.index(param.name) if param.name in MADE_BY else 99):
            value = None if param.name in OF_ONE_CALL else typed.get(param.name or "")
            if isinstance(value, bool):
                words += (param.opts if value else param.secondary_opts)[:1]
            elif isinstance(
                value, (str, int, list, tuple)
            ):  # Click has a mark of its own for an argument without value
                several = value if isinstance(value, (list, tuple)) else (value,)
                option = [] if isinstance(param, click.Argument) else [max(param.opts, key=len)]
                words += [word for each in several for word in (*option, str(each))]
        return words


@click.command(
    "batch",
    cls=BatchCommand,
    epilog="""\b
Examples:
  chargen batch five-by-five -n 40 --seed docks --role guard
  chargen batch five-by-five --roles                    the roles of a game; --roles guard prints one
  chargen batch guards.yaml -n 12 --as quarter          from an archetype of your own
  chargen batch facade --people crew.csv --as roster    an NPC for each row
  chargen batch 'five-by-five/guard*4' five-by-five/watch-captain boss.yaml crew.csv my-npcs/
                                                        one deck of them all, in that order
  chargen batch five-by-five --role guard --role smuggler -n 40    twenty of each
  chargen batch gamocles -n 200 --to csv,jsonl          nothing printed
  chargen batch facade -n 12 --pack court --detail full
                                                        courtiers, with wants, secrets and ties
  chargen batch five-by-five --seed docks --role guard --only 7 --to yaml
                                                        the seventh, as a character file""",
)
@click.argument(
    "sources",
    metavar="SOURCES...",
    nargs=-1,
    shell_complete=options.completed(
        lambda _: [
            name
            for game in registry.list_games()
            for name in (game, *(f"{game}/{role}" for role in roles.list_roles(game)))
        ],
        or_files=True,
    ),
)
@click.option(
    "-n",
    "--number",
    type=WholeNumber(1, LARGEST_NUMBER),
    metavar="N",
    help=f"How many NPCs; with several sources, how many of each archetype or role without a number.  "
    f"[default: {DEFAULT_NUMBER}, or as many as --people has rows; of several sources, 1]",
)
@click.option(
    "--seed",
    type=options.parse_text,
    metavar="TEXT",
    help="The same seed gives the same NPCs.  [default: a new one, which is printed]",
)
@click.option(
    "--role",
    "wanted_roles",
    multiple=True,
    shell_complete=options.completed(options.list_roles),
    metavar="ROLE",
    help="A role of the game (see --roles). Several share the number evenly.",
)
@click.option(
    "--roles",
    "listed",
    is_flag=False,
    flag_value="",
    metavar="[ROLE]",
    help="List the roles of a game, or of all games; with a role, print its file.",
)
@click.option(
    "--people",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.csv",
    help="A spreadsheet with a row for each NPC; its columns fix values.",
)
@options.CAMPAIGN
@click.option(
    "--pack",
    type=_find_pack,
    metavar="PACK",
    shell_complete=options.completed(lambda _: packs.list_packs(), True),
    help="The words of a genre (see --packs), or your own file.",
)
@click.option("--packs", "list_packs", is_flag=True, help="List the packs of words in chargen.")
@click.option(
    "--detail",
    type=click.Choice(DETAILS),
    default=LINE,
    show_default=True,
    help="How much is written about each: the name; also a line; or also want, secret, look, voice and ties to others.",
)
@click.option(
    "--only",
    type=print_options.parsed_by(parse_numbers),
    metavar="NUMBERS",
    help="Make only these NPCs, such as 7,12-20.",
)
@click.option(
    "--to",
    "formats",
    type=print_options.Several(FORMATS, "format of a batch"),
    default=DEFAULT_FORMATS,
    metavar="FORMATS",
    help="Formats, separated by commas: pdf (the deck), csv, jsonl, yaml (a file each).  [default: pdf,jsonl]",
)
@click.option("--files", "separate", is_flag=True, help="A PDF file for each NPC, instead of one deck.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    callback=refuse_file_name,
    metavar="DIR",
    help="The folder of the files.  [default: one in output/, named after the options]",
)
@print_options.add_print_options(*PRINTED_BY, form=CARDS)
@click.option(
    "--marks/--no-marks", default=None, help="Print marks where cards are cut.  [default: marks; with --bleed, none]"
)
@click.option(
    "--jobs", type=WholeNumber(1, 64), metavar="N", help="The number of processes.  [default: one for each core]"
)
@click.option("--scheduler", metavar="ADDRESS", help="Generate on a Dask cluster, such as tcp://10.0.0.5:8786.")
@click.option("--force", is_flag=True, help="Overwrite files of another batch, or files that are not chargen's.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary; what fails is still reported.")
def command(sources: tuple[str, ...], listed: str | None, list_packs: bool, **wishes: Any) -> int:
    """Generate legal NPCs of a game, from ten to thousands, and print them.

    SOURCES are games (SYSTEM), roles (SYSTEM/ROLE), archetypes (.yaml) and spreadsheets (.csv) with a column
    `system`. Character files and folders can be among them. Several sources make one deck, in their order.
    SYSTEM/ROLE*4 and ARCHETYPE.yaml*6 say how many NPCs are made.

    NPC 7 of a seed is always the same, on any machine, however many others are made. NPCs that cannot be made are
    reported, and the others are made. The manifest lists them, with the command that makes them again. The files are
    written when all NPCs are made. Files that chargen did not make are not overwritten.
    """
    if listed is not None:
        spec = sources[0] if sources else ""
        if spec and listed:
            path = options.role_file(parse_system(spec), listed)
            click.echo(path.read_text(encoding="utf-8"), nl=False)
            return OK
        for game in [parse_system(spec or listed)] if spec or listed else registry.list_games():
            game_roles = roles.read_roles(game)
            click.echo(click.style(game, bold=True) + ("" if game_roles else "  no roles"))
            abouts = (f"{role.title}: {role.about}" if role.about else role.title for role in game_roles)
            report.print_list(zip((role.name for role in game_roles), abouts, strict=True), indent="  ")
        return OK
    if list_packs:
        known = [(name, packs.load_pack(name)) for name in packs.list_packs()]
        report.print_list((name, f"{pack.pack}: {pack.about}") for name, pack in known)
        return OK
    if not sources and wishes["people"] is None:
        raise click.UsageError(f"name a game ({listing(registry.list_games(), 'or')}) or an archetype's file")
    return _batch(sources, **wishes)


def _batch(
    sources: tuple[str, ...],
    *,
    seed: str | None,
    wanted_roles: tuple[str, ...],
    people: Path | None,
    pack: str | None,
    detail: str,
    number: int | None,
    only: Sequence[int] | None,
    output: Path | None,
    jobs: int | None,
    scheduler: str | None,
    force: bool,
    quiet: bool,
    formats: tuple[str, ...],
    separate: bool,
    marks: bool | None,
    **printing: Any,
) -> int:
    if scheduler and jobs:
        raise click.UsageError("--jobs is for this machine, and --scheduler for a cluster; use one of them")

    # What is made
    seed = seed or seeds.make_seed()
    details = {"pack": pack or "", "detail": detail}
    request = read_request(sources, wanted_roles, people, number, seed, only or (), details)
    if request.diagnostics:
        click.echo(report.format_diagnostics(request.diagnostics, request.sources), err=True)
    order, known = request.order, request.requests
    if order is None and not known:
        return FAULT
    numbers = only or range(1, request.number + 1)
    if known and numbers[-1] > len(known):
        source = "these sources have" if order is None else "the spreadsheet has"
        raise click.UsageError(f"{source} {len(known)} NPCs, and you ask for number {numbers[-1]}")
    asked = [known[number - 1] if known else Request(order=order, number=number, place=number) for number in numbers]

    # How it is printed
    form, backs, bleed = printing["form"], printing["backs"], printing["bleed"]
    # With bleed the press cuts, so marks are outside the page; without it, a GM cuts along marks on the paper.
    settings = print_options.settings(marks=("crop",) if bleed and marks else (), **printing)
    theme = ""
    if not settings.theme:
        with suppress(Exception):  # it is reported when that NPC is made in the batch
            theme = asked[0].npc().checked.theme
    look = settings.look(theme)
    makers = dict.fromkeys(one.system for one in known or asked if one.order is not None)
    with options.usage_errors():
        for game in map(registry.system, makers):
            if game.npc is None:
                raise ValueError(f"{game.title} makes no NPCs")
        if "pdf" in formats:
            check_form(form, settings.paper, look, settings.press, backs=backs)
            form, enlarged = enlarge(form, settings.paper, look, _first_cards(asked[:MOST_TRIED]))
            if enlarged:
                click.echo(enlarged, err=True)

    # The command that makes it again, and the folder that is named after it
    ctx = click.get_current_context()
    typed = {**(ctx.default_map or {}), **ctx.meta[TYPED], "seed": seed}
    # Where a settings file applies, the command does without it, so that it works anywhere.
    batch = ["chargen", *(["--no-config"] if ctx.default_map else []), "batch"]
    # The usual number is not in the name of the folder, which stays short.
    named = command.words(typed | {"number": None} if request.is_usual_number else typed)
    folder = output or Path("output") / _name_folder(named)
    # The number is always in the command, also the usual one: a spreadsheet may grow.
    has_number = only or order is None or any(parse_source(source).times for source in sources)
    again = command.words(typed if has_number else typed | {"number": request.number})
    # Its cards are still to be made, and have the size of the form.
    deck = Deck(
        cards=(),
        size=None,
        paper=settings.paper,
        theme=look,
        title=f"{request.title}: {seed}",
        # Each card has a page of its own size, for print on demand.
        single=bool(bleed),
        marks=marks is not False,
        backs=backs,
    )
    work = Work(
        command=shlex.join([*batch, *again]),
        requests=asked,
        about={
            "system": ", ".join(sorted({one.system for one in known or asked})),
            "role": order.archetype.role if order is not None else "",
            "seed": seed,
        },
        form=form,
        formats=tuple(file_format for file_format in FORMATS if file_format in formats),
        separate=separate,
        deck=deck,
        press=settings.press,
        folder=folder.absolute(),
    )

    # What it is made from is not replaced, not even with --force. A pack by name is no path, which does no harm.
    paths = (*(parse_source(source).name for source in sources), people, pack, typed.get("campaign"))
    inputs = {os.path.realpath(path) for path in paths if path}
    for path in (folder / name for name in write.list_targets(work)):
        if os.path.realpath(path) in inputs:
            raise click.UsageError(f"{path} is what this batch is made from; name another folder with -o")
    with cluster.connect(scheduler) if scheduler else worker_pool.start_processes(jobs) as workers:
        made, failed = _run(work, folder, workers, request, force=force, quiet=quiet)
    if made and not quiet:
        place = shlex.join(["-o", str(output)] if output else [])
        click.echo(f"to generate the same NPCs again:    {f'{work.command} {place}'.strip()}", err=True)
        if "yaml" not in work.formats:
            wanted = {"only": numbers[0], "formats": "yaml"} | ({"number": None} if order is not None else {})
            one = command.words({key: typed.get(key) for key in MADE_BY} | wanted)
            click.echo(f"to write one as a character file:   {shlex.join([*batch, *one])}", err=True)
    return FAULT if failed else OK


def _name_folder(words: Sequence[str]) -> str:
    """Return the name of a batch's folder: all that distinguishes it from other batches, as far as there is room."""
    parts = []
    for word, following in zip_longest(words, words[1:], fillvalue="--"):
        # A flag is named itself; of an option with a value, the value mostly says enough.
        is_flag = word.startswith("--") and following.startswith("--")
        if not word.startswith("--") or is_flag or word[2:] in NAMED_IN_FOLDERS:
            parts.append(Path(word).stem if word.endswith((*fileio.YAML, ".csv")) else word.replace("*", " "))
    return fileio.file_name(slug(" ".join(parts)), "")


def _first_cards(requests: Iterable[Request]) -> Iterator[Card]:
    """Yield the cards of the first NPCs, by which large print chooses a form before the others are made."""
    with suppress(Exception):  # it is reported when that NPC is made in the batch
        for request in requests:
            if (view := request.npc().checked.view) is not None:
                yield view.card()


def _run(
    work: Work,
    folder: Path,
    workers: worker_pool.Workers,
    request: BatchRequest,
    *,
    force: bool,
    quiet: bool,
) -> tuple[int, int]:
    """Make a batch, and report its files and failures; return the numbers of NPCs that were made and that were not."""
    start = time.monotonic()
    failures: list[Failure] = []
    with report.progress(len(work.requests), "NPCs", quiet=quiet) as advance:

        def make_chunks() -> Iterator[ChunkResult]:
            for result in workers.map(make_chunk, cut_chunks(work)):
                advance(len(result.entries))
                failures.extend(result.failures)
                yield result

        try:
            written, made, problems = write.write_batch(work, folder, make_chunks(), force=force)
        except write.NotReplaced as exc:
            how = "name another folder with -o, or overwrite with --force"
            raise click.UsageError(f"{report.one_line(str(exc))}; {how}") from exc
        except PrinterUnavailable as exc:
            raise MachineError(f"no PDF could be made: {exc}\nTo fix it:  {exc.cure or remedy()}") from exc

    # Each reason once, however many NPCs have it, and none that was reported before the first NPC was made. Two of one
    # NPC are two reasons, also at one place: a cell may hold several entries.
    reported = {diagnostic.identity for diagnostic in request.diagnostics}
    reasons: dict[object, Diagnostic] = {}
    for number, name, diagnostics in failures:
        count = Counter[object]()
        for diagnostic in diagnostics:
            count[diagnostic.identity] += 1
            if diagnostic.identity in reported:
                continue
            # An error without a file is about one NPC, which the message has to name.
            who = f"NPC {number} ({name})" if name else f"NPC {number}"
            located = diagnostic if diagnostic.file else replace(diagnostic, file=who)
            reasons.setdefault((diagnostic.identity, count[diagnostic.identity]), located)
    for diagnostic in [*reasons.values()][:MOST_DIAGNOSTICS]:
        click.echo(report.format_diagnostics([diagnostic], request.sources), err=True)
    for path in written:
        click.echo(report.one_line(path))
    for problem in problems:
        click.echo(f"{report.one_line(written[0])}: {report.printable(problem)}", err=True)
    unmade, all_made = (f"{number:,} NPC{'s' * (number != 1)}" for number in (len(failures), made))
    if failures:
        shown = format_numbers(number for number, *_ in failures)
        if len(shown) > WIDEST:
            shown = f"{shown[: shown.rindex(',', 0, WIDEST)]} …"
        more = len(reasons) - MOST_DIAGNOSTICS
        others = f"; the manifest has {more} more reasons" if more > 0 else ""
        click.echo(f"{unmade} could not be made: {shown}{others}", err=True)
    if made and not quiet:
        click.echo(f"{all_made} in {report.duration(time.monotonic() - start)}", err=True)
    return made, len(failures)


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
            return BatchRequest(diagnostics=fileio.unread(spec, exc).diagnostics)
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
    order, archetype = ordered.order, ordered.order.archetype if ordered.order is not None else None
    # A spreadsheet makes an NPC for each row, unless a number is given.
    usual = len(ordered.rows) or DEFAULT_NUMBER
    rows = enumerate(ordered.rows, 1)
    return BatchRequest(
        order=order,
        requests=[Request(order=order, number=place, row=row, place=place) for place, row in rows],
        title=(archetype.title or archetype.system) if archetype is not None else "",
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
    return BatchRequest(requests=valid, title=shown, number=len(valid))
