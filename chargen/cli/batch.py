"""`chargen batch`: people by the ten or the ten thousand, printed the way a GM uses them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from glob import has_magic
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from chargen import fileio, registry, worker_pool
from chargen.batch import cluster, local, program, ranges
from chargen.batch.form import FORMS
from chargen.batch.form import check as check_form
from chargen.batch.job import FORMATS, Work
from chargen.batch.ranges import Span
from chargen.batch.run import Engine
from chargen.cli import batch_run, options, print_options, report
from chargen.cli.main import FAULT, OK
from chargen.core.diagnostic import Diagnostic, Severity
from chargen.core.names import did_you_mean, listing, short, slug
from chargen.core.source import Source as Text
from chargen.fileio import STANDARD_INPUT
from chargen.npc import ordering, packs, roles, seeds
from chargen.npc.archetype_file import is_archetype
from chargen.npc.details import DETAILS, LINE
from chargen.npc.gathering import Gathering, counted
from chargen.npc.generation import Order
from chargen.npc.mixture import Mixture, mixture
from chargen.npc.ordering import SPREADSHEETS, Ordered
from chargen.render.paper import A4, PAPERS, Paper
from chargen.render.press import USUAL_PAGES
from chargen.render.theme import INKS, PLAIN
from chargen.render.theme import theme as theme_of

USUAL_NUMBER = 10
LONGEST_TITLE = 60
"""The sources of a mixture are named in a deck's title in so many letters (ours)."""
DEFAULT_FORMATS = ("pdf", "jsonl")


class Source(click.ParamType[str]):
    """A game, a role of one, or the path of an archetype, a spreadsheet, a character or a folder."""

    name = "source"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        game, slash, start = incomplete.partition("/")
        if slash and game in registry.names():
            return [CompletionItem(f"{game}/{name}") for name in roles.names(game) if name.startswith(start)]
        games = [CompletionItem(key) for key in registry.names() if key.startswith(incomplete)]
        return games or [CompletionItem(incomplete, type="file")]


class PackName(click.ParamType[str]):
    """A pack by its name, or the path of one."""

    name = "pack"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        word = str(value)
        if not word.lower().endswith(fileio.YAML) and word not in packs.names():
            hint = did_you_mean(
                word, packs.names(), f"there are {listing(packs.names())}; a file's name ends with .yaml"
            )
            self.fail(f"there is no pack `{word}`; {hint}", param, ctx)
        return word

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        named = [CompletionItem(name) for name in packs.names() if name.startswith(incomplete)]
        return named or [CompletionItem(incomplete, type="file")]


class Numbers(click.ParamType[tuple[Span, ...]]):
    """Numbers of people, and spans of them."""

    name = "numbers"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Span, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return ranges.spans(str(value))
        except ValueError as fault:
            self.fail(str(fault), param, ctx)


