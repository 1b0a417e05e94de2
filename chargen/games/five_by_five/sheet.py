"""Make the sheet of Five by Five: the front for play, the odds of each roll on the back."""

from dataclasses import replace

from chargen.game.concept import Item
from chargen.games.five_by_five import odds, reference
from chargen.games.five_by_five import rules as book
from chargen.games.five_by_five.character import Character, Rated
from chargen.games.five_by_five.concept import ACTIONS, ASPECTS
from chargen.games.five_by_five.reference import bar, how, rolled
from chargen.games.five_by_five.rules import Rules, find_next_value, find_rank_name, list_ladder_values
from chargen.kit import blocks
from chargen.kit.tables import center, left, right, spread, table
from chargen.page.roll import PERCENT, decimal, in_percent, signed, with_sign
from chargen.page.sheet import Block, Box, Cell, Facts, Frame, Label, Own, Pips, Prose, Sheet, Table, Track
from chargen.text.names import counted

ON_A_SHEET = ("A roll", "Attack", "Healing", "Doubles")
"""The parts of `how` on a sheet; its tables show the rest, and the reference page has all parts."""
BLANK_LINES = 4  # The lines of a blank sheet for equipment: arms have a table of their own (house default)
LINES_TO_COME = 3  # Empty lines after the ledger
BARS = 5  # The signal bars, as on a radio: the ranks from novice to master (house default)


def sheet(character: Character) -> Sheet:
    """Return the sheet of a character."""
    value = character.hit_points_value
    plus = f"− {-value}" if value < 0 else f"+ {value}"
    hit_points, things = _hit_points(character), _equipment(character)
    below: list[Block | None] = [
        blocks.notes(character),
        blocks.how_to_roll((heading, text) for heading, text in how(character.rules) if heading in ON_A_SHEET),
    ]
    fight: list[Block | None] = [_in_a_fight(character), _earned(character)]
    rest: list[Block | None] = [_boxes(character), _aspects(character)]
    parts = [
        _descriptors(character),
        hit_points,
        *fight,
        *rest,
        things,
        *below,
        replace(reference.odds_table(character), on_reference_page=True),
        blocks.ledger(character.ledger, "XP", character.points["xp"], to_come=LINES_TO_COME),
    ]
    blank = [
        _ranks_to_tick(character.rules),
        hit_points,
        *fight,
        replace(things, place="main", items=(), lines=BLANK_LINES),
        blocks.steps(reference.how_to_make(character.rules)),
        *rest,
        *below,
    ]
    return blocks.sheet(
        character,
        parts,
        highlights=(
            ("Hit Points", str(character.hit_points), f"{book.HIT_POINTS_BASE} {plus}"),
            ("Armor", str(character.armor_value), character.armor or "none worn"),
            ("Dodges", str(character.dodges_per_round), character.off_hand or "a round"),
        ),
        what_ifs=(reference.what_if(character),),
        blank=blank,
    )


def _describe_rank(rated: Rated, rules: Rules) -> str:
    marks = [find_rank_name(rated.value)]
    if rated.advanced:
        rolled = rated.under(0, rules)
        marks.append("advanced: no chance" if rolled is None else f"advanced: rolls as {signed(rolled)}")
    if rated.power:
        marks.append("power")
    marks += rated.exclusive
    if rated.aspect:
        marks.append(f"by {rated.aspect}")
    return " · ".join(marks)


