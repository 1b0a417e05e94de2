"""Reconstruct creation and a ledger for a character that was kept on paper.

The file has today's values. A possible *creation* has some lower numbers and lacks some things, and a ledger leads from
there to today. The search goes through these steps:

1. Trace each number, and each thing with a name, back along what the ledger could have bought (`_trace`). This gives a
   trail of stops: values at creation, today's first, each with its entries and their price.
2. Search best first (`_find_legal`). A node is a rollback: one stop of each trail. Its neighbours go one stop further
   on one trail. The nodes wait in a priority queue, by errors first, then by the price and the points still overdrawn.
3. If that takes too long, search locally (`_search_locally`): hill climbing by random changes, with restarts.
4. Make the legal creation cheaper (`_reduce`): move stops back to today, one alone or in exchange for a cheaper one,
   until no move is left.
5. Order the entries so that each is legal (`_order_entries`), write the file (`_write`), and compare its character with
   today's (`_leads_to_today`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from chargen.checking.chances import chances
from chargen.checking.concept import Checked, check_data, check_source
from chargen.experience import editing
from chargen.experience.moves import AnyLedger, Edit, ledger_of
from chargen.game.contract import AnyGame
from chargen.game.ledger import RICH, Advanced
from chargen.game.plain_data import as_plain
from chargen.kit.checks import paths_read_by
from chargen.kit.ledger_line import Step, Verb
from chargen.quick_dataclass import dataclass
from chargen.schema.model import shapes_in
from chargen.schema.parsing import parse
from chargen.text.diagnostic import Diagnostic, KeyPath, Severity
from chargen.text.edits import NotEditable, with_value
from chargen.text.names import fold
from chargen.text.parts import ABSENT, find_value, value_at, with_value_at
from chargen.text.source import Source
from chargen.text.writing import splice

WHY = "kept on paper"
MOST_CREATIONS = 2000  # The number of creations that are checked (house default)
MOST_IN_ORDER = 500
"""The number of them that the best-first search checks; the local search has the rest (house default)."""
MOST_WITHOUT_PROGRESS = 200
"""The number of changes without progress after which the local search restarts (house default)."""
MOST_EXCHANGES = 200
"""The number of cheaper creations that are checked in one step of `_reduce` (house default)."""
MOST_MISSES = 5
"""The number of values without a step up after which a number is traced no further (house default)."""
MOST_STEPS = 30  # The largest difference over which a number is traced (house default)
_KEPT = ("system", "name", "rules", "waive", "stated", "state", "equipment")
"""The keys that no ledger changes."""
_OF_TODAY = ("stated", "state")  # The keys that describe the character now, not at creation
_AS_IT_IS = object()

Entry = Mapping[str, Any]
Rollback = tuple[int, ...]  # For each trail, the index of a stop


class NotAdoptable(ValueError):
    """A character for which no creation and ledger were found; the message says why."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """A possible value at creation, and the entries that lead from there to today."""

    path: KeyPath
    value: Any  # A number; `_AS_IT_IS` for a thing, `ABSENT` if it was not there
    entries: tuple[Entry, ...]
    cost: int  # The price of the entries; in a game without prices, their number


@dataclass(slots=True)
class _Trail:
    """A number of the file, or a thing with a name, and its stops, today's first. They are traced on demand."""

    path: KeyPath
    more: Iterator[_Stop]
    stops: list[_Stop] = field(default_factory=list)

    def stop(self, index: int) -> _Stop | None:
        """Return a stop, or None after the end of the trail."""
        while len(self.stops) <= index:
            stop = next(self.more, None)
            if stop is None:
                return None
            self.stops.append(stop)
        return self.stops[index]

    def all(self) -> Sequence[_Stop]:
        """Return every stop."""
        self.stops.extend(self.more)
        return self.stops


def adopt(checked: Checked, path: Path) -> Edit:
    """Return a file with values of creation, and a ledger that leads from there to its values before.

    Raises `NotAdoptable` if the file needs no ledger or none was found, and `chargen.experience.moves.NoLedger`.
    """
    ledger_of(checked)
    if editing.entries(checked.source):
        raise NotAdoptable("its ledger has entries already")
    if checked.ok:
        raise NotAdoptable("its values are legal at creation: it needs no ledger")
    if checked.advanced is None:
        raise NotAdoptable("it cannot be read as a character")
    return _CreationSearch(checked, path).edit()


