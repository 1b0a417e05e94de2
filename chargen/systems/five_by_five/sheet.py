"""What stands on a Five by Five sheet: the table side first, the odds in full behind it."""

from fractions import Fraction
from typing import Literal

from chargen.core.roll import decimal, signed
from chargen.core.sheet import Block, Box, Cell, Chance, Chart, Column, Facts, Label, Prose, Sheet, Table, Track, WhatIf
from chargen.systems.five_by_five import odds
from chargen.systems.five_by_five.character import Character, Rated, next_rank
from chargen.systems.five_by_five.concept import ACTIONS
from chargen.systems.five_by_five.rules import BOOK, Rules

ARMOR_VALUES = range(7)
STEPS = (-2, -1, 0, 1, 2)
"""By how many ranks the GM may shift a roll, in the tables (ours: the book leaves it to the GM)."""
FRAMES: dict[str, Literal["plain", "double", "dashed", "heavy"]] = {
    "standing": "plain",
    "out": "double",
    "dying": "dashed",
    "dead": "heavy",
}
LINES_TO_COME = 4
"""Empty lines after the ledger."""
LAST_HARM, LAST_HEALED = 3, 9
"""The ends of the chart of healing (ours)."""
LAST_DAMAGE = 12
"""Damage from this on is one column of the damage tables (ours)."""


def sheet(character: Character, rules: Rules) -> Sheet:
    """The sheet of a character."""
    blocks: list[Block | None] = [
        _descriptors(character, rules),
        _hit_points(character, rules),
        _actions(character, rules),
        _weapons(character, rules),
        _earned(character, rules),
        _boxes(character, rules),
        _aspects(character, rules),
        _equipment(character),
        Prose(name="notes", title="Notes", text=character.notes.strip(), lines=3, fill=True),
        Prose(name="how", title="How to roll", place="foot", items=_how(character, rules)),
        _exchange_of_blows(character, rules),
        _shifts(character, rules),
        _ladder(character, rules),
        *(
            block
            for weapon, bonus in _armory(character)
            for block in (_damage(weapon, bonus, rules), _damage_chart(bonus, rules))
        ),
        _chains(character, rules),
        _healing_chart(character, rules),
        _experience(character),
    ]
    return Sheet(
        system="five-by-five",
        system_title="Five by Five",
        name=character.name,
        player=character.player,
        concept=character.concept,
        highlights=(
            ("Hit Points", str(character.hit_points), f"10 {_plus(character.hit_points_value)}"),
            ("Armour", str(character.armor_value), character.armor or "none worn"),
            ("Dodges", str(character.dodges_per_round), character.off_hand or "a round"),
        ),
        blocks=tuple(block for block in blocks if block is not None),
        what_ifs=(_what_if(character, rules),),
        foot=(f"{BOOK} by Jeff Moore (CC BY)",),
    )


def _plus(value: int) -> str:
    return f"− {-value}" if value < 0 else f"+ {value}"


def _chance(value: odds.Value, rules: Rules, *, token: bool = False) -> Chance:
    return Chance(odds.chance(value, rules, token=token), help=_roll(value, rules, token=token))


def _roll(value: odds.Value, rules: Rules, *, token: bool = False) -> str:
    """What to roll; nothing where there is no chance."""
    return "" if value is None else odds.roll_text(value, rules, token=token)


def _bar(value: odds.Value, rules: Rules) -> Chance:
    """The chance as a bar, with what a token adds as its lighter end."""
    return Chance(
        odds.chance(value, rules),
        out_of=36,
        bar=True,
        up_to=odds.chance(value, rules, token=True),
        help=_roll(value, rules),
    )


def _rank(rated: Rated, rules: Rules) -> str:
    marks = [rules.rank_name(rated.value)]
    if rated.advanced:
        rolled = odds.shifted(rated.value, rated.advanced_steps, rules)
        marks.append("advanced: no chance" if rolled is None else f"advanced: rolls as {signed(rolled)}")
    if rated.power:
        marks.append("power")
    if rated.exclusive:
        marks.append(rated.exclusive)
    if rated.aspect:
        marks.append(f"by {rated.aspect}")
    return " · ".join(marks)


