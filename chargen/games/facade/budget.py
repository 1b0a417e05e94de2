"""Compute the budget: points granted, the cost of everything, and the points of the common pool for the rest.

The common pool has EP in the point buy and WP in the pool buy. It is spent in whole points, computed for the player
(FAC-a2, FAC-a2b, FAC-a3).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from chargen.game.identity_cache import cache_by_identity
from chargen.games.facade import costs, skills
from chargen.games.facade.concept import Attributes, Background, Broad, Concept
from chargen.games.facade.rules import BUYS, CATEGORIES, CATEGORY_OF, GRANTED, STANDARD_SKILL_COSTS, Rules
from chargen.page.roll import Points
from chargen.text.diagnostic import KeyPath

AREAS = ("AP", "SP", "BP")
MOST_RUNGS = 100  # The highest level that a hint lowers (house default)
SECTIONS: Mapping[str, str] = {"AP": "attributes", "SP": "skills", "BP": "backgrounds"}


@dataclass(frozen=True, slots=True)
class Part:
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
    def left(self) -> Fraction | int:
        """Return the unspent points, including points that the common pool added."""
        return max(self.granted + self.from_pool * self.rate - self.spent, 0)


@dataclass(frozen=True, slots=True)
class Budget:
    """All areas, and the common pool."""

    pool_name: str
    areas: tuple[Area, ...]
    granted: int  # The points of the common pool granted at creation
    refunded: int = 0  # The points that negatives added to the common pool
    earned: int = 0  # The points awarded in play

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


@cache_by_identity(4)
def attribute_values(value: Attributes | None) -> Mapping[str, int | None]:
    """Return the value of each attribute as written; None for a missing attribute."""
    return MappingProxyType(
        {name: getattr(getattr(value, category, None), name, None) for name, category in CATEGORY_OF.items()}
    )


def compute_budget(concept: Concept, rules: Rules, created: Concept | None = None, earned: int = 0) -> Budget:
    """Compute the budget of a concept. ``created`` is the character at creation; by default the concept itself.

    In play, changes of backgrounds are free, and new negative modifiers give no points (FAC-e2, ruling FAC-Q32).
    """
    budget = _compute_budget(concept, rules, concept if created is None else created)
    return replace(budget, earned=earned) if earned else budget


@cache_by_identity(4)
def _compute_budget(concept: Concept, rules: Rules, created: Concept) -> Budget:
    taken = modifier_prices(concept, created)
    owned = [costs.background_cost(background, rules) for background in created.backgrounds]
    refund = 0
    # What they give leaves its area, so that it is not counted twice (ruling FAC-Q5).
    if rules.negatives_to_pool:
        refund = -sum(min(price, 0) for price in (*taken, *owned))
        taken, owned = ([max(price, 0) for price in prices] for prices in (taken, owned))
    parts = {
        "AP": (*_category_parts(attribute_values(concept.attributes), rules), *_modifier_parts(taken)),
        "SP": tuple(_skill_part(name, skill, rules) for name, skill in concept.skills.items()),
        "BP": _background_parts(created.backgrounds, owned),
    }
    points, buys = granted_points(concept, rules), BUYS[rules.creation]
    return Budget(
        pool_name=rules.pool_name,
        areas=tuple(Area(name, points[name], parts[name], buys[name]) for name in AREAS),
        granted=points["pool"],
        refunded=refund,
    )


def modifier_prices(concept: Concept, created: Concept) -> list[int]:
    """Return the AP for each modifier; negative ones gained in play give nothing back."""
    return [
        0 if index >= len(created.modifiers) and (modifier.level or 0) < 0 else costs.modifier_cost(modifier)
        for index, modifier in enumerate(concept.modifiers)
    ]


def granted_points(concept: Concept, rules: Rules) -> dict[str, int]:
    """Return the points granted by area and in the common ``pool``; background points may depend on age (FAC-a21).

    A setting of an area that could not be read is that of the book.
    """
    settings = {"AP": "attribute_points", "SP": "skill_points", "BP": "background_points"}
    if rules.pool_bought:
        del settings["BP"]
    stated = {area: getattr(rules, name) for area, name in settings.items() if not rules.unread(name)}
    stated["pool"] = rules.weighted_points if rules.pool_bought else rules.extra_points
    fixed = rules.pool_bought or rules.unread("background_points_from") or rules.background_points_from == "fixed"
    if not fixed and concept.age is not None:
        stated["BP"] = costs.background_points_by_age(concept.age, rules)
    return {**GRANTED[rules.creation], **{name: points for name, points in stated.items() if points is not None}}


@cache_by_identity(4)
def _category_parts(values: Mapping[str, int | None], rules: Rules) -> tuple[Part, ...]:
    return tuple(
        Part(category.capitalize(), sum(costs.attribute_cost(values[name], rules) for name in three))
        for category, three in CATEGORIES.items()
    )


def _modifier_parts(prices: Sequence[int]) -> Iterator[Part]:
    if any(price > 0 for price in prices):
        yield Part("modifiers", sum(max(price, 0) for price in prices))
    if any(price < 0 for price in prices):
        yield Part("negative modifiers", sum(min(price, 0) for price in prices))


@cache_by_identity(2048)
def _skill_part(name: str, skill: Broad, rules: Rules) -> Part:
    """Return the cost of a broad skill with all skills inside it, cached because most skills do not change."""
    cost = sum(costs.skill_cost(branch, rules) for branch in skills.make_family(name, skill))
    return Part(name, int(cost) if cost == int(cost) else Fraction(cost))


def _background_parts(backgrounds: Iterable[Background], prices: Iterable[int]) -> tuple[Part, ...]:
    sums: dict[str, int] = {}
    for background, price in zip(backgrounds, prices, strict=True):
        sums[background.class_ or "others"] = sums.get(background.class_ or "others", 0) + price
    return tuple(Part(name, total) for name, total in sums.items())


def cheapest_change(concept: Concept, rules: Rules) -> tuple[str, KeyPath] | None:
    """Return the smallest single change that fixes an overspent concept, in words, and its path; None if there is none.

    A change lowers one attribute, modifier, skill or background by one or more levels.
    """
    now = compute_budget(concept, rules)
    changes: list[tuple[Fraction, int, str, KeyPath]] = []
    for name, path, what, price, lower in _list_lower_prices(concept, rules):
        area = now.area(name)
        # A change touches one area; what the others take from the pool stays.
        others = now.needed - area.from_pool
        for steps, (to, cost) in enumerate(lower, start=1):
            saved = Fraction(price - cost)
            if saved and others + area.covering(area.spent - saved) <= now.available:
                words = f"lower `{what}` to {to}" if to else f"leave out `{what}`"
                changes.append((saved / area.rate, steps, words, path))
                break
    best = min(changes, key=lambda change: change[:2], default=None)
    return best[2:] if best is not None else None


_Prices: TypeAlias = list[tuple[str, float]]
"""Lower levels in words, empty for a removal, each with its price."""


def _list_lower_prices(concept: Concept, rules: Rules) -> Iterator[tuple[str, KeyPath, str, float, _Prices]]:
    """Yield what can be lowered: its area, its path, its name, its price, and the prices of lower levels."""
    lower: _Prices
    for name, value in attribute_values(concept.attributes).items():
        high = costs.clamp_level(value, rules.highest_attribute)
        # An attribute of 0 is an illness.
        lower = [(str(level), costs.attribute_cost(level, rules)) for level in range(high - 1, 0, -1)]
        yield "AP", ("attributes", CATEGORY_OF[name], name), name, costs.attribute_cost(high, rules), lower
    for index, modifier in enumerate(concept.modifiers):
        lowered = [modifier.model_copy(update={"level": level}) for level in _levels_below(modifier.level)]
        lower = [(str(one.level or ""), costs.modifier_cost(one)) for one in lowered]
        yield "AP", ("modifiers", index), modifier.name or "", costs.modifier_cost(modifier), lower
    for path, branch in skills.make_tree(concept.skills).items():
        price = costs.skill_cost(branch, rules)
        if rules.cascade:
            # SP on a specialty come in halves (ruling FAC-Q10).
            halves = range(int(price * 2) - 1, -1, -1)
            lower = [(f"{format_points(Fraction(half, 2))} SP", half / 2) for half in halves]
        else:
            high = costs.clamp_level(int(branch.level or 0), skills.HIGHEST)
            row = STANDARD_SKILL_COSTS[branch.height]
            lower = [(str(level), row[level]) for level in range(high - 1, -1, -1)]
        yield "SP", ("skills", *path), branch.name, price, lower
    for index, background in enumerate(concept.backgrounds):
        # To give a liability back costs points instead of freeing any.
        if not background.liability:
            levels = (0,) if background.kind == "individual" else _levels_below(background.level)
            fewer = [background.model_copy(update={"level": level, "points": 0}) for level in levels]
            lower = [(str(one.level or ""), costs.background_cost(one, rules)) for one in fewer]
            yield "BP", ("backgrounds", index), background.name or "", costs.background_cost(background, rules), lower


def _levels_below(level: int | None) -> Sequence[int]:
    return range(level - 1, -1, -1) if level is not None and level <= MOST_RUNGS else ()