@click.command(
    "batch",
    epilog="""\b
Examples:
  chargen batch five-by-five -n 40 --seed docks --role guard
  chargen batch five-by-five --roles                    the roles of a game; --roles guard prints one
  chargen batch guards.yaml -n 12 --as quarter          from an archetype of your own
  chargen batch facade --people crew.csv --as roster    a person for each row
  chargen batch 'five-by-five/guard*4' five-by-five/watch-captain boss.yaml crew.csv my-npcs/
                                                        one deck of them all, in that order
  chargen batch five-by-five --role guard --role smuggler -n 40    twenty of each
  chargen batch gamocles -n 200 --to csv,jsonl          nothing printed
  chargen batch facade -n 12 --pack court --detail full
                                                        of a court, with wants, secrets and ties
  chargen batch five-by-five --seed docks --role guard --only 7 --to yaml
                                                        the seventh, as a concept to build on""",
)
@click.argument("sources", metavar="SOURCES...", type=Source(), nargs=-1)
@click.option(
    "-n",
    "--number",
    type=click.IntRange(1, ranges.LARGEST_NUMBER),
    metavar="N",
    help=f"How many people; of several sources, how many of each archetype or role that does not say.  "
    f"[default: {USUAL_NUMBER}, or as many as --people has rows; of several sources, 1]",
)
@click.option(
    "--seed",
    type=options.Seed(),
    metavar="TEXT",
    help="The same seed gives the same people.  [default: a new one, which is printed]",
)
@click.option(
    "--role",
    "wanted_roles",
    type=options.RoleName(),
    multiple=True,
    metavar="ROLE",
    help="A role of the game: see --roles. Several share the number evenly.",
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
    help="A spreadsheet with a row for each person; its columns name and pin.",
)
@click.option("--pack", type=PackName(), metavar="PACK", help="The words of a genre, or a file of yours: see --packs.")
@click.option("--packs", "list_packs", is_flag=True, help="List the packs of words that come with chargen.")
@click.option(
    "--detail",
    type=click.Choice(DETAILS),
    default=LINE,
    show_default=True,
    help="How much is said of each: the name alone, also a line, or also want, secret, look, voice and ties to others.",
)
@click.option("--apart", is_flag=True, help="Begin each of several sources on a new page.")
@click.option("--only", type=Numbers(), metavar="NUMBERS", help="Make these people only, such as 7,12-20.")
@print_options.printed_as("cards")
@click.option(
    "--to",
    "formats",
    type=print_options.Several(tuple(FORMATS), "format of a batch"),
    default=DEFAULT_FORMATS,
    metavar="FORMATS",
    help="Formats, separated by commas: pdf (the deck), csv, jsonl, yaml (a concept file each).  [default: pdf,jsonl]",
)
@click.option("--files", "separate", is_flag=True, help="A PDF file for each person, instead of one deck.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the files go.  [default: output/, and there a folder named after what you ask for]",
)
@print_options.PAPER
@print_options.LANDSCAPE
@print_options.THEME
@print_options.INK
@print_options.BACKS
@click.option(
    "--marks/--no-marks",
    default=None,
    help="Marks where cards are to be cut.  [default: marks; with --bleed, none]",
)
@print_options.WHICH_PAGES
@print_options.BLEED
@print_options.STANDARD
@print_options.CMYK
@print_options.PROFILE
@click.option(
    "--jobs", type=click.IntRange(1, 64), metavar="N", help="Processes at a time.  [default: one for each core]"
)
@click.option("--scheduler", metavar="ADDRESS", help="Have it made on a Dask cluster, such as tcp://10.0.0.5:8786.")
@click.option("--fresh", is_flag=True, help="Start anew, even if an interrupted batch could go on.")
@click.option("--force", is_flag=True, help="Replace another batch, or files that are not chargen's, in that folder.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary; what fails is still reported.")
def command(sources: tuple[str, ...], listed: str | None, list_packs: bool, **wishes: Any) -> int:
    """Make lawful people of a game, by the ten or the ten thousand, and print them.

    SOURCES are the key of a game (SYSTEM), a role of one (SYSTEM/ROLE), an archetype (.yaml), which says what is
    pinned and what is drawn, or a spreadsheet (.csv) with a column `system`. Several in any mixture make one deck, in
    that order, together with characters that are already written, as files or folders; SYSTEM/ROLE*4 and
    ARCHETYPE.yaml*6 say how many.

    Person 7 of a seed is the same whatever else is made, on any machine. An interrupted batch goes on when the same
    command is given again. Someone who cannot be made is reported, and the others are made. The manifest says
    how to make each person again. Files that chargen did not make are not overwritten.
    """
    if listed is not None:
        spec = sources[0] if sources else ""
        return _list_roles(spec or listed) if not (spec and listed) else _print_role(_system(spec), listed)
    if list_packs:
        return _list_packs()
    if not sources:
        raise click.UsageError(f"name a game ({listing(registry.names(), 'or')}) or an archetype's file")
    return _batch(sources, **wishes)


def _list_roles(spec: str | None) -> int:
    games = [_system(spec)] if spec else registry.names()
    for game in games:
        game_roles = roles.roles(game)
        click.echo(click.style(game, bold=True) + ("" if game_roles else "  no roles"))
        width = max((len(role.name) for role in game_roles), default=0)
        for role in game_roles:
            click.echo(f"  {role.name:<{width}}  {role.title}" + (f": {role.about}" if role.about else ""))
    return OK


def _print_role(game: str, role: str) -> int:
    click.echo(options.role_file(game, role).read_text(encoding="utf-8"), nl=False)
    return OK


