"""`chargen batch`: people by the ten or the ten thousand, printed the way a GM uses them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
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
from chargen.core.names import did_you_mean, listing, slug
from chargen.npc import ordering, packs, roles, seeds
from chargen.npc.details import DETAILS, LINE
from chargen.npc.generation import Order, make_npc
from chargen.npc.ordering import ARCHETYPES, SPREADSHEETS, Ordered
from chargen.render.paper import A4, PAPERS, Paper
from chargen.render.theme import INKS, PLAIN
from chargen.render.theme import theme as theme_of

USUAL_NUMBER = 10
DEFAULT_FORMATS = ("pdf", "jsonl")


class Spec(click.ParamType[str]):
    """The key of a game, or the path of an archetype or of a spreadsheet."""

    name = "spec"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        games = [CompletionItem(key) for key in registry.names() if key.startswith(incomplete)]
        return games or [CompletionItem(incomplete, type="file")]


class PackName(click.ParamType[str]):
    """A pack by its name, or the path of one."""

    name = "pack"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        word = str(value)
        if not word.lower().endswith(ARCHETYPES) and word not in packs.names():
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
  chargen batch gamocles -n 200 --to csv,jsonl          nothing printed
  chargen batch facade -n 12 --pack court --detail full of a court, with wants, secrets and ties
  chargen batch five-by-five --seed docks --role guard --only 7 --to yaml
                                                        the seventh, as a concept to build on""",
)
@click.argument("spec", metavar="SYSTEM|SPEC", type=Spec(), required=False)
@click.option(
    "-n",
    "--number",
    type=click.IntRange(1, ranges.LARGEST_NUMBER),
    metavar="N",
    help=f"How many people.  [default: {USUAL_NUMBER}, or as many as --people has rows]",
)
@click.option(
    "--seed",
    type=options.Seed(),
    metavar="TEXT",
    help="The same seed gives the same people.  [default: a new one, which is told]",
)
@click.option("--role", type=options.RoleName(), metavar="ROLE", help="A role of the game: see --roles.")
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
@click.option("--packs", "list_packs", is_flag=True, help="List the packs of words that come along.")
@click.option(
    "--detail",
    type=click.Choice(DETAILS),
    default=LINE,
    show_default=True,
    help="How much is said of each: the name alone, a line, or want, secret, look, voice and ties with others, too.",
)
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
@click.option("--files", "separate", is_flag=True, help="A PDF file for each person, in place of one deck.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the files go.  [default: output/, and there a folder named after all that is asked for]",
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
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary; what fails is told all the same.")
def command(spec: str | None, listed: str | None, list_packs: bool, **wishes: Any) -> int:
    """Make lawful people of a game, by the ten or the ten thousand, and print them.

    SYSTEM|SPEC is the key of a game, or the path of an archetype (.yaml), which says what is pinned and what is
    drawn, or of a spreadsheet (.csv) with a column `system`. Person 7
    of a seed is the same whether ten or ten thousand are made, on any machine. An interrupted batch goes on when the
    same command is given again. Someone who cannot be made is reported, and the others are made. The manifest says
    how to make each person again. Files that chargen did not make are not written over.
    """
    if listed is not None:
        return _list_roles(spec or listed) if not (spec and listed) else _print_role(_system(spec), listed)
    if list_packs:
        return _list_packs()
    if spec is None:
        raise click.UsageError(f"name a game ({listing(registry.names(), 'or')}) or an archetype's file")
    return _batch(spec, **wishes)


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
        raise click.BadParameter(f"{fault}; {fault.hint} ({files_end})", param_hint="SYSTEM|SPEC") from fault
    except registry.BrokenGame as fault:
        raise click.BadParameter(str(fault), param_hint="SYSTEM|SPEC") from fault


def _batch(
    spec: str,
    *,
    seed: str | None,
    role: str | None,
    people: Path | None,
    pack: str | None,
    detail: str,
    number: int | None,
    only: tuple[Span, ...] | None,
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
    last = number or (0 if only else USUAL_NUMBER)
    words = {"pack": pack or "", "detail": detail, "last": last}
    ordered = _ordered(spec, role, people, seed or seeds.fresh(), only or (), words)
    if ordered.diagnostics:
        click.echo(report.findings(ordered.diagnostics, ordered.sources), err=True)
    order = ordered.order
    if order is None:
        return FAULT
    spans = only or ((1, number or len(order.rows) or USUAL_NUMBER),)
    if order.rows and spans[-1][1] > len(order.rows):
        raise click.UsageError(f"the spreadsheet has {len(order.rows)} people, and {spans[-1][1]} is asked for")
    work = _work(order, spans, **printing)
    which = _words(only=ranges.shown(only)) if only else _words(number=ranges.count(spans))
    said = _words(pack=pack, detail=detail if detail != LINE else "")
    printed = _printed(work)
    usual = only is None and ranges.count(spans) == (len(order.rows) or USUAL_NUMBER)
    sheet = people or (Path(spec) if Path(spec).suffix.lower() in SPREADSHEETS else None)
    folder = output or Path("output") / _folder_name(order, sheet, [*said, *([] if usual else which), *printed])
    if "yaml" in work.formats:
        work = replace(work, folder=folder.absolute())
    people_of = [*options.program(), "batch", spec, *_words(role=role, people=people, seed=order.seed), *said]
    engine: Engine = partial(local.results, jobs=jobs or worker_pool.cores())
    if scheduler:
        engine = partial(cluster.results, address=scheduler)
    return batch_run.run_batch(
        work,
        folder,
        batch_run.ReportContext(
            people=people_of,
            again=[*people_of, *which, *printed],
            place=["-o", str(output)] if output else [],
            sources=ordered.sources,
            findings=ordered.diagnostics,
        ),
        inputs=[Path(path) for path in (spec, people, pack) if path],
        engine=engine,
        fresh=fresh,
        force=force,
        quiet=quiet,
    )


def _ordered(
    spec: str, role: str | None, people: Path | None, seed: str, spans: Sequence[Span], words: Mapping[str, Any]
) -> Ordered:
    """What is asked for; raises a usage error where it makes no sense. ``words`` are those of `ordering.ordered`."""
    suffix = Path(spec).suffix.lower()
    if suffix in SPREADSHEETS:
        if people is not None:
            raise click.UsageError(f"{spec} and --people are both spreadsheets; give one")
        people = Path(spec)
        try:
            spec = _game_of(people)
        except fileio.Missing as fault:
            return Ordered(None, fileio.failed(spec, "file/not-found", str(fault)).diagnostics)
        except fileio.Unreadable as fault:
            return Ordered(None, fileio.failed(spec, "file/unreadable", str(fault)).diagnostics)
    elif suffix in ARCHETYPES:
        if role:
            raise click.UsageError(f"--role is a role of a game, and {spec} is an archetype of its own; leave one out")
        return ordering.ordered(spec, "", people, seed, spans, **words)
    game = _system(spec)
    if role:
        options.role_file(game, role)
    return ordering.ordered(game, role or "", people, seed, spans, **words)


def _game_of(path: Path) -> str:
    if game := ordering.game_of(path):
        return game
    raise click.UsageError(f"{path} has no column `system`; name the game: chargen batch SYSTEM --people {path}")


_TELLING = ("only", "ink")
"""Options whose values say little without their names."""


def _folder_name(order: Order, people: Path | None, words: Sequence[str]) -> str:
    """What the folder of a batch is called: after all that tells it from another, as far as there is room."""
    parts = [order.system, order.role, people.stem if people else "", order.seed]
    for word, following in zip_longest(words, words[1:], fillvalue="--"):
        is_flag = word.startswith("--") and following.startswith("--")
        if not word.startswith("--") or is_flag or word[2:] in _TELLING:
            parts.append(word)
    return fileio.file_name(slug(" ".join(filter(None, parts))), "")


def _work(
    order: Order,
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
    game = registry.system(order.system)
    try:
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
        program=program.parts(order.system),
    )


def _campaigns_theme(order: Order, number: int) -> str:
    """The look that the first person's house rules ask for."""
    try:
        return make_npc(order, number).checked.theme
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
            "pages": "play" if work.press.play else "",
        }
    )
