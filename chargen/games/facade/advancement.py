"""Experience: the ledger is replayed line by line.

A line costs the EP (or WP) by which it raises what the whole character needs, at the prices of creation (FAC-e1).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from chargen.core.diagnostic import Diagnostic, error, note, warning
from chargen.core.game import Advanced
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.roll import signed
from chargen.core.same import Same
from chargen.games.facade import creation, skills
from chargen.games.facade.concept import (
    SKILL_KEYS,
    Advance,
    Attributes,
    Background,
    Concept,
    LedgerBackground,
    Modifier,
)
from chargen.games.facade.reckoning import Gained, Reckoning, reckon, values
from chargen.games.facade.rules import ATTRIBUTES, CATEGORIES, CATEGORY_OF, KEY, Rules, named
from chargen.games.facade.skills import several_skills
from chargen.kit.former_ledger import Ledger

_COMPANIONS = ("to", "points", "level", "attribute")
_GO_WITH = {"raise": ("to", "points"), "add": ("level", "points", "attribute"), "background": ("to",)}
_CHANGES = "as in {background: Guild rank, to: 3}"
_EXAMPLES = {
    "award": "as in {award: 6, why: a game}",
    "raise": "as in {raise: will, to: 5} or {raise: Martial > Swords > Rapier, to: 3}",
    "add": "as in {add: Medicine > Pharmacy > Toxins, level: 3}",
    "modifier": "as in {modifier: {name: Ambidextrous, category: action, cost: major, level: 1}}",
    "background": "as in {background: {name: Guild rank, class: status, kind: standard, cost: simple, level: 2}}",
    "lose": "as in {lose: Guild rank}",
    "buy_off": "as in {buy_off: Easily Strained}",
}


@dataclass(frozen=True, slots=True)
class LedgerState:
    """Where a character stands between two lines of the ledger."""

    concept: Concept
    created: Gained
    earned: int = 0
    forgiven: int = 0
    """What was bought and not paid for: it was reported, and later lines are judged without it."""
    unknown: "frozenset[Subject]" = frozenset()
    """What stands at a level that could not be read."""
    complete: bool = True
    """Whether it is known which modifiers and skills there are."""

    def reckoning(self, rules: Rules) -> Reckoning:
        """The reckoning of the whole character."""
        return reckon(self.concept, rules, self.created, self.earned)

    def balance(self, rules: Rules) -> int:
        """Points of the common pool that are left, those of creation among them."""
        return self.reckoning(rules).left + self.forgiven

    def tree(self) -> skills.Tree:
        """The skills as they stand."""
        return skills.tree(self.concept.skills)

    def modifier(self, name: str) -> int | None:
        """The place of the modifier of that name, one that was bought off set aside."""
        for index, each in enumerate(self.concept.modifiers):
            if fold(each.name or "") == fold(name) and each.level:
                return index
        return None

    def background(self, name: str) -> int | None:
        """The place of the background or liability of that name."""
        names = [fold(each.name or "") for each in self.concept.backgrounds]
        return names.index(fold(name)) if fold(name) in names else None

    def attribute(self, name: str) -> str | None:
        """The attribute of that name, if it is one."""
        return named(name)


Subject: TypeAlias = str | int | skills.Path
"""What a line raises: an attribute by name, a modifier by its place, a skill by its path."""


def subject(line: Advance, before: LedgerState) -> Subject | None:
    """What a line raises: an attribute by name, a modifier by its place, a skill by its path; None where unclear."""
    name = line.raise_ or ""
    attribute = before.attribute(name)
    if attribute is not None:
        return attribute
    modifier = before.modifier(name)
    if modifier is not None:
        return modifier
    paths = skills.found(name, before.tree())
    return paths[0] if len(paths) == 1 else None


# The rules of a line: each sees the character before it and the line, and says what is wrong.


def ledger_line(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A line of the ledger does one thing: award, raise, add, modifier, background, lose or buy_off.

    `raise` goes with `to`, `add` with `level`; in the cascade both go with `points`, the SP that the specialty then
    holds. `background` has all parts of a new one, or the name of one that is there and `to`. A line may carry `why`
    and `date`.

    Source: chargen's concept format; the text says nothing of ledgers
    """
    done = line.done()
    if len(done) != 1:
        found = f"this one does {listing(done)}" if done else "this one does nothing"
        yield error(f"a line of the ledger does one thing; {found}", hint=f"write one of {listing(line.verbs, 'or')}")
        return
    allowed = _GO_WITH.get(done[0], ())
    for key in _COMPANIONS:
        if getattr(line, key) is not None and key not in allowed:
            yield error(f"`{key}` does not go with `{done[0]}`", key, key=True, hint=_EXAMPLES[done[0]])
    if done[0] == "add" or (done[0] == "raise" and subject(line, before) is not None):
        wanted = _amount_key(line, before, rules)
        other = "points" if wanted != "points" else allowed[0]
        if getattr(line, wanted) is None:
            yield error(f"`{done[0]}` needs `{wanted}` here", hint=_amount_hint(line, wanted))
        if getattr(line, other) is not None:
            why = "skills are bought cascade" if wanted == "points" else "this is no specialty bought cascade"
            yield error(f"`{other}` does not fit: {why}", other, key=True, hint=_amount_hint(line, wanted))

    if line.background is not None:
        yield from _background_line(line.background, line.to)


