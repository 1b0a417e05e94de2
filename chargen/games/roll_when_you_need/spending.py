"""The ledger of a stranger with experience: what was awarded, and what it went on. All of its prices are ours."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from chargen.core.game import Advanced
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.npc import NpcSpec, no_such_wish
from chargen.games.roll_when_you_need.advancement import grow
from chargen.games.roll_when_you_need.concept import Concept
from chargen.games.roll_when_you_need.pins import stress_abilities
from chargen.games.roll_when_you_need.rules import Rules
from chargen.games.roll_when_you_need.words import Named, WholeQuality, Words

PRICE_OF_A_STEP = 1
"""XP for a step of an ability (ours; the text has no prices)."""
PRICE_OF_A_TALENT = 2
"""XP for a talent (ours)."""
PRICE_OF_A_QUALITY = 1
"""XP for a quality, which hinders as much as it helps (ours)."""
TALENT, QUALITY = "talent", "quality"
"""What may be preferred beside abilities, and talents and qualities by name: any one of its kind."""

Line = dict[str, Any]


def lines(random: Random, made: Mapping[str, Any], spec: NpcSpec[Concept], rules: Rules) -> list[Line]:
    """The award behind the pinned lines, and what it is spent on: each preference as far as the points go.

    A preference is an ability, ``talent`` or ``quality`` for any, or one of them by its name. Without one, each step
    goes to a listed ability, a talent or a quality by lot. What is left over is kept.
    """
    assert spec.experience is not None
    award: Line = {"award": spec.experience.award}
    if spec.words.occasions:
        award["why"] = random.choice(spec.words.occasions)
    whole = {**made, "advancement": [*spec.entries("advancement"), award]}
    grown = grow(Concept.model_validate(whole), rules)
    purse = _Purse(random, grown, spec, rules)
    if spec.experience.keep:
        return [award]
    if spec.experience.prefer:
        return [award, *purse.preferred(spec.experience.prefer)]
    return [award, *purse.by_lot()]


class _Purse:
    """An award while it is spent."""

    def __init__(self, random: Random, grown: Advanced[Concept], spec: NpcSpec[Concept], rules: Rules) -> None:
        self.random = random
        self.rules = rules
        self.words: Words = spec.words
        self.abilities = dict(grown.concept.abilities)
        talents, qualities = grown.concept.talents, grown.concept.qualities
        self.taken = {
            fold(name) for name in (*(each.name for each in talents), *(each.name for each in qualities)) if name
        }
        stated = {fold(key) for key in spec.pinned.stated}
        self.held = {ability for name, ability in stress_abilities(rules).items() if fold(name) in stated}
        self.left = int(grown.points["xp"].available or 0)

    def preferred(self, wishes: Iterable[str]) -> list[Line]:
        """Each wish as far as the points go."""
        granted = (self._granted(wish, index) for index, wish in enumerate(wishes))
        return [line for line in granted if line is not None]

    def by_lot(self) -> list[Line]:
        """Whatever can be had, a step at a time; the steps of one ability in one line."""
        things: list[Line] = []
        rises: dict[str, Line] = {}
        wishes = [*self.abilities, TALENT, QUALITY]
        while wishes:
            wish = self.random.choice(wishes)
            if wish in (TALENT, QUALITY):
                line = self._gained(wish, self._open_to(wish))
                things += [line] if line is not None else []
            elif (line := self._risen(wish, PRICE_OF_A_STEP)) is not None:
                paid = rises[wish]["points"] if wish in rises else 0
                rises[wish] = {**line, "points": paid + line["points"]}
            if line is None:
                wishes.remove(wish)  # what cannot be had, or paid, now cannot be later
        return [*rises.values(), *things]

    def _granted(self, wish: str, index: int) -> Line | None:
        if (ability := self.rules.ability(wish)) is not None:
            return self._risen(ability, self.left)
        if fold(wish) in (TALENT, QUALITY):
            return self._gained(fold(wish), self._open_to(fold(wish)))
        for kind in (TALENT, QUALITY):
            meant = [each for each in self._all(kind) if fold(each.name) == fold(wish)]
            if meant or fold(wish) in self.taken:  # what is there already is had
                return self._gained(kind, [each for each in meant if fold(each.name) not in self.taken])
        choices = [*self.rules.known(), TALENT, QUALITY]
        own = [each.name for kind in (TALENT, QUALITY) for each in self._all(kind)]
        hint = did_you_mean(wish, [*choices, *own], f"there are {listing(choices)}, and talents and qualities by name")
        raise no_such_wish(wish, index, hint)

    def _risen(self, ability: str, points: int) -> Line | None:
        """A rise of one ability as high as it goes, or as so many points go."""
        before = self.abilities.get(ability, self.rules.unlisted_rating(ability))
        to = min(before + min(points, self.left) // PRICE_OF_A_STEP, self.rules.highest_ability)
        if to <= before or to < self.rules.lowest(ability) or ability in self.held:
            return None
        self.abilities[ability] = to
        return {"change": ability.lower(), "to": to, "points": self._paid((to - before) * PRICE_OF_A_STEP)}

    def _gained(self, kind: str, choices: Sequence[Named | WholeQuality]) -> Line | None:
        """One talent or quality that is not there yet."""
        price = PRICE_OF_A_TALENT if kind == TALENT else PRICE_OF_A_QUALITY
        if not choices or price > self.left:
            return None
        new = self.random.choice(choices)
        self.taken.add(fold(new.name))
        return {"gain": {kind: new.model_dump()}, "points": self._paid(price)}

    def _all(self, kind: str) -> Sequence[Named | WholeQuality]:
        return self.words.talents if kind == TALENT else self.words.qualities

    def _open_to(self, kind: str) -> list[Named | WholeQuality]:
        return [each for each in self._all(kind) if fold(each.name) not in self.taken]

    def _paid(self, price: int) -> int:
        self.left -= price
        return price
