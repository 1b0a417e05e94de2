"""Propose NPCs: levels by the lower of two dice, or by points if the table buys levels; pins are kept."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any

from chargen.game.identity_cache import cache_by_identity
from chargen.game.npc import NpcMaker, NpcSpec
from chargen.games.five_plus import creation
from chargen.games.five_plus import rules as book
from chargen.games.five_plus.concept import ALL, Concept
from chargen.games.five_plus.rules import PHYSICAL, Rules, clamp_level, cost, maximum
from chargen.games.five_plus.words import TraitWords, Words
from chargen.kit.allocation import raise_levels
from chargen.kit.npc import OFTEN, Selection, choose, draw_line, equip
from chargen.text.diagnostic import KeyPath
from chargen.text.names import fold

SKILLS = (5, 7)  # The smallest and largest number of skills of an NPC (house default); if some are pinned, the smallest
RESISTANCES = (2, 3)  # The same for resistances
THINGS = 3  # The number of items that an NPC carries (house default)
RARE = 4  # One NPC in this many has a skill of a rare group (house default)
TRAINED = 2  # The lowest rolled level of the skill that a trade lives by (house default)
RANKS = (0, 2)  # The lowest and highest rank of opponents (house default)
KEY_LEVELS = 6
"""The successes to win against an NPC, plus or minus a third: two key levels of 3 (house default)."""
DEFAULT_POINTS = 40
"""The points of an NPC if the table buys levels but sets no number (house default); pins may need more."""


@dataclass(slots=True, kw_only=True)
class Draft:
    """A skill or a resistance that may have no level yet."""

    section: str  # ``skills`` or ``resistances``
    name: str
    tier: int = 0
    level: int | None = None
    upper: int = 0  # The level in the tier above; 0 where none is open
    is_fixed: bool = False  # Whether it was pinned, with or without a level
    stated: dict[str, object] = field(default_factory=dict)  # The stated keys other than the level


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC; with a pinned card, an opponent that has only the pinned skills.

    The random method of the text is the lower of two dice. If the rules buy levels, random levels are bought one by one
    until no points are left.
    """
    pinned, words = spec.pinned, spec.words
    line, trade = draw_line(spec, words.trades, words.manners)
    # Names before levels: a level depends on the tier, and on whether the trade lives by it.
    drafts = _draft_pinned(pinned, words, rules)
    selection = Selection(random, words, filter(None, (*(draft.name for draft in drafts), trade)))
    brought: Sequence[str] = ()
    if pinned.opposition is None:
        brought = words.trades.get(trade, ())
        drafts = _complete(random, drafts, pinned, words, rules, brought)
        selection.add(*(draft.name for draft in drafts))
    method = rules.creation
    if method == "fixed" and "creation" not in pinned.rules.model_fields_set:
        is_rolled = all(draft.level is None for draft in drafts)
        method = "points" if pinned.rules.points is not None else "random" if is_rolled else "fixed"
    points = _draw_levels(random, drafts, method, rules, brought)
    sections = {
        section: {
            draft.name: {"level": draft.level, **draft.stated} if draft.is_fixed or draft.stated else draft.level
            for draft in drafts
            if draft.section == section
        }
        for section in ("skills", "resistances")
    }
    # An opponent without skills says nothing about how levels were made.
    stated = _write_rules(method, points, rules) if drafts or method == "points" else {}
    card = pinned.opposition
    drawn = _choose_opposition(random, words, selection.for_another_kind()) if card is not None else {}
    # Pinned actions decide what an opponent carries, as its skills do for a character.
    actions = (card.actions or drawn["actions"]) if card is not None else ()
    things = selection.for_another_kind()

    def others(number: int) -> list[str]:
        return things.choose(words.things, number) if card is None or spec.fixes("equipment") else []

    proposal = {
        "concept": line,
        "rules": stated,
        **sections,
        "equipment": equip(random, spec, words.comes_with, [*sections["skills"], *actions], others, THINGS),
    }
    if card is not None:
        return {**proposal, "opposition": drawn}
    return {**proposal, "traits": [_choose_trait(random, list(sections["skills"]), words)] if words.traits else []}


def _write_rules(method: str, points: int, rules: Rules) -> dict[str, object]:
    """Return the rules that the file of an NPC states: the method of creation, and the options of the table."""
    return {
        **({} if method == "fixed" else {"creation": method}),
        **({"points": points} if method == "points" else {}),
        **({"tier": rules.tier} if rules.tier and rules.tiers else {}),
        **({} if rules.tiers else {"tiers": False}),
        **({"groups": rules.groups} if rules.groups else {}),
    }


