"""Check the rules of creation. Each function is one rule with one code.

The order is attributes and modifiers, backgrounds and liabilities, skills, budgets, then rules about several parts, and
the list of all rules. The rules about weapons and armour are in creation_gear.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from chargen.games.facade import costs, skills
from chargen.games.facade import rules as book
from chargen.games.facade.budget import (
    AREAS,
    SECTIONS,
    Area,
    Part,
    cheapest_change,
    compute_budget,
    describe_sum,
    format_points,
    simplify_number,
)
from chargen.games.facade.concept import SKILL_KEYS, Background, Concept, Modifier
from chargen.games.facade.creation_gear import (
    armor,
    extra_strain,
    full_plate,
    lacks_skills,
    overweight,
    weapon_skill,
    weapon_strength,
    weapons,
)
from chargen.games.facade.rules import Rules
from chargen.games.facade.skills import several_skills
from chargen.kit.checks import Check, adds, every, find, find_names, find_repeated, reads, warn_at, within
from chargen.kit.checks import switched_off as needs_switch
from chargen.page.roll import signed
from chargen.text.diagnostic import Diagnostic, KeyPath, Related, error, note, warning
from chargen.text.names import did_you_mean, fold, listing, with_article

PRICED = ("attributes", "modifiers", "skills", "backgrounds")
"""What points pay for."""
_PARTS = {"AP": ("attributes", "modifiers"), "SP": ("skills",), "BP": ("backgrounds",)}
"""The sections that an area of points pays for."""
_GRANTS = {
    "AP": ("attribute_points",),
    "SP": ("skill_points",),
    "BP": ("background_points", "background_points_from"),
}
"""The house rules that grant the points of an area."""
_WITHOUT_PRICE = ("name", "category", "attribute", "effect", "bonus")
"""The keys of what points pay for that change no price."""


def superhuman(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of an attribute above 6, which exceeds the human scale.

    Only a campaign that prices higher attributes has any.

    Source: Façade 0.1, part 2, Category and Specific Attributes (ruling FAC-Q41)
    """
    for path, value in find(concept, "attributes.*.*"):
        # Above the highest price it is an error (`attribute_range`).
        if book.HUMAN_MAXIMUM < value <= rules.highest_attribute:
            yield warning(f"`{path[-1]}` {value} is beyond the human scale of 0 to {book.HUMAN_MAXIMUM}", *path)


