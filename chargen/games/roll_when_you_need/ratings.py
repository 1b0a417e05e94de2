"""The ratings of a stranger: what is pinned stays, and the rest is drawn until the ability points come out even."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from chargen.core.diagnostic import KeyPath
from chargen.core.npc import Infeasible, NpcSpec
from chargen.games.roll_when_you_need.concept import Concept
from chargen.games.roll_when_you_need.pins import first_changes, pinned_ratings, wanted
from chargen.games.roll_when_you_need.rules import RESILIENCE, Rules, spans

USUAL_POINTS = 20
"""Steps that a stranger gets where the table sets no budget (ours; the text gives none)."""
USUAL_MAXIMUM = 4
"""The highest rating a stranger is given where the table sets no maximum (ours)."""
WEIGHT_OF_STRESS = 3
"""What gives stress is raised so many times as often as another ability (ours)."""


@dataclass(slots=True)
class Ratings:
    """Ratings while they are drawn. Those of ``held`` stay as they are; ``listed`` ones are always written down."""

    now: dict[str, int]
    unlisted: dict[str, int]
    """Where each of them starts."""
    lowest: dict[str, int]
    highest: dict[str, int]
    held: dict[str, int] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)

    @property
    def free(self) -> list[str]:
        """What may still be raised or lowered."""
        return [name for name in self.now if name not in self.held]

    def steps(self) -> int:
        """The steps above unlisted."""
        return sum(self.now.values()) - sum(self.unlisted.values())

    def written(self) -> dict[str, int]:
        """The ratings that a concept lists beside the pinned ones, spelt as players write them."""
        return {
            name.lower(): rating
            for name, rating in self.now.items()
            if name not in self.held and (name in self.listed or rating != self.unlisted[name])
        }


def begun(spec: NpcSpec[Concept], rules: Rules) -> Ratings:
    """The ratings before anything is drawn. Raises `Infeasible` where a table leaves Resilience no rating."""
    unlisted = {name: span.unlisted for name, span in spans(rules).items()}
    top = rules.highest_ability
    if rules.starting_maximum is not None and not spec.pinned.moves:
        top = min(top, rules.starting_maximum)
    ratings = Ratings(
        now=dict(unlisted),
        unlisted=unlisted,
        lowest={name: span.lowest for name, span in spans(rules).items()},
        highest=dict.fromkeys(unlisted, top),
        held=pinned_ratings(spec, rules),
    )
    ratings.now |= ratings.held
    ratings.listed |= ratings.held.keys()
    _fit(ratings, spec, rules)
    _leave_room(ratings, spec, rules)
    _list_resilience(ratings, spec, rules)
    return ratings


def _fit(ratings: Ratings, spec: NpcSpec[Concept], rules: Rules) -> None:
    """What is not pinned fits pinned stress and pencilled boxes, as far as its scale goes."""
    for name, (least, most) in wanted(spec, rules).items():
        if name in ratings.now and name not in ratings.held:
            lowest, highest = ratings.lowest[name], ratings.highest[name]
            ratings.listed.add(name)
            ratings.lowest[name] = min(max(lowest, least), highest)
            ratings.highest[name] = max(min(highest, most), lowest)
            ratings.now[name] = min(max(ratings.now[name], ratings.lowest[name]), ratings.highest[name])


def _leave_room(ratings: Ratings, spec: NpcSpec[Concept], rules: Rules) -> None:
    """What the pinned ledger changes starts below that, so that there is something to change."""
    for name, to in first_changes(spec, rules).items():
        if name in ratings.held:
            continue
        if to > ratings.lowest[name]:
            ratings.highest[name] = min(ratings.highest[name], to - 1)
        else:
            ratings.lowest[name] = to + 1
        ratings.now[name] = max(min(ratings.now[name], ratings.highest[name]), ratings.lowest[name])


def _list_resilience(ratings: Ratings, spec: NpcSpec[Concept], rules: Rules) -> None:
    """Where nothing else gives physical stress, a stranger has a Resilience that is written down."""
    if rules.physical_stress is not None or RESILIENCE in ratings.held:
        return
    lowest, highest = ratings.lowest[RESILIENCE], ratings.highest[RESILIENCE]
    if lowest > highest:
        path = _place(spec, "starting_maximum")
        raise Infeasible(
            path, f"nobody starts above {highest}, and Resilience is at least {lowest}", "raise the maximum"
        )
    ratings.listed.add(RESILIENCE)
    ratings.now[RESILIENCE] = min(max(ratings.now[RESILIENCE], lowest), highest)


def draw(random: Random, ratings: Ratings, trade: Sequence[str], spec: NpcSpec[Concept], rules: Rules) -> None:
    """Raise (or, where pins are high, lower) what is free until the budget is spent.

    The trade comes first, and its abilities fall off one by one; what is left goes to pastimes. Where the table
    sets no budget it is our usual one, and pins may go beyond it. Raises `Infeasible` where a budget cannot come out.
    """
    budget = USUAL_POINTS if rules.ability_points is None else rules.ability_points
    left = budget - ratings.steps()
    if left < 0 and rules.ability_points is not None:
        left = _lower(random, ratings, left)
    usual = max(USUAL_MAXIMUM, rules.start) if rules.starting_maximum is None else rules.starting_maximum
    ceilings = {name: min(ratings.highest[name], usual) for name in ratings.free}
    for depth, name in enumerate(name for name in trade if name in ratings.now):
        if name in ceilings:
            left = _raise(ratings, name, ceilings[name] - depth, left)
    pastimes = [name for each in map(rules.ability, spec.words.pastimes) if (name := each or "") in ceilings]
    for among in (pastimes, list(ceilings)):
        for below in (1, 0):  # nobody is better at a pastime than at the trade, if there is a choice
            left = _spread(random, ratings, among, {name: ceilings[name] - below for name in among}, left, rules)
    for name in ceilings:  # what is left only fits above our usual maximum
        left = _raise(ratings, name, ratings.highest[name], left)
    if left and rules.ability_points is not None:
        raise _uneven(left, budget, spec)
    if rules.ability_points is None and (steps := ratings.steps()) < 0:
        message = f"the ratings come to {-steps} steps below unlisted, and no budget of ability points is below 0"
        raise Infeasible(("abilities",), message, "pin fewer or higher ratings")


def _raise(ratings: Ratings, name: str, limit: int, left: int) -> int:
    """Raise one ability as far as the limit and the points go; the points that are left then."""
    rise = max(min(limit - ratings.now[name], left), 0)
    ratings.now[name] += rise
    return left - rise


def _lower(random: Random, ratings: Ratings, left: int) -> int:
    """Lower abilities at random until no more than the budget is spent, where they start above their lowest."""
    while left < 0:
        above = [name for name in ratings.free if ratings.lowest[name] < ratings.now[name] <= ratings.highest[name]]
        if not above:
            break
        ratings.now[random.choice(above)] -= 1
        left += 1
    return left


def _spread(
    random: Random, ratings: Ratings, among: Iterable[str], limits: dict[str, int], left: int, rules: Rules
) -> int:
    """Raise abilities step by step, at random by their weights; the points that are left then."""
    open_to = [name for name in among if ratings.now[name] < limits[name]]
    stress = (RESILIENCE, rules.ability(rules.social_stress))
    weights = [WEIGHT_OF_STRESS if name in stress else 1 for name in open_to]
    while left > 0 and open_to:
        index = random.choices(range(len(open_to)), weights)[0]
        name = open_to[index]
        ratings.now[name] += 1
        left -= 1
        if ratings.now[name] >= limits[name]:
            del open_to[index], weights[index]
    return left


def _place(spec: NpcSpec[Concept], rule: str) -> KeyPath:
    """Where the pins that a table's number is too small or large for stand."""
    if rule in spec.pinned.rules.model_fields_set:
        return ("rules", rule)
    return next(((key,) for key in ("abilities", "campaign") if key in spec.pins), ("abilities",))


def _uneven(left: int, budget: int, spec: NpcSpec[Concept]) -> Infeasible:
    if left > 0:
        message = f"{left} of {budget} ability points cannot be spent: all that is not pinned is at its highest"
        return Infeasible(_place(spec, "ability_points"), message, "pin higher ratings, or set fewer ability points")
    path: KeyPath = ("abilities",) if "abilities" in spec.pins else _place(spec, "ability_points")
    message = f"{budget - left} steps above unlisted, and {budget} ability points to pay for them: {-left} too many"
    return Infeasible(path, message, "pin lower ratings, or set more ability points: `rules: {ability_points: …}`")
