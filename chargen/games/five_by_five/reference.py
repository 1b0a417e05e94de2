"""Make the reference parts: how to roll, the odds of each roll of a character, and the common reference page.

The sheet uses the chance cells at the top as well.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from chargen.games.five_by_five import odds
from chargen.games.five_by_five.character import Character, Rated
from chargen.games.five_by_five.rules import HIT_POINTS_BASE, LADDER, Rank, Rules, list_ladder_values
from chargen.kit.tables import left, right, spread, table
from chargen.kit.texts import fill_texts
from chargen.page.roll import decimal, signed, with_sign
from chargen.page.sheet import Block, Cell, Chance, Label, Prose, Table, WhatIf
from chargen.text.names import listing

AMOUNTS = [*map(str, range(odds.LAST_DAMAGE)), f"{odds.LAST_DAMAGE}+"]
"""Amounts of damage or healing as headings; the last one includes all higher amounts."""
STEPS = (-2, -1, 0, 1, 2)  # The shifts of the tables, in ranks (house default: in the book the GM decides)


def rolled(value: odds.Value, *, token: bool = False) -> Chance:
    """Return the chance against a value as a cell, with what to roll as its help text."""
    rule = odds.dice_rule(value, token=token)
    return Chance(rule.chance, help="" if value is None else odds.describe_roll(value, token=token), dice=rule)


def bar(value: odds.Value) -> Chance:
    """Return the chance as a bar; its lighter end is the increase by a token."""
    up_to = odds.chance(value, token=True)
    return replace(rolled(value), out_of=odds.count_throws(value), bar=True, up_to=up_to)


def how(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return how each kind of roll is made: a heading and a text each, the same for all characters of a table."""
    options = (part for part in ("aspects", "advanced_descriptors") if getattr(rules, part))
    return tuple(entry for part in ("always", *options) for entry in fill_texts(__file__, part))


