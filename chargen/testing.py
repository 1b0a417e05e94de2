"""The promises that every game keeps, our own and those of plug-ins.

A game's tests are one line, ``conforms(GAME, folder)``, and a folder of concepts: ``good/*.yaml`` check without
error or warning; ``bad/RULE.yaml`` shows a rule at work, its findings marked on the line that is wrong::

    Knife Fighter: 6   # error: [five-by-five/values]
"""

import inspect
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.diagnostic import Diagnostic, Severity
from chargen.core.game import AnyGame, blame, explanation
from chargen.core.model import parse
from chargen.core.names import did_you_mean, slug
from chargen.core.roll import Mean, Odds, as_json
from chargen.core.sheet import Table
from chargen.core.source import Source, load
from chargen.fileio import Input
from chargen.kit.checks import what_it_reads, where_it_looks
from chargen.kit.npc import unpinned
from chargen.npc import check_file

_OFFER = re.compile(r"^# [a-z_]+:(?: .*)?\n(?:#   .*\n)*", re.MULTILINE)
"""A commented key of a starter, and the lines that belong to it: what a player takes the ``# `` away from."""
_MARK = re.compile(r"# (error|warning|note): ((?:\[[^\]]+\](?:, )?)+)")


def conforms(system: AnyGame, folder: Path) -> None:
    """Hold a game to its promises. Raises AssertionError that lists every broken one.

    ``folder`` holds ``good/`` and ``bad/``.
    """
    broken = [
        f"{promise.__name__}: {complaint}" for promise in PROMISES for complaint in _kept(promise, system, folder)
    ]
    assert not broken, f"{system.key} does not keep its promises:\n" + "\n".join(broken)


def _kept(promise: "Promise", system: AnyGame, folder: Path) -> Iterator[str]:
    """What a game breaks of a promise; what it raises meanwhile is one more line, with its place."""
    try:
        yield from promise(system, folder)
    except Exception as fault:
        place = blame(fault, *system.homes)
        yield f"raised {type(fault).__name__}: {fault} ({place})"


def marked(source: Source) -> Counter[tuple[int, str, str]]:
    """The findings that a file's comments ask for: line, severity and code of each."""
    wanted: Counter[tuple[int, str, str]] = Counter()
    for number, line in enumerate(source.lines, start=1):
        for severity, codes in _MARK.findall(line):
            wanted.update((number, severity, code) for code in re.findall(r"\[([^\]]+)\]", codes))
    return wanted


def found(diagnostics: Iterable[Diagnostic]) -> Counter[tuple[int, str, str]]:
    """Findings in the form of `marked`."""
    return Counter((each.place.line if each.place else 0, str(each.severity), each.code) for each in diagnostics)


def check_text(text: str, name: str = "concept.yaml") -> Checked:
    """Check the text of a concept as if it were a file in the working folder."""
    return checking.check(Input(name, source=load(name, text.encode())))


def _check(path: Path) -> Checked:
    return checking.check(Input(path.name, path))


def _differences(checked: Checked) -> Iterator[str]:
    wanted, got = marked(checked.source), found(checked.diagnostics)
    for line, severity, code in wanted - got:
        yield f"{checked.source.name}:{line}: {severity}[{code}] is marked and was not found"
    for line, severity, code in got - wanted:
        yield f"{checked.source.name}:{line}: {severity}[{code}] was found and is not marked"


def names_are_clear(system: AnyGame, folder: Path) -> Iterator[str]:
    """The key is a slug, each rule has a name of its own, says what it asks, and names its source."""
    if slug(system.key) != system.key:
        yield f"the key {system.key!r} is no slug"
    rules = system.all_rules
    for name, number in Counter(rule.__name__ for rule in rules).items():
        if number > 1:
            yield f"{name} is the name of {number} rules"
    for rule in rules:
        said = explanation(rule)
        if not said.asks or not said.source:
            yield f"{rule.__name__} needs a docstring that says what it asks, and a last line 'Source: …'"
    for name, field in system.rules.model_fields.items():
        if not field.description:
            yield f"the house rule {name} needs a docstring"


def rules_can_be_called(system: AnyGame, folder: Path) -> Iterator[str]:
    """A rule of creation takes concept and rules; one of the ledger a line, the character before it, and the rules."""
    for rules, takes in ((system.creation, 2), (system.all_rules[len(system.creation) :], 3)):
        for rule in rules:
            try:
                inspect.signature(rule).bind(*range(takes))
            except TypeError as fault:
                yield f"{rule.__name__} is called with {takes} arguments: {fault}"


