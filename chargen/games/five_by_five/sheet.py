"""What stands on a Five by Five sheet: the table side first, the odds in full behind it."""

from chargen.core.concept import Item
from chargen.core.roll import decimal, signed
from chargen.core.sheet import Block, Box, Cell, Facts, Frame, Label, Own, Prose, Sheet, Table, Track
from chargen.games.five_by_five import cells, odds, reference
from chargen.games.five_by_five.character import Character, Rated, next_rank
from chargen.games.five_by_five.concept import ACTIONS
from chargen.games.five_by_five.rules import Rules
from chargen.kit import blocks
from chargen.kit.blocks import center, left, right

FRAMES: dict[str, Frame] = {
    "standing": "plain",
    "out": "double",
    "dying": "dashed",
    "dead": "heavy",
}


def sheet(character: Character) -> Sheet:
    """The sheet of a character."""
    rules = character.rules
    parts: list[Block | None] = [
        _descriptors(character),
        _hit_points(character),
        _actions(character),
        _weapons(character),
        _earned(character),
        _boxes(character),
        _aspects(character),
        _equipment(character),
        blocks.notes(character.notes),
        blocks.how_to_roll(_how(character)),
        *reference.blocks(character),
    ]
    return blocks.sheet(
        character,
        parts,
        highlights=(
            ("Hit Points", str(character.hit_points), f"{rules.hit_points_base} {_plus(character.hit_points_value)}"),
            ("Armour", str(character.armor_value), character.armor or "none worn"),
            ("Dodges", str(character.dodges_per_round), character.off_hand or "a round"),
        ),
        what_ifs=(reference.what_if(character),),
    )


def _plus(value: int) -> str:
    return f"− {-value}" if value < 0 else f"+ {value}"


def _rank(rated: Rated, rules: Rules) -> str:
    marks = [rules.rank_name(rated.value)]
    if rated.advanced:
        rolled = odds.shifted(rated.value, rated.advanced_steps, rules)
        marks.append("advanced: no chance" if rolled is None else f"advanced: rolls as {signed(rolled)}")
    if rated.power:
        marks.append("power")
    marks += rated.exclusive
    if rated.aspect:
        marks.append(f"by {rated.aspect}")
    return " · ".join(marks)


def _everything_else(rules: Rules) -> str:
    """What the untrained line stands for; at advanced things they have no chance (page 27)."""
    return "everything else" + (" · at advanced things: no chance" if rules.advanced_descriptors else "")


