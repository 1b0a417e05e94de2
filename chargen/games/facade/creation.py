"""Check the rules of creation. Each function is one rule with one code.

The order is attributes and modifiers, backgrounds and liabilities, skills, budgets, rules about several parts, size,
weapons and armour, and the list of all rules.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from chargen.games.facade import armory, body, skills
from chargen.games.facade import rules as book
from chargen.games.facade.budget import (
    GRANTS,
    SECTIONS,
    Area,
    Part,
    attribute_values,
    background_cost,
    cheapest_change,
    clamp_level,
    compute_budget,
    describe_sum,
    exponential_costs,
    format_points,
    modifier_cost,
    simplify_number,
)
from chargen.games.facade.concept import SKILL_KEYS, Armor, Background, Concept, Modifier, Weapon
from chargen.games.facade.rules import Rules
from chargen.games.facade.skills import several_skills
from chargen.kit import checks
from chargen.page.roll import signed
from chargen.schema.schema_error import written_near
from chargen.text.diagnostic import Diagnostic, KeyPath, error, note, warning
from chargen.text.names import closest, did_you_mean, fold, listing, with_article
from chargen.text.writing import scalar

_SETTINGS = ("creation", "skills", "negatives", "extra_points", "weighted_points", "attribute_costs", "as_printed")
"""The house rules that all prices and points depend on."""
_WITHOUT_PRICE = ("name", "category", "attribute", "effect", "bonus")
"""The keys of what points pay for that change no price."""
_DECIDE_PRICE = ("kind", "class", "cost", "level", "points")
"""The keys of what points pay for that decide its price."""
_SPEND = {
    "AP": "raise an attribute, or take a modifier",
    "SP": "raise a skill, or add one",
    "BP": "raise a background, or add one",
}


def superhuman(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of an attribute above 6, which exceeds the human scale.

    Only a campaign that prices higher attributes has any.

    Source: Façade 0.1, part 2, Category and Specific Attributes (ruling FAC-Q41)
    """
    for path, value in checks.find(concept, "attributes.*.*"):
        # Above the highest price it is an error (`attribute_range`).
        if book.HUMAN_MAXIMUM < value <= rules.highest_attribute:
            yield warning(f"`{path[-1]}` {value} is beyond the human scale of 0 to {book.HUMAN_MAXIMUM}", *path)


