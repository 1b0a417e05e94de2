"""Skills on the sheet: by what they roll, the best first; and as a tree, by what they are made of."""

from collections.abc import Iterable
from dataclasses import dataclass

from chargen.core.roll import signed, with_sign
from chargen.core.sheet import Cell, Chance, Place, Prose, Table
from chargen.games.facade import odds
from chargen.games.facade.character import Character, LearnedSkill, Total
from chargen.games.facade.rules import (
    AUTOMATIC_MINIMAL,
    AUTOMATIC_MINOR,
    MIDDLE_DIFFICULTY,
    STANDING_DIFFICULTIES,
    Rules,
)
from chargen.kit.tables import center, left, right, spread, table

MOST_BEST, BEST_TRAITS, FEW_TRAITS = 12, 3, 4
"""The most skills and traits of the table on the first page; of few traits, all skills are there (house default)."""
MOST_COLUMNS = 3
"""The most difficulties beside the one in the middle; the reference page has them all (house default)."""
MARK = "†"
"""What marks a skill whose category is the better roll."""


def reached(trait: int, difficulty: int, *, bar: bool = False) -> Chance:
    """Return the chance to reach a difficulty, with what to roll for it."""
    return Chance(odds.chance(trait, difficulty), bar=bar, help=odds.asked(trait, difficulty))


@dataclass(frozen=True, slots=True)
class Alike:
    """Skills that are rolled alike."""

    trait: int | None
    """None where they name no attribute."""
    adds: int
    """What they add to any attribute they are rolled with."""
    names: tuple[str, ...]
    """Those whose category is the better roll are marked."""


def _alike(skills: Iterable[LearnedSkill], character: Character) -> list[Alike]:
    """Skills by trait, the highest first; those without an attribute by what they add, and last."""
    groups: dict[tuple[int | None, int], list[str]] = {}
    for skill in skills:
        total = character.trait(skill)
        key = (None, skill.adds) if total is None else (total.value, 0)
        is_marked = total is not None and _is_better_by_category(total, character)
        groups.setdefault(key, []).append(skill.name + (MARK if is_marked else ""))
    ordered = sorted(groups, key=lambda key: (key[0] is None, -(key[0] or 0), -key[1]))
    return [Alike(*key, tuple(groups[key])) for key in ordered]


def are_few(character: Character) -> bool:
    """Return whether all skills are rolled in so few ways that they have room on the first page."""
    return len(_alike(character.leaves, character)) <= FEW_TRAITS


def best(character: Character, place: Place = "across") -> Table | None:
    """Return the best skills that are no attack and no defence; None where there are none."""
    shown = {attack.skill.path for attack in character.chief_attacks if attack.skill is not None}
    shown |= {skill.path for skill, _ in character.defenses}
    groups, room = _alike((skill for skill in character.leaves if skill.path not in shown), character), MOST_BEST
    middle, rows = MIDDLE_DIFFICULTY, []
    for group in groups[:BEST_TRAITS]:
        if group.trait is not None and room > 0:
            rest = len(group.names) - room
            more = (f"{rest} more",) if rest > 1 else group.names[room:]
            rows.append((group.trait, (*group.names[:room], *more)))
            room -= len(group.names)
    columns = (
        (left("", 8), lambda row: str(row[0])),
        (left("", 23 if place == "across" else 34), lambda row: odds.roll_text(row[0])),
        (right(f"Against {middle}", 17), lambda row: reached(row[0], middle)),
        (left("Skills", 138), lambda row: ", ".join(row[1])),
    )
    return table("best-skills", "Best skills", rows, *columns, place=place) if rows else None


def traits(character: Character) -> list[int]:
    """Return the traits of all skills that name an attribute, in the order of the rows of `by_trait`."""
    return [group.trait for group in _alike(character.leaves, character) if group.trait is not None]


