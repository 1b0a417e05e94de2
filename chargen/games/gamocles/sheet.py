"""What stands on a Gamocles sheet: the matrix of all checks first, the odds in full behind it."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import isqrt

from chargen.core.roll import decimal, percent, signed
from chargen.core.sheet import Block, Cell, Chance, Chart, Column, Label, Own, Prose, Sheet, Table, Track, WhatIf
from chargen.games.gamocles import odds
from chargen.games.gamocles import pool as pools
from chargen.games.gamocles.character import Character
from chargen.games.gamocles.names import SKILLS, TRAITS
from chargen.games.gamocles.pool import Kind, Pool
from chargen.games.gamocles.ratings import Rating
from chargen.games.gamocles.rules import Rules
from chargen.kit import blocks
from chargen.kit.blocks import center, left, right

MOST_OPPOSED = 12
"""How many pools the table of opposed checks holds at most: the best, and those that most checks use (ours)."""
MOST_CHARTED = 3
"""How many pools have their totals drawn: those that most checks use (ours)."""
MOST_BARS = 300
"""Over more totals than this, each chart starts and ends with its own pool (ours)."""
TAIL = Fraction(1, 200)
"""Totals that are rarer than this, taken together, share the last bar of a chart (ours)."""
TARGETS = range(5, 41)
"""The target numbers that the slider of a browser's page reaches (ours)."""
_THIN_SPACE = "\u202f"
_SHORT = {name.full: name.short for name in (*TRAITS, *SKILLS)}


def sheet(character: Character) -> Sheet:
    """The sheet of a character."""
    rules = character.rules
    parts: list[Block | None] = [
        _matrix(character),
        _ratings("offensive-rating", "Offensive Rating", "main", character.offensive),
        _ratings("defensive-rating", "Defensive Rating", "side", character.defensive),
        _further(character),
        _variations(character),
        blocks.equipment(character.equipment),
        _wounds(character),
        Prose(name="scrolls", title="Scrolls", place="side", lines=2 if rules.wound_boxes else 3),
        blocks.notes(character.notes, lines=2),
        blocks.how_to_roll(_how(rules)),
        *_totals(character),
        _full_tables(character),
        _margins(rules),
        _one_more(character),
        blocks.ledger(character.ledger, "Points", character.points.get("experience")),
        _opposed(character),
    ]
    offensive, defensive = character.offensive[0], character.defensive[0]
    return blocks.sheet(
        character,
        parts,
        highlights=(
            ("Offensive", signed(offensive.number), offensive.gear),
            ("Defensive", signed(defensive.number), defensive.gear),
        ),
        what_ifs=_what_if(character),
        foot=_budgets(character),
    )


def _budgets(character: Character) -> Iterable[str]:
    if all(character.points[kind].budget is None for kind in ("traits", "skills", "variations")):
        yield "the text has no creation budget"


def _percent(chance: Fraction) -> str:
    return f"{percent(chance)}{_THIN_SPACE}%"


def _matrix(character: Character) -> Table:
    """All fifty checks: the pool in the cell, and its chance at the sheet's target number."""
    rules = character.rules
    rows: list[tuple[Cell, ...]] = []
    for trait, value in character.traits.items():
        cells: list[Cell] = [
            Label(Own(f"{trait} {signed(value)}", trait), Own(f"{_SHORT[trait]} · keep {signed(value)}", _SHORT[trait]))
        ]
        for skill in character.skills:
            pool = character.pool(trait, skill)
            chance = odds.success(pool, rules.sheet_tn, rules)
            shown = "" if pool.kind is Kind.FUMBLE else _percent(chance)
            cells.append(Label(_in_cell(pool), shown, heat=chance, help=_roll(pool, rules)))
        rows.append(tuple(cells))
    any_nothing = any(isinstance(cell, Label) and cell.text == "0" for row in rows for cell in row)
    return Table(
        name="matrix",
        title=f"Every check, and its chance against TN {rules.sheet_tn}",
        columns=_skill_columns(character),
        rows=tuple(rows),
        labels="game",
        caption=f"5k2: roll five d{rules.die} and keep two."
        + (" 0: no dice are kept, and the total is 0." if any_nothing else ""),
    )