def _descriptors(character: Character, rules: Rules) -> Table:
    aspects = character.aspect_steps(rules) or {}
    columns = [
        Column(heading="", width=31 if aspects else 42),
        Column(heading="Value", align="center", width=9, big=True),
        Column(
            heading="Chance",
            width=34 if aspects else 26,
            help="percent, and how many of the 36 throws of two dice succeed",
        ),
        Column(heading="Token", align="right", width=8, help="chance when a doubles token is spent"),
        Column(heading="−1", align="right", width=8, help="chance one rank down"),
        Column(heading="+1", align="right", width=8, help="chance one rank up"),
        *(
            Column(heading=name[0].upper(), align="right", width=8, apart=0 if place else 3, help=f"chance by {name}")
            for place, name in enumerate(aspects)
        ),
        Column(heading="Next", align="right", width=13, help="XP for the next rank, and what it adds to the chance"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for rated in (*character.descriptors, character.untrained):
        value = odds.shifted(rated.value, rated.steps, rules)
        rows.append(
            (
                Label(rated.name, _rank(rated, rules) if rated is not character.untrained else "everything else"),
                signed(rated.value),
                _bar(value, rules),
                _chance(value, rules, token=True),
                _chance(odds.shifted(rated.value, rated.steps - 1, rules), rules),
                _chance(odds.shifted(rated.value, rated.steps + 1, rules), rules),
                *(
                    _chance(odds.shifted(rated.value, rated.advanced_steps + steps, rules), rules)
                    for steps in aspects.values()
                ),
                _next(rated, rules, untrained=rated is character.untrained),
            )
        )
    return Table(
        name="descriptors",
        title="Descriptors",
        columns=tuple(columns),
        rows=tuple(rows),
        lighter=frozenset({len(rows) - 1}),
        caption="Token: when a doubles token is spent, the lighter end of the bar. −1 and +1: a rank down or up. "
        "Next: the price of the next rank, and what it adds."
        + (" A to D: by agility, brawn, cognition and determination." if aspects else ""),
    )


def _next(rated: Rated, rules: Rules, *, untrained: bool) -> Cell:
    if untrained:
        return Label(f"{rules.new_descriptor_value} XP", "a new one")
    following = next_rank(rated, rules)
    if following is None:
        return Label(f"{rules.trade_price} XP", "to trade") if rated.value <= min(rules.starting_values) else "top"
    price, gain = following
    return Label(f"{price} XP", f"+{decimal(gain * 100, 0)} %")


def _hit_points(character: Character, rules: Rules) -> Track:
    left = character.state.get("hit_points", character.hit_points)
    lost = left if isinstance(left, int) else character.hit_points
    minutes = dict(odds.dying_clock(rules))
    boxes = []
    for hp in range(character.hit_points, rules.dead_at - 1, -1):
        zone = "standing" if hp > 0 else "out" if hp == 0 else "dying" if hp > rules.dead_at else "dead"
        below = f"{minutes[hp]}′" if hp in minutes else ""
        boxes.append(Box(label=signed(hp), zone=zone, frame=FRAMES[zone], filled=hp > lost, below=below))
    return Track(
        name="hit-points",
        title=f"Hit Points {character.hit_points}",
        boxes=tuple(boxes),
        caption="Out: unconscious. Dying: the minutes (′) until the next point is lost. "
        f"Rest: {rules.recovery_per_day} HP a day.",
    )


def _actions(character: Character, rules: Rules) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for action in ACTIONS:
        rated = character.best(action, rules)
        value = odds.shifted(rated.value, rated.steps, rules)
        rows.append(
            (
                Label(action.capitalize(), rated.name),
                _bar(value, rules),
                _chance(value, rules, token=True),
            )
        )
    return Table(
        name="actions",
        title="In a fight",
        place="main",
        columns=(
            Column(heading="", width=46),
            Column(heading="Chance", width=42),
            Column(heading="Token", align="right", width=12, help="chance when a doubles token is spent"),
        ),
        rows=tuple(rows),
    )


def _armory(character: Character) -> list[tuple[str, int]]:
    carried = [(weapon.name, weapon.damage_bonus) for weapon in character.weapons]
    return carried if any(bonus == 0 for _, bonus in carried) else [*carried, ("Bare hands", 0)]


def _weapons(character: Character, rules: Rules) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            f"1d6+{bonus}" if bonus else "1d6",
            *(decimal(odds.mean_damage(bonus, armor, rules)) for armor in ARMOR_VALUES),
        )
        for name, bonus in _armory(character)
    ]
    return Table(
        name="weapons",
        title="Damage",
        place="main",
        columns=(
            Column(heading="", width=29),
            Column(heading="Damage", width=15),
            *(
                Column(heading=f"AV {armor}" if armor == 0 else str(armor), align="right", width=8)
                for armor in ARMOR_VALUES
            ),
        ),
        rows=tuple(rows),
        caption=f"Average damage against each armour value. A 6 is +{rules.damage_trump_bonus} and another die.",
    )


