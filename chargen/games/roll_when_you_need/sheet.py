"""What stands on a sheet of Roll When You Need: dice, stress and means first, the odds in full behind them."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from chargen.core.names import fold, listing
from chargen.core.roll import decimal
from chargen.core.sheet import (
    Block,
    Box,
    Cell,
    Chance,
    Chart,
    Column,
    Facts,
    Label,
    Own,
    Prose,
    Sheet,
    Table,
    Track,
    WhatIf,
)
from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.character import COSTS_ABOVE, Ability, Character, abilities_met
from chargen.games.roll_when_you_need.concept import DEGREES
from chargen.games.roll_when_you_need.how import MOVES, how
from chargen.games.roll_when_you_need.odds import NOTHING, SACRIFICES, Pool, Task
from chargen.games.roll_when_you_need.purchase import purchase
from chargen.games.roll_when_you_need.rules import RESILIENCE, Rules
from chargen.kit import blocks
from chargen.kit.blocks import center, left, right

MOST_EFFECTS = 5
"""The table of pools goes up to so many successes (ours)."""
LONGEST_COUNT = 2187
"""Chances out of more than this are printed with a decimal, and no count (ours)."""
MOST_ROWS = 24
"""The table of bargains has so many rows at most (ours)."""
MOST_CHARTS = 3
"""So many pools are drawn (ours)."""
EVERYTHING_ELSE = "Everything else"
"""The name of the row of abilities that do not stand out."""
PENCIL_ROWS = 1
"""Empty rows for qualities that come later."""


def sheet(character: Character) -> Sheet:
    """The sheet of a character, or the card of an NPC."""
    front = _card(character) if character.is_npc else _front(character)
    points = character.points["xp"]
    remark = "" if points.budget is None else "; the text has no prices"
    parts: list[Block | None] = [
        *front,
        blocks.notes(character.notes, lines=1),
        blocks.how_to_roll(_how(character)),
        _pools(character),
        *_successes(character),
        _needed(character),
        _disaster(character.rules),
        _bargains(character),
        _time(character),
        blocks.ledger(character.ledger, "XP", points, remark=remark),
    ]
    return blocks.sheet(
        character,
        parts,
        highlights=highlights(character),
        what_ifs=_what_if(character),
        foot=_ours(character),
    )


def _how(character: Character) -> tuple[tuple[str, str], ...]:
    rules = character.rules
    return (*how(rules), MOVES) if character.is_npc else how(rules)


def _front(character: Character) -> list[Block | None]:
    return [
        _abilities(character),
        _qualities(character),
        _talents(character),
        _means(character),
        _earned(character),
        _stress(character, "physical"),
        _stress(character, "social"),
        _consequences(character),
        _left(character),
        blocks.equipment(character.equipment),
    ]


def _card(character: Character) -> list[Block | None]:
    return [
        _moves(character),
        _qualities(character),
        _talents(character) if character.talents else None,
        _listed(character),
        _stress(character, "physical"),
        _stress(character, "social"),
        _consequences(character),
        blocks.equipment(character.equipment) if character.equipment else None,
    ]


def highlights(character: Character) -> tuple[tuple[str, str, str], ...]:
    """The two stresses; Wealth and Reputation where they are given."""
    rules = character.rules
    means = [(name, character.rating(name)) for name in rules.acquired]
    return (
        ("Physical", str(character.physical_stress), "stress"),
        ("Social", str(character.social_stress), "stress"),
        *((name, str(rating), f"of {rules.highest_ability}") for name, rating in means if rating is not None),
    )


def _ours(character: Character) -> list[str]:
    """What this sheet shows that the text does not say."""
    rules = character.rules
    notes: list[str] = []
    if rules.physical_stress is None and character.physical_stress_from != RESILIENCE:
        notes.append(Own(f"physical stress follows {character.physical_stress_from}, as no Resilience is given (ours)"))
    if not character.is_npc:
        notes.append(f"abilities not listed are {rules.start} (ours)")
    notes.append("the first hit beyond the stress boxes takes the first consequence (ours)")
    return notes


# The abilities: how they fare by themselves, and what trouble a difficulty brings.


def _trained(character: Character) -> list[Ability]:
    """The abilities that stand out, the best first; Wealth and Reputation have a table of their own."""
    rules = character.rules
    own = [ability for ability in character.abilities if not rules.is_acquired(ability.name)]
    return sorted((ability for ability in own if ability.rating != rules.start), key=lambda ability: -ability.rating)


def _by_rating(abilities: list[Ability]) -> list[tuple[str, int]]:
    """One row for each rating: what is rolled with as many dice has the same odds."""
    ratings = dict.fromkeys(ability.rating for ability in abilities)
    return [
        (", ".join(ability.name for ability in abilities if ability.rating == rating), rating) for rating in ratings
    ]


def _others(character: Character) -> list[str]:
    rules = character.rules
    return [
        ability.name
        for ability in character.abilities
        if ability.rating == rules.start and not rules.is_acquired(ability.name)
    ]


def _abilities(character: Character) -> Table:
    rules = character.rules
    rows: list[tuple[Cell, ...]] = []
    trained, others = _trained(character), _others(character)
    ratings = [ability.rating for ability in trained] + ([rules.start] if others else [])
    troubled = [
        difficulty.rating
        for difficulty in rules.difficulties
        if any(Task.of(rating, difficulty.rating, rules).disaster for rating in ratings)
    ]
    shown = [difficulty.rating for difficulty in rules.difficulties] if rules.difficulty_is_successes else troubled
    more = () if rules.difficulty_is_successes else (2, 3)
    usual = rules.usual_successes
    many = max(ratings, default=0) > rules.most_dice + 1
    named = [*_by_rating(trained), *([(EVERYTHING_ELSE, rules.start)] if others else [])]
    for name, rating in named:
        pool = Pool.of(rating, rules)
        results = odds.outcome(Task(pool, needed=usual), rules)
        rows.append(
            (
                Own(name, name) if name == EVERYTHING_ELSE else name,
                _dice(pool),
                replace(_bar(results["success"], pool), help=odds.roll_text(pool, rules)),
                Chance(results["clean_success"], help=odds.roll_text(pool, rules)),
                *(_or_nothing(pool.at_least(effects)) for effects in more),
                *(_at_difficulty(rating, difficulty, rules) for difficulty in shown),
            )
        )
    meaning = "the chance of that many successes" if rules.difficulty_is_successes else "the chance of trouble"
    return Table(
        name="abilities",
        title="Abilities",
        columns=(
            left("", 28),
            center("Dice", 13 if many else 6, big=True),
            left(
                f"{rules.difficulty_name(usual)} {usual}" if rules.difficulty_is_successes else "At least one success",
                35 if many else 30,
                "the task is done",
            ),
            right("Clean", 8 if many else 7, "a success without more 1s than successes"),
            *(right(f"{number} effects", 8, f"{number} successes or more") for number in more),
            *(
                right(
                    _difficulty_heading(rating, rating == shown[0], rules),
                    9 if rules.difficulty_is_successes else 8,
                    f"{rules.difficulty_name(rating)} {rating}: {meaning}",
                )
                for rating in shown
            ),
        ),
        rows=tuple(rows),
        lighter=frozenset({len(rows) - 1}) if others else frozenset(),
        caption=_caption(others, shown, rules),
    )


def _what_if(character: Character) -> tuple[WhatIf, ...]:
    """Every ability against every difficulty, no successes given up."""
    rules = character.rules
    named = [
        *_by_rating(_trained(character)),
        *([(EVERYTHING_ELSE, rules.start)] if _others(character) else []),
    ]
    if character.is_npc or not named or not rules.difficulties:
        return ()
    ratings = [difficulty.rating for difficulty in rules.difficulties]
    columns = (
        ("Success", "Clean")
        if rules.difficulty_is_successes
        else ("Success, no trouble", "Success", "Clean", "Trouble")
    )
    rows = []
    for name, ability in named:
        found = [odds.outcome(Task.of(ability, rating, rules), rules) for rating in ratings]
        chances = {
            "Success, no trouble": tuple(result["success"] * (1 - result["trouble"]) for result in found),
            "Success": tuple(result["success"] for result in found),
            "Clean": tuple(result["clean_success"] for result in found),
            "Trouble": tuple(result["trouble"] for result in found),
        }
        rows.append((f"{name} {ability}", tuple(chances[column] for column in columns)))
    return (
        WhatIf(
            name="difficulty",
            title="What if it is harder?",
            label="Difficulty:",
            steps=tuple(f"{difficulty.rating} {difficulty.name}" for difficulty in rules.difficulties),
            start=(len(ratings) - 1) // 2,
            columns=columns,
            rows=tuple(rows),
            caption="As the dice fall, with no successes given up.",
        ),
    )


def _difficulty_heading(rating: int, first: bool, rules: Rules) -> str:
    """Trouble 2, 3, … 6+; or, where it is the number of successes, its name."""
    if rules.difficulty_is_successes:
        return f"{rules.difficulty_name(rating)} {rating}"
    most = max((difficulty.rating for difficulty in rules.difficulties), default=0)
    return f"{'Trouble ' if first else ''}{rating}{'+' if rating == most else ''}"


def _caption(others: list[str], shown: list[int], rules: Rules) -> str:
    named = listing(f"{rating} {rules.difficulty_name(rating)}" for rating in shown)
    told = []
    if shown and not rules.difficulty_is_successes:
        told.append(f"Trouble by difficulty ({named}) comes whether or not the task is done.")
    if others:
        told.append(f"{EVERYTHING_ELSE}: {listing(others)}.")
    return Own(" ".join(told), " ".join(told[:-1] if others else told))


def _bar(chance: Fraction, pool: Pool) -> Chance:
    """A chance with its bar, and the exact count where that is short."""
    whole = chance.denominator if chance.denominator > 1 else pool.sides
    return Chance(chance, out_of=whole if whole <= LONGEST_COUNT else None, bar=True)


def _dice(pool: Pool) -> str:
    return f"{pool.dice}+{pool.automatic}" if pool.automatic else str(pool.dice)


def _at_difficulty(rating: int, difficulty: int, rules: Rules) -> Cell:
    task = Task.of(rating, difficulty, rules)
    if rules.difficulty_is_successes:
        return _or_nothing(task.pool.at_least(task.needed))
    return Chance(odds.trouble(task.disaster, rules)) if task.disaster else None


# For the pencil.


def _stress(character: Character, kind: str) -> Track:
    boxes = character.physical_stress if kind == "physical" else character.social_stress
    source = character.physical_stress_from if kind == "physical" else character.social_stress_from
    hit = character.noted(f"{kind}_stress")
    most = max(character.rules.highest_ability, boxes)
    return Track(
        name=f"{kind}-stress",
        title=f"{kind.capitalize()} stress",
        place="side",
        boxes=blocks.boxes(f"{kind}_stress", boxes, hit, label="{}"),
        blank=blocks.boxes("", most, 0, label="{}"),
        caption=Own(f"by {source}" + ("; no box: every hit is a consequence" if not boxes else "")),
    )


def _consequences(character: Character) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (_ticked(degree.capitalize(), degree in character.consequences), character.consequences.get(degree))
        for degree in DEGREES
    ]
    rows.append((_ticked("Out", character.ticked("taken_out")), Own(_FOURTH, _FOURTH)))
    return Table(
        name="consequences",
        title="Consequences",
        place="side",
        columns=(left("When stress is full", 40), left("what happened", 60)),
        rows=tuple(rows),
        labels="game",
    )


_FOURTH = "a fourth, or by choice"


def _ticked(words: str, ticked: bool) -> str:
    return Own(f"{'☒' if ticked else '☐'} {words}", f"☐ {words}")


def _left(character: Character) -> Track | None:
    """Boxes to cross off what reckless purchases and favours cost."""
    rules = character.rules
    ratings = {name: max(character.rating(name) or 0, 0) for name in rules.acquired}
    given = [name for name, rating in ratings.items() if rating]
    boxes: list[Box] = []
    for name in given:
        remaining = character.noted(name, ratings[name])
        boxes += [
            Box(label=str(number), zone=name, filled=number > remaining, shows={fold(name): number - 1})
            for number in range(1, ratings[name] + 1)
        ]
    most = max(rules.highest_ability, *ratings.values())
    return (
        Track(
            name="left",
            title=f"{listing(given)} left",
            place="side",
            boxes=tuple(boxes),
            backwards=True,
            unticked={fold(name): ratings[name] for name in given},
            blank=tuple(box for name in given for box in blocks.boxes("", most, 0, label="{}", zone=name)),
        )
        if given
        else None
    )


def _qualities(character: Character) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (quality.name or "", quality.benefit or None, quality.drawback or None) for quality in character.qualities
    ]
    rows += [("\u00a0", None, None)] * (0 if character.is_npc else PENCIL_ROWS)
    return Table(
        name="qualities",
        title="Qualities",
        place="main",
        columns=(
            left("", 30),
            left("helps", 35),
            left("hinders", 35),
        ),
        rows=tuple(rows),
    )


def _talents(character: Character) -> Prose:
    items = tuple((talent.name or "", talent.effect) for talent in character.talents)
    return Prose(name="talents", title="Talents", place="main", items=items, lines=1)


def _earned(character: Character) -> Prose:
    """What is left of the experience, and room for more."""
    left = character.points["xp"].available
    return Prose(name="xp", title=Own(f"XP: {left} left" if left else "XP", "XP"), place="main", lines=1)


def _listed(character: Character) -> Facts | None:
    """The abilities that an NPC's card names, for what the text lets them do: stress, and the odd opposed moment."""
    facts = tuple((ability.name, str(ability.rating)) for ability in character.abilities if ability.listed)
    return Facts(name="listed", title="Abilities", place="main", facts=facts) if facts else None