def modifier_levels(modifier: Modifier, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Limit a modifier to levels 1 to 6, or −1 to −6 if it hinders.

    Source: Façade 0.1, part 5, Attributes (FAC-a7, FAC-a8, FAC-a10)
    """
    highest = book.HIGHEST_MODIFIER
    if modifier.level is not None and not 1 <= abs(modifier.level) <= highest:
        span = f"goes from 1 to {highest}, or from −1 to −{highest}"
        choose = "" if modifier.level else "add a level: "
        hint = f"{choose}1 to {highest} costs AP, −1 to −{highest} gives them back"
        near = clamp_level(modifier.level, highest, -highest)
        yield error(f"a modifier {span}; found {signed(modifier.level)}", *path, "level", hint=hint, nearest=near)


def nothing_back(modifier: Modifier, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Note a hindering modifier that gives no points back: its refund rounds down to nothing (house default).

    Source: rulings, Façade
    """
    if modifier.level is not None and modifier.level < 0 and modifier.cost and not modifier_cost(modifier):
        gives = f"`{modifier.name}` {signed(modifier.level)} ({modifier.cost}) gives 0 AP back"
        yield note(f"{gives}: half a point rounds down (house default)", *path, "level")


def no_points_back(background: Background, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Note a liability that gives no points back: its refund rounds down to nothing (house default).

    Source: rulings, Façade
    """
    is_priced = background.cost is not None and background.kind in ("standard", "exponential")
    is_there = background.liability and is_priced and (background.level or 0) > 0
    if is_there and not background_cost(background, rules):
        gives = f"`{background.name}` {background.level} ({background.cost}) gives 0 BP back"
        yield note(f"{gives}: half a point rounds down (house default)", *path, "level")


def bonus_names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Let a modifier's `bonus` change a limit pool, an attribute, a category or a skill of the character.

    Source: Façade 0.1, part 2, Modifiers (FAC-a7, FAC-b6); chargen's concept format
    """
    if not _lacks_skills(concept):
        tree = skills.make_tree(concept.skills)
        for index, modifier in enumerate(concept.modifiers):
            yield from bonus_subjects(modifier, tree, "modifiers", index)


def _lacks_skills(concept: Concept) -> bool:
    """Return whether names of skills could not be read; a number of a specialty has none inside."""
    heights = len(skills.HEIGHTS)
    return any(path[-1] not in SKILL_KEYS and len(path) <= heights for path in concept.unreadable_paths("skills"))


def bonus_subjects(modifier: Modifier, tree: skills.Tree, *path: str | int) -> Iterator[Diagnostic]:
    """Yield the diagnostics of `bonus_names` for one modifier and a tree of skills."""
    for name in modifier.bonus:
        places = skills.find_paths(name, tree)
        if fold(name) in book.BONUS_TARGETS or len(places) == 1:
            continue
        if places:
            yield several_skills(name, places, *path, "bonus", name, key=True)
        else:
            targets = [*book.BONUS_TARGETS, *(skill[-1] for skill in tree)]
            hint = did_you_mean(name, targets, "a bonus needs no number: leave it out and tell it in `effect`")
            message = f"`{name}` is no limit pool, attribute, category or skill of this character"
            yield error(message, *path, "bonus", name, key=True, hint=hint)


def bonus_worth(modifier: Modifier, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Limit a modifier's `bonus` to the sign and the size of its level, and to one thing or its category's attributes.

    In the text, larger or more effects need a more expensive class or a higher level (one thing: *house default*).

    Source: Façade 0.1, part 2, Modifiers (FAC-a7)
    """
    level = modifier.level
    if not level:
        return
    for name, amount in modifier.bonus.items():
        if amount * level < 0:
            what = "hinders and its bonus helps" if level < 0 else "helps and its bonus hinders"
            hint = f"write a bonus from {signed(level)} to 0, or tell it in `effect`"
            message = f"`{modifier.name}` {signed(level)} {what}: {signed(amount)}"
            yield warning(message, *path, "bonus", name, hint=hint)
        # Above that, `large_bonus` reports it: one cause, one warning.
        elif abs(level) < abs(amount) <= book.LARGE_BONUS:
            message = f"`{modifier.name}` is of level {signed(level)}, and its bonus is {signed(amount)}"
            yield warning(message, *path, "bonus", name, hint=f"at most its level: {signed(level)}")
    helped = [name for name, amount in modifier.bonus.items() if amount > 0]
    # Of the attributes of its own category it may help any, as the text's example does.
    own = book.CATEGORIES.get(modifier.category or "", ())
    if len(helped) > 1 and not all(fold(name) in own for name in helped):
        helps = f"the bonus of `{modifier.name}` helps {listing(f'`{name}`' for name in helped)}"
        hint = "what affects several is of higher value: make it several modifiers, or have the GM waive this"
        yield warning(f"{helps}; a modifier's helps one thing (house default)", *path, "bonus", key=True, hint=hint)


def large_bonus(modifier: Modifier, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Warn of a modifier that adds or takes more than 6, which is rare.

    Source: Façade 0.1, part 2, Modifiers (FAC-a10)
    """
    for name, amount in modifier.bonus.items():
        if abs(amount) > book.LARGE_BONUS:
            message = f"{signed(amount)} is more than modifiers add or take, which is {book.LARGE_BONUS} at most"
            yield warning(message, *path, "bonus", name)


def background_parts(background: Background, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Give standard and exponential backgrounds a cost and a level, and individual ones a price in points.

    Source: Façade 0.1, part 2, Backgrounds, and part 5 (FAC-a16, FAC-a19)
    """
    if background.kind is None:
        return
    for key in ("cost", "level", "points"):
        # Individual backgrounds have points and neither cost nor level; for the others it is the other way round.
        belongs = (key == "points") == (background.kind == "individual")
        stated = getattr(background, key) is not None
        if belongs and not stated and key != "points" and not background.unread(key):
            values = listing(book.CLASSES, "or") if key == "cost" else "1 or higher"
            message = f"{with_article(background.kind)} background needs `{key}`"
            yield error(message, *path, hint=f"add `{key}`, which is {values}")
        elif stated and not belongs:
            others = "individual ones" if key == "points" else "standard and exponential ones"
            message = f"`{key}` is for {others}; this background is {background.kind}"
            yield error(message, *path, key, key=True, hint=f"take `{key}` out, or choose another `kind`")


def individual_price(background: Background, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Require a price for an individual background, which the GM sets.

    Source: Façade 0.1, part 2, Backgrounds (FAC-a19, ruling FAC-Q15)
    """
    if background.kind == "individual" and background.points is None and not background.unread("points"):
        hint = "add `points:` with the BP that the GM asks"
        yield warning(f"`{background.name}` has no price, and is counted as free", *path, hint=hint)


def background_levels(background: Background, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Require level 1 or higher for a background, and at most level 12 for an exponential one.

    Source: Façade 0.1, part 5, Backgrounds (FAC-a17, FAC-a18)
    """
    level = background.level
    if level is None or background.kind not in ("standard", "exponential"):
        return
    highest = len(exponential_costs(background.cost or "simple", rules)) - 1
    if level < 1:
        sign = "" if background.liability else "; a liability gives points back by its class, not by a sign"
        yield error(f"a background is of level 1 or higher; found {signed(level)}{sign}", *path, "level", nearest=1)
    elif background.kind == "exponential" and level > highest:
        message = f"an exponential background is of level {highest} at most; found {level}"
        yield error(message, *path, "level", nearest=highest)


@checks.reads("age", "rules.background_points_from", "rules.creation")
def age_needed(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require an age for background points by age.

    Source: Façade 0.1, part 5, Backgrounds (FAC-a21, ruling FAC-Q14)
    """
    # The pool buy grants no BP (FAC-a2b), so the age cannot change them.
    setting = rules.background_points_from
    if setting != "fixed" and not rules.pool_bought and concept.age is None:
        yield error(f"`background_points_from: {setting}` needs the character's `age`", "age", hint="add `age:`")


# Skills.


@checks.reads("rules.skills")
def skill_levels(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Limit every broad skill, focus and specialty to a whole level from 0 to 4.

    Source: Façade 0.1, part 2, Skills (FAC-a11)
    """
    for branch in skills.make_tree(concept.skills).values() if not rules.cascade else ():
        level = branch.level
        if level is not None and (level != int(level) or not 0 <= level <= skills.HIGHEST):
            span = f"a {_height(branch)} is of level 0 to {skills.HIGHEST}, whole"
            near = clamp_level(int(level), skills.HIGHEST)
            message = f"{span}; found {signed(simplify_number(level))}"
            yield error(message, *_stated(branch, "level"), hint=f"write {near}", nearest=near)


def _stated(branch: skills.Branch, key: str) -> KeyPath:
    """Return the path of a number of a skill: under its own key, or bare."""
    return ("skills", *branch.path) if branch.bare else ("skills", *branch.path, key)


def _height(branch: skills.Branch) -> str:
    return "broad skill" if branch.height == "broad" else branch.height


@checks.reads("rules.skills")
def specialties_only(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Put SP only into specialties in the cascade method; focus and broad skills follow from them.

    Source: Façade 0.1, part 5, Skills (FAC-a13, ruling FAC-Q10)
    """
    for branch in skills.make_tree(concept.skills).values() if rules.cascade else ():
        if branch.height != "specialty" and skills.written_points(branch) is not None:
            inner = "{Dodge: {Roll: 5}}" if branch.height == "broad" else "{Roll: 5}"
            message = f"`{branch.name}` is a {_height(branch)}; SP go into specialties"
            yield error(message, *_stated(branch, "points"), hint=f"name a specialty inside it, as in {inner}")


@checks.reads("rules.skills")
def skill_points(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Limit a specialty to 0 to 5 SP in steps of a half in the cascade method.

    Source: Façade 0.1, part 5, Skills (FAC-a13, ruling FAC-Q10)
    """
    for branch in skills.make_tree(concept.skills).values() if rules.cascade else ():
        points = skills.written_points(branch)
        if branch.height == "specialty" and points is not None and (message := describe_invalid_points(points)):
            near = simplify_number(skills.points_of(branch, rules))
            yield error(message, *_stated(branch, "points"), hint=f"write {signed(near)}", nearest=near)


def describe_invalid_points(points: float) -> str:
    """Return what is wrong with SP on a specialty that are no multiple of a half in its range; empty for others."""
    if 0 <= points <= skills.MOST_POINTS and points * 2 == int(points * 2):
        return ""
    most = simplify_number(skills.MOST_POINTS)
    return f"a specialty holds 0 to {most} SP, in steps of ½; found {signed(simplify_number(points))}"


@checks.reads("rules.skills", "skills")
def wasted_points(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of more than 3 SP on a specialty under a mastered focus, because 3 SP are enough for level 4.

    The extra SP count for the focus and the broad skill; in another specialty of the focus they would also raise that
    specialty. If all specialties are at level 4, there is no warning: three specialties of 5 SP master a focus.

    Source: Façade 0.1, part 5, Skills (FAC-a15, ruling FAC-Q10)
    """
    if not rules.cascade:
        return
    tree = skills.make_tree(concept.skills)
    levels = skills.levels_of(tree, rules)
    # Under a mastered focus level 4 costs 3 SP instead of 5 (FAC-a15).
    enough = book.MASTERED_SKILL_COSTS["specialty"][-1]
    for path, branch in tree.items():
        value = skills.points_of(branch, rules)
        if branch.height != "specialty" or levels[path[:-1]] < skills.HIGHEST or value <= enough:
            continue
        siblings = (other for other in tree if len(other) == len(path) and other[:-1] == path[:-1])
        better = next((other[-1] for other in siblings if levels[other] < skills.HIGHEST), None)
        if better is not None:
            mastered = f"`{path[-2]}` is mastered, so {signed(simplify_number(enough))} SP are enough"
            wasted = f"{signed(simplify_number(value - Fraction(enough)))} do nothing for it"
            hint = f"put them into `{better}`: there they count for its level as well"
            yield warning(f"{mastered} for `{branch.name}`: {wasted}", "skills", *path, hint=hint)


@checks.reads("skills")
def rolled_with(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require an attribute for a specialty: its own, or from a skill above it.

    Without an attribute the GM decides on one, and chargen computes no chances.

    Source: Façade 0.1, part 2, Skills (FAC-b3)
    """
    tree = skills.make_tree(concept.skills)
    specialties = [path for path, branch in tree.items() if branch.height == "specialty"]
    bare = [path for path in specialties if not skills.find_attribute(path, tree)]
    if bare:
        few = listing(f"`{path[-1]}`" for path in bare[:3]) + (f" and {len(bare) - 3} more" if len(bare) > 3 else "")
        hint = f"name one at any height, as in {{{bare[0][0]}: {{attribute: agility, …}}}}"
        message = f"no attribute is named for {few}: their chances are not worked out"
        yield note(message, "skills", *bare[0], key=True, hint=hint)


# Points.


@checks.adds()
@checks.reads(*(f"rules.{key}" for key in _SETTINGS))
def budget(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Pay for everything with the granted AP, SP and BP, and the common pool of EP (or WP) for the rest.

    One EP buys 1 AP, 2 SP or 1 BP; one WP of the pool buy 2 AP, 4 SP or 2 BP. They are spent whole. Where the price of
    an odd level rounds up, a negative modifier or a liability gives back half a point less, rounded down (*house
    default*): a Minor −1 gives nothing, a Medium −3 4, an Extreme −1 2.

    Source: Façade 0.1, part 5 (FAC-a1, FAC-a2, FAC-a2b, FAC-a3, ruling FAC-Q4)
    """

    def is_readable(area: Area) -> bool:
        """Return whether all prices of an area can be read, and how many points it is granted."""
        lost = (path for section in SECTIONS[area.name] for path in concept.unreadable_paths(section))
        is_lost = any(not set(_WITHOUT_PRICE).intersection(map(str, path[-2:])) for path in lost)
        # An unknown key may be meant for one that decides the price, and that is missing.
        priced = {"AP": concept.modifiers, "BP": concept.backgrounds}.get(area.name, ())
        unclear = (entry for entry in priced if entry.unknown_keys)
        is_lost = is_lost or any(
            entry.unread(key) and key not in entry.model_fields_set for entry in unclear for key in _DECIDE_PRICE
        )
        by_age = area.name == "BP" and (concept.unread("age") or rules.unread("background_points_from"))
        return not (is_lost or by_age or rules.unread(GRANTS[area.name]))

    computed = compute_budget(concept, rules)
    pool = computed.pool_name
    # An area waits while a price in it cannot be read; the others are judged.
    readable = [area for area in computed.areas if is_readable(area)]
    is_complete = len(readable) == len(computed.areas)
    needed = sum(area.from_pool for area in readable)
    over = needed - computed.available
    if over <= 0 or (rules.negatives_to_pool and not is_complete):
        return
    # The error is at the area that takes most from the pool, and the others are related places.
    short = sorted((area for area in readable if area.from_pool), key=lambda area: -area.from_pool)
    related = [note(_overdrawn(area, pool), area.section, key=True) for area in short[1:]]
    change = cheapest_change(concept, rules) if is_complete else None
    if change is not None:
        words, path = change
        related.append(note(words, *path))
        hint = f"the cheapest single change: {words} ({{lines}})"
    else:
        hint = "no single change is enough: " if is_complete else ""
        hint += f"take back {over} {pool} worth of {listing(area.name for area in short)}"
    found = ", ".join(f"{area.section} {area.from_pool}" for area in short)
    yield error(
        f"{over} {pool} too few: {needed} needed, {computed.available} there ({found})",
        short[0].section,
        key=True,
        label=_overdrawn(short[0], pool),
        hint=hint,
        mentions=change[1:] if change else (),
        related=tuple(related),
    )


def _overdrawn(area: Area, pool: str) -> str:
    """Return what an area costs beyond what is granted, and of what that is the sum."""
    over = f"{format_points(area.spent - area.granted)} over: {area.from_pool} {pool}"
    return f"{format_points(area.spent)} {area.name} of {area.granted}, {over} ({describe_parts(area.parts)})"


def describe_parts(parts: Iterable[Part], most: int = 6) -> str:
    """Return the parts of a sum in words, the largest first.

    >>> describe_parts([Part("debts", -3), Part("Body", 26), Part("modifiers", 7)])
    'Body 26 + modifiers 7 − debts 3'
    >>> describe_parts([Part("Body", 26), Part("Mind", 9), Part("Soul", 7), Part("modifiers", 2)], most=3)
    'Body 26 + Mind 9 + 2 more 9'
    """
    ordered = sorted((part for part in parts if part.cost), key=lambda part: -part.cost)
    if len(ordered) > most:
        rest = ordered[most - 1 :]
        ordered[most - 1 :] = [Part(f"{len(rest)} more", sum(part.cost for part in rest))]
    return describe_sum(ordered)


@checks.reads("rules", "attributes", "modifiers", "skills", "backgrounds")
def unspent(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Spend all points that are granted.

    AP, SP and BP are not traded for each other, and what is left of a whole EP or WP is lost (house default).

    Source: Façade 0.1, part 5 (FAC-b20, ruling FAC-Q4)
    """
    computed = compute_budget(concept, rules)
    if computed.left < 0 or any(map(rules.unread, (*GRANTS.values(), "background_points_from"))):
        return
    for area in computed.areas:
        if area.left:
            of = f"of {area.granted} {area.name} are"
            rest = f"{area.name} of the last {computed.pool_name} is" if area.from_pool else of
            message = f"{format_points(area.left)} {rest} not spent"
            yield warning(message, area.section, key=True, hint=_SPEND[area.name])
    if computed.left > 0:
        buys = listing((f"{amount} {name}" for name, amount in book.BUYS[rules.creation].items()), "or")
        message = f"{computed.left} of {computed.available} {computed.pool_name} are not spent"
        hint = f"they buy {buys} each: spend more in any area and the rest is worked out"
        yield warning(message, "attributes", key=True, hint=hint)


# Rules about several parts.


def names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Give modifiers, backgrounds, and the skills of one parent different names, ignoring case.

    The ledger uses these names (house default: the text does not mention this).

    Source: ruling FAC-Q11; chargen's concept format
    """
    for section in ("modifiers", "backgrounds"):
        yield from checks.find_repeated(
            ((*path, "name"), name, False) for path, name, _ in checks.find_names(concept, section)
        )
    tree = skills.make_tree(concept.skills)
    # What is there twice counts once.
    repeated = checks.find_repeated((("skills", *path), path[-1], True) for path in tree)
    yield from (replace(each, nearest=0) for each in repeated)
    for path in tree:
        # `Level: 3` beside `level: 3` is read as a skill of that name, as case does not matter in keys.
        if (key := fold(path[-1])) in SKILL_KEYS:
            other = note("the other one", "skills", *path[:-1], key, key=True)
            message = f"`{path[-1]}` is the key `{key}` written twice, and no name of a skill"
            yield error(message, "skills", *path, key=True, related=(other,), hint="keep one of the two")
        if not path[-1].strip() or skills.PARTED in path[-1]:
            hint = "write a nested skill inside its parent, as in {Swords: {level: 2, Rapier: 3}}"
            yield error(f"a skill needs a name without `{skills.PARTED}`", "skills", *path, key=True, hint=hint)


def switched_off(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Report a key of a creation method that is off, and name the option.

    `points` on skills needs the cascade, `level` the standard method; EP and BP budgets need the point buy,
    `weighted_points` the pool buy. Background points are fixed or depend on the age. Negatives can give EP only in the
    point buy.

    Source: Façade 0.1, part 5 (FAC-a2, FAC-a2b, FAC-h1); chargen's concept format
    """
    # Each part waits for the settings that it reads, and for no others.
    for path, branch in () if rules.unread("skills") else skills.make_tree(concept.skills).items():
        if rules.cascade and branch.level is not None and not branch.bare:
            hint = "write the SP that each specialty holds, or set `rules: {skills: standard}`"
            yield checks.switched_off("level", "skills: standard", "skills", *path, "level", hint=hint)
        if not rules.cascade and branch.points is not None:
            hint = "write `level` instead, or set the switch"
            yield checks.switched_off("points", "skills: cascade", "skills", *path, "points", hint=hint)
    if rules.unread("creation"):
        return
    stated = concept.rules.model_fields_set
    points = dict.fromkeys(("background_points", "background_points_from", "extra_points"), "point-buy")
    for key, creation in (points | {"weighted_points": "pool-buy"}).items():
        if key in stated and creation != rules.creation:
            yield checks.switched_off(key, f"creation: {creation}", "rules", key)
    # A campaign may serve both methods, so only what the concept states itself is reported.
    if "negatives" in stated and rules.negatives == "extra-points" and rules.pool_bought:
        hint = "take it out, or buy by points: in the pool buy what they give stays in its area"
        yield checks.switched_off("negatives: extra-points", "creation: point-buy", "rules", "negatives", hint=hint)
    if rules.unread("background_points_from"):
        return
    by_age = rules.background_points_from
    fixed = "background_points" in stated and rules.background_points is not None
    if fixed and by_age != "fixed" and not rules.pool_bought:
        key, hint = (
            "background_points",
            f"keep one of the two: `background_points_from: {by_age}` has the age give them",
        )
        yield checks.switched_off(key, "background_points_from: fixed", "rules", key, hint=hint)


# Size, weapons and armour.


def overweight(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of a weight above the formula with Body: it increases loads, and is a constant load itself.

    Source: Façade 0.1, part 4, Strength and Carrying Capacity (FAC-a23, ruling FAC-Q28)
    """
    _, formula = body.size(concept.frame, body.clamped_values(attribute_values(concept.attributes), rules))
    if concept.weight is not None and formula is not None and concept.weight > formula:
        above = f"{concept.weight} lb is above the {formula} lb that follow from Body"
        yield warning(f"{above}: the other {concept.weight - formula} lb are a constant load", "weight")


def weapons(weapon: Weapon, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Take a weapon from the tables, or state its damage, such as 2D.

    Source: Façade 0.1, part 3, Combat Equipment (FAC-f, FAC-b9)
    """
    if weapon.damage is not None:
        if armory.parse_damage(weapon.damage) is None:
            message = f"a damage is a number and B, C or D; found {weapon.damage}"
            yield error(message, *path, "damage", hint="as in 2D: two levels of Deadly damage")
    elif weapon.name and not weapon.unread("damage"):
        example = "add its damage: {name: {}, damage: 2D, strength: 2, reach: Med.}"
        yield from checks.find_unknown([(path, weapon.name, False)], armory.weapon_table(rules), otherwise=example)


def weapon_skill(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require a skill for a weapon: the one under `skill`, or of its own name, or of its family, or Martial.

    Without such a skill the character is untrained and rolls Agility alone. The assignment of families
    is a house default, because the skill tree of the text is lost.

    Source: Façade 0.1, part 2, Skills, and part 3, Dramatic Combat (FAC-b9, FAC-d10, ruling FAC-Q11)
    """
    if _lacks_skills(concept) or any(line.is_lost("add") for line in concept.advancement):
        return  # the skill may be among those that could not be read
    # A weapon may be bought before its skill: what the ledger adds counts, too.
    tree = dict(skills.make_tree(concept.skills))
    for line in concept.advancement:
        path = skills.split_path(line.add) if line.add else ()
        for length in range(1, len(path) + 1):
            tree.setdefault(path[:length], skills.Branch(path[:length]))
    names = [path[-1] for path in tree]
    for index, weapon in enumerate(concept.weapons):
        if not weapon.name or not armory.is_known(weapon, rules):
            continue
        if weapon.skill is not None:
            places = skills.find_paths(weapon.skill, tree)
            if len(places) > 1:
                yield several_skills(weapon.skill, places, "weapons", index, "skill")
            elif not places:
                hint = did_you_mean(weapon.skill, names, "name one, or leave `skill` out")
                message = f"`{weapon.skill}` is no skill of this character"
                fix = written_near(weapon.skill, names)
                yield error(message, "weapons", index, "skill", hint=hint, fix=fix)
        elif not armory.has_skill_for(weapon, tree, rules):
            if near := closest(weapon.name, names):
                hint = f"if `{near}` is its skill, write {{name: {weapon.name}, skill: {near}}}"
            else:
                hint = f"learn Martial, or name a skill beside it, as in {{name: {weapon.name}, skill: …}}"
            untrained = f"`{weapon.name}` is used untrained, with the bare Agility"
            yield note(f"{untrained}: no skill of this character fits it", "weapons", index, hint=hint)


@checks.reads("attributes.body.strength")
def weapon_strength(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require the Strength in a weapon's Min column (house default: the text does not explain Min).

    Source: Façade 0.1, part 3, Combat Equipment (FAC-b9, ruling FAC-Q21)
    """
    for index, arm, strength in _carried(concept, rules):
        if not arm.usable:
            message = f"`{arm.name}` wants a Strength of {arm.minimum} at least; this character has {strength}"
            yield warning(message, "weapons", index)


@checks.reads("attributes.body.strength")
def extra_strain(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Note the Strain of every attack with a weapon that needs more Strength (house default).

    Source: Façade 0.1, part 3, Combat Equipment (FAC-b9, ruling FAC-Q21)
    """
    for index, arm, _ in _carried(concept, rules):
        if arm.extra_strain and arm.usable:
            name, strain = concept.weapons[index].name, arm.extra_strain
            yield note(f"`{name}` wants Strength {arm.wants}: {strain} Strain more with every attack", "weapons", index)


def _carried(concept: Concept, rules: Rules) -> Iterator[tuple[int, armory.Arm, int]]:
    """Yield the weapons carried with their indexes and the Strength of the character."""
    strength = body.clamped_values(attribute_values(concept.attributes), rules)["strength"]
    heavier = sum(armory.resolve_armor(piece, rules).weapon_strength for piece in concept.armor)
    for index, weapon in enumerate(concept.weapons):
        # Held and thrown need the same Strength, and one diagnostic is enough.
        for arm in armory.weapon_arms(weapon, strength, heavier, rules)[:1]:
            yield index, arm, strength


def armor(piece: Armor, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Take armour from the table, or state its material or its protection, such as 2B/1C/1D.

    Source: Façade 0.1, part 3, Combat Equipment (FAC-b18, FAC-f)
    """
    if piece.material is not None and piece.protects is not None:
        message = "`material` and `protects` both say what it stops"
        yield error(message, *path, "protects", key=True, hint="keep one of the two")
    elif piece.material is not None:
        yield from checks.find_unknown([((*path, "material"), piece.material, False)], armory.material_table(rules))
    elif piece.protects is not None:
        if armory.parse_protection(piece.protects) is None:
            message = f"protection is written by kind of damage; found {piece.protects}"
            yield error(message, *path, "protects", hint="as in 2B/1C/1D")
    elif piece.name and (table := armory.armor_table(rules)).find(piece.name) is None:
        name = scalar(piece.name)
        if material := armory.material_table(rules).find(piece.name):
            hint = f"it is a material: {{name: {name}, material: {material.name}, covers: [torso, arms]}}"
        else:
            example = f"add what it stops: {{name: {name}, protects: 2B/1C/1D, reduction: 1, covers: torso}}"
            hint = table.suggest(piece.name, otherwise=example)
        yield checks.unknown(piece.name, table, *path, hint=hint)
    if piece.material and not armory.resolve_armor(piece, rules).covers:
        hint = "say where it protects, as in covers: [torso, arms]"
        yield warning(f"`{piece.name}` covers nothing", *path, hint=hint)


def full_plate(piece: Armor, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Use the table of worn armour for Full Plate, which stops 4 Deadly there and 5 by its material.

    The text does not show which number is the misprint.

    Source: Façade 0.1, part 3, Armor (ruling FAC-Q19)
    """
    if armory.is_full_plate(piece):
        yield note("Full Plate stops 4D here; its material, Thick Metal, is printed with 5D", *path)


# Single values first, then what adds them up: a budget waits for everything that it reads (`@reads`).
CREATION: tuple[checks.Check[Concept, Rules], ...] = (
    checks.reads("rules.attribute_costs")(
        checks.within(
            "attribute_range",
            "attributes.*.*",
            0,
            "highest_attribute",
            asks="Keep every attribute from 0 to 6.",
            why="A table that plays beyond the human scale adds prices to `attribute_costs`.",
            source="Façade 0.1, part 2, Category and Specific Attributes (FAC-a5, ruling FAC-Q41)",
        )
    ),
    superhuman,
    checks.warn_at(
        "zero_attributes",
        "attributes.*.*",
        number=0,
        message="`{}` 0 fails every active contest, with any skill",
        hint="1 costs a single AP",
        asks="Warn of an attribute of 0, a terrible illness or the like: active contests with it fail by themselves.",
        source="Façade 0.1, part 2, Category and Specific Attributes (FAC-a5, FAC-d9, ruling FAC-Q3)",
    ),
    checks.every(modifier_levels, "modifiers.*"),
    checks.every(nothing_back, "modifiers.*"),
    names,
    bonus_names,
    checks.every(bonus_worth, "modifiers.*"),
    checks.every(large_bonus, "modifiers.*"),
    skill_levels,
    switched_off,
    specialties_only,
    skill_points,
    wasted_points,
    rolled_with,
    checks.every(background_parts, "backgrounds.*"),
    checks.every(individual_price, "backgrounds.*"),
    checks.every(background_levels, "backgrounds.*"),
    checks.every(no_points_back, "backgrounds.*"),
    age_needed,
    budget,
    unspent,
    overweight,
    checks.every(weapons, "weapons.*"),
    weapon_skill,
    weapon_strength,
    extra_strain,
    checks.every(armor, "armor.*"),
    checks.every(full_plate, "armor.*"),
)
