"""A character that was kept on paper: today's values become creation, and a ledger that leads from there to today.

Each number of the file, and each thing that has a name, is traced back along what the ledger could have bought. What
could be taken back is then taken back, best first, until the rules of creation allow what is left: first by the errors
that they find, then by what is paid and still overdrawn. Where that leads nowhere, one of many changes after the other
mends what is near. Nothing of it could be left at creation one by one, nor in exchange for something dearer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from chargen.advance import editing
from chargen.advance.moves import AnyLedger, Edit, ledger_of
from chargen.checking.chances import chances
from chargen.checking.concept import Checked, check_data, check_source
from chargen.core.diagnostic import Diagnostic, KeyPath, Severity
from chargen.core.game import AnyGame
from chargen.core.ledger import Account, Advanced
from chargen.core.model import parse, shapes_in
from chargen.core.names import fold
from chargen.core.parts import ABSENT, find_value, value_at, with_value_at
from chargen.core.plain_data import as_plain
from chargen.core.source import Source
from chargen.core.writing import splice, without
from chargen.kit.ledger_line import Step, Verb

WHY = "kept on paper"
MOST_CREATIONS = 2000
"""So many creations are judged (ours)."""
MOST_IN_ORDER = 500
"""So many of them in order, the most promising first; then one is mended until it is lawful (ours)."""
MOST_IN_VAIN = 200
"""After so many changes that brought it no nearer, it is begun anew (ours)."""
MOST_EXCHANGES = 200
"""So many of the changes that would save something are tried on a lawful one (ours)."""
MOST_MISSES = 5
"""After so many numbers from which no step leads up, none is looked for further down (ours)."""
MOST_STEPS = 30
"""So far down a number is traced (ours)."""
_KEPT = ("system", "name", "rules", "waive", "stated", "state", "equipment")
"""What no ledger changes."""
_OF_TODAY = ("stated", "state")
"""What is said of the character as it stands, and not of creation."""
_RICH = Account(earned=10**6)
_AS_IT_IS = object()

Entry = Mapping[str, Any]
Taken = tuple[int, ...]
"""How far each thing is taken back, as stops of its trail."""


class NotAdoptable(ValueError):
    """A character of whom no creation and ledger are known; the message says why."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """What something may have been at creation, and the entries that lead from there to today."""

    path: KeyPath
    value: Any
    """A number; of what is none `_AS_IT_IS`, or `ABSENT`."""
    entries: tuple[Entry, ...]
    cost: int
    """What they cost together; where the book has no prices, how many steps it is from today."""


@dataclass(slots=True)
class _Trail:
    """A number of the file, or a thing with a name, and its stops, today's first: looked for as they are asked for."""

    path: KeyPath
    more: Iterator[_Stop]
    stops: list[_Stop] = field(default_factory=list)

    def stop(self, index: int) -> _Stop | None:
        """Return a stop; None where the trail ends before it."""
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


def adopted(checked: Checked, path: Path) -> Edit:
    """Return a file whose values are those of creation, with the ledger that leads to what they were.

    Raises `NotAdoptable` where there is nothing to explain, or no such ledger; `chargen.advance.moves.NoLedger`.
    """
    ledger_of(checked)
    if editing.entries(checked.source):
        raise NotAdoptable("its ledger has entries already")
    if checked.ok:
        raise NotAdoptable("its values are lawful as created: there is nothing to explain")
    if checked.advanced is None or checked.rules is None or not isinstance(checked.source.data, dict):
        raise NotAdoptable("it cannot be read as a character")
    return _Adoption(checked, path).edit()


