"""Make the lines of a ledger whose price the table states: a score that is set, a thing that is gained or lost."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from chargen.gamefile.definition import Definition, ScoreGroup, join_score_names
from chargen.gamefile.things import ThingList, singular, stated_numbers
from chargen.kit import checks
from chargen.kit.holdings import find_named, merge_prices, unchanged_warning
from chargen.kit.ledger_line import Candidate, Verb, missing_error, value_of
from chargen.page.roll import signed
from chargen.text.diagnostic import Diagnostic, error, warning

STATED = "stated"  # The price of a line that states it itself
THING_PRICE = 2  # The price at which a thing is proposed to be gained (house default: the table states it)
POINTS, TO = "points", "to"  # The keys of a line with its price, and with the new number of a score


def _points(line: Any, before: Any, rules: Any) -> int:
    return int(value_of(line, POINTS))


_make_verb: partial[Verb[Any, Any, Any]] = partial(Verb, price=_points, price_at=(POINTS,), takes=(POINTS,))


def sets(key: str, groups: Mapping[str, ScoreGroup], made: Definition, source: str) -> Verb[Any, Any, Any]:
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
            low, was = checks.resolve_limit(group.least, rules), group.of(before)[name]
            yield from checks.check_range(to, low, None, TO, what=name)
            is_read = name not in group.unread(before)
            if was == to and is_read:
                yield unchanged_warning(name, to, TO)
            if low is not None and to < low:
                return
            yield from find_new_doubts(group, name, before, apply(line, before, rules), rules)
            # Only on the line that breaks a requirement: it was met before.
            for things in made.things.values() if is_read else ():
                for thing in getattr(before, things.key) if (needs := things.role("needs")) else ():
                    least = things.scores.by_entry(stated_numbers(getattr(thing, needs))).get(name)
                    if least is not None and to < least <= was:
                        subject = f"`{thing.name}`" if thing.name else "a thing without a name"
                        message = f"{subject} asks for {name} {signed(least)} or more, and this makes it {signed(to)}"
                        yield warning(message, TO, hint="take the thing out, or leave it to the table")

    def find_new_doubts(group: ScoreGroup, name: str, before: Any, after: Any, rules: Any) -> Iterator[Diagnostic]:
        """Yield what the author's rules about each score say of the one that a line sets, if it was not so before."""
        for condition in made.conditions.values():
            if condition.file.each == group.key:
                broken = {called: message for _, called, message in made.find_broken(condition, after, rules)}
                there = {called for _, called, _ in made.find_broken(condition, before, rules)}
                if name in broken and name not in there:
                    yield (warning if condition.file.warning else error)(broken[name], TO)

    def apply(line: Any, before: Any, rules: Any) -> Any:
        found, to = find(line), value_of(line, TO)
        if found is None or to is None:
            return before
        group, name = found
        numbers = group.listed(before)
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
                    price = group.file.price * max(1, number + 1)
                    word = group.names.spelling(name, group.listed(state))
                    called = (name, group.file.short.get(name, name))
                    yield Candidate({key: word, TO: number + 1, POINTS: price}, called)

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
        yield from things.find_wrong_names(gained, key)
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
        # A candidate without a line is for preferences: the character has it already.
        for thing in getattr(state, things.key):
            yield Candidate(None, (thing.name or "",), group=singular(things.key))
        for thing in getattr(words, things.key, None) or things.suggestions:
            if _find(state, things, thing.name) is None:
                # The price is on the line; with one on the thing as well it would be stated twice.
                gained = thing.model_copy(update={cost: 0}) if cost else thing
                yield Candidate({key: gained, POINTS: THING_PRICE}, (thing.name or "",), group=singular(things.key))

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
        is_known = None not in there and not before.unread(things.key)
        if word is not None and _find(before, things, word) is None and is_known:
            yield missing_error(singular(things.key), word, there, key)

    def apply(line: Any, before: Any, rules: Any) -> Any:
        lost = _find(before, things, value_of(line, key))
        return _with(before, things, tuple(thing for thing in getattr(before, things.key) if thing is not lost))

    def describe(line: Any, before: Any, after: Any, rules: Any) -> str:
        word = value_of(line, key)
        return f"{getattr(_find(before, things, word), 'name', word)}, lost"

    asks = f"A line takes away one of the {things.key} that is there."
    return _make_verb(
        key,
        f"as in {{{key}: …}}",
        apply,
        describe,
        rules=(checks.make_rule(check, key, asks, f"advancement.*.{key}", source=source),),
    )


def _find(concept: Any, things: ThingList, name: str | None) -> Any:
    """Return the thing of a name, in any spelling; None where there is none."""
    return find_named(getattr(concept, things.key), name)


def _with(concept: Any, things: ThingList, owned: tuple[Any, ...]) -> Any:
    return concept.model_copy(update={things.key: owned})
