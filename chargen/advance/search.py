"""The best use of points, exactly: what is bought is a step on one of several ways, each with its prices and effects.

A *way* is all that can be bought of one thing, step after step. A roll depends on the ways that change its chance, so
the goal is a sum of small tables, and one way after the other is settled for every budget (variable elimination). What
the ways do not know of each other, such as a cap for two of them, comes out when the plan is replayed by the rules:
then the search goes on without that combination. The first plan that is lawful is the best one, as every other is
unlawful or no better.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, product
from math import lcm, prod
from typing import Any, TypeAlias

from chargen.advance.market import Bought, Market
from chargen.core.ledger import Offer

MOST_COMBINATIONS = 2_000
"""So many combinations of steps are looked at for one character; with more, it is one good step after the other."""
MANY = 6
"""Where so many ways share a roll, those that are alike are looked for: it takes longer than a few combinations."""
MOST_REPLAYS = 60
"""So many plans are replayed; then the best lawful one so far is taken, and not called exact."""

Levels: TypeAlias = tuple[int, ...]
"""How many steps are taken on each of some ways."""
Factor: TypeAlias = tuple[tuple[int, ...], Mapping[Levels, int]]
"""Some ways, and what their steps together add to the goal."""
Settled: TypeAlias = list[tuple[int, int, Any]]
"""What settled ways cost and add to the goal, dearer and better each, and by which steps: a chain of (way, steps)."""
_Seen: TypeAlias = Mapping[Levels, Mapping[str, Fraction]]
Message: TypeAlias = tuple[tuple[int, ...], Mapping[Levels, Settled]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The best use of some points: entries in an order that is lawful, their price, and what they do to the goal."""

    offers: tuple[Offer, ...] = ()
    price: int = 0
    gain: Fraction = Fraction(0)
    exact: bool = True
    """Whether nothing better can be had; else it is the best that was found."""


@dataclass(frozen=True, slots=True)
class _Way:
    """All that can be bought of one thing, step after step."""

    offers: tuple[Offer, ...]
    steps: tuple[Any, ...]
    prices: tuple[int, ...]
    """What the first so many steps cost together; the first price is 0."""
    gains: tuple[Mapping[str, Fraction], ...]
    """What the first so many steps add to the chances of the goal, were nothing else bought."""

    @property
    def rolls(self) -> frozenset[str]:
        return frozenset(roll for gains in self.gains for roll in gains)


def best(market: Market, points: int, goal: Sequence[str]) -> Best:
    """Return the best use of points towards a goal: the chance of some rolls. Of several as good, the cheapest.

    New things that differ in nothing but their names count as one.
    """
    ways = _ways(market, points, goal)
    factors = _factors(market, ways, points, goal)
    if factors is None:
        return _stepwise(market, ways, points, goal)
    scale = lcm(*(gain.denominator for _, table in factors for gain in table.values()))
    scaled = [(scope, {levels: int(gain * scale) for levels, gain in table.items()}) for scope, table in factors]
    found, number, tried = Best(), count(), set[Levels]()
    waiting: list[tuple[int, int, int, Levels, Levels]] = []

    def try_within(most: Levels) -> None:
        if most not in tried:
            tried.add(most)
            gain, price, levels = _solved(ways, scaled, most, points)
            heappush(waiting, (-gain, price, next(number), levels, most))

    try_within(tuple(len(way.steps) for way in ways))
    for _ in range(MOST_REPLAYS):
        gain, _, _, levels, most = heappop(waiting) if waiting else (0, 0, 0, (), ())
        if Fraction(-gain, scale) <= found.gain:
            return found
        plan = _replayed(market, ways, levels, points, goal)
        if plan is not None and plan.gain > found.gain:
            found = plan
        if plan is None or plan.gain < Fraction(-gain, scale):
            conflict = _conflict(market, ways, levels, points, goal) if plan is None else levels
            for index, level in enumerate(conflict):
                if level:
                    try_within((*most[:index], level - 1, *most[index + 1 :]))
    return replace(found, exact=False)


