"""The page behind: what is looked up now and then, the odds in full, and the ledger."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from chargen.core.roll import decimal, signed, with_sign
from chargen.core.sheet import Block, Cell, Chance, Chart, Label, Table, WhatIf
from chargen.games.five_by_five import cells, odds
from chargen.games.five_by_five.character import Carried, Character
from chargen.games.five_by_five.rules import Rank, Rules
from chargen.kit import blocks as kit
from chargen.kit.tables import chance, left, right, spread, table

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
        *(block for weapon in character.armory for block in (_damage(weapon, rules), _damage_chart(weapon, rules))),
        _chains(character),
        _healing_chart(character),
        kit.ledger(character.ledger, "XP", character.points["xp"], to_come=LINES_TO_COME),
    ]


def _exchange_of_blows(character: Character) -> Table:
    rules = character.rules
    attack, dodge = (character.best(action).rolled(rules) for action in ("attack", "dodge"))
    rows: tuple[tuple[Label, Callable[[int], Fraction]], ...] = (
        (Label("I hit", "and it is not dodged"), lambda theirs: odds.hit_and_not_dodged(attack, theirs, rules)),
        (Label("I am hit", "and my dodge fails"), lambda theirs: odds.hit_and_not_dodged(theirs, dodge, rules)),
        (Label("I hit", "no dodge left"), lambda theirs: odds.chance(attack, rules)),
    )
    return table(
        "blows",
        "Blow against dodge",
        rows,
        (left("The opponent's value", 36), lambda row: row[0]),
        *spread(rules.values(), (lambda theirs: right(signed(theirs), 8), lambda theirs, row: Chance(row[1](theirs)))),
        reference=True,
    )


def what_if(character: Character) -> WhatIf:
    """Every descriptor, shifted by the GM."""
    rules = character.rules
    rows = []
    for rated in character.rated:
        shifted = [rated.rolled(rules, step) for step in STEPS]
        plain, helped = (tuple(odds.chance(value, rules, token=token) for value in shifted) for token in (False, True))
        rows.append((rated.name, (plain, helped)))
    return WhatIf(
        name="shift",
        title="What if the GM shifts it?",
        label="Ranks up or down:",
        steps=tuple(map(with_sign, STEPS)),
        start=STEPS.index(0),
        columns=("Chance", "With a token"),
        rows=tuple(rows),
        out_of=36,
    )


def _shifts(character: Character) -> Table:
    rules = character.rules
    return table(
        "shifts",
        "Shifted by the GM",
        character.rated,
        (left("Descriptor", 30), lambda rated: rated.name),
        *spread(
            STEPS,
            (
                lambda step: right(with_sign(step), 7),
                lambda step, rated: cells.chance(rated.rolled(rules, step), rules),
            ),
        ),
        *spread(
            STEPS,
            (
                lambda step: right(f"{with_sign(step)} †", 7, "with a token"),
                lambda step, rated: cells.chance(rated.rolled(rules, step), rules, token=True),
            ),
        ),
        caption="† with a doubles token",
        reference=True,
    )


def _ladder(rules: Rules) -> Table:
    """The ranks, with the exact chance beside the round figure that the book prints."""
    ranks = [rank for rank in rules.ladder if rules.advanced_descriptors or not rank.advanced]

    def in_36(rank: Rank) -> str:
        value = odds.shifted(rank.value, 0, rules)
        throws = odds.chance(value, rules) * odds.throws(value, rules)
        return f"{throws} in 6" if odds.one_die(value, rules) else str(throws)

    rows: tuple[tuple[str, Callable[[Rank], Cell]], ...] = (
        ("called", lambda rank: rank.name),
        ("chance", lambda rank: cells.chance(odds.shifted(rank.value, 0, rules), rules)),
        ("in 36", in_36),
        ("with a token", lambda rank: cells.chance(odds.shifted(rank.value, 0, rules), rules, token=True)),
        ("the book says", lambda rank: "" if rank.printed_percent is None else str(rank.printed_percent)),
        ("XP to reach it", lambda rank: str(rank.value) if rank.value > 0 else ""),
    )
    return table(
        "ladder",
        "The ladder",
        rows,
        (left("Rank", 16), lambda row: row[0]),
        *spread(ranks, (lambda rank: right(signed(rank.value), 84 // len(ranks)), lambda rank, row: row[1](rank))),
        game=True,
        reference=True,
    )


def _damage(weapon: Carried, rules: Rules) -> Table:
    """The damage of a hit against each armour."""

    def mean(armor: int, *, token: bool = False) -> str:
        return decimal(odds.mean_damage(weapon.damage_bonus, armor, rules, token=token), 2)

    return table(
        "damage",
        f"{weapon.name}: damage of a hit",
        odds.ARMOR_VALUES,
        (left("Armour", 12), lambda armor: f"AV {armor}"),
        *spread(
            range(odds.LAST_DAMAGE + 1),
            (
                lambda damage: right(_amount(damage), 6),
                lambda damage, armor: chance(_dealt(weapon, armor, rules)[damage][1]),
            ),
        ),
        (right("mean", 8), mean),
        (right("token", 8, "the mean when a doubles token is spent"), lambda armor: mean(armor, token=True)),
        place="main",
        reference=True,
    )


def _dealt(weapon: Carried, armor: int, rules: Rules) -> Sequence[tuple[int, Fraction]]:
    return odds.damage_table(weapon.damage_bonus, armor, rules, odds.LAST_DAMAGE)


def _amount(hit_points: int) -> str:
    """An amount as a table is headed; the last one stands for more, too."""
    return f"{hit_points}+" if hit_points == odds.LAST_DAMAGE else str(hit_points)


def _damage_chart(weapon: Carried, rules: Rules) -> Chart:
    return Chart(
        name="damage-chart",
        title="Without armour",
        place="side",
        series=tuple((_amount(damage), chance) for damage, chance in _dealt(weapon, 0, rules)),
        mean=odds.mean_damage(weapon.damage_bonus, 0, rules),
        reference=True,
    )


def _healing_chart(character: Character) -> Chart:
    """What a whole check changes: healed where it succeeds, harmed where it fails."""
    rules = character.rules
    healer = character.best("healing")
    value = healer.rolled(rules)
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
    gain = odds.healing_gain(character.best("healing").rolled(rules), rules)
    rows = (
        (Label("Healed", "check succeeds"), odds.damage_chain(rules)),
        (Label("Healed", "with a token"), odds.damage_chain(rules, token=True)),
        (Label("Harmed", "check fails"), odds.harm_chain(rules)),
    )
    return table(
        "chains",
        "Healing and harming",
        rows,
        (left("HP", 18), lambda row: row[0]),
        *spread(
            range(1, odds.LAST_DAMAGE + 1),
            (
                lambda hp: right(_amount(hp), 6),
                lambda hp, row: chance(row[1].at_least(hp) if hp == odds.LAST_DAMAGE else row[1].chance(hp)),
            ),
        ),
        (right("mean", 9), lambda row: decimal(row[1].mean(), 2)),
        place="main",
        caption=f"A healing check of {character.name} changes {decimal(gain, 2)} HP on average.",
        reference=True,
    )
