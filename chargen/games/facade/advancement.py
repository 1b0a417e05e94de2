"""Replay the experience ledger line by line.

The price of a line is the increase, in EP or WP, of the cost of the complete character at creation prices (FAC-e1).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from chargen.game.identity_cache import cache_by_identity
from chargen.games.facade import budget, creation, skills
from chargen.games.facade import rules as book
from chargen.games.facade.concept import SKILL_KEYS, Advance, Background, Concept
from chargen.games.facade.rules import Rules
from chargen.kit.ledger import Ledger
from chargen.kit.ledger_line import AT_THIS_LINE, Candidate, Verb, missing_error
from chargen.page.roll import signed
from chargen.text.diagnostic import Diagnostic, error, note, warning
from chargen.text.names import did_you_mean, fold, listing

if TYPE_CHECKING:
    from chargen.games.facade.npc import Words

GROUPS = ("attributes", "skills", "modifiers")  # Preferences that mean all attributes, skills or modifiers
_ADD = "as in {add: Medicine > Pharmacy > Toxins, level: 3}"
_BACKGROUND = "as in {background: {name: Guild rank, class: status, kind: standard, cost: simple, level: 2}}"
_CHANGES = "as in {background: Guild rank, to: 3}"

Key: TypeAlias = str | int | skills.Path
"""An attribute by name, a modifier by index, or a skill by path."""


@dataclass(frozen=True, slots=True)
class LedgerState:
    """The state of a character between two lines of the ledger."""

    concept: Concept
    created: Concept  # The character before the first line
    unknown: frozenset[Key] = frozenset()  # Whose level could not be read
    knows_skills: bool = True
    knows_modifiers: bool = True  # Whether each has a name

    def budget(self, rules: Rules) -> budget.Budget:
        """Return the budget of the complete character."""
        return budget.compute_budget(self.concept, rules, self.created)

    def tree(self) -> skills.Tree:
        """Return the present skills."""
        return skills.make_tree(self.concept.skills)

    def modifier(self, name: str) -> int | None:
        """Return the index of a modifier by name; modifiers that were bought off do not count."""
        places = enumerate(self.concept.modifiers)
        return next((place for place, one in places if fold(one.name or "") == fold(name) and one.level), None)

    def modifiers(self) -> list[str]:
        """Return the names of the modifiers that were not bought off."""
        return [modifier.name or "" for modifier in self.concept.modifiers if modifier.level]

    def background(self, name: str) -> int | None:
        """Return the index of a background or liability by name."""
        names = [fold(background.name or "") for background in self.concept.backgrounds]
        return names.index(fold(name)) if fold(name) in names else None


class Subject(NamedTuple):
    """What a line raises."""

    key: Key
    name: str
    level: float | None  # The level or SP before the line; None where it could not be read
    highest: int | None  # The highest level; None for a skill that is bought in SP


def find_subject(line: Advance, before: LedgerState, rules: Rules) -> Subject | None:
    """Return the subject that a line raises; None if it raises nothing known."""
    if line.raise_ is None:
        return None
    # The rules' own names come first, so no name of a player can hide an attribute.
    if (name := fold(line.raise_)) in book.ATTRIBUTES:
        level = budget.attribute_values(before.concept.attributes)[name] or 0
        found = Subject(name, name.capitalize(), level, rules.highest_attribute)
    elif (index := before.modifier(name)) is not None:
        modifier = before.concept.modifiers[index]
        most = book.HIGHEST_MODIFIER
        # A negative modifier may be raised up to −1; `buy_off` removes it, and a positive one is a new modifier.
        found = Subject(index, modifier.name or "", modifier.level, most if (modifier.level or 0) > 0 else -1)
    elif len(paths := skills.find_paths(line.raise_, before.tree())) == 1:
        branch = before.tree()[paths[0]]
        value = (skills.written_points(branch) if rules.cascade else branch.level) or 0
        found = Subject(branch.path, skills.join_path(branch.path), value, None if rules.cascade else skills.HIGHEST)
    else:
        return None
    return found._replace(level=None) if found.key in before.unknown else found


# The rules of a line; each gets the line and the character before it, and yields diagnostics.


def _check_amount(line: Advance, before: LedgerState, rules: Rules) -> Iterator[Diagnostic]:
    """Require a level, or SP in the cascade, for everything that is raised or added."""
    verb, name, level = ("raise", line.raise_, "to") if line.add is None else ("add", line.add, "level")
    subject = find_subject(line, before, rules)
    if line.add is None and subject is None:
        return
    # What is added is a skill.
    in_points = rules.cascade and (subject is None or isinstance(subject.key, tuple))
    key, other = ("points", level) if in_points else (level, "points")
    hint = f"as in {{{verb}: {name}, {key}: 3}}"
    if getattr(line, key) is None:
        yield error(f"`{verb}` needs `{key}` here", hint=hint)
    if getattr(line, other) is not None:
        why = "skills are bought cascade" if in_points else "this is no specialty bought cascade"
        yield error(f"`{other}` does not fit: {why}", other, key=True, hint=hint)


def _check_background(line: Advance, before: LedgerState, rules: Rules) -> Iterator[Diagnostic]:
    """Require all parts of a new background, or the name of a present background and `to`."""
    background = line.background
    if background is None:
        return
    only_name = background.model_fields_set <= {"name"}
    if line.to is not None and not only_name:
        yield error("`to` goes with the name of a background that is there", "to", key=True, hint=_CHANGES)
    elif line.to is None and only_name:
        yield error("`background` needs `to`, or all parts of a new one", "background", hint=_CHANGES)
    elif line.to is None:
        for key, value in (("class", background.class_), ("kind", background.kind)):
            if value is None:
                yield error(f"a new background needs `{key}`", "background", hint=_BACKGROUND)


def ledger_subject(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Raise and buy off only what the character has at that line; add only what it does not have.

    A skill is named by its path, or by its last name if that is unique.

    Source: chargen's concept format (FAC-e1)
    """
    tree = before.tree()
    # The subject to raise must exist; if some names are unreadable, it may be one of those. A path is no modifier's.
    is_known = before.knows_skills and (before.knows_modifiers or len(skills.split_path(line.raise_ or "")) > 1)
    if line.raise_ is not None and find_subject(line, before, rules) is None and is_known:
        if places := skills.find_paths(line.raise_, tree):
            yield skills.several_skills(line.raise_, places, "raise")
        else:
            names = [*book.ATTRIBUTES, *before.modifiers(), *(path[-1] for path in tree)]
            new = f"new skills come with {{add: {line.raise_}, level: 1}}"
            hint = _suggest_other_key(line, before) or did_you_mean(line.raise_, names, new)
            yield error(f"there is no `{line.raise_}` {AT_THIS_LINE}", "raise", hint=hint)
    # The subject to add must be a new skill at a height that can be bought.
    if line.add is not None:
        path = skills.split_path(line.add)
        if len(path) > len(skills.HEIGHTS) or not all(path):
            yield error("a skill is broad, focus or specialty: one to three names", "add", hint=_ADD)
        elif rules.cascade and len(path) < len(skills.HEIGHTS):
            yield error("SP go into specialties: name the broad skill, the focus and the specialty", "add", hint=_ADD)
        elif skills.find_same(path, tree) is not None:
            yield error(f"`{line.add}` is on the sheet already", "add", hint="raise it instead")
        elif any(fold(step) in SKILL_KEYS for step in path):
            yield error(f"{listing(f'`{key}`' for key in SKILL_KEYS)} are no names of skills", "add")
    if line.modifier is not None and before.modifier(line.modifier.name or "") is not None:
        yield error(f"`{line.modifier.name}` is on the sheet already", "modifier", "name", hint="raise it instead")
    yield from _background_subject(line, before)
    # The subject to buy off must be a negative modifier.
    index = before.modifier(line.buy_off or "")
    if line.buy_off is not None and index is None and before.knows_modifiers:
        names = before.modifiers()
        yield missing_error("modifier", line.buy_off, names, "buy_off", hint="" if names else "there is none left")
    elif line.buy_off is not None and index is not None and (before.concept.modifiers[index].level or 0) > 0:
        yield error(f"`{line.buy_off}` helps: only what hinders is bought off", "buy_off")