class _CreationSearch:
    """The search for the creation of one character."""

    def __init__(self, checked: Checked, path: Path) -> None:
        assert checked.game is not None
        self.checked, self.path, self.game, self.rules = checked, path, checked.game, checked.rules
        self.ledger, self.words = ledger_of(checked), checked.game.words_with()
        data: Any = checked.source.data
        # What describes the character of today would be an error of a creation that has lower numbers.
        self.data = {key: value for key, value in data.items() if fold(key) not in _OF_TODAY}
        self.checks: dict[Rollback, Checked] = {}
        self.all_seen = False
        self.states: dict[tuple[KeyPath, Any, bool], tuple[Any, Any] | None] = {}
        # Only what the ledger can change by name is traced: an age or a page number is left alone.
        now = self.state((), None)
        self.called: set[str] = set()
        if now is not None:
            for candidate in self.ledger.all_candidates(now[1], self.rules, self.words):
                self.called.update(fold(name.rpartition(" > ")[2]) for name in candidate.names)
        numbers = _find_numbers(self.data, ())
        # Known by its own name, or by that of the thing around it.
        self.numbers = [path for path in numbers if any(fold(str(part)) in self.called for part in path[-2:])]
        trails = [_Trail(number, self._trace(number)) for number in self.numbers]
        things = (thing for thing in _find_things(self.data) if not any(number[:2] == thing for number in self.numbers))
        self.trails = [*trails, *(_Trail(thing, self._trace(thing)) for thing in things)]
        # A trail without a second stop leaves no choice.
        self.trails = [trail for trail in self.trails if trail.stop(1) is not None]

    def edit(self) -> Edit:
        """Return the file with the first legal creation, and its ledger."""
        for rollback in self._find_legal():
            rollback = self._reduce(rollback)
            entries = self._order_entries(rollback)
            edit = None if entries is None else self._write(rollback, entries)
            if edit is not None and edit.after.ok and self._leads_to_today(edit.after):
                return edit
        reason = self._explain_failure()
        if self.all_seen:
            raise NotAdoptable(f"no creation from which a ledger could lead to these values is legal{reason}")
        some = f"{len(self.checks):,}"
        raise NotAdoptable(f"of {some} creations near these values none is legal, though others may be{reason}")

    def _explain_failure(self) -> str:
        """Return why the creation that is nearest to legal is refused, with the rule's own message."""
        near = min((self._distance(rollback), rollback) for rollback in self.checks)[1] if self.checks else None
        checked = self._check(near) if near is not None else None
        errors = (
            [diagnostic for diagnostic in checked.diagnostics if diagnostic.severity is Severity.ERROR]
            if checked
            else []
        )
        if not errors:
            return "; where creation is legal, no ledger leads from it to today"
        more = f", and {len(errors) - 1} more" if len(errors) > 1 else ""
        return f"; even the nearest breaks a rule: {errors[0].message}{more}"

    # Step 1: trace the values back.

    def state(self, path: KeyPath, value: Any, alone: bool = False) -> tuple[Any, Any] | None:
        """Return the concept with one value replaced, and the state at the start of its ledger; None if it is invalid.

        With ``alone``, all other numbers are at most 0, so that no rule about several numbers refuses this one.
        """
        key = path, value, alone
        if key not in self.states:
            others = {number: min(value_at(self.data, number), 0) for number in self.numbers} if alone else {}
            parsed = parse(self.game.concept, _replace_values(self.data, {**others, path: value} if path else others))
            is_complete = parsed.value is not None and not any(place[: len(path)] == path for place in parsed.rejected)
            concept = parsed.value if is_complete else None
            self.states[key] = None if concept is None else (concept, self.ledger.start(concept, self.rules))
        return self.states[key]

    def _trace(self, path: KeyPath) -> Iterator[_Stop]:
        """Yield the stops of a number or thing, from today's value down."""
        now = value_at(self.data, path)
        is_number = type(now) in (int, float)
        # The first stop is to leave the value as it is.
        yield (today := _Stop(path, now if is_number else _AS_IT_IS, (), 0))
        stops = [today]
        if is_number:
            for stop in self._trace_number(today):
                stops.append(stop)
                yield stop
        if is_number and len(stops) == 1:
            return
        # A thing may also have been gained later: alone, or with the parts around it, innermost first.
        for item in [path[:end] for end in range(len(path), 1, -1)]:
            for stop in stops:
                for entry in self._gaining_entries(item, stop):
                    step = self._step((item, ABSENT), entry, (stop.path, stop.value))
                    if step is not None and self._price(step):
                        cost = stop.cost + self._price(step) if self.ledger.has_prices else len(stops)
                        yield _Stop(item, ABSENT, (entry, *stop.entries), cost)
                        return

    def _trace_number(self, today: _Stop) -> Iterator[_Stop]:
        """Yield the lower numbers from which the ledger leads up to today's, in as few entries as possible.

        If several lead to the same number, as those between two ranks do, only the one that others lead to is a stop.
        """
        reached, waiting = [today], list[_Stop]()
        was, misses = today.value, 0
        while misses < MOST_MISSES and today.value - was < MOST_STEPS:
            # Halves are the smallest step that any game sells (SP in Façade's cascade).
            was -= 1 if isinstance(was, int) else 0.5
            misses += 1
            below = self.state(today.path, was)
            if below is None:
                break
            for entry in self._next_steps(today.path, below[1]):
                leading = self._connect(was, entry, reached)
                if leading is None:
                    continue
                to, line, price = leading
                if not price and to is today:  # a free step makes creation no cheaper
                    return
                if not price:
                    continue
                misses = 0
                # The stops since the last one lead to the same number; this entry shows which of them is a rank.
                if meant := [stop for stop in waiting if stop.value in entry.values()]:
                    yield meant[0]
                    waiting = []
                cost = to.cost + price if self.ledger.has_prices else len(reached)
                reached.append(_Stop(today.path, was, (line, *to.entries), cost))
                waiting.append(reached[-1])
                break
        yield from waiting

    def _next_steps(self, number: KeyPath, state: Any) -> Iterator[Entry]:
        """Yield the entries that the ledger would offer for a number, legal or not."""
        names = {fold(str(part)) for part in number[-2:]}
        for candidate in self.ledger.all_candidates(state, self.rules, self.words):
            called = {fold(name.rpartition(" > ")[2]) for name in candidate.names}
            if candidate.entry is not None and not candidate.group and names & called:
                yield candidate.entry

    def _connect(self, was: Any, entry: Entry, reached: Sequence[_Stop]) -> tuple[_Stop, Entry, int] | None:
        """Return the stop that an entry leads to from a number, with the entry for that and its price."""
        for stop in reached:  # today's first, as one entry may go the whole distance
            line = {
                key: stop.value if isinstance(value, (int, float)) else value
                for key, value in entry.items()
                # Where the table names the price, an entry needs none: the file does not say what it was.
                if self.ledger.has_prices or key not in self._price_keys
            }
            # A rule about several numbers may refuse the step to the next number, so try that one alone as well.
            is_next = stop.value in entry.values()
            for alone in (False, True) if is_next else (False,):
                step = self._step((stop.path, was), line, (stop.path, stop.value), alone)
                if step is not None:
                    return stop, line, self._price(step)
        return None

    @property
    def _price_keys(self) -> set[str | int]:
        return {key for verb in self.ledger.verbs for key in verb.price_at[:1] if key not in verb.needs}

    def _gaining_entries(self, item: KeyPath, stop: _Stop) -> Iterator[Entry]:
        """Yield the entries that may add a thing as it is at a stop."""
        there = self.state(stop.path, stop.value)
        if there is None or stop.value is ABSENT:
            return
        thing = find_value(as_plain(there[0]), item) or value_at(
            _replace_values(self.data, {stop.path: stop.value}), item
        )
        parts = thing if isinstance(thing, dict) else {}
        # In a mapping the key is the name, in a list it is within the thing.
        name = item[-1] if isinstance(item[-1], str) else parts.get("name", thing)
        if not isinstance(name, str):
            return
        for verb in self.ledger.verbs:
            keys = (*verb.needs, *verb.takes)
            options = {key: value for key, value in parts.items() if key in keys}
            # Verbs differ in how they write a new thing: its name and options, its name and a number, the thing itself,
            # or the thing in a mapping. The rules decide which one is meant.
            yield {verb.key: name, **options}
            if isinstance(thing, (int, float)):
                yield from ({verb.key: name, key: thing} for key in keys)
            if parts and "name" in parts:
                yield {verb.key: parts}
                yield from ({verb.key: {key: parts}} for key in _nested_keys(self.ledger, verb))

    def _step(
        self, before: tuple[KeyPath, Any], entry: Entry, after: tuple[KeyPath, Any], alone: bool = False
    ) -> Step[Any, Any] | None:
        """Return an entry as it would be replayed, if it leads from one character to the other."""
        one, other = self.state(*before, alone), self.state(*after, alone)
        parsed = parse(self.ledger.entry, dict(entry))
        if one is None or other is None or parsed.value is None or parsed.diagnostics:
            return None
        # Whether it can be paid is decided later: the award is as large as the entries need.
        step = self.ledger.try_purchase(entry, one[1], self.rules, RICH)
        if step is None:
            return None
        grown = other[0].model_copy(update={"advancement": (self.ledger.entry(),)})
        found, due = (self.ledger.finish(grown, state, self.rules) for state in (step.after, other[1]))
        # Lists are compared without order, as a gained thing comes last and in the file it may be anywhere.
        return step if found == due or _sort_lists(as_plain(found)) == _sort_lists(as_plain(due)) else None

    def _price(self, step: Step[Any, Any]) -> int:
        return step.price if self.ledger.has_prices else 1

    # Steps 2 and 3: find a legal creation.

    def _find_legal(self) -> Iterator[Rollback]:
        """Yield legal creations, the most promising first (best-first search with delayed evaluation)."""
        number = count()
        today = (0,) * len(self.trails)
        # A key: errors and cost, a tie-breaker (more points rolled back first), and the order of arrival.
        waiting: list[tuple[tuple[int, float], float, int, Rollback, bool]] = [((0, 0), 0, next(number), today, False)]
        seen = {today}
        while waiting and len(self.checks) < MOST_IN_ORDER:
            guess, tie, _, rollback, is_known = heappop(waiting)
            checked = self._check(rollback)
            if checked is None:
                continue
            stops = self._stops_of(rollback)
            errors = [diagnostic for diagnostic in checked.diagnostics if diagnostic.severity is Severity.ERROR]
            cost, over = sum(stop.cost for stop in stops), _overdrawn(checked)
            # The key was a guess. If the check shows that it was too low, the creation waits again.
            if not is_known and (len(errors), cost + over) > guess:
                heappush(waiting, ((len(errors), cost + over), tie, next(number), rollback, True))
                continue
            if not errors:
                yield rollback
                continue
            for index, trail in enumerate(self.trails):
                further = (*rollback[:index], rollback[index] + 1, *rollback[index + 1 :])
                stop = trail.stop(further[index])
                if further in seen or stop is None:
                    continue
                seen.add(further)
                price = stop.cost - stops[index].cost
                is_named = any(diagnostic.path[: len(trail.path)] == trail.path for diagnostic in errors)
                # Guess that the step removes one of the errors at this path, and pays for overdrawn points.
                guess = len(errors) - is_named, cost + price + max(over - price, 0)
                heappush(waiting, (guess, -cost - price, next(number), further, False))
        if waiting:
            yield from self._search_locally()
        self.all_seen = not waiting

    def _search_locally(self) -> Iterator[Rollback]:
        """Yield legal creations by hill climbing: make random changes, and keep those that come no further from legal.

        Some rules, such as one about six numbers together, only say yes or no and give no direction. As changes that
        make no difference are kept, chance soon satisfies them. The share of things that came later is random as well,
        and differs with each restart. The seed is fixed, so the result is always the same.
        """
        random = Random(0)
        levels = [self._valid_levels(index) for index in range(len(self.trails))]
        today = (0,) * len(levels)
        rollback, best, without_progress, share = today, self._distance(today), 0, random.random()
        for _ in range(MOST_CREATIONS):
            trial = rollback
            for _ in range(random.choice((1, 2))):  # two, so that one thing may make way for another
                index = random.randrange(len(levels))
                *some, last = levels[index]
                level = last if random.random() < share or not some else random.choice(some)
                trial = (*trial[:index], level, *trial[index + 1 :])
            distance = self._distance(trial)
            without_progress = 0 if distance < best else without_progress + 1
            if distance <= best:
                rollback, best = trial, distance
            # A legal creation may still have no ledger in a legal order; then the search goes on from today.
            if best == (0, 0):
                yield rollback
            if best == (0, 0) or without_progress > MOST_WITHOUT_PROGRESS:
                rollback, best, without_progress, share = today, self._distance(today), 0, random.random()

    def _valid_levels(self, index: int) -> list[int]:
        """Return the stops of a trail that cause no errors or warnings of a new kind at its path."""
        path, today = self.trails[index].path, (0,) * len(self.trails)
        there = {diagnostic.code for diagnostic in self._problems(today)}
        valid = [0]
        for level in range(1, len(self.trails[index].all())):
            diagnostics = self._problems((*today[:index], level, *today[index + 1 :]))
            # A rule about several values may hold once another one changes.
            new = {diagnostic.code for diagnostic in diagnostics if diagnostic.path == path} - there
            if new <= self._of_several:
                valid.append(level)
        return valid

    @cached_property
    def _of_several(self) -> set[str]:
        """Return the codes of the rules of creation that read more than one value."""
        return {self.game.code(rule) for rule in self.game.creation if paths_read_by(rule)}

    def _problems(self, rollback: Rollback) -> list[Diagnostic]:
        """Return the errors and warnings of a creation."""
        checked = self._check(rollback)
        return (
            [diagnostic for diagnostic in checked.diagnostics if diagnostic.severity is not Severity.NOTE]
            if checked
            else []
        )

    def _distance(self, rollback: Rollback) -> tuple[int, float]:
        """Return the distance of a creation from a legal one: the number of errors, and the overdrawn points."""
        checked = self._check(rollback)
        if checked is None:
            return MOST_CREATIONS, 0
        return sum(diagnostic.severity is Severity.ERROR for diagnostic in checked.diagnostics), _overdrawn(checked)

    # Step 4: make it cheaper.

    def _reduce(self, rollback: Rollback) -> Rollback:
        """Return a cheaper legal creation: move stops back to today while the rules allow it, the largest saving first.

        A move may also exchange a stop for a cheaper one on another trail. The result is a local optimum.
        """
        while True:
            stops = self._stops_of(rollback)
            nearer = [
                (self.trails[index].stops[level - 1].cost - stops[index].cost, index)
                for index, level in enumerate(rollback)
                if level
            ]
            further = [
                (stop.cost - stops[index].cost, index)
                for index, level in enumerate(rollback)
                if (stop := self.trails[index].stop(level + 1)) is not None
            ]
            steps: list[tuple[int, tuple[tuple[int, int], ...]]] = [(saved, ((index, -1),)) for saved, index in nearer]
            steps += [
                (saved + paid, ((index, -1), (other, 1)))
                for saved, index in nearer
                for paid, other in further
                if other != index
            ]
            # Only moves that save points are tried, so each round is cheaper than the one before and the loop ends.
            cheaper = sorted(step for step in steps if step[0] < 0)
            for _, moves in cheaper[:MOST_EXCHANGES]:
                trial = tuple(
                    level + sum(by for at, by in moves if at == index) for index, level in enumerate(rollback)
                )
                checked = self._check(trial)
                if checked is not None and checked.ok:
                    rollback = trial
                    break
            else:
                return rollback

    def _stops_of(self, rollback: Rollback) -> list[_Stop]:
        stops = [trail.stop(level) for trail, level in zip(self.trails, rollback, strict=True)]
        return [stop for stop in stops if stop is not None]

    def _check(self, rollback: Rollback) -> Checked | None:
        """Return a creation as the rules see it; None if it is no character."""
        if rollback not in self.checks:
            self.checks[rollback] = check_data(
                self.game, _replace_values(self.data, self._values(rollback)), self.path.parent
            )
        checked = self.checks[rollback]
        return checked if checked.advanced is not None else None

    def _values(self, rollback: Rollback) -> dict[KeyPath, Any]:
        return {stop.path: stop.value for stop, level in zip(self._stops_of(rollback), rollback, strict=True) if level}

    # Step 5: write the ledger.

    def _order_entries(self, rollback: Rollback) -> list[Entry] | None:
        """Return the entries in an order in which each is legal, after the award that pays them; None without one."""
        checked = self._check(rollback)
        assert checked is not None
        assert checked.advanced is not None
        state, opened = self.ledger.state(checked.advanced.created, self.rules)
        account = replace(opened, earned=opened.earned + RICH.earned, counted=True)
        waiting = [list(stop.entries) for stop in self._stops_of(rollback)]
        entries: list[Entry] = []
        while any(waiting):
            for trail in waiting:
                step = self.ledger.try_purchase(trail[0], state, self.rules, account) if trail else None
                if step is not None:
                    entries.append(trail.pop(0))
                    state, account = step.after, step.account
                    break
            else:
                return None
        # Points left over from creation pay first, so the award is only the rest.
        award = account.spent - opened.spent - opened.balance
        return [{"award": award, "why": WHY}, *entries] if award > 0 and self.ledger.has_prices else entries

    def _write(self, rollback: Rollback, entries: Sequence[Entry]) -> Edit:
        """Return the file with the values of creation and the entries, checked."""
        source: Source = self.checked.source
        values = self._values(rollback)
        places = [(source.place(number), str(value)) for number, value in values.items() if value is not ABSENT]
        source = source.with_text(splice(source.text, places))
        for item in _absent_from_the_end(values):
            # Removed in the text and not written again, so that comments and layout of the user stay.
            try:
                source = source.with_text(with_value(source, item, ABSENT))
            except NotEditable as exc:
                raise NotAdoptable(f"`{item[-1]}` came later, and cannot be removed in place") from exc
        # Each text is parsed again before the next change, as every change moves what comes after it.
        for entry in entries:
            source = source.with_text(editing.appended(source, entry))
        return Edit(self.checked, check_source(source, self.path))

    def _leads_to_today(self, after: Checked) -> bool:
        """Return whether the numbers and chances of the character are the same as before."""
        assert self.checked.advanced is not None
        assert after.advanced is not None
        # As written: in a check, the nearest legal number is in place of one that creation does not allow.
        created = parse(self.game.concept, self.data).value or self.checked.advanced.created
        state = self.ledger.start(created, self.rules)
        grown = created.model_copy(update={"advancement": (self.ledger.entry(),)})
        today = Advanced(concept=self.ledger.finish(grown, state, self.rules), created=created)
        was, now = (_snapshot(self.game, advanced, self.rules) for advanced in (today, after.advanced))
        return bool(was == now)


