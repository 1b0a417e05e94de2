"""Declare the form of Façade: attributes as sliders, budgets by name, and what every character needs."""

from collections.abc import Collection, Iterable, Iterator

from chargen.core.form import Budget, Form, Need, Sliders
from chargen.core.roll import PERCENT, percent
from chargen.games.facade import odds
from chargen.games.facade.armory import USUAL
from chargen.games.facade.character import Character, Total
from chargen.games.facade.fight import can_hit, find_strikes
from chargen.games.facade.npc import POINTS
from chargen.games.facade.rules import CATEGORIES, GRANTED, MIDDLE_DIFFICULTY, Rules

_GRANTED = GRANTED["point-buy"]
HERO = {
    "attribute_points": _GRANTED["AP"],
    "skill_points": _GRANTED["SP"],
    "background_points": _GRANTED["BP"],
    "extra_points": _GRANTED["pool"],
}


def needs(character: Character) -> Iterator[Need]:
    """Yield whether the character can attack, defend, notice, run and talk, each with the best roll for it."""
    strikes = [
        (trait, attack.arm.name)
        for attack, trait in find_strikes(character)
        if attack.skill and can_hit((attack, trait))
    ]
    yield _need("attack", strikes)
    yield _need("defend", [(total.value, skill.name) for skill, total in character.defenses])
    leaves = [(skill.name, total) for skill in character.leaves if (total := character.trait(skill)) is not None]
    yield _need("notice", _with_attribute(leaves, ("perception",)))
    run = character.named["run"]
    yield _need("run", [(run.value, run.name)] if run.name != USUAL else [])
    yield _need("talk", _with_attribute(leaves, CATEGORIES["persona"]))


def _with_attribute(leaves: Iterable[tuple[str, Total]], attributes: Collection[str | None]) -> list[tuple[int, str]]:
    return [(total.value, name) for name, total in leaves if total.attribute in attributes]


def _need(question: str, rolls: Iterable[tuple[int, str]]) -> Need:
    best = max(rolls, default=None)
    if best is None:
        return Need(question=question)
    trait, name = best
    chance = odds.dice_rule(trait, MIDDLE_DIFFICULTY).chance
    return Need(question=question, by=f"{name} {percent(chance)}{PERCENT}")


FORM: Form[Rules, Character] = Form(
    layouts=(Sliders(key="attributes", costs=lambda rules: rules.attribute_costs),),
    budgets=(
        Budget(name="Hero, by the book", rules=HERO, by_the_book=True),
        Budget(name="Townsfolk", rules=dict(POINTS)),
    ),
    needs=needs,
)
