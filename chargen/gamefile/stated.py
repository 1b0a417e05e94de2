"""Make the lines of a ledger whose price the table states: a score that is set, a thing that is gained or lost."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from pydantic import Field, create_model

from chargen.game.identity_cache import cache_by_identity
from chargen.gamefile.definition import (
    Definition,
    Names,
    ScoreGroup,
    join_score_names,
    numbers_of,
)
from chargen.gamefile.things import ThingList, singular
from chargen.kit import checks
from chargen.kit.checks import Limit
from chargen.kit.ledger_line import AT_THIS_LINE, Candidate, Verb, missing_error, value_of
from chargen.language.formula import Values
from chargen.page.roll import signed
from chargen.schema.model import Model
from chargen.text.diagnostic import Diagnostic, KeyPath, error, warning
from chargen.text.names import fold, listing, with_article

STATED = "stated"  # The price of a line that states it itself
POINTS, TO = "points", "to"  # The keys of a line with its price, and with the new number of a score


def _points(line: Any, before: Any, rules: Any) -> int:
    return int(value_of(line, POINTS))


_make_verb: partial[Verb[Any, Any, Any]] = partial(Verb, price=_points, price_at=(POINTS,), takes=(POINTS,))


def sets(key: str, keys: Sequence[str], most: Limit, made: Definition, source: str) -> Verb[Any, Any, Any]:
    """Make the verb that sets a score: ``{change: Combat, to: 4, points: 3}``."""

    @cache_by_identity(64)
    def groups_of(rules: Any) -> tuple[Names, tuple[ScoreGroup, ...]]:
        groups = tuple(made.scores[name].under(rules) for name in keys)
        return join_score_names(groups), groups

    def find(line: Any, rules: Any) -> tuple[ScoreGroup, str] | None:
        names, groups = groups_of(rules)
        name = names.find(value_of(line, key))
        return next(((group, name) for group in groups if name in group.names), None) if name else None

    def check(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        found, to = find(line, rules), value_of(line, TO)
        if found is None:
            yield checks.unknown(value_of(line, key), groups_of(rules)[0], key)
        elif to is not None:
            group, name = found
            low, was = group.lows.get(name, checks.resolve_limit(group.least, rules)), group.of(before)[name]
            wrong = [*checks.check_range(to, low, checks.resolve_limit(most, rules), TO, what=name)]
            yield from wrong
            if was == to and name not in group.unread(before):
                hint = "take this line out, or write the new number"
                yield warning(f"{name} is {signed(to)} already {AT_THIS_LINE}", TO, hint=hint)
            if wrong:
                return
            # What the author's rules about each score say of the one that a line sets, if it was not so before.
            for condition in made.conditions.values():
                if condition.file.each == group.key:
                    after = made.find_broken(condition, apply(line, before, rules), rules)
                    broken = {called: message for _, called, message in after}
                    there = {called for _, called, _ in made.find_broken(condition, before, rules)}
                    if name in broken and name not in there:
                        yield (warning if condition.file.warning else error)(broken[name], TO, hint=condition.file.hint)
            # Only on the line that breaks a requirement: it was met before.
            for things in made.things.values():
                for thing in getattr(before, things.key) if (needs := things.role("needs")) else ():
                    least = things.scores.by_entry(getattr(thing, needs)).get(name)
                    if least is not None and to < least <= was and name not in group.unread(before):
                        subject = f"`{thing.name}`" if thing.name else "a thing without a name"
                        message = f"{subject} asks for {name} {signed(least)} or more, and this makes it {signed(to)}"
                        yield warning(message, TO, hint="take the thing out, or leave it to the table")

    def apply(line: Any, before: Any, rules: Any) -> Any:
        found, to = find(line, rules), value_of(line, TO)
        if found is None or to is None:
            return before
        group, name = found
        numbers = group.listed(before)
        # In another spelling than the file's it would be a second key.
        return before.model_copy(update={group.key: {**numbers, group.names.spelling(name, numbers): to}})

    def apply_as_meant(line: Any, before: Any, rules: Any) -> Any:
        wrong = [one for one in check(line, before, rules) if one.severity == "error"]
        nearest = [one.nearest for one in wrong if one.nearest is not None]
        meant = line.model_copy(update={TO: nearest[0]}) if nearest else line
        return before if len(wrong) > len(nearest) else apply(meant, before, rules)

    def describe(line: Any, before: Any, after: Any, rules: Any) -> str:
        found = find(line, rules)
        if found is None:
            return f"{value_of(line, key)} → {signed(value_of(line, TO) or 0)}"
        group, name = found
        return f"{name} {signed(group.of(before)[name])} → {signed(group.of(after)[name])}"

    def candidates(state: Any, rules: Any, words: Any) -> Iterator[Candidate]:
        # One more, at its new value (house default).
        numbers = numbers_of(made.file, rules)
        highest = checks.resolve_limit(most, rules)
        for group in groups_of(rules)[1]:
            price = made.formulas["scores", group.key, "price"]
            own = {group.names.find(word): word for word in reversed([*group.listed(state)])}
            scores = group.of(state)
            costs = {more: price(Values({**numbers, "value": more})) for more in {n + 1 for n in scores.values()}}
            for name, number in scores.items():
                called = (name, group.file.short.get(name, name))
                if number < (group.span.high if highest is None else highest):
                    word = own.get(name) or group.names.key(name)
                    line = {key: word, TO: number + 1, POINTS: costs[number + 1]}
                    # Where a table may have any names, those of the sheet would drown among the others.
                    yield Candidate(line, called, asked=bool(group.lows) and name not in own)
                elif name in own:
                    yield Candidate(None, called)

    names = join_score_names(made.scores[name] for name in keys)
    asks = "A line sets a score to another number, at the price that it states."
    check.vocabulary = lambda rules: groups_of(rules)[0]  # type: ignore[attr-defined]
    return _make_verb(
        key,
        f"as in {{{key}: {names.key(names[0])}, to: 3, points: 2}}",
        apply,
        describe,
        meant=apply_as_meant,
        needs=(TO,),
        rules=(checks.make_rule(check, key, asks, f"advancement.*.{key}", source=source),),
        candidates=candidates,
        # Of two lines that set the same number, the later one has the final number, and prices add up.
        merge=lambda one, other: {**other, POINTS: one.get(POINTS, 0) + other.get(POINTS, 0)},
    )


def gained_model(lists: Sequence[ThingList]) -> type[Model]:
    """Return the model of what a line gains: a thing; of several lists, a mapping with the word for one of each."""
    if len(lists) == 1:
        return lists[0].model
    about = "One of the {}."
    fields: dict[str, Any] = {
        singular(each.key): (each.model | None, Field(None, description=about.format(each.key))) for each in lists
    }
    model = create_model("Gained", __base__=Model, **fields)
    model.shorthand = next(iter(fields))
    return model


def gains(key: str, lists: Sequence[ThingList], made: Definition, source: str) -> Verb[Any, Any, Any]:
    """Make the verb that adds a thing, with what it costs or at a price of its own: ``{gain: {name: Cold Blood}}``."""

    is_one = len(lists) == 1
    paths: dict[str, KeyPath] = {each.key: (key,) if is_one else (key, singular(each.key)) for each in lists}

    def gained(line: Any) -> list[tuple[ThingList, Any]]:
        """Return what a line gains: one thing, if it is right."""
        value = value_of(line, key)
        if is_one:
            return [] if value is None else [(lists[0], value)]
        return [(things, new) for things in lists if (new := getattr(value, singular(things.key), None)) is not None]

    def price(line: Any, before: Any, rules: Any) -> int:
        costs = [getattr(new, cost) or 0 for things, new in gained(line) if (cost := things.role("price"))]
        # A thing with a negative price costs nothing, and is no award.
        return max(0, _points(line, before, rules) + sum(costs))

    def form(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        new = gained(line)
        if len(new) != 1 and value_of(line, key) is not None:
            words = [with_article(singular(things.key)) for things, _ in new]
            found = f"both {listing(words)}" if new else "nothing"
            yield error(f"a line gains one thing; this one gains {found}", key, hint=example)
        for things, thing in new:
            cost = things.role("price")
            if cost and getattr(thing, cost) and _points(line, before, rules):
                yield error("the price is stated twice", POINTS, key=True, hint=f"leave it out, or `{cost}`")

    def check(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        for things, new in gained(line):
            at = paths[things.key]
            yield from things.find_wrong_names(new, *at)
            if things.role("needs"):
                yield from things.find_unmet(new, made.known_scores(before, rules), *at)
            if (old := _find(before, lists, new.name)) is not None:
                hint = "give it another name, or lose the old one first"
                yield error(f"`{old.name}` is there already", *at, hint=hint)
            # What the author's rules say of the new one, which is the last.
            after, last = add(before, things, new), len(getattr(before, things.key))
            for condition in made.conditions.values():
                if condition.file.each == things.key and not new.unread_within():
                    found = [one for one in made.find_broken(condition, after, rules) if one[0] == last]
                    for _, _, message in found:
                        yield (warning if condition.file.warning else error)(message, *at, hint=condition.file.hint)

    def add(before: Any, things: ThingList, new: Any) -> Any:
        return before.model_copy(update={things.key: (*getattr(before, things.key), new)})

    def apply(line: Any, before: Any, rules: Any) -> Any:
        for things, new in gained(line):
            before = add(before, things, new)
        return before

    def apply_as_meant(line: Any, before: Any, rules: Any) -> Any:
        for things, new in gained(line):
            if new.name and _find(before, lists, new.name) is None:
                before = add(before, things, new)
        return before

    def describe(line: Any, before: Any, after: Any, rules: Any) -> str:
        things, new = next(iter(gained(line)), (lists[0], None))
        sort = "gained" if is_one else f"a new {singular(things.key)}"
        return f"{getattr(new, 'name', None) or 'Something'}, {sort}"

    # Word lists are long and shared by all NPCs of a run.
    @cache_by_identity(64)
    def offers(words: Any) -> tuple[Candidate, ...]:
        made_up = list[Candidate]()
        for things in lists:
            group, cost = singular(things.key), things.role("price")
            listed = [thing.model_dump() for thing in getattr(words, things.key, ())]
            for thing in listed or [{"name": name, **row} for name, row in things.suggested.items()]:
                # The price is on the line; with one on the thing as well it would be stated twice.
                new: Any = things.model.model_validate({**thing, **({cost: 0} if cost else {})})
                entry = {key: new if is_one else {group: new}, POINTS: things.file.price}
                made_up.append(Candidate(entry, (new.name or "",), group=group))
        return tuple(made_up)

    def candidates(state: Any, rules: Any, words: Any) -> Iterator[Candidate]:
        # A candidate without a line is for preferences: the character has it already.
        for things in lists:
            for thing in getattr(state, things.key):
                yield Candidate(None, (thing.name or "",), group=singular(things.key))
        there = {fold(thing.name) for things in lists for thing in getattr(state, things.key) if thing.name}
        yield from (offer for offer in offers(words) if fold(offer.names[0]) not in there)

    words = listing((things.key for things in lists), "or")
    asks = f"A line adds one of the {words} that is not there yet, and whose requirements are met."
    word = "" if is_one else f"{singular(lists[0].key)}: "
    example = f"as in {{{key}: {f'{{{word}{{name: …}}}}' if word else '{name: …}'}, points: 2}}"
    first = lists[0].role("price")
    return _make_verb(
        key,
        example,
        apply,
        describe,
        price=price,
        price_at=(*paths[lists[0].key], first) if first else (POINTS,),
        adds=True,
        meant=apply_as_meant,
        candidates=candidates,
        form=form,
        rules=(checks.make_rule(check, key, asks, f"advancement.*.{key}", source=source),),
    )


def loses(key: str, lists: Sequence[ThingList], made: Definition, source: str) -> Verb[Any, Any, Any]:
    """Make the verb that takes a thing away by its name: ``{lose: Red Mist}``."""

    def check(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        word, there = value_of(line, key), [thing.name for things in lists for thing in getattr(before, things.key)]
        # A thing without a name, which is an error of its own, may be the one that is meant.
        is_known = None not in there and not any(before.unread(things.key) for things in lists)
        if word is not None and _find(before, lists, word) is None and is_known:
            scores = made.score_names(rules)
            name = scores.find(word)
            hint = f"{name} is {with_article(scores.what)}: it is not lost, but set to another number" if name else ""
            what = listing((singular(things.key) for things in lists), "or")
            yield missing_error(what, word, there, key, hint=hint)

    def apply(line: Any, before: Any, rules: Any) -> Any:
        lost = _find(before, lists, value_of(line, key))
        for things in lists:
            left = tuple(one for one in getattr(before, things.key) if one is not lost)
            before = before.model_copy(update={things.key: left})
        return before

    def describe(line: Any, before: Any, after: Any, rules: Any) -> str:
        word = value_of(line, key)
        return f"{getattr(_find(before, lists, word), 'name', word)}, lost"

    asks = f"A line takes away one of the {listing((things.key for things in lists), 'or')} that is there."
    return _make_verb(
        key,
        f"as in {{{key}: …}}",
        apply,
        describe,
        rules=(checks.make_rule(check, key, asks, f"advancement.*.{key}", source=source),),
    )


def _find(concept: Any, lists: Iterable[ThingList], name: str | None) -> Any:
    """Return the thing of a name, in any spelling; None where there is none."""
    named = (thing for things in lists for thing in getattr(concept, things.key) if thing.name is not None)
    return next((thing for thing in named if name is not None and fold(thing.name) == fold(name)), None)
