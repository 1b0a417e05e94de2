"""Make the sheet of Gamocles, the matrix of all checks and the odds of each roll, the reference page, and the form."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isqrt
from typing import Any

from chargen.games.gamocles import odds
from chargen.games.gamocles import rules as book
from chargen.games.gamocles.character import DEFENSIVE, OFFENSIVE, SHARED, SIDES, Character, Side
from chargen.games.gamocles.odds import CRITICAL, FUMBLE, Pool
from chargen.games.gamocles.play import HOW, actions
from chargen.kit import blocks
from chargen.kit.tables import center, left, right, spread, table
from chargen.kit.texts import fill_texts
from chargen.page.form import Budget, Form, Grid
from chargen.page.roll import decimal, in_percent, percent, signed
from chargen.page.sheet import Block, Chance, Column, Label, Own, Pips, Prose, Sheet, Table, Track, WhatIf
from chargen.text.names import listing, slug

KEPT = range(1, 6)  # The numbers of kept dice that have a table of all pools (house default)
OPPONENTS = tuple(
    Pool(rolled, kept)
    for rolled, kept in ((1, 1), (2, 2), (3, 2), (4, 2), (4, 3), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5))
)
"""The opponents of the opposed checks: from a bystander to a master (house default)."""
TARGETS = range(5, 41)  # The target numbers of the slider in a browser (house default)
ON_A_SHEET = ("A check", "Margins", "Your choice")
"""The parts of `HOW` on a sheet; its tables show the rest, and the reference page has all parts."""
FORM: Form[Any, Any] = Form(
    layouts=(Grid(key="traits", rows="skills", usual=lambda rules: f"tn_{rules.sheet_tn}"),),
    budgets=(Budget(name="usual", rules=book.USUAL),),
)
"""The layout of the form: the grid of traits and skills, whose cells are the checks."""
BLANK_LINES = 3  # The lines of each list of a blank sheet (house default)


def sheet(character: Character) -> Sheet:
    """Return the sheet of a character."""
    matrix, variations = _matrix(character), _variations(character)
    attack, defence = _rating(OFFENSIVE, character), _rating(DEFENSIVE, character)
    ratings = [attack, replace(defence, place="side")]
    if character.further:
        # With further pools the three tables share one row.
        ratings = [replace(rated, place="third") for rated in (attack, defence, _further(character))]
    below = [
        blocks.notes(character, lines=2),
        blocks.how_to_roll((heading, text) for heading, text in HOW if heading in ON_A_SHEET),
    ]
    parts: list[Block | None] = [
        matrix,
        *ratings,
        variations,
        blocks.equipment(character.equipment),
        _wounds(character),
        Prose(name="scrolls", title="Scrolls", place="side", lines=1),
        *below,
        _odds(character),
        blocks.ledger(character.ledger, "Points", character.points.get("experience")),
    ]
    blank: list[Block | None] = [
        matrix,
        *(replace(rated, place="third", rows=((None, None, None),)) for rated in (attack, defence)),
        Prose(name="wounds", title="Combat and wounds", place="third", lines=BLANK_LINES),
        replace(variations, items=(), lines=BLANK_LINES),
        Prose(name="equipment", title="Equipment and scrolls", place="main", lines=BLANK_LINES),
        blocks.steps(fill_texts(__file__, "make", book=book)),
        *below,
    ]
    budgets = (character.points[kind].budget is not None for kind in ("traits", "skills", "variations"))
    return blocks.sheet(
        character,
        parts,
        highlights=[
            (side.title.removesuffix(" Rating"), signed(rating.number), rating.gear)
            for side in SIDES
            for rating in character.ratings[side][:1]
        ],
        what_ifs=_what_if(character),
        foot=() if any(budgets) else ["the text has no creation budget"],
        blank=blank,
        blank_first=("matrix", slug(OFFENSIVE.title), slug(DEFENSIVE.title)),
    )


def _matrix(character: Character) -> Table:
    """Return the matrix of all fifty checks, each with its pool and its chance at the sheet's target number.

    The heading has the dice of the traits, which are kept; the first column those of the skills, which are only rolled.
    """
    rules = character.rules

    def named(skill: str) -> Label:
        value = character.skills[skill]
        return Label(Own(f"{skill} {signed(value)}", skill), figure=_dice(hollow=value))

    def cell(trait: str, skill: str) -> Label:
        pool = character.pool(trait, skill)
        chance = pool.success(rules.sheet_tn)
        dice = odds.dice_rule(pool, rules.sheet_tn)
        if not pool.rolled:
            return Label(FUMBLE if pool.fumbles else "0", heat=chance, dice=dice)
        bonus = f", add {pool.bonus}" if pool.bonus else ""
        help = f"{pool.rolled}d{book.DIE}, keep the best {pool.kept}{bonus}, and reach {rules.sheet_tn}"
        return Label(str(pool), in_percent(chance), heat=chance, help=help, dice=dice)

    traits = tuple(Label(signed(value), figure=_dice(filled=value)) for value in character.traits.values())
    pools = [character.pool(trait, skill) for trait in character.traits for skill in character.skills]
    # Only a sheet with a 0 in a cell explains what it means.
    nothing = any(not pool.rolled and not pool.fumbles for pool in pools)
    caption = (
        f"Roll as many dice as trait and skill together, keep as many as the trait: 5k2 is five d{book.DIE}, "
        f"the best two kept.{' 0: no dice are kept, so the total is 0.' if nothing else ''}"
    )
    checks = table(
        "matrix",
        f"Every check, and its chance against TN {rules.sheet_tn}",
        character.skills,
        (left("", 25), named),
        *spread(character.traits, lambda trait: center(trait, 15), cell),
        labels="game",
        caption=Own(caption),  # a blank sheet has it among the steps
    )
    return replace(checks, rows=((Label("Trait"), *traits), *checks.rows))


def _dice(*, filled: int = 0, hollow: int = 0) -> Pips | None:
    """Return dice that are kept (filled) or only rolled (hollow), up to the limit of a check; None for no dice."""
    return Pips(filled, hollow, "d10") if 0 < filled + hollow <= book.MOST_ROLLED else None


def _what_if(character: Character) -> tuple[WhatIf, ...]:
    pools = [*_distinct(character)]
    if not pools:
        return ()
    return (
        WhatIf(
            name="target-number",
            of="matrix",
            title="What if it is harder?",
            label="Target number:",
            steps=tuple(map(str, TARGETS)),
            # A table's own TN may lie outside the slider, which then starts at its nearer end.
            start=TARGETS.index(min(max(character.rules.sheet_tn, TARGETS[0]), TARGETS[-1])),
            columns=("Success", "Critical", "Fumble"),
            rows=tuple(
                (str(pool), tuple(zip(*(pool.against(target).values() for target in TARGETS), strict=True)))
                for pool in pools
            ),
            dice=tuple((tuple(odds.dice_rule(pool, target) for target in TARGETS),) for pool in pools),
        ),
    )


def _rating(side: Side, character: Character) -> Table:
    """Return the table of a rating, with the check that each piece of gear is used with.

    Addends that all gear shares are in the heading, the others in the rows.
    """
    ratings = character.ratings[side]
    shared = ratings[0].addends[:SHARED]
    checks = [action for action in actions(character) if action.kind == side.kind]
    return table(
        slug(side.title),
        side.title,
        zip(ratings, checks, strict=True),
        (
            left(Own(_sum(shared), " + ".join(name for name, _ in shared)), 58),
            lambda row: Label(
                row[0].gear[:1].upper() + row[0].gear[1:],
                _sum([(side.gear, row[0].addends[SHARED][1]), *row[0].addends[SHARED + 1 :]], further=True),
            ),
        ),
        (
            right(f"TN {character.rules.sheet_tn}", 24, "the check with the best trait"),
            lambda row: Label(in_percent(row[1].chance), Own(row[1].brief.partition(" ≥")[0])),
        ),
        (Column(heading=side.short, align="right", width=18, big=True), lambda row: signed(row[0].number)),
        place="main",
    )


def _sum(addends: Sequence[tuple[str, int]], *, further: bool = False) -> str:
    """Return a sum in words, such as "Movement 3 + Instinct 2"; ``further`` continues another sum and omits zeros."""
    words = ""
    for name, number in addends:
        if number or not further:
            sign = "− " if number < 0 else "+ " if words or further else ""
            words += f"{' ' if words else ''}{sign}{name} {abs(number)}"
    return words


def _further(character: Character) -> Table:
    target = character.rules.sheet_tn

    def pool(call: Pool) -> Label:
        return Label(str(call.thrown), f"called as {call}" if str(call) != str(call.thrown) else "")

    def chance(pool: Pool) -> Chance:
        return Chance(pool.success(target), dice=odds.dice_rule(pool, target))

    return table(
        "pools",
        "Further pools",
        character.further,
        (left("For", 50), lambda further: further[0]),
        (left("Pool", 28), lambda further: pool(further[1])),
        (right(f"TN {target}", 22), lambda further: chance(further[1].thrown)),
    )


def _variations(character: Character) -> Prose:
    items = []
    for variation in character.advanced.concept.variations:
        points = f"{signed(variation.points)} point{'' if abs(variation.points) == 1 else 's'}"
        scores = character.definition.things["variations"].scores
        asked = ((scores.find(word), least) for word, least in variation.requires.items())
        required = listing(f"{name} {signed(least)}" for name, least in asked if name is not None and least is not None)
        words = ". ".join(part.rstrip(". ") for part in (variation.effect, variation.why) if part)
        asks = (points if variation.points else "", f"asks for {required}" if required else "")
        small = "; ".join(filter(None, asks))
        items.append((variation.name or "", f"{words} ({small})" if words and small else words or small))
    return Prose(name="variations", title="Variations", place="main", items=tuple(items), lines=1)


def _wounds(character: Character) -> Block:
    """Return boxes for wounds if the table sets their number, else lines: the text lacks the chapter on combat."""
    rules = character.rules
    taken = character.noted("wounds")
    if not rules.wound_boxes:
        text = f"Wounds: {taken}" if taken else ""
        return Prose(
            name="wounds", title="Combat and wounds, as your table plays them", place="main", text=text, lines=1
        )
    boxes = blocks.boxes("wounds", rules.wound_boxes, taken)
    return Track(name="wounds", title="Wounds", place="main", boxes=boxes)


def _distinct(character: Character) -> dict[Pool, str]:
    """Return the distinct pools of the matrix and of further checks, best first, each with what it is rolled for."""
    skills: dict[Pool, dict[str, list[str]]] = {}
    for trait in character.traits:
        for skill in character.skills:
            skills.setdefault(character.pool(trait, skill), {}).setdefault(trait, []).append(skill)
    further: dict[Pool, list[str]] = {}
    for name, call in character.further:
        further.setdefault(call.thrown, []).append(name)
    rolled = [pool for pool in {**skills, **further} if pool.rolled]
    uses: dict[Pool, str] = {}
    for pool in sorted(rolled, key=lambda pool: pool.total.mean(), reverse=True):
        # Traits with the same skills share them: "Instinct, Will: Combat, Tactics".
        traits: dict[str, list[str]] = {}
        for trait, of_trait in skills.get(pool, {}).items():
            traits.setdefault(", ".join(of_trait), []).append(trait)
        named = [f"{', '.join(sharing)}: {shared}" for shared, sharing in traits.items()]
        uses[pool] = "; ".join([*named, *further.get(pool, [])])
    return uses


def _odds(character: Character) -> Table:
    """Return each distinct roll against every target number, with criticals and fumbles at the sheet's TN only."""
    target = character.rules.sheet_tn
    return table(
        "odds",
        "Odds of each roll",
        _distinct(character).items(),
        (left("Roll", 10), lambda roll: str(roll[0])),
        (left("for", 38), lambda roll: roll[1]),
        (right("average", 8), lambda roll: decimal(roll[0].total.mean())),
        (right("±", 6, "standard deviation"), lambda roll: _deviation(roll[0])),
        *spread(
            book.TARGET_NUMBERS,
            lambda target: right(f"TN {target}", 6),
            lambda target, roll: Chance(roll[0].success(target)),
        ),
        *spread(
            (CRITICAL, FUMBLE),
            lambda what: right(what, 8),
            lambda what, roll: Chance(roll[0].against(target)[what]),
        ),
        caption=f"A critical beats TN {target} by {book.CRITICAL_MARGIN} or more; "
        f"a fumble misses it by {book.FUMBLE_MARGIN} or more.",
        reference=True,
    )


