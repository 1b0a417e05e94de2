"""Experience: the ledger is replayed line by line.

A line costs the EP (or WP) by which it raises what the whole character needs, at the prices of creation (FAC-e1).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from chargen.core.diagnostic import Diagnostic, error, note, warning
from chargen.core.identity_key import IdentityKey
from chargen.core.ledger import Advanced
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.roll import Points, signed
from chargen.games.facade import creation, skills
from chargen.games.facade.budget import Budget, Gained, compute_budget, plain, values
from chargen.games.facade.concept import (
    SKILL_KEYS,
    Advance,
    Attributes,
    Background,
    Concept,
)
from chargen.games.facade.rules import (
    ATTRIBUTES,
    CASCADE_SKILL_COSTS,
    CATEGORIES,
    CATEGORY_OF,
    HUMAN_MAXIMUM,
    KEY,
    MODIFIER_COSTS,
    Catalogue,
    Rules,
    named,
)
from chargen.games.facade.skills import several_skills
from chargen.games.facade.words import Words
from chargen.kit.ledger import Ledger
from chargen.kit.ledger_line import Candidate, Verb, missing_error

GROUPS = ("attributes", "skills", "modifiers")
"""Preferences that mean everything of a kind."""
_ADD = "as in {add: Medicine > Pharmacy > Toxins, level: 3}"
_BACKGROUND = "as in {background: {name: Guild rank, class: status, kind: standard, cost: simple, level: 2}}"
_CHANGES = "as in {background: Guild rank, to: 3}"


@dataclass(frozen=True, slots=True)
class LedgerState:
    """The state of a character between two lines of the ledger."""

    concept: Concept
    created: Gained
    unknown: "frozenset[Subject]" = frozenset()
    """What has a level that could not be read."""
    complete: bool = True
    """Whether it is known which modifiers and skills there are."""

    def budget(self, rules: Rules) -> Budget:
        """Return the budget of the whole character."""
        return compute_budget(self.concept, rules, self.created)

    def tree(self) -> skills.Tree:
        """Return the skills as they stand."""
        return skills.tree(self.concept.skills)

    def modifier(self, name: str) -> int | None:
        """Return the place of the modifier of that name, one that was bought off set aside."""
        for index, modifier in enumerate(self.concept.modifiers):
            if fold(modifier.name or "") == fold(name) and modifier.level:
                return index
        return None

    def background(self, name: str) -> int | None:
        """Return the place of the background or liability of that name."""
        names = [fold(background.name or "") for background in self.concept.backgrounds]
        return names.index(fold(name)) if fold(name) in names else None


Subject: TypeAlias = str | int | skills.Path
"""What a line raises: an attribute by name, a modifier by its place, a skill by its path."""


def subject(line: Advance, before: LedgerState) -> Subject | None:
    """Return what a line raises: an attribute by name, a modifier by its place, a skill by its path; else None."""
    name = line.raise_ or ""
    if (attribute := named(name)) is not None:
        return attribute
    if (modifier := before.modifier(name)) is not None:
        return modifier
    paths = skills.called(name, before.tree())
    return paths[0] if len(paths) == 1 else None


# The rules of a line: each sees the character before it and the line, and says what is wrong.


def _amount(line: Advance, before: LedgerState, rules: Rules) -> Iterator[Diagnostic]:
    """Require what is raised or added to say how far, in levels or in SP."""
    verb, name, level = ("raise", line.raise_, "to") if line.add is None else ("add", line.add, "level")
    target = subject(line, before) if line.add is None else skills.steps(line.add)
    if target is None:
        return
    in_points = rules.cascade and isinstance(target, tuple)
    key, other = ("points", level) if in_points else (level, "points")
    hint = f"as in {{{verb}: {name}, {key}: 3}}"
    if getattr(line, key) is None:
        yield error(f"`{verb}` needs `{key}` here", hint=hint)
    if getattr(line, other) is not None:
        why = "skills are bought cascade" if in_points else "this is no specialty bought cascade"
        yield error(f"`{other}` does not fit: {why}", other, key=True, hint=hint)


def _whole_background(line: Advance, before: LedgerState, rules: Rules) -> Iterator[Diagnostic]:
    """Require all parts of a new background, or the name of one that is there and `to`."""
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
    """Raise and buy off only what is on the sheet at that line; add only what is not.

    A skill is named by its path, or by its last name where only one is called so.

    Source: chargen's concept format (FAC-e1)
    """
    tree = before.tree()
    # What is raised is there; while not all names could be read, it may be one of those.
    if line.raise_ is not None and subject(line, before) is None and before.complete:
        places = skills.called(line.raise_, tree)
        if places:
            yield several_skills(line.raise_, places, "raise")
        else:
            names = [*ATTRIBUTES, *_modifiers(before), *(path[-1] for path in tree)]
            new = f"new skills come with {{add: {line.raise_}, level: 1}}"
            hint = _instead(line, before) or did_you_mean(line.raise_, names, new)
            yield error(f"there is no `{line.raise_}` at this line of the ledger", "raise", hint=hint)
    # What is added is a new skill, at a height that can be bought.
    if line.add is not None:
        path = skills.steps(line.add)
        if len(path) > len(skills.HEIGHTS) or not all(path):
            yield error("a skill is broad, focus or specialty: one to three names", "add", hint=_ADD)
        elif rules.cascade and len(path) < len(skills.HEIGHTS):
            yield error("SP go into specialties: name the broad skill, the focus and the specialty", "add", hint=_ADD)
        elif any(tuple(map(fold, value)) == tuple(map(fold, path)) for value in tree):
            yield error(f"`{line.add}` is on the sheet already", "add", hint="raise it instead")
        elif any(fold(step) in SKILL_KEYS for step in path):
            yield error(f"{listing(f'`{key}`' for key in SKILL_KEYS)} are no names of skills", "add")
    if line.modifier is not None and before.modifier(line.modifier.name or "") is not None:
        yield error(f"`{line.modifier.name}` is on the sheet already", "modifier", "name", hint="raise it instead")
    yield from _background_subject(line, before)
    # What is bought off is a modifier that hinders.
    if line.buy_off is not None:
        index = before.modifier(line.buy_off)
        if index is None and not before.complete:
            return
        if index is None:
            names = _modifiers(before)
            yield missing_error("modifier", line.buy_off, names, "buy_off", hint="" if names else "there is none left")
        elif (before.concept.modifiers[index].level or 0) > 0:
            yield error(f"`{line.buy_off}` helps: only what hinders is bought off", "buy_off")


def _instead(line: Advance, before: LedgerState) -> str:
    """Return what to write where the name is known and cannot be raised; nothing where it is unknown."""
    name = line.raise_ or ""
    if (category := fold(name)) in CATEGORIES:
        three = listing((f"`{attribute}`" for attribute in CATEGORIES[category]), "or")
        return f"`{name}` is a category, the sum of its three attributes: raise {three}"
    if before.background(name) is not None:
        to = line.to if line.to is not None else "…"
        return f"`{name}` is a background, which changes free, with the GM's leave: {{background: {name}, to: {to}}}"
    return ""


def _background_subject(line: Advance, before: LedgerState) -> Iterator[Diagnostic]:
    """Require a background that is gained to be new, and one that changes or is lost to be there."""
    key, name = ("lose", line.lose) if line.background is None else ("background", line.background.name)
    if name is None:
        return
    is_new, there = line.background is not None and line.to is None, before.background(name) is not None
    if is_new and there:
        yield error(f"`{name}` is on the sheet already", key, "name", hint=f"write {{background: {name}, to: 2}}")
    elif not is_new and not there:
        names = [background.name or "" for background in before.concept.backgrounds]
        yield missing_error("background", name, names, key)


def _modifiers(before: LedgerState) -> list[str]:
    return [modifier.name or "" for modifier in before.concept.modifiers if modifier.level]


def upwards(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Raise to a higher level only, as nothing is sold back; change a background to another level.

    Source: Façade 0.1, part 5, Advancement (FAC-e1)
    """
    if line.background is not None and line.to is not None:
        value = _held(line, before)
        if value is not None and value.level == line.to:
            yield error(f"`{value.name}` is at {line.to} already", "to")
    if line.raise_ is None:
        return
    now, goal = _now(line, before, rules), line.points if line.to is None else line.to
    if now is not None and goal is not None and goal <= now:
        key = "to" if line.to is not None else "points"
        yield error(f"`{line.raise_}` is at {signed(plain(now))} already; {signed(plain(goal))} is no raise", key)


