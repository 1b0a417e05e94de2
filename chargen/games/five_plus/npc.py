"""Propose NPCs: levels by the lower of two dice, or by points if the table buys levels; pins are kept."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from chargen.game.concept import Text
from chargen.game.identity_cache import cache_by_identity
from chargen.game.npc import NpcMaker, NpcSpec
from chargen.game.npc import Words as AnyWords
from chargen.games.five_plus import rules as book
from chargen.games.five_plus.concept import ALL, Ability, Concept, Gear
from chargen.games.five_plus.creation import bonuses, spent
from chargen.games.five_plus.rules import PHYSICAL, Rules
from chargen.kit.allocation import raise_levels
from chargen.kit.npc import NO_TRADES, OFTEN, Selection, Things, Trades, choose, draw_line, equip
from chargen.schema.model import NEEDED, Model, Several
from chargen.text.diagnostic import KeyPath
from chargen.text.names import fold

SomeText: TypeAlias = Annotated[Several[Text], Field(min_length=1)]


class TraitWords(Model):
    """A trait that NPCs may have."""

    shorthand = "name"

    name: Annotated[Text | None, NEEDED] = None
    """The name."""
    effect: str = ""
    """The effect."""
    group: str = ""
    """The group of skills; the trait gives +1 to one of them."""
    skills: Several[Text] = ()
    """The skills, if it does not fit a complete group; the trait gives +1 to one of them."""


class Words(AnyWords):
    """The word lists for NPCs of the 5+ system."""

    skills: Annotated[Mapping[str, SomeText], Field(min_length=1)] = {}
    """Skills by group; an NPC has one of each group in turn."""
    rare: Several[Text] = ()
    """Groups in which only every fourth NPC has a skill."""
    resistances: SomeText = ()
    """Resistances other than the physical one."""
    traits: Several[TraitWords] = ()
    """Traits, each with its effect and the skills or the group of skills that it helps."""
    trades: Annotated[Trades, Field(min_length=1)] = NO_TRADES
    """Occupations, the first half of the concept line, each with matching skills."""
    manners: SomeText = ()
    """The second half of the concept line."""
    comes_with: Mapping[Text, Things] = {}
    """Things by the skill, or the action of an opponent, that needs them: weapons, shields, tools. Left out, none."""
    things: Several[Text] = ()
    """Things to carry; an NPC with the skill that a thing needs, such as a spear, is likely to have it."""
    goals: SomeText = ()
    """Goals of opponents."""
    deeds: SomeText = ()
    """Actions of opponents."""
    behaviours: SomeText = ()
    """How an opponent reacts to the players' successes and failures."""


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