def how_to_make(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the steps of making a character: a heading and a text each."""
    values = rules.starting_values
    return fill_texts(
        __file__,
        "make",
        descriptors=len(values) - 1,
        values=listing(map(signed, values)),
        base=HIT_POINTS_BASE,
        hit_points=listing((str(HIT_POINTS_BASE + value) for value in dict.fromkeys(values)), "or"),
        most_damage=max((weapon.damage_bonus for weapon in rules.weapons), default=0),
        most_armor=max((armor.armor_value for armor in rules.armor), default=0),
    )


# What the sheet has of its own about odds: a slider, and a table at its back.


def what_if(character: Character) -> WhatIf:
    """Return the what-if panel: every descriptor, with shifts by the GM."""
    rows, dice = [], []
    for rated in character.rated:
        shifted = [rated.rolled(character.rules, step) for step in STEPS]
        dice.append(tuple(tuple(odds.dice_rule(value, token=token) for value in shifted) for token in (False, True)))
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
        dice=tuple(dice),
        out_of=36,
    )


def odds_table(character: Character) -> Table:
    """Return each distinct roll, the best first, with shifts by the GM, without and with a doubles token."""
    rules = character.rules
    # By the value and by what a shift of one rank makes of it, as advanced descriptors shift from another rank.
    rolls: dict[tuple[odds.Value, ...], list[Rated]] = {}
    for rated in character.rated:
        rolls.setdefault(tuple(rated.rolled(rules, step) for step in STEPS), []).append(rated)
    return table(
        "odds",
        "Odds of each roll, shifted by the GM",
        rolls.items(),
        (left("Descriptor", 40), lambda roll: ", ".join(rated.name for rated in roll[1])),
        *spread(
            range(len(STEPS)),
            lambda at: right(with_sign(STEPS[at]), 6),
            lambda at, roll: rolled(roll[0][at]),
        ),
        *spread(
            range(len(STEPS)),
            lambda at: right(f"{with_sign(STEPS[at])} †", 6, "with a token"),
            lambda at, roll: rolled(roll[0][at], token=True),
        ),
        caption="† with a doubles token",
        reference=True,
    )


# The reference page has what would be the same on every sheet.


def make_reference_page(rules: Rules) -> Iterator[Block]:
    """Yield the blocks of the reference page, from top to bottom."""
    yield Prose(name="rules", title="The rules in brief", items=how(rules), reference=True)
    yield _ladder(rules)
    values = list_ladder_values()
    yield table(
        "blows-by-rank",
        "Blow against dodge",
        values,
        (left("Attack", 16), signed),
        *spread(
            values,
            lambda dodge: right(signed(dodge), 84 // len(values)),
            lambda dodge, attack: Chance(odds.hit_and_not_dodged(attack, dodge)),
        ),
        caption="The columns are the dodger's rank. Where no dodge is left, the attack's own chance holds.",
        place="main",
        reference=True,
    )
    yield _chains()
    weapons = {weapon.damage_bonus: Label(weapon.name, ", ".join(weapon.items)) for weapon in rules.weapons}
    armor = {armor.armor_value: Label(armor.name, ", ".join(armor.items)) for armor in rules.armor}
    yield table(
        "classes",
        "Weapons and armor",
        sorted({*weapons, *armor}),
        (left("", 10), str),
        (left("Damage bonus (DB)", 45), weapons.get),
        (left("Armor value (AV)", 45), armor.get),
        place="side",
        reference=True,
    )
    yield _damage()


def _ladder(rules: Rules) -> Table:
    ranks = [rank for rank in LADDER.values() if rules.advanced_descriptors or not rank.advanced]

    def value(rank: Rank) -> odds.Value:
        return odds.shift_value(rank.value, 0, rules)

    def in_36(rank: Rank) -> str:
        # The poor rank is rolled with one die, so its chance is counted out of 6.
        throws = odds.chance(value(rank)) * odds.count_throws(value(rank))
        return f"{throws} in 6" if odds.uses_one_die(value(rank)) else str(throws)

    rows: tuple[tuple[str, Callable[[Rank], Cell]], ...] = (
        ("called", lambda rank: rank.name),
        ("chance", lambda rank: rolled(value(rank))),
        ("in 36", in_36),
        ("with a token", lambda rank: rolled(value(rank), token=True)),
        ("healing, HP", lambda rank: decimal(odds.healing_gain(value(rank)), 2)),
        ("XP to reach it", lambda rank: str(rank.value) if rank.value > 0 else ""),
    )
    return table(
        "ladder",
        "The ladder",
        rows,
        (left("Rank", 16), lambda row: row[0]),
        *spread(ranks, lambda rank: right(signed(rank.value), 84 // len(ranks)), lambda rank, row: row[1](rank)),
        caption="A shift by the GM moves a roll along the ladder. Healing: what a check changes on average.",
        reference=True,
    )


def _damage() -> Table:
    """Return the damage of a hit, which depends only on the damage bonus minus the armour value."""

    def mean(bonus: int, *, token: bool = False) -> str:
        return decimal(odds.mean_damage(bonus, 0, token=token), 2)

    return table(
        "damage",
        "Damage of a hit",
        odds.BONUS_LESS_ARMOR,
        (left("Bonus − armor", 16), with_sign),
        *spread(
            range(odds.LAST_DAMAGE + 1),
            lambda damage: right(AMOUNTS[damage], 5),
            lambda damage, bonus: Chance(odds.damage_table(bonus, 0, odds.LAST_DAMAGE)[damage][1]),
        ),
        (right("average", 9), mean),
        (right("token", 9, "the average when a doubles token is spent"), lambda bonus: mean(bonus, token=True)),
        caption="Take the armor value (AV) of who is hit from the weapon's damage bonus (DB). "
        "Token: the average when a doubles token is spent.",
        reference=True,
    )


def _chains() -> Table:
    rows = (
        (Label("Healed", "check succeeds"), odds.damage_chain()),
        (Label("Healed", "with a token"), odds.damage_chain(token=True)),
        (Label("Harmed", "check fails"), odds.harm_chain()),
    )
    return table(
        "chains",
        "Healing and harming",
        rows,
        (left("Hit points", 16), lambda row: row[0]),
        *spread(
            range(1, odds.LAST_DAMAGE + 1),
            lambda hp: right(AMOUNTS[hp], 6),
            lambda hp, row: Chance(row[1].at_least(hp) if hp == odds.LAST_DAMAGE else row[1].chance(hp)),
        ),
        (right("average", 12), lambda row: decimal(row[1].mean(), 2)),
        place="main",
        reference=True,
    )
