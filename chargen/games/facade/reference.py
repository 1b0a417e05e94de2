"""Make the reference page of a table, and the explanations of rolls, which sheets and cards print too.

The texts are in ``texts.yaml``.
"""

from collections.abc import Iterator, Sequence

from chargen.games.facade import odds
from chargen.games.facade import rules as book
from chargen.games.facade.budget import format_points, granted_points
from chargen.games.facade.concept import Concept
from chargen.games.facade.rules import Rules
from chargen.games.facade.skills import HIGHEST
from chargen.games.facade.tables import UnarmedAttack
from chargen.kit.tables import center, left, right, spread, table
from chargen.kit.texts import fill_texts, read_texts
from chargen.page.sheet import Block, Cell, Chance, Prose, Table

ON_A_SHEET = ("A task", "Pools", "Rest", "Passive contest", "Together", "Attack")
"""The headings of the explanations on a sheet; the reference page has the rest."""
ON_A_BLANK = ("A task", "Pools", "Attack")  # The same on a blank sheet, which needs the room
ON_A_CARD = ("A task", "Against an opponent", "Stunts", "Turns", "Attack", "Defense", "Harm", "Wounds", "Limits")
"""The headings of the explanations on a card: what two rounds of a fight need."""
ON_THE_PAGE = (
    *ON_A_CARD[:-1], "Sure", "Passive contest", "Without a skill", "Together", "Passion", "Rest", "Running", "Lifting",
    "Healing", "Pain",
)  # fmt: skip
"""The headings on the reference page, where a table explains the limit pools."""
AVERAGE = 3  # The average attribute of a human (part 2)