def _now(line: Advance, before: LedgerState, rules: Rules) -> float | None:
    target = subject(line, before)
    if target in before.unknown:
        return None
    if isinstance(target, str):
        return values(before.concept.attributes)[target] or 0
    if isinstance(target, int):
        return before.concept.modifiers[target].level or 0
    if target is None:
        return None
    branch = before.tree()[target]
    return (skills.written_points(branch) or 0) if rules.cascade else (branch.level or 0)


def ledger_range(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Keep in play what holds at creation: attributes to 6, skills to 4, modifiers to 6, SP in steps of a half.

    Source: Façade 0.1, parts 2 and 5 (FAC-a5, FAC-a7, FAC-a11, FAC-a18)
    """
    target = subject(line, before) if line.raise_ is not None else None
    highest = _highest(target, before, rules)
    if line.to is not None and highest is not None and line.to > highest:
        yield error(f"`{line.raise_}` goes to {signed(highest)} at most; found {signed(line.to)}", "to")
    if line.add is not None and line.level is not None and not 0 <= line.level <= skills.HIGHEST:
        yield error(f"a skill is of level 0 to {skills.HIGHEST}; found {signed(line.level)}", "level")
    if line.points is not None:
        if not creation.is_half_step(line.points):
            yield error(creation.holds(line.points), "points")
        elif isinstance(target, tuple) and len(target) < len(skills.HEIGHTS):
            yield error(f"`{line.raise_}` is no specialty; SP go into specialties", "raise")
    if line.modifier is not None:
        yield from creation.modifier_levels(line.modifier, rules, "modifier")
    changed = _changed(line, before)
    if changed is not None and changed.kind == "individual":
        hint = f"lose it and gain another: {{lose: {changed.name}}}"
        yield error(f"`{changed.name}` has a price and no level", "to", key=True, hint=hint)
    elif changed is not None:
        for diagnostic in creation.background_levels(changed, rules):
            yield replace(diagnostic, path=("to",))
    elif line.background is not None and line.to is None:
        yield from creation.background_parts(line.background, rules, "background")
        yield from creation.background_levels(line.background, rules, "background")


def _held(line: Advance, before: LedgerState) -> Background | None:
    """Return the background that a line changes, as it is before."""
    place = before.background(line.background.name or "") if line.background is not None else None
    return before.concept.backgrounds[place] if place is not None and line.to is not None else None


def _changed(line: Advance, before: LedgerState) -> Background | None:
    """Return the background that a line changes, as it will be."""
    value = _held(line, before)
    return value.model_copy(update={"level": line.to}) if value is not None else None


def _highest(target: Subject | None, before: LedgerState, rules: Rules) -> int | None:
    """Return the highest level of what is raised; None where it is unclear, or bought in SP."""
    if isinstance(target, str):
        return rules.highest_attribute
    if isinstance(target, int):
        modifier = before.concept.modifiers[target]
        row = MODIFIER_COSTS.get(modifier.cost or "", (0,))
        # What hinders may be lessened; to be rid of it is `buy_off`, and to gain its opposite a modifier of its own.
        return len(row) - 1 if (modifier.level or 0) > 0 else -1
    return None if target is None or rules.cascade else skills.HIGHEST


def late_negative(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Give nothing back for a negative modifier that is gained in play (house default).

    Source: ruling FAC-Q32
    """
    if line.modifier is not None and (line.modifier.level or 0) < 0:
        yield warning(f"`{line.modifier.name}` comes in play, and gives no {rules.pool_name} back", "modifier", "level")


def free_background(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Gain, change or lose a background in play for nothing but the GM's leave.

    Source: Façade 0.1, part 2, Backgrounds (FAC-e2)
    """
    if line.background is not None:
        what = "is gained" if line.to is None else "changes"
        yield note(f"`{line.background.name}` {what} in play: free, with the GM's leave", "background")
    if line.lose is not None:
        yield note(f"`{line.lose}` is lost in play: free, with the GM's leave", "lose")


def ledger_bonus(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Give a modifier gained in play a `bonus` that it could have had at creation.

    It names something of the character, has the sign of the modifier's level, is no larger, and helps one thing.

    Source: Façade 0.1, part 2, Modifiers (FAC-a7, FAC-b6)
    """
    if line.modifier is not None:
        yield from creation.bonus_subjects(line.modifier, before.tree(), "modifier")
        yield from creation.bonus_worth(line.modifier, rules, "modifier")


# What the verbs do and cost: what the whole character needs afterwards, at the prices of creation (FAC-e1).

_Apply: TypeAlias = Callable[[Advance, LedgerState, Rules], LedgerState]


def _remembered(apply: _Apply) -> _Apply:
    """Do the same, once for the price and for the line itself."""

    @lru_cache(maxsize=4)
    def once(line: IdentityKey[Advance], before: IdentityKey[LedgerState], rules: IdentityKey[Rules]) -> LedgerState:
        return apply(line.value, before.value, rules.value)

    return lambda line, before, rules: once(IdentityKey(line), IdentityKey(before), IdentityKey(rules))


def _by(apply: _Apply) -> Callable[[Advance, LedgerState, Rules], int]:
    """Return the price of what a verb does; a level that could not be read has none."""

    def price(line: Advance, before: LedgerState, rules: Rules) -> int:
        if line.raise_ is not None and subject(line, before) in before.unknown:
            return 0
        now, then = before.budget(rules), apply(line, before, rules).budget(rules)
        no_longer_given = max(now.refunded - then.refunded, 0)  # by what was bought off, where negatives became EP
        return max(then.needed - now.needed, 0) + no_longer_given

    return price


@_remembered
def _raised(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    target = subject(line, before)
    return replace(before, concept=_risen(target, line, before, rules), unknown=before.unknown - {target})


def _raise(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    level, amount = _now(line, before, rules) or 0, line.points if line.to is None else line.to
    return (
        f"{_name(line, before)} {signed(plain(level))} → {signed(plain(amount or 0))}{' SP' if line.to is None else ''}"
    )


@_remembered
def _added(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    return replace(before, concept=_with_skill(line, before, rules))


def _add(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    return f"{line.add} {f'{signed(plain(line.points))} SP' if line.points is not None else line.level}, new"


@_remembered
def _gained(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    modifiers = (*before.concept.modifiers, *filter(None, [line.modifier]))
    return replace(before, concept=before.concept.model_copy(update={"modifiers": modifiers}))


def _gain(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    modifier = after.concept.modifiers[-1]
    return f"{modifier.name} {signed(modifier.level or 0)}, new"


def _tied(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    backgrounds = _backgrounds(line, before)
    return replace(before, concept=before.concept.model_copy(update={"backgrounds": backgrounds}))


def _tie(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    value = _held(line, before)
    change = f" {value.level} → {line.to}" if value is not None else ", gained in play"
    return f"{line.background.name if line.background else ''}{change}"


@_remembered
def _bought_off(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    index = before.modifier(line.buy_off or "")
    return before if index is None else replace(before, concept=_modifier_at(before.concept, index, 0))


def _backgrounds(line: Advance, before: LedgerState) -> tuple[Background, ...]:
    """Return the backgrounds after a line about one of them."""
    owned = list(before.concept.backgrounds)
    place = before.background(line.lose if line.lose is not None else (line.background and line.background.name) or "")
    if line.lose is not None and place is not None:
        del owned[place]
    elif place is not None and (changed := _changed(line, before)) is not None:
        owned[place] = changed
    elif line.background is not None and line.to is None:
        owned.append(line.background)
    return tuple(owned)


def _risen(target: Subject | None, line: Advance, before: LedgerState, rules: Rules) -> Concept:
    concept = before.concept
    if isinstance(target, str) and line.to is not None:
        return _attribute_at(concept, target, line.to)
    if isinstance(target, int) and line.to is not None:
        return _modifier_at(concept, target, line.to)
    if isinstance(target, tuple):
        return _skill_at(concept, before.tree()[target], line.to, line.points, rules)
    if target is None:  # what is not there, or is not clear: the table waives that
        path = next(iter(skills.called(line.raise_ or "", before.tree())), skills.steps(line.raise_ or ""))
        return _with_skill(line.model_copy(update={"add": skills.in_words(path), "level": line.to}), before, rules)
    return concept


def _skill_at(
    concept: Concept, branch: skills.Branch, level: int | None, points: float | None, rules: Rules
) -> Concept:
    level, points = (None, points) if rules.cascade else (level, None)
    changed = branch._replace(level=level, points=points, bare=False)
    return concept.model_copy(update={"skills": skills.with_branch(concept.skills, changed)})


def _with_skill(line: Advance, before: LedgerState, rules: Rules) -> Concept:
    tree, path = before.tree(), skills.steps(line.add or "")
    if not all(path) or len(path) > len(skills.HEIGHTS) or any(fold(step) in SKILL_KEYS for step in path):
        return before.concept
    for length in range(1, len(path)):
        above = tuple(map(fold, path[:length]))
        path = (*next((value for value in tree if tuple(map(fold, value)) == above), path[:length]), *path[length:])
    new = skills.Branch(path, attribute=line.attribute)
    return _skill_at(before.concept, new, line.level, line.points, rules)


def _attribute_at(concept: Concept, name: str, value: int) -> Concept:
    category = CATEGORY_OF[name]
    attributes = concept.attributes or Attributes()
    group = getattr(attributes, category)
    if group is None:
        return concept
    raised = attributes.model_copy(update={category: group.model_copy(update={name: value})})
    return concept.model_copy(update={"attributes": raised})


def _modifier_at(concept: Concept, index: int, level: int) -> Concept:
    modifiers = list(concept.modifiers)
    modifiers[index] = modifiers[index].model_copy(update={"level": level, **({"bonus": {}} if level == 0 else {})})
    return concept.model_copy(update={"modifiers": tuple(modifiers)})


def _name(line: Advance, before: LedgerState) -> str:
    target = subject(line, before)
    if isinstance(target, str):
        return target.capitalize()
    if isinstance(target, int):
        return before.concept.modifiers[target].name or ""
    return skills.in_words(target) if target else line.raise_ or ""


def _unknown(concept: Concept) -> Iterator[Subject]:
    """Yield what has a level that could not be read."""
    yield from (name for name, value in values(concept.attributes).items() if value is None)
    yield from (place for place, modifier in enumerate(concept.modifiers) if modifier.unread_within())
    yield from (path for path, branch in skills.tree(concept.skills).items() if branch.unread)


def _created(concept: Concept, rules: Rules) -> LedgerState:
    return LedgerState(
        concept,
        Gained.by(concept),
        unknown=frozenset(_unknown(concept)),
        complete=not concept.unread("skills") and not any(modifier.unread("name") for modifier in concept.modifiers),
    )


# What points may go to.


def _candidates(state: LedgerState, rules: Rules, words: Words) -> Iterator[Candidate]:
    """One level more of each attribute, modifier and skill, in the order of the sheet; what hinders is bought off."""
    levels = values(state.concept.attributes)
    top = min(HUMAN_MAXIMUM, rules.highest_attribute)
    for name in ATTRIBUTES:
        level = levels[name] or 0
        line = {"raise": name, "to": level + 1} if level < top else None
        yield Candidate(line, (name, CATEGORY_OF[name], "attributes"))
    for modifier in state.concept.modifiers:
        level, name = modifier.level or 0, modifier.name or ""
        row = MODIFIER_COSTS.get(modifier.cost or "", (0,))
        line = {"raise": name, "to": level + 1} if 0 < level < len(row) - 1 else None
        yield Candidate({"buy_off": name} if level < 0 else line, (name, "modifiers"))
    book = IdentityKey(rules)
    yield from (_of_skill(branch, book) for branch in state.tree().values())
    yield from (Candidate(None, (kind,), asked=True) for kind in (*GROUPS, *CATEGORIES))


@lru_cache(maxsize=4096)
def _of_skill(branch: skills.Branch, book: IdentityKey[Rules]) -> Candidate:
    return Candidate(_next_level(branch, book.value), (*_called(branch.path), "skills"))


def _next_level(branch: skills.Branch, rules: Rules) -> dict[str, object] | None:
    """Return the line that raises a skill by a step; None at the top, and in the cascade for all but specialties."""
    name = skills.in_words(branch.path)
    if not rules.cascade:
        level = int(branch.level or 0) + 1
        return {"raise": name, "to": level} if level <= skills.HIGHEST else None
    points = _next_points(skills.points(branch, rules))
    return {"raise": name, "points": points} if points is not None and branch.height == "specialty" else None


def _next_points(value: float | Fraction) -> float | None:
    """Return the SP of the next level."""
    step = next((step for step in CASCADE_SKILL_COSTS["specialty"] if step > value), None)
    return None if step is None else plain(step)


@lru_cache(maxsize=1024)
def _called(path: skills.Path) -> tuple[str, ...]:
    """Return what a preference may call a skill: its path, or the end of it, or that of one above it."""
    ends = [path[first:last] for last in range(len(path), 0, -1) for first in range(last)]
    return tuple(dict.fromkeys(parted.join(end) for end in ends for parted in (f" {skills.PARTED} ", skills.PARTED)))


def _learned(wish: str, state: LedgerState, rules: Rules, words: Words) -> Iterator[Candidate]:
    """Yield the first level of a skill of the catalogue; in the cascade, of the specialties in it."""
    value = {tuple(map(fold, path)) for path in state.tree()}
    for path, attribute in _catalogued(words.catalogue(rules)):
        names = _called(path) if rules.cascade else (skills.in_words(path), path[-1])
        if fold(wish) not in map(fold, names) or tuple(map(fold, path)) in value:
            continue
        line = {"add": skills.in_words(path), "level": 1, "attribute": attribute}
        if rules.cascade and len(path) == len(skills.HEIGHTS):
            line = {"add": skills.in_words(path), "points": _next_points(0), "attribute": attribute}
        if len(path) == len(skills.HEIGHTS) or not rules.cascade:
            yield Candidate(line, (skills.in_words(path), path[-1]))


def _catalogued(catalogue: Catalogue) -> Iterator[tuple[skills.Path, str]]:
    """Every skill of a catalogue by its path, with its attribute."""
    for broad, skill in catalogue.items():
        yield (broad,), skill.attribute
        for focus, specialties in skill.foci.items():
            yield (broad, focus), skill.attribute
            yield from (((broad, focus, name), skill.attribute) for name in specialties)


LEDGER: Ledger[Concept, Advance, LedgerState, Rules] = Ledger(
    key=KEY,
    entry=Advance,
    unit=lambda rules: rules.pool_name,
    verbs=(
        Verb(
            "raise",
            "as in {raise: will, to: 5} or {raise: Martial > Swords > Rapier, to: 3}",
            _raised,
            _raise,
            price=_by(_raised),
            takes=("to", "points"),
            form=_amount,
            merge=lambda one, other: other,
        ),
        Verb("add", _ADD, _added, _add, price=_by(_added), takes=("level", "points", "attribute"), form=_amount),
        Verb(
            "modifier",
            "as in {modifier: {name: Ambidextrous, category: action, cost: major, level: 1}}",
            _gained,
            _gain,
            price=_by(_gained),
        ),
        Verb("background", _BACKGROUND, _tied, _tie, takes=("to",), form=_whole_background),
        Verb("lose", "as in {lose: Guild rank}", _tied, lambda line, before, after, rules: f"{line.lose}, lost"),
        Verb(
            "buy_off",
            "as in {buy_off: Easily Strained}",
            _bought_off,
            lambda line, before, after, rules: f"{line.buy_off} overcome",
            price=_by(_bought_off),
        ),
    ),
    line_rules=(
        ledger_subject,
        upwards,
        ledger_range,
        late_negative,
        ledger_bonus,
        free_background,
    ),
    start=_created,
    finish=lambda concept, state, rules: state.concept,
    left_over=lambda state, rules: max(state.budget(rules).left, 0),
    source="chargen's concept format; the text says nothing of ledgers",
    payment="""What is bought is paid with EP (or WP) awarded before it, or left over from creation.

    A line costs the EP by which it raises what the whole character needs, at the prices of creation.

    Source: Façade 0.1, part 5, Advancement (FAC-e1, FAC-e3, ruling FAC-Q32)
    """,
    candidates=_candidates,
    learn=_learned,
    learnable=lambda rules, words: chain.from_iterable(
        (skills.in_words(path), path[-1]) for path, _ in _catalogued(words.catalogue(rules))
    ),
    hint=lambda wish, rules: (
        f"name an attribute, a modifier, a skill of this character or of the catalogue, or {listing(GROUPS)}"
    ),
)


def points(advanced: Advanced[Concept], rules: Rules) -> dict[str, Points]:
    """Return the points of all areas and of the common pool, with what was earned in play."""
    created = Gained.by(advanced.created)
    return compute_budget(advanced.concept, rules, created, advanced.account.earned).points()