def _boxes(character: Character, rules: Rules) -> Track:
    state = character.state
    used = state.get("dodges_used", 0)
    boxes = [Box(label="Doubles token", filled=bool(state.get("doubles_token")), zone="token")]
    boxes += [
        Box(
            label=f"Dodge {number + 1}" if character.dodges_per_round > 1 else "Dodge",
            filled=isinstance(used, int) and used > number,
        )
        for number in range(character.dodges_per_round)
    ]
    boxes.append(Box(label="Initiative stolen", filled=bool(state.get("initiative_stolen"))))
    return Track(name="boxes", title="This round", place="side", boxes=tuple(boxes))


def _aspects(character: Character, rules: Rules) -> Facts | None:
    if not character.aspects:
        return None
    steps = character.aspect_steps(rules) or {}
    return Facts(
        name="aspects",
        title="Aspects",
        place="side",
        facts=tuple(
            (name.capitalize(), rating + (f" ({odds.shift_label(steps[name])})" if steps[name] else ""))
            for name, rating in character.aspects.items()
        ),
    )


def _equipment(character: Character) -> Prose:
    items = [(weapon.name, f"DB {weapon.damage_bonus}") for weapon in character.weapons]
    if character.armor:
        items.append((character.armor, f"AV {character.armor_value}"))
    if character.off_hand:
        items.append((character.off_hand, "one more dodge a round"))
    items += [(item.name or "", item.effect) for item in character.equipment]
    return Prose(name="equipment", title="Equipment", place="side", items=tuple(items), lines=1)


_TIMES = {1: "once", 2: "twice"}


def _how(character: Character, rules: Rules) -> tuple[tuple[str, str], ...]:
    return (
        (
            "A task",
            "Roll 2d6 and multiply them. At or under the value succeeds, and so does any 6. "
            "At −5 roll one die: only a 6.",
        ),
        (
            "Doubles",
            "earn a token (6 throws in 36; one at a time). Spent before a roll, 5 counts like 6: on tasks, damage "
            "and healing.",
        ),
        (
            "A fight",
            "Those who steal initiative act first, then the GM's side, then the rest. A hit may be dodged, "
            f"{_TIMES.get(character.dodges_per_round, f'{character.dodges_per_round} times')} a round.",
        ),
        (
            "Healing",
            f"1d6 HP back, a 6 is +{rules.damage_trump_bonus} and another die. "
            f"Failed: 1d2 HP lost, a 6 is +{rules.harming_trump_bonus} and another die.",
        ),
    )


def _exchange_of_blows(character: Character, rules: Rules) -> Table:
    attack, dodge = character.best("attack", rules), character.best("dodge", rules)
    mine = odds.shifted(attack.value, attack.steps, rules)
    evade = odds.shifted(dodge.value, dodge.steps, rules)
    opponents = rules.values()
    return Table(
        name="blows",
        title="Blow against dodge",
        columns=(
            Column(heading="The opponent's value", width=36),
            *(Column(heading=signed(value), align="right", width=8) for value in opponents),
        ),
        rows=(
            (
                Label("I hit", "and it is not dodged"),
                *(Chance(odds.hit_and_not_dodged(mine, each, rules)) for each in opponents),
            ),
            (
                Label("I am hit", "and my dodge fails"),
                *(Chance(odds.hit_and_not_dodged(each, evade, rules)) for each in opponents),
            ),
            (Label("I hit", "no dodge left"), *(Chance(odds.chance(mine, rules)) for _ in opponents)),
        ),
        reference=True,
    )


def _what_if(character: Character, rules: Rules) -> WhatIf:
    """Every descriptor, shifted by the GM."""
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


def _shifts(character: Character, rules: Rules) -> Table:
    steps = STEPS
    rows: list[tuple[Cell, ...]] = []
    for rated in (*character.descriptors, character.untrained):
        shifted = [odds.shifted(rated.value, rated.steps + step, rules) for step in steps]
        rows.append(
            (
                rated.name,
                *(_chance(value, rules) for value in shifted),
                *(_chance(value, rules, token=True) for value in shifted),
            )
        )
    return Table(
        name="shifts",
        title="Shifted by the GM",
        columns=(
            Column(heading="Descriptor", width=30),
            *(Column(heading=odds.shift_label(step) if step else "0", align="right", width=7) for step in steps),
            *(
                Column(
                    heading=f"{odds.shift_label(step) if step else '0'} †", align="right", width=7, help="with a token"
                )
                for step in steps
            ),
        ),
        rows=tuple(rows),
        caption="† with a doubles token",
        reference=True,
    )


