"""Derive every number of a 5+ character from its concept."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from chargen.game.contract import Character as AnyCharacter
from chargen.game.contract import Tracker
from chargen.game.ledger import Advanced
from chargen.games.five_plus import odds
from chargen.games.five_plus.advancement import read_rating
from chargen.games.five_plus.concept import (
    ALL,
    Ability,
    Bonus,
    Concept,
    Condition,
    Gear,
    Helper,
    Levelled,
    Opposition,
    Skill,
    Standing,
)
from chargen.games.five_plus.odds import NO_EXTRA, Extra
from chargen.games.five_plus.rating import Rating
from chargen.games.five_plus.rules import LEVELS, WOUND_PENALTY, Rules, maximum
from chargen.page.roll import Mean, Odds, OddsData, Roll
from chargen.text.names import fold, slug, unique_slugs


class Help(NamedTuple):
    """What a trait, a condition or an item does for a roll."""

    name: str
    bonus: int
    extra: Extra


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A skill or a resistance with everything that its rolls need."""

    name: str
    rating: Rating
    resists: bool = False
    """Whether it is a resistance, whose rolls are no actions."""
    by_traits: tuple[Help, ...] = ()
    by_others: tuple[Help, ...] = ()
    """What conditions and items do for it."""
    damage: int = 0
    wounds: int = 0
    wound_names: tuple[str, ...] = ()
    wound_penalty: int = 0
    """The penalty of all wounds of the character, on every roll (ruling FPL-Q14)."""
    finished: tuple[Rating, ...] = ()
    """The tiers that were finished in play, at their highest level, which can still be used (ruling FPL-Q23)."""

    @property
    def level(self) -> int:
        """Return the level; after a wound, that of the tier reached."""
        return self.rating.level_after(self.wounds)

    @property
    def traits(self) -> int:
        """Return the sum of the bonuses of traits."""
        return sum(help.bonus for help in self.by_traits)

    @property
    def proficiency(self) -> int:
        """Return the permanent proficiency: level and traits."""
        return self.level + self.traits

    @property
    def now(self) -> int:
        """Return the proficiency with all that the file notes: what is thrown counts it."""
        return self.proficiency_now(self.wound_penalty)

    def proficiency_now(self, wound_penalty: int) -> int:
        """Return the present proficiency, with conditions, equipment, damage and all wounds."""
        # Wounds are those of all resistances, damage only its own (ruling FPL-Q14).
        return self.level + self.traits + sum(help.bonus for help in self.by_others) - self.damage + wound_penalty

    @property
    def extra(self) -> Extra:
        """Return what traits add to successes."""
        return _add_up(self.by_traits)

    @property
    def extra_now(self) -> Extra:
        """Return what traits, conditions and equipment add to successes."""
        return _add_up((*self.by_traits, *self.by_others))

    def row(self, wounds: int) -> int:
        """Return the number of boxes for damage after a number of wounds."""
        return max(self.rating.level_after(wounds), 0)

    @property
    def boxes(self) -> int:
        """Return the number of boxes: the level in each row, and one for each wound up to the last."""
        return self._count_boxes(self.rating.tier + 1)

    @property
    def filled(self) -> int:
        """Return the number of filled boxes."""
        return min(self._count_boxes(self.wounds) + min(self.damage, self.row(self.wounds)), self.boxes)

    def _count_boxes(self, rows: int) -> int:
        """Return the number of boxes in the first rows, each with the box of the wound that follows it."""
        return sum(self.row(wounds) + 1 for wounds in range(rows))

    def further(self) -> tuple[Rating, ...]:
        """Return the other tiers that it can be used in: the finished tiers, and the open tier above."""
        above = (Rating(self.rating.upper, self.rating.tier + 1),) if self.rating.upper else ()
        return (*self.finished, *above)


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(AnyCharacter[Concept, Rules]):
    """A 5+ character with all derived numbers."""

    skills: tuple[Rated, ...]
    resistances: tuple[Rated, ...]
    standings: tuple[tuple[str, Standing], ...]
    """Attitudes, then reputations, by name, with their present counters."""

    @property
    def file(self) -> Concept:
        """Return what the file says, after its ledger."""
        return self.advanced.concept

    @property
    def rated(self) -> tuple[Rated, ...]:
        """Return all skills and resistances."""
        return (*self.skills, *self.resistances)

    @property
    def wounds(self) -> int:
        """Return the number of wounds of all kinds."""
        return sum(resistance.wounds for resistance in self.resistances)

    def wound_penalty(self) -> int:
        """Return the penalty of all wounds on every roll (ruling FPL-Q14)."""
        return self.wounds * WOUND_PENALTY

    def now(self, condition: Condition) -> str:
        """Return the name of a condition with its present level and its tier."""
        if condition.level is None:
            return condition.name or ""
        level = self.noted(f"{condition.name} level", condition.level)
        return f"{condition.name} ({level}{f':{condition.tier}' if condition.tier is not None else ''})"