def _roll(pool: Pool, rules: Rules) -> str:
    """What to roll to reach the sheet's target number; nothing where no dice are rolled."""
    if pool.kind is not Kind.DICE:
        return ""
    bonus = f", add {pool.bonus}" if pool.bonus else ""
    return f"{pool.rolled}d{rules.die}, keep the best {pool.kept}{bonus}, and reach {rules.sheet_tn}"


def _what_if(character: Character) -> tuple[WhatIf, ...]:
    """Each distinct pool against every target number, criticals and fumbles with it."""
    rules = character.rules
    rows = []
    for pool, used in _distinct(character).items():
        found = [odds.against(pool, target, rules) for target in TARGETS]
        chances = tuple(tuple(result[what] for result in found) for what in ("success", "critical", "fumble"))
        rows.append((f"{pool} · {' · '.join(used)}", chances))
    if not rows:
        return ()
    return (
        WhatIf(
            name="target-number",
            title="What if it is harder?",
            label="Target number:",
            steps=tuple(map(str, TARGETS)),
            start=TARGETS.index(min(max(rules.sheet_tn, TARGETS[0]), TARGETS[-1])),
            columns=("Success", "Critical", "Fumble"),
            rows=tuple(rows),
        ),
    )


def _in_cell(pool: Pool) -> str:
    return {Kind.FUMBLE: "fumble", Kind.NOTHING: "0"}.get(pool.kind, str(pool))


def _skill_columns(character: Character) -> tuple[Column, ...]:
    return (
        left("Trait", 14),
        *(
            center(Own(f"{_SHORT[skill]} {signed(value)}", _SHORT[skill]), 9, skill)
            for skill, value in character.skills.items()
        ),
    )


def _ratings(name: str, title: str, place: str, found: tuple[Rating, ...]) -> Table:
    """A rating with each weapon or in each suit of armour, and how it adds up."""
    return Table(
        name=name,
        title=title,
        place="side" if place == "side" else "main",
        columns=(
            left("With" if place == "main" else "In", 72),
            Column(heading="OR" if place == "main" else "DR", align="right", width=28, big=True),
        ),
        rows=tuple(
            (Label(result.gear[:1].upper() + result.gear[1:], _sum(result)), signed(result.number)) for result in found
        ),
    )


def _sum(rating: Rating) -> str:
    """How a rating adds up: "M 3 + I 2 + Cmb 3 + 2", and variations by name."""
    parts: list[str] = []
    for index, (name, number) in enumerate(rating.addends):
        shown = str(abs(number)) if name == rating.gear and index == 3 else f"{name} {abs(number)}"
        if name == rating.gear and index == 3 and not number:
            continue
        parts.append(("− " if number < 0 else "+ " if parts else "") + shown)
    return " ".join(parts)


def _further(character: Character) -> Table | None:
    rules = character.rules
    if not character.further:
        return None
    return Table(
        name="pools",
        title="Further pools",
        columns=(
            left("For", 40),
            left("Pool", 20),
            left(f"TN {rules.sheet_tn}", 40),
        ),
        rows=tuple(
            (
                further.name,
                Label(str(further.pool), f"called as {further.call}" if str(further.call) != str(further.pool) else ""),
                Chance(odds.success(further.pool, rules.sheet_tn, rules), bar=True),
            )
            for further in character.further
        ),
    )


def _margins(rules: Rules) -> Table:
    """From which total a success is a critical, and down to which a failure is a fumble."""
    targets = sorted(set(rules.target_numbers))
    return Table(
        name="margins",
        title="Margins",
        columns=(
            left("Against TN", 20),
            *(right(str(target), 10) for target in targets),
        ),
        rows=(
            ("Critical: this or more", *(str(target + rules.critical_margin) for target in targets)),
            ("Fumble: this or less", *(_fumble_at(target - rules.fumble_margin) for target in targets)),
        ),
        game=True,
        reference=True,
    )


