"""Check the rules of creation; `CREATION` at the end lists them in the order of the text."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from chargen.games.five_plus import rules as book
from chargen.games.five_plus.concept import (
    ALL,
    Ability,
    Concept,
    Condition,
    Gear,
    Levelled,
    Resistance,
    Skill,
    Trait,
)
from chargen.games.five_plus.rating import Rating
from chargen.games.five_plus.rules import Rules, clamp_level, cost, level_name, maximum
from chargen.kit import checks
from chargen.kit.vocabulary import Vocabulary
from chargen.schema.schema_error import written_near
from chargen.text.diagnostic import Diagnostic, KeyPath, error, note, warning
from chargen.text.names import counted, did_you_mean, fold, listing


def levels(descriptor: Levelled, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Require a level from 0 (incompetent) to 6 (expert).

    The level is how far the success range extends above 5, so it sets the chance of success and with it how
    hard the game is.

    Source: the 5+ system 2.3 (FPL-a5)
    """
    yield from check_level(descriptor.level, f"{path[1]}", *path, "level")


def check_level(level: int | None, name: str, *path: str | int) -> Iterable[Diagnostic]:
    """Yield the diagnostics of `levels` for one level at ``path``."""
    if level is not None:
        near = clamp_level(level)
        hint = f"the nearest is {near} ({level_name(near)})"
        what = f"the level of `{name}`"
        yield from checks.check_range(level, book.LOWEST_LEVEL, book.HIGHEST_LEVEL, *path, what=what, hint=hint)