def _ways(market: Market, points: int, goal: Sequence[str]) -> list[_Way]:
    """The ways that do something for the goal; of new things that differ in nothing but their names, one."""
    ways: dict[object, _Way] = {}
    for first in market.first_steps(points):
        offers, steps, prices = [], [], [0]
        gains: list[Mapping[str, Fraction]] = [{}]
        bought: Bought | None = first
        while bought is not None:
            offer, step, chances = bought
            offers.append(offer)
            steps.append(step)
            prices.append(prices[-1] + step.price)
            gains.append(market.gains(chances, goal))
            if gains[-1] == gains[-2] and offer.is_new and not gains[-1]:
                break
            more = market.ledger.purchases(step.after, step.account, market.rules, market.words, offer.touches)
            bought = next(((offer, step, market.chances(step.after)) for offer, step in more), None)
        way = _Way(tuple(offers), tuple(steps), tuple(prices), tuple(gains))
        alike = (way.prices, tuple(tuple(sorted(gain.items())) for gain in gains)) if first[0].is_new else len(ways)
        if way.rolls:
            ways.setdefault(alike, way)
    return list(ways.values())


def _factors(
    market: Market, ways: Sequence[_Way], points: int, goal: Sequence[str]
) -> list[tuple[tuple[int, ...], dict[Levels, Fraction]]] | None:
    """The goal as a sum of tables, one for the ways that a roll depends on; None where there would be too many.

    Ways that share no roll are looked at together: what one does is not seen in the rolls of the other. Of ways that
    may stand for each other, later ones take no more steps than earlier ones: other steps are in no table.
    """
    rolls: dict[tuple[int, ...], list[str]] = {}
    for roll in goal:
        rolls.setdefault(tuple(index for index, way in enumerate(ways) if roll in way.rolls), []).append(roll)
    tables: dict[tuple[int, ...], dict[Levels, Fraction]] = {}
    for scope in [scope for scope in rolls if len(scope) < 2]:  # what stands alone is known
        together = rolls.pop(scope)
        for index in scope:
            gains = (
                sum((gains.get(roll, Fraction(0)) for roll in together), Fraction(0)) for gains in ways[index].gains
            )
            tables[scope] = {(level,): gain for level, gain in enumerate(gains)}
    colours = _colours(rolls)
    keys: dict[tuple[int, ...], dict[Levels, Levels]] = {}
    wanted: set[Levels] = set()
    for scope, together in rolls.items():
        twins = _twins(market, ways, scope, together)
        keys[scope] = {levels: _key(colours, scope, levels) for levels in _affordable(ways, scope, twins, points)}
        wanted.update(keys[scope].values())
        if len(wanted) > MOST_COMBINATIONS:
            return None
    seen = _together(market, ways, colours, wanted)
    for scope, together in rolls.items():
        before = sum((market.now[roll] for roll in together), Fraction(0))
        tables[scope] = {
            levels: sum((seen[key].get(roll, market.now[roll]) for roll in together), Fraction(0)) - before
            for levels, key in keys[scope].items()
        }
    return list(tables.items())


def _twins(market: Market, ways: Sequence[_Way], scope: Sequence[int], rolls: Sequence[str]) -> Mapping[int, int]:
    """Which ways of a scope may stand for each other: for the place of each the place of the one before.

    Two are alike where the character stays the same when their names are exchanged, and so does what they do to the
    rolls: then it is all one, for these rolls together, on which of them a step is taken.
    """
    if len(scope) < MANY:
        return {}
    whole = market.data()
    last: dict[int, int] = {}
    twins: dict[int, int] = {}
    for place, index in enumerate(scope):
        first = next((first for first in last if _are_alike(whole, ways[scope[first]], ways[index], rolls)), place)
        if first != place:
            twins[place] = last[first]
        last[first] = place
    return twins


def _are_alike(whole: Any, one: _Way, other: _Way, rolls: Sequence[str]) -> bool:
    names = [way.offers[0].touches.rpartition(" > ")[2] for way in (one, other)]
    exchanged = {names[0]: names[1], names[1]: names[0]}
    gains = tuple({exchanged.get(roll, roll): gain for roll, gain in step.items()} for step in one.gains)
    same = {exchanged.get(roll, roll) for roll in rolls} == set(rolls)
    return same and one.prices == other.prices and gains == other.gains and _exchanged(whole, exchanged) == whole