def _means(character: Character) -> Table | None:
    """What Wealth buys, and what Reputation gets done."""
    rules = character.rules
    given = [(name, rating) for name in rules.acquired if (rating := character.rating(name)) is not None]
    if not given:
        return None
    rows: list[tuple[Cell, ...]] = []
    spans: list[tuple[int, int]] = []
    for cost in range(max(max(rating, 0) for _, rating in given) + COSTS_ABOVE + 1):
        cells = tuple(cell for _, rating in given for cell in _bought(rating, cost, rules))
        if rows and rows[-1] == cells:
            spans[-1] = (spans[-1][0], cost)
        else:
            rows.append(cells)
            spans.append((cost, cost))
    return Table(
        name="means",
        title=Own(" and ".join(f"{name} {rating}" for name, rating in given), " and ".join(name for name, _ in given)),
        place="main",
        columns=(
            left("Cost", 12),
            *(
                column
                for name, _ in given
                for column in (
                    left("buys" if name == "Wealth" else "gets favours", 26),
                    left("at a risk of", 18, f"the chance to lose {name}"),
                )
            ),
        ),
        rows=tuple((_span(*span), *cells) for span, cells in zip(spans, rows, strict=True)),
        caption=f"The risk: {rules.lost_per_problem} lost for good by each success on the disaster dice. "
        "Giving up successes lowers it."
        + (
            " In society and before the law, Reputation outweighs Wealth."
            if {name for name, _ in given} == {"Reputation", "Wealth"}
            else ""
        ),
    )


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _bought(rating: int, cost: int, rules: Rules) -> list[Cell]:
    made = purchase(rating, cost, rules)
    if made.band == "free":
        return ["freely", None]
    if made.band == "limited":
        return ["in small numbers", None]
    if not made.success:
        return ["out of reach", None]
    return [Chance(made.success), Chance(made.loses) if made.loses else None]