def _suggest_other_key(line: Advance, before: LedgerState) -> str:
    """Return the key to use for a known name that cannot be raised; empty for an unknown name."""
    name = line.raise_ or ""
    if (category := fold(name)) in book.CATEGORIES:
        three = listing((f"`{attribute}`" for attribute in book.CATEGORIES[category]), "or")
        return f"`{name}` is a category, the sum of its three attributes: raise {three}"
    if before.background(name) is not None:
        to = line.to if line.to is not None else "…"
        return f"`{name}` is a background, which changes free, with the GM's leave: {{background: {name}, to: {to}}}"
    return ""


def _background_subject(line: Advance, before: LedgerState) -> Iterator[Diagnostic]:
    """Require that a gained background is new, and that a changed or lost background exists."""
    key, name = ("lose", line.lose) if line.background is None else ("background", line.background.name)
    if name is None:
        return
    # What has the parts of a new one is new, even beside a `to` that does not go with them.
    is_new = line.background is not None and line.background.model_fields_set > {"name"}
    there = before.background(name) is not None
    if is_new and there:
        yield error(f"`{name}` is on the sheet already", key, "name", hint=f"write {{background: {name}, to: 2}}")
    elif not is_new and not there and (line.to is not None or line.lose is not None):
        names = [background.name or "" for background in before.concept.backgrounds]
        yield missing_error("background", name, names, key)


