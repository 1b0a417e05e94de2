"""The ledger of a stranger with experience: what was awarded, and what it went on. All of its prices are ours."""

from collections.abc import Sequence
from random import Random
from typing import Any

from chargen.core.names import did_you_mean, fold, listing
from chargen.core.stranger import Brief, Experience, Unlawful
from chargen.systems.roll_when_you_need.concept import Concept, Quality, Talent
from chargen.systems.roll_when_you_need.growth import Standing, named, replayed
from chargen.systems.roll_when_you_need.pins import entries, refuse, stress_abilities
from chargen.systems.roll_when_you_need.rules import Rules
from chargen.systems.roll_when_you_need.words import Named, WholeQuality, Words

PRICE_OF_A_STEP = 1
"""XP for a step of an ability (ours; the text has no prices)."""
PRICE_OF_A_TALENT = 2
"""XP for a talent (ours)."""
PRICE_OF_A_QUALITY = 1
"""XP for a quality, which hinders as much as it helps (ours)."""
TALENT, QUALITY = "talent", "quality"
"""What may be preferred beside abilities, and talents and qualities by name: any one of its kind."""

Line = dict[str, Any]


def ledger(random: Random, made: dict[str, Any], brief: Brief[Concept], rules: Rules) -> list[Line]:
    """The pinned lines as they are, then the award and what it is spent on, by the preference that is stated."""
    lines: list[Line] = entries(brief, "advancement")
    if brief.experience is None and not lines:
        return []
    now, findings, _ = replayed(brief.pinned.advancement, _standing(made, rules), rules)
    refuse(findings)
    if brief.experience is not None and brief.experience.award:
        lines += _Purse(random, now, brief, rules).spent(brief.experience)
    return lines


def _standing(made: dict[str, Any], rules: Rules) -> Standing:
    """Who was made, before the first line of the ledger."""
    return Standing(
        abilities=named(made["abilities"].items(), rules),
        qualities=tuple(map(Quality.model_validate, made.get("qualities", ()))),
        talents=tuple(map(Talent.model_validate, made.get("talents", ()))),
    )


class _Purse:
    """An award while it is spent."""

    def __init__(self, random: Random, now: Standing, brief: Brief[Concept], rules: Rules) -> None:
        self.random = random
        self.rules = rules
        self.words: Words = brief.words
        self.abilities = dict(now.abilities)
        self.taken = {fold(each) for each in now.things()}
        stated = {fold(key) for key in brief.pinned.stated}
        self.held = {ability for name, ability in stress_abilities(rules).items() if fold(name) in stated}
        self.left = 0

    def spent(self, experience: Experience) -> list[Line]:
        """The award, then each wish as far as the points go. What is left over is kept."""
        self.left = experience.award
        award: Line = {"award": experience.award}
        if self.words.occasions:
            award["why"] = self.random.choice(self.words.occasions)
        wishes = enumerate(experience.prefer)
        return [award, *(line for index, wish in wishes if (line := self._granted(wish, index)) is not None)]

    def _granted(self, wish: str, index: int) -> Line | None:
        if (ability := self.rules.ability(wish)) is not None:
            return self._risen(ability)
        if fold(wish) in (TALENT, QUALITY):
            return self._gained(fold(wish), self._open_to(fold(wish)))
        for kind in (TALENT, QUALITY):
            meant = [each for each in self._all(kind) if fold(each.name) == fold(wish)]
            if meant:
                return self._gained(kind, [each for each in meant if fold(each.name) not in self.taken])
        choices = [*self.rules.known(), TALENT, QUALITY]
        own = [each.name for kind in (TALENT, QUALITY) for each in self._all(kind)]
        hint = did_you_mean(wish, [*choices, *own], f"there are {listing(choices)}, and talents and qualities by name")
        raise Unlawful(("experience", "prefer", index), f"no experience is spent on `{wish}`", hint)

    def _risen(self, ability: str) -> Line | None:
        """A rise of one ability as high as it goes, or as the points go."""
        before = self.abilities.get(ability, self.rules.unlisted_rating(ability))
        to = min(before + self.left // PRICE_OF_A_STEP, self.rules.highest_ability)
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
