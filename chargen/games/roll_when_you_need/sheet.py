"""Make the sheet of Roll When You Need: dice, stress and means; `reference` has the common parts."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby

from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.character import Ability, Character, dice_met
from chargen.games.roll_when_you_need.creation import DEGREES
from chargen.games.roll_when_you_need.odds import Pool, Task
from chargen.games.roll_when_you_need.purchase import COSTS_ABOVE, IN_WORDS, Purchase
from chargen.games.roll_when_you_need.reference import MOVES, ON_A_SHEET, how, how_to_make
from chargen.games.roll_when_you_need.rules import DIFFICULTIES, LOST_PER_PROBLEM, MADE, RESILIENCE, Rules
from chargen.kit import blocks
from chargen.kit.tables import center, left, right, spread, table
from chargen.page.roll import PERCENT, in_percent
from chargen.page.sheet import Block, Box, Cell, Chance, Facts, Label, Own, Pips, Prose, Sheet, Table, Track, WhatIf
from chargen.text.names import counted, fold, listing

MOST_DRAWN = 5  # The largest number of dice that are drawn; more are given as a number (house default)
LONGEST_COUNT = 2187
"""The largest number of throws for which a chance has a count; else it has a decimal (house default)."""
EVERYTHING_ELSE = Own("Everything else", "Everything else")  # The name of the row of untrained abilities
PENCIL_ROWS = 1  # The number of empty rows for future qualities


def sheet(character: Character) -> Sheet:
    """Return the sheet of a character, or the card of an NPC."""
    rules, concept, is_npc = character.rules, character.advanced.concept, character.is_npc
    untrained = [ability.name for ability in character.untrained()]
    listed = tuple(
        (ability.name, str(ability.rating)) for ability in character.abilities if ability.name in character.listed
    )
    talents = tuple((talent.name or "", talent.effect) for talent in concept.talents)
    rolled = [(heading, text) for heading, text in how(rules) if heading in ON_A_SHEET]
    below: list[Block | None] = [
        blocks.notes(character, lines=1),
        blocks.how_to_roll([*rolled, MOVES] if is_npc else rolled),
    ]
    play: list[Block | None] = [_stress(character), _consequences(character), None if is_npc else _left(character)]
    parts: list[Block | None] = [
        _moves(character) if is_npc else _ability_table(_rows(character), rules, untrained),
        _qualities(character),
        Prose(name="talents", title="Talents", place="main", items=talents, lines=1) if talents or not is_npc else None,
        # The card of an NPC lists the abilities that are for stress and opposed rolls.
        Facts(name="listed", title="Abilities", place="main", facts=listed) if is_npc and listed else None,
        None if is_npc else _means(character),
        *play,
        blocks.equipment(character.equipment) if character.equipment or not is_npc else None,
        None if is_npc else _experience(character),
        *below,
    ]
    blank = [
        _dice_to_fill(rules),
        _qualities(character, blank=True),
        *play,
        blocks.steps(how_to_make(rules), "main"),
        Prose(name="talents", title="Talents", place="main", lines=3),
        Prose(name="equipment", title="Equipment", place="side", lines=3),
        Prose(name="xp", title="XP", place="side", lines=1),
        *below,
    ]
    return blocks.sheet(
        character,
        parts,
        highlights=highlights(character),
        what_ifs=_what_if(character),
        foot=_list_house_defaults(character),
        blank=() if is_npc or rules.difficulty_is_successes else blank,
    )


def highlights(character: Character) -> tuple[tuple[str, str, str], ...]:
    """Return the two kinds of stress, and Wealth and Reputation if they are listed."""
    highest = character.rules.highest_ability
    return (
        *((kind.capitalize(), str(boxes), "stress") for kind, (boxes, _) in character.stress.items()),
        *((name, str(rating), f"of {highest}") for name, rating in character.means()),
    )


def _list_house_defaults(character: Character) -> list[str]:
    rules = character.rules
    notes: list[str] = []
    _, source = character.stress["physical"]
    if rules.physical_stress is None and source != RESILIENCE:
        notes.append(Own(f"physical stress follows {source}, as no Resilience is given (house default)"))
    if not character.is_npc:
        notes.append(f"abilities not listed are {rules.start} (house default)")
    notes.append("the first hit beyond the stress boxes takes the first consequence (house default)")
    return notes


# The abilities: their chances, and the trouble of each difficulty.


def _rows(character: Character) -> list[Ability]:
    """Return one ability for each trained rating, best first, because equal ratings have equal odds; then the rest."""
    trained = character.trained()
    rows = [
        Ability(", ".join(ability.name for ability in trained if ability.rating == rating), rating)
        for rating in dict.fromkeys(ability.rating for ability in trained)
    ]
    return [*rows, Ability(EVERYTHING_ELSE, character.rules.start)] if character.untrained() else rows


def _ability_table(rows: list[Ability], rules: Rules, others: list[str] | None = None) -> Table:
    """Return a table of ratings, with their chances and the trouble of each difficulty; ``others`` are untrained."""
    usual, by_successes = rules.usual_successes, rules.difficulty_is_successes
    columns = [
        difficulty
        for difficulty in DIFFICULTIES
        # A column for a difficulty that adds disaster dice to no row would be empty; the usual one has a column of its
        # own.
        if (by_successes and difficulty != usual)
        or (not by_successes and any(Task.of(row.rating, difficulty, rules).disaster.number for row in rows))
    ]
    meaning = "the chance of that many successes" if by_successes else "disaster dice, and the chance of trouble"
    drawn = all(0 <= row.rating <= MOST_DRAWN for row in rows)
    lowest = min((row.rating for row in rows), default=0)
    cell = partial(_at_difficulty, rules=rules) if by_successes else _disaster

    def dice(row: Ability) -> str:
        pool = Pool.of(row.rating, rules)
        return f"{pool.dice}+{pool.automatic}" if pool.automatic else str(pool.dice)

    def usually(row: Ability) -> Chance:
        pool, rule = Pool.of(row.rating, rules), odds.ability_rule(row.rating, rules)
        value = pool.successes.at_least(usual)
        # The reduced denominator: 19/27 says more than 152/216. A certainty keeps the faces of one die.
        complete = value.denominator if value.denominator > 1 else pool.sides
        short = complete if complete <= LONGEST_COUNT else None
        return Chance(value, out_of=short, bar=True, help=str(pool), dice=rule)

    def named(rating: int) -> str:
        return f"{rules.difficulty_name(rating)} {rating}"

    return table(
        "abilities",
        "Abilities",
        rows,
        (left("", 37), lambda row: row.name),
        *((((left("", 20), lambda row: Label("", figure=Pips(row.rating, 0, "die")))),) if drawn else ()),
        (center("Dice", 11 if drawn else 20, big=True), dice),
        (left(named(usual) if by_successes else "Success", 48, "the task is done"), usually),
        *spread(
            columns,
            lambda rating: right(
                # Difficulties above the last one have its name.
                f"{named(rating)}{'+' if rating == max(DIFFICULTIES) else ''}",
                max(4 * min(rating - lowest, MOST_DRAWN) + 4, 2 * len(rules.difficulty_name(rating)) + 3, 12),
                f"{named(rating)}: {meaning}",
            ),
            lambda rating, row: cell(Task.of(row.rating, rating, rules)),
        ),
        lighter=lambda row: row.name is EVERYTHING_ELSE,
        caption=_caption(others or [], columns, rules),
    )


def _dice_to_fill(rules: Rules) -> Table:
    """Return the abilities of a blank sheet: a row for each rating, with its dice and what difficulties add."""
    ratings = [*range(rules.highest_ability, rules.start, -1)]
    rows = [*(Ability("", rating) for rating in ratings), Ability(EVERYTHING_ELSE, rules.start)]
    filled = _ability_table(rows, rules)
    caption = f"Write each ability in the row of its dice: {listing((*rules.abilities, RESILIENCE))}."
    # An empty text prints nothing; None prints a line to write on.
    lines = tuple((row[0] or None, *row[1:]) for row in filled.rows)
    return replace(filled, rows=lines, caption=f"{caption} {_caption([], ratings, rules)}", game=True)


def _what_if(character: Character) -> tuple[WhatIf, ...]:
    rules = character.rules
    abilities = _rows(character)
    if character.is_npc or not abilities:
        return ()
    by_successes = rules.difficulty_is_successes

    def chances(task: Task) -> tuple[Fraction, Fraction]:
        results = odds.outcome(task)
        if by_successes:
            return results["success"], results["clean_success"]
        return results["success"] * (1 - task.trouble), task.trouble

    tasks = {
        f"{ability.name} {ability.rating}": [Task.of(ability.rating, rating, rules) for rating in DIFFICULTIES]
        for ability in abilities
    }
    return (
        WhatIf(
            name="difficulty",
            of="abilities",
            title="What if it is harder?",
            label="Difficulty:",
            steps=tuple(f"{rating} {name}" for rating, name in DIFFICULTIES.items()),
            start=(len(DIFFICULTIES) - 1) // 2,
            columns=("Success", "Clean") if by_successes else ("Success, no trouble", "Trouble"),
            rows=tuple((name, tuple(zip(*map(chances, each), strict=True))) for name, each in tasks.items()),
            dice=tuple((tuple(map(odds.task_rule, each)),) for each in tasks.values()),
            caption="As the dice fall, with no successes given up.",
        ),
    )


def _disaster(task: Task) -> Cell:
    """Return the disaster dice of a difficulty, drawn if they are few, and the chance of trouble."""
    dice, drawn = task.disaster.number, task.disaster.number <= MOST_DRAWN
    if not dice:
        return None
    figure = Pips(0, dice, "square") if drawn else None
    return Label("" if drawn else str(dice), in_percent(task.trouble), figure=figure, dice=odds.task_rule(task))


def _at_difficulty(task: Task, rules: Rules) -> Chance:
    """Return the chance of trouble; where difficulties are numbers of successes, that of success."""
    done = task.pool.successes.at_least(task.needed)
    return Chance(done if rules.difficulty_is_successes else task.trouble, dice=odds.task_rule(task))


def _caption(others: list[str], difficulties: list[int], rules: Rules) -> str:
    trouble = (
        "Hollow squares: disaster dice, for a difficulty above the ability. Below them: the chance of trouble, "
        "whether or not the task is done."
    )
    always = "" if rules.difficulty_is_successes or not difficulties else trouble
    return Own(" ".join(filter(None, [always, f"{EVERYTHING_ELSE}: {listing(others)}." if others else ""])), always)


# Play state.


def _stress(character: Character) -> Track:
    without = [kind for kind, (most, _) in character.stress.items() if not most]
    highest = character.rules.highest_ability
    return Track(
        name="stress",
        title="Stress",
        place="side",
        boxes=tuple(
            box
            for kind, (most, source) in character.stress.items()
            for box in blocks.boxes(
                f"{kind}_stress",
                most,
                character.noted(f"{kind}_stress"),
                label="{}",
                zone=Own(f"{kind}, by {source}", kind),
            )
        ),
        blank=tuple(
            box
            for kind, (most, _) in character.stress.items()
            for box in blocks.boxes("", max(highest, most), 0, label="{}", zone=kind)
        ),
        caption=Own(f"no {listing(without, 'or')} box: such a hit is a consequence" if without else ""),
    )


def _consequences(character: Character) -> Track:
    taken = character.consequences
    boxes = [
        Box(
            label=Own(f"{name}: {taken[degree]}" if taken.get(degree) else name, name),
            filled=degree in taken,
            entry=degree,
        )
        for degree in DEGREES
        for name in (degree.capitalize(),)
    ]
    return Track(
        name="consequences",
        title="Consequences",
        place="side",
        boxes=(*boxes, blocks.tick("Out: a fourth, or by choice", "taken_out", character.ticked("taken_out"))),
        caption="when stress is full",
        per_row=1,
    )


def _left(character: Character) -> Track | None:
    """Return boxes to cross off losses by reckless purchases and favours."""
    ratings = {name: rating for name, rating in character.means() if rating > 0}
    if not ratings:
        return None
    most = max(character.rules.highest_ability, *ratings.values())
    return Track(
        name="left",
        title=f"{listing(ratings)} left",
        place="side",
        boxes=tuple(
            Box(
                label=str(number),
                zone=name,
                filled=number > character.noted(name, rating),
                shows={fold(name): number - 1},
            )
            for name, rating in ratings.items()
            for number in range(1, rating + 1)
        ),
        backwards=True,
        unticked={fold(name): rating for name, rating in ratings.items()},
        blank=tuple(box for name in ratings for box in blocks.boxes("", most, 0, label="{}", zone=name)),
    )


def _qualities(character: Character, *, blank: bool = False) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (quality.name or "", quality.benefit or None, quality.drawback or None)
        for quality in character.advanced.concept.qualities
    ]
    # A card is not filled in by hand; a character may gain qualities in play (RWN-e1).
    rows += [(None, None, None)] * (0 if character.is_npc else PENCIL_ROWS)
    if blank:
        rows = rows[-1:] * 2
    return Table(
        name="qualities",
        title="Qualities",
        place="main",
        columns=(left("", 30, key="name"), left("helps", 35, key="benefit"), left("hinders", 35, key="drawback")),
        rows=tuple(rows),
    )


def _experience(character: Character) -> Prose:
    points = character.points["xp"]
    counted = points.budget is not None
    spent = f"spent {points.spent}"
    sum_of_it = f": earned {points.budget}, {spent}, left {points.available}" if counted else f": {spent}"
    return Prose(
        name="xp",
        title=Own(f"XP{sum_of_it}" if character.ledger else "XP", "XP"),
        key="advancement",
        place="across" if character.ledger else "main",
        items=blocks.summarize_ledger(character.ledger),
        lines=0 if character.ledger else 1,
    )


def _means(character: Character) -> Table | None:
    rules = character.rules
    given = character.means()
    if not given:
        return None
    costs = range(max(rating for _, rating in given) + COSTS_ABOVE + 1)
    # Neighbouring costs with the same cells share a column.
    columns = []
    for cells, same in groupby(costs, lambda cost: [_bought(rating, cost, rules) for _, rating in given]):
        first, *more = same
        columns.append((f"{first}–{more[-1]}" if more else str(first), cells))
    names = [name for name, _ in given]
    return Table(
        name="means",
        title=Own(" and ".join(f"{name} {rating}" for name, rating in given), " and ".join(names)),
        place="main",
        columns=(
            left("At a cost of", 28),
            *(left(Own(span), 72 // len(columns)) for span, _ in columns),
        ),
        rows=tuple(
            (f"{name} {'buys' if name == 'Wealth' else 'gets'}", *(cells[number] for _, cells in columns))
            for number, name in enumerate(names)
        ),
        labels="game",
        caption=f"Risk: of losing {LOST_PER_PROBLEM} or more for good; giving up successes lowers it.",
    )


def _bought(rating: int, cost: int, rules: Rules) -> Cell:
    deal = Purchase.of(rating, cost, rules)
    if deal.task is None:
        return IN_WORDS[deal.band]
    if not deal.success:
        return "out of reach"
    loses = deal.losses.at_least(1)
    return Label(in_percent(deal.success), f"risk {in_percent(loses)}" if loses else "")


# An NPC's card.


def _moves(character: Character) -> Table:
    rules = character.rules
    met, by_successes = [*dice_met(rules)], rules.difficulty_is_successes
    meaning = "success" if by_successes else "trouble"
    caption = f"The players roll. By their dice: the chance of {meaning}."
    success = MADE.things["moves"].model.model_validate({"name": "They succeed", "effect": "against any difficulty"})
    moves = [*character.advanced.concept.moves, success]
    if by_successes:
        # If difficulties are numbers of successes, each move has its own chance and no success fits all of them.
        moves.remove(success)
    else:
        caption += f" 0{PERCENT}: no disaster dice. Each success on a disaster die is a problem for them."
    return table(
        "moves",
        "Moves",
        moves,
        (left("", 44), lambda move: Label(move.name or "", move.effect)),
        (center("Difficulty", 12, big=True), lambda move: None if move is success else str(move.difficulty or 0)),
        *spread(
            met,
            lambda ability: right(
                ("Trouble with " if ability == met[0] and not by_successes else "") + counted(ability, "die", "dice"),
                max(44 // len(met), 4),
            ),
            lambda ability, move: (
                Chance(Pool.of(ability, rules).successes.at_least(1), dice=odds.ability_rule(ability, rules))
                if move is success
                else _at_difficulty(Task.of(ability, move.difficulty or 0, rules), rules)
            ),
        ),
        lighter=lambda move: move is success,
        caption=caption,
    )