def _ladder(character: Character, rules: Rules) -> Table:
    """The ranks, with the exact chance beside the round figure that the book prints."""
    ranks = [rank for rank in rules.ladder if rules.advanced_descriptors or not rank.advanced]
    rolled = [odds.shifted(rank.value, 0, rules) for rank in ranks]
    exact = [odds.chance(value, rules) * 36 for value in rolled]
    rows: tuple[tuple[Cell, ...], ...] = (
        ("called", *(rank.name for rank in ranks)),
        ("chance", *(_chance(value, rules) for value in rolled)),
        ("in 36", *(str(number) for number in exact)),
        ("with a token", *(_chance(value, rules, token=True) for value in rolled)),
        ("the book says", *("" if rank.printed_percent is None else str(rank.printed_percent) for rank in ranks)),
        ("XP to reach it", *(str(rank.value) if rank.value > 0 else "" for rank in ranks)),
    )
    return Table(
        name="ladder",
        title="The ladder",
        columns=(
            Column(heading="Rank", width=16),
            *(Column(heading=signed(rank.value), align="right", width=84 // len(ranks)) for rank in ranks),
        ),
        rows=rows,
        reference=True,
    )


def _damage(weapon: str, bonus: int, rules: Rules) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for armor in ARMOR_VALUES:
        table = odds.damage_table(bonus, armor, rules, LAST_DAMAGE)
        rows.append(
            (
                f"AV {armor}",
                *(Chance(chance) if chance else None for _, chance in table),
                decimal(odds.mean_damage(bonus, armor, rules), 2),
            )
        )
    return Table(
        name="damage",
        title=f"{weapon}: damage of a hit",
        place="main",
        columns=(
            Column(heading="Armour", width=12),
            *(Column(heading=str(damage), align="right", width=6) for damage in range(LAST_DAMAGE)),
            Column(heading=f"{LAST_DAMAGE}+", align="right", width=6),
            Column(heading="mean", align="right", width=9),
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
            (f"{LAST_DAMAGE}+" if damage == LAST_DAMAGE else str(damage), chance)
            for damage, chance in odds.damage_table(bonus, 0, rules, LAST_DAMAGE)
        ),
        mean=odds.mean_damage(bonus, 0, rules),
        reference=True,
    )


def _healing_chart(character: Character, rules: Rules) -> Chart:
    """What a whole check changes: healed where it succeeds, harmed where it fails."""
    healer = character.best("healing", rules)
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
        caption=f"HP gained or lost by {healer.name}, in percent.",
        reference=True,
    )


def _chains(character: Character, rules: Rules) -> Table:
    healer = character.best("healing", rules)
    value = odds.shifted(healer.value, healer.steps, rules)
    gain = odds.healing_gain(value, rules)
    last = LAST_DAMAGE

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
            Column(heading="HP", width=18),
            *(Column(heading=str(hp), align="right", width=6) for hp in range(1, last)),
            Column(heading=f"{last}+", align="right", width=6),
            Column(heading="mean", align="right", width=9),
        ),
        rows=tuple(rows),
        caption=f"A healing check of {character.name} changes {decimal(gain, 2)} HP on average.",
        reference=True,
    )


def _earned(character: Character, rules: Rules) -> Track:
    """A box for each XP at hand, and empty ones for those to come."""
    points = character.points
    left = max(0, int(points.available or 0))
    boxes = min(45, 15 + left - left % 5)
    return Track(
        name="earned",
        title="XP",
        place="main",
        boxes=tuple(Box(filled=number < left) for number in range(boxes)),
        caption=f"earned {points.budget} · spent {points.spent} · left {points.available} · "
        f"mark {rules.award_per_session} for each session",
    )


def _experience(character: Character) -> Table | None:
    if not character.ledger:
        return None
    points = character.points
    rows: list[tuple[Cell, ...]] = [
        (line.date, Label(line.what, line.why), _signed(line.change), str(line.balance)) for line in character.ledger
    ]
    rows += [(None, None, None, None)] * LINES_TO_COME
    return Table(
        name="experience",
        title="Experience",
        columns=(
            Column(heading="Date", width=12),
            Column(heading="What", width=64),
            Column(heading="XP", align="right", width=12),
            Column(heading="Left", align="right", width=12),
        ),
        rows=tuple(rows),
        caption=f"earned {points.budget} · spent {points.spent} · left {points.available}",
        reference=True,
    )


def _signed(change: float) -> str:
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "0"
