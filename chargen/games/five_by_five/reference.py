"""The page behind: this character's odds in full, and the ledger. What all sheets share stands on the `leaf`."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from chargen.core.roll import signed, with_sign
from chargen.core.sheet import Block, Chance, Chart, Table, WhatIf
from chargen.games.five_by_five import cells, odds
from chargen.games.five_by_five.character import Character
from chargen.games.five_by_five.rules import ladder_values
from chargen.kit import blocks as kit
from chargen.kit.tables import left, right, spread, table

STEPS = (-2, -1, 0, 1, 2)
"""By how many ranks the GM may shift a roll, in the tables (ours: the book leaves it to the GM)."""
LINES_TO_COME = 3
"""Empty lines after the ledger."""
MOST_BONUSES = 2
"""The damage of so many weapons is drawn, which leaves the third place in a row of charts to healing (ours)."""
LAST_HARM, LAST_HEALED = 3, 9
"""The ends of the chart of healing (ours)."""


def blocks(character: Character) -> list[Block | None]:
    """All blocks of the page behind."""
    own: list[Block] = [
        _exchange_of_blows(character),
        _shifts(character),
        *(_damage_chart(bonus) for bonus in _bonuses(character)),
        _healing_chart(character),
    ]
    return [
        *(replace(block, on_leaf=True) for block in own),
        kit.ledger(character.ledger, "XP", character.points["xp"], to_come=LINES_TO_COME),
    ]


def _exchange_of_blows(character: Character) -> Table:
    rules = character.rules
    attack, dodge = (character.best(action).rolled(rules) for action in ("attack", "dodge"))
    rows: tuple[tuple[str, Callable[[int], Fraction]], ...] = (
        ("I hit, and it is not dodged", lambda theirs: odds.hit_and_not_dodged(attack, theirs)),
        ("I am hit, and my dodge fails", lambda theirs: odds.hit_and_not_dodged(theirs, dodge)),
        ("I hit, and no dodge is left", lambda theirs: odds.chance(attack)),
    )
    return table(
        "blows",
        "Blow against dodge",
        rows,
        (left("The opponent's value", 36), lambda row: row[0]),
        *spread(ladder_values(), (lambda theirs: right(signed(theirs), 8), lambda theirs, row: Chance(row[1](theirs)))),
        reference=True,
    )


def what_if(character: Character) -> WhatIf:
    """Every descriptor, shifted by the GM."""
    rules = character.rules
    rows = []
    for rated in character.rated:
        shifted = [rated.rolled(rules, step) for step in STEPS]
        plain, helped = (tuple(odds.chance(value, token=token) for value in shifted) for token in (False, True))
        rows.append((rated.name, (plain, helped)))
    return WhatIf(
        name="shift",
        of="descriptors",
        title="What if the GM shifts it?",
        label="Ranks up or down:",
        steps=tuple(map(with_sign, STEPS)),
        start=STEPS.index(0),
        columns=("Chance", "With token"),
        rows=tuple(rows),
        out_of=36,
    )


def _shifts(character: Character) -> Table:
    rules = character.rules
    return table(
        "shifts",
        "Shifted by the GM",
        character.rated,
        (left("Descriptor", 40), lambda rated: rated.name),
        *spread(
            STEPS,
            (
                lambda step: right(with_sign(step), 6),
                lambda step, rated: cells.chance(rated.rolled(rules, step)),
            ),
        ),
        *spread(
            STEPS,
            (
                lambda step: right(f"{with_sign(step)} †", 6, "with a token"),
                lambda step, rated: cells.chance(rated.rolled(rules, step), token=True),
            ),
        ),
        caption="† with a doubles token",
        reference=True,
    )


def _bonuses(character: Character) -> list[int]:
    """The best damage bonuses of what is carried, each once; bare hands are the last resort."""
    bonuses = {weapon.damage_bonus for weapon in character.weapons or character.armory}
    return sorted(bonuses, reverse=True)[:MOST_BONUSES]


def _damage_chart(bonus: int) -> Chart:
    dealt = odds.damage_table(bonus, 0, odds.LAST_DAMAGE)
    return Chart(
        name="damage-chart",
        title=f"A hit for {cells.damage(bonus)}, no armor",
        series=tuple((cells.amount(damage), chance) for damage, chance in dealt),
        mean=odds.mean_damage(bonus, 0),
        reference=True,
    )


def _healing_chart(character: Character) -> Chart:
    """What a whole check changes: healed where it succeeds, harmed where it fails."""
    rules = character.rules
    healer = character.best("healing")
    value = healer.rolled(rules)
    success = odds.chance(value)
    heal, harm = odds.damage_chain(), odds.harm_chain()
    lost = [(-hp, (1 - success) * harm.chance(hp)) for hp in range(LAST_HARM - 1, 0, -1)]
    gained = [(hp, success * heal.chance(hp)) for hp in range(1, LAST_HEALED)]
    return Chart(
        name="healing-chart",
        title="A healing check",
        series=(
            (f"≤{signed(-LAST_HARM)}", (1 - success) * harm.at_least(LAST_HARM)),
            *((signed(hp), chance) for hp, chance in (*lost, (0, Fraction(0)), *gained)),
            (f"{LAST_HEALED}+", success * heal.at_least(LAST_HEALED)),
        ),
        mean=odds.healing_gain(value),
        places=2,
        caption=f"HP gained or lost by {healer.name}, in percent.",
        reference=True,
    )