def _choose_trait(random: Random, skills: Sequence[str], words: Words) -> dict[str, object]:
    """Choose a trait that helps one of the skills, else any trait."""
    helpful = _find_helpful_traits(words)
    helps = [(trait, name) for name in skills for trait in helpful.get(fold(name), ())]
    trait, helped = random.choice(helps) if helps else (random.choice(words.traits), None)
    return {
        "name": trait.name,
        **({"effect": trait.effect} if trait.effect else {}),
        **({"bonus": {helped: 1}} if helped is not None else {}),
    }


@cache_by_identity(64)
def _find_helpful_traits(words: Words) -> Mapping[str, Sequence[TraitWords]]:
    """Return the traits that help each skill, by its folded name: traits that name the skill or its group."""
    helpful: dict[str, list[TraitWords]] = {}
    for trait in words.traits:
        for name in trait.skills or words.skills.get(trait.group, ()):
            helpful.setdefault(fold(name), []).append(trait)
    return helpful


def _choose_opposition(random: Random, words: Words, selection: Selection) -> dict[str, Any]:
    """Draw a card, with a goal and actions that go with what the opponent is, if there are any."""
    spread = KEY_LEVELS // 3
    return {
        "goal": (selection.choose(words.goals, 1) or choose(random, words.goals, 1))[0],
        "actions": selection.choose(words.deeds, 2) or choose(random, words.deeds, 2),
        "behaviour": random.choice(words.behaviours),
        "rank": random.randint(*RANKS),
        "successes": max(1, KEY_LEVELS + random.randint(-spread, spread)),
    }


def _draw_levels(random: Random, drafts: Sequence[Draft], method: str, rules: Rules, brought: Sequence[str]) -> int:
    """Set a level for each draft; return the points that were available."""
    opened = [draft for draft in drafts if draft.level is None]
    living = next((draft for draft in opened if fold(draft.name) in map(fold, brought[:1])), None)
    points = 0
    if method == "points":
        due = sum(cost(clamp_level(draft.level or 0)) + cost(clamp_level(draft.upper)) for draft in drafts)
        # A budget of the table is never exceeded: then pins that cost more are reported by the rules.
        points = max(DEFAULT_POINTS, due) if rules.points is None else rules.points
        tops = {place: maximum(draft.tier) - (draft.upper > 0) for place, draft in enumerate(opened)}
        levels, _ = raise_levels(random, dict.fromkeys(tops, 0), tops, points - due, price=lambda place, level: level)
        for place, draft in enumerate(opened):
            draft.level = levels[place]
    else:
        for draft in opened:
            draft.level = min(random.randint(1, book.LAST_FACE), random.randint(1, book.LAST_FACE))
        if living is not None:
            living.level = max(living.level or 0, TRAINED)
    # The skill that the trade lives by takes one of the two best levels.
    skills = [draft for draft in opened if draft.section == "skills"]
    if living in skills:
        better = random.choice(sorted(skills, key=lambda draft: -(draft.level or 0))[:2])
        if (better.level or 0) > (living.level or 0) and better.tier == living.tier:
            better.level, living.level = living.level, better.level
    return points


def _draft_pinned(pinned: Concept, words: Words, rules: Rules) -> list[Draft]:
    """Return drafts of the pinned skills and resistances, and of those that other pins name, in the tier they need."""
    tier = rules.tier if rules.tiers else 0
    drafts = [
        Draft(
            section=section,
            name=name,
            tier=levelled.tier_in(rules),
            level=levelled.level,
            upper=max(levelled.upper, 0) if rules.tiers else 0,
            is_fixed=True,
        )
        for (section, name), levelled in pinned.levelled()
    ]
    resistances = {fold(name) for name in (PHYSICAL, *words.resistances, *pinned.resistances)}
    for section, name, needed in _list_named(pinned, rules):
        alike = [draft for draft in drafts if fold(draft.name) == fold(name) and section in ("", draft.section)]
        if not alike:
            likely = "resistances" if fold(name) in resistances else "skills"
            alike = [Draft(section=section or likely, name=name, tier=tier)]
            drafts += alike
        for draft in alike:
            if rules.tiers and needed > draft.tier and not draft.is_fixed:
                draft.tier = draft.stated["tier"] = needed
    return drafts