def _exchanged(data: Any, names: Mapping[str, str]) -> Any:
    """Plain data with two names exchanged, wherever they stand."""
    if isinstance(data, dict):
        return {_exchanged(key, names): _exchanged(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [_exchanged(value, names) for value in data]
    return " > ".join(names.get(part, part) for part in data.split(" > ")) if isinstance(data, str) else data


def _key(colours: Mapping[int, int], scope: Sequence[int], levels: Levels) -> Levels:
    """How many steps are taken on the ways of each colour, by how many on the ways of a scope."""
    steps = {colours[index]: level for index, level in zip(scope, levels, strict=True)}
    return tuple(steps.get(colour, 0) for colour in range(max(colours.values()) + 1))


def _affordable(ways: Sequence[_Way], scope: Sequence[int], twins: Mapping[int, int], points: int) -> list[Levels]:
    """The steps on some ways that cost no more than the points, on later twins no more than on earlier ones."""
    found: list[tuple[Levels, int]] = [((), 0)]
    for place, index in enumerate(scope):
        found = [
            ((*levels, level), paid + price)
            for levels, paid in found
            for level, price in enumerate(ways[index].prices)
            if paid + price <= points and (place not in twins or level <= levels[twins[place]])
        ]
    return [levels for levels, _ in found]


def _colours(scopes: Iterable[tuple[int, ...]]) -> dict[int, int]:
    """A colour for each way, so that ways that share a roll differ in it."""
    near: dict[int, set[int]] = {}
    for scope in scopes:
        for index in scope:
            near.setdefault(index, set()).update(scope)
    colours: dict[int, int] = {}
    for index in sorted(near, key=lambda index: -len(near[index])):
        taken = {colours[other] for other in near[index] if other in colours}
        colours[index] = next(colour for colour in count() if colour not in taken)
    return colours


def _together(market: Market, ways: Sequence[_Way], colours: Mapping[int, int], keys: Iterable[Levels]) -> _Seen:
    """The chances where so many steps are taken on every way of each colour, for several such numbers."""
    states: dict[Levels, Any] = {}

    def state(key: Levels) -> Any:
        if key not in states:
            first = next((colour for colour, level in enumerate(key) if level), None)
            if first is None:
                return market.state
            now = state((*key[:first], key[first] - 1, *key[first + 1 :]))
            for index, colour in colours.items():
                if colour == first and len(ways[index].steps) >= key[first]:
                    step = ways[index].steps[key[first] - 1]
                    now = step.verb.apply(step.line, now, market.rules)
            states[key] = now
        return states[key]

    # Those that differ in the first colours alone follow each other: what the others change is the same.
    return {key: market.chances(state(key)) for key in sorted(keys, key=lambda key: key[::-1])}


def _solved(ways: Sequence[_Way], factors: Sequence[Factor], most: Levels, points: int) -> tuple[int, int, Levels]:
    """The most that the tables add up to within the points, what it costs, and by how many steps on each way."""
    plain, settled = list(factors), list[Message]()
    left = set(range(len(ways)))
    while left:
        scopes = {index: _scope(index, plain, settled) for index in left}
        way = min(left, key=lambda index: prod(most[other] + 1 for other in scopes[index]))
        left.remove(way)
        mine = [factor for factor in plain if way in factor[0]]
        messages = [message for message in settled if way in message[0]]
        plain = [factor for factor in plain if way not in factor[0]]
        settled = [message for message in settled if way not in message[0]]
        settled.append(_settled(way, scopes[way], ways, mine, messages, most, points))
    price, gain, chain = _joined([table[()] for _, table in settled], points)[-1]
    levels = [0] * len(ways)
    for index, level in _unrolled(chain):
        levels[index] = level
    return gain, price, tuple(levels)


def _scope(way: int, factors: Sequence[Factor], messages: Sequence[Message]) -> tuple[int, ...]:
    """The other ways that what a way is worth depends on."""
    scopes = [scope for scope, _ in (*factors, *messages) if way in scope]
    return tuple(sorted({index for scope in scopes for index in scope} - {way}))


def _settled(
    way: int,
    scope: tuple[int, ...],
    ways: Sequence[_Way],
    factors: Sequence[Factor],
    messages: Sequence[Message],
    most: Levels,
    points: int,
) -> Message:
    """The best steps on a way, and on those settled before it, for all steps on a scope and for every budget."""
    table: dict[Levels, Settled] = {}
    for levels in product(*(range(most[index] + 1) for index in scope)):
        left = points - sum(ways[index].prices[level] for index, level in zip(scope, levels, strict=True))
        if left < 0:
            continue
        at = dict(zip(scope, levels, strict=True))
        bought: dict[int, tuple[int, Any]] = {}
        for level in range(most[way] + 1):
            price = ways[way].prices[level]
            if price > left:
                break
            at[way] = level
            gains = [values.get(tuple(at[index] for index in within)) for within, values in factors]
            if None in gains:
                continue
            worth = sum(filter(None, gains))
            others = [values[tuple(at[index] for index in within)] for within, values in messages]
            for paid, gain, chain in _joined(others, left - price):
                if paid + price not in bought or gain + worth > bought[paid + price][0]:
                    bought[paid + price] = gain + worth, ((way, level), chain)
        table[levels] = _rising(bought)
    return scope, table


def _joined(parts: Sequence[Settled], points: int) -> Settled:
    """What is bought of several parts together, within the points."""
    joined: Settled = [(0, 0, None)]
    for part in parts:
        bought: dict[int, tuple[int, Any]] = {}
        for paid, gain, chain in joined:
            for price, more, rest in part:
                if paid + price > points:
                    break
                if paid + price not in bought or gain + more > bought[paid + price][0]:
                    bought[paid + price] = gain + more, (chain, rest)
        joined = _rising(bought)
    return joined


def _rising(bought: Mapping[int, tuple[int, Any]]) -> Settled:
    """What is bought at each price, where nothing cheaper adds as much."""
    rising: Settled = []
    for price, (gain, chain) in sorted(bought.items()):
        if not rising or gain > rising[-1][1]:
            rising.append((price, gain, chain))
    return rising


def _unrolled(chain: Any) -> list[tuple[int, int]]:
    """The ways and steps of a chain."""
    found, waiting = [], [chain]
    while waiting:
        part = waiting.pop()
        if part is None:
            continue
        if isinstance(part[0], int):
            found.append(part)
        else:
            waiting += part
    return found


def _replayed(market: Market, ways: Sequence[_Way], levels: Levels, points: int, goal: Sequence[str]) -> Best | None:
    """A plan as the rules see it, in an order in which every step is lawful; None where there is none."""
    state, account = market.state, market.purse(points)
    waiting = {index: 0 for index, level in enumerate(levels) if level}
    offers: list[Offer] = []
    price = 0
    while waiting:
        for index, taken in waiting.items():
            offer = ways[index].offers[taken]
            step = market.ledger.bought(offer.entry, state, market.rules, account)
            if step is not None:
                break
        else:
            return None
        state, account, price = step.after, step.account, price + step.price
        offers.append(offer)
        waiting[index] += 1
        if waiting[index] == levels[index]:
            del waiting[index]
    return Best(
        offers=tuple(offers), price=price, gain=sum(market.gains(market.chances(state), goal).values(), Fraction(0))
    )


def _conflict(market: Market, ways: Sequence[_Way], levels: Levels, points: int, goal: Sequence[str]) -> Levels:
    """The smallest part of a plan that is unlawful by itself."""
    for index, level in enumerate(levels):
        without = (*levels[:index], 0, *levels[index + 1 :])
        if level and _replayed(market, ways, without, points, goal) is None:
            levels = without
    return levels


def _stepwise(market: Market, ways: Sequence[_Way], points: int, goal: Sequence[str]) -> Best:
    """A good use of points, and perhaps not the best: by what each step gains per point, were nothing else bought."""
    gains = [[sum(gains.values(), Fraction(0)) for gains in way.gains] for way in ways]
    levels, left = [0] * len(ways), points
    while True:
        steps = [
            ((gains[index][level + 1] - gains[index][level]) / max(price, 1), -index, price)
            for index, (way, level) in enumerate(zip(ways, levels, strict=True))
            if level < len(way.steps) and (price := way.prices[level + 1] - way.prices[level]) <= left
        ]
        gain, place, price = max(steps, default=(Fraction(0), 0, 0))
        if gain <= 0:
            break
        levels[-place] += 1
        left -= price
    plan = None
    while plan is None:  # what the rules do not allow together is taken back, last things first
        plan = _replayed(market, ways, tuple(levels), points, goal)
        if plan is None:
            last = max(index for index, level in enumerate(levels) if level)
            levels[last] -= 1
    return replace(plan, exact=False)