def how(rules: Rules, headings: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the explanations with some headings, a heading and a text each."""
    options = {"automatic_success": rules.automatic_success, "stunts": rules.stunts, rules.combat: True, "": True}
    entries = (entry for entry in read_texts(__file__)["how"] if entry["heading"] in headings)
    return tuple(
        (entry["heading"], entry["text"].format(book=book, odds=odds))
        for entry in entries
        if options.get(entry.get("when", ""))
    )


def how_to_make(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the steps of making a character, a heading and a text each, with the points of these rules."""
    granted, buys = granted_points(Concept(), rules), book.BUYS[rules.creation]
    return fill_texts(__file__, "make", **granted, buys=buys, rules=rules, average=AVERAGE, most=HIGHEST)


def prices(rules: Rules) -> Table:
    """Return the price of each level of everything that is bought at creation."""
    skill_costs = book.CASCADE_SKILL_COSTS if rules.cascade else book.STANDARD_SKILL_COSTS
    rows: list[tuple[str, Sequence[float]]] = [("Attribute, AP", rules.attribute_costs[1:])]
    rows += [(f"{height.capitalize()} skill, SP", costs[1:]) for height, costs in skill_costs.items()]
    # A standard background costs as much as a modifier of the same class and level.
    rows += [
        (f"{name.capitalize()} modifier, AP, or background, BP", costs[1:])
        for name, costs in book.MODIFIER_COSTS.items()
    ]
    levels = range(1, max(len(costs) for _, costs in rows) + 1)
    return table(
        "prices",
        "Prices",
        rows,
        (left("", 62), lambda row: row[0]),
        *spread(
            levels,
            lambda level: right(f"to {level}", 9),
            lambda level, row: format_points(row[1][level - 1]) if level <= len(row[1]) else "",
        ),
        game=True,
        together=True,
        caption="The price of a level from 0 on. Exponential backgrounds cost more, individual ones what the GM says.",
    )


def make_reference_page(rules: Rules) -> Iterator[Block]:
    """Yield the blocks of the reference page, from top to bottom."""
    yield table(
        "dice",
        "Dice",
        range(1, len(odds.TRAIT_NAMES) + 1),
        (center("Trait", 8), str),
        (left("Trait or difficulty", 18), odds.trait_name),
        (left("Dice", 15), odds.roll_text),
        (
            right("own", 7, "chance against a difficulty of the same rating"),
            lambda trait: Chance(odds.chance(trait, trait)),
        ),
        *spread(
            book.STANDING_DIFFICULTIES,
            lambda difficulty: right(str(difficulty), 7),
            lambda difficulty, trait: Chance(odds.chance(trait, difficulty)),
        ),
        *spread(
            range(1, odds.MOST_STUNTS + 1) if rules.stunts else (),
            lambda stunts: right(f"+{stunts}d4", 7, "own rating, with stunt dice"),
            lambda stunts, trait: Chance(odds.chance(trait, trait, stunts)),
        ),
        game=True,
        caption="Own: against a difficulty equal to the trait. Further on: 19 is 3d10 + 1d8, and so forth.",
        reference=True,
    )
    yield _success_levels(rules)
    texts = read_texts(__file__)
    yield table(
        "limits",
        "Limit pools",
        book.LIMIT_POOLS.items(),
        (left("", 16), lambda pool: pool[1].capitalize()),
        (left("Counts from", 12), lambda pool: pool[0].capitalize()),
        (left("At twice that", 30), lambda pool: texts["at_double"][pool[1]]),
        (left("Beyond", 42), lambda pool: texts["beyond"].get(pool[1], "")),
        labels="game",
        game=True,
        caption="A failed roll adds 1 to the pool of its category. From where it counts, the pool is the least "
        f"difficulty of every such roll. {' and '.join(map(str.capitalize, book.EXTENDED_BY_WILL))} go on for as many "
        "levels as there is Will, at 1 Exhaustion a roll.",
        reference=True,
    )
    yield _unarmed(rules)
    yield Prose(name="in-full", title="How to roll", items=how(rules, ON_THE_PAGE), game=True, reference=True)


def _success_levels(rules: Rules) -> Table:
    rows: list[tuple[str, int | None, str]] = [(f"under by {odds.NEAR + 1} or more", None, odds.COMPLETE_FAILURE)]
    rows.append((f"under by 1 or {odds.NEAR}", None, odds.NEAR_MISS))
    for level, name in enumerate(odds.SUCCESS_LEVELS):
        low, is_last = level * odds.LEVEL_STEP, level == len(odds.SUCCESS_LEVELS) - 1
        rows.append((f"{low} or more" if is_last else f"{low} to {low + odds.LEVEL_STEP - 1}", level, name))
    softened = "need not fail completely" if rules.near_miss_softened else "is still a failure"
    # Simple combat knows no blows by success level and location (part 3).
    locations = () if rules.combat == "simple" else odds.HIT_LOCATIONS
    # From a level whose row has only heavy blows, no lesser one can be chosen: no punch can be pulled.
    light = {"", *odds.BLOWS[: odds.BLOWS.index("Full")]}
    heavy = next(level for level in range(len(odds.SUCCESS_LEVELS)) if not light & set(odds.HIT_TABLE[level]))
    blows = (
        "Scratch 1B · Glancing half damage, at least 1 · Full · Strong double · Savage triple (house default). "
        f"Or any lesser blow of the row, so that from level {heavy} none is less than Full. "
    )
    return table(
        "success-levels",
        "Success levels and blows" if locations else "Success levels",
        rows,
        (left("Margin", 16), lambda row: row[0]),
        (center("Level", 7), lambda row: "–" if row[1] is None else str(row[1])),
        (left("Success", 20), lambda row: row[2]),
        *spread(
            range(len(locations)),
            lambda place: left(locations[place].capitalize(), 11),
            lambda place, row: "" if row[2] == odds.COMPLETE_FAILURE else odds.HIT_TABLE[row[1]][place],
        ),
        game=True,
        caption=f"{blows if locations else ''}A near miss {softened}.",
        reference=True,
    )


def _unarmed(rules: Rules) -> Table:
    def damage(attack: UnarmedAttack) -> Cell:
        if attack.of_target:
            return "the target's Strength, B"
        strength = "half Strength" if attack.halved else "Strength"
        return strength + (f" {'+' if attack.add > 0 else '−'} {abs(attack.add)}" if attack.add else "") + ", B"

    return table(
        "unarmed",
        "Unarmed attacks",
        rules.unarmed_attacks,
        (left("", 20), lambda attack: attack.name),
        (left("Damage", 22), damage),
        (left("", 58), lambda attack: attack.remark),
        labels="game",
        game=True,
        reference=True,
    )