def _descriptors(character: Character) -> Table:
    rules = character.rules
    aspects = character.aspect_steps()
    untrained = character.untrained
    no_chance = " · at advanced things: no chance" if rules.advanced_descriptors else ""  # page 27

    def bars(rated: Rated) -> Label:
        # Each rank above untrained is a bar; advanced ranks go beyond the five.
        reached = sum(0 < rank <= rated.value for rank in list_ladder_values(advanced=True))
        return Label("", figure=Pips(reached, max(BARS - reached, 0), "bars"))

    return table(
        "descriptors",
        "Descriptors",
        character.rated,
        (
            left("", 31 if aspects else 56),
            lambda rated: (
                Label(Own(rated.name, rated.name), f"everything else{no_chance}")
                if rated is untrained
                else Label(rated.name, _describe_rank(rated, rules))
            ),
        ),
        (right("", 10), bars),
        (center("Value", 10, big=True), lambda rated: signed(rated.value)),
        (
            left("Chance", 34, "in percent, and how many throws succeed: out of 36 with two dice, out of 6 with one"),
            lambda rated: bar(rated.rolled(rules)),
        ),
        (
            right("With token", 11, "chance when a doubles token is spent: the lighter end of the bar"),
            lambda rated: rolled(rated.rolled(rules), token=True),
        ),
        *spread(
            aspects,
            lambda name: right(name[:3].capitalize(), 8, f"chance by {name}", apart=3 if name == ASPECTS[0] else 0),
            lambda name, rated: rolled(rated.under(aspects[name], rules)),
        ),
        (
            right("Next rank", 15, "XP for the next rank, and what it adds to the chance"),
            lambda rated: _show_next_rank(rated, rules, untrained=rated is untrained),
        ),
        lighter=lambda rated: rated is untrained,
        caption=" · ".join(f"{name[:3].capitalize()}: by {name}" for name in aspects),
    )


def _ranks_to_tick(rules: Rules) -> Table:
    """Return the descriptors of a blank sheet: a box for each rank, below the chance that the rank gives."""
    values = [value for value in list_ladder_values() if value]

    def chances(value: int) -> Label:
        rolled = [odds.chance(odds.shift_value(value, 0, rules), token=token) for token in (False, True)]
        plain, helped = map(in_percent, rolled)
        return Label(plain, helped)

    untrained = chances(0)
    chance_row = (Label("Untrained", f"{untrained.text}, with token {untrained.below}"), None, *map(chances, values))
    spare = (None,) * len(chance_row)
    return Table(
        name="descriptors",
        title="Descriptors",
        columns=(left("", 34), left("for", 10), *(center(signed(value), 8) for value in values)),
        rows=(chance_row, *[spare] * len(rules.starting_values)),
        caption="Small: the chance with a doubles token. The next rank costs its value in XP, a new descriptor "
        f"{book.NEW_DESCRIPTOR_VALUE}. For: attack, dodge, healing or initiative.",
        game=True,
    )


def _show_next_rank(rated: Rated, rules: Rules, *, untrained: bool) -> Cell:
    if untrained:
        return Label(f"{book.NEW_DESCRIPTOR_VALUE} XP", f"new at {signed(book.NEW_DESCRIPTOR_VALUE)}")
    if rated.value <= rules.poor_value:
        return Label(f"{book.TRADE_PRICE} XP", "swap it")
    following = find_next_value(rules, rated.value, advanced=rated.advanced)
    if following is None:
        return "top"
    gain = odds.chance(odds.shift_value(following, rated.steps, rules)) - odds.chance(rated.rolled(rules))
    return Label(f"{following} XP", f"+{decimal(gain * 100, 0)}{PERCENT}")


def _hit_points(character: Character) -> Track:
    most = character.hit_points
    # A blank sheet serves any new character, so it has the boxes of the toughest.
    best = max(book.HIT_POINTS_BASE + max(character.rules.starting_values), most)
    return Track(
        name="hit-points",
        title=Own(f"Hit Points {most}", "Hit Points"),
        boxes=_points_to_lose(most, character.noted("hit_points", most)),
        unticked={"hit_points": most},
        blank=_points_to_lose(best, best),
        caption="Out: unconscious. Dying: minutes (′) until the next point is lost. "
        f"{book.RECOVERY_PER_DAY} HP a day comes back, without rest too.",
    )


def _points_to_lose(most: int, left: int) -> tuple[Box, ...]:
    """Return a box for each hit point, ticked if the point is lost; the last box means dead."""
    # Until a dying character loses the next one.
    minutes = {hp: book.DYING_MINUTES_BASE + hp for hp in range(book.DEAD_AT + 1, book.DYING_BELOW)}

    def zone(hp: int) -> tuple[str, Frame]:
        if hp >= book.DYING_BELOW:
            return ("out", "double") if hp == book.DYING_BELOW else ("standing", "plain")
        return ("dying", "dashed") if hp > book.DEAD_AT else ("dead", "heavy")

    return tuple(
        Box(
            label=signed(hp),
            zone=zone(hp)[0],
            frame=zone(hp)[1],
            filled=hp > left,
            below=f"{minutes[hp]}′" if hp in minutes else "",
            shows={"hit_points": hp - 1} if hp > book.DEAD_AT else {},
        )
        for hp in range(most, book.DEAD_AT - 1, -1)
    )


