"""A character that was kept on paper: today's values become creation, and a ledger that leads from there to today.

Every number of the file is traced back along the steps that the ledger could have taken it up by. The creations that
can be reached so are tried in the order of what the ledger costs, and the first that the rules allow is taken.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

from chargen.advance import editing
from chargen.advance.chances import chances
from chargen.advance.moves import AnyLedger, Edit, ledger_of
from chargen.checking.concept import Checked, check_data, check_source
from chargen.core.diagnostic import KeyPath, has_errors
from chargen.core.game import Account, Advanced, AnyGame, Offer
from chargen.core.model import parse
from chargen.core.names import fold
from chargen.core.writing import splice

WHY = "kept on paper"
MOST_CREATIONS = 400
"""So many creations are tried from the cheapest on (ours); then those where a single number was another."""
MOST_MISSES = 5
"""After so many numbers from which no step leads up, none is looked for further down (ours)."""
MOST_STEPS = 30
"""So far down a number is traced (ours)."""
_KEPT = ("system", "name", "rules", "waive", "stated", "state", "equipment")
"""What no ledger changes."""

Trail = list[tuple[int, tuple[Offer, ...]]]
"""What a number may have been at creation, from today's down, each with the steps that lead from there to today."""


class NotAdoptable(ValueError):
    """A character of whom no creation and ledger are known; the message says why."""


def adopted(checked: Checked, path: Path) -> Edit:
    """Return a file whose values are those of creation, with the ledger that leads to what they were.

    Raises `NotAdoptable` where there is nothing to explain, or no such ledger; `chargen.advance.moves.NoLedger`.
    """
    ledger, source = ledger_of(checked), checked.source
    if editing.entries(source):
        raise NotAdoptable("its ledger has entries already")
    if checked.ok:
        raise NotAdoptable("its values are lawful as created: there is nothing to explain")
    if checked.game is None or checked.advanced is None or checked.rules is None or not isinstance(source.data, dict):
        raise NotAdoptable("it cannot be read as a character")
    trails = {leaf: trail for leaf in _numbers(source.data, ()) if len(trail := _trail(checked, ledger, leaf)) > 1}
    for creation in _creations(trails):
        data = _with(source.data, {leaf: trails[leaf][step][0] for leaf, step in creation.items()})
        judged = check_data(checked.game, data, path.parent)
        if has_errors(judged.diagnostics) or judged.advanced is None:
            continue
        offers = [list(trails[leaf][step][1]) for leaf, step in creation.items()]
        entries = _in_order(ledger, judged, offers)
        if entries is not None:
            edit = _written(checked, path, {leaf: trails[leaf][step][0] for leaf, step in creation.items()}, entries)
            if edit.after.ok and edit.after.advanced is not None:
                today = _look(checked.game, ledger, checked.advanced.created, checked.rules)
                if today == _looks(checked.game, edit.after.advanced, checked.rules):
                    return edit
    raise NotAdoptable("no lawful creation was found from which its ledger could lead to these values")