Slot: TypeAlias = tuple[str, str]
"""The place of a descriptor: ``skills`` or ``resistances``, and its name."""


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC; with a pinned card, an opponent that has only the pinned skills."""
    pinned, words, card = spec.pinned, spec.words, spec.pinned.opposition
    line, trade = draw_line(spec, words.trades, words.manners)
    fixed = dict(pinned.levelled())
    groups = dict.fromkeys(_find_named(pinned, rules, words), "")
    selection = Selection(random, words, filter(None, (*(name for _, name in (*fixed, *groups)), trade)))
    brought = words.trades.get(trade, ()) if card is None else ()
    if card is None:
        groups |= {("skills", name): group for name, group in _choose_skills(random, rules, spec, brought, selection)}
        groups |= {("resistances", name): "" for name in _choose_resistances(random, pinned, words, selection)}
        selection.add(*(name for _, name in groups))

    method = rules.creation
    if method == "fixed" and "creation" not in pinned.rules.model_fields_set:
        is_rolled = all(levelled.level is None for levelled in fixed.values())
        method = "points" if pinned.rules.points is not None else "random" if is_rolled else "fixed"
    # A budget of the table is never exceeded: then pins that cost more are reported by the rules.
    points = rules.points
    if method == "points" and points is None:
        points = max(DEFAULT_POINTS, spent(pinned, rules))
    tiers = {slot: rules.tier_of(levelled.tier) for slot, levelled in fixed.items() if levelled.level is None}
    raised = _raise_tiers(pinned, rules, [slot for slot in groups if slot[0] == "skills"])
    tiers |= dict.fromkeys(groups, rules.tier_of(None)) | raised
    # The highest level that a double can still improve.
    tops = {slot: max(book.LAST_FACE - tier, 1) for slot, tier in tiers.items()}
    living = next((slot for slot in tops if fold(slot[1]) in map(fold, brought[:1])), None)
    levels = _draw_levels(random, tops, living, (points or 0) - spent(pinned, rules) if method == "points" else None)

    sections: dict[str, dict[str, object]] = {"skills": {}, "resistances": {}}
    for section, name in fixed:
        sections[section][name] = {"level": levels[section, name]} if (section, name) in levels else {}
    for (section, name), group in groups.items():
        level = levels[section, name]
        keys = {"tier": raised.get((section, name)), "group": group}
        stated_keys = {key: value for key, value in keys.items() if value}
        sections[section][name] = {"level": level, **stated_keys} if stated_keys else level
    # An opponent without skills says nothing about how levels were made.
    stated: dict[str, object] = {"creation": method} if method == "random" and (fixed or groups) else {}
    if method == "points":
        stated = {"creation": method, "points": points}
    drawn = _choose_opposition(random, words, selection.for_another_kind()) if card is not None else {}
    # Pinned actions decide what an opponent carries, as its skills do for a character.
    actions = (card.actions or drawn["actions"]) if card is not None else ()
    things = selection.for_another_kind()

    # Opponents carry what a role or a pack lists for them, and else only what their actions need.
    is_outfitted = spec.fixes("equipment") or "things" in words.model_fields_set

    def others(number: int) -> list[str]:
        return things.choose(words.things, number) if card is None or is_outfitted else []

    proposal = {
        "concept": line,
        "rules": stated,
        **sections,
        "equipment": equip(random, spec, words.comes_with, [*sections["skills"], *actions], others, THINGS),
    }
    if card is not None:
        return {**proposal, "opposition": drawn}
    return {**proposal, "traits": [_choose_trait(random, list(sections["skills"]), words)] if words.traits else []}


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


def _draw_levels(random: Random, tops: Mapping[Slot, int], living: Slot | None, points: int | None) -> dict[Slot, int]:
    """Return a level for each descriptor that has none: bought one by one for points, else the lower of two dice.

    The skill that the trade lives by takes one of the two best levels.
    """
    if points is not None:
        levels, _ = raise_levels(random, dict.fromkeys(tops, 0), tops, points, price=lambda slot, level: level)
    else:
        dice = range(1, book.LAST_FACE + 1)
        levels = {slot: min(random.choice(dice), random.choice(dice), top) for slot, top in tops.items()}
        if living is not None:
            levels[living] = max(levels[living], TRAINED)
    if living is not None and living[0] == "skills":
        best = sorted((slot for slot in tops if slot[0] == "skills"), key=lambda slot: -levels[slot])[:2]
        better = random.choice(best)
        if levels[better] > levels[living]:
            levels[better], levels[living] = levels[living], levels[better]
    return levels


def _find_named(pinned: Concept, rules: Rules, words: Words) -> Iterator[Slot]:
    """Yield the skills and resistances that pinned bonuses, abilities and items name, and that are not pinned."""
    taken = {ALL, "", *map(fold, (*rules.groups, *pinned.skills, *pinned.resistances))}
    users: tuple[Ability | Gear, ...] = (*pinned.abilities, *pinned.equipment)
    costs = [name for ability in pinned.abilities for name in ability.cost]
    resistances = set(map(fold, (PHYSICAL, *words.resistances, *costs)))
    for name in (*costs, *(name for _, name, _ in bonuses(pinned)), *(user.skill or "" for user in users)):
        if fold(name) not in taken:
            taken.add(fold(name))
            yield "resistances" if fold(name) in resistances else "skills", name


def _raise_tiers(pinned: Concept, rules: Rules, drawn: Sequence[Slot]) -> dict[Slot, int]:
    """Return the tiers of drawn skills that pinned abilities and items need and no skill that may use them has."""
    raised: dict[Slot, int] = {}
    fixed = {slot: rules.tier_of(levelled.tier) + (levelled.upper > 0) for slot, levelled in pinned.levelled()}
    users: tuple[Ability | Gear, ...] = (*pinned.abilities, *pinned.equipment)
    for user in users if rules.tiers else ():
        skills = fixed | dict.fromkeys(drawn, rules.tier_of(None)) | raised
        # Without a skill of its own, any skill may use an item.
        able = [slot for slot in skills if slot[0] == "skills" and fold(slot[1]) == fold(user.skill or slot[1])]
        free = [slot for slot in able if slot in drawn]
        if free and all(skills[slot] < (user.tier or 0) for slot in able):
            raised[free[0]] = user.tier or 0
    return raised


def _choose_skills(
    random: Random, rules: Rules, spec: NpcSpec[Concept], brought: Sequence[str], selection: Selection
) -> Iterator[tuple[str, str]]:
    """Yield new skills, each with its group where the table names groups: of these first, then of those of the words.

    The first skill of a trade is certain: it is chosen at the turn of its group, or before all others if it has no
    group. The other skills of the trade are likely at the turns of their groups.
    """
    pinned, listed = spec.pinned.skills, spec.words.skills
    filled = {fold(skill.group) for skill in pinned.values() if skill.group is not None}
    groups = [group for group in rules.groups if fold(group) not in filled]
    number = (SKILLS[0] if pinned else random.randint(*SKILLS)) - len(pinned)
    rare = set(map(fold, spec.words.rare))
    kinds = [group for group in listed if fold(group) not in rare or random.randrange(RARE) == 0]
    # First each group of the table once, then the groups of the words in cycles.
    turns = [*groups, *(kinds[turn % len(kinds)] for turn in range(number - len(groups)) if kinds)]
    certain = list(filter(selection.can_choose, brought[:1]))
    selection.add(*certain)
    home = next((turn for turn, group in enumerate(turns) if {*certain} & {*listed.get(group, ())}), 0)
    for turn, group in enumerate(turns):
        free = list(filter(selection.can_choose, listed.get(group, ())))
        free = free or list(filter(selection.can_choose, chain.from_iterable(listed.values())))
        often = [name for name in free if name in brought] if random.randrange(OFTEN) else []
        names = (turn == home and certain) or often or free
        if not names:
            return
        name = random.choice(names)
        selection.add(name)
        yield name, group if turn < len(groups) else rules.groups[turn % len(rules.groups)] if rules.groups else ""


def _choose_resistances(random: Random, pinned: Concept, words: Words, selection: Selection) -> list[str]:
    """Choose new resistances, the physical one first."""
    number = (RESISTANCES[0] if pinned.resistances else random.randint(*RESISTANCES)) - len(pinned.resistances)
    names = [PHYSICAL, *random.sample(words.resistances, len(words.resistances))]
    return list(filter(selection.can_choose, names))[: max(number, 0)]


def names(words: Words, path: KeyPath) -> Iterable[str]:
    """Return the skills or the resistances in the word lists."""
    if path == ("skills",):
        return chain.from_iterable(words.skills.values())
    return (PHYSICAL, *words.resistances) if path == ("resistances",) else ()


NPC = NpcMaker(propose=propose, gear={"equipment": "things"}, names=names)