def _in_a_fight(character: Character) -> Table:
    """Return what is rolled in a fight: each attack, the strongest first, then the other exclusive actions."""
    rules = character.rules
    attack, *others = ACTIONS
    rows: list[tuple[Own, Rated, Cell]] = []
    for weapon in sorted(character.armory, key=lambda weapon: -weapon.damage_bonus):
        bonus, name = weapon.damage_bonus, Own(weapon.name[:1].upper() + weapon.name[1:], attack.capitalize())
        average = f"average {decimal(odds.mean_damage(bonus, 0))}"
        harm = Label(odds.describe_damage(bonus), average, dice=odds.damage_rule(bonus))
        rows.append((name, character.best(attack), harm))
    does: dict[str, Cell] = {
        "dodge": f"{character.dodges_per_round} a round",
        "healing": Label("1d6 HP", dice=odds.damage_rule(unit="HP")),
        "steal initiative": "act first",
    }
    rows += [(Own(action.capitalize(), action.capitalize()), character.best(action), does[action]) for action in others]
    return table(
        "actions",
        "In a fight",
        rows,
        (left("", 33), lambda row: Label(row[0], Own(row[1].name))),
        (left("Chance", 40), lambda row: bar(row[1].rolled(rules))),
        (
            right("With token", 10, "chance when a doubles token is spent: the lighter end of the bar"),
            lambda row: rolled(row[1].rolled(rules), token=True),
        ),
        (left("Does", 17), lambda row: row[2]),
        place="main",
        labels="game",
    )


def _boxes(character: Character) -> Track:
    used = character.noted("dodges_used")

    def boxes(dodges: int) -> tuple[Box, ...]:
        return (
            blocks.tick("Doubles token", "doubles_token", character.ticked("doubles_token"), zone="token"),
            *blocks.boxes("dodges_used", dodges, used, label="Dodge {}" if dodges > 1 else "Dodge"),
            blocks.tick("Initiative stolen", "initiative_stolen", character.ticked("initiative_stolen")),
        )

    # A blank sheet has a box for every dodge that a character can have.
    blank = boxes(book.DODGES_PER_ROUND + book.OFF_HAND_DODGES)
    return Track(name="boxes", title="This round", place="side", boxes=boxes(character.dodges_per_round), blank=blank)


def _aspects(character: Character) -> Facts | None:
    if not character.aspects:
        return None
    steps = character.aspect_steps()
    return Facts(
        name="aspects",
        title="Aspects",
        place="side",
        facts=tuple(
            (name.capitalize(), rating + (f" ({with_sign(steps[name])})" if steps[name] else ""))
            for name, rating in character.aspects.items()
        ),
    )


def _equipment(character: Character) -> Prose:
    items: list[Item | tuple[str, str]] = []
    if character.armor:
        items.append((character.armor, f"AV {character.armor_value}"))
    if character.off_hand:
        items.append((character.off_hand, f"{counted(book.OFF_HAND_DODGES, 'more dodge')} a round"))
    return blocks.equipment([*items, *character.equipment])


def _earned(character: Character) -> Track:
    """Return a box for each XP left, and empty boxes for future XP."""
    points = character.points["xp"]
    balance = character.ledger[-1].balance if character.ledger else 0
    left, mark = max(0, int(balance)), f"mark {book.AWARD_PER_SESSION} for each session"
    return Track(
        name="earned",
        key="advancement",
        title="XP",
        place="main",
        boxes=blocks.boxes("", min(45, 15 + left - left % 5), left),
        caption=Own(f"earned {points.budget} · spent {points.spent} · left {signed(balance)} · {mark}", mark),
    )
