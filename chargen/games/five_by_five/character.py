"""Derive every number of a Five by Five character from its concept."""

from dataclasses import dataclass

from chargen.game.contract import Character as AnyCharacter
from chargen.game.contract import Tracker
from chargen.game.ledger import Advanced
from chargen.games.five_by_five import odds
from chargen.games.five_by_five import rules as book
from chargen.games.five_by_five.concept import ACTIONS, ASPECTS, Concept
from chargen.games.five_by_five.rules import Rules
from chargen.page.roll import Mean, Odds, Roll
from chargen.text.names import unique_slugs


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A descriptor with everything that its rolls need."""

    name: str
    value: int
    exclusive: tuple[str, ...] = ()
    """The exclusive actions that it improves: at most one, unless the table waives that rule."""
    aspect: str | None = None
    advanced: bool = False
    power: bool = False
    advanced_steps: int = 0
    aspect_steps: int = 0

    @property
    def steps(self) -> int:
        """Return the constant shift in ranks: as an advanced descriptor, and by the usual aspect."""
        return self.advanced_steps + self.aspect_steps

    def rolled(self, rules: Rules, further: int = 0) -> odds.Value:
        """Return the value of a roll, after the constant shift and a ``further`` shift in ranks."""
        return odds.shift_value(self.value, self.steps + further, rules)

    def under(self, aspect_steps: int, rules: Rules) -> odds.Value:
        """Return the value of a roll with another aspect, whose shift replaces that of the usual aspect."""
        return odds.shift_value(self.value, self.advanced_steps + aspect_steps, rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A weapon with its damage bonus."""

    name: str
    damage_bonus: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(AnyCharacter[Concept, Rules]):
    """A Five by Five character with all derived numbers."""

    descriptors: tuple[Rated, ...]
    untrained: Rated
    hit_points: int
    hit_points_value: int
    aspects: dict[str, str]  # The rating of each aspect; empty if the option is off
    weapons: tuple[Carried, ...]
    armor: str
    armor_value: int
    dodges_per_round: int
    off_hand: str

    @property
    def rated(self) -> tuple[Rated, ...]:
        """Return all descriptors, then the untrained one for everything else."""
        return (*self.descriptors, self.untrained)

    @property
    def armory(self) -> tuple[Carried, ...]:
        """Return the weapons carried, and bare hands unless a weapon has the same damage."""
        # Bare hands add 0 as well, so a second row would have the same numbers.
        if any(weapon.damage_bonus == 0 for weapon in self.weapons):
            return self.weapons
        return (*self.weapons, Carried(name="Bare hands", damage_bonus=0))

    def best(self, action: str) -> Rated:
        """Return the descriptor with the best chance for an exclusive action, else the untrained one."""
        fitting = [descriptor for descriptor in self.descriptors if action in descriptor.exclusive]
        if not fitting:
            return self.untrained
        return max(fitting, key=lambda descriptor: odds.chance(descriptor.rolled(self.rules)))

    def aspect_steps(self) -> dict[str, int]:
        """Return the shift of each aspect; empty if the option is off."""
        return {name: ASPECT_STEPS[rating] for name, rating in self.aspects.items()}


ASPECT_STEPS = {"superior": book.SUPERIOR_SHIFT, "average": 0, "inferior": book.INFERIOR_SHIFT}
"""The shift of a roll, in ranks, by the rating of its aspect."""


