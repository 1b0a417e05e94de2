"""What stands on a Gamocles sheet: the matrix of all checks first, the odds in full behind it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import isqrt

from chargen.core.names import listing, slug
from chargen.core.roll import decimal, percent, signed
from chargen.core.sheet import Block, Cell, Chance, Chart, Column, Label, Own, Place, Prose, Sheet, Table, Track, WhatIf
from chargen.games.gamocles import odds, scores
from chargen.games.gamocles import pool as pools
from chargen.games.gamocles.character import Character, Further
from chargen.games.gamocles.how import ON_A_SHEET, how
from chargen.games.gamocles.names import SHORT
from chargen.games.gamocles.pool import Call, Kind, Pool
from chargen.games.gamocles.ratings import DEFENSIVE, OFFENSIVE, Rating, Side
from chargen.games.gamocles.rules import Rules
from chargen.kit import blocks
from chargen.kit.tables import Shown, center, left, right, spread, table

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
IN_WORDS = {Kind.FUMBLE: "fumble", Kind.NOTHING: "0"}
"""What the matrix says where no dice are rolled."""
_THIN_SPACE = "\u202f"


def sheet(character: Character) -> Sheet:
    """Return the sheet of a character."""
    rules = character.rules
    parts: list[Block | None] = [
        _matrix(character),
        _ratings(OFFENSIVE, "main", character.offensive),
        _ratings(DEFENSIVE, "side", character.defensive),
        _further(character),
        _variations(character),
        blocks.equipment(character.equipment),
        _wounds(character),
        Prose(name="scrolls", title="Scrolls", place="side", lines=2 if rules.wound_boxes else 3),
        blocks.notes(character.notes, lines=2),
        blocks.how_to_roll((heading, text) for heading, text in how(rules) if heading in ON_A_SHEET),
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

    def trait(name: str) -> Label:
        value = signed(character.traits[name])
        return Label(Own(f"{name} {value}", name), Own(f"{SHORT[name]} · keep {value}", SHORT[name]))

    def cell(skill: str, trait: str) -> Label:
        pool = character.pool(trait, skill)
        chance = odds.success(pool, rules.sheet_tn, rules)
        below = "" if pool.kind is Kind.FUMBLE else _percent(chance)
        return Label(IN_WORDS.get(pool.kind, str(pool)), below, heat=chance, help=_roll(pool, rules))

    pools = [character.pool(trait, skill) for trait in character.traits for skill in character.skills]
    nothing = any(pool.kind is Kind.NOTHING for pool in pools)
    return table(
        "matrix",
        f"Every check, and its chance against TN {rules.sheet_tn}",
        character.traits,
        (left("Trait", 14), trait),
        *_by_skill(character, cell),
        labels="game",
        caption=f"5k2: roll five d{rules.die} and keep two."
        + (" 0: no dice are kept, and the total is 0." if nothing else ""),
    )


def _by_skill(character: Character, cell: Callable[[str, str], Cell]) -> Iterator[Shown[str]]:
    """A column for each skill; its cells are those of the skill and the trait of the row."""

    def heading(skill: str) -> Column:
        return center(Own(f"{SHORT[skill]} {signed(character.skills[skill])}", SHORT[skill]), 9, skill)

    return spread(character.skills, (heading, cell))


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
    for pool, uses in _distinct(character).items():
        chances = [odds.against(pool, target, rules) for target in TARGETS]
        columns = tuple(tuple(chance[what] for chance in chances) for what in ("success", "critical", "fumble"))
        rows.append((f"{pool} · {' · '.join(uses)}", columns))
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


def _ratings(side: Side, place: Place, ratings: tuple[Rating, ...]) -> Table:
    """A rating with each weapon or in each suit of armour, and how it adds up."""
    name = side.rating
    return table(
        slug(name.full),
        name.full,
        ratings,
        (
            left("With" if side is OFFENSIVE else "In", 72),
            lambda rating: Label(rating.gear[:1].upper() + rating.gear[1:], _sum(rating)),
        ),
        (Column(heading=name.short, align="right", width=28, big=True), lambda rating: signed(rating.number)),
        place=place,
    )


def _sum(rating: Rating) -> str:
    """How a rating adds up: "M 3 + I 2 + Cmb 3 + 2", and variations by name."""
    words = ""
    for index, (name, number) in enumerate(rating.addends):
        is_gear = index == 3
        if number or not is_gear:
            sign = "− " if number < 0 else "+ " if words else ""
            words += f"{' ' if words else ''}{sign}{abs(number) if is_gear else f'{name} {abs(number)}'}"
    return words


def _further(character: Character) -> Table | None:
    rules = character.rules
    if not character.further:
        return None

    def pool(further: Further) -> Label:
        is_changed = str(further.call) != str(further.pool)
        return Label(str(further.pool), f"called as {further.call}" if is_changed else "")

    return table(
        "pools",
        "Further pools",
        character.further,
        (left("For", 40), lambda further: further.name),
        (left("Pool", 20), pool),
        (
            left(f"TN {rules.sheet_tn}", 40),
            lambda further: Chance(odds.success(further.pool, rules.sheet_tn, rules), bar=True),
        ),
    )


def _margins(rules: Rules) -> Table:
    """From which total a success is a critical, and down to which a failure is a fumble."""
    margins: list[tuple[str, Callable[[int], str]]] = [
        ("Critical: this or more", lambda target: str(target + rules.critical_margin)),
        ("Fumble: this or less", lambda target: _fumble_at(target - rules.fumble_margin)),
    ]
    return table(
        "margins",
        "Margins",
        margins,
        (left("Against TN", 20), lambda margin: margin[0]),
        *spread(
            sorted(set(rules.target_numbers)),
            (lambda target: right(str(target), 10), lambda target, margin: margin[1](target)),
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
        points = f"{signed(variation.points)} point{'' if abs(variation.points) == 1 else 's'}"
        required = listing(f"{name} {signed(least)}" for _, name, least in scores.required(variation))
        words = ". ".join(part.rstrip(". ") for part in (variation.effect, variation.why) if part)
        asks = (points if variation.points else "", f"asks for {required}" if required else "")
        small = "; ".join(filter(None, asks))
        items.append((variation.name or "", f"{words} ({small})" if words and small else words or small))
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


def _distinct(character: Character) -> dict[Pool, list[str]]:
    """The pools of the matrix, and of further checks, with what uses each: best first."""
    rules = character.rules
    used: dict[Pool, list[str]] = {}
    for trait in character.traits:
        by_pool: dict[Pool, list[str]] = {}
        for skill in character.skills:
            by_pool.setdefault(character.pool(trait, skill), []).append(SHORT[skill])
        for pool, skills in by_pool.items():
            used.setdefault(pool, []).append(f"{SHORT[trait]}: {' '.join(skills)}")
    for further in character.further:
        used.setdefault(further.pool, []).append(further.name)
    rolled = [pool for pool in used if pool.kind is Kind.DICE]
    return {pool: used[pool] for pool in sorted(rolled, key=lambda pool: odds.mean(pool, rules), reverse=True)}


def _full_tables(character: Character) -> Table:
    """Each distinct pool against every target number, with criticals and fumbles."""
    rules, uses = character.rules, _distinct(character)
    targets = sorted(set(rules.target_numbers))

    def total(pool: Pool) -> Label:
        least, most = odds.ends(pool, rules)
        return Label(decimal(odds.mean(pool, rules)), f"± {_deviation(pool, rules)} · {least}–{most}")

    def against(target: int, pool: Pool) -> Label:
        chances = odds.against(pool, target, rules)
        return Label(_percent(chances["success"]), f"{percent(chances['critical'])} · {percent(chances['fumble'])}")

    return table(
        "tables",
        "Against every target number",
        uses,
        (left("Pool", 24), lambda pool: Label(str(pool), " · ".join(uses[pool]))),
        (right("Total", 12, "average, standard deviation, least and most"), total),
        *spread(targets, (lambda target: right(f"TN {target}", 64 // max(len(targets), 8)), against)),
        caption="In percent; the small numbers are criticals · fumbles. Total: average ± deviation · least–most.",
        reference=True,
    )


def _deviation(pool: Pool, rules: Rules) -> str:
    """The standard deviation of the total, to one place."""
    variance = odds.total(pool, rules).variance()
    return decimal(Fraction(isqrt(variance.numerator * 10**6 // variance.denominator), 1000))


def _one_more(character: Character) -> Table:
    """What one more of a trait, or of a skill, would add to each chance of the matrix."""
    rules, target = character.rules, character.rules.sheet_tn

    def gains(skill: str, trait: str) -> str:
        now = odds.success(character.pool(trait, skill), target, rules)
        better = odds.one_more(character.traits[trait], character.skills[skill], rules, [target])
        return " · ".join(_gain(better[what][f"tn_{target}"] - now) for what in ("trait", "skill"))

    return table(
        "one-more",
        f"One more point, against TN {target}",
        character.traits,
        (left("Trait", 14), lambda trait: f"{trait} {signed(character.traits[trait])}"),
        *_by_skill(character, gains),
        caption="What it adds to the chance, in points of a hundred: one more of the trait · one more of the skill.",
        reference=True,
    )


def _gain(gain: Fraction) -> str:
    """A gain in points of a hundred. No pool loses by one more, so that only nothing is left beside it."""
    if gain <= 0:
        return "0"
    points = percent(gain)
    return points if points.startswith("<") else f"+{points}"


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
    mine, number = _most_used(character, MOST_OPPOSED, best=1), len(_distinct(character))
    chosen = f" Of {number} pools, the best and those that most checks use." if len(mine) < number else ""

    def chances(opponent: Call, pool: Pool) -> str:
        acting = odds.opposed(pool, pools.pool(opponent, rules), rules)
        return f"{percent(acting['acting_second'])} · {percent(acting['acting_first'])}"

    return table(
        "opposed",
        "Opposed checks",
        mine,
        (left("Against", 15), str),
        *spread(odds.OPPONENTS, (lambda opponent: right(str(opponent), 8), chances)),
        caption=f"The chance in percent when you act second · first. The second wins ties.{chosen}",
        reference=True,
    )