def derive(advanced: Advanced[Concept], rules: Rules) -> Character:
    """Return the character that an advanced concept describes."""
    concept = advanced.concept
    created = dict(advanced.created.levelled())
    groups = set(map(fold, rules.groups))
    traits, others = _by_roll(concept.traits), _by_roll((*concept.conditions, *concept.equipment))
    wounds = {name: concept.noted(wounds_name(name), held.wounds) for name, held in concept.resistances.items()}
    penalty = sum(wounds.values()) * WOUND_PENALTY

    def rated(section: str, name: str, descriptor: Levelled) -> Rated:
        rating, start = read_rating(descriptor, rules), created.get((section, name))
        # Tiers below that of creation were never finished in play, so they are not offered as finished (ruling
        # FPL-Q23).
        first = rating.tier if start is None else read_rating(start, rules).tier
        group = fold(descriptor.group) if isinstance(descriptor, Skill) and descriptor.group is not None else ""
        # A group counts only where the table names it; an unknown one is a warning of creation.
        meant = {fold(name), ALL, *({group} & groups)}
        return Rated(
            name=name,
            rating=replace(rating, marked=concept.ticked(marked_name(name), rating.marked)),
            resists=section == "resistances",
            by_traits=find_help(meant, _select(traits, meant)),
            by_others=find_help(meant, _select(others, meant)),
            wound_penalty=penalty,
            finished=tuple(Rating(maximum(tier), tier) for tier in range(first, rating.tier)),
        )

    return Character(
        advanced=advanced,
        rules=rules,
        skills=tuple(rated("skills", name, skill) for name, skill in concept.skills.items()),
        resistances=tuple(
            replace(
                rated("resistances", name, resistance),
                damage=concept.noted(name, resistance.damage),
                wounds=wounds[name],
                wound_names=resistance.wound_names,
            )
            for name, resistance in concept.resistances.items()
        ),
        standings=tuple(
            (name, standing.model_copy(update={"counter": concept.noted(name, standing.counter)}))
            for name, standing in (*concept.attitudes.items(), *concept.reputations.items())
        ),
    )


_Sources: TypeAlias = Mapping[str, Mapping[int, Helper]]


def _by_roll(sources: Iterable[Helper]) -> _Sources:
    """Return sources by the folded names of the rolls that they help, each with its place in their order."""
    found: dict[str, dict[int, Helper]] = {}
    for place, source in enumerate(sources):
        for name in (*source.bonus, *source.successes, *source.six_doubles):
            found.setdefault(fold(name), {})[place] = source
    return found


def _select(sources: _Sources, meant: Iterable[str]) -> list[Helper]:
    """Return the sources that help a roll of any of these names, in their order."""
    together: dict[int, Helper] = {}
    for name in meant:
        together.update(sources.get(name, {}))
    return [together[place] for place in sorted(together)]


def find_help(meant: Collection[str], sources: Iterable[Helper]) -> tuple[Help, ...]:
    """Return what each source does for a roll; ``meant`` are its names, also those of its group and of all rolls.

    >>> sources = [Condition(name="Strong", bonus={"Sword": 1}), Condition(name="Drunk", six_doubles=["axe"])]
    >>> find_help({"sword", "all"}, sources), find_help({"axe"}, sources)[0].extra
    ((Help(name='Strong', bonus=1, extra=Extra(more=0, six_doubles=False)),), Extra(more=0, six_doubles=True))
    """
    help = []
    for source in sources:
        bonus = _sum_of(source.bonus, meant)
        extra = Extra(_sum_of(source.successes, meant), any(fold(key) in meant for key in source.six_doubles))
        if bonus or extra != NO_EXTRA:
            help.append(Help(getattr(source, "name", None) or "", bonus, extra))
    return tuple(help)


def _sum_of(numbers: Bonus, meant: Collection[str]) -> int:
    return sum(number for key, number in numbers.items() if fold(key) in meant)


def _add_up(helps: Iterable[Help]) -> Extra:
    """Return the sum of what several sources add to successes; the die doubles once."""
    extras = [help.extra for help in helps]
    return Extra(sum(extra.more for extra in extras), any(extra.six_doubles for extra in extras))


def marked_name(name: str) -> str:
    """Return the tracker of a descriptor's mark."""
    return f"{name} marked"


def wounds_name(name: str) -> str:
    """Return the tracker of a resistance's wounds."""
    return f"{name} wounds"