def reads_name_what_there_is(system: AnyGame, folder: Path) -> Iterator[str]:
    """What a rule reads, and what a derived number or a tracker follows from, are keys of the concept."""
    derived: set[str] = set()
    for checked in map(_check, sorted((folder / "good").glob("*.yaml"))):
        if checked.game is system and checked.view is not None:
            derived |= {*checked.stats(), *(tracker.name for tracker in checked.view.trackers())}
    for name in system.derived_from:
        if name not in derived:
            hint = did_you_mean(name, derived, "it goes by the names of derived numbers and trackers")
            yield f"derived_from: nothing is called {name!r}; {hint}"
    readers = {rule.__name__: (*what_it_reads(rule), *where_it_looks(rule)) for rule in system.all_rules}
    readers["ledger"] = system.ledger.reads if system.ledger else ()
    for reader, paths in (*readers.items(), *system.derived_from.items()):
        yield from (
            f"{reader} waits for {path!r}, which no concept has"
            for path in paths
            if not _leads(system.concept, path.split("."))
        )


def _leads(annotation: Any, steps: Sequence[str]) -> bool:
    """Whether a path leads somewhere in data of that type: keys of shapes, and ``*`` for members of any other sort."""
    if not steps:
        return True
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields
        names = {key: field for name, field in fields.items() for key in (name, field.alias or name)}
        inside = [field.annotation for field in fields.values()] if steps[0] == "*" else []
        inside += [names[steps[0]].annotation] if steps[0] in names else []
        return any(_leads(inner, steps[1:]) for inner in inside)
    arguments = get_args(annotation)
    if not arguments:
        return annotation is Any
    is_members = get_origin(annotation) not in (Union, UnionType, Annotated)
    return any(_leads(inner, steps[1:] if is_members else steps) for inner in arguments if inner is not NoneType)


def good_files_are_fine(system: AnyGame, folder: Path) -> Iterator[str]:
    """A good file has no error and no warning; notes may be marked."""
    files = sorted((folder / "good").glob("*.yaml"))
    if not files:
        yield "there are no good files"
    for path in files:
        checked = _check(path)
        if checked.game is not system:
            yield f"{path.name} is no {system.key} concept"
        yield from _differences(checked)


def every_rule_is_shown(system: AnyGame, folder: Path) -> Iterator[str]:
    """Each rule has a bad file of its name, which shows it at work and finds just what is marked."""
    for rule in system.all_rules:
        path = folder / "bad" / f"{rule.__name__}.yaml"
        if not path.is_file():
            yield f"bad/{path.name} is missing"
        elif not any(code == system.code(rule) for _, _, code in marked(_check(path).source)):
            yield f"bad/{path.name} does not mark [{system.code(rule)}]"
    for path in sorted((folder / "bad").glob("*.yaml")):
        yield from _differences(_check(path))


def the_starter_is_legal(system: AnyGame, folder: Path) -> Iterator[str]:
    """What `chargen new` writes checks without a finding, whatever the name."""
    for name in ("Kai Brenner", "yes: no", "Łukasz „Ö“ O'Neil", "7"):
        checked = check_text(system.new_concept(name))
        if checked.name != name:
            yield f"the starter for {name!r} is named {checked.name!r}"
        yield from (
            f"{each.code}: {each.message}" for each in checked.diagnostics if each.severity is not Severity.NOTE
        )


def what_the_starter_offers_is_legal(system: AnyGame, folder: Path) -> Iterator[str]:
    """A commented key of the starter is legal when its ``# `` is taken away, alone and with all the others."""
    text = system.new_concept("Kai Brenner")
    for offer in (*(re.escape(offer) for offer in _OFFER.findall(text)), _OFFER.pattern):
        opened = re.sub(offer, _without_hashes, text, flags=re.MULTILINE)
        for finding in check_text(opened).diagnostics:
            if finding.severity is not Severity.NOTE and finding.place is not None:
                line = opened.splitlines()[finding.place.line - 1]
                yield f"{line!r}, no longer a comment: {finding.code}: {finding.message}"


def _without_hashes(offer: re.Match[str]) -> str:
    return re.sub("^# ", "", offer[0], flags=re.MULTILINE)


def odds_are_exact(system: AnyGame, folder: Path) -> Iterator[str]:
    """Every chance is a fraction from 0 to 1, ids are unique, and all of it is plain JSON."""
    for path in sorted((folder / "good").glob("*.yaml")):
        checked = _check(path)
        rolls = checked.rolls()
        if checked.ok and not rolls:
            yield f"{path.name} has nothing to roll"
        ids = Counter(roll.id for roll in rolls)
        yield from (f"{path.name}: the id {each} is taken twice" for each, number in ids.items() if number > 1)
        for roll in rolls:
            yield from (f"{path.name}: {roll.id}: {each}" for each in _wrong_odds(roll.odds))
        json.dumps([as_json(checked.stats()), as_json(checked.points()), as_json(rolls)])