# An NPC's card.


def _moves(character: Character) -> Table:
    """What the players are up against: they roll, and the move has a difficulty."""
    rules = character.rules
    met = [ability for ability in abilities_met(rules) if ability > 0]
    rows: list[tuple[Cell, ...]] = []
    for move in character.moves:
        difficulty = move.difficulty or 0
        rows.append(
            (
                Label(move.name or "", move.effect),
                str(difficulty),
                *(_at_difficulty(ability, difficulty, rules) for ability in met),
            )
        )
    meaning = "success" if rules.difficulty_is_successes else "trouble"
    caption = f"The players roll. By their dice: the chance of {meaning}."
    lighter: frozenset[int] = frozenset()
    if not rules.difficulty_is_successes:
        done = (Chance(Pool.of(ability, rules).at_least(1)) for ability in met)
        rows.append((Label("They succeed", "whatever the difficulty"), None, *done))
        lighter = frozenset({len(rows) - 1})
        caption += " Empty: no disaster dice. Each success on a disaster die is a problem for them."
    return Table(
        name="moves",
        title="Moves",
        columns=(
            left("", 44),
            center("Difficulty", 12, big=True),
            *(
                right(
                    ("Trouble with " if ability == met[0] and not rules.difficulty_is_successes else "")
                    + f"{ability} {'die' if ability == 1 else 'dice'}",
                    max(44 // len(met), 4),
                )
                for ability in met
            ),
        ),
        rows=tuple(rows),
        lighter=lighter,
        caption=caption,
    )


# The odds in full.


def _ratings(character: Character) -> list[int]:
    """The dice that matter to this sheet: those of its abilities, or on a card those of the players."""
    if character.is_npc:
        return [ability for ability in abilities_met(character.rules) if ability > 0]
    return sorted({ability.rating for ability in character.abilities if ability.rating > 0})


def _pools(character: Character) -> Table:
    rules = character.rules
    top = max([rules.highest_ability, *_ratings(character)])
    rows: list[tuple[Cell, ...]] = []
    for number in range(1, min(top, 20) + 1):
        pool = Pool.of(number, rules)
        results = odds.outcome(Task(pool), rules)
        rows.append(
            (
                str(number),
                Chance(results["success"]),
                Chance(results["clean_success"]),
                Chance(results["mixed_success"]),
                Chance(results["mixed_failure"]),
                Chance(results["plain_failure"]),
                *(_or_nothing(pool.at_least(effects)) for effects in range(2, MOST_EFFECTS + 1)),
                decimal(pool.mean, 2),
            )
        )
    return Table(
        name="pools",
        title="What comes of so many dice",
        columns=(
            left("Dice", 8),
            right("Success", 10),
            right("clean", 9),
            right("tainted", 9, "a mixed success"),
            right("Silver lining", 11, "a mixed failure"),
            right("Plain failure", 11),
            *_effects(8),
            right("Average", 10, "successes"),
        ),
        rows=tuple(rows),
        caption=("" if rules.difficulty_is_successes else "One success does the task. ")
        + "Success is clean and tainted together; with the failures it makes 100.",
        reference=True,
        game=True,
    )


def _effects(width: int) -> Iterable[Column]:
    """The columns of two successes or more, of three or more …"""
    return (
        right(f"{effects} effects" if effects == 2 else str(effects), width) for effects in range(2, MOST_EFFECTS + 1)
    )


def _successes(character: Character) -> list[Chart]:
    """How many successes the character's best pools bring, on one scale."""
    best = sorted({rating for rating in _ratings(character) if rating > 1}, reverse=True)[:MOST_CHARTS]
    charts = []
    for rating in best:
        pool = Pool.of(rating, character.rules)
        series = [(str(number), pool.at_least(number) - pool.at_least(number + 1)) for number in range(pool.most + 1)]
        title = f"Successes of {rating} {'die' if rating == 1 else 'dice'}"
        charts.append(Chart(name="successes", title=title, series=tuple(series), mean=pool.mean, reference=True))
    return charts


def _or_nothing(chance: Fraction) -> Cell:
    return Chance(chance) if chance else None


def _needed(character: Character) -> Table | None:
    """With a difficulty read as successes: clean and tainted success by difficulty."""
    rules = character.rules
    if not rules.difficulty_is_successes:
        return None
    rows: list[tuple[Cell, ...]] = []
    for rating in _ratings(character):
        cells: list[Cell] = [str(rating)]
        for difficulty in rules.difficulties:
            results = odds.outcome(Task.of(rating, difficulty.rating, rules), rules)
            cells += [_or_nothing(results["success"]), _or_nothing(results["clean_success"])]
        rows.append(tuple(cells))
    return Table(
        name="needed",
        title="Against a difficulty",
        columns=(
            left("Dice", 10),
            *(
                column
                for difficulty in rules.difficulties
                for column in (right(f"{difficulty.name} {difficulty.rating}", 9), right("clean", 6))
            ),
        ),
        rows=tuple(rows),
        reference=True,
    )


def _disaster(rules: Rules) -> Table | None:
    if rules.difficulty_is_successes:
        return None
    most = max((difficulty.rating for difficulty in rules.difficulties), default=1)
    dice = range(1, max(most, 1) + 1)
    rows: list[tuple[Cell, ...]] = []
    for number in dice:
        pool = Pool.of(number, rules)
        rows.append(
            (
                str(number),
                Chance(odds.trouble(number, rules)),
                *(_or_nothing(pool.exactly(problems)) for problems in dice),
                decimal(pool.mean, 2),
            )
        )
    return Table(
        name="disaster",
        title="Disaster dice",
        columns=(
            left("Dice", 10),
            right("Trouble", 12),
            *(right("1 problem" if problems == 1 else str(problems), 11) for problems in dice),
            right("Average", 12),
        ),
        rows=tuple(rows),
        game=True,
        reference=True,
    )


def _bargains(character: Character) -> Table | None:
    """Giving up successes for disaster dice: each policy for each rating of this sheet."""
    rules = character.rules
    rows: list[tuple[Cell, ...]] = []
    for rating, difficulty in _pairs(character):
        task = Task.of(rating, difficulty, rules)
        struck = [odds.bargain(task, policy, rules) for policy in SACRIFICES]
        dice = f"{rating} {'die' if rating == 1 else 'dice'}, {rules.difficulty_name(difficulty)} {difficulty}"
        rows.append(
            (dice, *(cell for bargain in struck for cell in (Chance(bargain.safe), decimal(bargain.effects, 2))))
        )
    if not rows:
        return None
    return Table(
        name="bargains",
        title="Giving up successes",
        columns=(
            left("Task", 22),
            *(
                column
                for policy in SACRIFICES
                for column in (
                    right(policy.title[0].upper() + policy.title[1:], 13, "the task is done without trouble"),
                    right("effects", 7, "successes kept, on average"),
                )
            ),
        ),
        rows=tuple(rows[:MOST_ROWS]),
        caption=(
            "The chance that the task is done and no trouble comes of it, by what is given up for disaster dice; "
            f"and the effects kept on average, out of all rolls. {NOTHING.title.capitalize()}: the roll as it falls."
        ),
        reference=True,
    )


def _pairs(character: Character) -> Iterable[tuple[int, int]]:
    """Ratings and difficulties at which there is a bargain to strike: two successes can come up, and two problems."""
    rules = character.rules
    for rating in _ratings(character):
        for difficulty in rules.difficulties:
            task = Task.of(rating, difficulty.rating, rules)
            if odds.has_bargain(task, rules):
                yield rating, difficulty.rating


def _time(character: Character) -> Table | None:
    """With time taken: what one and two automatic successes make of a roll."""
    rules = character.rules
    if not rules.take_time:
        return None
    rows: list[tuple[Cell, ...]] = []
    for rating in _ratings(character):
        for extra in odds.time_taken(rating, rules):
            pool = Pool.of(rating, rules, extra=extra)
            results = odds.outcome(Task(pool), rules)
            rows.append(
                (
                    f"{rating} dice and {extra}",
                    Chance(results["clean_success"]),
                    Chance(results["mixed_success"]),
                    *(_or_nothing(pool.at_least(effects)) for effects in range(2, MOST_EFFECTS + 1)),
                    decimal(pool.mean, 2),
                )
            )
    if not rows:
        return None
    return Table(
        name="time",
        title="Taking time",
        columns=(
            left("Dice", 26),
            right("clean", 10),
            right("tainted", 10),
            *_effects(10),
            right("Average", 14),
        ),
        rows=tuple(rows),
        reference=True,
    )