def _numbers(data: Any, path: KeyPath) -> Iterator[KeyPath]:
    """The places of the whole numbers that a ledger may have moved."""
    if isinstance(data, dict):
        for key, value in data.items():
            if path or fold(key) not in _KEPT:
                yield from _numbers(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _numbers(value, (*path, index))
    elif type(data) is int:
        yield path


def _trail(checked: Checked, ledger: AnyLedger, leaf: KeyPath) -> Trail:
    """What a number may have been, by the steps of the ledger that lead up to what it is."""
    game, rules, data = checked.game, checked.rules, checked.source.data
    assert game is not None
    assert rules is not None
    now: int = _at(data, leaf)
    reached: dict[int, tuple[Offer, ...]] = {now: ()}
    names = {fold(str(part)) for part in leaf}
    words, rich = game.words_with(), Account(earned=10**6)
    misses = 0
    looks: dict[int, Any] = {}

    def look(number: int) -> Any:
        if number not in looks:
            concept = parse(game.concept, _with(data, {leaf: number})).value
            looks[number] = None if concept is None else _look(game, ledger, concept, rules)
        return looks[number]

    was = now
    while misses < MOST_MISSES and now - was < MOST_STEPS:
        was -= 1
        misses += 1
        parsed = parse(game.concept, _with(data, {leaf: was}))
        concept = parsed.value
        if concept is None or any(rejected[: len(leaf)] == leaf for rejected in parsed.rejected):
            break
        state, _ = ledger.state(concept, rules)
        for candidate in ledger.all_candidates(state, rules, words):
            own = fold(candidate.names[0].rpartition(" > ")[2])
            to = (candidate.entry or {}).get("to", was + 1)
            if candidate.entry is None or own not in names or to not in reached or candidate.asked:
                continue
            step = ledger.bought(candidate.entry, state, rules, rich)
            if step is not None and _look(game, ledger, concept, rules, step.after) == look(to):
                offer = Offer(entry=candidate.entry, label="", price=step.price, touches=candidate.names[0])
                reached.setdefault(was, (offer, *reached[to]))
                misses = 0
    # Where steps land, numbers of the game stand; of those below the lowest, from which a step leads up, one is enough.
    landed = {now, *(offer.entry.get("to", was + 1) for was, offers in reached.items() for offer in offers[:1])}
    last = max((number for number in reached if number < min(landed)), default=now)
    return [(number, reached[number]) for number in sorted({*landed, last}, reverse=True)]


def _look(game: AnyGame, ledger: AnyLedger, concept: Any, rules: Any, state: Any = None) -> Any:
    """All that is known above the games of a concept, or of what a ledger has made of it."""
    if state is None:
        state = ledger.start(concept, rules)
    grown = concept.model_copy(update={"advancement": (ledger.entry(),)})
    return _looks(game, Advanced(concept=ledger.finish(grown, state, rules), created=concept), rules)


def _looks(game: AnyGame, advanced: Advanced[Any], rules: Any) -> Any:
    view = game.view(advanced, rules)
    return chances(view), {name: number for name, number in view.stats().items() if isinstance(number, int)}


def _creations(trails: Mapping[KeyPath, Trail]) -> Iterator[dict[KeyPath, int]]:
    """What the numbers may have been, as steps down their trails: by what the ledger costs, the cheapest first."""
    leaves = list(trails)
    waiting: list[tuple[int, tuple[int, ...], int]] = [(0, (0,) * len(leaves), 0)]
    for _ in range(MOST_CREATIONS):
        if not waiting:
            return
        cost, steps, first = heappop(waiting)
        yield {leaf: step for leaf, step in zip(leaves, steps, strict=True) if step}
        for index in range(first, len(leaves)):
            trail, step = trails[leaves[index]], steps[index]
            if step + 1 < len(trail):
                price = _cost(trail[step + 1]) - _cost(trail[step])
                heappush(waiting, (cost + price, (*steps[:index], step + 1, *steps[index + 1 :]), index))
    single = [(_cost(stop), leaf, step) for leaf, trail in trails.items() for step, stop in enumerate(trail) if step]
    for _, leaf, step in sorted(single, key=lambda one: one[0]):
        yield {leaf: step}


def _cost(stop: tuple[int, tuple[Offer, ...]]) -> int:
    return sum(offer.price for offer in stop[1])


def _in_order(ledger: AnyLedger, created: Checked, offers: list[list[Offer]]) -> list[Mapping[str, Any]] | None:
    """The steps in an order in which each is lawful, behind the award that pays them; None where there is none."""
    assert created.advanced is not None
    state, account = ledger.state(created.advanced.created, created.rules)
    award = max(sum(offer.price for chain in offers for offer in chain) - account.balance, 0)
    account = replace(account, earned=account.earned + award, counted=True)
    entries: list[Mapping[str, Any]] = [{"award": award, "why": WHY}] if award else []
    while any(offers):
        for chain in offers:
            step = ledger.bought(chain[0].entry, state, created.rules, account) if chain else None
            if step is not None:
                entries.append(chain.pop(0).entry)
                state, account = step.after, step.account
                break
        else:
            return None
    return entries


def _written(checked: Checked, path: Path, values: Mapping[KeyPath, int], entries: list[Mapping[str, Any]]) -> Edit:
    """The file with other values and the entries, judged."""
    source = checked.source
    source = source.with_text(splice(source.text, [(source.place(leaf), str(value)) for leaf, value in values.items()]))
    for entry in entries:
        source = source.with_text(editing.appended(source, entry))
    return Edit(checked, check_source(source, path))


def _at(data: Any, path: KeyPath) -> Any:
    for step in path:
        data = data[step]
    return data


def _with(data: Any, values: Mapping[KeyPath, int]) -> Any:
    """The same data with some numbers replaced."""
    changed = deepcopy(data)
    for path, value in values.items():
        _at(changed, path[:-1])[path[-1]] = value
    return changed