def _wrong_odds(odds: Odds, where: str = "") -> Iterator[str]:
    for name, value in odds.items():
        if isinstance(value, Fraction):
            if not 0 <= value <= 1:
                yield f"{where}{name} is {value}"
        elif isinstance(value, Mean):
            if not isinstance(value.value, Fraction):
                yield f"{where}{name} is no fraction"
        elif isinstance(value, (int, float, str)):
            yield f"{where}{name} is neither a chance nor an average"
        else:
            yield from _wrong_odds(value, f"{where}{name}.")


def sheets_are_whole(system: AnyGame, folder: Path) -> Iterator[str]:
    """A good character has a sheet with its name, blocks of distinct titles, and rows as wide as their headings."""
    for path in sorted((folder / "good").glob("*.yaml")):
        checked = _check(path)
        if not checked.ok:
            continue
        sheet = checking.sheet(checked)
        if sheet.name != checked.name or sheet.system != system.key or not sheet.blocks:
            yield f"{path.name}: the sheet lacks its name, its game or its blocks"
        for block in sheet.blocks:
            if isinstance(block, Table):
                yield from (
                    f"{path.name}: a row of {block.title} has {len(row)} cells under {len(block.columns)} headings"
                    for row in block.rows
                    if len(row) != len(block.columns)
                )


def questions_are_answered(system: AnyGame, folder: Path) -> Iterator[str]:
    """The examples of `chargen odds` have answers."""
    if not system.ask.examples:
        yield "`chargen odds` shows no example"
    for example in system.ask.examples:
        parsed = parse(system.ask.options, _given(example))
        if parsed.value is None or parsed.diagnostics:
            yield f"{example}: {[each.message for each in parsed.diagnostics]}"
        else:
            answer = system.ask.reply(parsed.value, system.rules())
            yield from (f"{example}: {each}" for each in _wrong_odds(answer.odds))


def _given(example: str) -> dict[str, Any]:
    """The options of an example's command line as plain data."""
    given: dict[str, Any] = {}
    key = ""
    for word in example.split():
        if word.startswith("--"):
            key = word.removeprefix("--").replace("-", "_")
            given[key] = True
        else:
            given[key] = int(word) if re.fullmatch(r"-?\d+", word) else word
    return given


def every_field_is_described(system: AnyGame, folder: Path) -> Iterator[str]:
    """The JSON Schema says what each key means."""
    schema = system.concept.model_json_schema()
    for shape in (schema, *schema.get("$defs", {}).values()):
        for each in (shape, *shape.get("anyOf", ())):
            for key, field in each.get("properties", {}).items():
                if "description" not in field:
                    yield f"{each.get('title', 'a shape')}.{key} has no description"


def npcs_are_lawful(system: AnyGame, folder: Path) -> Iterator[str]:
    """Whoever is generated checks without error or warning, and the same seed gives the same person."""
    if system.npc is None:
        return
    for seed in range(STRANGERS):
        name = f"Somebody {seed}"
        data = unpinned(system, Random(seed), system.rules(), name)
        if data != unpinned(system, Random(seed), system.rules(), name):
            yield f"seed {seed} gives two different people"
        checked = checking.check(Input(name, source=Source(name, "", data)))
        if checked.game is not system or checked.name != name:
            yield f"seed {seed} gives somebody else"
        yield from (
            f"seed {seed}: {each.severity}[{each.code}]: {each.message}"
            for each in checked.diagnostics
            if each.severity is not Severity.NOTE
        )


def what_it_brings_is_in_order(system: AnyGame, folder: Path) -> Iterator[str]:
    """The game's own word lists fit, and its roles and ready-made characters check without error or warning."""
    system.words_with()
    for kind in ("npcs", "concepts"):
        for path in sorted((system.resources / kind / system.key).glob("*.yaml")):
            yield from (
                f"{kind}/{path.name}: {finding.severity}[{finding.code}]: {finding.message}"
                for finding in check_file.check(Input(path.name, path)).diagnostics
                if finding.severity is not Severity.NOTE
            )


STRANGERS = 100
"""How many generated people are looked at."""

Promise: TypeAlias = Callable[[AnyGame, Path], Iterator[str]]

PROMISES: tuple[Promise, ...] = (
    names_are_clear,
    rules_can_be_called,
    reads_name_what_there_is,
    good_files_are_fine,
    every_rule_is_shown,
    the_starter_is_legal,
    what_the_starter_offers_is_legal,
    odds_are_exact,
    sheets_are_whole,
    questions_are_answered,
    every_field_is_described,
    npcs_are_lawful,
    what_it_brings_is_in_order,
)
"""What `conforms` holds a game to."""