def stats(character: Character) -> dict[str, object]:
    """Return the derived numbers by their public names, also each resistance and the numbers of an NPC's card."""
    stats: dict[str, object] = {
        resistance.name: {
            "damage": resistance.damage,
            "level": resistance.level,
            "tier": resistance.rating.tier,
            "wounds": resistance.wounds,
        }
        for resistance in character.resistances
    }
    if character.wounds:
        stats.setdefault("wound_penalty", character.wound_penalty())
    card = character.file.opposition
    if card is not None:
        numbers = {"rank": card.rank, "damage": card.damage_done()}
        stats.setdefault("opposition", numbers if card.successes is None else {**numbers, "successes": card.successes})
    return stats


def rolls(character: Character) -> list[Roll]:
    """Return every skill and resistance with all its odds; for an NPC's card, the rolls of players against it."""
    if not character.rated and character.file.opposition:
        return rolls_against(character.file.opposition)
    ids = unique_slugs(rated.name for rated in character.rated)
    rolls = []
    for identity, rated in zip(ids, character.rated, strict=True):
        chances = dict(odds.odds(rated.proficiency, rated.rating, character.rules, extra=rated.extra))
        if rated.resists:
            del chances["actions"]  # resisting is no action of the turn
        # The present range, with damage, wounds, conditions and equipment, comes after that of the unhurt.
        text, now = odds.describe_roll(odds.span(rated.proficiency, 0)), odds.span(rated.now, 0)
        chances["now"] = {"success": odds.success(rated.now)}
        if rated.now != rated.proficiency:
            chances["success_now"] = odds.success(rated.now)
            text += ", now no chance" if now is None else f", now {now[0]}–{now[1]}"
        if rated.further():
            chances["tiers"] = {
                str(rating.tier): {"success": odds.success(rating.level + rated.traits)} for rating in rated.further()
            }
        roll = Roll(
            id=identity,
            label=rated.name,
            value=rated.level,
            roll=text,
            odds=Odds(chances),
            written=f"{rated.rating}{'*' if rated.rating.marked else ''}",
            dice=odds.dice_rule(now, rated.extra_now),
            details={"tier": rated.rating.tier, "next": rated.rating.upper, "marked": rated.rating.marked},
        )
        rolls.append(roll)
    return rolls


def rolls_against(card: Opposition) -> list[Roll]:
    """Return the rolls of players of each level against an NPC, and the number of rolls to win. NPCs do not roll."""
    rolls = []
    for level in LEVELS:
        rolled = odds.span(level, card.rank)
        roll = odds.successes(rolled)
        chances: dict[str, Fraction | Mean | OddsData] = {
            "success": odds.chance(rolled),
            "successes": Mean(roll.mean()),
        }
        needed = None if card.successes is None else odds.expected_rolls(card.successes, roll)
        if needed is not None:
            chances["rolls_to_win"] = Mean(needed)
        label = f"Against it at level {level}"
        text, dice = odds.describe_roll(rolled), odds.dice_rule(rolled)
        rolls.append(Roll(id=slug(label), label=label, value=level, roll=text, odds=Odds(chances), dice=dice))
    return rolls


def trackers(character: Character) -> Iterator[Tracker]:
    """Yield the trackers of play state: damage by resistance, wounds, marks, counters, uses, wear."""
    # Skills and resistances: damage and wounds of resistances, and marks of both.
    for resistance in character.resistances:
        name, tier = resistance.name, resistance.rating.tier
        yield Tracker(name=name, title=f"{name} damage", high=resistance.row(resistance.wounds))
        yield Tracker(name=wounds_name(name), title=f"{name} wounds", high=tier + 1)
    for rated in character.rated:
        yield Tracker(name=marked_name(rated.name), title=f"{rated.name} marked", yes_or_no=True)

    # Counters and levels, which may exceed their present values.
    for name, standing in character.standings:
        yield Tracker(name=name, title=name, low=-99, high=99 if standing.level is None else standing.level)
    for condition in character.file.conditions:
        if condition.level is not None:
            name = f"{condition.name} level"
            yield Tracker(name=name, title=name, high=max(condition.level, 99))

    # Things that run out: uses, durability, and the successes against an opponent.
    used: tuple[Gear | Ability, ...] = (*character.file.equipment, *character.file.abilities)
    for thing in used:
        if thing.uses is not None:
            yield Tracker(name=f"{thing.name} uses", title=f"{thing.name}, uses spent", high=thing.uses)
    for gear in character.file.equipment:
        if gear.level is not None:
            yield Tracker(name=f"{gear.name} damage", title=f"{gear.name}, wear", high=gear.level)
    card = character.file.opposition
    if card is not None and card.successes is not None:
        yield Tracker(name="successes", title="Successes against it", high=card.successes)