def by_trait(character: Character) -> Table | None:
    """Return all skills by trait, the best first; None where there are none."""
    rules, groups = character.rules, _alike(character.leaves, character)
    if not groups:
        return None
    others = [difficulty for difficulty in STANDING_DIFFICULTIES if difficulty != MIDDLE_DIFFICULTY]
    sure = (
        right("Sure", 13, f"the trait less {AUTOMATIC_MINIMAL}, and less {AUTOMATIC_MINOR}"),
        lambda group: _sure(group.trait),
    )
    return table(
        "skills",
        "Skills",
        groups,
        (
            center("", 8, "attribute, broad skill, focus, specialty and modifiers"),
            lambda group: f"+{group.adds}" if group.trait is None else signed(group.trait),
        ),
        (left("", 22), lambda group: "any attribute" if group.trait is None else odds.roll_text(group.trait)),
        (left(f"Against {MIDDLE_DIFFICULTY}", 44), _reached_in_the_middle),
        *spread(
            sorted(others)[-MOST_COLUMNS:],
            (
                lambda difficulty: right(str(difficulty), 10, f"chance against difficulty {difficulty}"),
                lambda difficulty, group: None if group.trait is None else reached(group.trait, difficulty),
            ),
        ),
        *([sure] if rules.automatic_success else []),
        (left("Skills", 69), lambda group: ", ".join(group.names)),
        caption=" ".join(filter(None, (_sure_caption(rules), _category_caption(groups)))),
    )


def _reached_in_the_middle(group: Alike) -> Cell:
    return None if group.trait is None else reached(group.trait, MIDDLE_DIFFICULTY, bar=True)


def _sure(trait: int | None) -> str:
    """Return the highest difficulties of an automatic minimal and of an automatic minor success."""
    highest = (odds.automatic(trait or 0, by) for by in (AUTOMATIC_MINIMAL, AUTOMATIC_MINOR))
    return "/".join(str(difficulty) for difficulty in highest if difficulty is not None)


def _sure_caption(rules: Rules) -> str:
    if not rules.automatic_success:
        return ""
    return (
        "Sure: where no one opposes it, a minimal success needs no roll up to the first difficulty, a minor one up to "
        "the second."
    )


def _category_caption(groups: list[Alike]) -> str:
    if not any(name.endswith(MARK) for group in groups for name in group.names):
        return ""
    return (
        f"{MARK} Against {MIDDLE_DIFFICULTY}, rolling the whole category is better, though the difficulty rises "
        "by the difference."
    )


def _is_better_by_category(total: Total, character: Character) -> bool:
    """Whether the category is the better roll against the difficulty in the middle."""
    category, middle = character.total(total.category).value, MIDDLE_DIFFICULTY
    return (odds.by_category(category, total.value, middle) or 0) > odds.chance(total.value, middle)


def tree(character: Character) -> Prose | None:
    """Return the tree of skills with all levels, a broad skill with what is inside it at a time; None without any."""
    sums: dict[tuple[str, ...], int] = {(): 0}
    by_parent: dict[tuple[str, ...], list[LearnedSkill]] = {}
    for skill in character.skills:
        sums[skill.path] = skill.adds
        by_parent.setdefault(skill.path[:-1], []).append(skill)

    def written(skill: LearnedSkill, above: str | None) -> str:
        """Return a skill with its level, what modifiers add, and its attribute where that is another than above it."""
        own = f"{skill.name} {skill.level}" + (f"/{skill.points:g}" if skill.points is not None else "")
        more = sums[skill.path] - sums[skill.path[:-1]] - skill.level
        attribute = skill.attribute
        with_what = f" ({attribute.capitalize()})" if attribute and attribute != above else ""
        return own + (f" {with_sign(more)}" if more else "") + with_what

    def inside(skill: LearnedSkill, between: str) -> str:
        texts = []
        for child in by_parent.get(skill.path, ()):
            deeper = inside(child, ", ")
            texts.append(written(child, skill.attribute) + (f": {deeper}" if deeper else ""))
        return between.join(texts)

    items = tuple((written(broad, None), inside(broad, "; ")) for broad in by_parent.get((), ()))
    held = " 4/3 is level 4, with 3 SP in it." if character.rules.cascade else ""
    return (
        Prose(
            name="skill-tree",
            title="What skills are made of",
            text=f"A trait is the attribute plus the levels of broad skill, focus and specialty.{held}",
            items=items,
        )
        if items
        else None
    )