def _deviation(pool: Pool) -> str:
    variance = pool.total.map(lambda total: total**2).mean() - pool.total.mean() ** 2
    # The root of integers to three places: no float, so that every machine prints the same digit.
    return decimal(Fraction(isqrt(variance.numerator * 10**6 // variance.denominator), 1000))


# The reference page.


def make_reference_page(_: Any) -> Iterator[Block | None]:
    """Yield how to roll, the limits of criticals and fumbles, and the odds of every pool and of opposed checks."""
    yield Prose(name="rules", title="How to roll", items=HOW, reference=True)
    yield _margins()
    for kept in KEPT:
        yield table(
            "kept",
            f"Keep {kept}",
            [Pool(rolled, kept).thrown for rolled in range(kept, book.MOST_ROLLED + 1)],
            (left("", 14), str),
            (right("average", 12), lambda pool: decimal(pool.total.mean())),
            *spread(
                book.TARGET_NUMBERS,
                lambda target: right(f"TN {target}", 9),
                lambda target, pool: Chance(pool.success(target)),
            ),
            place="half",
            reference=True,
        )
    yield table(
        "any-opposed",
        "Opposed checks",
        OPPONENTS,
        (left("Second", 16), str),
        *spread(
            OPPONENTS,
            lambda first: right(str(first), 8),
            lambda first, second: percent(odds.opposed(second, first)["acting_second"]),
        ),
        caption="Chance in percent that who acts second (rows) beats who acted first (columns). "
        "Who acts second wins ties.",
        place="half",
        reference=True,
    )


def _margins() -> Table:
    """Return the lowest total of a critical and the highest total of a fumble, if dice can show them."""

    targets = book.TARGET_NUMBERS
    criticals = [str(target + book.CRITICAL_MARGIN) for target in targets]
    fumbles = [str(target - book.FUMBLE_MARGIN) if target >= book.FUMBLE_MARGIN else "–" for target in targets]
    return Table(
        name="margins",
        title="Criticals and fumbles",
        columns=(left("", 20), *(right(f"TN {target}", 10) for target in targets)),
        rows=(("A critical: this total or more", *criticals), ("A fumble: this total or less", *fumbles)),
        reference=True,
    )