def _background_line(named: LedgerBackground, to: int | None) -> Iterator[Diagnostic]:
    only_name = named.model_fields_set <= {"name"}
    if to is not None and not only_name:
        yield error("`to` goes with the name of a background that is there", "to", key=True, hint=_CHANGES)
    elif to is None and only_name:
        yield error("`background` needs `to`, or all parts of a new one", "background", hint=_CHANGES)
    elif to is None:
        for key, value in (("class", named.class_), ("kind", named.kind)):
            if value is None:
                yield error(f"a new background needs `{key}`", "background", hint=_EXAMPLES["background"])


def _amount_hint(line: Advance, wanted: str) -> str:
    name = line.raise_ if line.raise_ is not None else line.add
    return f"as in {{{'raise' if line.raise_ is not None else 'add'}: {name}, {wanted}: 3}}"


def _amount_key(line: Advance, before: LedgerState, rules: Rules) -> str:
    """The key that says how far a line goes: `points` for specialties of the cascade, else `to` or `level`."""
    if line.add is not None:
        return "points" if rules.cascade else "level"
    is_skill = before.attribute(line.raise_ or "") is None and before.modifier(line.raise_ or "") is None
    return "points" if rules.cascade and is_skill else "to"


def ledger_subject(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """What is raised or bought off is on the sheet at that line; what comes is not.

    A skill is named by its path, or by its last name where only one is called so.

    Source: chargen's concept format (FAC-e1)
    """
    tree = before.tree()
    if line.raise_ is not None and subject(line, before) is None and before.complete:
        places = skills.found(line.raise_, tree)
        if places:
            yield several_skills(line.raise_, places, "raise")
        else:
            known = [*ATTRIBUTES, *_modifiers(before), *(path[-1] for path in tree)]
            hint = _instead(line, before) or did_you_mean(
                line.raise_, known, f"new skills come with {{add: {line.raise_}, level: 1}}"
            )
            yield error(f"there is no `{line.raise_}` at this line of the ledger", "raise", hint=hint)
    if line.add is not None:
        path = skills.steps(line.add)
        if len(path) > len(skills.HEIGHTS) or not all(path):
            yield error("a skill is broad, focus or specialty: one to three names", "add", hint=_EXAMPLES["add"])
        elif rules.cascade and len(path) < len(skills.HEIGHTS):
            yield error(
                "SP go into specialties: name the broad skill, the focus and the specialty",
                "add",
                hint=_EXAMPLES["add"],
            )
        elif any(tuple(map(fold, each)) == tuple(map(fold, path)) for each in tree):
            yield error(f"`{line.add}` is on the sheet already", "add", hint="raise it instead")
        elif any(fold(step) in SKILL_KEYS for step in path):
            yield error(f"{listing(f'`{key}`' for key in SKILL_KEYS)} are no names of skills", "add")
    if line.modifier is not None and before.modifier(line.modifier.name or "") is not None:
        yield error(f"`{line.modifier.name}` is on the sheet already", "modifier", "name", hint="raise it instead")
    yield from _background_subject(line, before)
    if line.buy_off is not None:
        index = before.modifier(line.buy_off)
        if index is None and not before.complete:
            return
        if index is None:
            hint = did_you_mean(line.buy_off, _modifiers(before), "there is no such modifier left")
            yield error(f"there is no modifier `{line.buy_off}` at this line of the ledger", "buy_off", hint=hint)
        elif (before.concept.modifiers[index].level or 0) > 0:
            yield error(f"`{line.buy_off}` helps: only what hinders is bought off", "buy_off")


def _instead(line: Advance, before: LedgerState) -> str:
    """What to write where the name is known and cannot be raised; nothing where it is unknown."""
    name = line.raise_ or ""
    if (category := fold(name)) in CATEGORIES:
        three = listing((f"`{attribute}`" for attribute in CATEGORIES[category]), "or")
        return f"`{name}` is a category, the sum of its three attributes: raise {three}"
    if before.background(name) is not None:
        to = line.to if line.to is not None else "…"
        return f"`{name}` is a background, which changes free, with the GM's leave: {{background: {name}, to: {to}}}"
    return ""


def _background_subject(line: Advance, before: LedgerState) -> Iterator[Diagnostic]:
    """A background that comes is new; one that changes or goes is there."""
    names = [each.name or "" for each in before.concept.backgrounds]
    for key, name in (("background", line.background.name if line.background else None), ("lose", line.lose)):
        if name is None:
            continue
        there = before.background(name) is not None
        if key == "background" and line.to is None and there:
            yield error(f"`{name}` is on the sheet already", key, "name", hint=f"write {{background: {name}, to: 2}}")
        elif (key == "lose" or line.to is not None) and not there:
            hint = did_you_mean(name, names, f"there are {listing(names)}" if names else "there are none")
            yield error(f"there is no background `{name}` at this line of the ledger", key, hint=hint)


def _modifiers(before: LedgerState) -> list[str]:
    return [each.name or "" for each in before.concept.modifiers if each.level]


def upwards(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """What is raised goes up, as nothing is sold back; a background changes at all.

    Source: Façade 0.1, part 5, Advancement (FAC-e1)
    """
    if line.background is not None and line.to is not None:
        held = _held(line, before)
        if held is not None and held.level == line.to:
            yield error(f"`{held.name}` stands at {line.to} already", "to")
    if line.raise_ is None:
        return
    now, wanted = _now(line, before, rules), line.points if line.to is None else line.to
    if now is not None and wanted is not None and wanted <= now:
        key = "to" if line.to is not None else "points"
        yield error(f"`{line.raise_}` stands at {_number(now)} already; {_number(wanted)} is no raise", key)


def _number(number: float) -> str:
    return signed(int(number)) if number == int(number) else str(number)


def _now(line: Advance, before: LedgerState, rules: Rules) -> float | None:
    found = subject(line, before)
    if found in before.unknown:
        return None
    if isinstance(found, str):
        return values(before.concept.attributes)[found] or 0
    if isinstance(found, int):
        return before.concept.modifiers[found].level or 0
    if found is None:
        return None
    branch = before.tree()[found]
    return (skills.written_points(branch) or 0) if rules.cascade else (branch.level or 0)


def ledger_range(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """What holds at creation holds in play: attributes to 6, skills to 4, modifiers to 6, SP in steps of a half.

    Source: Façade 0.1, parts 2 and 5 (FAC-a5, FAC-a7, FAC-a11, FAC-a18)
    """
    found = subject(line, before) if line.raise_ is not None else None
    wanted = line.points if line.to is None else line.to
    highest = _highest(found, before, rules)
    if line.raise_ is not None and wanted is not None and highest is not None and wanted > highest:
        key = "to" if line.to is not None else "points"
        yield error(f"`{line.raise_}` goes to {_number(highest)} at most; found {_number(wanted)}", key)
    if line.add is not None and line.level is not None and not 0 <= line.level <= skills.HIGHEST:
        yield error(f"a skill is of level 0 to {skills.HIGHEST}; found {signed(line.level)}", "level")
    if line.points is not None:
        most = _most_points(rules)
        if line.points * 2 != int(line.points * 2) or line.points < 0 or (line.add is not None and line.points > most):
            found_points = _number(line.points)
            yield error(f"a specialty holds 0 to {_number(most)} SP, in steps of ½; found {found_points}", "points")
        elif isinstance(found, tuple) and len(found) < len(skills.HEIGHTS):
            yield error(f"`{line.raise_}` is no specialty; SP go into specialties", "raise")
    if line.modifier is not None:
        for message in creation.modifier_level(line.modifier, rules):
            yield error(message, "modifier", "level")
    changed = _changed(line, before)
    if changed is not None and changed.kind == "individual":
        yield error(
            f"`{changed.name}` has a price and no level",
            "to",
            key=True,
            hint=f"lose it and gain another: {{lose: {changed.name}}}",
        )
    elif changed is not None:
        for message in creation.background_level(changed, rules):
            yield error(message, "to")
    elif line.background is not None and line.to is None:
        for finding in creation.parts_findings(line.background):
            yield replace(finding, path=("background", *finding.path))
        for message in creation.background_level(line.background, rules):
            yield error(message, "background", "level")


def _held(line: Advance, before: LedgerState) -> Background | None:
    """The background that a line changes, as it stands."""
    place = before.background(line.background.name or "") if line.background is not None else None
    return before.concept.backgrounds[place] if place is not None and line.to is not None else None


def _changed(line: Advance, before: LedgerState) -> Background | None:
    """The background that a line changes, as it will be."""
    held = _held(line, before)
    return held.model_copy(update={"level": line.to}) if held is not None else None


def _highest(found: str | int | skills.Path | None, before: LedgerState, rules: Rules) -> float | None:
    if isinstance(found, str):
        return rules.highest_attribute
    if isinstance(found, int):
        row = rules.modifier_costs.get(before.concept.modifiers[found].cost or "", (0,))
        # What hinders may be lessened; to be rid of it is `buy_off`, and to gain its opposite a modifier of its own.
        return len(row) - 1 if (before.concept.modifiers[found].level or 0) > 0 else -1
    if found is None:
        return None
    return _most_points(rules) if rules.cascade else skills.HIGHEST


def _most_points(rules: Rules) -> float:
    row = rules.cascade_skill_costs.specialty
    return row[-1] if row else 0


def late_negative(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A negative modifier that is gained in play gives nothing back (*ours*).

    Source: ruling FAC-Q32
    """
    if line.modifier is not None and (line.modifier.level or 0) < 0:
        yield warning(f"`{line.modifier.name}` comes in play, and gives no {rules.pool_name} back", "modifier", "level")


def free_background(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A background that is gained, changed or lost in play costs nothing but the GM's leave.

    Source: Façade 0.1, part 2, Backgrounds (FAC-e2)
    """
    if line.background is not None:
        what = "is gained" if line.to is None else "changes"
        yield note(f"`{line.background.name}` {what} in play: free, with the GM's leave", "background")
    if line.lose is not None:
        yield note(f"`{line.lose}` is lost in play: free, with the GM's leave", "lose")


def ledger_bonus(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """The `bonus` of a modifier gained in play is one that it could have had at creation.

    It names something of the character, has the sign of the modifier's level, is no larger, and helps one thing.

    Source: Façade 0.1, part 2, Modifiers (FAC-a7, FAC-b6)
    """
    if line.modifier is None:
        return
    found = creation.bonus_subjects(line.modifier, before.tree())
    for finding in (*found, *creation.bonus_findings(line.modifier, rules)):
        yield replace(finding, path=("modifier", *finding.path))


def experience(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """What is bought is paid with EP (or WP) awarded before it, or left over from creation.

    A line costs the EP by which it raises what the whole character needs, at the prices of creation.

    Source: Façade 0.1, part 5, Advancement (FAC-e1, FAC-e3, ruling FAC-Q32)
    """
    if any(ledger_range(line, before, rules)) and not rules.waives(f"{KEY}/{ledger_range.__name__.replace('_', '-')}"):
        return  # what cannot be bought has no price
    cost, left = price(line, before, rules), max(before.balance(rules), 0)
    if cost > left:
        pool = rules.pool_name
        yield error(
            f"this costs {cost} {pool} and {left} are left: {cost - left} short",
            hint=f"put an award before it: {{award: {cost - left}}}",
        )


def price(line: Advance, before: LedgerState, rules: Rules) -> int:
    """The EP (or WP) that a line costs."""
    if line.verb in (None, "award") or (line.raise_ is not None and subject(line, before) in before.unknown):
        return 0
    after = applied(line, before, rules)
    return max(after.reckoning(rules).needed - before.reckoning(rules).needed, 0) + _refund_lost(before, after, rules)


def _refund_lost(before: LedgerState, after: LedgerState, rules: Rules) -> int:
    """What a bought-off modifier no longer gives to the common pool, where negatives became EP."""
    return max(before.reckoning(rules).refunded - after.reckoning(rules).refunded, 0)


LEDGER_RULES: tuple[Callable[[Advance, LedgerState, Rules], Iterable[Diagnostic]], ...] = (
    ledger_line,
    ledger_subject,
    upwards,
    ledger_range,
    late_negative,
    ledger_bonus,
    free_background,
    experience,
)


def applied(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    """The character after a line, its price not yet paid."""
    return _applied(Same(line), Same(before), Same(rules))


@lru_cache(maxsize=4)
def _applied(one: Same[Advance], standing: Same[LedgerState], book: Same[Rules]) -> LedgerState:
    line, before, rules = one.value, standing.value, book.value
    concept = before.concept
    match line.verb:
        case "award":
            return replace(before, earned=before.earned + (line.award or 0))
        case "raise":
            known = before.unknown - {subject(line, before)}
            return replace(before, concept=_raised(line, before, rules), unknown=known)
        case "add":
            return replace(before, concept=_added(line, before, rules))
        case "modifier" if line.modifier is not None:
            return replace(before, concept=_with_modifiers(concept, (*concept.modifiers, line.modifier)))
        case "background" | "lose":
            return replace(before, concept=concept.model_copy(update={"backgrounds": _backgrounds(line, before)}))
        case "buy_off" if (index := before.modifier(line.buy_off or "")) is not None:
            return replace(before, concept=_modifier_at(concept, index, 0))
    return before


def _backgrounds(line: Advance, before: LedgerState) -> tuple[Background, ...]:
    """The backgrounds after a line about one of them."""
    owned = list(before.concept.backgrounds)
    place = before.background(line.lose if line.lose is not None else (line.background and line.background.name) or "")
    if line.lose is not None and place is not None:
        del owned[place]
    elif place is not None and (changed := _changed(line, before)) is not None:
        owned[place] = changed
    elif line.background is not None and line.to is None:
        owned.append(line.background)
    return tuple(owned)


def _raised(line: Advance, before: LedgerState, rules: Rules) -> Concept:
    concept, found = before.concept, subject(line, before)
    if isinstance(found, str) and line.to is not None:
        return _attribute_at(concept, found, line.to)
    if isinstance(found, int) and line.to is not None:
        return _modifier_at(concept, found, line.to)
    if isinstance(found, tuple):
        changed = _skill_at(before.tree()[found], line.to, line.points, rules)
        return concept.model_copy(update={"skills": skills.replanted(concept.skills, changed)})
    if found is None:  # what is not there, or is not clear: the table waives that
        path = next(iter(skills.found(line.raise_ or "", before.tree())), skills.steps(line.raise_ or ""))
        return _added(line.model_copy(update={"add": skills.shown(path), "level": line.to}), before, rules)
    return concept


def _skill_at(branch: skills.Branch, level: int | None, points: float | None, rules: Rules) -> skills.Branch:
    if rules.cascade:
        return branch._replace(points=points, level=None, bare=False)
    return branch._replace(level=level, points=None, bare=False)


def _added(line: Advance, before: LedgerState, rules: Rules) -> Concept:
    branches, path = dict(before.tree()), skills.steps(line.add or "")
    if not all(path) or len(path) > len(skills.HEIGHTS) or any(fold(step) in SKILL_KEYS for step in path):
        return before.concept
    for length in range(1, len(path)):
        known = next((each for each in branches if tuple(map(fold, each)) == tuple(map(fold, path[:length]))), None)
        path = (*(known or path[:length]), *path[length:])
        branches.setdefault(path[:length], skills.Branch(path[:length]))
    new = _skill_at(skills.Branch(path, attribute=line.attribute), line.level, line.points, rules)
    branches[path] = new
    return before.concept.model_copy(update={"skills": skills.planted(_in_order(branches))})


def _in_order(branches: skills.Tree) -> skills.Tree:
    """Parents before their children."""
    return {path: branches[path] for path in sorted(branches, key=len)}


def _attribute_at(concept: Concept, name: str, value: int) -> Concept:
    category = CATEGORY_OF[name]
    held = concept.attributes or Attributes()
    group = getattr(held, category)
    if group is None:
        return concept
    return concept.model_copy(
        update={"attributes": held.model_copy(update={category: group.model_copy(update={name: value})})}
    )


def _modifier_at(concept: Concept, index: int, level: int) -> Concept:
    modifiers = list(concept.modifiers)
    modifiers[index] = modifiers[index].model_copy(update={"level": level, **({"bonus": {}} if level == 0 else {})})
    return _with_modifiers(concept, tuple(modifiers))


def _with_modifiers(concept: Concept, modifiers: tuple[Modifier, ...]) -> Concept:
    return concept.model_copy(update={"modifiers": modifiers})


def _told(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    match line.verb:
        case "award":
            return f"{rules.pool_name} gained"
        case "raise":
            now, wanted = _now(line, before, rules) or 0, line.points if line.to is None else line.to
            return f"{_name(line, before)} {_number(now)} → {_number(wanted or 0)}{' SP' if line.to is None else ''}"
        case "add":
            amount = f"{_number(line.points)} SP" if line.points is not None else str(line.level)
            return f"{line.add} {amount}, new"
        case "modifier":
            assert line.modifier is not None
            return f"{line.modifier.name} {signed(line.modifier.level or 0)}, new"
        case "background":
            assert line.background is not None
            held = _held(line, before)
            change = f" {held.level} → {line.to}" if held is not None else ", gained in play"
            return f"{line.background.name}{change}"
        case "lose":
            return f"{line.lose}, lost"
        case _:
            return f"{line.buy_off} overcome"


def _name(line: Advance, before: LedgerState) -> str:
    found = subject(line, before)
    if isinstance(found, str):
        return found.capitalize()
    if isinstance(found, int):
        return before.concept.modifiers[found].name or ""
    return skills.shown(found) if found else line.raise_ or ""


def _settled(before: LedgerState, after: LedgerState, due: int, paid: bool, rules: Rules) -> LedgerState:
    """What is not paid is forgiven, and takes all that is left. What stood at an unknown level had no price."""
    line_of_unknown = before.unknown - after.unknown
    if line_of_unknown:
        return replace(after, forgiven=after.forgiven + before.reckoning(rules).left - after.reckoning(rules).left)
    return after if paid else replace(after, forgiven=after.forgiven + due - max(before.balance(rules), 0))


def _unknown(concept: Concept) -> Iterator[Subject]:
    """What stands at a level that could not be read."""
    yield from (name for name, value in values(concept.attributes).items() if value is None)
    yield from (place for place, each in enumerate(concept.modifiers) if each.unread_within())
    yield from (path for path, branch in skills.tree(concept.skills).items() if branch.unread)


LEDGER: Ledger[Advance, LedgerState, Rules] = Ledger(
    key=KEY,
    ledger_rules=LEDGER_RULES,
    payment=experience,
    price=price,
    applied=applied,
    told=_told,
    balance=LedgerState.balance,
    settled=_settled,
)


def grow(concept: Concept, rules: Rules) -> Advanced[Concept]:
    """Replay the ledger. What was overspent at creation is reported there, and set aside here."""
    begun = LedgerState(
        concept,
        Gained.by(concept),
        unknown=frozenset(_unknown(concept)),
        complete=not concept.unread("skills") and not any(each.unread("name") for each in concept.modifiers),
    )
    begun = replace(begun, forgiven=max(-begun.reckoning(rules).left, 0))
    end = LEDGER.replay(concept.advancement, begun, rules)
    return Advanced(
        concept=end.now.concept,
        created=concept,
        diagnostics=end.diagnostics,
        points=end.now.reckoning(rules).points(),
        ledger=end.ledger,
    )