def _find_numbers(data: Any, path: KeyPath) -> Iterator[KeyPath]:
    """Yield the paths of the numbers that a ledger may have moved."""
    if isinstance(data, dict):
        for key, value in data.items():
            if path or fold(key) not in _KEPT:
                yield from _find_numbers(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _find_numbers(value, (*path, index))
    elif type(data) in (int, float):
        yield path


def _find_things(data: Mapping[str, Any]) -> Iterator[KeyPath]:
    """Yield the paths of the parts of the mappings and lists at the top of a file."""
    for key, value in data.items():
        if fold(key) not in _KEPT and isinstance(value, (dict, list)):
            yield from ((key, part) for part in (value if isinstance(value, dict) else range(len(value))))


def _nested_keys(ledger: AnyLedger, verb: Verb[Any, Any, Any]) -> Iterator[str]:
    """Yield the keys of a verb's value that hold a mapping of their own, such as ``talent`` of ``gain``."""
    for name, info in ledger.entry.model_fields.items():
        if (info.alias or name) == verb.key:
            for model in shapes_in(info.annotation):
                yield from (key for key, inner in model.model_fields.items() if any(shapes_in(inner.annotation)))


def _overdrawn(checked: Checked) -> float:
    """Return the points that creation spends beyond its budgets."""
    points = checked.advanced.points.values() if checked.advanced is not None else ()
    return sum(max(kind.spent - kind.budget, 0) for kind in points if kind.budget is not None)


def _snapshot(game: AnyGame, advanced: Advanced[Any], rules: Any) -> Any:
    view = game.view(advanced, rules)
    return chances(view), dict(view.stats())


def _sort_lists(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _sort_lists(value) for key, value in data.items()}
    return sorted(map(_sort_lists, data), key=repr) if isinstance(data, list) else data


def _replace_values(data: Any, values: Mapping[KeyPath, Any]) -> Any:
    """Return data with some values replaced, and without those that are `ABSENT`."""
    for path, value in values.items():
        if value is not ABSENT and value is not _AS_IT_IS:
            data = with_value_at(data, path, value)
    for path in _absent_from_the_end(values):
        data = with_value_at(data, path, ABSENT)
    return data


def _absent_from_the_end(values: Mapping[KeyPath, Any]) -> list[KeyPath]:
    """Return the paths of `ABSENT` values, last first, so that removing one does not move the others."""
    absent = [path for path, value in values.items() if value is ABSENT]
    return sorted(absent, key=lambda path: [(isinstance(part, str), part) for part in path], reverse=True)