@checks.reads("rules.creation")
def random_levels(descriptor: Levelled, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Require a level of at least 1 if levels are rolled, because a level is the lower of two dice.

    The rule applies with `creation: random`. The lower of two dice is never 0, and the text has no other method.

    Source: the 5+ system 2.3 (FPL-a6, ruling FPL-Q16)
    """
    level = descriptor.level
    if rules.creation == "random" and level is not None and level >= book.LOWEST_LEVEL:
        hint = "roll 2d6 and write the lower, or set `rules: {creation: fixed}`"
        what = f"the level of `{path[1]}`, the lower of two dice,"
        yield from checks.check_range(level, book.LOWEST_RANDOM_LEVEL, None, *path, "level", what=what, hint=hint)


@checks.reads("rules.tier", "rules.tiers")
def tier_maximum(descriptor: Levelled, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Limit a level by its tier: to 6 in tiers 0 and 1, 5 in tier 2, down to 1 in tier 6.

    No double is high enough for a higher level. Then the descriptor moves to the next tier.

    Source: the 5+ system 3.3 (FPL-a8, ruling FPL-Q4)
    """
    if descriptor.level is not None and book.LOWEST_LEVEL <= descriptor.level <= book.HIGHEST_LEVEL:
        yield from check_level_in_tier(descriptor.level, rules.tier_of(descriptor.tier), f"{path[1]}", path)


def check_level_in_tier(level: int, tier: int, name: str, path: Sequence[str | int]) -> Iterable[Diagnostic]:
    """Yield the diagnostics of `tier_maximum` for one level of a tier, for a descriptor at ``path``."""
    top = maximum(tier)
    if top < 1:
        last = book.LAST_TIER
        yield error(f"`{name}` is of tier {tier}; tiers end at {last}, no double improves a higher one", *path, "tier")
    elif level > top:
        message = f"`{name}` has level {level} in tier {tier}, where {top} is the highest"
        yield error(message, *path, "level", hint=f"write level {top}, or a lower tier", nearest=top)


def one_open_tier(descriptor: Levelled, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Allow at most one open tier above the base tier.

    A further double six raises the level in the open tier; it opens no third one.

    Source: the 5+ system 3.3 (FPL-a9)
    """
    if len(descriptor.next) > 1:
        one = Rating(descriptor.level or 0, rules.tier_of(descriptor.tier), descriptor.next[0])
        message = f"`{path[1]}` has {len(descriptor.next)} open tiers above its own; only one may be open"
        yield error(message, *path, "next", hint=f'keep one, as in "{one}"')


@checks.reads("rules.tier", "rules.tiers")
def next_tier(descriptor: Levelled, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Require a level of at least 1 in the open tier, at most what that tier allows, and an unfinished base tier.

    If the base tier is at its highest level, the open tier replaces it: (6:1+2) becomes (2:2).

    Source: the 5+ system 3.3 (FPL-a9, ruling FPL-Q5)
    """
    if len(descriptor.next) != 1 or descriptor.level is None or descriptor.unread_within("next"):
        return
    tier, upper = rules.tier_of(descriptor.tier), descriptor.next[0]
    highest, top = maximum(tier + 1), maximum(tier)
    if upper < 1:
        yield error(f"an open tier of `{path[1]}` starts at level 1; found {upper}", *path, "next")
    # A tier that does not exist is reported by `tier_maximum`.
    elif top >= 1 and upper > highest:
        above = f"tier {tier + 1} goes up to {highest}" if highest else f"there is no tier above {tier}"
        yield error(f"`{path[1]}` has level {upper} in the tier above its own; {above}", *path, "next")
    elif descriptor.level == top:
        message = f"tier {tier} of `{path[1]}` is finished at {top}, and tier {tier + 1} is open: that is now the base"
        hint = f'write "{Rating(upper, tier + 1)}"; the finished tier stays usable'
        yield error(message, *path, "next", hint=hint)


def no_double_reaches(descriptor: Levelled, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Warn of a level and a tier that add up to more than 6: no double is high enough to improve it.

    Such a start, for example (6:1), is legal. At one level less, a double six would lead to the next tier.

    Source: the 5+ system 3.3 (ruling FPL-Q4)
    """
    level, tier = descriptor.level, rules.tier_of(descriptor.tier)
    # With an open tier a double six still raises that; levels out of range are errors.
    if level is None or descriptor.next or not 1 <= level <= maximum(tier) or level + tier <= book.LAST_FACE:
        return
    into = f" into tier {tier + 1}" if maximum(tier + 1) else ""
    message = f"`{path[1]}` can never improve by a double: level {level} and tier {tier} are more than {book.LAST_FACE}"
    yield warning(message, *path, "level", hint=f'"{Rating(level - 1, tier)}" can still grow{into}')


def slash_notation(skill: Skill, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Warn of a slash in a skill, which is written `level:tier`; the slash is read as the colon.

    The slash separates damage from level, and only resistances take damage. The text has this mistake once.

    Source: the 5+ system 1 and 3.3 (FPL-a3, ruling FPL-Q9)
    """
    if skill.with_slash and skill.level is not None:
        tier = rules.tier_of(skill.tier)
        message = f"`{path[1]}` has a slash, read as the colon: level {skill.level} of tier {tier}"
        yield warning(message, *path, hint=f'write "{Rating(skill.level, tier, skill.upper)}"')


def effects(descriptor: Trait | Condition | Ability, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Require an effect or a bonus of each trait, condition and ability.

    A bonus is an effect too. Skills and resistances have a level instead.

    Source: the 5+ system 1 and 2.1 (FPL-a2, FPL-a7)
    """
    name, does = descriptor.name, ("effect", "bonus", "successes", "six_doubles")
    nothing = not any(getattr(descriptor, key, None) or descriptor.unread_within(key) for key in does)
    if name is not None and nothing:
        hint = f"add what it does: {{name: {name}, effect: …}}; what has a level belongs under `skills`"
        yield error(f"`{name}` does nothing: it has no effect", *path, hint=hint)


@checks.reads("rules.overflow")
def damage_within_level(resistance: Resistance, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Limit damage to the level of the resistance: more than that is a wound, and the counter starts again.

    It starts again at 0, or with `overflow: carry` at the excess. After a wound, the level that counts is that of the
    tier above, where one is open.

    Source: the 5+ system 1 and 3.2 (FPL-b7, rulings FPL-Q3 and FPL-Q13)
    """
    if resistance.level is None:
        return
    # The tier does not matter here: only the levels before and after a wound.
    rating = Rating(clamp_level(resistance.level), 0, clamp_level(resistance.upper if rules.tiers else 0))
    level = rating.level_after(resistance.wounds)
    if resistance.damage <= level:
        return
    left = resistance.damage - level if rules.overflow == "carry" else 0
    after = " after a wound" if level != rating.level else ""
    message = f"`{path[1]}` has taken {resistance.damage} damage, and its level{after} is {level}: that is a wound"
    hint = f"write `damage: {min(left, rating.level_after(1))}, wounds: {resistance.wounds + 1}`"
    yield error(message, *path, "damage", hint=hint)


def incapacitated(resistance: Resistance, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Note a character who is out of action, with more wounds than the tier of the resistance.

    The last wound is a major one, which needs trained help and rest.

    Source: the 5+ system 3.2 (FPL-b7, ruling FPL-Q2)
    """
    wounds, tier = resistance.wounds, rules.tier_of(resistance.tier)
    if wounds > tier:
        message = f"incapacitated: {counted(wounds, 'wound')} of `{path[1]}`, which is of tier {tier}"
        yield note(message, *path, "wounds", hint="the last wound is a major one: write it under `traits` as well")


def wound_names(resistance: Resistance, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Allow at most one name for each wound.

    A wound is a descriptor too, such as Burned hand; its penalty follows from the number of wounds.

    Source: the 5+ system 3.2 (FPL-b7)
    """
    named, wounds = len(resistance.wound_names), resistance.wounds
    if named > wounds and not resistance.unread("wounds"):
        message = f"`{path[1]}` has {counted(wounds, 'wound')} and {counted(named, 'name')} for them"
        yield error(message, *path, "wound_names", hint=f"write `wounds: {named}`")


def minimum(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require at least one skill and one resistance, as in the examples of the text.

    An NPC with a card needs neither: NPCs do not roll.

    Source: the 5+ system 2.3 and 4.2 (FPL-a4, FPL-g1)
    """
    if concept.opposition is not None or concept.unread("opposition") or not _all_read(concept):
        return
    added = {line.kind or "skill" for line in concept.advancement if line.add is not None}
    if not concept.skills and "skill" not in added:
        hint = "the minimum is `skills: {Improvise: 2}`; an NPC has `opposition:` instead"
        yield warning("no skill: there is nothing this character can roll for", "skills", key=True, hint=hint)
    if not concept.resistances and "resistance" not in added:
        hint = "the minimum is `resistances: {Physical: 3}`"
        yield warning("no resistance: there is nothing to resist damage with", "resistances", key=True, hint=hint)


def spent(concept: Concept, rules: Rules) -> int:
    """Return the cost of all levels in points; a level out of range counts as the nearest, an unclear level as 0."""
    return sum(
        cost(clamp_unless_waived(descriptor.level, rules))
        + cost(clamp_unless_waived(descriptor.upper if rules.tiers else 0, rules))
        for _, descriptor in concept.levelled()
    )


def clamp_unless_waived(level: int | None, rules: Rules) -> int:
    """Return a level for sums: a level out of range counts as the nearest, unless the table waives that rule."""
    # A waived level counts as written (rulings, all games), but no level gives points back.
    if any(map(rules.waives, OUT_OF_RANGE)):
        return max(level or 0, book.LOWEST_LEVEL)
    return clamp_level(level)


OUT_OF_RANGE = ("five-plus/levels", "five-plus/raise-upwards", "five-plus/new-descriptor")
"""The codes of the rules that limit levels to the table, at creation and in play."""


@checks.adds(*(f"{section}.*.{key}" for section in ("skills", "resistances") for key in ("level", "next")))
@checks.reads("skills", "resistances", "rules.creation", "rules.points", "rules.tiers")
def budget(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Limit the cost of all levels to the budget, with `creation: points`.

    Level n costs 1 + 2 + … + n; a level in an open tier costs the same; tiers are free.

    Source: the 5+ system 2.3 (FPL-a6, FPL-b10, rulings FPL-Q6 and FPL-Q8)
    """
    if rules.creation != "points" or rules.points is None:
        return
    used = spent(concept, rules)
    over = used - rules.points
    if over <= 0:
        return
    # The last step to level n costs n points: the lowest level whose last step saves enough is lowered, else the
    # highest one.
    steps = [(clamp_level(descriptor.level), path[1]) for path, descriptor in concept.levelled()]
    level, name = min((step for step in steps if step[0] >= over), default=max(steps))
    lower = f"lowering `{name}` from {level} to {level - 1} saves {counted(level, 'point')}"
    section = "skills" if concept.skills else "resistances"
    message = f"the levels cost {used} points, and there are {rules.points}: {over} too many"
    yield error(message, section, key=True, hint=lower if level else "leave the tier above closed")


def switched_off(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require the option of a key: `points` needs `creation: points`, tiers need `tiers: true`.

    Source: the 5+ system 2.3 (FPL-h1, FPL-h3)
    """
    stated = concept.rules.model_fields_set
    # Each part waits for the settings that it reads, and for no others.
    by_points = rules.unread("creation") or rules.creation == "points"
    if "points" in stated and rules.points is not None and not by_points:
        yield checks.switched_off("points", "creation: points", "rules", "points")
    if rules.unread("tiers") or rules.tiers:
        return
    hint = "take it out, or the rule `tiers: false`"
    if "tier" in stated and rules.tier:
        yield checks.switched_off("tier", "tiers: true", "rules", "tier", hint=hint)
    for path, descriptor in concept.levelled():
        for key in ("tier", "next"):
            if getattr(descriptor, key):
                yield checks.switched_off(key, "tiers: true", *path, key, hint=hint)


@checks.reads("rules.groups")
def bonus_names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require a skill or a resistance of the character as the name of a bonus, a group of the table, or `all`.

    A group of skills is one that the table names with `rules: {groups: […]}`; `all` is every roll. Bonuses to
    successes are for skills: resisting brings none. A bonus for some actions only belongs in the effect, which the
    table applies.

    Source: the 5+ system 2.1, 3.1 and 4.2 (FPL-a7, FPL-b1)
    """
    allowed = {ALL, *map(fold, rules.groups)}
    unknown = [(path, name) for path, name, _ in bonuses(concept) if fold(name) not in allowed]
    both = _list_learned(concept, "skill", "resistance") if unknown else None
    skills = _list_learned(concept, "skill") if unknown else None
    for path, name in unknown:
        kinds, learned = (("skill", "resistance"), both) if path[2] == "bonus" else (("skill",), skills)
        if learned is not None and learned.find(name) is None:
            message = f"`{name}` is no {' or '.join(kinds)} of this character: the bonus is not counted"
            hint = learned.suggest(name, otherwise="write it in the effect, or name a skill, a group or `all`")
            yield warning(message, *path, key=path[2] != "six_doubles", hint=hint)


_KINDS = ("skill", "resistance")


def _all_read(concept: Concept, kinds: Collection[str] = _KINDS) -> bool:
    """Return whether every skill or resistance could be read, also those that the ledger adds."""
    if any(map(concept.unread, (*(f"{kind}s" for kind in kinds), "advancement"))):
        return False
    return not any(line.is_lost("add") for line in concept.advancement)


def _list_learned(concept: Concept, *kinds: str) -> Vocabulary[str] | None:
    """Return the skills and resistances, also from the ledger, limited to ``kinds``; None if some are unreadable."""
    kinds = kinds or _KINDS
    if not _all_read(concept, kinds):
        return None
    created = [path[1] for path, _ in concept.levelled() if path[0].removesuffix("s") in kinds]
    added = [line.add for line in concept.advancement if line.add and (line.kind or "skill") in kinds]
    return Vocabulary(" or ".join(kinds), (*created, *added), lambda name: (name,))


def bonuses(concept: Concept) -> Iterator[tuple[KeyPath, str, int]]:
    """Yield each name in a bonus to rolls or to successes, with its path and its number; 0 where a 6 doubles."""
    for section in ("traits", "conditions", "equipment"):
        for index, owner in enumerate(getattr(concept, section)):
            for key in ("bonus", "successes"):
                numbers = getattr(owner, key).items()
                yield from (((section, index, key, name), name, number) for name, number in numbers)
            yield from (((section, index, "six_doubles", at), name, 0) for at, name in enumerate(owner.six_doubles))


def large_bonus(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of a bonus or penalty of more than 2, to which the table should agree.

    The text sets no limit and has at most 1 for a trait; the limit of 2 is *house default*.

    Source: ruling FPL-Q18
    """
    for path, name, number in bonuses(concept):
        if abs(number) > book.LARGE_BONUS:
            message = f"{number:+d} to `{name}` is a lot: a level is 1"
            yield warning(message, *path, hint=f"agree on it with the table, or write {book.LARGE_BONUS} or less")


def _require_learned(
    name: str, at: str, *kinds: str, asks: str, why: str = "", source: str
) -> checks.Check[Concept, Rules]:
    """Make the rule that the names at a path are skills or resistances (or one of the ``kinds``) of the character."""

    def check(concept: Concept, rules: Rules) -> Iterator[Diagnostic]:
        found = list(checks.find_names(concept, at))
        learned = _list_learned(concept, *kinds) if found else None
        if learned is not None:
            yield from checks.find_unknown(found, learned)

    return checks.make_rule(check, name, asks, at, why=why, source=source)


def worn_out(thing: Gear, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Warn of an item with more damage than its durability: it is broken.

    Source: the 5+ system 3.3, items (FPL-f2)
    """
    if thing.level is not None and thing.damage > thing.level:
        message = f"`{thing.name}` has taken {thing.damage} damage, and its level is {thing.level}: it is broken"
        yield warning(message, *path, "damage", hint="repair it, or take it off the sheet")


@checks.reads("rules.groups")
def groups(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require a skill in each group of skills that the table names.

    The text suggests such groups (physical, combat, social, magic, profession, knowledge) for balance. They are
    set with `rules: {groups: [physical, social]}`, and a skill says `group: social`.

    Source: the 5+ system 2.3 (FPL-a10)
    """
    listed = {fold(group): group for group in rules.groups}
    for name, skill in concept.skills.items():
        if skill.group is not None and fold(skill.group) not in listed:
            yield warning(
                f"`{skill.group}` is no group of this table",
                "skills",
                name,
                "group",
                hint=did_you_mean(skill.group, rules.groups, "name the groups with `rules: {groups: […]}`"),
                fix=written_near(skill.group, rules.groups),
            )
    filled = {fold(skill.group) for skill in concept.skills.values() if skill.group is not None}
    missing = [group for folded, group in listed.items() if folded not in filled]
    unclear = concept.unread("skills") or any(skill.unread("group") for skill in concept.skills.values())
    if missing and concept.opposition is None and not unclear:
        yield warning(f"no skill in {listing(missing, 'or')}", "skills", key=True)


@checks.reads("opposition")
def opposition_card(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Note what is missing on an NPC's card: goal, actions, behaviour, rank and the successes to win.

    NPCs do not roll. Their damage is 1 plus their rank. The usual number of successes is the sum of the party's key
    levels.

    Source: the 5+ system 4.2 (FPL-g1)
    """
    card = concept.opposition
    if card is None:
        return
    missing = [line for line in ("goal", "actions", "behaviour", "successes") if not getattr(card, line)]
    if missing:
        usual = "; usual is the sum of the party's key levels" if "successes" in missing else ""
        yield note(f"the card has no {listing(missing)}{usual}", "opposition", key=True)


LEVELLED = ("skills.*", "resistances.*")
CREATION: tuple[checks.Check[Concept, Rules], ...] = (
    checks.every(levels, *LEVELLED),
    checks.every(random_levels, *LEVELLED),
    checks.every(tier_maximum, *LEVELLED),
    checks.every(one_open_tier, *LEVELLED),
    checks.every(next_tier, *LEVELLED),
    checks.every(no_double_reaches, *LEVELLED),
    checks.every(slash_notation, "skills.*"),
    checks.once(
        "names",
        "skills",
        "resistances",
        "traits",
        "abilities",
        reserved={ALL: "means every roll in a bonus, and cannot be a name"},
        asks="Give each skill, resistance, trait and ability a name of its own among its kind, in any case of letters.",
        why="None is called `all`, the word that means every roll in a bonus (*house default*).",
        source="chargen's concept format; the text says nothing of it",
    ),
    checks.every(effects, "traits.*", "conditions.*", "abilities.*"),
    checks.every(damage_within_level, "resistances.*"),
    checks.every(incapacitated, "resistances.*"),
    checks.every(wound_names, "resistances.*"),
    minimum,
    budget,
    checks.no_budget(
        lambda concept, rules: (
            f"{spent(concept, rules)} points" if rules.creation == "points" and rules.points is None else ""
        ),
        "rules",
        example="creation: points, points: 40",
        waits_for=("skills", "resistances", "rules.creation", "rules.points"),
        asks="Note the points that levels cost where neither the text nor the table has a budget.",
        why="A table sets one with `rules: {creation: points, points: 40}`. Without a number nothing is checked.",
        source="ruling FPL-Q7",
    ),
    switched_off,
    bonus_names,
    large_bonus,
    _require_learned(
        "ability_skill",
        "abilities.*.skill",
        asks="Require a skill or a resistance of the character as the one that an ability grew out of.",
        source="the 5+ system 3.3 (FPL-e6)",
    ),
    _require_learned(
        "equipment_skill",
        "equipment.*.skill",
        asks="Require a skill or a resistance of the character as the one that a thing is used with.",
        why="A thing that needs none has no `skill`.",
        source="the 5+ system 3.3, items (FPL-f2)",
    ),
    _require_learned(
        "ability_cost",
        "abilities.*.cost",
        "resistance",
        asks="Require a resistance of the character as the one that the damage for an ability goes to.",
        source="the 5+ system 3.3 (FPL-a2, FPL-c5)",
    ),
    checks.every(worn_out, "equipment.*"),
    groups,
    opposition_card,
    checks.far_above(
        "successes",
        "opposition.successes",
        # The text's challenge is the sum of the party's key levels, and its examples have two characters.
        largest=2 * book.HIGHEST_LEVEL,
        asks="Doubt successes to win that are more than three times the key levels of two experts.",
        source="house default; the text sets no limit (FPL-g1)",
    ),
)
