"""What all sheets of Five by Five share: the rules in brief, the ladder, the damage of a hit, healing and harming."""

from collections.abc import Callable, Iterator

from chargen.core.roll import decimal, signed, with_sign
from chargen.core.sheet import Block, Cell, Label, Prose, Table
from chargen.games.five_by_five import cells, odds
from chargen.games.five_by_five.how import how
from chargen.games.five_by_five.rules import LADDER, Rank, Rules, ladder_values
from chargen.kit.tables import chance, left, right, spread, table


def leaf(rules: Rules) -> Iterator[Block]:
    """Yield what stands on the leaf, from top to bottom."""
    yield Prose(name="rules", title="The rules in brief", items=how(rules), reference=True)
    yield _ladder(rules)
    yield _blows()
    yield _classes(rules)
    yield _damage()
    yield _chains()


def _ladder(rules: Rules) -> Table:
    """The ranks with their exact chances, and what each costs."""
    ranks = [rank for rank in LADDER if rules.advanced_descriptors or not rank.advanced]

    def in_36(rank: Rank) -> str:
        value = odds.shifted(rank.value, 0, rules)
        throws = odds.chance(value) * odds.throws(value)
        return f"{throws} in 6" if odds.one_die(value) else str(throws)

    rows: tuple[tuple[str, Callable[[Rank], Cell]], ...] = (
        ("called", lambda rank: rank.name),
        ("chance", lambda rank: cells.chance(odds.shifted(rank.value, 0, rules))),
        ("in 36", in_36),
        ("with a token", lambda rank: cells.chance(odds.shifted(rank.value, 0, rules), token=True)),
        ("healing, HP", lambda rank: decimal(odds.healing_gain(odds.shifted(rank.value, 0, rules)), 2)),
        ("XP to reach it", lambda rank: str(rank.value) if rank.value > 0 else ""),
    )
    return table(
        "ladder",
        "The ladder",
        rows,
        (left("Rank", 16), lambda row: row[0]),
        *spread(ranks, (lambda rank: right(signed(rank.value), 84 // len(ranks)), lambda rank, row: row[1](rank))),
        caption="A shift by the GM moves a roll along the ladder. Healing: what a check changes on average.",
        reference=True,
    )


def _blows() -> Table:
    """The chance that an attack hits and is not dodged, of each rank against each."""
    values = ladder_values()
    return table(
        "blows-by-rank",
        "Blow against dodge",
        values,
        (left("Attack", 16), signed),
        *spread(
            values,
            (
                lambda dodge: right(signed(dodge), 84 // len(values)),
                lambda dodge, attack: chance(odds.hit_and_not_dodged(attack, dodge)),
            ),
        ),
        caption="The columns are the dodger's rank. Where no dodge is left, the attack's own chance holds.",
        place="main",
        reference=True,
    )


def _classes(rules: Rules) -> Table:
    """What weapons add to damage, and armour takes off."""
    weapons = {weapon.damage_bonus: weapon.name for weapon in rules.weapons}
    armor = {armor.armor_value: armor.name for armor in rules.armor}
    return table(
        "classes",
        "Weapons and armor",
        sorted({*weapons, *armor}),
        (left("", 10), str),
        (left("Damage bonus (DB)", 45), weapons.get),
        (left("Armor value (AV)", 45), armor.get),
        place="side",
        reference=True,
    )


def _damage() -> Table:
    """The damage of a hit, which depends on nothing but the damage bonus less the armour value."""

    def mean(bonus: int, *, token: bool = False) -> str:
        return decimal(odds.mean_damage(bonus, 0, token=token), 2)

    return table(
        "damage",
        "Damage of a hit",
        odds.BONUS_LESS_ARMOR,
        (left("Bonus − armor", 16), with_sign),
        *spread(
            range(odds.LAST_DAMAGE + 1),
            (
                lambda damage: right(cells.amount(damage), 5),
                lambda damage, bonus: chance(odds.damage_table(bonus, 0, odds.LAST_DAMAGE)[damage][1]),
            ),
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
            (
                lambda hp: right(cells.amount(hp), 6),
                lambda hp, row: chance(row[1].at_least(hp) if hp == odds.LAST_DAMAGE else row[1].chance(hp)),
            ),
        ),
        (right("average", 12), lambda row: decimal(row[1].mean(), 2)),
        reference=True,
    )