class _Adoption:
    """The search for the creation of one character."""

    def __init__(self, checked: Checked, path: Path) -> None:
        assert checked.game is not None
        self.checked, self.path, self.game, self.rules = checked, path, checked.game, checked.rules
        self.ledger, self.words = ledger_of(checked), checked.game.words_with()
        data: Any = checked.source.data
        self.data = {key: value for key, value in data.items() if fold(key) not in _OF_TODAY}
        self.judged: dict[Taken, Checked] = {}
        self.all_seen = False
        self.states: dict[tuple[KeyPath, Any, bool], tuple[Any, Any] | None] = {}
        now = self.state((), None)
        self.called: set[str] = set()
        if now is not None:
            for candidate in self.ledger.all_candidates(now[1], self.rules, self.words):
                self.called.update(fold(name.rpartition(" > ")[2]) for name in candidate.names)
        self.numbers = [leaf for leaf in _leaves(self.data, ()) if self._is_called(leaf)]
        trails = [_Trail(leaf, self._stops(leaf)) for leaf in self.numbers]
        things = (thing for thing in _things(self.data) if not any(leaf[:2] == thing for leaf in self.numbers))
        self.trails = [*trails, *(_Trail(thing, self._stops(thing)) for thing in things)]
        self.trails = [trail for trail in self.trails if trail.stop(1) is not None]

    def edit(self) -> Edit:
        """Return the file with the first creation that the rules allow, and its ledger."""
        for taken in self._lawful():
            taken = self._put_back(taken)
            entries = self._in_order(taken)
            edit = None if entries is None else self._written(taken, entries)
            if edit is not None and edit.after.ok and self._leads_to_today(edit.after):
                return edit
        against = self._against()
        if self.all_seen:
            raise NotAdoptable(f"no creation from which its ledger could lead to these values is lawful{against}")
        some = f"{len(self.judged):,}"
        raise NotAdoptable(f"of {some} creations near these values none is lawful, though others may be{against}")

    def _against(self) -> str:
        """What stands in the way of the creation that is nearest to lawful, in the rules' own words."""
        near = min((self._distance(taken), taken) for taken in self.judged)[1] if self.judged else None
        judged = self._judge(near) if near is not None else None
        faults = [finding for finding in judged.diagnostics if finding.severity is Severity.ERROR] if judged else []
        if not faults:
            return "; where creation is lawful, no ledger leads from it to today"
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        return f"; even the nearest breaks a rule: {faults[0].message}{more}"

    # What may have been.

    def state(self, path: KeyPath, value: Any, alone: bool = False) -> tuple[Any, Any] | None:
        """The concept of today, but for one number or thing, and where its ledger would begin.

        ``alone``, all other numbers are 0 or less, so that none stands in the way of this one.
        """
        key = path, value, alone
        if key not in self.states:
            others = {leaf: min(value_at(self.data, leaf), 0) for leaf in self.numbers} if alone else {}
            parsed = parse(self.game.concept, _with(self.data, {**others, path: value} if path else others))
            is_whole = parsed.value is not None and not any(place[: len(path)] == path for place in parsed.rejected)
            concept = parsed.value if is_whole else None
            self.states[key] = None if concept is None else (concept, self.ledger.start(concept, self.rules))
        return self.states[key]

    def _is_called(self, leaf: KeyPath) -> bool:
        """Whether a number, or what is around it, is something that the ledger knows."""
        return any(fold(str(part)) in self.called for part in leaf[-2:])

    def _stops(self, path: KeyPath) -> Iterator[_Stop]:
        """What a number or thing may have been, from today's down."""
        now = value_at(self.data, path)
        is_number = type(now) in (int, float)
        yield (today := _Stop(path, now if is_number else _AS_IT_IS, (), 0))
        stops = [today]
        if is_number:
            for stop in self._numbers(today):
                stops.append(stop)
                yield stop
        if is_number and len(stops) == 1:
            return
        for item in [path[:end] for end in range(len(path), 1, -1)]:
            for stop in stops:
                for entry in self._bringing(item, stop):
                    step = self._step((item, ABSENT), entry, (stop.path, stop.value))
                    if step is not None and self._price(step):
                        cost = stop.cost + self._price(step) if self.ledger.has_prices else len(stops)
                        yield _Stop(item, ABSENT, (entry, *stop.entries), cost)
                        return

    def _numbers(self, today: _Stop) -> Iterator[_Stop]:
        """The lower numbers from which the ledger leads up to today's, in as few entries as may be.

        Of several that lead to the same number, such as those between two ranks, the one that others lead to is meant.
        """
        reached, waiting = [today], list[_Stop]()
        was, misses = today.value, 0
        while misses < MOST_MISSES and today.value - was < MOST_STEPS:
            was -= 1 if isinstance(was, int) else 0.5
            misses += 1
            below = self.state(today.path, was)
            if below is None:
                break
            for entry in self._next_steps(today.path, below[1]):
                leading = self._leading(was, entry, reached)
                if leading is None:
                    continue
                to, line, price = leading
                if not price and to is today:  # what is free as things are leaves creation no cheaper
                    return
                if not price:
                    continue
                misses = 0
                if meant := [stop for stop in waiting if stop.value in entry.values()]:
                    yield meant[0]
                    waiting = []
                cost = to.cost + price if self.ledger.has_prices else len(reached)
                reached.append(_Stop(today.path, was, (line, *to.entries), cost))
                waiting.append(reached[-1])
                break
        yield from waiting

    def _next_steps(self, leaf: KeyPath, state: Any) -> Iterator[Entry]:
        """The entries that the ledger would offer for a number, lawful or not."""
        names = {fold(str(part)) for part in leaf[-2:]}
        for candidate in self.ledger.all_candidates(state, self.rules, self.words):
            called = {fold(name.rpartition(" > ")[2]) for name in candidate.names}
            if candidate.entry is not None and not candidate.group and names & called:
                yield candidate.entry

    def _leading(self, was: Any, entry: Entry, reached: Sequence[_Stop]) -> tuple[_Stop, Entry, int] | None:
        """The stop to which an entry such as this one leads from a number, the entry for that, and its price."""
        for stop in reached:  # today's first: one entry may go all the way
            line = {
                key: stop.value if isinstance(value, (int, float)) else value
                for key, value in entry.items()
                if self.ledger.has_prices or key not in self._price_keys
            }
            is_next = stop.value in entry.values()
            for alone in (False, True) if is_next else (False,):
                step = self._step((stop.path, was), line, (stop.path, stop.value), alone)
                if step is not None:
                    return stop, line, self._price(step)
        return None

    @property
    def _price_keys(self) -> set[str | int]:
        return {key for verb in self.ledger.verbs for key in verb.price_at[:1] if key not in verb.needs}

    def _bringing(self, item: KeyPath, stop: _Stop) -> Iterator[Entry]:
        """The entries that may bring a thing as it is at a stop."""
        there = self.state(stop.path, stop.value)
        if there is None or stop.value is ABSENT:
            return
        whole = find_value(as_plain(there[0]), item) or value_at(_with(self.data, {stop.path: stop.value}), item)
        parts = whole if isinstance(whole, dict) else {}
        name = item[-1] if isinstance(item[-1], str) else parts.get("name", whole)
        if not isinstance(name, str):
            return
        for verb in self.ledger.verbs:
            keys = (*verb.needs, *verb.takes)
            options = {key: value for key, value in parts.items() if key in keys}
            yield {verb.key: name, **options}
            if isinstance(whole, (int, float)):
                yield from ({verb.key: name, key: whole} for key in keys)
            if parts and "name" in parts:
                yield {verb.key: parts}
                yield from ({verb.key: {key: parts}} for key in _kinds(self.ledger, verb))

    def _step(
        self, before: tuple[KeyPath, Any], entry: Entry, after: tuple[KeyPath, Any], alone: bool = False
    ) -> Step[Any, Any] | None:
        """An entry as it would be replayed, if it leads from one character to the other."""
        one, other = self.state(*before, alone), self.state(*after, alone)
        parsed = parse(self.ledger.entry, dict(entry))
        if one is None or other is None or parsed.value is None or parsed.diagnostics:
            return None
        step = self.ledger.bought(entry, one[1], self.rules, _RICH)
        if step is None:
            return None
        grown = other[0].model_copy(update={"advancement": (self.ledger.entry(),)})
        found, due = (self.ledger.finish(grown, state, self.rules) for state in (step.after, other[1]))
        return step if found == due or _unordered(as_plain(found)) == _unordered(as_plain(due)) else None

    def _price(self, step: Step[Any, Any]) -> int:
        return step.price if self.ledger.has_prices else 1

    # Which of it was.

    def _lawful(self) -> Iterator[Taken]:
        """What may be taken back so that creation allows the rest, the most promising first."""
        number = count()
        today = (0,) * len(self.trails)
        waiting: list[tuple[int, float, float, int, Taken, bool]] = [(0, 0, 0, next(number), today, False)]
        seen = {today}
        while waiting and len(self.judged) < MOST_IN_ORDER:
            errors, worth, dearest, _, taken, is_known = heappop(waiting)
            judged = self._judge(taken)
            stops = self._taken(taken)
            if judged is None or stops is None:
                continue
            faults = [finding for finding in judged.diagnostics if finding.severity is Severity.ERROR]
            cost, over = sum(stop.cost for stop in stops), _overdrawn(judged)
            if not is_known and (len(faults), cost + over) > (errors, worth):
                heappush(waiting, (len(faults), cost + over, dearest, next(number), taken, True))
                continue
            if not faults:
                yield taken
                continue
            for index, trail in enumerate(self.trails):
                further = (*taken[:index], taken[index] + 1, *taken[index + 1 :])
                stop = trail.stop(further[index])
                if further in seen or stop is None:
                    continue
                seen.add(further)
                price = stop.cost - stops[index].cost
                is_named = any(finding.path[: len(trail.path)] == trail.path for finding in faults if finding.path)
                guess = len(faults) - is_named, cost + price + max(over - price, 0)
                heappush(waiting, (*guess, -cost - price, next(number), further, False))
        if waiting:
            yield from self._mended()
        self.all_seen = not waiting

    def _mended(self) -> Iterator[Taken]:
        """What one of many changes after the other makes lawful, where all that is nearer to today has been tried.

        A change is kept where creation is no further from lawful for it. A rule that says no more than yes or no, such
        as one about six numbers together, shows no way; where all others are kept, chance soon meets what it asks. How
        many things came later is chance as well, another share of them each time.
        """
        random = Random(0)
        levels = [self._sound(index) for index in range(len(self.trails))]
        today = (0,) * len(levels)
        taken, best, in_vain, share = today, self._distance(today), 0, random.random()
        for _ in range(MOST_CREATIONS):
            trial = taken
            for _ in range(random.choice((1, 2))):  # two, so that one thing may make way for another
                index = random.randrange(len(levels))
                *some, last = levels[index]
                level = last if random.random() < share or not some else random.choice(some)
                trial = (*trial[:index], level, *trial[index + 1 :])
            distance = self._distance(trial)
            in_vain = 0 if distance < best else in_vain + 1
            if distance <= best:
                taken, best = trial, distance
            if best == (0, 0):
                yield taken
            if best == (0, 0) or in_vain > MOST_IN_VAIN:
                taken, best, in_vain, share = today, self._distance(today), 0, random.random()

    def _sound(self, index: int) -> list[int]:
        """Return the stops of a trail that bring no fault of their own, of a kind that there is none of today."""
        path, today = self.trails[index].path, (0,) * len(self.trails)
        there = {finding.code for finding in self._faults(today)}
        sound = [0]
        for level in range(1, len(self.trails[index].all())):
            findings = self._faults((*today[:index], level, *today[index + 1 :]))
            if not any(finding.path == path and finding.code not in there for finding in findings):
                sound.append(level)
        return sound

    def _faults(self, taken: Taken) -> list[Diagnostic]:
        """Return the errors and warnings of a creation."""
        judged = self._judge(taken)
        return [finding for finding in judged.diagnostics if finding.severity is not Severity.NOTE] if judged else []

    def _distance(self, taken: Taken) -> tuple[int, float]:
        """How far a creation is from lawful: by how many errors, and by how many points."""
        judged = self._judge(taken)
        if judged is None:
            return MOST_CREATIONS, 0
        return sum(finding.severity is Severity.ERROR for finding in judged.diagnostics), _overdrawn(judged)

    def _put_back(self, taken: Taken) -> Taken:
        """The same, less what creation can hold after all, the dearest first, also where something else makes way."""
        while True:
            stops = self._taken(taken) or []
            nearer = [
                (self.trails[index].stops[level - 1].cost - stops[index].cost, index)
                for index, level in enumerate(taken)
                if level
            ]
            further = [
                (stop.cost - stops[index].cost, index)
                for index, level in enumerate(taken)
                if (stop := self.trails[index].stop(level + 1)) is not None
            ]
            steps: list[tuple[int, tuple[tuple[int, int], ...]]] = [(saved, ((index, -1),)) for saved, index in nearer]
            steps += [
                (saved + paid, ((index, -1), (other, 1)))
                for saved, index in nearer
                for paid, other in further
                if other != index
            ]
            cheaper = sorted(step for step in steps if step[0] < 0)
            for _, moves in cheaper[:MOST_EXCHANGES]:
                trial = tuple(level + sum(by for at, by in moves if at == index) for index, level in enumerate(taken))
                judged = self._judge(trial)
                if judged is not None and judged.ok:
                    taken = trial
                    break
            else:
                return taken

    def _taken(self, taken: Taken) -> list[_Stop] | None:
        stops = [trail.stop(level) for trail, level in zip(self.trails, taken, strict=True)]
        return [stop for stop in stops if stop is not None]

    def _judge(self, taken: Taken) -> Checked | None:
        """What the rules say of a creation; None where there is no such character."""
        if taken not in self.judged:
            self.judged[taken] = check_data(self.game, _with(self.data, self._values(taken)), self.path.parent)
        judged = self.judged[taken]
        return judged if judged.advanced is not None else None

    def _values(self, taken: Taken) -> dict[KeyPath, Any]:
        return {stop.path: stop.value for stop, level in zip(self._taken(taken) or (), taken, strict=True) if level}

    def _in_order(self, taken: Taken) -> list[Entry] | None:
        """The entries in an order in which each is lawful, behind the award that pays them; None without one."""
        judged = self._judge(taken)
        assert judged is not None
        assert judged.advanced is not None
        state, opened = self.ledger.state(judged.advanced.created, self.rules)
        account = replace(opened, earned=opened.earned + _RICH.earned, counted=True)
        waiting = [list(stop.entries) for stop in self._taken(taken) or ()]
        entries: list[Entry] = []
        while any(waiting):
            for trail in waiting:
                step = self.ledger.bought(trail[0], state, self.rules, account) if trail else None
                if step is not None:
                    entries.append(trail.pop(0))
                    state, account = step.after, step.account
                    break
            else:
                return None
        award = account.spent - opened.spent - opened.balance
        return [{"award": award, "why": WHY}, *entries] if award > 0 and self.ledger.has_prices else entries

    def _written(self, taken: Taken, entries: Sequence[Entry]) -> Edit:
        """The file with what creation was, and the entries, judged."""
        source: Source = self.checked.source
        values = self._values(taken)
        places = [(source.place(leaf), str(value)) for leaf, value in values.items() if value is not ABSENT]
        source = source.with_text(splice(source.text, places))
        for item in _from_the_end(values):
            text = without(source, item)
            if text is None:
                raise NotAdoptable(f"`{item[-1]}` came later, and cannot be taken out in place")
            source = source.with_text(text)
        for entry in entries:
            source = source.with_text(editing.appended(source, entry))
        return Edit(self.checked, check_source(source, self.path))

    def _leads_to_today(self, after: Checked) -> bool:
        """Whether all that is known above the games of a character is what it was."""
        assert self.checked.advanced is not None
        assert after.advanced is not None
        created = self.checked.advanced.created
        state = self.ledger.start(created, self.rules)
        grown = created.model_copy(update={"advancement": (self.ledger.entry(),)})
        today = Advanced(concept=self.ledger.finish(grown, state, self.rules), created=created)
        was, now = (_looks(self.game, advanced, self.rules) for advanced in (today, after.advanced))
        return bool(was == now)


