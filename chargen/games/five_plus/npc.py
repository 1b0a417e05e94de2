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
from chargen.games.five_plus.concept import ALL, Concept, Levelled, Resistance
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
TRAINED = 2  # The lowest level of the skill that a trade lives by (house default)
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
    least: int = 0  # The lowest level that the damage taken and the purchases of the ledger allow
    most: int = book.LAST_FACE  # The highest level that the ledger can still raise
    upper: int = 0  # The level in the tier above; 0 where none is open
    is_fixed: bool = False  # Whether it was pinned, with or without a level
    stated: dict[str, object] = field(default_factory=dict)  # The stated keys other than the level

    def span(self, method: str) -> tuple[int, int]:
        """Return the lowest level, and the highest level of the tier that a double can still improve."""
        lowest = book.LOWEST_RANDOM_LEVEL if method == "random" else book.LOWEST_LEVEL
        top = maximum(self.tier)
        # With an open tier a finished base would already have moved up (`next_tier`).
        highest = min(self.most, top - 1 if self.upper else min(top, book.LAST_FACE - self.tier))
        return max(book.LOWEST_LEVEL, lowest, self.least), highest


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC; with a pinned card, an opponent that has only the pinned skills.

    The random method of the text is the lower of two dice. If the rules buy levels, random levels are bought one by one
    until no points are left.
    """
    pinned, words = spec.pinned, spec.words
    line, trade = draw_line(spec, words.trades, words.manners)
    # Names before levels: the levels of pins, ledger and trade depend on which descriptors there are.
    drafts = _draft_fixed(pinned, words, rules)
    selection = Selection(random, words, filter(None, (*(draft.name for draft in drafts), trade)))
    brought: Sequence[str] = ()
    if pinned.opposition is None:
        brought = words.trades.get(trade, ())
        drafts = _complete(random, drafts, pinned, words, rules, brought)
        selection.add(*(draft.name for draft in drafts))
    method = _choose_method(pinned, drafts, rules)
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
    drawn = _choose_opposition(random, words) if card is not None else {}
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


def _choose_opposition(random: Random, words: Words) -> dict[str, Any]:
    spread = KEY_LEVELS // 3
    return {
        "goal": random.choice(words.goals),
        "actions": choose(random, words.deeds, 2),
        "behaviour": random.choice(words.behaviours),
        "rank": random.randint(*RANKS),
        "successes": max(1, KEY_LEVELS + random.randint(-spread, spread)),
    }


# Levels.


def _choose_method(pinned: Concept, drafts: Iterable[Draft], rules: Rules) -> str:
    """Return the method of creation of the rules; for `fixed`, dice if no level is pinned."""
    if rules.creation != "fixed" or "creation" in pinned.rules.model_fields_set:
        return rules.creation
    if pinned.rules.points is not None:
        return "points"
    # Pins that no roll of dice could give make the method `fixed`, so that the NPC stays legal.
    spans = [draft.span("random") for draft in drafts]
    rolled = all(draft.level is None for draft in drafts) and all(low <= high for low, high in spans)
    return "random" if rolled else "fixed"


def _draw_levels(random: Random, drafts: Sequence[Draft], method: str, rules: Rules, brought: Sequence[str]) -> int:
    """Set a level for each draft; return the points that were available."""
    spans = {(draft.section, draft.name): draft.span(method) for draft in drafts if draft.level is None}
    # The skill that the trade lives by is trained, unless the table has few points.
    living = next((slot for slot in spans if fold(slot[1]) in map(fold, brought[:1])), None)
    if living is not None and (method != "points" or rules.points is None or rules.points >= DEFAULT_POINTS):
        low, high = spans[living]
        spans[living] = max(low, min(TRAINED, high)), high
    lowest = {slot: low for slot, (low, _) in spans.items()}
    points = 0
    if method == "points":
        due = sum(cost(clamp_level(level)) for level in lowest.values())
        due += sum(cost(clamp_level(draft.level)) + cost(clamp_level(draft.upper)) for draft in drafts)
        # A budget of the table is never exceeded: then pins that cost more are reported by the rules.
        points = max(DEFAULT_POINTS, due) if rules.points is None else rules.points
        tops = {slot: high for slot, (_, high) in spans.items()}
        levels, _ = raise_levels(random, lowest, tops, points - due, price=lambda slot, level: level)
    else:
        levels = {
            slot: max(low, min(random.randint(1, book.LAST_FACE), random.randint(1, book.LAST_FACE), high))
            for slot, (low, high) in spans.items()
        }
    for draft in drafts:
        if draft.level is None:
            draft.level = levels[draft.section, draft.name]
    return points


# Pinned skills and resistances, and skills and resistances that other pins name.


def _draft_fixed(pinned: Concept, words: Words, rules: Rules) -> list[Draft]:
    """Return drafts of the pinned skills and resistances, and of all that other pins require."""
    drafts = [_draft(section, name, rules, levelled) for (section, name), levelled in pinned.levelled()]
    resistances = {fold(name) for name in (PHYSICAL, *words.resistances, *pinned.resistances)}
    added = {fold(line.add) for line in pinned.advancement if line.add is not None}

    # Names in other pins are required, with the damage, the mark and the tier that the pins need.
    for section, name, stated in (
        *_named_elsewhere(pinned, added, rules),
        *_named_in_state(pinned, words, resistances),
    ):
        if fold(name) in ("", ALL):
            continue
        # A name without a section may mean a skill and a resistance; both get what the pin needs.
        alike = [draft for draft in drafts if fold(draft.name) == fold(name) and section in ("", draft.section)]
        if not alike:
            likely = "resistances" if fold(name) in resistances else "skills"
            alike = [_draft(section or likely, name, rules)]
            drafts += alike
        for draft in alike:
            # Damage above the level would be a wound (`damage_within_level`).
            draft.least = max(draft.least, stated.get("damage", 0))
            if draft.is_fixed:
                continue
            if stated.get("marked"):
                draft.stated["marked"] = True
            if rules.tiers and stated.get("tier", 0) > draft.tier:
                draft.tier = draft.stated["tier"] = stated["tier"]
    for draft in drafts:
        _fit_to_ledger(draft, pinned)
    return drafts


def _draft(section: str, name: str, rules: Rules, levelled: Levelled | None = None) -> Draft:
    """Make a draft from a pin, if there is one. More wounds than the tier allows need a higher tier."""
    tier = rules.tier if rules.tiers else 0
    if levelled is None:
        return Draft(section=section, name=name, tier=tier)
    damage, wounds = (levelled.damage, levelled.wounds) if isinstance(levelled, Resistance) else (0, 0)
    tier = levelled.tier_in(rules)
    # Without this, pinned wounds would draw an NPC that is out of action.
    higher = rules.tiers and levelled.tier is None and wounds > tier
    return Draft(
        section=section,
        name=name,
        tier=wounds if higher else tier,
        level=levelled.level,
        least=damage,
        upper=max(levelled.upper, 0) if rules.tiers else 0,
        is_fixed=True,
        stated={"tier": wounds} if higher else {},
    )


def _named_elsewhere(pinned: Concept, added: set[str], rules: Rules) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Yield what bonuses, abilities, equipment and the ledger name: the section if clear, the name, and the needs."""
    groups = set(map(fold, rules.groups))
    named: list[tuple[str, str, dict[str, int]]] = [
        ("", name, {}) for _, name, _ in creation.bonuses(pinned) if fold(name) not in groups
    ]
    for ability in pinned.abilities:
        if ability.skill is not None:
            named.append(("", ability.skill, {"tier": ability.tier or 0}))
        named += [("resistances", name, {}) for name in ability.cost]
    for line in pinned.advancement:
        named += [("", name, {}) for name in (line.rolled, line.raise_) if name is not None]
        named += [("", name, {"marked": 1}) for name in line.practice]
    yield from (entry for entry in named if fold(entry[1]) not in added)
    yield from (("", gear.skill, {"tier": gear.tier or 0}) for gear in pinned.equipment if gear.skill is not None)


