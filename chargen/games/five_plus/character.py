"""A 5+ character as it stands: every number that follows from the concept."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from chargen.core.concept import Item
from chargen.core.game import Advanced, Tracker
from chargen.core.game import Character as AnyCharacter
from chargen.core.names import fold, slug, unique_slugs
from chargen.core.roll import Mean, Odds, Roll
from chargen.games.five_plus import odds
from chargen.games.five_plus.advancement import rating_of
from chargen.games.five_plus.concept import ALL, Ability, Bonus, Concept, Condition, Gear, Trait
from chargen.games.five_plus.improvement import Rating
from chargen.games.five_plus.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A skill or a resistance as it is rolled."""

    name: str
    rating: Rating
    resists: bool = False
    """Whether it is a resistance: rolling for it is no action."""
    trait_bonuses: tuple[tuple[str, int], ...] = ()
    """What its traits add, each by name."""
    other_bonuses: tuple[tuple[str, int], ...] = ()
    """What conditions and equipment add, each by name."""
    damage: int = 0
    wounds: int = 0
    wound_names: tuple[str, ...] = ()
    finished: tuple[Rating, ...] = ()
    """The tiers that were finished in play, at their highest level: they stay usable (ruling FPL-Q23)."""

    @property
    def traits(self) -> int:
        """What its traits add in all."""
        return sum(number for _, number in self.trait_bonuses)

    @property
    def proficiency(self) -> int:
        """The bare one: level and traits."""
        return self.rating.level + self.traits

    def proficiency_now(self, wound_penalty: int) -> int:
        """The one of this moment: conditions, equipment in use, its damage, and all wounds of the character."""
        return self.proficiency + sum(number for _, number in self.other_bonuses) - self.damage + wound_penalty

    def further(self) -> tuple[Rating, ...]:
        """The tiers besides its own that it can be used in: the finished ones, and the open one above it."""
        above = (Rating(self.rating.upper, self.rating.tier + 1),) if self.rating.upper else ()
        return (*self.finished, *above)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """An attitude or a reputation."""

    name: str
    sort: str
    counter: int
    level: int | None = None
    effect: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """An NPC's card."""

    goal: str
    actions: tuple[str, ...]
    behaviour: str
    rank: int
    successes: int | None
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(AnyCharacter[Concept, Rules]):
    """Everything a sheet shows."""

    skills: tuple[Rated, ...]
    resistances: tuple[Rated, ...]
    traits: tuple[Trait, ...]
    abilities: tuple[Ability, ...]
    conditions: tuple[Condition, ...]
    standings: tuple[Counted, ...]
    opposition: Card | None

    @property
    def equipment(self) -> tuple[Gear, ...]:
        """Return what is carried, with its numbers."""
        return self.advanced.concept.equipment

    @property
    def rated(self) -> tuple[Rated, ...]:
        """Everything that is rolled for."""
        return (*self.skills, *self.resistances)

    @property
    def wounds(self) -> int:
        """All wounds, of every kind."""
        return sum(resistance.wounds for resistance in self.resistances)

    def wound_penalty(self) -> int:
        """What the wounds take off every roll (ruling FPL-Q14)."""
        return self.wounds * self.rules.wound_penalty

    def now(self, condition: Condition) -> str:
        """What a condition is called, with the level at which it stands now, and its tier."""
        if condition.level is None:
            return condition.name or ""
        level = self.noted(f"{condition.name} level", condition.level)
        return f"{condition.name} ({level}{f':{condition.tier}' if condition.tier is not None else ''})"


def derive(grown: Advanced[Concept], rules: Rules) -> Character:
    """The character that a grown concept describes."""
    concept, created = grown.concept, grown.created
    traits = [(trait.name or "", trait.bonus) for trait in concept.traits]
    others = [
        *((condition.name or "", condition.bonus) for condition in concept.conditions),
        *((each.name or "", each.bonus) for each in concept.equipment),
    ]

    def rated(name: str, rating: Rating, first: Rating | None, *, resists: bool) -> Rated:
        return Rated(
            name=name,
            rating=replace(rating, marked=concept.ticked(marked_name(name), rating.marked)),
            resists=resists,
            trait_bonuses=bonuses(name, traits),
            other_bonuses=bonuses(name, others),
            finished=_finished(first, rating, rules),
        )

    def start(each: Concept, section: str, name: str) -> Rating | None:
        found = (each.skills if section == "skills" else each.resistances).get(name)
        return None if found is None else rating_of(found, rules)

    skills = tuple(
        rated(name, rating_of(each, rules), start(created, "skills", name), resists=False)
        for name, each in concept.skills.items()
    )
    resistances = tuple(
        replace(
            rated(name, rating_of(each, rules), start(created, "resistances", name), resists=True),
            damage=concept.noted(name, each.damage),
            wounds=concept.noted(wounds_name(name), each.wounds),
            wound_names=each.wound_names,
        )
        for name, each in concept.resistances.items()
    )
    return Character(
        advanced=grown,
        rules=rules,
        skills=skills,
        resistances=resistances,
        traits=concept.traits,
        abilities=concept.abilities,
        conditions=concept.conditions,
        standings=tuple(
            Counted(
                name=name,
                sort=sort,
                counter=concept.noted(name, each.counter),
                level=each.level,
                effect=each.effect,
            )
            for sort, mapping in (("attitude", concept.attitudes), ("reputation", concept.reputations))
            for name, each in mapping.items()
        ),
        opposition=_card(concept, rules),
    )


