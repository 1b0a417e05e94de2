"""Every number of odds that a page prints, and every position of its sliders, against the words printed beside it.

The page is read as HTML. What to roll is taken from a line's own words, and its chance from the game's odds, which the
tests of the games hold against all throws.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from chargen import checking, ready_made
from chargen.games.facade import odds as facade_odds
from chargen.games.five_by_five import odds as five_by_five_odds
from chargen.games.gamocles.odds import Pool
from chargen.games.roll_when_you_need.odds import Pool as DicePool
from chargen.page.sheet import Facts, Label, Sheet, Table
from chargen.render import page
from chargen.render.theme import PLAIN
from tests.characters import concept
from tests.render.looking import parse_html
from tests.scale import some
from tests.sheets import filling

Row = dict[str, list[str]]
"""The texts of each cell by its heading; the name of a row is at ``""``."""
Check = tuple[str, Fraction | float]
"""A printed number, and what it has to be: a chance as a fraction, anything else as a decimal number."""


@dataclass
class Printed:
    """A table as it is read from a page."""

    name: str
    title: str
    heads: list[str]
    rows: list[Row]
    """The rows that have a name."""


@dataclass
class Page:
    """The tables with headings of a page, by their names, and the sheet and rules that it was made from."""

    sheet: Sheet
    rules: Any
    tables: dict[str, Printed]

    def line(self, table: str, name: str) -> Row:
        return next(row for row in self.tables[table].rows if row[""][0] == name)


def pieces(element: Element) -> Iterator[str]:
    """Yield the texts of a cell that have an element of their own; blanks and minus signs are as on a keyboard."""
    if element.tag != "svg":
        for text in (element.text, *(part for child in element for part in (*pieces(child), child.tail))):
            if plain := re.sub(r"[\s\u202f]+", " ", text or "").replace("−", "-").strip():
                yield plain


def read(path: Path) -> Page:
    checked = filling.checked(path)
    sheet = checking.make_sheet(checked)
    tables = {}
    for section in parse_html(page.document(sheet, page.body(sheet, PLAIN))).iterfind(".//section[@data-table]"):
        name = section.attrib["data-table"]
        heads = [" ".join(pieces(cell)) for cell in section.iterfind(".//thead/tr/*")]
        cells = [[[*pieces(cell)] for cell in row] for row in section.iterfind(".//tbody/tr")]
        rows = [dict(zip(heads, row, strict=True)) | {"": row[0]} for row in cells if heads and row[0]]
        title = " ".join(piece for heading in section.iter("h2") for piece in pieces(heading))
        if heads:
            tables[name] = Printed(name, title, heads, rows)
    return Page(sheet, checked.rules, tables)


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


# ---------------------------------------------------------------- Façade: dice of a trait, added


def facade(table: Printed, shown: Page) -> Iterator[Check]:
    """Yield the chances of attacks, defences and skills."""
    for row in table.rows:
        trait = int((row.get("Trait") or row[""])[0].split()[0]) if row.get("Trait", [""]) else 0
        for heading, texts in row.items():
            if difficulty := re.fullmatch(r"(?:Against |Hits Action )?(\d+)", heading):
                if texts:
                    yield texts[0], facade_odds.chance(trait, int(difficulty[1]))
            elif heading == "Sure" and texts:
                sure = (float(trait - less) for less in (3, 7))
                yield from zip(texts[0].split("/"), sure, strict=False)


# ---------------------------------------------------------------- Five by Five: two dice, multiplied


def five_by_five(table: Printed, shown: Page) -> Iterator[Check]:
    """Yield the chances of descriptors and actions, shifted ones, and average damage."""
    rolled, damage = five_by_five_odds.chance, five_by_five_odds.mean_damage
    facts = shown.sheet.block("aspects")
    aspects = {
        name.lower(): int(value.strip(")").partition("(")[2].replace("−", "-") or 0)
        for name, value in (facts.facts if isinstance(facts, Facts) else ())
    }

    def moved(name: str, by: int) -> int | None:
        return five_by_five_odds.shift_value(value_of(shown.line("descriptors", name)), by, shown.rules)

    def steps(name: str) -> int:
        """Return the shift by the aspect that a descriptor is rolled with."""
        return sum(aspects.get(word, 0) for word in " ".join(shown.line("descriptors", name)[""][1:]).split())

    values = {row[""][0]: moved(row[""][0], steps(row[""][0])) for row in shown.tables["descriptors"].rows}
    for row in table.rows:
        name = row[""]
        cells = [(head, texts[0]) for head, texts in list(row.items())[1:] if head]
        if table.name == "odds":
            first = next(known for known in values if name[0].startswith(known))
            for head, text in cells:
                yield text, rolled(moved(first, steps(first) + int(head.split()[0])), token="†" in head)
        else:
            value = values[name[0] if table.name == "descriptors" else name[-1]]
            yield row["Chance"][0], rolled(value)
            yield row["With token"][0], rolled(value, token=True)
            for aspect, shift in aspects.items():
                if seen := row.get(aspect[:3].capitalize()):
                    yield seen[0], rolled(moved(name[0], shift))
            if table.name == "actions" and len(row["Does"]) > 1:
                yield row["Does"][1].split()[1], float(damage(int(row["Does"][0].partition("+")[2] or 0), 0))


def value_of(row: Row) -> int:
    advanced = re.search(r"rolls as (-?\d+)", " ".join(row[""]))
    return int(advanced[1] if advanced else row["Value"][0])


# ---------------------------------------------------------------- 5+: two dice, in a range

PAIRS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


def inside(low: int, high: int) -> list[tuple[int, int]]:
    return [pair for pair in PAIRS if low <= sum(pair) <= high]


def span(text: str) -> tuple[int, int]:
    low, _, high = text.replace("–", "-").partition("-")
    return int(low), int(high or low)


def until(needed: int, shares: tuple[Fraction, ...]) -> float:
    """Return the average number of rolls to collect some successes, of which a roll has none, one, two …"""
    rolls = [Fraction(0)]
    for left in range(1, needed + 1):
        gained = sum((share * rolls[max(left - won, 0)] for won, share in enumerate(shares) if won), Fraction(0))
        rolls.append((1 + gained) / (1 - shares[0]))
    return float(rolls[-1])


def five_plus(table: Printed, shown: Page) -> Iterator[Check]:
    """Yield chances in ranges, of doubles and of successes, and how many rolls a challenge takes."""
    skills = {row[""][0]: row for row in shown.tables["skills"].rows} if "skills" in shown.tables else {}
    ranges = {label: number for label, number, _ in shown.sheet.highlights}
    ranges |= {name: row["Range"][0] for name, row in skills.items()}
    for row in table.rows:
        name = row[""][0]
        text = name if table.name == "odds" else (row.get("Range") or [ranges.get(name, "none")])[0]
        if table.name == "opposition" or text == "none":
            continue
        first, last = span(text)
        wins = inside(first, last)
        won = tuple(Fraction(sum(min(pair) == number for pair in wins), 36) for number in range(1, 7))
        shares = (1 - sum(won, Fraction(0)), *won)
        level_up = re.search(r"\d+", " ".join(row.get("Level up", [])[:1]))
        for heading, texts in row.items():
            text = texts[0] if texts else ""
            if not text or heading in ("", table.heads[0], "Range", "Level", "Mark"):
                continue
            if heading == "Chance":
                yield text, Fraction(len(wins), 36)
            elif heading.startswith("rank"):
                yield text, Fraction(len(inside(first + int(heading.split()[1]), last)), 36)
            elif heading in ("average", "Successes"):
                yield text, float(sum(number * share for number, share in enumerate(shares)))
            elif heading == "weakness":
                yield text, sum(map(max, wins)) / 36
            elif heading.startswith("to "):
                yield text, until(int(heading.split()[1]), shares)
            elif heading == "Rolls" and text != "never":
                yield text, until(int(shown.sheet.highlights[2][1]), shares)
            elif len(texts) > 1 and level_up and heading == "Level up":
                yield texts[1], Fraction(7 - int(level_up[0]), 36)
            elif len(texts) > 1:  # with one or three actions in the turn
                assert span(text) == (first, last + int(heading.split()[1]))
                yield texts[1], Fraction(len(inside(*span(text))), 36)


# ---------------------------------------------------------------- Gamocles: the best of some d10, each 10 once more


def pool(text: str) -> Pool:
    """Return the dice of a text such as 10k5+4."""
    call = Pool.read(text)
    assert call is not None
    return call.thrown


def gamocles(table: Printed, shown: Page) -> Iterator[Check]:
    """Yield the chance of each check, and of each pool against target numbers."""
    matrix = shown.tables["matrix"]
    target = int(matrix.title.split()[-1])
    traits = {name: int(texts[0]) for name, texts in matrix.rows[0].items() if name}

    for row in table.rows:
        name = row[""]
        for heading, texts in list(row.items()):
            text = texts[0] if texts else ""
            if table.name == "matrix" and heading in traits and len(texts) > 1:
                yield texts[1], pool(text).success(target)
                assert pool(text) == Pool.check(traits[heading], int(name[0].split()[-1])).thrown
            elif table.name.endswith("-rating") and heading.startswith("TN"):
                yield text, pool(texts[1].split()[-1]).success(target)
            elif table.name == "pools" and heading.startswith("TN"):
                yield text, pool(row["Pool"][0]).success(target)
            elif table.name == "odds" and heading not in ("", "Roll", "for"):
                dice = pool(name[0])
                if heading.startswith("TN"):
                    yield text, dice.success(int(heading[3:]))
                elif heading in ("average", "±"):
                    mean = dice.total.mean()
                    off = sum((total - mean) ** 2 * chance for total, chance in dice.total)
                    yield text, float(mean) if heading == "average" else sqrt(off)
                else:
                    yield text, dice.against(target)[heading]


# ---------------------------------------------------------------- Roll When You Need: 5s and 6s


def roll_when_you_need(table: Printed, shown: Page) -> Iterator[Check]:
    """Yield the chances of abilities, disaster dice, moves and purchases."""
    rules = shown.rules

    def any_of(dice: int) -> Fraction:
        """Return the chance of a success among some dice; also of a problem among disaster dice."""
        return DicePool.of(dice, rules).successes.at_least(1)

    for row in table.rows:
        for heading, texts in list(row.items()):
            words = heading.split()
            if not heading or not texts or heading in ("Dice", "Difficulty"):
                continue
            if table.name == "abilities":
                dice, last = int(row["Dice"][0]), words[-1].rstrip("+")
                if rules.difficulty_is_successes:
                    yield texts[0], DicePool.of(dice, rules).successes.at_least(int(last))
                elif last.isdigit():
                    yield texts[-1], any_of(int(last) - dice)
                else:
                    yield texts[0], any_of(dice)
            elif table.name == "moves":
                dice = int(re.search(r"\d", heading)[0])  # type: ignore[index]
                yield texts[0], any_of(int(row["Difficulty"][0]) - dice) if row["Difficulty"] else any_of(dice)
            elif table.name == "means" and texts[0].endswith("%"):
                rating = {name: int(number) for name, number, _ in shown.sheet.highlights}[row[""][0].split()[0]]
                yield texts[0], any_of(rating)
                if len(texts) > 1:
                    yield texts[1].removeprefix("risk "), any_of(int(heading.split("–")[-1]) - rating)


ODDS = {
    "facade": facade,
    "five-by-five": five_by_five,
    "five-plus": five_plus,
    "gamocles": gamocles,
    "roll-when-you-need": roll_when_you_need,
}
OTHER = {"armor", "card", "ledger", "qualities", "experience", "opposition", "best-skills"}
"""The tables without odds, and one that repeats another."""


@pytest.mark.parametrize("game", ODDS)
def test_every_printed_chance_is_right(game: str) -> None:
    """On every ready-made character; a table with numbers that nothing here computes again is an error."""
    checked = 0
    for preset in some(ready_made.presets(game), 4):
        shown = read(preset.path)
        for table in shown.tables.values():
            if table.name in OTHER or table.name.startswith("pillar-"):
                continue
            checks = list(ODDS[game](table, shown))
            assert checks, (preset.key, table.name)
            for text, value in checks:
                assert agrees(text, value), (preset.key, table.name, text, float(value))
            checked += len(checks)
    assert checked > 50


# ---------------------------------------------------------------- sliders


def slid(game: str, shown: Page, name: str, notch: int) -> Iterator[Fraction]:
    """Yield the chances of a line beside a slider, column by column, at the number that is written at a position."""
    if game == "facade":
        block = shown.sheet.block(f"pillar-{name.lower()}")
        total = block.rows[0][0] if isinstance(block, Table) else name
        trait = int(total.text if isinstance(total, Label) else str(total))
        yield facade_odds.chance(trait, notch)
        yield facade_odds.chance(trait, notch - 2) - facade_odds.chance(trait, notch)
        yield facade_odds.chance(trait, notch, stunts=1)
    elif game == "five-by-five":
        value = five_by_five_odds.shift_value(value_of(shown.line("descriptors", name)), notch, shown.rules)
        yield five_by_five_odds.chance(value)
        yield five_by_five_odds.chance(value, token=True)
    elif game == "five-plus":
        resistances = {label: number for label, number, _ in shown.sheet.highlights}
        _, high = span(resistances.get(name) or shown.line("skills", name)["Range"][0])
        yield from (Fraction(len(inside(5 + rank, high + notch)), 36) for rank in range(3))
    elif game == "gamocles":
        yield from pool(name).against(notch).values()
    else:
        dice = int(name.split()[-1])
        trouble = DicePool.of(notch - dice, shown.rules).successes.at_least(1)
        yield DicePool.of(dice, shown.rules).successes.at_least(1) * (1 - trouble)
        yield trouble


@pytest.mark.parametrize("game", ODDS)
def test_every_position_of_a_slider_is_right(game: str) -> None:
    """On the first ready-made character; that the page shows these numbers is tested in a browser."""
    shown = read(concept(game))
    assert shown.sheet.what_ifs
    for ask in shown.sheet.what_ifs:
        for name, columns in ask.rows:
            for step, *chances in zip(ask.steps, *columns, strict=True):
                notch = int(step.split()[0].replace("−", "-"))
                assert chances == [*slid(game, shown, name, notch)], (name, step)