def _list_packs() -> int:
    width = max(map(len, packs.names()))
    for name in packs.names():
        pack = packs.own(name)
        click.echo(f"{name:<{width}}  {pack.pack}: {pack.about}")
    return OK


def _system(spec: str) -> str:
    """The key of a game that is named in any spelling."""
    try:
        return str(registry.system(spec).key)
    except registry.UnknownGame as fault:
        files_end = "an archetype's file ends with .yaml, a spreadsheet's with .csv"
        raise click.BadParameter(f"{fault}; {fault.hint} ({files_end})", param_hint="SOURCES") from fault
    except registry.BrokenGame as fault:
        raise click.BadParameter(str(fault), param_hint="SOURCES") from fault


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """What is asked for, and how that is said again."""

    order: Order | Mixture | None
    """None where it cannot be met."""
    usual: int = 0
    """How many people it is where nothing else is said."""
    words: Sequence[str] = ()
    """As they are typed, up to the seed."""
    called: Sequence[str] = ()
    """The beginning of the folder's name."""
    inputs: Sequence[Path] = ()
    diagnostics: Sequence[Diagnostic] = ()
    sources: Sequence[Text] = ()
    code: int = OK


def _batch(
    sources: tuple[str, ...],
    *,
    seed: str | None,
    wanted_roles: tuple[str, ...],
    people: Path | None,
    pack: str | None,
    detail: str,
    number: int | None,
    only: tuple[Span, ...] | None,
    apart: bool,
    output: Path | None,
    jobs: int | None,
    scheduler: str | None,
    fresh: bool,
    force: bool,
    quiet: bool,
    **printing: Any,
) -> int:
    if scheduler and jobs:
        raise click.UsageError("--jobs is for this machine, and --scheduler for a cluster; name one of them")
    seed = seed or seeds.fresh()
    said = _words(pack=pack, detail=detail if detail != LINE else "")
    words: dict[str, Any] = {"pack": pack or "", "detail": detail}
    alone = _alone(sources, wanted_roles)
    if alone is None:
        if people is not None:
            raise click.UsageError(f"--people is for one source; name {people} among the others")
        asked = _mixed(sources, wanted_roles, number, seed, words)
    else:
        spec, role, times = alone
        if times and number:
            raise click.UsageError(f"{sources[0]} says how many, and so does --number; leave one out")
        number = number or times
        words["last"] = number or (0 if only else USUAL_NUMBER)
        asked = _of_one(spec, role, people, seed, only or (), words)
    if asked.diagnostics:
        click.echo(report.findings(asked.diagnostics, asked.sources), err=True)
    order = asked.order
    if order is None:
        return FAULT
    if alone is None:
        number = asked.usual
    spans = only or ((1, number or asked.usual),)
    if order.whole and spans[-1][1] > order.whole:
        holds = "the spreadsheet has" if alone else "these sources are"
        raise click.UsageError(f"{holds} {order.whole} people, and you ask for number {spans[-1][1]}")
    work = replace(_work(order, spans, **printing), apart=apart and bool(order.starts))
    usual = only is None and ranges.count(spans) == asked.usual
    which = _words(only=ranges.shown(only)) if only else _words(number="" if alone is None else ranges.count(spans))
    printed = [*_words(apart=work.apart), *_printed(work)]
    folder = output or Path("output") / _folder_name(asked.called, [*said, *([] if usual else which), *printed])
    if "yaml" in work.formats:
        work = replace(work, folder=folder.absolute())
    people_of = [*options.program(), "batch", *asked.words, *_words(seed=seed), *said]
    engine: Engine = partial(local.results, jobs=jobs or worker_pool.cores())
    if scheduler:
        engine = partial(cluster.results, address=scheduler)
    code = batch_run.run_batch(
        work,
        folder,
        batch_run.ReportContext(
            people=people_of,
            again=[*people_of, *which, *printed],
            place=["-o", str(output)] if output else [],
            sources=asked.sources,
            findings=asked.diagnostics,
        ),
        inputs=[*asked.inputs, *([Path(pack)] if pack else [])],
        engine=engine,
        fresh=fresh,
        force=force,
        quiet=quiet,
    )
    return max(code, asked.code)


