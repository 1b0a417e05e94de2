"""Check the rules of creation; `CREATION` at the end lists them in the order of the book."""

from collections import Counter
from collections.abc import Iterable, Mapping

from chargen.games.five_by_five import rules as book
from chargen.games.five_by_five.concept import HIT_POINTS_NAMES, Concept, Descriptor
from chargen.games.five_by_five.rules import Rules, armor_table, list_ladder_values, weapon_table
from chargen.kit import checks
from chargen.text.diagnostic import Diagnostic, KeyPath, error, note, warning
from chargen.text.names import fold, listing, number_word


def _descriptors(concept: Concept) -> Mapping[str, Descriptor]:
    return concept.descriptors or {}


def _list_values(concept: Concept, rules: Rules) -> list[tuple[KeyPath, int]]:
    """Return every readable value that was assigned, hit points last, each with its path.

    Hit points that are written as HP count as the value that was meant; `hit_points_value` reports them.
    """
    values: list[tuple[KeyPath, int | None]]
    values = [(("descriptors", name, "value"), one.value) for name, one in _descriptors(concept).items()]
    meant = find_meant_value(concept, rules)
    values.append((("hit_points",), concept.hit_points if meant is None else meant))
    return [(path, value) for path, value in values if value is not None]


def find_meant_value(concept: Concept, rules: Rules) -> int | None:
    """Return the value meant by hit points that are written as HP; None if they are written as a value."""
    written = concept.hit_points
    if written is None or written in rules.starting_values:
        return None
    value = written - book.HIT_POINTS_BASE
    return value if value in rules.starting_values else None


