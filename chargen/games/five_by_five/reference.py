"""The page behind: what is looked up now and then, the odds in full, and the ledger."""

from fractions import Fraction

from chargen.core.roll import decimal, signed
from chargen.core.sheet import Block, Cell, Chance, Chart, Label, Table, WhatIf
from chargen.games.five_by_five import cells, odds
from chargen.games.five_by_five.character import Character
from chargen.games.five_by_five.rules import Rules
from chargen.kit import blocks as kit
from chargen.kit.blocks import left, right

STEPS = (-2, -1, 0, 1, 2)
"""By how many ranks the GM may shift a roll, in the tables (ours: the book leaves it to the GM)."""
LINES_TO_COME = 4
"""Empty lines after the ledger."""
LAST_HARM, LAST_HEALED = 3, 9
"""The ends of the chart of healing (ours)."""


def blocks(character: Character) -> list[Block | None]:
    """All blocks of the page behind."""
    rules = character.rules
    return [
        _exchange_of_blows(character),
        _shifts(character),
        _ladder(rules),
        *(
            block
            for weapon in character.armory
            for block in (
                _damage(weapon.name, weapon.damage_bonus, rules),
                _damage_chart(weapon.damage_bonus, rules),
            )
        ),
        _chains(character),
        _healing_chart(character),
        kit.ledger(character.ledger, "XP", character.points["xp"], to_come=LINES_TO_COME),
    ]


def _exchange_of_blows(character: Character) -> Table:
    rules = character.rules
    attack, dodge = character.best("attack"), character.best("dodge")
    mine = odds.shifted(attack.value, attack.steps, rules)
    evade = odds.shifted(dodge.value, dodge.steps, rules)
    opponents = rules.values()
    return Table(
        name="blows",
        title="Blow against dodge",
        columns=(
            left("The opponent's value", 36),
            *(right(signed(value), 8) for value in opponents),
        ),
        rows=(
            (
                Label("I hit", "and it is not dodged"),
                *(Chance(odds.hit_and_not_dodged(mine, opponent, rules)) for opponent in opponents),
            ),
            (
                Label("I am hit", "and my dodge fails"),
                *(Chance(odds.hit_and_not_dodged(opponent, evade, rules)) for opponent in opponents),
            ),
            (Label("I hit", "no dodge left"), *(Chance(odds.chance(mine, rules)) for _ in opponents)),
        ),
        reference=True,
    )


def what_if(character: Character) -> WhatIf:
    """Every descriptor, shifted by the GM."""
    rules = character.rules
    rows = []
    for rated in (*character.descriptors, character.untrained):
        shifted = [odds.shifted(rated.value, rated.steps + step, rules) for step in STEPS]
        plain, helped = (tuple(odds.chance(value, rules, token=token) for value in shifted) for token in (False, True))
        rows.append((rated.name, (plain, helped)))
    return WhatIf(
        name="shift",
        title="What if the GM shifts it?",
        label="Ranks up or down:",
        steps=tuple(odds.shift_label(step) if step else "0" for step in STEPS),
        start=STEPS.index(0),
        columns=("Chance", "With a token"),
        rows=tuple(rows),
        out_of=36,
    )


def _shifts(character: Character) -> Table:
    rules = character.rules
    steps = STEPS
    rows: list[tuple[Cell, ...]] = []
    for rated in (*character.descriptors, character.untrained):
        shifted = [odds.shifted(rated.value, rated.steps + step, rules) for step in steps]
        rows.append(
            (
                rated.name,
                *(cells.chance(value, rules) for value in shifted),
                *(cells.chance(value, rules, token=True) for value in shifted),
            )
        )
    return Table(
        name="shifts",
        title="Shifted by the GM",
        columns=(
            left("Descriptor", 30),
            *(right(odds.shift_label(step) if step else "0", 7) for step in steps),
            *(right(f"{odds.shift_label(step) if step else '0'} †", 7, "with a token") for step in steps),
        ),
        rows=tuple(rows),
        caption="† with a doubles token",
        reference=True,
    )