def _alone(sources: Sequence[str], wanted_roles: Sequence[str]) -> tuple[str, str, int | None] | None:
    """The one source of people that are made: a game or a file, its role, and how many; None for a mixture."""
    if len(sources) > 1 or len(wanted_roles) > 1:
        return None
    ((name, times), role) = counted(sources[0]), "".join(wanted_roles)
    path = Path(name)
    if path.suffix.lower() in SPREADSHEETS:
        return name, role, times
    if path.suffix.lower() in fileio.YAML:
        data = fileio.read(path, name).data
        is_character = isinstance(data, dict) and "system" in data and not is_archetype(data)
        return None if is_character else (name, role, times)
    game, slash, named = name.partition("/")
    if path.exists() or has_magic(name):
        return None
    if slash and role:
        raise click.UsageError(f"{name} names a role, and so does --role; leave one out")
    return game if slash else name, named or role, times


def _of_one(
    spec: str, role: str, people: Path | None, seed: str, spans: Sequence[Span], words: Mapping[str, Any]
) -> _Asked:
    """A batch of one source; raises a usage error where it makes no sense."""
    ordered = _ordered(spec, role, people, seed, spans, words)
    order = ordered.order
    sheet = people or (Path(spec) if Path(spec).suffix.lower() in SPREADSHEETS else None)
    return _Asked(
        order=order,
        usual=(order.whole if order else 0) or USUAL_NUMBER,
        words=[spec, *_words(role=role, people=people)],
        called=[order.system, order.role, sheet.stem if sheet else "", seed] if order else (),
        inputs=[Path(path) for path in (spec, people) if path],
        diagnostics=ordered.diagnostics,
        sources=ordered.sources,
    )