def derive(advanced: Advanced[Concept], rules: Rules) -> Character:
    """Return the character that an advanced concept describes."""
    concept = advanced.concept
    # If the option is off, aspects in the file count only if the table waives the rule.
    has_aspects = rules.aspects or any(
        (concept.aspects, *(descriptor.aspect for descriptor in (concept.descriptors or {}).values()))
    )
    ratings = {name: concept.aspects.get(name, "average") for name in ASPECTS} if has_aspects else {}
    described = (
        Rated(
            name=name,
            value=descriptor.value or 0,
            exclusive=tuple(dict.fromkeys(descriptor.exclusive)),
            aspect=descriptor.aspect,
            advanced=descriptor.advanced,
            power=descriptor.power,
            advanced_steps=book.ADVANCED_SHIFT if descriptor.advanced else 0,
            aspect_steps=ASPECT_STEPS[ratings[descriptor.aspect]] if descriptor.aspect and ratings else 0,
        )
        for name, descriptor in (concept.descriptors or {}).items()
    )
    worn = concept.armor
    second_hand = " and ".join(filter(None, ["shield" if concept.shield else "", concept.off_hand or ""]))
    return Character(
        advanced=advanced,
        rules=rules,
        # In the order of their importance, as the form has them.
        descriptors=tuple(sorted(described, key=lambda rated: -rated.value)),
        # No aspect: which one moves an untrained roll depends on what is tried.
        untrained=Rated(name="Untrained", value=0),
        hit_points=book.HIT_POINTS_BASE + (concept.hit_points or 0),
        hit_points_value=concept.hit_points or 0,
        aspects=ratings,
        weapons=tuple(
            Carried(name=weapon.name or "", damage_bonus=weapon.bonus_in(rules) or 0) for weapon in concept.weapons
        ),
        armor=(worn.name or "") if worn else "",
        # The book prints armour with a minus and subtracts it; either sign is accepted (ruling FBF-Q1).
        armor_value=abs(worn.value_in(rules) or 0) if worn else 0,
        # Shield and dagger together still give one more (ruling FBF-Q24).
        dodges_per_round=book.DODGES_PER_ROUND + (book.OFF_HAND_DODGES if second_hand else 0),
        off_hand=second_hand,
    )


def stats(character: Character) -> dict[str, object]:
    """Return the derived numbers by their public names."""
    return {
        "hit_points": character.hit_points,
        "weapon_damage": [
            {
                "weapon": weapon.name,
                "damage_bonus": weapon.damage_bonus,
                "mean": Mean(odds.mean_damage(weapon.damage_bonus, 0)),
                "mean_with_token": Mean(odds.mean_damage(weapon.damage_bonus, 0, token=True)),
            }
            for weapon in character.weapons
        ],
        "armor_value": character.armor_value,
        "dodges_per_round": character.dodges_per_round,
    }


def rolls(character: Character) -> list[Roll]:
    """Return every descriptor, the untrained line, and the four exclusive actions, with all their odds."""
    rules = character.rules
    own = [(descriptor.name, descriptor) for descriptor in character.descriptors]
    promised = [("Untrained", character.untrained)]
    promised += [(action.title(), character.best(action)) for action in ACTIONS]
    ids = unique_slugs([label for label, _ in (*promised, *own)])  # ids that scripts rely on are assigned first
    named = [*zip(ids[len(promised) :], own, strict=True), *zip(ids, promised, strict=False)]
    aspects = character.aspect_steps()
    listed = []
    for identity, (label, rated) in named:
        chances = odds.odds(rated.value, rated.steps, rules)
        if aspects:
            by_aspect = {name: odds.both(rated.under(steps, rules)) for name, steps in aspects.items()}
            chances = {**chances, "aspects": by_aspect}
        rolled = rated.rolled(rules)
        text, dice = odds.describe_roll(rolled), odds.dice_rule(rolled)
        listed.append(Roll(id=identity, label=label, value=rated.value, roll=text, odds=Odds(chances), dice=dice))
    return listed


def trackers(character: Character) -> list[Tracker]:
    """Return the trackers of play state."""
    return [
        Tracker(name="hit_points", title="Hit points", low=book.DEAD_AT, high=character.hit_points),
        Tracker(name="doubles_token", title="Doubles token", yes_or_no=True),
        Tracker(name="dodges_used", title="Dodges used this round", high=character.dodges_per_round),
        Tracker(name="initiative_stolen", title="Initiative stolen", yes_or_no=True),
    ]