def hit_points_value(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require the value assigned to hit points, one of the six, instead of the HP, which are 10 more.

    Source: Five by Five 2.5, page 6 (FBF-a7)
    """
    value = find_meant_value(concept, rules)
    if value is None:
        return
    hint = f"write `hit_points: {value}`"
    # The last value is that of the hit points themselves.
    *others, _ = _list_values(concept, rules)
    left = Counter(rules.starting_values) - Counter(value for _, value in others)
    if left.total() == 1 and value not in left:
        (other,) = left
        hint += f", but the value that is left is {other}, which is {book.HIT_POINTS_BASE + other} HP"
    yield error(
        f"HP is {book.HIT_POINTS_BASE} + the value placed on it; {concept.hit_points} is the sum and not the value",
        "hit_points",
        hint=hint,
        nearest=value,
    )


@checks.adds()
def five_descriptors(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require five descriptors beside hit points.

    The six are put in order of importance and get their values. More descriptors are bought with XP, in the ledger.

    Source: Five by Five 2.5, pages 4 and 5 (FBF-a1)
    """
    due, chosen = len(rules.starting_values) - 1, len(_descriptors(concept))
    # One with an error may be a key that belongs elsewhere; one whose name has an error may be two, written as one.
    unclear = sum(concept.unread_within("descriptors", name) for name in _descriptors(concept))
    doubled = sum(concept.unread("descriptors", name) for name in _descriptors(concept))
    if concept.descriptors is None or chosen - unclear <= due <= chosen + doubled:
        return
    later = f"`advancement: [{{add: …, value: {book.NEW_DESCRIPTOR_VALUE}}}]`"
    fewer = f"take {chosen - due} away, or buy them in the ledger: {later}"
    hint = f"add {due - chosen} more" if chosen < due else fewer
    yield error(f"{due} descriptors are chosen beside hit points; found {chosen}", "descriptors", key=True, hint=hint)


def ladder(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require a rank of the ladder as every value: −5, 0, 2, 4, 6, 9, 12 or 16.

    Source: Five by Five 2.5, page 10 (FBF-a8)
    """
    ranks = list_ladder_values(advanced=True)
    # Above the starting maximum, the nearest rank would be no help.
    highest = None if rules.waives("five-by-five/starting-maximum") else max(rules.starting_values)
    for path, value in _list_values(concept, rules):
        if value not in ranks and (highest is None or value <= highest):
            below = [rank for rank in ranks if rank < value]
            above = [rank for rank in ranks if rank > value]
            if below and above:
                hint = f"the nearest ranks are {below[-1]} and {above[0]}"
            else:
                hint = f"the highest is {below[-1]}" if below else f"the lowest is {above[0]}"
            # The minus of the poor value is easily forgotten.
            if -value in ranks and value > 0:
                hint = f"{hint}, or with a minus {-value}"
            yield error(f"{value} is not a rank", *path, hint=hint)


def starting_maximum(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Limit values to 6 at creation.

    What a character has learned since belongs in the ledger, so that its price can be checked.

    Source: Five by Five 2.5, page 10 (FBF-a9)
    """
    highest = max(rules.starting_values)
    hint = f"start at {highest} or lower and raise it under `advancement`"
    for path, value in _list_values(concept, rules):
        when = "for a new character"
        yield from checks.check_range(value, None, highest, *path, what="a value", when=when, hint=hint)


@checks.adds("descriptors.*.value", "hit_points")
@checks.reads("descriptors.*.value", "hit_points")
def poor(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require exactly one poor value, −5, among the six.

    It cannot be raised with XP, only traded for another weakness.

    Source: Five by Five 2.5, pages 6 and 14 (FBF-a10)
    """
    lowest = rules.poor_value
    placed = [(path, value) for path, value in _list_values(concept, rules) if not concept.unread(*path)]
    weak = [path for path, value in placed if value <= lowest]
    six = number_word(len(rules.starting_values))
    # With fewer values the poor one may be the one that is missing or wrong, which another rule reports.
    if not weak and len(placed) == len(rules.starting_values):
        yield error(f"nothing is poor: one of the {six} must have the value {lowest}", "descriptors", key=True)
    # The first one is right; each further one is an error.
    for path in weak[1:]:
        first = note(f"the first {lowest}", *weak[0])
        yield error(f"only one of the {six} can be poor; this is one more {lowest}", *path, related=(first,))


RESERVED = dict.fromkeys(HIT_POINTS_NAMES, "is not a descriptor: it has a key of its own")
RESERVED_HINT = "write `hit_points:` with its value beside `descriptors:`"


def check_name(name: str, *path: str | int) -> Iterable[Diagnostic]:
    """Yield the diagnostics of `names` for one name at ``path``."""
    return checks.find_unusable(name, *path, key=True, reserved=RESERVED, hint=RESERVED_HINT)


def exclusive_actions(descriptor: Descriptor, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Limit a descriptor to one exclusive action: attack, dodge, healing or steal initiative.

    It can still be used for anything else that it fits. Two descriptors may improve the same action.

    Source: Five by Five 2.5, page 22 (FBF-a11)
    """
    if len(set(descriptor.exclusive)) > 1:
        several = f"`{path[1]}` improves {listing(descriptor.exclusive)}"
        hint = f"keep the one it is meant for, such as `exclusive: {descriptor.exclusive[0]}`"
        yield error(f"{several}; a descriptor improves one exclusive action at most", *path, "exclusive", hint=hint)


def exclusive_by_name(descriptor: Descriptor, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Note a descriptor that the book names for an exclusive action, and that improves none.

    Without `exclusive`, it does not count in a fight. That is legal: the descriptor is good for everything else.

    Source: Five by Five 2.5, pages 23 and 24 (FBF-a12)
    """
    name = str(path[1])
    action = book.EXCLUSIVE_BY_NAME.get(fold(name))
    improves_some = descriptor.exclusive or descriptor.unread_within("exclusive")
    # A poor descriptor would make the action worse than untrained, so the name is not meant for it.
    if action is None or improves_some or descriptor.value is None or descriptor.value <= rules.poor_value:
        return
    keys = f"{{value: {descriptor.value}, exclusive: {action}}}"
    can_fix = descriptor.model_fields_set == {"value"} and fold(name) not in book.OF_SEVERAL_ACTIONS
    yield note(
        f"`{name}` improves no exclusive action, and the book names it for {action}",
        *path,
        hint=f"if it is meant for that, write `{name}: {keys}`",
        fix=keys if can_fix else None,
    )


def too_general(descriptor: object, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Warn of a descriptor that fits too many kinds of task.

    The book asks the GM to refuse such names and to suggest something narrower. The list of names is a setting
    that a campaign may replace; all but the first two are *house default*.

    Source: Five by Five 2.5, page 25 (FBF-a14)
    """
    narrower = {fold(broad): better for broad, better in rules.too_general.items()}.get(fold(str(path[1])))
    if narrower:
        message = f"`{path[1]}` is too general: it fits nearly every task"
        yield warning(message, *path, key=True, hint=f"narrow it down, such as {narrower}")


def switched_off(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require that an optional rule is switched on where a key of it is used.

    The switches are `aspects` and `advanced_descriptors`, under `rules:` in the concept or its campaign file.

    Source: Five by Five 2.5, pages 26 and 29 (FBF-h1, FBF-h2)
    """
    # A switched-off key is an error that names its switch, and never ignored (rulings, all games).
    if concept.aspects and not (rules.unread("aspects") or rules.aspects):
        yield checks.switched_off("aspects", "aspects: true", "aspects")
    for name, descriptor in _descriptors(concept).items():
        yield from check_options(descriptor, rules, "descriptors", name)


def check_options(subject: Descriptor, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Yield the diagnostics of `switched_off` for one descriptor at ``path``."""
    # A switch that could not be read may be on.
    if subject.aspect and not (rules.unread("aspects") or rules.aspects):
        yield checks.switched_off("aspect", "aspects: true", *path, "aspect")
    if not (rules.unread("advanced_descriptors") or rules.advanced_descriptors):
        for key in ("advanced", "power"):
            if getattr(subject, key):
                yield checks.switched_off(key, "advanced_descriptors: true", *path, key)


@checks.reads("aspects", "rules.aspects")
def unbalanced_aspects(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require an inferior aspect for each superior one.

    More inferior than superior aspects are legal but gain nothing, which gives a warning.

    Source: Five by Five 2.5, page 31 (FBF-h2, ruling FBF-Q19)
    """
    if not rules.aspects:
        return
    superior = [name for name, rating in concept.aspects.items() if rating == "superior"]
    inferior = [name for name, rating in concept.aspects.items() if rating == "inferior"]
    lacking = len(superior) - len(inferior)
    if lacking > 0:
        message = f"{len(superior)} superior and {len(inferior)} inferior: each superior aspect needs an inferior one"
        hint = f"make {number_word(lacking)} more inferior, or this one average"
        yield error(message, "aspects", superior[-1], hint=hint)
    elif lacking < 0:
        message = f"{len(inferior)} inferior and {len(superior)} superior: legal, but the character gains nothing by it"
        yield warning(message, "aspects", inferior[-1], hint="another aspect may be superior")


@checks.reads("rules.advanced_descriptors", "rules.powers_are_advanced")
def powers(descriptor: Descriptor, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Require that a spell or a super power is an advanced descriptor.

    In a world where everyone has powers, set `powers_are_advanced: false`.

    Source: Five by Five 2.5, page 28 (FBF-h3)
    """
    is_plain = descriptor.power and not descriptor.advanced and not descriptor.unread("advanced")
    if rules.advanced_descriptors and rules.powers_are_advanced and is_plain:
        hint = "add `advanced: true`, or set `rules: {powers_are_advanced: false}` where everyone has powers"
        yield error(f"`{path[1]}` is a power and must be advanced", *path, hint=hint)


def poor_advanced(descriptor: Descriptor, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Warn of a poor descriptor that is advanced: the untrained have no chance either, so it is no weakness.

    Legal, but something to agree on with the GM (*house default*).

    Source: ruling FBF-Q28
    """
    poor = descriptor.value is not None and descriptor.value <= rules.poor_value
    if rules.advanced_descriptors and descriptor.advanced and poor:
        message = f"`{path[1]}` is poor and advanced: the untrained have no chance at it, so it is hardly a weakness"
        yield warning(message, *path, key=True)


@checks.reads("descriptors.*.exclusive", "advancement.*.exclusive")
def trained_fist(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of a trained fist without a descriptor that improves attacks.

    The book gives it a damage bonus and does not say who has one (*house default*).

    Source: Five by Five 2.5, page 20 (ruling FBF-Q17)
    """
    attacks = any("attack" in descriptor.exclusive for descriptor in _descriptors(concept).values())
    # The descriptor may be learned later.
    attacks |= any("attack" in line.exclusive for line in concept.advancement)
    for index, weapon in enumerate(concept.weapons):
        if weapon.name and fold(weapon.name) == "trained fist" and not attacks:
            hint = "give the descriptor that trained it `exclusive: attack`"
            yield warning("a trained fist, but no descriptor improves attacks", "weapons", index, hint=hint)


FIGHTING = (
    "archer", "attack", "axe", "blade", "bow", "box", "brawl", "club", "dagger", "duel", "fenc", "fight", "gun",
    "hammer", "hatchet", "knife", "mace", "marksman", "martial", "pistol", "punch", "rifle", "shoot",
    "shot", "sling", "sniper", "soldier", "spear", "staff", "sword", "weapon", "whip", "wrestl",
)  # fmt: skip
"""What words of descriptors for attacks begin with (house default)."""


def _fit(name: str, weapon: str) -> int:
    """Return how well the words of a descriptor fit an attack: those of the weapon itself count most."""
    words, of_weapon = fold(name).split(), fold(weapon).split()
    return sum(word.startswith(FIGHTING) + 2 * any(word.startswith(own[:4]) for own in of_weapon) for word in words)


@checks.reads("descriptors.*.exclusive", "descriptors.*.value", "advancement.*.exclusive")
def attack_descriptor(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Note a weapon that is carried while no descriptor improves attacks: they are made untrained.

    Without `exclusive: attack`, a descriptor does not count for attacks, even if its name says so.

    Source: Five by Five 2.5, pages 22 and 23 (FBF-a11)
    """
    described = _descriptors(concept)
    improved = (*(one.exclusive for one in described.values()), *(line.exclusive for line in concept.advancement))
    armed = [place for place, weapon in enumerate(concept.weapons) if weapon.name and weapon.bonus_in(rules)]
    # `trained_fist` and `exclusive_by_name` say it of the fist and of the names of the book.
    named = any(book.EXCLUSIVE_BY_NAME.get(fold(name)) == "attack" for name in described)
    armed = [place for place in armed if fold(concept.weapons[place].name or "") != "trained fist"]
    if not armed or named or any("attack" in actions for actions in improved):
        return
    weapon = concept.weapons[armed[0]].name or ""
    free = {name: one for name, one in described.items() if not one.exclusive and (one.value or 0) > 0}
    best = max(free, key=lambda name: (_fit(name, weapon), free[name].value or 0), default=None)
    message = f"`{weapon}` is used untrained: no descriptor improves attacks"
    hint = "give the descriptor that is meant for it `exclusive: attack`"
    if best is not None and _fit(best, weapon):
        message += f"; is it `{best}`?"
        hint = f"if so, write `{best}: {{value: {free[best].value}, exclusive: attack}}`"
    yield note(message, "weapons", armed[0], hint=hint)


def one_off_hand(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of a shield together with an off-hand dagger: they give one more dodge a round, not two.

    Source: Five by Five 2.5, page 22 (ruling FBF-Q24)
    """
    if concept.shield and concept.off_hand:
        total = book.DODGES_PER_ROUND + book.OFF_HAND_DODGES
        message = f"a shield and an off-hand dagger give one more dodge, not two: {total} a round"
        yield warning(message, "off_hand", key=True)


CREATION: tuple[checks.Check[Concept, Rules], ...] = (
    five_descriptors,
    ladder,
    starting_maximum,
    hit_points_value,
    checks.adds("descriptors.*.value", "hit_points")(
        checks.numbers_are(
            "values",
            "descriptors",
            lambda rules: rules.starting_values,
            what="values",
            placed=_list_values,
            apart=lambda rules: rules.poor_value,
            asks="Require the six starting values, each once, on five descriptors and hit points.",
            why="The most important gets 6, the next two 4, the next two 2, and the last −5 (see `poor`).",
            source="Five by Five 2.5, pages 5 and 6 (FBF-a6)",
        )
    ),
    poor,
    checks.once(
        "names",
        "descriptors",
        reserved=RESERVED,
        hint=RESERVED_HINT,
        asks="Give each descriptor a name of its own, in any case of letters, and call none of them hit points.",
        why="XP are spent on a descriptor by its name (the book says nothing of it: *house default*).",
        source="ruling FBF-Q22",
    ),
    checks.every(exclusive_actions, "descriptors.*"),
    checks.every(exclusive_by_name, "descriptors.*"),
    checks.every(too_general, "descriptors.*"),
    checks.warn_at(
        "nothing_ordinary",
        "descriptors.*.value",
        "hit_points",
        number=0,
        message="a value of 0 is what everyone has; leave it off the sheet",
        asks="Warn of a value of 0: what a character does as well as anyone is no descriptor.",
        why="All that is not listed has the value 0 anyway.",
        source="Five by Five 2.5, page 5 (FBF-a3)",
    ),
    switched_off,
    unbalanced_aspects,
    checks.every(powers, "descriptors.*"),
    checks.every(poor_advanced, "descriptors.*"),
    checks.known(
        "weapons",
        "weapons",
        weapon_table,
        unless="damage_bonus",
        otherwise="add its number: {name: {}, damage_bonus: 2}",
        asks="Require an item or a class of the table as a weapon, or a damage bonus of its own.",
        source="Five by Five 2.5, page 20 (FBF-f)",
    ),
    checks.known(
        "armor",
        "armor",
        armor_table,
        unless="armor_value",
        otherwise="add its number: {name: {}, armor_value: 2}",
        asks="Require an item or a class of the table as armour, or an armour value of its own.",
        source="Five by Five 2.5, page 21 (FBF-f)",
    ),
    checks.far_above(
        "weapons",
        "weapons.*.damage_bonus",
        largest=max(row.damage_bonus for row in Rules().weapons),
        asks="Doubt a damage bonus that is more than three times the largest of the weapons table.",
        source="house default; the book sets no limit (page 20)",
    ),
    checks.far_above(
        "armor",
        "armor.armor_value",
        largest=max(row.armor_value for row in Rules().armor),
        asks="Doubt an armour value that is more than three times the largest of the armour table.",
        source="house default; the book sets no limit (page 21)",
    ),
    trained_fist,
    attack_descriptor,
    one_off_hand,
    checks.at_least_one(
        "gear",
        "weapons",
        "armor",
        "equipment",
        message="no equipment yet; the text sets no price or limit, so choose what fits the story",
        report=note,
        asks="Note a new character without starting equipment.",
        why="The book sets neither a price nor a limit, so this is only a reminder.",
        source="Five by Five 2.5, page 6 (FBF-a16, ruling FBF-Q18)",
    ),
)