def _mixed(
    sources: Sequence[str], wanted_roles: Sequence[str], number: int | None, seed: str, words: Mapping[str, Any]
) -> _Asked:
    """A batch of several sources, or of roles that share a number; who is at fault is told, and left out."""
    said = list(sources)
    if wanted_roles:
        if len(sources) > 1:
            raise click.UsageError("--role is for one game; name the others as SYSTEM/ROLE among the sources")
        game = _system(sources[0])
        for role in wanted_roles:
            options.role_file(game, role)
        whole = number or USUAL_NUMBER
        shares = [(whole + index) // len(wanted_roles) for index in reversed(range(len(wanted_roles)))]
        said = [f"{game}/{role}*{share}" for role, share in zip(wanted_roles, shares, strict=True) if share]
    elif STANDARD_INPUT in sources:
        raise click.UsageError("standard input can be read once only; name files")
    code, told, sound = OK, set[str](), []
    for wanted in Gathering(number or 1, seed, **words).wanted(said):
        if (checked := wanted.checked) is not None:
            faulty = any(finding.severity is not Severity.NOTE for finding in checked.diagnostics)
            if faulty and checked.source.name not in told:
                click.echo(report.text(checked), err=True)
            told.add(checked.source.name)
            code = code if checked.ok else FAULT
        if wanted.order is not None or (checked is not None and checked.ok and checked.game is not None):
            sound.append(wanted)
    names = [Path(counted(word)[0]).stem for word in sources]
    shown = ", ".join(dict.fromkeys(name.replace("-", " ") for name in (wanted_roles or names)))
    return _Asked(
        order=mixture(sound, seed, short(shown, LONGEST_TITLE)) if sound else None,
        usual=len(sound),
        words=[*sources, *(word for role in wanted_roles for word in ("--role", role)), *_words(number=number)],
        called=[*(word.replace("*", " ") for word in sources), *wanted_roles, str(number or ""), seed],
        inputs=[Path(counted(word)[0]) for word in sources],
        code=code,
    )


def _ordered(
    spec: str, role: str, people: Path | None, seed: str, spans: Sequence[Span], words: Mapping[str, Any]
) -> Ordered:
    """What is asked of one source; raises a usage error where it makes no sense."""
    suffix = Path(spec).suffix.lower()
    if suffix in SPREADSHEETS:
        if people is not None:
            raise click.UsageError(f"{spec} and --people are both spreadsheets; give one")
        people = Path(spec)
        try:
            spec = _game_of(people)
        except fileio.Unreadable as fault:
            return Ordered(None, fileio.unread(spec, fault).diagnostics)
    elif suffix in fileio.YAML:
        if role:
            raise click.UsageError(f"--role is a role of a game, and {spec} is an archetype of its own; leave one out")
        return ordering.ordered(spec, "", people, seed, spans, **words)
    game = _system(spec)
    if role:
        options.role_file(game, role)
    return ordering.ordered(game, role, people, seed, spans, **words)


def _game_of(path: Path) -> str:
    if game := ordering.game_of(path):
        return game
    raise click.UsageError(f"{path} has no column `system`; name the game: chargen batch SYSTEM --people {path}")


_TELLING = ("only", "ink")
"""Options whose values say little without their names."""


def _folder_name(called: Sequence[str], words: Sequence[str]) -> str:
    """What the folder of a batch is called: after all that tells it from another, as far as there is room."""
    parts = list(called)
    for word, following in zip_longest(words, words[1:], fillvalue="--"):
        is_flag = word.startswith("--") and following.startswith("--")
        if not word.startswith("--") or is_flag or word[2:] in _TELLING:
            parts.append(word)
    return fileio.file_name(slug(" ".join(filter(None, parts))), "")


def _work(
    order: Order | Mixture,
    spans: tuple[Span, ...],
    *,
    form_name: str,
    formats: tuple[str, ...],
    separate: bool,
    paper: Paper | None,
    landscape: bool,
    theme: str | None,
    ink: str,
    backs: bool,
    marks: bool | None,
    bleed: float | None,
    standard: str | None,
    cmyk: bool,
    profile: bytes | None,
    pages: str,
) -> Work:
    """What is asked for; raises a usage error where it cannot be had."""
    form = FORMS[form_name]
    settings = print_options.settings(
        paper=paper,
        landscape=landscape,
        theme=theme,
        ink=ink,
        bleed=bleed,
        marks=("crop",) if bleed and marks else (),
        standard=standard,
        cmyk=cmyk,
        profile=profile,
        pages=pages,
    )
    look = theme_of(settings.theme or _campaigns_theme(order, spans[0][0]) or PLAIN.name, ink)
    makers = [one.system for one in order.orders] if isinstance(order, Mixture) else [order.system]
    try:
        for game in map(registry.system, makers):
            if game.npc is None:
                raise ValueError(f"{game.title} makes no people by itself")
        if "pdf" in formats:
            check_form(form, settings.paper, look, settings.press, backs=backs)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
    return Work(
        order=order,
        spans=spans,
        form=form,
        formats=tuple(file_format for file_format in FORMATS if file_format in formats),
        separate=separate,
        paper=settings.paper,
        theme=look,
        press=settings.press,
        marks=marks is not False,
        backs=backs,
        single=bool(bleed) and form.is_card,
        program=program.parts(*order.systems),
    )


def _campaigns_theme(order: Order | Mixture, number: int) -> str:
    """The look that the first person's house rules ask for."""
    try:
        return order.npc(number).checked.theme
    except Exception:  # whatever it is, it is told when that person is made in earnest
        return ""


def _words(**options: object) -> list[str]:
    """Options as they are typed; those that are not given are left out."""
    words = []
    for name, value in options.items():
        if value is True:
            words.append(f"--{name}")
        elif value:
            words += [f"--{name}", str(value)]
    return words


def _printed(work: Work) -> list[str]:
    """The options of printing that differ from the usual, as they are typed."""
    to = ",".join(work.formats)
    words = _words(to=to if to != ",".join(DEFAULT_FORMATS) else "")
    if not work.printed:
        return words
    usual = "cards"
    turned = work.paper.landscape and not any(work.paper.name == paper.name and paper.landscape for paper in PAPERS)
    ink = next((ink for ink in INKS if theme_of(work.theme.name, ink) == work.theme), "full")
    return words + _words(
        **{
            "as": work.form.name if work.form.name != usual else "",
            "files": work.separate,
            "paper": work.paper.name if work.paper.name != A4.name else "",
            "landscape": turned,
            "theme": work.theme.name if work.theme.name != PLAIN.name else "",
            "ink": ink if ink != "full" else "",
            "backs": work.backs,
            "no-marks": not work.marks,
            "bleed": f"{work.press.bleed_mm:g}mm" if work.press.bleed_mm else "",
            "marks": bool(work.press.marks),
            "standard": work.press.standard,
            "cmyk": work.press.cmyk,
            "pages": work.press.pages if work.press.pages != USUAL_PAGES else "",
        }
    )