def _fumble_at(total: int) -> str:
    """The highest total that is a fumble; none where dice cannot show it."""
    return str(total) if total >= 0 else "–"


def _variations(character: Character) -> Prose:
    items = []
    for variation in character.variations:
        points = (
            f"{signed(variation.points)} point{'' if abs(variation.points) == 1 else 's'}" if variation.points else ""
        )
        asks = f"asks for {variation.requires}" if variation.requires else ""
        words = ". ".join(part.rstrip(". ") for part in (variation.effect, variation.why) if part)
        small = "; ".join(part for part in (points, asks) if part)
        items.append((variation.name, f"{words} ({small})" if words and small else words or small))
    return Prose(name="variations", title="Variations", place="main", items=tuple(items), lines=1)


def _wounds(character: Character) -> Block:
    """Boxes where the table says how many wounds there are, else lines: the chapter on combat is not in the text."""
    rules = character.rules
    taken = character.noted("wounds")
    if not rules.wound_boxes:
        text = f"Wounds: {taken}" if taken else ""
        return Prose(
            name="wounds", title="Combat and wounds, as your table plays them", place="main", text=text, lines=3
        )
    boxes = blocks.boxes("wounds", rules.wound_boxes, taken)
    return Track(name="wounds", title="Wounds", place="main", boxes=boxes)


def _how(rules: Rules) -> tuple[tuple[str, str], ...]:
    return (
        (
            "A check",
            f"Roll trait + skill d{rules.die}, keep as many as the trait, and reach the TN. "
            f"Each kept {rules.die} is rolled once more and added. The Boss picks the trait by what you describe.",
        ),
        (
            "Many dice",
            f"Over {rules.most_rolled} rolled, or more kept than rolled: +{rules.extra_die_bonus} for each instead. "
            "A negative skill takes kept dice too; below 0 dice is a fumble.",
        ),
        (
            "Margins",
            f"{rules.critical_margin} or more above the TN: a critical. {rules.fumble_margin} or more below: a fumble.",
        ),
        ("Opposed", "The first total is the TN of the second, who wins ties."),
        ("Your choice", "Keep fewer dice, or fail any check on purpose."),
    )


def _distinct(character: Character) -> dict[Pool, list[str]]:
    """The pools of the matrix, and of further checks, with what uses each: best first."""
    rules = character.rules
    used: dict[Pool, list[str]] = {}
    for trait in character.traits:
        by_pool: dict[Pool, list[str]] = {}
        for skill in character.skills:
            by_pool.setdefault(character.pool(trait, skill), []).append(_SHORT[skill])
        for pool, skills in by_pool.items():
            used.setdefault(pool, []).append(f"{_SHORT[trait]}: {' '.join(skills)}")
    for further in character.further:
        used.setdefault(further.pool, []).append(further.name)
    rolled = [pool for pool in used if pool.kind is Kind.DICE]
    return {pool: used[pool] for pool in sorted(rolled, key=lambda pool: odds.mean(pool, rules), reverse=True)}


