"""Compute the budget: the price of everything, the points granted, and the points of the common pool for the rest.

The common pool has EP in the point buy and WP in the pool buy. It is spent in whole points, computed for the player
(FAC-a2, FAC-a2b, FAC-a3). Values outside the printed range cost as much as its nearest end.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from chargen.game.identity_cache import cache_by_identity
from chargen.games.facade import rules as book
from chargen.games.facade import skills
from chargen.games.facade.concept import Attributes, Background, Broad, Concept, Modifier
from chargen.games.facade.rules import Rules
from chargen.page.roll import Points
from chargen.text.diagnostic import KeyPath

SECTIONS: Mapping[str, tuple[str, ...]] = {"AP": ("attributes", "modifiers"), "SP": ("skills",), "BP": ("backgrounds",)}
"""What each area of points pays for, the key of its diagnostics first."""
GRANTS: Mapping[str, str] = {"AP": "attribute_points", "SP": "skill_points", "BP": "background_points"}
"""The house rule that sets the points of each area."""
MOST_RUNGS = 100  # The highest level that a hint lowers (house default)


# Prices. What gives points back has a negative price.


def clamp_level(level: int | None, highest: int, lowest: int = 0) -> int:
    """Return a level limited to its range; a missing level is 0."""
    return min(max(level or 0, lowest), highest)


def attribute_cost(level: int | None, rules: Rules) -> int:
    """Return the cost of an attribute in AP.

    >>> [attribute_cost(level, Rules()) for level in range(7)]
    [0, 1, 3, 6, 10, 15, 21]
    """
    prices = rules.attribute_costs
    return prices[clamp_level(level, len(prices) - 1)] if prices else 0


def modifier_cost(taken: Modifier) -> int:
    """Return the cost of a modifier in AP.

    Prices of odd levels are rounded up, so what a negative one gives back is rounded down (house default, rulings).

    >>> [modifier_cost(Modifier(cost="medium", level=level)) for level in (1, 2, 3, -1, -2, -3)]
    [2, 3, 5, -1, -3, -4]
    """
    row = book.MODIFIER_COSTS.get(taken.cost or "", (0,))
    level = clamp_level(taken.level, len(row) - 1, -(len(row) - 1))
    if level >= 0:
        return row[level]
    # An odd level is worth the average of its two neighbours, as in the classes without rounding; the highest is even.
    return -((row[-level - 1] + row[-level + 1]) // 2) if level % 2 else -row[-level]


def modifier_prices(concept: Concept, created: Concept) -> list[int]:
    """Return the AP for each modifier; negative ones gained in play give nothing back."""
    return [
        0 if index >= len(created.modifiers) and (modifier.level or 0) < 0 else modifier_cost(modifier)
        for index, modifier in enumerate(concept.modifiers)
    ]


def background_cost(taken: Background, rules: Rules) -> int:
    """Return the cost of a background in BP; a liability gives back what the same background costs (FAC-a20)."""
    kind, cost, level, points = taken.kind or "", taken.cost or "", taken.level or 0, taken.points or 0
    worth = background_worth(kind, cost, level, points, rules, back=taken.liability)
    return -worth if taken.liability else worth


def background_worth(kind: str, cost: str, level: int, points: int, rules: Rules, *, back: bool = False) -> int:
    """Return the BP of a background by its parts: its price, or with ``back`` the refund of a liability."""
    level = max(level, 0)
    if kind == "individual":
        return points
    if kind == "exponential":
        row = exponential_costs(cost, rules)
        return row[min(level, len(row) - 1)]
    # As many BP for as many levels, 3 BP for 2: at odd levels a price rounds up, and a refund down.
    points, levels = book.STANDARD_BACKGROUND_COSTS.get(cost, (0, 1))
    return level * points // levels if back else -(-level * points // levels)


def exponential_costs(cost: str, rules: Rules) -> tuple[int, ...]:
    """Return the total BP for each level of an exponential background of a class."""
    if rules.as_printed and cost == "medium":
        return book.EXPONENTIAL_MEDIUM_AS_PRINTED
    return book.EXPONENTIAL_BACKGROUND_COSTS.get(cost, (0,))


def skill_cost(branch: skills.Branch, rules: Rules) -> float:
    """Return the cost of a skill in SP without the skills inside it; in the cascade, the SP on a specialty.

    Prices are multiples of ½, so floats are exact.
    """
    if rules.cascade:
        return float(skills.points_of(branch, rules))
    return book.STANDARD_SKILL_COSTS[branch.height][clamp_level(int(branch.level or 0), skills.HIGHEST)]


@cache_by_identity(2048)
def _family_cost(skill: Broad, name: str, rules: Rules) -> Fraction | int:
    """Return the cost of a broad skill with all skills inside it, cached because most skills do not change."""
    cost = sum(skill_cost(branch, rules) for branch in skills.make_family(name, skill))
    return int(cost) if cost == int(cost) else Fraction(cost)


# The budget.


class Part(NamedTuple):
    """A part of the cost of an area, such as Body or Martial."""

    name: str
    cost: Fraction | int


@dataclass(frozen=True, slots=True)
class Area:
    """An area of points: granted and spent points, and the points that the common pool must add."""

    name: str
    granted: int
    parts: tuple[Part, ...]
    rate: int  # The points of this area for one point of the common pool

    spent: Fraction | int = field(init=False)  # The total cost minus the points that negatives give back
    from_pool: int = field(init=False)  # The whole points of the common pool that cover the rest

    def __post_init__(self) -> None:
        object.__setattr__(self, "spent", sum(part.cost for part in self.parts))
        object.__setattr__(self, "from_pool", self.covering(self.spent))

    def covering(self, spent: Fraction | int) -> int:
        """Return the whole points of the common pool that would cover the rest of a cost."""
        # On integers: budgets are computed for each candidate of a plan, and fractions would take most of the time. An
        # int has a numerator, too.
        short = spent.numerator - self.granted * spent.denominator
        return max(-(-short // (self.rate * spent.denominator)), 0)

    @property
    def section(self) -> str:
        """Return the key of the concept at which its diagnostics are."""
        return SECTIONS[self.name][0]

    @property
    def left(self) -> Fraction | int:
        """Return the unspent points, including points that the common pool added."""
        return max(self.granted + self.from_pool * self.rate - self.spent, 0)


@dataclass(frozen=True, slots=True)
class Budget:
    """All areas, and the common pool."""

    pool_name: str
    areas: tuple[Area, ...]
    granted: int  # The points of the common pool granted at creation
    refunded: int  # The points that negatives added to the common pool
    earned: int  # The points awarded in play

    @property
    def needed(self) -> int:
        """Return the points of the common pool that the complete character needs."""
        return sum(area.from_pool for area in self.areas)

    @property
    def available(self) -> int:
        """Return all points of the common pool."""
        return self.granted + self.refunded + self.earned

    @property
    def left(self) -> int:
        """Return the points left in the common pool; negative if it is overspent."""
        return self.available - self.needed

    def area(self, name: str) -> Area:
        """Return an area by its name: AP, SP or BP."""
        return next(area for area in self.areas if area.name == name)

    def points(self) -> dict[str, Points]:
        """Return the points by their public names."""
        points = {
            area.name.lower(): Points(
                budget=area.granted,
                spent=simplify_number(area.spent),
                available=simplify_number(max(area.granted - area.spent, 0)),
            )
            for area in self.areas
        }
        return points | {self.pool_name.lower(): Points.of(self.available, self.needed)}


@cache_by_identity(4)
def attribute_values(value: Attributes | None) -> Mapping[str, int | None]:
    """Return the value of each attribute as written; None for a missing attribute."""
    return {name: getattr(getattr(value, category, None), name, None) for name, category in book.CATEGORY_OF.items()}


@cache_by_identity(8)
def compute_budget(concept: Concept, rules: Rules, created: Concept | None = None, earned: int = 0) -> Budget:
    """Compute the budget of a concept. ``created`` is the character at creation; by default the concept itself.

    In play, changes of backgrounds are free, and new negative modifiers give no points (FAC-e2, ruling FAC-Q32).
    """
    created = concept if created is None else created
    taken = modifier_prices(concept, created)
    owned = [background_cost(background, rules) for background in created.backgrounds]
    refund = 0
    # What they give leaves its area, so that it is not counted twice (ruling FAC-Q5).
    if rules.negatives_to_pool:
        refund = -sum(min(price, 0) for price in (*taken, *owned))
        taken, owned = ([max(price, 0) for price in prices] for prices in (taken, owned))

    values = attribute_values(concept.attributes)
    of_attributes = [
        Part(category.capitalize(), sum(attribute_cost(values[name], rules) for name in three))
        for category, three in book.CATEGORIES.items()
    ]
    signed = {"modifiers": [price for price in taken if price > 0], "negative modifiers": [p for p in taken if p < 0]}
    of_attributes += [Part(name, sum(prices)) for name, prices in signed.items() if prices]
    of_backgrounds: dict[str, int] = {}
    for background, price in zip(created.backgrounds, owned, strict=True):
        kind = background.class_ or "others"
        of_backgrounds[kind] = of_backgrounds.get(kind, 0) + price
    parts = {
        "AP": tuple(of_attributes),
        "SP": tuple(Part(name, _family_cost(skill, name, rules)) for name, skill in concept.skills.items()),
        "BP": tuple(Part(name, total) for name, total in of_backgrounds.items()),
    }
    points, buys = granted_points(concept, rules), book.BUYS[rules.creation]
    areas = tuple(Area(name, points[name], parts[name], buys[name]) for name in SECTIONS)
    return Budget(rules.pool_name, areas, points["pool"], refund, earned)


def granted_points(concept: Concept, rules: Rules) -> dict[str, int]:
    """Return the points granted by area and in the common ``pool``.

    BP may depend on the age (FAC-a21, ruling FAC-Q14). A setting of an area that could not be read is that of the book.
    """
    stated = {area: getattr(rules, name) for area, name in GRANTS.items() if not rules.unread(name)}
    stated["pool"] = rules.weighted_points if rules.pool_bought else rules.extra_points
    by_age = rules.background_points_from != "fixed" and not rules.unread("background_points_from")
    if rules.pool_bought:
        stated["BP"] = None
    elif by_age and concept.age is not None:
        # Ten times the square root of the age, rounded down, or twice the age.
        root = isqrt(concept.age * 100)
        stated["BP"] = root if rules.background_points_from == "age-root" else concept.age * 2
    return {**book.GRANTED[rules.creation], **{name: points for name, points in stated.items() if points is not None}}


def cheapest_change(concept: Concept, rules: Rules) -> tuple[str, KeyPath] | None:
    """Return the smallest single change that fixes an overspent concept, in words, and its path; None if there is none.

    A change lowers one attribute, modifier, skill or background by one or more levels.
    """
    now = compute_budget(concept, rules)
    changes: list[tuple[Fraction, int, str, KeyPath]] = []
    lower: list[tuple[str, float]]

    def consider(name: str, path: KeyPath, what: str, price: float, lower: Iterable[tuple[str, float]]) -> None:
        """Add the first of some lower levels that is enough; each is in words, empty for a removal, with its price."""
        area = now.area(name)
        # A change touches one area; what the others take from the pool stays.
        others = now.needed - area.from_pool
        for steps, (to, cost) in enumerate(lower, start=1):
            saved = Fraction(price - cost)
            if saved and others + area.covering(area.spent - saved) <= now.available:
                words = f"lower `{what}` to {to}" if to else f"leave out `{what}`"
                changes.append((saved / area.rate, steps, words, path))
                return

    def levels_below(level: int | None) -> Sequence[int]:
        return range(level - 1, -1, -1) if level is not None and level <= MOST_RUNGS else ()

    for name, value in attribute_values(concept.attributes).items():
        high = clamp_level(value, rules.highest_attribute)
        # An attribute of 0 is an illness.
        lower = [(str(level), attribute_cost(level, rules)) for level in range(high - 1, 0, -1)]
        consider("AP", ("attributes", book.CATEGORY_OF[name], name), name, attribute_cost(high, rules), lower)
    for index, modifier in enumerate(concept.modifiers):
        lowered = [modifier.model_copy(update={"level": level}) for level in levels_below(modifier.level)]
        lower = [(str(one.level or ""), modifier_cost(one)) for one in lowered]
        consider("AP", ("modifiers", index), modifier.name or "", modifier_cost(modifier), lower)
    for path, branch in skills.make_tree(concept.skills).items():
        price = skill_cost(branch, rules)
        if rules.cascade:
            # SP on a specialty come in halves (ruling FAC-Q10).
            halves = range(int(price * 2) - 1, -1, -1)
            lower = [(f"{format_points(Fraction(half, 2))} SP", half / 2) for half in halves]
        else:
            row, high = book.STANDARD_SKILL_COSTS[branch.height], clamp_level(int(branch.level or 0), skills.HIGHEST)
            lower = [(str(level), row[level]) for level in range(high - 1, -1, -1)]
        consider("SP", ("skills", *path), branch.name, price, lower)
    for index, background in enumerate(concept.backgrounds):
        # To give a liability back costs points instead of freeing any.
        if not background.liability:
            levels = (0,) if background.kind == "individual" else levels_below(background.level)
            fewer = [background.model_copy(update={"level": level, "points": 0}) for level in levels]
            lower = [(str(one.level or ""), background_cost(one, rules)) for one in fewer]
            consider("BP", ("backgrounds", index), background.name or "", background_cost(background, rules), lower)
    best = min(changes, key=lambda change: change[:2], default=None)
    return best[2:] if best is not None else None


# In words.


def simplify_number(number: Fraction | float) -> int | float:
    """Return a number of points for JSON, as an integer if possible."""
    return int(number) if number == int(number) else float(number)


def format_points(number: Fraction | int) -> str:
    """Format a number of points for readers.

    >>> format_points(Fraction(5, 2)), format_points(3), format_points(Fraction(1, 2)), format_points(Fraction(-1))
    ('2½', '3', '½', '−1')
    """
    sign = "−" if number < 0 else ""
    complete, rest = divmod(abs(Fraction(number)), 1)
    return sign + (f"{complete}½" if rest and complete else "½" if rest else str(complete))


def describe_sum(parts: Iterable[Part]) -> str:
    """Return a cost with all its parts in words, so that a player can check every point."""
    words = ""
    for part in parts:
        if part.cost:
            sign = ("− " if part.cost < 0 else "+ ") if words else ("−" if part.cost < 0 else "")
            amount = format_points(part.cost).removeprefix("−")
            words += f"{' ' if words else ''}{sign}{part.name} {amount}"
    return words or "nothing"