def modifier_levels(modifier: Modifier, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Limit a modifier to levels 1 to 6, or −1 to −6 if it hinders.

    Source: Façade 0.1, part 5, Attributes (FAC-a7, FAC-a8, FAC-a10)
    """
    # An unknown class is an error of its own; all classes have six levels.
    highest = len(book.MODIFIER_COSTS.get(modifier.cost or "", (0,) * 7)) - 1
    if modifier.level is not None and not 1 <= abs(modifier.level) <= highest:
        span = f"goes from 1 to {highest}, or from −1 to −{highest}"
        choose = "" if modifier.level else "add a level: "
        hint = f"{choose}1 to {highest} costs AP, −1 to −{highest} gives them back"
        near = costs.clamp_level(modifier.level, highest, -highest)
        yield error(f"a modifier {span}; found {signed(modifier.level)}", *path, "level", hint=hint, nearest=near)


def nothing_back(modifier: Modifier, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Note a hindering modifier that gives no points back: its refund rounds down to nothing (house default).

    Source: rulings, Façade
    """
    if modifier.level is not None and modifier.level < 0 and modifier.cost and not costs.modifier_cost(modifier):
        message = (
            f"`{modifier.name}` {signed(modifier.level)} ({modifier.cost}) gives 0 AP back: half a point rounds down"
        )
        yield note(f"{message} (house default)", *path, "level")


def no_points_back(background: Background, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Note a liability that gives no points back: its refund rounds down to nothing (house default).

    Source: rulings, Façade
    """
    is_priced = background.cost is not None and background.kind in ("standard", "exponential")
    if (
        background.liability
        and is_priced
        and (background.level or 0) > 0
        and not costs.background_cost(background, rules)
    ):
        message = (
            f"`{background.name}` {background.level} ({background.cost}) gives 0 BP back: half a point rounds down"
        )
        yield note(f"{message} (house default)", *path, "level")


def bonus_names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Let a modifier's `bonus` change a limit pool, an attribute, a category or a skill of the character.

    Source: Façade 0.1, part 2, Modifiers (FAC-a7, FAC-b6); chargen's concept format
    """
    if lacks_skills(concept):
        return
    tree = skills.make_tree(concept.skills)
    for index, modifier in enumerate(concept.modifiers):
        yield from bonus_subjects(modifier, tree, "modifiers", index)


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
        yield warning(
            f"the bonus of `{modifier.name}` helps {listing(f'`{name}`' for name in helped)}; "
            "a modifier's helps one thing (house default)",
            *path,
            "bonus",
            key=True,
            hint="what affects several is of higher value: make it several modifiers, or have the GM waive this",
        )


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
    highest = len(costs.exponential_costs(background.cost or "simple", rules)) - 1
    if level < 1:
        sign = "" if background.liability else "; a liability gives points back by its class, not by a sign"
        yield error(f"a background is of level 1 or higher; found {signed(level)}{sign}", *path, "level", nearest=1)
    elif background.kind == "exponential" and level > highest:
        message = f"an exponential background is of level {highest} at most; found {level}"
        yield error(message, *path, "level", nearest=highest)


@reads("age", "rules.background_points_from", "rules.creation")
def age_needed(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require an age for background points by age.

    Source: Façade 0.1, part 5, Backgrounds (FAC-a21, ruling FAC-Q14)
    """
    # The pool buy grants no BP (FAC-a2b), so the age cannot change them.
    by_age = rules.background_points_from != "fixed" and not rules.pool_bought
    if by_age and concept.age is None:
        yield error(
            f"`background_points_from: {rules.background_points_from}` needs the character's `age`",
            "age",
            hint="add `age:`",
        )


@reads("rules.skills")
def skill_levels(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Limit every broad skill, focus and specialty to a whole level from 0 to 4.

    Source: Façade 0.1, part 2, Skills (FAC-a11)
    """
    for branch in skills.make_tree(concept.skills).values() if not rules.cascade else ():
        level = branch.level
        if level is not None and (level != int(level) or not 0 <= level <= skills.HIGHEST):
            span = f"a {_height(branch)} is of level 0 to {skills.HIGHEST}, whole"
            near = costs.clamp_level(int(level), skills.HIGHEST)
            message = f"{span}; found {signed(simplify_number(level))}"
            yield error(message, *_stated(branch, "level"), hint=f"write {near}", nearest=near)


def _stated(branch: skills.Branch, key: str) -> KeyPath:
    """Return the path of a number of a skill: under its own key, or bare."""
    return ("skills", *branch.path) if branch.bare else ("skills", *branch.path, key)


def _height(branch: skills.Branch) -> str:
    return "broad skill" if branch.height == "broad" else branch.height


@reads("rules.skills")
def specialties_only(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Put SP only into specialties in the cascade method; focus and broad skills follow from them.

    Source: Façade 0.1, part 5, Skills (FAC-a13, ruling FAC-Q10)
    """
    for branch in skills.make_tree(concept.skills).values() if rules.cascade else ():
        if branch.height != "specialty" and skills.written_points(branch) is not None:
            inner = "{Dodge: {Roll: 5}}" if branch.height == "broad" else "{Roll: 5}"
            message = f"`{branch.name}` is a {_height(branch)}; SP go into specialties"
            yield error(message, *_stated(branch, "points"), hint=f"name a specialty inside it, as in {inner}")


@reads("rules.skills")
def skill_points(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Limit a specialty to 0 to 5 SP in steps of a half in the cascade method.

    Source: Façade 0.1, part 5, Skills (FAC-a13, ruling FAC-Q10)
    """
    for branch in skills.make_tree(concept.skills).values() if rules.cascade else ():
        points = skills.written_points(branch)
        if branch.height == "specialty" and points is not None and not is_half_step(points):
            near = simplify_number(skills.points_of(branch, rules))
            message, path = describe_invalid_points(points), _stated(branch, "points")
            yield error(message, *path, hint=f"write {signed(near)}", nearest=near)


def is_half_step(points: float) -> bool:
    """Return whether a number of SP on a specialty is a multiple of a half in its range."""
    return 0 <= points <= skills.MOST_POINTS and points * 2 == int(points * 2)


def describe_invalid_points(points: float) -> str:
    """Return the message for an invalid number of SP on a specialty."""
    most = simplify_number(skills.MOST_POINTS)
    return f"a specialty holds 0 to {most} SP, in steps of ½; found {signed(simplify_number(points))}"


@reads("rules.skills", "skills")
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
            mastered = (
                f"`{path[-2]}` is mastered, so {signed(simplify_number(enough))} SP are enough for `{branch.name}`"
            )
            yield warning(
                f"{mastered}: {signed(simplify_number(value - Fraction(enough)))} do nothing for it",
                "skills",
                *path,
                hint=f"put them into `{better}`: there they count for its level as well",
            )


@reads("skills")
def rolled_with(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require an attribute for a specialty: its own, or from a skill above it.

    Without an attribute the GM decides on one, and chargen computes no chances.

    Source: Façade 0.1, part 2, Skills (FAC-b3)
    """
    tree = skills.make_tree(concept.skills)
    bare = [
        path for path, branch in tree.items() if branch.height == "specialty" and not skills.find_attribute(path, tree)
    ]
    if bare:
        few = listing(f"`{path[-1]}`" for path in bare[:3]) + (f" and {len(bare) - 3} more" if len(bare) > 3 else "")
        hint = f"name one at any height, as in {{{bare[0][0]}: {{attribute: agility, …}}}}"
        message = f"no attribute is named for {few}: their chances are not worked out"
        yield note(message, "skills", *bare[0], key=True, hint=hint)


def _has_unreadable_prices(area: str, concept: Concept, rules: Rules) -> bool:
    """Return whether a price of an area cannot be read, or how many points it is granted."""
    lost = (path for section in _PARTS[area] for path in concept.unreadable_paths(section))
    by_age = area == "BP" and concept.unread("age")
    is_lost = any(not set(_WITHOUT_PRICE).intersection(map(str, path[-2:])) for path in lost)
    return is_lost or by_age or any(map(rules.unread, _GRANTS[area]))


@adds()
@reads(
    *(
        f"rules.{key}"
        for key in (
            "creation",
            "skills",
            "negatives",
            "extra_points",
            "weighted_points",
            "attribute_costs",
            "as_printed",
        )
    )
)
def budget(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Pay for everything with the granted AP, SP and BP, and the common pool of EP (or WP) for the rest.

    One EP buys 1 AP, 2 SP or 1 BP; one WP of the pool buy 2 AP, 4 SP or 2 BP. They are spent whole. Where the price of
    an odd level rounds up, a negative modifier or a liability gives back half a point less, rounded down (*house
    default*): a Minor −1 gives nothing, a Medium −3 4, an Extreme −1 2.

    Source: Façade 0.1, part 5 (FAC-a1, FAC-a2, FAC-a2b, FAC-a3, ruling FAC-Q4)
    """
    computed = compute_budget(concept, rules)
    # An area waits while a price in it cannot be read; the others are judged.
    readable = [area for area in computed.areas if not _has_unreadable_prices(area.name, concept, rules)]
    is_complete = len(readable) == len(computed.areas)
    needed = sum(area.from_pool for area in readable)
    over = needed - computed.available
    if over <= 0 or (rules.negatives_to_pool and not is_complete):
        return
    # The error is at the area that takes most from the pool, and the others are related places.
    short = sorted((area for area in readable if area.from_pool), key=lambda area: -area.from_pool)
    worst = short[0]
    change = cheapest_change(concept, rules) if is_complete else None
    if change is not None:
        hint = f"the cheapest single change: {change[0]} ({{lines}})"
    elif not is_complete:
        hint = f"take back {over} {computed.pool_name} worth of {listing(area.name for area in short)}"
    else:
        areas = listing(area.name for area in short)
        hint = f"no single change is enough: take back {over} {computed.pool_name} worth of {areas}"
    related = [
        Related(path=(SECTIONS[area.name],), message=_overdrawn(area, computed.pool_name), key=True)
        for area in short[1:]
    ]
    if change is not None:
        words, path = change
        related.append(Related(path=path, message=words))
    yield error(
        f"{over} {computed.pool_name} too few: {needed} needed, {computed.available} there "
        f"({', '.join(f'{SECTIONS[area.name]} {area.from_pool}' for area in short)})",
        SECTIONS[worst.name],
        key=True,
        label=_overdrawn(worst, computed.pool_name),
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


@reads("rules", *PRICED)
def unspent(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Spend all points that are granted.

    AP, SP and BP are not traded for each other, and what is left of a whole EP or WP is lost (house default).

    Source: Façade 0.1, part 5 (FAC-b20, ruling FAC-Q4)
    """
    computed = compute_budget(concept, rules)
    if computed.left < 0 or any(rules.unread(key) for keys in _GRANTS.values() for key in keys):
        return
    for name in AREAS:
        area = computed.area(name)
        if not area.left:
            continue
        if area.from_pool:
            message = f"{format_points(area.left)} {name} of the last {computed.pool_name} is not spent"
        else:
            message = f"{format_points(area.left)} of {area.granted} {name} are not spent"
        yield warning(message, SECTIONS[name], key=True, hint=_SPEND[name])
    if computed.left > 0:
        buys = listing((f"{amount} {name}" for name, amount in book.BUYS[rules.creation].items()), "or")
        yield warning(
            f"{computed.left} of {computed.available} {computed.pool_name} are not spent",
            "attributes",
            key=True,
            hint=f"they buy {buys} each: spend more in any area and the rest is worked out",
        )


_SPEND = {
    "AP": "raise an attribute, or take a modifier",
    "SP": "raise a skill, or add one",
    "BP": "raise a background, or add one",
}


def names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Give modifiers, backgrounds, and the skills of one parent different names, ignoring case.

    The ledger uses these names (house default: the text does not mention this).

    Source: ruling FAC-Q11; chargen's concept format
    """
    for section in ("modifiers", "backgrounds"):
        yield from find_repeated(((*path, "name"), name, False) for path, name, _ in find_names(concept, section))
    tree = skills.make_tree(concept.skills)
    # What is there twice counts once.
    repeated = find_repeated((("skills", *path), path[-1], True) for path in tree)
    yield from (replace(each, nearest=0) for each in repeated)
    for path in tree:
        # `Level: 3` beside `level: 3` is read as a skill of that name, as case does not matter in keys.
        if (key := fold(path[-1])) in SKILL_KEYS:
            other = Related(path=("skills", *path[:-1], key), message="the other one", key=True)
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
            yield needs_switch("level", "skills: standard", "skills", *path, "level", hint=hint)
        if not rules.cascade and branch.points is not None:
            hint = "write `level` instead, or set the switch"
            yield needs_switch("points", "skills: cascade", "skills", *path, "points", hint=hint)
    if rules.unread("creation"):
        return
    stated = concept.rules.model_fields_set
    points = dict.fromkeys(("background_points", "background_points_from", "extra_points"), "point-buy")
    for key, creation in (points | {"weighted_points": "pool-buy"}).items():
        if key in stated and creation != rules.creation:
            yield needs_switch(key, f"creation: {creation}", "rules", key)
    # A campaign may serve both methods, so only what the concept states itself is reported.
    if "negatives" in stated and rules.negatives == "extra-points" and rules.pool_bought:
        hint = "take it out, or buy by points: in the pool buy what they give stays in its area"
        yield needs_switch("negatives: extra-points", "creation: point-buy", "rules", "negatives", hint=hint)
    if rules.unread("background_points_from"):
        return
    by_age = rules.background_points_from
    fixed = "background_points" in stated and rules.background_points is not None
    if fixed and by_age != "fixed" and not rules.pool_bought:
        hint = f"keep one of the two: `background_points_from: {by_age}` has the age give them"
        yield needs_switch(
            "background_points", "background_points_from: fixed", "rules", "background_points", hint=hint
        )


# Single values first, then what adds them up: a budget waits for everything that it reads (`@reads`).
CREATION: tuple[Check[Concept, Rules], ...] = (
    reads("rules.attribute_costs")(
        within(
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
    warn_at(
        "zero_attributes",
        "attributes.*.*",
        number=0,
        message="`{}` 0 fails every active contest, with any skill",
        hint="1 costs a single AP",
        asks="Warn of an attribute of 0, a terrible illness or the like: active contests with it fail by themselves.",
        source="Façade 0.1, part 2, Category and Specific Attributes (FAC-a5, FAC-d9, ruling FAC-Q3)",
    ),
    every(modifier_levels, "modifiers.*"),
    every(nothing_back, "modifiers.*"),
    names,
    bonus_names,
    every(bonus_worth, "modifiers.*"),
    every(large_bonus, "modifiers.*"),
    skill_levels,
    switched_off,
    specialties_only,
    skill_points,
    wasted_points,
    rolled_with,
    every(background_parts, "backgrounds.*"),
    every(individual_price, "backgrounds.*"),
    every(background_levels, "backgrounds.*"),
    every(no_points_back, "backgrounds.*"),
    age_needed,
    budget,
    unspent,
    overweight,
    every(weapons, "weapons.*"),
    weapon_skill,
    weapon_strength,
    extra_strain,
    every(armor, "armor.*"),
    every(full_plate, "armor.*"),
)