def _full_tables(character: Character) -> Table:
    """Each distinct pool against every target number, with criticals and fumbles."""
    rules = character.rules
    targets = sorted(set(rules.target_numbers))
    rows: list[tuple[Cell, ...]] = []
    for pool, used in _distinct(character).items():
        least, most = odds.ends(pool, rules)
        cells: list[Cell] = [
            Label(str(pool), " · ".join(used)),
            Label(decimal(odds.mean(pool, rules)), f"± {_deviation(pool, rules)} · {least}–{most}"),
        ]
        for target in targets:
            found = odds.against(pool, target, rules)
            cells.append(
                Label(_percent(found["success"]), f"{percent(found['critical'])} · {percent(found['fumble'])}")
            )
        rows.append(tuple(cells))
    return Table(
        name="tables",
        title="Against every target number",
        columns=(
            left("Pool", 24),
            right("Total", 12, "average, standard deviation, least and most"),
            *(right(f"TN {target}", 64 // max(len(targets), 8)) for target in targets),
        ),
        rows=tuple(rows),
        caption="In percent; the small numbers are criticals · fumbles. Total: average ± deviation · least–most.",
        reference=True,
    )


def _deviation(pool: Pool, rules: Rules) -> str:
    """The standard deviation of the total, to one place."""
    variance = odds.total(pool, rules).variance()
    return decimal(Fraction(isqrt(variance.numerator * 10**6 // variance.denominator), 1000))


def _one_more(character: Character) -> Table:
    """What one more of a trait, or of a skill, would add to each chance of the matrix."""
    rules = character.rules
    rows: list[tuple[Cell, ...]] = []
    for trait, value in character.traits.items():
        cells: list[Cell] = [f"{trait} {signed(value)}"]
        for skill, level in character.skills.items():
            now = odds.success(character.pool(trait, skill), rules.sheet_tn, rules)
            better = odds.one_more(value, level, rules, [rules.sheet_tn])
            gains = (better[what][f"tn_{rules.sheet_tn}"] - now for what in ("trait", "skill"))
            cells.append(" · ".join(map(_gain, gains)))
        rows.append(tuple(cells))
    return Table(
        name="one-more",
        title=f"One more point, against TN {rules.sheet_tn}",
        columns=_skill_columns(character),
        rows=tuple(rows),
        caption="What it adds to the chance, in points of a hundred: one more of the trait · one more of the skill.",
        reference=True,
    )


def _gain(gain: Fraction) -> str:
    """A gain in points of a hundred. No pool loses by one more, so that only nothing is left beside it."""
    if gain <= 0:
        return "0"
    return shown if (shown := percent(gain)).startswith("<") else f"+{shown}"


def _totals(character: Character) -> list[Chart]:
    """What the pools come to that most checks use: all from the same total to the same, unless these are far apart."""
    rules = character.rules
    drawn = _most_used(character, MOST_CHARTED)
    if not drawn:
        return []
    thrown = [odds.total(pool, rules) for pool in drawn]
    spans = [(odds.ends(pool, rules)[0], odds.quantile(pool, 1 - TAIL, rules)) for pool in drawn]
    whole = (min(first for first, _ in spans), max(last for _, last in spans))
    charts = []
    for pool, dice, own in zip(drawn, thrown, spans, strict=True):
        first, last = whole if whole[1] - whole[0] <= MOST_BARS else own
        series = [(str(total), dice.chance(total - pool.bonus)) for total in range(first, last)]
        charts.append(
            Chart(
                name="totals",
                title=f"Totals of {pool}",
                series=(*series, (f"{last}+", dice.at_least(last - pool.bonus))),
                mean=odds.mean(pool, rules),
                caption=f"{last} and more share the last bar.",
                reference=True,
            )
        )
    return charts


def _most_used(character: Character, most: int, *, best: int = 0) -> list[Pool]:
    """The pools that most checks use, and the ``best`` best ones whatever uses them, best first."""
    uses = Counter(character.pool(trait, skill) for trait in character.traits for skill in character.skills)
    distinct = list(_distinct(character))
    kept = set(sorted(distinct, key=lambda pool: (pool in distinct[:best], uses[pool]), reverse=True)[:most])
    return [pool for pool in distinct if pool in kept]


def _opposed(character: Character) -> Table:
    rules = character.rules
    opponents = [(call, pools.pool(call, rules)) for call in odds.OPPONENTS]
    rows: list[tuple[Cell, ...]] = []
    shown, every = _most_used(character, MOST_OPPOSED, best=1), len(_distinct(character))
    chosen = f" Of {every} pools, the best and those that most checks use." if len(shown) < every else ""
    for mine in shown:
        met = [odds.opposed(mine, theirs, rules) for _, theirs in opponents]
        rows.append(
            (
                str(mine),
                *(f"{percent(chances['acting_second'])} · {percent(chances['acting_first'])}" for chances in met),
            )
        )
    return Table(
        name="opposed",
        title="Opposed checks",
        columns=(
            left("Against", 15),
            *(right(str(call), 8) for call, _ in opponents),
        ),
        rows=tuple(rows),
        caption=f"The chance in percent when you act second · first. The second wins ties.{chosen}",
        reference=True,
    )