def _list_named(pinned: Concept, rules: Rules) -> Iterator[tuple[str, str, int]]:
    """Yield what bonuses, abilities and equipment name: the section if it is clear, the name, and the tier needed."""
    groups = {*map(fold, rules.groups), fold(ALL), ""}
    named = [("", name, 0) for _, name, _ in creation.bonuses(pinned)]
    for ability in pinned.abilities:
        named += [("", ability.skill or "", ability.tier or 0), *(("resistances", name, 0) for name in ability.cost)]
    named += [("", gear.skill or "", gear.tier or 0) for gear in pinned.equipment]
    yield from (each for each in named if fold(each[1]) not in groups)


def _complete(
    random: Random, drafts: Sequence[Draft], pinned: Concept, words: Words, rules: Rules, brought: Sequence[str]
) -> list[Draft]:
    """Complete the drafts to a character with a skill in each group of the table."""
    taken = {*(fold(draft.name) for draft in drafts), ALL, ""}
    skills = [draft for draft in drafts if draft.section == "skills"]
    resistances = [draft for draft in drafts if draft.section == "resistances"]
    number = SKILLS[0] if pinned.skills else random.randint(*SKILLS)
    filled = {fold(skill.group) for skill in pinned.skills.values() if skill.group is not None}
    groups = [group for group in rules.groups if fold(group) not in filled]
    skills += _choose_skills(random, max(number - len(skills), len(groups)), groups, taken, words, rules, brought)
    # Without a skill of its own, any skill of that tier may use a pinned thing.
    due = max((gear.tier or 0 for gear in pinned.equipment if gear.skill is None), default=0)
    free = next((draft for draft in skills if not draft.is_fixed), None)
    if rules.tiers and free is not None and all(draft.tier + (draft.upper > 0) < due for draft in skills):
        free.tier = free.stated["tier"] = due
    number = (RESISTANCES[0] if pinned.resistances else random.randint(*RESISTANCES)) - len(resistances)
    names = ([] if fold(PHYSICAL) in taken else [PHYSICAL])[: max(0, number)]
    names += choose(random, _select_free(words.resistances, taken), max(0, number - len(names)))
    tier = rules.tier if rules.tiers else 0
    return [*skills, *resistances, *(Draft(section="resistances", name=name, tier=tier) for name in names)]


def _choose_skills(
    random: Random,
    number: int,
    groups: Sequence[str],
    taken: set[str],
    words: Words,
    rules: Rules,
    brought: Sequence[str],
) -> Iterator[Draft]:
    """Yield new skills of each group of the words in turn, starting with the groups of the table.

    The first skill of a trade is certain: it is chosen at the turn of its group, or before all others if it has no
    group. The other skills of the trade are likely at the turns of their groups.
    """
    rare = set(map(fold, words.rare))
    certain = _select_free(brought[:1], taken)
    taken.update(map(fold, certain))
    kinds = [group for group in words.skills if fold(group) not in rare or random.randrange(RARE) == 0]
    # First each group of the table once, then the groups of the words in cycles.
    turns = [*groups, *(kinds[turn % len(kinds)] for turn in range(number - len(groups)) if kinds)]
    home = next((turn for turn, group in enumerate(turns) if {*certain} & {*words.skills.get(group, ())}), 0)
    for turn, group in enumerate(turns):
        free = _select_free(words.skills.get(group, ()), taken) or _select_free(sum(words.skills.values(), ()), taken)
        often = [name for name in free if name in brought] if random.randrange(OFTEN) else []
        free = (turn == home and certain) or often or free
        if not free:
            return
        name = random.choice(free)
        taken.add(fold(name))
        draft = Draft(section="skills", name=name, tier=rules.tier if rules.tiers else 0)
        if rules.groups:
            draft.stated["group"] = group if turn < len(groups) else rules.groups[turn % len(rules.groups)]
        yield draft


def _select_free(names: Iterable[str], taken: set[str]) -> list[str]:
    return [name for name in names if fold(name) not in taken]


def names(words: Words, path: KeyPath) -> Iterable[str]:
    """Return the skills or the resistances in the word lists."""
    if path == ("skills",):
        return chain.from_iterable(words.skills.values())
    return (PHYSICAL, *words.resistances) if path == ("resistances",) else ()


NPC = NpcMaker(propose=propose, gear={"equipment": "things"}, completes_equipment=True, names=names)