def bonuses(name: str, sources: Iterable[tuple[str, Bonus]]) -> tuple[tuple[str, int], ...]:
    """What each source adds to a roll for ``name``: where it names it, and where it names `all`.

    >>> bonuses("Sword", [("Strong", {"sword": 1}), ("Tired", {"all": -1}), ("Quiet", {"Sneak": 1})])
    (('Strong', 1), ('Tired', -1))
    """
    found = []
    for source, bonus in sources:
        number = sum(each for key, each in bonus.items() if fold(key) in (fold(name), ALL))
        if number:
            found.append((source, number))
    return tuple(found)


def _finished(first: Rating | None, now: Rating, rules: Rules) -> tuple[Rating, ...]:
    """The tiers from the first base tier to the one below the present, each at its highest level."""
    if first is None:
        return ()
    return tuple(Rating(rules.maximum(tier), tier) for tier in range(first.tier, now.tier))


def _card(concept: Concept, rules: Rules) -> Card | None:
    card = concept.opposition
    if card is None:
        return None
    damage = max(0, rules.opposition_damage + card.rank) if card.damage is None else card.damage
    return Card(
        goal=card.goal,
        actions=card.actions,
        behaviour=card.behaviour,
        rank=card.rank,
        successes=card.successes,
        damage=damage,
    )


def marked_name(name: str) -> str:
    """The tracker of a descriptor's mark."""
    return f"{name} marked"


def wounds_name(name: str) -> str:
    """The tracker of a resistance's wounds."""
    return f"{name} wounds"


def stats(character: Character) -> dict[str, object]:
    """The derived numbers, by their public names: a tracker for each resistance, and an NPC's card."""
    found: dict[str, object] = {
        resistance.name: {
            "damage": resistance.damage,
            "level": resistance.rating.level,
            "tier": resistance.rating.tier,
            "wounds": resistance.wounds,
        }
        for resistance in character.resistances
    }
    if character.wounds:
        found.setdefault("wound_penalty", character.wound_penalty())
    card = character.opposition
    if card is not None:
        numbers = {"rank": card.rank, "damage": card.damage}
        found.setdefault("opposition", numbers if card.successes is None else {**numbers, "successes": card.successes})
    return found


def rolls(character: Character) -> list[Roll]:
    """Every skill and resistance with all its odds; for an NPC's card alone, what players roll against it."""
    rules = character.rules
    ids = unique_slugs([each.name for each in character.rated])
    made = [
        Roll(
            id=identity,
            label=each.name,
            value=each.rating.level,
            roll=odds.roll_text(odds.span(each.proficiency, 0, rules)),
            odds=roll_odds(each, character),
            written=f"{each.rating}{'*' if each.rating.marked else ''}",
            details={"tier": each.rating.tier, "next": each.rating.upper, "marked": each.rating.marked},
        )
        for identity, each in zip(ids, character.rated, strict=True)
    ]
    return made or (rolls_against(character.opposition, rules) if character.opposition else [])


def rolls_against(card: Card, rules: Rules) -> list[Roll]:
    """What players of each level roll against an NPC, and how long it lasts: NPCs do not roll themselves."""
    made = []
    for level in range(rules.lowest_level, rules.highest_level + 1):
        rolled = odds.span(level, card.rank, rules)
        roll = odds.successes(rolled)
        found: dict[str, Fraction | Mean | Odds] = {"success": odds.chance(rolled), "successes": Mean(roll.mean())}
        needed = None if card.successes is None else odds.expected_rolls(card.successes, roll)
        if needed is not None:
            found["rolls_to_win"] = Mean(needed)
        label = f"Against it at level {level}"
        made.append(Roll(id=slug(label), label=label, value=level, roll=odds.roll_text(rolled), odds=found))
    return made


def roll_odds(rated: Rated, character: Character) -> dict[str, Fraction | Mean | Odds]:
    """All odds of one descriptor; `now` has damage, wounds, conditions and equipment in it as well."""
    rules = character.rules
    found = odds.odds(rated.proficiency, rated.rating, rules)
    if rated.resists:
        del found["actions"]  # resisting is no action of the turn
    now = rated.proficiency_now(character.wound_penalty())
    found["now"] = {"success": odds.success(now, 0, rules)}
    if rated.further():
        found["tiers"] = {
            str(rating.tier): {"success": odds.success(rating.level + rated.traits, 0, rules)}
            for rating in rated.further()
        }
    return found


def trackers(character: Character) -> list[Tracker]:
    """What pencils change in play: damage by the resistance's own name, wounds, marks, counters, uses and wear."""
    made: list[Tracker] = []
    for resistance in character.resistances:
        high = max(resistance.rating.level, 0)
        made.append(Tracker(name=resistance.name, title=f"{resistance.name} damage", high=high))
        made.append(
            Tracker(
                name=wounds_name(resistance.name), title=f"{resistance.name} wounds", high=resistance.rating.tier + 1
            )
        )
    made += [
        Tracker(name=marked_name(each.name), title=f"{each.name} marked", yes_or_no=True) for each in character.rated
    ]
    made += [
        Tracker(name=standing.name, title=standing.name, low=-99, high=99 if standing.level is None else standing.level)
        for standing in character.standings
    ]
    made += [
        Tracker(name=f"{condition.name} level", title=f"{condition.name} level", high=max(condition.level, 99))
        for condition in character.conditions
        if condition.level is not None
    ]
    used: list[tuple[Item | Ability, int | None]] = [
        *((gear, gear.uses) for gear in character.equipment),
        *((ability, ability.uses) for ability in character.abilities),
    ]
    made += [
        Tracker(name=f"{each.name} uses", title=f"{each.name}, uses spent", high=uses)
        for each, uses in used
        if uses is not None
    ]
    made += [
        Tracker(name=f"{each.name} damage", title=f"{each.name}, wear", high=each.level)
        for each in character.equipment
        if each.level is not None
    ]
    card = character.opposition
    if card is not None and card.successes is not None:
        made.append(Tracker(name="successes", title="Successes against it", high=card.successes))
    return made