def _named_in_state(pinned: Concept, words: Words, resistances: set[str]) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Yield the skills and resistances that the play state and stated resistances need, if they can be drawn."""
    skills = {fold(name) for names in words.skills.values() for name in names} | set(map(fold, pinned.skills))
    for tracker, value in pinned.state.items():
        # A larger number is a mistake that the check of the state reports; it must not raise a level.
        marks = value if isinstance(value, int) and value <= book.LAST_FACE else 0  # no character has more
        name, _, kind = fold(tracker).rpartition(" ")
        if fold(tracker) in resistances:
            yield "resistances", tracker, {"damage": marks}
        elif kind == "wounds" and name in resistances:
            yield "resistances", tracker[: -len(" wounds")], {"tier": marks - 1}
        elif kind == "marked" and name in skills | resistances:
            yield "", tracker[: -len(" marked")], {}
    yield from (("resistances", name, {}) for name in pinned.stated if fold(name) in resistances)


def _fit_to_ledger(draft: Draft, pinned: Concept) -> None:
    """Limit a level to below the first raise in the ledger, and to what its awards can pay."""
    awarded = 0
    for line in pinned.advancement:
        awarded += line.award or 0
        if line.raise_ is not None and line.to is not None and fold(line.raise_) == fold(draft.name):
            draft.most = min(draft.most, max(line.to - 1, 0))
            paid = [level for level in range(line.to) if cost(line.to) - cost(level) <= awarded]
            # Too low a start would make the pinned raise cost more than the ledger has awarded by then.
            draft.least = max(draft.least, min(paid, default=0))
            return


# Skills and resistances that are not pinned.


def _complete(
    random: Random, drafts: Sequence[Draft], pinned: Concept, words: Words, rules: Rules, brought: Sequence[str]
) -> list[Draft]:
    """Complete the drafts to a character with a skill in each group of the table."""
    taken = {fold(draft.name) for draft in drafts} | {fold(line.add) for line in pinned.advancement if line.add}
    taken |= {ALL, ""}
    skills = [draft for draft in drafts if draft.section == "skills"]
    resistances = [draft for draft in drafts if draft.section == "resistances"]
    number = SKILLS[0] if pinned.skills else random.randint(*SKILLS)
    filled = {fold(skill.group) for skill in pinned.skills.values() if skill.group is not None}
    groups = [group for group in rules.groups if fold(group) not in filled]
    skills += _skills(random, max(number - len(skills), len(groups)), groups, taken, words, rules, brought)
    _give_a_user(skills, pinned, rules)
    number = (RESISTANCES[0] if pinned.resistances else random.randint(*RESISTANCES)) - len(resistances)
    names = ([] if fold(PHYSICAL) in taken else [PHYSICAL])[: max(0, number)]
    names += choose(random, _select_free(words.resistances, taken), max(0, number - len(names)))
    return [*skills, *resistances, *(_draft("resistances", name, rules) for name in names)]


def _skills(
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
        draft = _draft("skills", name, rules)
        if rules.groups:
            draft.stated["group"] = group if turn < len(groups) else rules.groups[turn % len(rules.groups)]
        yield draft


def _select_free(names: Iterable[str], taken: set[str]) -> list[str]:
    return [name for name in names if fold(name) not in taken]


def _give_a_user(skills: Iterable[Draft], pinned: Concept, rules: Rules) -> None:
    """Raise a skill that is not pinned to the tier that pinned equipment needs."""
    # Without a skill of its own, any skill of that tier may use the thing (`item_tier`).
    due = max((gear.tier or 0 for gear in pinned.equipment if gear.skill is None), default=0)
    free = next((draft for draft in skills if not draft.is_fixed), None)
    if rules.tiers and free is not None and all(draft.tier + (draft.upper > 0) < due for draft in skills):
        free.tier = free.stated["tier"] = due


def names(words: Words, path: KeyPath) -> Iterable[str]:
    """Return the skills or the resistances in the word lists."""
    if path == ("skills",):
        return chain.from_iterable(words.skills.values())
    return (PHYSICAL, *words.resistances) if path == ("resistances",) else ()


NPC = NpcMaker(propose=propose, gear={"equipment": "things"}, completes_equipment=True, names=names)
