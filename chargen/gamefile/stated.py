"""Make the lines of a ledger whose price the table states: a score that is set, a thing that is gained or lost."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from chargen.gamefile.definition import ScoreGroup, join_score_names
from chargen.gamefile.things import ThingList
from chargen.kit import checks
from chargen.kit.holdings import find_named, merge_prices, unchanged_warning
from chargen.kit.ledger_line import Candidate, Verb, missing_error, value_of
from chargen.page.roll import signed
from chargen.text.diagnostic import Diagnostic, error

STATED = "stated"  # The price of a line that states it itself
THING_PRICE = 2  # The price at which a thing is proposed to be gained (house default: the table states it)
POINTS, TO = "points", "to"  # The keys of a line with its price, and with the new number of a score


def _points(line: Any, before: Any, rules: Any) -> int:
    return int(value_of(line, POINTS))


_make_verb: partial[Verb[Any, Any, Any]] = partial(Verb, price=_points, price_at=(POINTS,), takes=(POINTS,))


def sets(key: str, groups: Mapping[str, ScoreGroup], source: str) -> Verb[Any, Any, Any]:
    """Make the verb that sets a score: ``{change: Combat, to: 4, points: 3}``."""
    names = join_score_names(groups.values())

    def find(line: Any) -> tuple[ScoreGroup, str] | None:
        name = names.find(value_of(line, key))
        return next(((group, name) for group in groups.values() if name in group.names), None) if name else None

    def check(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        found, to = find(line), value_of(line, TO)
        if found is None:
            yield checks.unknown(value_of(line, key), names, key)
        elif to is not None:
            group, name = found
            yield from checks.check_range(to, checks.resolve_limit(group.low, rules), None, TO, what=name)
            if group.of(before)[name] == to:
                yield unchanged_warning(name, to, TO)

    def apply(line: Any, before: Any, rules: Any) -> Any:
        found, to = find(line), value_of(line, TO)
        if found is None or to is None:
            return before
        group, name = found
        numbers = getattr(before, group.key)
        # In another spelling than the file's it would be a second key.
        return before.model_copy(update={group.key: {**numbers, group.names.spelling(name, numbers): to}})

    def apply_as_meant(line: Any, before: Any, rules: Any) -> Any:
        is_wrong = any(one.severity == "error" for one in check(line, before, rules))
        return before if is_wrong else apply(line, before, rules)

    def describe(line: Any, before: Any, after: Any, rules: Any) -> str:
        found = find(line)
        if found is None:
            return f"{value_of(line, key)} → {signed(value_of(line, TO) or 0)}"
        group, name = found
        return f"{name} {signed(group.of(before)[name])} → {signed(group.of(after)[name])}"

    def candidates(state: Any, rules: Any, words: Any) -> Iterator[Candidate]:
        # One more, at its new value (house default), and from a negative number up at no less than the step to 1.
        for group in groups.values():
            for name, number in group.of(state).items():
                if number < group.span.high:
                    yield Candidate({key: names.key(name), TO: number + 1, POINTS: max(1, number + 1)}, (name,))

    asks = "A line sets a score to another number, at the price that it states."
    check.vocabulary = names  # type: ignore[attr-defined]
    return _make_verb(
        key,
        f"as in {{{key}: {names.key(names[0])}, to: 3, points: 2}}",
        apply,
        describe,
        meant=apply_as_meant,
        needs=(TO,),
        rules=(checks.make_rule(check, key, asks, f"advancement.*.{key}", source=source),),
        candidates=candidates,
        merge=merge_prices,
    )


def gains(
    key: str, things: ThingList, known_scores: Callable[[Any], Mapping[str, int]], source: str
) -> Verb[Any, Any, Any]:
    """Make the verb that adds a thing, with what it costs or at a price of its own: ``{gain: {name: Cold Blood}}``."""
    cost = things.role("price")

    def price(line: Any, before: Any, rules: Any) -> int:
        gained = value_of(line, key)
        # A thing with a negative price costs nothing, and is no award.
        return max(0, _points(line, before, rules) + (getattr(gained, cost) or 0 if cost and gained else 0))

    def form(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        gained = value_of(line, key)
        if gained is not None and cost and getattr(gained, cost) and _points(line, before, rules):
            yield error("the price is stated twice", POINTS, key=True, hint=f"leave it out, or `{cost}`")

    def check(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        gained = value_of(line, key)
        if gained is None:
            return
        for what, names in (("needs", things.scores), ("adds", things.derived)):
            if part := things.role(what):
                yield from checks.find_unknown(checks.find_names(gained, part, key), names)
        yield from things.find_unmet(gained, known_scores(before), key)
        old = _find(before, things, gained.name)
        if old is not None:
            yield error(f"`{old.name}` is there already", key, hint="give it another name, or lose the old one first")

    def apply(line: Any, before: Any, rules: Any) -> Any:
        gained = value_of(line, key)
        return before if gained is None else _with(before, things, (*getattr(before, things.key), gained))

    def apply_as_meant(line: Any, before: Any, rules: Any) -> Any:
        gained = value_of(line, key)
        is_new = gained is not None and gained.name and _find(before, things, gained.name) is None
        return apply(line, before, rules) if is_new else before

    def candidates(state: Any, rules: Any, words: Any) -> Iterator[Candidate]:
        for name, row in things.suggested.items():
            if _find(state, things, name) is None:
                gained = {"name": name, **{part: value for part, value in row.items() if part != cost}}
                yield Candidate({key: gained, POINTS: THING_PRICE}, (name,), group=things.key)

    asks = f"A line adds one of the {things.key} that is not there yet, and whose requirements are met."
    return _make_verb(
        key,
        f"as in {{{key}: {{name: …}}, points: 2}}",
        apply,
        lambda line, before, after, rules: f"{getattr(value_of(line, key), 'name', '')}, gained",
        price=price,
        price_at=(key, cost) if cost else (POINTS,),
        adds=True,
        meant=apply_as_meant,
        candidates=candidates,
        form=form,
        rules=(checks.make_rule(check, key, asks, f"advancement.*.{key}", source=source),),
    )


def loses(key: str, things: ThingList, source: str) -> Verb[Any, Any, Any]:
    """Make the verb that takes a thing away by its name: ``{lose: Red Mist}``."""

    def check(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        word, there = value_of(line, key), [thing.name for thing in getattr(before, things.key)]
        # A thing without a name, which is an error of its own, may be the one that is meant.
        if word is not None and _find(before, things, word) is None and None not in there:
            yield missing_error("thing", word, there, key)

    def apply(line: Any, before: Any, rules: Any) -> Any:
        lost = _find(before, things, value_of(line, key))
        return _with(before, things, tuple(thing for thing in getattr(before, things.key) if thing is not lost))

    asks = f"A line takes away one of the {things.key} that is there."
    return _make_verb(
        key,
        f"as in {{{key}: …}}",
        apply,
        lambda line, before, after, rules: f"{value_of(line, key)}, lost",
        rules=(checks.make_rule(check, key, asks, f"advancement.*.{key}", source=source),),
    )


def _find(concept: Any, things: ThingList, name: str | None) -> Any:
    """Return the thing of a name, in any spelling; None where there is none."""
    return find_named(getattr(concept, things.key), name)


def _with(concept: Any, things: ThingList, owned: tuple[Any, ...]) -> Any:
    return concept.model_copy(update={things.key: owned})
