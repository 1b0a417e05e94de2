"""Make the declarations of the kit from a game file that was read: rules, models, ledger, and the game itself."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import Field, WithJsonSchema, create_model

from chargen.game.concept import Concept, Entry, RuleSet, Text
from chargen.game.contract import API, AnyGame, Game
from chargen.game.deferred import deferred
from chargen.game.ledger import Advanced
from chargen.gamefile.character import FileCharacter, rolls, stats, trackers
from chargen.gamefile.definition import (
    Condition,
    Definition,
    ScoreGroup,
    titled,
)
from chargen.gamefile.format import LARGEST_NUMBER, Described
from chargen.gamefile.stated import POINTS, TO, gained_model
from chargen.gamefile.things import FILLED, LARGEST_MEMBER
from chargen.kit import checks
from chargen.kit.checks import AnyCheck, resolve_limit
from chargen.kit.ledger import Ledger
from chargen.language.formula import Formula
from chargen.page.masthead import Masthead
from chargen.page.roll import Points, signed
from chargen.schema.model import NEEDED, Several
from chargen.text.diagnostic import Diagnostic, error, warning
from chargen.text.names import fold, listing

_MARK = (
    "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-14a3 3 0 0 1-3-3v-14a3 3 0 0 1 3-3z"
    "M8 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM16 14a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM12 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4z"
)
"""The mark of a game with a colour: a die."""


_NAMED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)?")  # with the member of things behind the point: `gear.slots`


def trace_numbers(made: Definition) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return the paths of what each derived number and tracker follows from, by way of other numbers.

    The second value has the paths of everything that a formula may name, by folded names.
    """
    paths: dict[str, tuple[str, ...]] = {}
    paths |= {fold(key): (key,) for key in (*made.choices, *made.scores, *made.picks, *made.things, *made.file.lines)}
    # A member of things does not wait for the others.
    for key, things in made.things.items():
        paths |= {f"{fold(key)}.{fold(member)}": (f"{key}.*.{member}", f"{key}.*.name") for member in things.members}
    for key, group in made.scores.items():
        for name in group.names:
            words = (name, group.file.short.get(name, name))
            paths[fold(name)] = (*(f"{key}.{word.replace('.', ' ')}" for word in words), *group.adds)
    traced: dict[str, tuple[str, ...]] = {}
    formulas = [("derived", key, "is") for key in made.file.derived]
    formulas += [("trackers", key, "boxes") for key in made.file.trackers]
    for section, key, at in formulas:
        named = _names_in(made.formulas[section, key, at].text)
        # Any of the things that have effects may change a derived number, and one for each thing follows from these.
        changes = [
            f"{things.key}.*.{adds}"
            for things in made.things.values()
            if section == "derived" and (adds := things.role("adds"))
        ]
        each = (made.file.derived[key].each,) if section == "derived" and made.file.derived[key].each else ()
        from_names = chain.from_iterable(_paths_of(name, paths) for name in named)
        traced[key] = tuple(dict.fromkeys((*from_names, *changes, *each)))
        if section == "derived":
            paths[fold(key)] = traced[key]
    return traced, paths