def _leaves(data: Any, path: KeyPath) -> Iterator[KeyPath]:
    """The places of the numbers that a ledger may have moved."""
    if isinstance(data, dict):
        for key, value in data.items():
            if path or fold(key) not in _KEPT:
                yield from _leaves(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _leaves(value, (*path, index))
    elif type(data) in (int, float):
        yield path


def _things(data: Mapping[str, Any]) -> Iterator[KeyPath]:
    """The places of the parts of the mappings and lists at the top of a file."""
    for key, value in data.items():
        if fold(key) not in _KEPT and isinstance(value, (dict, list)):
            yield from ((key, part) for part in (value if isinstance(value, dict) else range(len(value))))


def _kinds(ledger: AnyLedger, verb: Verb[Any, Any, Any]) -> Iterator[str]:
    """The keys of what a verb brings that hold something with parts of its own, such as ``talent`` of ``gain``."""
    for name, info in ledger.entry.model_fields.items():
        if (info.alias or name) == verb.key:
            for shape in shapes_in(info.annotation):
                yield from (key for key, inner in shape.model_fields.items() if any(shapes_in(inner.annotation)))


def _overdrawn(judged: Checked) -> float:
    """By how many points creation costs more than there are."""
    points = judged.advanced.points.values() if judged.advanced is not None else ()
    return sum(max(kind.spent - kind.budget, 0) for kind in points if kind.budget is not None)


def _looks(game: AnyGame, advanced: Advanced[Any], rules: Any) -> Any:
    view = game.view(advanced, rules)
    return chances(view), {name: number for name, number in view.stats().items() if isinstance(number, int)}


def _unordered(data: Any) -> Any:
    """Plain data without the order of its lists."""
    if isinstance(data, dict):
        return {key: _unordered(value) for key, value in data.items()}
    return sorted(map(_unordered, data), key=repr) if isinstance(data, list) else data


def _with(data: Any, values: Mapping[KeyPath, Any]) -> Any:
    """The same data with some numbers replaced, and without what is `ABSENT`."""
    for path, value in values.items():
        if value is not ABSENT and value is not _AS_IT_IS:
            data = with_value_at(data, path, value)
    for path in _from_the_end(values):
        data = with_value_at(data, path, ABSENT)
    return data


def _from_the_end(values: Mapping[KeyPath, Any]) -> list[KeyPath]:
    """The places of what is `ABSENT`, so that taking one out moves none of the others."""
    absent = [path for path, value in values.items() if value is ABSENT]
    return sorted(absent, key=lambda path: [(isinstance(part, str), part) for part in path], reverse=True)
