"""Find the best use of points, exactly, by variable elimination.

An *upgrade* is all that can be bought of one thing, step after step, with the price and effect of each number of steps
(its level). The planner goes through these steps:

1. List the upgrades that change the goal, alone or together with others (`_list_upgrades`).
2. Write the goal as a sum of small tables, the factors (`_build_factors`). A roll depends only on the upgrades that
   change its chance, so each table has few arguments. With too many combinations, plan greedily instead.
3. Eliminate one upgrade after the other (`_maximize`, `_eliminate`). For each combination of levels of the upgrades
   that share a table with it, compute the best levels for every budget: a Pareto front of price and gain. This is the
   algorithm of bucket elimination (Dechter 1999), with budgets.
4. Replay the plan by the rules of the game (`_replay`). The tables do not contain rules that concern two upgrades, such
   as a common cap.
5. If the plan is illegal or gains less than the tables say, branch: for each upgrade in the conflict, search again with
   one level less (`_search`). The searches wait in a priority queue, the highest possible gain first (best-first
   branch and bound). So the first legal plan that gains as much as its tables say is the best one. It is not called
   exact if a legal plan before it gained less than they said.
6. If purchases are cheaper together than alone, the tables are wrong about prices: plan greedily as well, take the
   better plan, and do not call it exact.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, product
from math import lcm, prod
from typing import Any, TypeAlias

from chargen.experience.market import Bought, Market
from chargen.game.ledger import Offer

MOST_COMBINATIONS = 2_000
"""The number of combinations of levels that are computed for one character; with more, the plan is greedy."""
MOST_REPLAYS = 60
"""The number of plans that are replayed; after that, the best legal one so far is returned as not exact."""

Levels: TypeAlias = tuple[int, ...]  # The number of steps taken on each of some upgrades
Factor: TypeAlias = tuple[tuple[int, ...], Mapping[Levels, int]]
"""Some upgrades, and the part of the goal that each combination of their levels adds."""
Front: TypeAlias = list[tuple[int, int, Any]]
"""A Pareto front: prices and gains, both ascending, each with its steps as a chain of (upgrade, level) pairs."""
_Seen: TypeAlias = Mapping[Levels, Mapping[str, Fraction]]
Message: TypeAlias = tuple[tuple[int, ...], Mapping[Levels, Front]]
"""The result of an elimination: the neighbours of the upgrade, and a front for each combination of their levels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The best use of some points: entries in a legal order, their price, and their effect on the goal."""

    offers: tuple[Offer, ...] = ()
    price: int = 0
    gain: Fraction = Fraction(0)
    exact: bool = True
    """Whether no other legal plan gains more; otherwise this is the best plan that was found."""


@dataclass(frozen=True, slots=True)
class _Upgrade:
    """All that can be bought of one thing, step after step."""

    offers: tuple[Offer, ...]
    steps: tuple[Any, ...]
    prices: tuple[int, ...]
    """The total price of each level; that of level 0 is 0."""
    gains: tuple[Mapping[str, Fraction], ...]
    """What each level adds to the chances of the goal if nothing else is bought."""
    rolls: frozenset[str]
    """The rolls of the goal that it changes, alone or together with others."""


def find_best(market: Market, points: int, goal: Sequence[str]) -> Best:
    """Return the best use of points towards a goal, the chance of some rolls; of equally good plans, the cheapest.

    New things that differ only in their names count as one.
    """
    upgrades = _list_upgrades(market, points, goal)
    factors = _build_factors(market, upgrades, points, goal)
    if factors is None:
        return _plan_greedily(market, upgrades, points, goal)
    found = _search(market, upgrades, factors, points, goal)
    if not _are_cheaper_together(market, upgrades):
        return found
    # The tables have the prices of single purchases: points may be left, and other purchases may be better.
    plans = (_plan_greedily(market, upgrades, points, goal, begun) for begun in (found.offers, ()))
    return max(plans, key=lambda plan: plan.gain)


def _search(
    market: Market,
    upgrades: Sequence[_Upgrade],
    factors: Sequence[tuple[tuple[int, ...], Mapping[Levels, Fraction]]],
    points: int,
    goal: Sequence[str],
) -> Best:
    """Return the best plan that the tables allow and the rules accept, by branch and bound."""
    # With a common denominator, all gains are integers, which are much faster to add than fractions.
    scale = lcm(*(gain.denominator for _, table in factors for gain in table.values()))
    scaled = [(scope, {levels: int(gain * scale) for levels, gain in table.items()}) for scope, table in factors]
    found, number, tried = Best(), count(), set[Levels]()
    waiting: list[tuple[int, int, int, Levels, Levels]] = []

    def try_within(most: Levels) -> None:
        if most not in tried:
            tried.add(most)
            gain, price, levels = _maximize(upgrades, scaled, most, points)
            # The counter lets equally good searches wait in the order in which they came.
            heappush(waiting, (-gain, price, next(number), levels, most))

    try_within(tuple(len(upgrade.steps) for upgrade in upgrades))
    is_exact = True
    for _ in range(MOST_REPLAYS):
        # No waiting search can gain more than its tables say, so the best plan so far wins if it gains as much.
        if not waiting or (promised := Fraction(-waiting[0][0], scale)) <= found.gain:
            return replace(found, exact=is_exact)
        *_, levels, most = heappop(waiting)
        plan = _replay(market, upgrades, levels, points, goal)
        if plan is not None and plan.gain > found.gain:
            found = plan
        if plan is None or plan.gain < promised:
            # A better plan has fewer steps on at least one of these upgrades. If a legal plan gains less than promised,
            # two upgrades do something together that the tables miss, and one with more steps may be better too.
            is_exact = is_exact and plan is None
            conflict = _find_conflict(market, upgrades, levels, points, goal) if plan is None else levels
            for index, level in enumerate(conflict):
                if level:
                    try_within((*most[:index], level - 1, *most[index + 1 :]))
    return replace(found, exact=False)


def _list_upgrades(market: Market, points: int, goal: Sequence[str]) -> list[_Upgrade]:
    """List the upgrades that change the goal; of new things that differ only in their names, one."""
    upgrades: dict[object, _Upgrade] = {}
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
            # A new thing that does nothing for the goal is not followed any further.
            if gains[-1] == gains[-2] and offer.is_new and not gains[-1]:
                break
            more = market.ledger.purchases(step.after, step.account, market.rules, market.words, offer.touches)
            bought = next(((offer, step, market.chances(step.after)) for offer, step in more), None)
        rolls = frozenset(roll for level in gains for roll in level)
        # New things get a key that others may share; anything on the sheet has its own, as its name matters for later
        # steps.
        is_new = first[0].is_new
        alike = (tuple(prices), tuple(tuple(sorted(gain.items())) for gain in gains)) if is_new else len(upgrades)
        if rolls or not is_new:
            upgrades.setdefault(alike, _Upgrade(tuple(offers), tuple(steps), tuple(prices), tuple(gains), rolls))
    return list(_add_common_rolls(market, list(upgrades.values()), goal))


def _add_common_rolls(market: Market, upgrades: Sequence[_Upgrade], goal: Sequence[str]) -> Iterator[_Upgrade]:
    """Add the rolls that an upgrade changes only together with others; leave out upgrades that change none.

    A roll of two numbers can be impossible until both are higher: then neither changes it alone. So each upgrade is
    also tried where all the others are at their first level, and where they are at their highest.
    """

    def buy(state: Any, bought: Iterable[_Upgrade], most: int) -> Any:
        for upgrade in bought:
            for step in upgrade.steps[:most]:
                assert step.verb is not None
                # Applied without asking the rules: these states are only for the chances, and a cap may forbid them.
                state = step.verb.apply(step.line, state, market.rules)
        return state

    def buy_all_but_one(state: Any, some: Sequence[_Upgrade], most: int) -> Iterator[Any]:
        """Yield the states without each of some upgrades; halving the list takes n log n purchases instead of n²."""
        if len(some) < 2:
            yield from [state] * len(some)
            return
        left, right = some[: len(some) // 2], some[len(some) // 2 :]
        yield from buy_all_but_one(buy(state, right, most), left, most)
        yield from buy_all_but_one(buy(state, left, most), right, most)

    common = [set(upgrade.rolls) for upgrade in upgrades]
    # A set: with single steps both are the same, and one pass is enough.
    for most in {1, max((len(upgrade.steps) for upgrade in upgrades), default=1)}:
        with_all = market.gains(market.chances(buy(market.state, upgrades, most)), goal)
        for rolls, state in zip(common, buy_all_but_one(market.state, upgrades, most), strict=True):
            without = market.gains(market.chances(state), goal)
            rolls.update(roll for roll in goal if with_all.get(roll) != without.get(roll))
    for upgrade, rolls in zip(upgrades, common, strict=True):
        if rolls:
            yield replace(upgrade, rolls=frozenset(rolls))


def _are_cheaper_together(market: Market, upgrades: Sequence[_Upgrade]) -> bool:
    """Return whether a step costs less after others than alone, as where a sum of half points is rounded up."""
    state = market.state
    for first in (upgrade.steps[0] for upgrade in upgrades):
        if market.ledger.price(first.line, state, market.rules) < first.price:
            return True
        state = first.verb.apply(first.line, state, market.rules)
    return False


def _build_factors(
    market: Market, upgrades: Sequence[_Upgrade], points: int, goal: Sequence[str]
) -> list[tuple[tuple[int, ...], dict[Levels, Fraction]]] | None:
    """Return the goal as a sum of tables, one for each set of upgrades with common rolls; None if they are too many."""
    # Group the rolls by their scope: the upgrades that change their chance.
    rolls: dict[tuple[int, ...], list[str]] = {}
    for roll in goal:
        rolls.setdefault(tuple(index for index, upgrade in enumerate(upgrades) if roll in upgrade.rolls), []).append(
            roll
        )
    tables: dict[tuple[int, ...], dict[Levels, Fraction]] = {}
    # What a single upgrade does is known from `_list_upgrades`.
    for scope in [scope for scope in rolls if len(scope) < 2]:
        shared = rolls.pop(scope)
        for index in scope:
            gains = (
                sum((gains.get(roll, Fraction(0)) for roll in shared), Fraction(0)) for gains in upgrades[index].gains
            )
            tables[scope] = {(level,): gain for level, gain in enumerate(gains)}
    # Upgrades of one colour share no roll, so one replay serves them all: each affects only its own rolls.
    colours = _colour_upgrades(rolls)
    keys: dict[tuple[int, ...], dict[Levels, Levels]] = {}
    wanted: set[Levels] = set()
    for scope in rolls:
        affordable = _list_affordable(upgrades, scope, points)
        keys[scope] = {levels: _count_by_colour(colours, scope, levels) for levels in affordable}
        wanted.update(keys[scope].values())
        # Each wanted key is a replay and all chances of a character, which takes most of the time of a search.
        if len(wanted) > MOST_COMBINATIONS:
            return None
    seen = _compute_chances(market, upgrades, colours, wanted)
    for scope, shared in rolls.items():
        before = sum((market.now[roll] for roll in shared), Fraction(0))
        tables[scope] = {
            levels: sum((seen[key].get(roll, market.now[roll]) for roll in shared), Fraction(0)) - before
            for levels, key in keys[scope].items()
        }
    return list(tables.items())


def _count_by_colour(colours: Mapping[int, int], scope: Sequence[int], levels: Levels) -> Levels:
    """Return the level for each colour, given the levels of a scope."""
    steps = {colours[index]: level for index, level in zip(scope, levels, strict=True)}
    return tuple(steps.get(colour, 0) for colour in range(max(colours.values()) + 1))


def _list_affordable(upgrades: Sequence[_Upgrade], scope: Sequence[int], points: int) -> list[Levels]:
    """List the levels of some upgrades that cost at most the points."""
    found: list[tuple[Levels, int]] = [((), 0)]
    for index in scope:
        found = [
            ((*levels, level), paid + price)
            for levels, paid in found
            for level, price in enumerate(upgrades[index].prices)
            if paid + price <= points
        ]
    return [levels for levels, _ in found]


def _colour_upgrades(scopes: Iterable[tuple[int, ...]]) -> dict[int, int]:
    """Return a colour for each upgrade, so that upgrades that share a roll differ (greedy graph colouring)."""
    near: dict[int, set[int]] = {}
    for scope in scopes:
        for index in scope:
            near.setdefault(index, set()).update(scope)
    colours: dict[int, int] = {}
    # The most connected first: this order (Welsh and Powell) needs few colours.
    for index in sorted(near, key=lambda index: -len(near[index])):
        taken = {colours[other] for other in near[index] if other in colours}
        colours[index] = next(colour for colour in count() if colour not in taken)
    return colours


def _compute_chances(
    market: Market, upgrades: Sequence[_Upgrade], colours: Mapping[int, int], keys: Iterable[Levels]
) -> _Seen:
    """Return the chances for several keys: the level of all upgrades of each colour."""
    states: dict[Levels, Any] = {}

    def state(key: Levels) -> Any:
        if key not in states:
            first = next((colour for colour, level in enumerate(key) if level), None)
            if first is None:
                return market.state
            # From the key with one step less, which is often known already: keys differ mostly by single steps.
            now = state((*key[:first], key[first] - 1, *key[first + 1 :]))
            for index, colour in colours.items():
                if colour == first and len(upgrades[index].steps) >= key[first]:
                    step = upgrades[index].steps[key[first] - 1]
                    now = step.verb.apply(step.line, now, market.rules)
            states[key] = now
        return states[key]

    # Keys that differ only in the first colours come after each other, as caches of derived values then serve them.
    return {key: market.chances(state(key)) for key in sorted(keys, key=lambda key: key[::-1])}


def _maximize(
    upgrades: Sequence[_Upgrade], factors: Sequence[Factor], most: Levels, points: int
) -> tuple[int, int, Levels]:
    """Return the highest sum of the tables within the points, its price, and the level of each upgrade."""
    open_factors, open_messages = list(factors), list[Message]()
    left = set(range(len(upgrades)))
    while left:
        # Eliminate the upgrade with the smallest table next (a greedy elimination order).
        scopes = {index: _neighbours(index, open_factors, open_messages) for index in left}
        upgrade = min(left, key=lambda index: prod(most[other] + 1 for other in scopes[index]))
        left.remove(upgrade)
        mine = [factor for factor in open_factors if upgrade in factor[0]]
        messages = [message for message in open_messages if upgrade in message[0]]
        open_factors = [factor for factor in open_factors if upgrade not in factor[0]]
        open_messages = [message for message in open_messages if upgrade not in message[0]]
        open_messages.append(_eliminate(upgrade, scopes[upgrade], upgrades, mine, messages, most, points))
    # Without neighbours left, each message has one entry. The last point of a front has the highest gain.
    price, gain, chain = _combine([table[()] for _, table in open_messages], points)[-1]
    levels = [0] * len(upgrades)
    for index, level in _unroll(chain):
        levels[index] = level
    return gain, price, tuple(levels)


def _neighbours(upgrade: int, factors: Sequence[Factor], messages: Sequence[Message]) -> tuple[int, ...]:
    """Return the other upgrades that share a table with an upgrade."""
    scopes = [scope for scope, _ in (*factors, *messages) if upgrade in scope]
    return tuple(sorted({index for scope in scopes for index in scope} - {upgrade}))


def _eliminate(
    upgrade: int,
    scope: tuple[int, ...],
    upgrades: Sequence[_Upgrade],
    factors: Sequence[Factor],
    messages: Sequence[Message],
    most: Levels,
    points: int,
) -> Message:
    """Return the best levels of an upgrade and of those eliminated before it, by the levels of its neighbours."""
    table: dict[Levels, Front] = {}
    for levels in product(*(range(most[index] + 1) for index in scope)):
        left = points - sum(upgrades[index].prices[level] for index, level in zip(scope, levels, strict=True))
        # Such levels are no part of any plan; other tables are never asked for them, as they would be too expensive
        # too.
        if left < 0:
            continue
        at = dict(zip(scope, levels, strict=True))
        bought: dict[int, tuple[int, Any]] = {}
        for level in range(most[upgrade] + 1):
            price = upgrades[upgrade].prices[level]
            if price > left:
                break
            at[upgrade] = level
            worth = sum(values[tuple(at[index] for index in within)] for within, values in factors)
            others = [values[tuple(at[index] for index in within)] for within, values in messages]
            for paid, gain, chain in _combine(others, left - price):
                if paid + price not in bought or gain + worth > bought[paid + price][0]:
                    # Chains share their tails, so a step costs the same however long the plan is.
                    bought[paid + price] = gain + worth, ((upgrade, level), chain)
        table[levels] = _keep_best(bought)
    return scope, table


def _combine(parts: Sequence[Front], points: int) -> Front:
    """Return the front of several independent fronts together, within the points."""
    front: Front = [(0, 0, None)]
    for part in parts:
        bought: dict[int, tuple[int, Any]] = {}
        for paid, gain, chain in front:
            for price, more, rest in part:
                if paid + price > points:
                    break
                if paid + price not in bought or gain + more > bought[paid + price][0]:
                    bought[paid + price] = gain + more, (chain, rest)
        front = _keep_best(bought)
    return front


def _keep_best(bought: Mapping[int, tuple[int, Any]]) -> Front:
    """Return the Pareto front: each price whose gain no cheaper one reaches."""
    front: Front = []
    for price, (gain, chain) in sorted(bought.items()):
        if not front or gain > front[-1][1]:
            front.append((price, gain, chain))
    return front


def _unroll(chain: Any) -> list[tuple[int, int]]:
    """Return the upgrades and levels of a chain."""
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


def _replay(
    market: Market, upgrades: Sequence[_Upgrade], levels: Levels, points: int, goal: Sequence[str]
) -> Best | None:
    """Replay a plan by the rules, in any order in which every step is legal; return None if there is none."""
    state, account = market.state, market.account_with(points)
    waiting = {index: 0 for index, level in enumerate(levels) if level}
    offers: list[Offer] = []
    price = 0
    while waiting:
        # The first step that is legal now is taken, and the search for the next one starts again: a prerequisite or a
        # cap may be met only after other purchases.
        for index, taken in waiting.items():
            offer = upgrades[index].offers[taken]
            step = market.ledger.try_purchase(offer.entry, state, market.rules, account)
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


def _find_conflict(
    market: Market, upgrades: Sequence[_Upgrade], levels: Levels, points: int, goal: Sequence[str]
) -> Levels:
    """Return a smallest part of a plan that is illegal by itself, by removing one upgrade after the other."""
    for index, level in enumerate(levels):
        without = (*levels[:index], 0, *levels[index + 1 :])
        # What is illegal without an upgrade has its conflict elsewhere, so the upgrade is left out for good.
        if level and _replay(market, upgrades, without, points, goal) is None:
            levels = without
    return levels


def _plan_greedily(
    market: Market, upgrades: Sequence[_Upgrade], points: int, goal: Sequence[str], begun: Sequence[Offer] = ()
) -> Best:
    """Return a good use of points: after ``begun``, at each time the legal step with the highest gain per point."""
    state, account, offers = market.state, market.account_with(points), list[Offer]()
    waiting = [list(upgrade.offers) for upgrade in upgrades]
    price, reached = 0, Fraction(0)
    while True:
        found: list[tuple[bool, Fraction, int, Fraction, Any]] = []
        for index, left in enumerate(waiting):
            if not left or (len(offers) < len(begun) and left[0] is not begun[len(offers)]):
                continue
            step = market.ledger.try_purchase(left[0].entry, state, market.rules, account)
            if step is not None:
                gain = sum(market.gains(market.chances(step.after), goal).values(), Fraction(0))
                if gain > reached or len(offers) < len(begun):
                    worth = (gain - reached) / max(step.price, 1)
                    found.append((not step.price, worth, -index, gain, step))
        if not found:
            return Best(offers=tuple(offers), price=price, gain=reached, exact=False)
        *_, place, gain, step = max(found, key=lambda each: each[:3])
        offers.append(waiting[-place].pop(0))
        state, account, price, reached = step.after, step.account, price + step.price, gain