def _descriptors(character: Character) -> Table:
    rules = character.rules
    aspects = character.aspect_steps() or {}
    columns = [
        left("", 31 if aspects else 42),
        center("Value", 9, big=True),
        left(
            "Chance",
            34 if aspects else 26,
            "percent, and how many throws succeed: of the 36 of two dice, or the 6 of one",
        ),
        right("Token", 8, "chance when a doubles token is spent"),
        right("−1", 8, "chance one rank down"),
        right("+1", 8, "chance one rank up"),
        *(
            right(name[0].upper(), 8, f"chance by {name}", apart=0 if place else 3)
            for place, name in enumerate(aspects)
        ),
        right("Next", 13, "XP for the next rank, and what it adds to the chance"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for rated in (*character.descriptors, character.untrained):
        value = odds.shifted(rated.value, rated.steps, rules)
        rows.append(
            (
                Label(rated.name, _rank(rated, rules))
                if rated is not character.untrained
                else Label(Own(rated.name, rated.name), _everything_else(rules)),
                signed(rated.value),
                cells.bar(value, rules),
                cells.chance(value, rules, token=True),
                cells.chance(odds.shifted(rated.value, rated.steps - 1, rules), rules),
                cells.chance(odds.shifted(rated.value, rated.steps + 1, rules), rules),
                *(
                    cells.chance(odds.shifted(rated.value, rated.advanced_steps + steps, rules), rules)
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


def _zone(hp: int, rules: Rules) -> str:
    if hp >= rules.dying_below:
        return "out" if hp == rules.dying_below else "standing"
    return "dying" if hp > rules.dead_at else "dead"


def _hit_points(character: Character) -> Track:
    rules = character.rules
    most, best = character.hit_points, max(rules.hit_points_base + max(rules.starting_values), character.hit_points)
    return Track(
        name="hit-points",
        title=Own(f"Hit Points {most}", "Hit Points"),
        boxes=_points_to_lose(most, character.noted("hit_points", most), rules),
        unticked={"hit_points": most},
        blank=_points_to_lose(best, best, rules),
        caption="Out: unconscious. Dying: the minutes (′) until the next point is lost. "
        f"Rest: {rules.recovery_per_day} HP a day.",
    )


def _points_to_lose(most: int, left: int, rules: Rules) -> tuple[Box, ...]:
    """A box for each hit point, ticked when it is lost; the last is for the dead."""
    minutes = dict(odds.dying_clock(rules))
    return tuple(
        Box(
            label=signed(hp),
            zone=(zone := _zone(hp, rules)),
            frame=FRAMES[zone],
            filled=hp > left,
            below=f"{minutes[hp]}′" if hp in minutes else "",
            shows={"hit_points": hp - 1} if hp > rules.dead_at else {},
        )
        for hp in range(most, rules.dead_at - 1, -1)
    )


def _actions(character: Character) -> Table:
    rules = character.rules
    rows: list[tuple[Cell, ...]] = []
    for action in ACTIONS:
        rated = character.best(action)
        value = odds.shifted(rated.value, rated.steps, rules)
        rows.append(
            (
                Label(action.capitalize(), Own(rated.name)),
                cells.bar(value, rules),
                cells.chance(value, rules, token=True),
            )
        )
    return Table(
        name="actions",
        title="In a fight",
        place="main",
        columns=(
            left("", 46),
            left("Chance", 42),
            right("Token", 12, "chance when a doubles token is spent"),
        ),
        rows=tuple(rows),
        labels="game",
    )


def _weapons(character: Character) -> Table:
    rules = character.rules
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            cells.damage(bonus),
            *(decimal(odds.mean_damage(bonus, armor, rules)) for armor in odds.ARMOR_VALUES),
            decimal(odds.mean_damage(bonus, 0, rules, token=True)),
        )
        for name, bonus in ((weapon.name, weapon.damage_bonus) for weapon in character.armory)
    ]
    return Table(
        name="weapons",
        title="Damage",
        place="main",
        columns=(
            left("", 27),
            left("Damage", 14),
            *(right(f"AV {armor}" if armor == 0 else str(armor), 7) for armor in odds.ARMOR_VALUES),
            right("Token", 10, "average against AV 0 when a doubles token is spent"),
        ),
        rows=tuple(rows),
        caption="Average damage against each armour value; Token: against AV 0, when a doubles token is spent. "
        f"{_sentence(cells.another_die(rules.damage_trump_bonus, rules))}",
    )


def _boxes(character: Character) -> Track:
    rules = character.rules
    used = character.noted("dodges_used")
    most = rules.dodges_per_round + rules.off_hand_dodges
    boxes, blank = (
        (
            blocks.tick("Doubles token", "doubles_token", character.ticked("doubles_token"), zone="token"),
            *blocks.boxes("dodges_used", dodges, used, label="Dodge {}" if dodges > 1 else "Dodge"),
            blocks.tick("Initiative stolen", "initiative_stolen", character.ticked("initiative_stolen")),
        )
        for dodges in (character.dodges_per_round, max(character.dodges_per_round, most))
    )
    return Track(name="boxes", title="This round", place="side", boxes=boxes, blank=blank)


def _aspects(character: Character) -> Facts | None:
    if not character.aspects:
        return None
    steps = character.aspect_steps() or {}
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
    items: list[Item | tuple[str, str]] = [(weapon.name, f"DB {weapon.damage_bonus}") for weapon in character.weapons]
    if character.armor:
        items.append((character.armor, f"AV {character.armor_value}"))
    if character.off_hand:
        more = character.rules.off_hand_dodges
        items.append((character.off_hand, f"{_MORE.get(more, more)} more dodge{'' if more == 1 else 's'} a round"))
    return blocks.equipment([*items, *character.equipment])


_MORE = {0: "no", 1: "one", 2: "two"}
_TIMES = {1: "once", 2: "twice"}


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _how(character: Character) -> tuple[tuple[str, str], ...]:
    rules = character.rules
    trump, dodges = odds.faces(rules), character.dodges_per_round
    dodged = f"A hit may be dodged, {_TIMES.get(dodges, f'{dodges} times')} a round." if dodges else ""
    return (
        (
            "A task",
            f"Roll 2d6 and multiply them. At or under the value succeeds, and so does any {trump}. "
            f"At {signed(rules.one_die_value)} roll one die: only a {trump}.",
        ),
        (
            "Doubles",
            "earn a token (6 throws in 36; one at a time). Spent before a roll, any "
            f"{odds.faces(rules, token=True)} trumps: on tasks, damage and healing.",
        ),
        (
            "A fight",
            f"Those who steal initiative act first, then the GM's side, then the rest. {dodged}".strip(),
        ),
        (
            "Healing",
            "1d6 HP back, up to the maximum, oneself too (ours); "
            f"{cells.another_die(rules.damage_trump_bonus, rules)}. "
            f"Failed: 1d2 HP lost, {cells.another_die(rules.harming_trump_bonus, rules)}.",
        ),
    )


def _earned(character: Character) -> Track:
    """A box for each XP at hand, and empty ones for those to come."""
    points = character.points["xp"]
    balance = character.ledger[-1].balance if character.ledger else 0
    left, mark = max(0, int(balance)), f"mark {character.rules.award_per_session} for each session"
    return Track(
        name="earned",
        title="XP",
        place="main",
        boxes=blocks.boxes("", min(45, 15 + left - left % 5), left),
        caption=Own(f"earned {points.budget} · spent {points.spent} · left {signed(balance)} · {mark}", mark),
    )