def upwards(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Raise only to a higher level, because nothing can be sold back; change a background to a different level.

    Source: Façade 0.1, part 5, Advancement (FAC-e1)
    """
    value = _find_changed(line, before)
    if value is not None and value.level == line.to:
        yield error(f"`{value.name}` is at {line.to} already", "to")
    subject, goal = find_subject(line, before, rules), line.points if line.to is None else line.to
    if subject is None or subject.level is None or goal is None or goal > subject.level:
        return
    level, target = signed(budget.simplify_number(subject.level)), signed(budget.simplify_number(goal))
    key = "to" if line.to is not None else "points"
    yield error(f"`{line.raise_}` is at {level} already; {target} is no raise", key)


def ledger_range(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Keep the limits of creation in play: attributes to 6, skills to 4, modifiers to 6, SP in steps of a half.

    Source: Façade 0.1, parts 2 and 5 (FAC-a5, FAC-a7, FAC-a11, FAC-a18)
    """
    subject = find_subject(line, before, rules)
    highest = None if subject is None else subject.highest
    if line.to is not None and highest is not None and line.to > highest:
        yield error(f"`{line.raise_}` goes to {signed(highest)} at most; found {signed(line.to)}", "to")
    if line.add is not None and line.level is not None and not 0 <= line.level <= skills.HIGHEST:
        yield error(f"a skill is of level 0 to {skills.HIGHEST}; found {signed(line.level)}", "level")
    if line.points is not None:
        path = subject.key if subject is not None else None
        if message := creation.describe_invalid_points(line.points):
            yield error(message, "points")
        elif isinstance(path, tuple) and len(path) < len(skills.HEIGHTS):
            yield error(f"`{line.raise_}` is no specialty; SP go into specialties", "raise")
    if line.modifier is not None:
        yield from creation.modifier_levels(line.modifier, rules, "modifier")

    # A background that is gained, or changes.
    changed = _find_changed(line, before)
    if changed is not None and changed.kind == "individual":
        hint = f"lose it and gain another: {{lose: {changed.name}}}"
        yield error(f"`{changed.name}` has a price and no level", "to", key=True, hint=hint)
    elif changed is not None:
        # The line has only the new level; the other parts are those of the background as it was.
        for each in creation.background_levels(changed.model_copy(update={"level": line.to}), rules):
            yield replace(each, path=("to",))
    elif line.background is not None and line.to is None:
        yield from creation.background_parts(line.background, rules, "background")
        yield from creation.background_levels(line.background, rules, "background")


def _find_changed(line: Advance, before: LedgerState) -> Background | None:
    """Return the background that a line changes, before the line."""
    place = before.background(line.background.name or "") if line.background is not None else None
    return before.concept.backgrounds[place] if place is not None and line.to is not None else None


def late_negative(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Give no points back for a negative modifier that is gained in play (house default).

    Source: ruling FAC-Q32
    """
    if line.modifier is not None and (line.modifier.level or 0) < 0:
        yield warning(f"`{line.modifier.name}` comes in play, and gives no {rules.pool_name} back", "modifier", "level")


def free_background(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Gain, change or lose a background in play for free, with the consent of the GM.

    Source: Façade 0.1, part 2, Backgrounds (FAC-e2)
    """
    if any(_background_subject(line, before)):
        return
    if line.background is not None:
        what = "is gained" if line.to is None else "changes"
        yield note(f"`{line.background.name}` {what} in play: free, with the GM's leave", "background")
    if line.lose is not None:
        yield note(f"`{line.lose}` is lost in play: free, with the GM's leave", "lose")


def ledger_bonus(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Require that the `bonus` of a modifier gained in play would be legal at creation.

    It changes something of the character, has the sign of the modifier's level, is no larger, and helps one thing.

    Source: Façade 0.1, part 2, Modifiers (FAC-a7, FAC-b6)
    """
    if line.modifier is not None:
        yield from creation.bonus_subjects(line.modifier, before.tree(), "modifier")
        yield from creation.bonus_worth(line.modifier, rules, "modifier")


# What lines do and cost.


# Cached, because both the price and the line itself need the result.
@cache_by_identity(8)
def _apply(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    """Return the character after a line that raises, adds or buys off something, or gains a modifier."""
    concept, unknown = before.concept, before.unknown
    subject = find_subject(line, before, rules)
    index = None if line.buy_off is None else before.modifier(line.buy_off)
    if line.modifier is not None:
        concept = concept.model_copy(update={"modifiers": (*concept.modifiers, line.modifier)})
    elif line.add is not None:
        concept = _with_skill(line, before, line.add, line.level, rules)
    elif index is not None:
        # A modifier that is bought off stays in the list, as the index is its identity; without a level it has no
        # effect either.
        concept = _with_modifier(concept, index, level=0, bonus={})
    elif line.raise_ is not None and subject is None:  # unknown or ambiguous, which the table waives
        path = next(iter(skills.find_paths(line.raise_, before.tree())), skills.split_path(line.raise_))
        concept = _with_skill(line, before, skills.join_path(path), line.to, rules)
    elif subject is not None:
        unknown -= {subject.key}
        if isinstance(subject.key, tuple):
            concept = _with_branch(concept, before.tree()[subject.key], line.to, line.points, rules)
        elif isinstance(subject.key, int) and line.to is not None:
            concept = _with_modifier(concept, subject.key, level=line.to)
        elif isinstance(subject.key, str) and line.to is not None:
            attributes, category = concept.attributes, book.CATEGORY_OF[subject.key]
            if attributes is not None and (group := getattr(attributes, category)) is not None:
                raised = {category: group.model_copy(update={subject.key: line.to})}
                concept = concept.model_copy(update={"attributes": attributes.model_copy(update=raised)})
    return replace(before, concept=concept, unknown=unknown)


def _with_skill(line: Advance, before: LedgerState, name: str, level: int | None, rules: Rules) -> Concept:
    """Return the concept with a new skill by its path; unchanged if the path is none of a skill."""
    tree, path = before.tree(), skills.split_path(name)
    if not all(path) or len(path) > len(skills.HEIGHTS) or any(fold(step) in SKILL_KEYS for step in path):
        return before.concept
    # Parents that the sheet has in another spelling keep it.
    for length in range(1, len(path)):
        path = (*(skills.find_same(path[:length], tree) or path[:length]), *path[length:])
    return _with_branch(before.concept, skills.Branch(path, attribute=line.attribute), level, line.points, rules)


def _with_branch(
    concept: Concept, branch: skills.Branch, level: int | None, points: float | None, rules: Rules
) -> Concept:
    level, points = (None, points) if rules.cascade else (level, None)
    changed = branch._replace(level=level, points=points, bare=False)
    return concept.model_copy(update={"skills": skills.with_branch(concept.skills, changed)})


def _with_modifier(concept: Concept, index: int, **changes: object) -> Concept:
    modifiers = list(concept.modifiers)
    modifiers[index] = modifiers[index].model_copy(update=changes)
    return concept.model_copy(update={"modifiers": tuple(modifiers)})


def _price(line: Advance, before: LedgerState, rules: Rules) -> int:
    """Return the increase of the complete cost, at the prices of creation (FAC-e1); 0 over a level that is not known.

    The increase over an unknown level would be a guess, and an unpaid price a second error of one cause.
    """
    subject = find_subject(line, before, rules) if before.unknown else None
    if subject is not None and subject.key in before.unknown:
        return 0
    now, then = before.budget(rules), _apply(line, before, rules).budget(rules)
    no_longer_given = max(now.refunded - then.refunded, 0)  # by the line that buys off, if negatives give EP
    # What creation left unspent in an area pays first, and a half EP is rounded once for the complete cost: the price
    # of a line is rarely that of the table.
    return max(then.needed - now.needed, 0) + no_longer_given


def _raise_as_meant(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    subject, key = find_subject(line, before, rules), "points" if line.to is None else "to"
    goal: float | None = getattr(line, key)
    if subject is None or subject.level is None or goal is None:
        return before
    highest = skills.MOST_POINTS if key == "points" else subject.highest
    if highest is None:
        return before
    nearest = budget.simplify_number(min(goal, highest))
    return before if nearest <= subject.level else _apply(line.model_copy(update={key: nearest}), before, rules)


def _describe_raise(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    subject = find_subject(line, before, rules)
    name, level = (line.raise_, 0) if subject is None else (subject.name, budget.simplify_number(subject.level or 0))
    amount, unit = (line.points, " SP") if line.to is None else (line.to, "")
    return f"{name} {signed(level)} → {signed(budget.simplify_number(amount or 0))}{unit}"


def _add_as_meant(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    # Of more than three names, the last ones are those that later lines may name.
    path, there = skills.split_path(line.add or "")[-len(skills.HEIGHTS) :], before.tree()
    if skills.find_same(path, there) is not None:
        return before
    new: dict[str, object] = {"add": skills.join_path(path)}
    if line.level is not None:
        new["level"] = budget.clamp_level(line.level, skills.HIGHEST)
    if line.points is not None:
        new["points"] = budget.simplify_number(Fraction(round(min(max(line.points, 0), skills.MOST_POINTS) * 2), 2))
    after = _apply(line.model_copy(update=new), before, rules)
    is_known = (line.level if not rules.cascade else line.points) is not None
    unclear = () if is_known else (added for added in after.tree() if added not in there)
    return replace(after, unknown=after.unknown | frozenset(unclear))


def _describe_add(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    amount = line.level if line.points is None else f"{signed(budget.simplify_number(line.points))} SP"
    return f"{line.add} {amount}, new"


def _modifier_as_meant(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    new = line.modifier
    if new is None or new.name is None or before.modifier(new.name) is not None:
        return before
    level = budget.clamp_level(new.level, book.HIGHEST_MODIFIER, -book.HIGHEST_MODIFIER)
    gained = new.model_copy(update={"level": level or 1})
    after = _apply(line.model_copy(update={"modifier": gained}), before, rules)
    is_known = level and not new.unread_within()
    return after if is_known else replace(after, unknown=after.unknown | {len(before.concept.modifiers)})


def _describe_modifier(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    modifier = after.concept.modifiers[-1]
    return f"{modifier.name} {signed(modifier.level or 0)}, new"


def _apply_background(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    owned = list(before.concept.backgrounds)
    if line.background is not None and line.to is None:
        owned.append(line.background)
    else:
        place = before.background(line.lose or (line.background and line.background.name) or "")
        if place is not None:
            changed = _find_changed(line, before)
            owned[place : place + 1] = [] if changed is None else [changed.model_copy(update={"level": line.to})]
    return replace(before, concept=before.concept.model_copy(update={"backgrounds": tuple(owned)}))


def _background_as_meant(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    new, changed, to = line.background, _find_changed(line, before), None
    if new is None or new.name is None:
        return before
    if changed is not None and changed.kind != "individual":
        row = budget.exponential_costs(changed.cost or "", rules)
        highest = len(row) - 1 if changed.kind == "exponential" else line.to or 1
        to = min(max(line.to or 1, 1), highest)
    elif before.background(new.name) is not None or (line.to is not None and new.model_fields_set <= {"name"}):
        return before
    return _apply_background(line.model_copy(update={"to": to}), before, rules)


def _describe_background(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    value = _find_changed(line, before)
    change = f" {value.level} → {line.to}" if value is not None else ", gained in play"
    return f"{line.background.name if line.background else ''}{change}"


def _start(concept: Concept, rules: Rules) -> LedgerState:
    values, tree = budget.attribute_values(concept.attributes), skills.make_tree(concept.skills)
    unread: list[Key] = [name for name, value in values.items() if value is None]
    unread += (place for place, modifier in enumerate(concept.modifiers) if modifier.unread_within("level"))
    unread += (path for path, branch in tree.items() if branch.unread)
    return LedgerState(
        concept,
        concept,
        unknown=frozenset(unread),
        knows_skills=not concept.unread("skills"),
        knows_modifiers=not concept.unread("modifiers") and all(modifier.name for modifier in concept.modifiers),
    )


# What points can buy.


def _candidates(state: LedgerState, rules: Rules, words: "Words") -> Iterator[Candidate]:
    """Yield 1 more level of each attribute, modifier and skill, in the order of the sheet, and purchases to buy off."""
    levels = budget.attribute_values(state.concept.attributes)
    # Also at a table with prices beyond it: a higher attribute is a warning (`superhuman`).
    top = min(book.HUMAN_MAXIMUM, rules.highest_attribute)
    for name in book.ATTRIBUTES:
        level = levels[name] or 0
        line = {"raise": name, "to": level + 1} if level < top else None
        yield Candidate(line, (name, book.CATEGORY_OF[name], "attributes"))
    for modifier in state.concept.modifiers:
        level, name = modifier.level or 0, modifier.name or ""
        row = book.MODIFIER_COSTS.get(modifier.cost or "", (0,))
        line = {"raise": name, "to": level + 1} if 0 < level < len(row) - 1 else None
        yield Candidate({"buy_off": name} if level < 0 else line, (name, "modifiers"))
    yield from (_skill_candidate(branch, rules) for branch in state.tree().values())
    yield from (Candidate(None, (kind,), asked=True) for kind in (*GROUPS, *book.CATEGORIES))


@cache_by_identity(4096, by_value=skills.Branch)
def _skill_candidate(branch: skills.Branch, rules: Rules) -> Candidate:
    """Return the candidate to raise a skill by one step: none at the top, and in the cascade for non-specialties."""
    name, level, line = skills.join_path(branch.path), int(branch.level or 0) + 1, None
    if not rules.cascade:
        line = {"raise": name, "to": level} if level <= skills.HIGHEST else None
    elif branch.height == "specialty" and (points := _next_points(skills.points_of(branch, rules))) is not None:
        line = {"raise": name, "points": points}
    return Candidate(line, (*_names_of_skill(branch.path), "skills"))


def _next_points(value: float | Fraction) -> float | None:
    step = next((step for step in book.CASCADE_SKILL_COSTS["specialty"] if step > value), None)
    return None if step is None else budget.simplify_number(step)


@lru_cache(maxsize=1024)
def _names_of_skill(path: skills.Path) -> tuple[str, ...]:
    """Return the names of a skill in a preference: its path, the end of its path, or the same of a skill above it."""
    ends = [path[first:last] for last in range(len(path), 0, -1) for first in range(last)]
    return tuple(dict.fromkeys(parted.join(end) for end in ends for parted in (f" {skills.PARTED} ", skills.PARTED)))


def _learn(wish: str, state: LedgerState, rules: Rules, words: "Words") -> Iterator[Candidate]:
    """Yield the first level of a skill of the catalogue; in the cascade, of its specialties."""
    value = {tuple(map(fold, path)) for path in state.tree()}
    for path, attribute in skills.list_catalogue(words.catalogue(rules)):
        # Only specialties can be bought in the cascade, so a wish for a focus means any specialty inside it.
        names = _names_of_skill(path) if rules.cascade else (skills.join_path(path), path[-1])
        is_open = len(path) == len(skills.HEIGHTS) or not rules.cascade
        if is_open and fold(wish) in map(fold, names) and tuple(map(fold, path)) not in value:
            amount = {"points": _next_points(0)} if rules.cascade else {"level": 1}
            line = {"add": skills.join_path(path), **amount, "attribute": attribute}
            yield Candidate(line, (skills.join_path(path), path[-1]))


LEDGER: Ledger[Concept, Advance, LedgerState, Rules] = Ledger(
    key=book.KEY,
    entry=Advance,
    unit=lambda rules: rules.pool_name,
    verbs=(
        Verb(
            "raise",
            "as in {raise: will, to: 5} or {raise: Martial > Swords > Rapier, to: 3}",
            _apply,
            _describe_raise,
            price=_price,
            meant=_raise_as_meant,
            takes=("to", "points"),
            form=_check_amount,
            merge=lambda one, other: other,
        ),
        Verb(
            "add",
            _ADD,
            _apply,
            _describe_add,
            price=_price,
            meant=_add_as_meant,
            adds=True,
            takes=("level", "points", "attribute"),
            form=_check_amount,
        ),
        Verb(
            "modifier",
            "as in {modifier: {name: Ambidextrous, category: action, cost: major, level: 1}}",
            _apply,
            _describe_modifier,
            price=_price,
            meant=_modifier_as_meant,
            adds=True,
        ),
        Verb(
            "background",
            _BACKGROUND,
            _apply_background,
            _describe_background,
            meant=_background_as_meant,
            adds=True,
            takes=("to",),
            form=_check_background,
        ),
        Verb(
            "lose",
            "as in {lose: Guild rank}",
            _apply_background,
            lambda line, before, after, rules: f"{line.lose}, lost",
        ),
        Verb(
            "buy_off",
            "as in {buy_off: Easily Strained}",
            _apply,
            lambda line, before, after, rules: f"{line.buy_off} overcome",
            price=_price,
        ),
    ),
    line_rules=(ledger_subject, upwards, ledger_range, late_negative, ledger_bonus, free_background),
    start=_start,
    finish=lambda concept, state, rules: state.concept,
    left_over=lambda state, rules: max(state.budget(rules).left, 0),
    source="chargen's concept format; the text says nothing of ledgers",
    payment="""What is bought is paid with EP (or WP) awarded before it, or left over from creation.

    A line costs the EP by which it raises what the whole character needs, at the prices of creation.

    Source: Façade 0.1, part 5, Advancement (FAC-e1, FAC-e3, ruling FAC-Q32)
    """,
    candidates=_candidates,
    learn=_learn,
    learnable=lambda rules, words: chain.from_iterable(
        (skills.join_path(path), path[-1]) for path, _ in skills.list_catalogue(words.catalogue(rules))
    ),
    hint=lambda wish, rules: (
        f"name an attribute, a modifier, a skill of this character or of the catalogue, or {listing(GROUPS)}"
    ),
)
