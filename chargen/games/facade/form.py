"""Declare the form of Façade.

Attributes are sliders, skills an outline with prices, and armour is shown on a body; budgets have names, and a
checklist says what every character needs.
"""

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from chargen.games.facade import budget, odds, skills
from chargen.games.facade.armory import USUAL
from chargen.games.facade.budget import GRANTS, format_points, modifier_prices
from chargen.games.facade.character import Character
from chargen.games.facade.npc import POINTS
from chargen.games.facade.play import can_hit, find_strikes
from chargen.games.facade.rules import CATEGORIES, GRANTED, MIDDLE_DIFFICULTY, Rules
from chargen.kit.texts import read_tables
from chargen.page.form import Budget, Figure, Form, Need, Outline, Region, Sliders
from chargen.page.roll import in_percent
from chargen.text.diagnostic import KeyPath
from chargen.text.names import listing

HERO = {rule: GRANTED["point-buy"][area] for area, rule in (*GRANTS.items(), ("pool", "extra_points"))}
_POOL = GRANTED["pool-buy"]
HOPELESS = Fraction(1, 20)  # The chance below which a roll does not do what a character needs (house default)
_POOL_BUY = f"Pool buy ({_POOL['AP']} AP, {_POOL['SP']} SP and {_POOL['pool']} WP for all)"


def needs(character: Character) -> Iterator[Need]:
    """Yield whether the character can attack, defend, notice, run and talk, each with the best roll for it."""
    leaves = [(skill.name, total) for skill in character.leaves if (total := character.trait(skill)) is not None]

    def need(question: str, rolls: Iterable[tuple[int, str]]) -> Need:
        trait, name = max(rolls, default=(0, ""))
        chance = odds.chance(trait, MIDDLE_DIFFICULTY)
        return Need(question=question, by=f"{name} {in_percent(chance)}" if chance >= HOPELESS else "")

    def by(attributes: Collection[str]) -> list[tuple[int, str]]:
        return [(total.value, name) for name, total in leaves if total.attribute in attributes]

    strikes = [strike for strike in find_strikes(character) if strike[0].skill and can_hit(strike)]
    yield need("attack", [(trait, attack.arm.name) for attack, trait in strikes])
    yield need("defend", [(total.value, skill.name) for skill, total in character.defenses])
    yield need("notice", by(("perception",)))
    run = character.named["run"]
    # Without a skill the roll has the name of the attribute; everyone can run with that.
    yield need("run", [(run.value, run.name)] if run.name != USUAL else [])
    yield need("talk", by(CATEGORIES["persona"]))


def facts(character: Character) -> Iterator[tuple[KeyPath, str]]:
    """Yield the price of each modifier, skill and background of the file, by its path."""
    created, rules = character.advanced.created, character.rules
    for index, price in enumerate(modifier_prices(created, created)):
        yield ("modifiers", index), f"{format_points(price)} AP"
    for path, branch in skills.make_tree(created.skills).items():
        yield ("skills", *path), f"{format_points(Fraction(budget.skill_cost(branch, rules)))} SP"
    for index, background in enumerate(created.backgrounds):
        yield ("backgrounds", index), f"{format_points(budget.background_cost(background, rules))} BP"


def remarks(character: Character) -> Iterator[str]:
    """Yield where the points of the common pool go, which chargen spreads by itself."""
    points = character.budget
    used = [
        f"{area.from_pool} {points.pool_name} pay for {area.section} beyond {area.granted} {area.name}"
        for area in points.areas
        if area.from_pool
    ]
    if used:
        yield f"{listing(used)}."
    if points.left < 0:
        yield f"{-points.left} {points.pool_name} too many."


FORM: Form[Rules, Character] = Form(
    layouts=(
        Sliders(key="attributes", costs=lambda rules: rules.attribute_costs),
        # In the cascade, only specialties have SP of their own.
        Outline(
            key="skills",
            numbers=lambda rules: ("", "", "points") if rules.cascade else ("level",) * len(skills.HEIGHTS),
        ),
        Figure(
            key="armor",
            field="covers",
            # The locations of a body, and a shield, which parries.
            regions=tuple(Region(**region) for region in read_tables(__file__)["body"]),
            effects=lambda character: (
                (piece.covers, piece.protects + (f", Reduction {piece.reduction}" if piece.reduction else ""))
                for piece in character.armor
            ),
        ),
    ),
    budgets=(
        Budget(name="Hero, by the book", rules=HERO, by_the_book=True),
        Budget(name=_POOL_BUY, rules={"creation": "pool-buy"}),
        Budget(name="Townsfolk", rules=dict(POINTS)),
    ),
    needs=needs,
    facts=facts,
    remarks=remarks,
)
