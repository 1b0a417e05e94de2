"""Every number of odds that a page prints, and every position of its sliders, computed again by other means.

The page is read as HTML; the reference code here counts throws, and shares nothing with the games' own odds.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from math import comb, sqrt

import pytest

from chargen import ready_made
from chargen.core.sheet import Facts, Label, Sheet, Table
from chargen.render import page
from chargen.render.theme import PLAIN
from tests.characters import concept, sheet_of
from tests.scale import some

Row = dict[str, list[str]]
"""The texts of each cell by its heading; the name of a row is at ``""``."""
Tables = dict[str, "Printed"]
Check = tuple[str, Fraction | float]
"""A printed number, and what it has to be: a chance as a fraction, anything else as a decimal number."""


@dataclass
class Printed:
    """A table as it is read from a page."""

    name: str
    title: str = ""
    heads: list[str] = field(default_factory=list)
    cells: list[list[list[str]]] = field(default_factory=list)

    @property
    def rows(self) -> list[Row]:
        """Return the cells of each row that has a name, by the headings of their columns."""
        return [dict(zip(self.heads, row, strict=True)) | {"": row[0]} for row in self.cells if row[0]]


class Reader(HTMLParser):
    """Collect the tables of a page: of each cell, every text that has an element of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[Printed] = []
        self.into: list[str] | None = None
        self.is_drawn = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row or a cell."""
        given = dict(attrs)
        if tag == "section":
            self.tables.append(Printed(given.get("data-table") or ""))
        elif tag == "svg":
            self.is_drawn = True
        elif self.tables and tag == "tr":
            self.tables[-1].cells.append([])
        elif self.tables and tag in ("th", "td"):
            self.into = []
            self.tables[-1].cells[-1].append(self.into)
        elif tag == "h2" and self.tables:
            self.into = []

    def handle_endtag(self, tag: str) -> None:
        """End the headings of a table, or a title."""
        if tag == "svg":
            self.is_drawn = False
        elif tag == "thead":
            (heads,) = self.tables[-1].cells
            self.tables[-1].heads, self.tables[-1].cells = [" ".join(head) for head in heads], []
        elif tag == "h2" and self.into is not None and self.tables:
            self.tables[-1].title, self.into = " ".join(self.into), None
        elif tag in ("th", "td"):
            self.into = None

    def handle_data(self, data: str) -> None:
        """Add a text to its cell; no-break spaces and true minus signs are as on a keyboard."""
        text = re.sub(r"[\s\u202f]+", " ", data).replace("−", "-").strip()
        if text and self.into is not None and not self.is_drawn:
            self.into.append(text)


def tables(sheet: Sheet) -> dict[str, Printed]:
    """Return the tables of a page with headings, by their names."""
    reader = Reader()
    reader.feed(page.body(sheet, PLAIN))
    return {table.name: table for table in reader.tables if table.name and table.heads}


def agrees(shown: str, value: Fraction | float) -> bool:
    """Return whether a printed number is a value, rounded to the places that it has; chances are in percent."""
    if isinstance(value, Fraction):
        value *= 100
    text = shown.removesuffix("%").strip()
    if text in ("<1", ">99"):
        return 0 < value < 1 if text == "<1" else 99 < value < 100
    places = len(text.partition(".")[2])
    scale = float(10**places)
    return abs(float(value) * scale - float(text) * scale) <= 0.5 + 1e-9


def chance(counts: dict[int, Fraction], wanted: Callable[[int], bool]) -> Fraction:
    """Return the chance of the totals that are wanted."""
    return sum((share for total, share in counts.items() if wanted(total)), Fraction(0))


@cache
def thrown(dice: tuple[int, ...]) -> dict[int, Fraction]:
    """Return the chance of each sum of some dice."""
    sums = {0: Fraction(1)}
    for sides in dice:
        next_sums: dict[int, Fraction] = {}
        for total, share in sums.items():
            for face in range(1, sides + 1):
                next_sums[total + face] = next_sums.get(total + face, Fraction(0)) + share / sides
        sums = next_sums
    return sums


# ---------------------------------------------------------------- Façade: dice of a trait, added


def dice_of(trait: int) -> tuple[int, ...]:
    """Return the sides of the dice of a trait: 2 is a d4, 6 a d12, and each 5 more is a d10."""
    return (2 * trait,) if trait <= 6 else (10, *dice_of(trait - 5))


@cache
def reached(trait: int, difficulty: int) -> Fraction:
    """Return the chance that a trait reaches a difficulty."""
    return chance(thrown(dice_of(trait)), lambda total: total >= difficulty)


@cache
def level(trait: int, difficulty: int, least: int, most: int = 99) -> Fraction:
    """Return the chance of some success levels: one for each full 3 above the difficulty."""
    return chance(thrown(dice_of(trait)), lambda total: least <= (total - difficulty) // 3 <= most)


BLOWS = {"Glancing": (0, 1), "Full": (2, 3), "Strong": (4, 5), "Savage": (6, 99)}
FURTHER = {"Legs ≥": 3, "Arms ≥": 4, "Head ≥": 5, "Specific ≥": 6}


def facade(table: Printed, sheet: Sheet, shown: Tables) -> Iterator[Check]:
    """Yield the chances of attacks, defences, skills, running and blows."""
    for row in table.rows:
        if table.name == "blows":
            trait, action = (int(number) for number in re.findall(r"\d+", row[""][-1]))
            near = reached(trait, action - 2) - reached(trait, action)
            yield row["Scratch"][0], near
            yield from ((row[name][0], level(trait, action, *levels)) for name, levels in BLOWS.items())
            yield from ((row[name][0], level(trait, action, least)) for name, least in FURTHER.items())
            continue
        if row.get("Trait") == ["–"]:  # walking is never rolled for
            continue
        trait = int((row.get("Trait") or row[""])[0].split()[0]) if row.get("Trait", [""]) else 0
        for heading, texts in row.items():
            if difficulty := re.fullmatch(r"(?:Against |Hits Action )?(\d+)", heading):
                if texts:
                    yield texts[0], reached(trait, int(difficulty[1]))
            elif heading == "Sure" and texts:
                yield from (
                    (text, float(trait - less)) for text, less in zip(texts[0].split("/"), (3, 7), strict=False)
                )


# ---------------------------------------------------------------- Five by Five: two dice, multiplied

LADDER = (-5, 0, 2, 4, 6, 9, 12, 16)
PAIRS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


@cache
def rolled(value: int | None, *, token: bool = False) -> Fraction:
    """Return the chance of a value, or 0 of what is below all; a 6 trumps, with a token a 5 as well."""
    trumps = (5, 6) if token else (6,)
    if value is None:
        return Fraction(0)
    if value == LADDER[0]:
        return Fraction(len(trumps), 6)
    return Fraction(sum(one * other <= value or bool({one, other} & {*trumps}) for one, other in PAIRS), len(PAIRS))


@cache
def damage(bonus: int, armor: int, *, token: bool = False, deep: int = 9, before: int = 0) -> float:
    """Return the average harm of a hit through armour: a 6 counts 5 and is rolled again, with a token a 5 as well."""
    harms = 0.0
    for face in range(1, 7):
        again = face == 6 or (token and face == 5)
        if again and deep:
            harms += damage(bonus, armor, token=token, deep=deep - 1, before=before + 5)
        else:
            harms += max(0, before + min(face, 5) + bonus - armor)
    return harms / 6


def five_by_five(table: Printed, sheet: Sheet, shown: Tables) -> Iterator[Check]:
    """Yield the chances of descriptors and actions, shifted ones, blows against dodges, and average damage."""
    below = None if "advanced" in " ".join(sheet.foot) else LADDER[0]
    facts = sheet.block("aspects")
    aspects = {
        name.lower(): int(value.strip(")").partition("(")[2].replace("−", "-") or 0)
        for name, value in (facts.facts if isinstance(facts, Facts) else ())
    }

    def moved(value: int | None, by: int) -> int | None:
        at = LADDER.index(value) + by if value is not None else -1
        return below if at < 0 else LADDER[min(at, len(LADDER) - 1)]

    rated = {row[""][0]: _value(row) for row in shown["descriptors"].rows}
    by = {
        row[""][0]: sum(aspects.get(word, 0) for word in " ".join(row[""][1:]).split())
        for row in shown["descriptors"].rows
    }
    values = {name: moved(value, by[name]) for name, value in rated.items()}

    uses = {row[""][0]: values[row[""][-1]] for row in shown["actions"].rows}
    for row in table.rows:
        name = row[""]
        if table.name == "blows":
            hits = name[0].startswith("I hit")
            mine = next(iter(uses.values())) if hits else uses["Dodge"]
            for head, texts in list(row.items())[1:]:
                if head:
                    attack, dodge = (mine, int(head)) if hits else (int(head), mine)
                    yield texts[0], rolled(attack) * (1 - rolled(dodge))
        elif table.name == "weapons":
            does = next(line["Does"][0] for line in shown["actions"].rows if line[""][0].lower() == name[0].lower())
            bonus = int(does.partition("+")[2] or 0)
            for head, texts in list(row.items())[1:]:
                if head:
                    yield texts[0], damage(bonus, int(head.split()[0]), token="†" in head)
        elif table.name == "shifts":
            for head, texts in list(row.items())[1:]:
                if head:
                    shifted = moved(rated[name[0]], by[name[0]] + int(head.split()[0]))
                    yield texts[0], rolled(shifted, token="†" in head)
        else:
            value = values[name[0] if table.name == "descriptors" else name[-1]]
            yield row["Chance"][0], rolled(value)
            yield row["With token"][0], rolled(value, token=True)
            for aspect, shift in aspects.items():
                if seen := row.get(aspect[:3].capitalize()):
                    yield seen[0], rolled(moved(rated[name[0]], shift))
            if table.name == "actions" and len(row["Does"]) > 1:
                yield row["Does"][1].split()[1], damage(int(row["Does"][0].partition("+")[2] or 0), 0)


def _value(row: Row) -> int:
    """Return the value that a descriptor rolls as."""
    advanced = re.search(r"rolls as (-?\d+)", " ".join(row[""]))
    return int(advanced[1] if advanced else row["Value"][0])


# ---------------------------------------------------------------- 5+: two dice, in a range


def inside(low: int, high: int) -> list[tuple[int, int]]:
    """Return the throws in a range."""
    return [pair for pair in PAIRS if low <= sum(pair) <= high]


def until(needed: int, shares: tuple[Fraction, ...]) -> float:
    """Return the average number of rolls to collect some successes, of which a roll has none, one, two …"""
    rolls = [Fraction(0)]
    for left in range(1, needed + 1):
        gained = sum((share * rolls[max(left - won, 0)] for won, share in enumerate(shares) if won), Fraction(0))
        rolls.append((1 + gained) / (1 - shares[0]))
    return float(rolls[-1])


def five_plus(table: Printed, sheet: Sheet, shown: Tables) -> Iterator[Check]:
    """Yield chances in ranges, of doubles and of successes, and how many rolls a challenge takes."""
    ranges = {label: [number, "1:1"] for label, number, _ in sheet.highlights}
    if "skills" in shown:
        ranges |= {row[""][0]: [row["Range"][0], row["Level"][0]] for row in shown["skills"].rows}
    for row in table.rows:
        if table.name == "opposition" or not (row.get("Range") or row[""][0] in ranges):
            continue
        low, _, high = (row.get("Range") or ranges[row[""][0]])[0].replace("–", "-").partition("-")
        if low == "none":
            continue
        first, last = int(low), int(high or low)
        wins = inside(first, last)
        shares = tuple(Fraction(sum(min(pair) == won for pair in wins), 36) for won in range(1, 7))
        shares = (1 - sum(shares, Fraction(0)), *shares)
        level_up = re.search(r"\d+", row.get("Level up", [""])[0] if row.get("Level up") else "")
        for heading, texts in row.items():
            text = texts[0] if texts else ""
            if not text or heading in ("", table.heads[0], "Range", "Level", "Mark"):
                continue
            if heading == "Chance":
                yield text, Fraction(len(wins), 36)
            elif heading.startswith("rank"):
                yield text, Fraction(len(inside(first + int(heading.split()[1]), last)), 36)
            elif heading in ("average", "Successes"):
                yield text, float(sum(won * share for won, share in enumerate(shares)))
            elif heading == "weakness":
                yield text, sum(map(max, wins)) / 36
            elif heading.startswith("to "):
                yield text, until(int(heading.split()[1]), shares)
            elif heading == "Rolls" and text != "never":
                yield text, until(int(sheet.highlights[2][1]), shares)
            elif heading.isdigit():
                yield text, shares[int(heading)]
            elif len(texts) > 1 and level_up and heading == "Level up":
                yield texts[1], Fraction(7 - int(level_up[0]), 36)
            elif len(texts) > 1:  # with one or three actions in the turn
                start, _, end = text.replace("–", "-").partition("-")
                assert (int(start), int(end or start)) == (first, last + int(heading.split()[1]))
                yield texts[1], Fraction(len(inside(int(start), int(end or start))), 36)
        if (
            "level up" in row
            and ":" in ranges[row[""][0]][1]
            and row[""][0] in {r[""][0] for r in shown["skills"].rows}
        ):
            up = next(r["Level up"] for r in shown["skills"].rows if r[""][0] == row[""][0])[0]
            doubles = 7 - int(up.rstrip("+"))
            yield row["level up"][0], Fraction(doubles, 36)
            yield row["mark"][0], Fraction(6 - doubles, 36)


# ---------------------------------------------------------------- Gamocles: the best of some d10, each 10 once more


@cache
def kept(rolled_dice: int, best: int) -> dict[int, float]:
    """Return the chance of each total of the best dice of some, where each kept 10 brings another d10."""
    # Faces from 10 down: how many of the dice that are left show it, and how many of these are kept.
    states = {(rolled_dice, best, 0, 0): 1}
    for face in range(10, 0, -1):
        after: dict[tuple[int, int, int, int], int] = {}
        for (left, free, total, tens), ways in states.items():
            for here in range(left + 1) if face > 1 else (left,):
                taken = min(here, free)
                key = (left - here, free - taken, total + face * taken, tens + taken * (face == 10))
                after[key] = after.get(key, 0) + ways * comb(left, here)
        states = after
    totals: dict[int, float] = {}
    for (_, _, total, tens), ways in states.items():
        for more, share in thrown((10,) * tens).items():
            totals[total + more] = totals.get(total + more, 0) + float(share) * ways / 10**rolled_dice
    return totals


def pool(text: str) -> dict[int, float]:
    """Return the totals of a pool such as 10k5+4."""
    dice, best, bonus = re.fullmatch(r"(\d+)k(\d+)(?:\+(\d+))?", text).groups()  # type: ignore[union-attr]
    return {total + int(bonus or 0): share for total, share in kept(int(dice), int(best)).items()}


def of(trait: int, skill: int) -> dict[int, float]:
    """Return the totals of a check: over 10 dice rolled, each further one is 4."""
    dice, best = max(trait + skill, 0), max(min(trait, trait + skill), 0)
    more = max(dice - 10, 0)
    return {total + 4 * more: share for total, share in kept(dice - more, best).items()}


def gamocles(table: Printed, sheet: Sheet, shown: Tables) -> Iterator[Check]:
    """Yield the chance of each check, and of each pool against target numbers and other pools, and gains by a point."""
    matrix = shown["matrix"]
    target = int(matrix.title.split()[-1])
    traits = {name: int(texts[0]) for name, texts in matrix.rows[0].items() if name}

    def to_reach(totals: dict[int, float], least: int) -> float:
        """Return the chance of a total, in percent."""
        return 100 * sum(share for total, share in totals.items() if total >= least)

    for row in table.rows:
        name = row[""]
        for heading, texts in list(row.items()):
            text = texts[0] if texts else ""
            if table.name == "matrix" and heading in traits and len(texts) > 1:
                yield texts[1], to_reach(pool(text), target)
                skill = int(name[0].split()[-1])
                assert pool(text) == of(traits[heading], skill)
            elif table.name.endswith("-rating") and heading.startswith("TN"):
                yield text, to_reach(pool(texts[1].split()[-1]), target)
            elif table.name == "pools" and heading.startswith("TN"):
                yield text, to_reach(pool(row["Pool"][0]), target)
            elif table.name == "tables" and heading not in ("", "Pool", "from–to"):
                totals = pool(name[0])
                mean = sum(total * share for total, share in totals.items())
                spread = sqrt(sum(share * (total - mean) ** 2 for total, share in totals.items()))
                by_name = {"average": mean, "±": spread, "critical": to_reach(totals, target + 15)}
                by_name["fumble"] = 100 * sum(share for total, share in totals.items() if total <= target - 15)
                yield text, to_reach(totals, int(heading[3:])) if heading.startswith("TN") else by_name[heading]
            elif table.name == "opposed" and re.fullmatch(r"\d+k\d+", heading):
                mine, theirs = pool(name[0]), pool(heading)
                tails = {total: to_reach(mine, total) for total in range(202)}
                second, *first = text.split(" · ")
                yield second, sum(share * tails[total] for total, share in theirs.items())
                yield (first or [second])[0], sum(share * tails[total + 1] for total, share in theirs.items())
            elif table.name == "one-more" and heading and heading.split()[0] in traits:
                trait, skill = int(heading.split()[1]), int(name[0].split()[-1])
                now = to_reach(of(trait, skill), target)
                gains = [to_reach(of(trait + 1, skill), target) - now, to_reach(of(trait, skill + 1), target) - now]
                by_trait, *by_skill = text.split(" · ")
                yield by_trait.removeprefix("+"), gains[0]
                yield (by_skill or [by_trait])[0].removeprefix("+"), gains[1]


# ---------------------------------------------------------------- Roll When You Need: 5s and 6s


def any_of(dice: int) -> Fraction:
    """Return the chance of a 5 or a 6 among some dice; also of a problem among disaster dice."""
    return 1 - Fraction(4, 6) ** max(dice, 0)


def at_least(dice: int, successes: int) -> Fraction:
    """Return the chance of so many successes among d10, which succeed from 6."""
    return Fraction(sum(comb(dice, won) for won in range(successes, dice + 1)), 2**dice)


def roll_when_you_need(table: Printed, sheet: Sheet, shown: Tables) -> Iterator[Check]:
    """Yield the chances of abilities, disaster dice, moves and purchases."""
    counts = "difficulty is successes" in " ".join(sheet.foot)
    for row in table.rows:
        for heading, texts in list(row.items()):
            words = heading.split()
            if not heading or not texts or not re.search(r"\d", heading + "0") or heading in ("Dice", "Difficulty"):
                continue
            if table.name == "abilities":
                dice = int(row["Dice"][0])
                if counts:
                    yield texts[0], at_least(dice, int(words[-1].rstrip("+")))
                else:
                    yield (
                        texts[-1 if words[-1][0].isdigit() else 0],
                        (any_of(int(words[-1].rstrip("+")) - dice) if words[-1][0].isdigit() else any_of(dice)),
                    )
            elif table.name == "moves":
                dice = int(re.search(r"\d", heading)[0])  # type: ignore[index]
                yield texts[0], any_of(int(row["Difficulty"][0]) - dice) if row["Difficulty"] else any_of(dice)
            elif table.name == "means" and texts[0].endswith("%"):
                rating = {name: int(number) for name, number, _ in sheet.highlights}[row[""][0].split()[0]]
                cost = int(heading.split("–")[-1])
                won = at_least(rating, 1) if counts else any_of(rating)
                lost = (1 - Fraction(1, 2) ** (cost - rating)) if counts else any_of(cost - rating)
                yield texts[0], won
                if len(texts) > 1:
                    yield texts[1].removeprefix("risk "), lost


ODDS = {
    "facade": facade,
    "five-by-five": five_by_five,
    "five-plus": five_plus,
    "gamocles": gamocles,
    "roll-when-you-need": roll_when_you_need,
}
OTHER = {"armor", "card", "ledger", "loads", "healing", "qualities", "experience", "opposition", "best-skills"}
"""The tables without odds, and one that repeats another."""


@pytest.mark.parametrize("game", ODDS)
def test_every_printed_chance_is_right(game: str) -> None:
    """On every ready-made character; a table with numbers that nothing here computes again is an error."""
    checked = 0
    for preset in some(ready_made.presets(game), 4):
        sheet = sheet_of(preset.path)
        shown_tables = tables(sheet)
        for table in shown_tables.values():
            if table.name in OTHER or table.name.startswith("pillar-"):
                continue
            checks = list(ODDS[game](table, sheet, shown_tables))
            assert checks, (preset.path.name, table.name)
            for shown, value in checks:
                assert agrees(shown, value), (preset.path.name, table.name, shown, float(value))
            checked += len(checks)
    assert checked > 50


# ---------------------------------------------------------------- sliders


def slid(game: str, sheet: Sheet, shown: Tables, name: str, step: str) -> Iterator[Fraction | float]:
    """Yield the chances of a line beside a slider, column by column; ``step``: the position, as it is written there."""
    notch = int(step.split()[0].replace("−", "-"))
    if game == "facade":
        block = sheet.block(f"pillar-{name.lower()}")
        total = block.rows[0][0] if isinstance(block, Table) else name
        trait = int(total.text if isinstance(total, Label) else str(total))
        yield reached(trait, notch)
        yield reached(trait, notch - 2) - reached(trait, notch)
        yield chance(thrown((*dice_of(trait), 4)), lambda total: total >= notch)
    elif game == "five-by-five":
        value = LADDER[min(max(LADDER.index(_value(_line(shown["descriptors"], name))) + notch, 0), len(LADDER) - 1)]
        yield rolled(value)
        yield rolled(value, token=True)
    elif game == "five-plus":
        resistances = {label: number for label, number, _ in sheet.highlights}
        span = resistances[name] if name in resistances else _line(shown["skills"], name)["Range"][0]
        low, _, high = span.replace("−", "-").partition("–")
        yield from (Fraction(len(inside(5 + rank, int(high or low) + notch)), 36) for rank in range(3))
    elif game == "gamocles":
        for wanted in (range(notch, 202), range(notch + 15, 202), range(-9, notch - 14)):
            yield sum(share for total, share in pool(name).items() if total in wanted)
    else:
        dice = int(name.split()[-1])
        trouble = any_of(notch - dice)
        yield any_of(dice) * (1 - trouble)
        yield trouble


def _line(table: Printed, name: str) -> Row:
    return next(row for row in table.rows if row[""][0] == name)


@pytest.mark.parametrize("game", ODDS)
def test_every_position_of_a_slider_is_right(game: str) -> None:
    """On the first ready-made character; that the page shows these numbers is tested in a browser."""
    sheet = sheet_of(concept(game))
    assert sheet.what_ifs
    shown = tables(sheet)
    for ask in sheet.what_ifs:
        for name, columns in ask.rows:
            for step, *chances in zip(ask.steps, *columns, strict=True):
                assert [*map(float, chances)] == pytest.approx([*map(float, slid(game, sheet, shown, name, step))]), (
                    name,
                    step,
                )