def _ladder(rules: Rules) -> Table:
    """The ranks, with the exact chance beside the round figure that the book prints."""
    ranks = [rank for rank in rules.ladder if rules.advanced_descriptors or not rank.advanced]
    rolled = [odds.shifted(rank.value, 0, rules) for rank in ranks]
    exact = [odds.chance(value, rules) * odds.throws(value, rules) for value in rolled]
    rows: tuple[tuple[Cell, ...], ...] = (
        ("called", *(rank.name for rank in ranks)),
        ("chance", *(cells.chance(value, rules) for value in rolled)),
        (
            "in 36",
            *(
                f"{number} in 6" if odds.one_die(value, rules) else str(number)
                for number, value in zip(exact, rolled, strict=True)
            ),
        ),
        ("with a token", *(cells.chance(value, rules, token=True) for value in rolled)),
        ("the book says", *("" if rank.printed_percent is None else str(rank.printed_percent) for rank in ranks)),
        ("XP to reach it", *(str(rank.value) if rank.value > 0 else "" for rank in ranks)),
    )
    return Table(
        name="ladder",
        title="The ladder",
        columns=(
            left("Rank", 16),
            *(right(signed(rank.value), 84 // len(ranks)) for rank in ranks),
        ),
        rows=rows,
        game=True,
        reference=True,
    )


def _damage(weapon: str, bonus: int, rules: Rules) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for armor in odds.ARMOR_VALUES:
        table = odds.damage_table(bonus, armor, rules, odds.LAST_DAMAGE)
        rows.append(
            (
                f"AV {armor}",
                *(Chance(chance) if chance else None for _, chance in table),
                decimal(odds.mean_damage(bonus, armor, rules), 2),
                decimal(odds.mean_damage(bonus, armor, rules, token=True), 2),
            )
        )
    return Table(
        name="damage",
        title=f"{weapon}: damage of a hit",
        place="main",
        columns=(
            left("Armour", 12),
            *(right(str(damage), 6) for damage in range(odds.LAST_DAMAGE)),
            right(f"{odds.LAST_DAMAGE}+", 6),
            right("mean", 8),
            right("token", 8, "the mean when a doubles token is spent"),
        ),
        rows=tuple(rows),
        reference=True,
    )


def _damage_chart(bonus: int, rules: Rules) -> Chart:
    return Chart(
        name="damage-chart",
        title="Without armour",
        place="side",
        series=tuple(
            (f"{odds.LAST_DAMAGE}+" if damage == odds.LAST_DAMAGE else str(damage), chance)
            for damage, chance in odds.damage_table(bonus, 0, rules, odds.LAST_DAMAGE)
        ),
        mean=odds.mean_damage(bonus, 0, rules),
        reference=True,
    )


def _healing_chart(character: Character) -> Chart:
    """What a whole check changes: healed where it succeeds, harmed where it fails."""
    rules = character.rules
    healer = character.best("healing")
    value = odds.shifted(healer.value, healer.steps, rules)
    success = odds.chance(value, rules)
    heal, harm = odds.damage_chain(rules), odds.harm_chain(rules)
    lost = [(-hp, (1 - success) * harm.chance(hp)) for hp in range(LAST_HARM - 1, 0, -1)]
    gained = [(hp, success * heal.chance(hp)) for hp in range(1, LAST_HEALED)]
    return Chart(
        name="healing-chart",
        title="A healing check",
        place="side",
        series=(
            (f"≤{signed(-LAST_HARM)}", (1 - success) * harm.at_least(LAST_HARM)),
            *((signed(hp), chance) for hp, chance in (*lost, (0, Fraction(0)), *gained)),
            (f"{LAST_HEALED}+", success * heal.at_least(LAST_HEALED)),
        ),
        mean=odds.healing_gain(value, rules),
        places=2,
        caption=f"HP gained or lost by {healer.name}, in percent.",
        reference=True,
    )


def _chains(character: Character) -> Table:
    rules = character.rules
    healer = character.best("healing")
    value = odds.shifted(healer.value, healer.steps, rules)
    gain = odds.healing_gain(value, rules)
    last = odds.LAST_DAMAGE

    def row(label: str, below: str, chain_chances: list[Fraction], mean: Fraction) -> tuple[Cell, ...]:
        return (
            Label(label, below),
            *(Chance(chance) if chance else None for chance in chain_chances),
            decimal(mean, 2),
        )

    heal, lucky, harm = odds.damage_chain(rules), odds.damage_chain(rules, token=True), odds.harm_chain(rules)
    rows = [
        row(label, below, [*(chain.chance(hp) for hp in range(1, last)), chain.at_least(last)], chain.mean())
        for label, below, chain in (
            ("Healed", "check succeeds", heal),
            ("Healed", "with a token", lucky),
            ("Harmed", "check fails", harm),
        )
    ]
    return Table(
        name="chains",
        title="Healing and harming",
        place="main",
        columns=(
            left("HP", 18),
            *(right(str(hp), 6) for hp in range(1, last)),
            right(f"{last}+", 6),
            right("mean", 9),
        ),
        rows=tuple(rows),
        caption=f"A healing check of {character.name} changes {decimal(gain, 2)} HP on average.",
        reference=True,
    )
