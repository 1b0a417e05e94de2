"""The sheet's tree of skills, with dice and chances."""

from chargen.core.roll import signed
from chargen.core.sheet import Cell, Chance, Table
from chargen.systems.facade import odds
from chargen.systems.facade.character import (
    Character,
    Total,
)
from chargen.systems.facade.columns import column
from chargen.systems.facade.rules import Rules

ROOM_FOR_BARS = 14
"""Up to so many skills have a bar each; more stand closer (ours)."""


EXAMPLE = 17
"""The trait whose automatic successes explain the column Sure."""
MOST_COLUMNS = 4
"""So many difficulties fit beside a skill; the dice chart has them all (ours)."""


def skills(character: Character, rules: Rules) -> Table | None:
    """The tree, read from a specialty towards its broad skill: each row is the sum that makes a trait."""
    difficulties = tuple(dict.fromkeys(rules.standing_difficulties))
    middle = difficulties[len(difficulties) // 2]
    leaves = character.leaves
    if not leaves:
        return None
    bars = len(leaves) <= ROOM_FOR_BARS
    shown = [each for each in difficulties if not bars or each != middle]
    shown = shown[1:] if len(shown) > MOST_COLUMNS else shown
    shown = shown[len(shown) // 2 - 1 : len(shown) // 2 + 1] if bars and len(shown) > 2 else shown
    levels = {each.path: each.level for each in character.skills}
    seen: set[tuple[str, ...]] = set()
    rows: list[tuple[Cell, ...]] = []
    for known in leaves:
        above = []
        for depth, rank in ((2, "focus"), (1, "broad skill")):
            parent = known.path[:depth]
            if len(known.path) == depth:
                above.append(f"({rank})")
            elif len(known.path) > depth and parent not in seen:
                above.append(f"{parent[-1]} {levels.get(parent, 0)}")
            else:
                above.append("")
            seen.add(parent)
        points = f" / {known.points:g}" if known.points is not None else ""
        total = known.total
        rows.append(
            (
                f"{known.name} {known.level}{points}",
                *above,
                *(
                    _rolled(total, character, shown, middle if bars else None, rules)
                    if total
                    else [None] * (len(shown) + 5 + bars)
                ),
            )
        )
    return Table(
        name="skills",
        title="Skills",
        columns=(
            column("", 22, left=True),
            column("+ focus", 17, left=True),
            column("+ broad skill", 17, left=True),
            column("+ attribute", 17, left=True),
            column("Trait", 8 if bars else 6, "attribute, broad skill, focus, specialty and modifiers", big=bars),
            column("Dice", 18 if bars else 16, left=True),
            *([column(f"Against {middle}", 24, left=True)] if bars else []),
            *(column(str(each), 8, f"chance against difficulty {each}") for each in shown),
            column("Sure", 8, "the highest difficulties of an automatic minimal and minor success"),
            column("Cat.", 7, "against these difficulties the category has the better chance, at its price"),
        ),
        rows=tuple(rows),
        caption=_skill_caption(rules),
    )


def _skill_caption(rules: Rules) -> str:
    minimal, minor = (EXAMPLE - above for above in (rules.automatic_minimal, rules.automatic_minor))
    sure = (
        f"Sure {minimal}/{minor}: unopposed, difficulties to {minimal} are a minimal success without a roll, "
        f"those to {minor} a minor one. "
        if rules.automatic_success
        else ""
    )
    held = "4 / 3: level 4, and 3 SP invested. " if rules.cascade else ""
    return f"{held}{sure}Cat.: there the category is the better roll, though the difficulty rises by the difference."


def _rolled(
    total: Total, character: Character, difficulties: list[int], barred: int | None, rules: Rules
) -> list[Cell]:
    """The cells of a skill that come after its tree."""
    name = (total.attribute or "").capitalize()
    own = sum(amount for each, amount in total.addends if each == name)
    others = _changing(character)
    change = sum(amount for each, amount in total.addends if each in others)
    return [
        f"{name} {own}" + (f" {'+' if change > 0 else '−'} {abs(change)}" if change else ""),
        signed(total.value),
        odds.roll_text(total.value),
        *([_chance(total.value, barred, bar=True)] if barred is not None else []),
        *(_chance(total.value, each) for each in difficulties),
        _sure(total.value, rules),
        _better_by_category(total, character, tuple(dict.fromkeys(rules.standing_difficulties))),
    ]


def _chance(trait: int, difficulty: int, *, bar: bool = False) -> Chance:
    return Chance(odds.chance(trait, difficulty), bar=bar, help=odds.asked(trait, difficulty))


def _changing(character: Character) -> set[str]:
    """The modifiers and pieces of armour that change trait totals."""
    return {each.name for each in character.modifiers} | {piece.name for piece in character.armor}


def _sure(trait: int, rules: Rules) -> str:
    if not rules.automatic_success:
        return ""
    minimal = odds.automatic(trait, rules.automatic_minimal)
    minor = odds.automatic(trait, rules.automatic_minor)
    return "/".join(str(each) for each in (minimal, minor) if each is not None)


def _better_by_category(total: Total, character: Character, difficulties: tuple[int, ...]) -> str:
    category = character.total(total.category).value
    ordered = sorted(difficulties)
    better = []
    for each in ordered:
        instead = odds.by_category(category, total.value, each)
        if instead is not None and instead > odds.chance(total.value, each):
            better.append(each)
    if not better:
        return ""
    if better == ordered[-len(better) :]:
        return "all" if len(better) == len(ordered) else f"{better[0]}+"
    return ", ".join(map(str, better))