def _paths_of(name: str, paths: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the paths of what a formula names; of what is no member, those of the part before the point."""
    return paths.get(name) or paths.get(name.partition(".")[0], ())


def _names_in(text: str) -> list[str]:
    """Return the folded names in the text of a formula."""
    return [*map(fold, _NAMED.findall(text))]


def make_game(
    made: Definition,
    folder: Path,
    *,
    character: type[FileCharacter] = FileCharacter,
    rules: type[RuleSet] = RuleSet,
    fields: Mapping[str, Any] = MappingProxyType({}),
    fixed: Mapping[str, str] = MappingProxyType({}),
    **own: Any,
) -> AnyGame:
    """Return the game of a file; ``folder`` is that of its roles and words.

    ``own`` are the parts of a `Game` that a package has in Python; its rules of creation come after those of the file.
    Its ``character`` is a class on `character.FileCharacter`, with what its pages need besides. ``rules`` has further
    house rules, ``fields`` further keys of a concept, each with its type and its `Field`; ``fixed`` is as in
    `RuleSet.fixed`.
    """
    file = made.file
    concept, rule_set, entry = _models(made, rules, fields)
    rule_set.fixed = fixed or rule_set.fixed
    ledger: Any = None
    if file.ledger is not None:
        # Where the table states prices, a ledger without an award is not counted.
        has_prices = not any(POINTS in verb.takes for verb in made.verbs)
        ledger = Ledger(
            key=made.key,
            entry=entry,
            unit=file.ledger.unit,
            source=made.page(file.ledger.page),
            verbs=made.verbs,
            has_prices=has_prices,
            hint=lambda wish, rules: made.score_names(rules).suggest(wish),
            deeds=lambda words: getattr(words, "deeds", ()),
        )

    def write_starter(name: str) -> str:
        from chargen.gamefile import npc  # imported here: a check writes nothing

        return npc.write_starter(game, made, name)

    parts: dict[str, Any] = {
        "title": made.title,
        "edition": made.page(None),
        "credit": file.credit or made.title,
        "masthead": Masthead(file.colour.lower(), _MARK) if file.colour else None,
        "derived_from": trace_numbers(made)[0],
        "derive": partial(character.of, made),
        "stats": stats,
        "rolls": rolls,
        "trackers": trackers,
        "points": partial(_count_points, made),
        "tables": _suggestions(made),
        "actions": deferred("chargen.gamefile.play:actions"),
        "sheet": deferred("chargen.gamefile.sheet:sheet"),
        "fight": deferred("chargen.gamefile.play:FIGHT") if file.fight is not None else None,
        "ask": deferred("chargen.gamefile.odds:make_question", made),
        "words": deferred("chargen.gamefile.npc:make_words", made),
        "npc": deferred("chargen.gamefile.npc:make_npcs", made),
        "starter": write_starter,
        **own,
        "creation": (*creation(made), *own.get("creation", ())),
    }
    game: AnyGame = Game(
        key=made.key,
        api=API,
        concept=concept,
        rules=rule_set,
        resources=folder,
        ledger=ledger,
        **parts,
    )
    for rule in game.all_rules:
        if why := file.why.get(rule.__name__):
            asks, _, source = (rule.__doc__ or "").rpartition("\n\n")
            rule.__doc__ = f"{asks}\n\n{why}\n\n{source}"
    return game


def _models(
    made: Definition, base: type[RuleSet], further: Mapping[str, Any]
) -> tuple[type[Concept], type[RuleSet], type[Entry]]:
    """Return the models of a concept, of the house rules, and of a line of the ledger."""
    file, rules = made.file, base
    if open_numbers := {key: number for key, number in file.numbers.items() if key not in base.model_fields}:
        numbers: dict[str, Any] = {
            key: (int if number.is_ is not None else int | None, made.setting(key))
            for key, number in open_numbers.items()
        }
        rules = create_model("Rules", __base__=base, __doc__="The numbers of the rules.", **numbers)
    words: dict[str, Any] = {}
    for key, verb in ((file.ledger.buys or {}) if file.ledger else {}).items():
        learned = listing(verb.learns)
        about = f"Which of the {verb.raises} goes up." if verb.raises else f"Which of the {learned} is learned."
        kind: Any = Text
        if verb.sets or verb.loses or made.things.keys() & {*verb.learns}:
            about = f"Which of the {listing(verb.loses or verb.sets)} is {'lost' if verb.loses else 'set'}."
            if verb.learns:
                kind = gained_model([made.things[name] for name in verb.learns])
                about = f"What is gained, one of the {learned}."
            price = Annotated[int, Field(ge=0, le=9999)]
            words[POINTS] = (price, Field(0, description="The price that the table asked."))
        if verb.sets:
            low = min(made.scores[name].span.low for name in verb.sets)
            integer: Any = Annotated[int, Field(ge=min(-LARGEST_NUMBER, low), le=LARGEST_NUMBER)]
            words[TO] = (integer | None, Field(None, description="The new number."))
        words[key] = (kind | None, Field(None, description=about))
    entry = create_model("Advance", __base__=Entry, __doc__="A line of the ledger.", **words)
    house: Any = rules, Field(rules(), description="House rules of the table.")
    fields = {"rules": house, **dict(_fields(made)), **further}
    if file.ledger is not None:
        about = f"{titled(file.ledger.unit)}s earned, and what they bought."
        fields["advancement"] = (Several[entry], Field((), description=about))
    doc = f"A character of {made.title}, as a file writes it."
    return create_model("Character", __base__=Concept, __doc__=doc, **fields), rules, entry


def _fields(made: Definition) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a concept, each with its type."""
    file = made.file
    for key, choice in file.choices.items():
        about = choice.about or f"One of {listing(choice.of or (), 'or')}."
        yield key, (Annotated[Text | None, NEEDED], Field(None, description=about))
    for key, group in made.scores.items():
        low, high = min(0, group.span.low), group.span.high
        schema = group.names.schema({"type": "integer"})
        if group.table is not None:  # names of a table, and numbers that only its own rules limit
            low, high = -LARGEST_MEMBER, LARGEST_MEMBER
            schema["additionalProperties"] = {"type": "integer"}
        shape = WithJsonSchema(schema)
        number = Annotated[Annotated[int, Field(ge=low, le=high)] | None, FILLED]
        marks = () if group.file.base else (NEEDED,)
        about = group.file.about or f"{titled(key)}, by name."
        kind: Any = Mapping[str, number] if group.file.base else Mapping[str, number] | None
        yield key, (Annotated[kind, shape, *marks], Field({} if group.file.base else None, description=about))
    for key, picks in made.picks.items():
        yield key, (Several[Text], Field((), description=picks.file.about or f"Some of the {key}."))
    for key, things in made.things.items():
        about = things.file.about or f"{key.capitalize()}, made up by the player."
        kind = things.model
        yield key, (Several[kind], Field((), description=about))
    for key, line in file.lines.items():
        yield key, (str, Field("", description=line.about or titled(key)))


def _count_points(made: Definition, advanced: Advanced[Any], rules: Any) -> dict[str, Points]:
    """Return the points of each group of scores and list of things that has some, and those of the ledger."""
    parts: dict[str, Any] = {**made.scores, **made.things}
    counted = {
        key: Points.of(resolve_limit(part.points, rules), part.spent(advanced.created, rules))
        for key, part in parts.items()
        if part.points is not None
    }
    return counted | ({"experience": advanced.account.points()} if advanced.ledger else {})


def _suggestions(made: Definition) -> dict[str, Any]:
    """Return the names that editors suggest, by their path in a concept, each with what it does."""
    texts: dict[str, Mapping[str, str]] = {f"{key}.*": picks.texts for key, picks in made.picks.items()}
    for key, choice in made.file.choices.items():
        texts[key] = {name: option.about for name, option in (choice.of or {}).items()}
    texts |= {
        # Where a thing has to have more than its name, it is no text.
        f"{key}.*{'' if things.model.shorthand else '.name'}": {
            name: things.describe(row) for name, row in things.suggested.items()
        }
        for key, things in made.things.items()
    }
    rows: dict[str, dict[Any, Described]] = {
        path: {name: Described(about=text) for name, text in does.items()} for path, does in texts.items()
    }
    for key, things in made.things.items():
        for member, line in things.file.has.items():
            if line.called:
                rows[f"{key}.*.{member}"] = {number: Described(about=name) for name, number in line.called.items()}
    return {path: lambda rules, named=named: named for path, named in rows.items()}


# The rules of creation.


def creation(made: Definition) -> tuple[AnyCheck, ...]:
    """Return the rules of creation, in the order of the file."""
    file = made.file
    rules = [
        checks.known(key, key, names, source=made.page(file.choices[key].page)) for key, names in made.choices.items()
    ]
    for group in made.scores.values():
        rules += _score_rules(made, group, made.page(group.file.page))
    for key, picks in made.picks.items():
        source = made.page(picks.file.page)
        if picks.by:
            rules.append(checks.known_for(key, key, picks.by, picks.lists, source=source))
        else:
            rules.append(checks.known(key, key, picks.names, source=source))
        if picks.number is not None:
            fewer = picks.is_table
            rules.append(checks.count_is(f"{key}_number", key, picks.number, source=source, or_fewer=fewer))
    for things in made.things.values():
        rules += things.rules(made.known_scores, _first_key(made), made.page(things.file.page))

    parts: dict[str, Any] = {**made.scores, **made.things}
    budgets = {key: part.points for key, part in parts.items()}
    # A budget that only a table sets, and the rules do not.
    unset = {key for key, number in file.numbers.items() if number.is_ is None}
    if set_by_tables := {key: limit for key, limit in budgets.items() if isinstance(limit, str) and limit in unset}:
        rules.append(_no_budget(made, set_by_tables))
    for key, line in made.file.lines.items():
        if line.needed:
            message, asks = f"`{key}` is missing", f"Every character has `{key}`."
            needed = partial(checks.at_least_one, message=message, asks=asks, source=made.page(line.page))
            rules.append(needed(key, key, hint=f"add `{key}:`"))
    traced, paths = trace_numbers(made)
    rules += [_author_rule(made, key, condition, traced, paths) for key, condition in made.conditions.items()]
    # With abbreviations, two spellings may be one name, which only the vocabulary knows: see `_score_rules`.
    open_scores = [key for key, group in made.scores.items() if not group.file.short and group.table is None]
    if lists := [*made.picks, *open_scores]:
        rules.append(checks.once("named_once", *lists, source="house default"))
    return tuple(rules)


def _author_rule(
    made: Definition,
    key: str,
    condition: Condition,
    traced: Mapping[str, tuple[str, ...]],
    paths: Mapping[str, tuple[str, ...]],
) -> AnyCheck:
    """Make the rule of an author's condition, which waits for the values that it names (see `trace_numbers`)."""
    file, section = condition.file, made.section_of(condition)
    report = warning if file.warning else error
    members = made.things[section].members if section in made.things else {}

    def find_path(concept: Any, name: str, place: int) -> tuple[str | int, ...]:
        """Return where an entry of `each` is reported: at the entry itself, where it has a place in the file."""
        if file.at in members:
            return (section, place, file.at)
        at = file.at or section
        own = getattr(concept, at) if at else ()
        if at in made.things and at == section and place < len(own):
            return (at, place)
        if own and at in made.scores and at == section:
            return next(((at, word) for word in own if made.scores[at].names.find(word) == name), (at,))
        # What everyone has, such as bare hands, has no place in the file; its number follows from scores.
        written = (key for key in reversed([*made.scores]) if getattr(concept, key))
        return (next(written, "name"),) if file.each in traced else (at,) if own else ("name",)

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        for place, name, message in made.find_broken(condition, concept, rules):
            path = find_path(concept, name, place)
            yield report(message, *path, key=len(path) == 1, hint=file.hint)

    asks = (file.about or "".join(part if isinstance(part, str) else "…" for part in condition.says)).strip()
    place = section if file.at in members else file.at or section
    rule = checks.make_rule(check, key, asks, place or "name", source=made.page(file.page))
    texts = [part.text for part in (condition.must, *condition.says) if isinstance(part, Formula)]
    names = [name for name in _names_in(" ".join(texts)) if not file.each or name not in ("value", "name")]
    # The members of each thing may have the names of other values, and one that cannot be read is left out.
    awaited = [path for name in names if name not in map(fold, members) for path in _paths_of(name, paths)]
    awaited += [path for path in traced.get(file.each, ()) if path != section]
    return checks.reads(*dict.fromkeys(awaited))(rule) if awaited else rule


def _first_key(made: Definition) -> str:
    """Return the key of the first scores that every file has; where there are none, that of the name."""
    return next((key for key, group in made.scores.items() if not group.file.base), "name")


def _score_rules(made: Definition, group: ScoreGroup, source: str) -> Iterator[AnyCheck]:
    key, file, at = group.key, group.file, f"{group.key}.*"
    others = [other.names for other in made.scores.values() if other is not group]
    names: checks.Names = group.names if group.table is None else lambda rules: group.under(rules).names
    yield checks.known(key, key, names, elsewhere=others, source=source)
    if file.short or group.table is not None:
        yield checks.once(f"{key}_once", key, vocabulary=names, source="house default")
    if not file.base:
        yield checks.all_of(f"{key}_all", key, group.names, source=source)
    low = group.low if file.except_ is None else file.except_.value
    if not file.set_ and (low is not None or group.to is not None):
        yield checks.within(f"{key}_limits", at, low, group.to, source=source)
    if file.base and (group.adds or max(file.base.values()) > 0):
        yield _from_base(group, source)
    if file.set_:
        yield checks.numbers_are(f"{key}_set", key, file.set_, source=source)
    if file.largest is not None:
        yield checks.far_above(key, at, largest=file.largest, unless=group.to, source="house default")
    if group.points is not None and file.base:
        asks = f"The points spent on the {key} come to {checks.format_limit(group.points)}."
        what = f"the points spent on the {key}" if group.adds or any(file.base.values()) else f"the {key}"
        spent = partial(checks.sum_is, what=what, total=group.spent, asks=asks, applies=group.is_bought)
        rule = spent(f"{key}_points", key, group.points, otherwise_at=_first_key(made), source=source)
        # The choices decide what a score starts from, so the sum waits for them.
        yield checks.reads(*checks.paths_read_by(rule), *group.adds)(rule)
    elif group.points is not None:

        def total(concept: Any, rules: Any) -> int:
            # A misspelt name is one of them; one of another group is not.
            found = ((str(path[-1]), value) for path, value in checks.find(concept, at))
            return sum(value for word, value in found if not any(other.find(word) for other in others))

        yield checks.sum_is(f"{key}_points", key, group.points, total=total, source=source)
    if file.except_ is not None:
        most, needs = file.except_.most, file.except_.needs
        yield checks.few_below(f"{key}_except", key, group.low, most, needs=needs, source=source)


def _no_budget(made: Definition, budgets: Mapping[str, str]) -> AnyCheck:
    """Make the rule that notes the points spent where neither the rules nor the table have a budget."""
    parts: dict[str, Any] = {**made.scores, **made.things}
    scores = [key for key in budgets if key in made.scores]
    prices = {key: f"{key}.*.{made.things[key].role('price')}" for key in budgets if key in made.things}

    def totals(concept: Any, rules: Any) -> str:
        open_keys = [
            key
            for key, limit in budgets.items()
            if getattr(rules, limit) is None and not (key in scores and not made.scores[key].is_bought(concept))
        ]
        spent = {key: parts[key].spent(concept, rules) for key in open_keys}
        return listing(f"{key} {signed(number)}" for key, number in spent.items() if number or len(budgets) == 1)

    return checks.no_budget(
        totals,
        *prices,
        *scores,
        example=", ".join(f"{limit}: {made.file.numbers[limit].usual or 10}" for limit in budgets.values()),
        waits_for=(*(f"rules.{limit}" for limit in budgets.values()), *scores, *prices.values()),
        asks="The rules have no budget for a new character; a table may set one.",
        source=made.page(parts[next(iter(budgets))].file.page),
    )


def _from_base(group: ScoreGroup, source: str) -> AnyCheck:
    """Make the rule that no score is below its base."""

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        known = group.under(rules)
        floors = {**known.floors(concept), **known.lows}
        for path, value in checks.find(concept, f"{group.key}.*"):
            name = known.names.find(str(path[-1]))
            if name is not None:
                yield from checks.check_range(value, floors[name], None, *path, when=when)

    key, when = group.key, "before anything is spent on it" if group.table is None else ""
    asks = f"Each of the {key} is at least its {'base' if group.table is None else 'lowest'}."
    rule = checks.make_rule(check, f"{key}_base", asks, f"{key}.*", source=source)
    return checks.reads(*group.adds)(rule) if group.adds else rule
