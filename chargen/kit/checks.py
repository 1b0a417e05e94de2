"""Declare rules of creation: the kinds of rules that most games have, and the functions to write others.

A rule is a function. Its name is its code. Its docstring says what the rule requires, why, and in its last line the
``Source:``. The functions of this module make the rules that several games share, so that messages are the same in
every game:

>>> from chargen.game.rule import explanation
>>> from chargen.kit.vocabulary import Vocabulary
>>> ranks = Vocabulary("rank", ["novice", "master"])
>>> CREATION = (
...     known("rank_names", "ranks", ranks, source="page 2"),
...     once("own_names", "ranks", source="house default"),
...     within("rank_limits", "ranks.*", 1, "highest_rank", source="page 3"),
...     sum_is("rank_points", "ranks", "points", asks="Spend ten points on the ranks.", source="page 3"),
... )
>>> [explanation(rule).asks for rule in CREATION[:3]]
['Each rank is one that the game knows.', 'No name in `ranks` appears twice.', '`ranks` go from 1 to `highest_rank`.']

All of them take the `Texts` of a rule. A limit may be the name of a field of the rules, which a table can set. A path
``at`` has the keys of a concept separated by dots; ``*`` is any key of a mapping or model, or any entry of a list.

If a message needs other words, write a function for the rule instead, with the help of `find`, `unknown`,
`find_repeated` and `check_range`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Required, TypeAlias, TypedDict, TypeVar, Unpack

from chargen.game.concept import Concept, RuleSet
from chargen.kit.vocabulary import Vocabulary, in_case_of, split_names
from chargen.page.roll import signed
from chargen.schema.model import Model
from chargen.text.diagnostic import Diagnostic, KeyPath, error, note, warning
from chargen.text.names import ORDINALS, closest, fold, listing, number_word, there_are

C = TypeVar("C", bound=Concept)
R = TypeVar("R", bound=RuleSet)
F = TypeVar("F", bound=Callable[..., Any])

Check: TypeAlias = Callable[[C, R], Iterable[Diagnostic]]
"""A rule of creation: yields the diagnostics of a concept under some rules."""
AnyCheck: TypeAlias = Callable[[Any, Any], Iterable[Diagnostic]]
"""A rule made here, for every game whose concept has the keys that the rule reads."""
NameAtPath: TypeAlias = tuple[KeyPath, str, bool]
"""A name in a concept: its path, the name, and whether it is a key."""
Names: TypeAlias = Vocabulary[Any] | Callable[[Any], Vocabulary[Any]]
"""A vocabulary, or a function that returns it for the rules in force."""
Limit: TypeAlias = int | str | Callable[[Any], int | None] | None
"""A number, the name of a field of the rules, or a function of the rules; None for no limit."""


class Texts(TypedDict, total=False):
    """The texts of a rule, which `chargen explain` prints.

    >>> once("names", "equipment", **Texts(source="page 2", asks="Name each thing once.")).__doc__
    'Name each thing once.\\n\\nSource: page 2'
    """

    source: Required[str]
    """The place in the book."""
    asks: str
    """The requirement in one sentence; each kind of rule has a default."""
    why: str
    """The reason."""


def reads(*paths: str) -> Callable[[F], F]:
    """Mark a rule with the paths it reads: it is skipped while a value at, below or above them has an error.

    This means errors of the schema, and of rules without a mark or with only house rules in it (``rules.tier``).
    A rule that checks each value separately needs no mark: an unreadable value was reported and is absent from the
    concept. The rules made here have theirs.

    >>> @reads("descriptors.*.value", "hit_points")
    ... def values(concept, rules): ...
    >>> paths_read_by(values)
    ('descriptors.*.value', 'hit_points')
    """

    def mark(rule: F) -> F:
        rule.reads = paths  # type: ignore[attr-defined]
        return rule

    return mark


def paths_read_by(rule: Callable[..., Any]) -> tuple[str, ...]:
    """Return the paths that `reads` marked a rule with; empty for a rule without a mark."""
    paths: tuple[str, ...] = getattr(rule, "reads", ())
    return paths


def adds(*paths: str) -> Callable[[F], F]:
    """Mark a rule with the paths of the numbers it adds up.

    The rule runs after those that check single values. A number out of its range then is the nearest legal one, and a
    missing one counts as 0. The rule is skipped only while a value at these paths is there and is no number;
    other errors in these sections, which `reads` may name, do not matter.

    >>> @adds("skills.*.level")
    ... def budget(concept, rules): ...
    >>> paths_added_by(budget), is_sum(budget)
    (('skills.*.level',), True)
    """

    def mark(rule: F) -> F:
        rule.adds = paths  # type: ignore[attr-defined]
        return rule

    return mark


def paths_added_by(rule: Callable[..., Any]) -> tuple[str, ...]:
    """Return the paths that `adds` marked a rule with; empty for a rule without a mark."""
    paths: tuple[str, ...] = getattr(rule, "adds", ())
    return paths


def is_sum(rule: Callable[..., Any]) -> bool:
    """Return whether `adds` marked a rule, even with no path to wait for."""
    return hasattr(rule, "adds")


def find(subject: object, at: str, *path: str | int) -> list[tuple[KeyPath, Any]]:
    """Return every value at the path ``at``, with its own path; None and unreadable values are left out.

    ``path`` is the path of the subject, if it is not the complete concept.

    >>> class Thing:
    ...     uses = {"Lantern": 3, "Rope": None}
    >>> find(Thing(), "uses.*"), find(Thing(), "uses", "things", 0)
    ([(('uses', 'Lantern'), 3)], [(('things', 0, 'uses'), {'Lantern': 3, 'Rope': None})])

    A model is walked as a mapping is:

    >>> class Body(Model):
    ...     strength: int | None = 3
    ...     health: int | None = None
    >>> find(Concept(state={"body": Body()}), "state.*.*")
    [(('state', 'body', 'strength'), 3)]
    """
    found: list[tuple[KeyPath, Any]] = [(path, subject)]
    for step in at.split("."):
        inner: list[tuple[KeyPath, Any]] = []
        for where, value in found:
            # The entries of a mapping, model or list with their keys, as a file writes them, or indexes.
            entries: Iterable[tuple[str | int, Any]]
            if step != "*":
                entries = [(step, getattr(value, step))]
            elif isinstance(value, Model):
                fields = type(value).model_fields
                entries = [(field.alias or name, getattr(value, name)) for name, field in fields.items()]
            else:
                entries = value.items() if isinstance(value, Mapping) else enumerate(value)
            inner += [((*where, key), each) for key, each in entries if each is not None]
        found = inner
    return found


def find_names(subject: object, at: str, *path: str | int) -> Iterator[NameAtPath]:
    """Yield every name at the path ``at``.

    The names of a mapping are its keys, except keys without a value. The names of a list are its entries: texts, or
    objects with a ``name``. A text is a name itself.

    >>> class Thing:
    ...     uses = {"Lantern": 3, "Rope": None}
    ...     kind = "tool"
    >>> list(find_names(Thing(), "uses")), list(find_names(Thing(), "kind"))
    ([(('uses', 'Lantern'), 'Lantern', True)], [(('kind',), 'tool', False)])
    """
    for where, value in find(subject, at, *path):
        if isinstance(value, Mapping):
            yield from (((*where, name), name, True) for name, inner in value.items() if inner is not None)
            continue
        entries = enumerate(value) if isinstance(value, tuple) else [(None, value)]
        for place, entry in entries:
            name = entry if isinstance(entry, str) else entry.name
            if name is not None:
                yield where if place is None else (*where, place), name, False


def unknown(
    name: str, vocabulary: Vocabulary[Any], *path: str | int, key: bool = False, hint: str = "", **more: Any
) -> Diagnostic:
    """Return the error that a vocabulary lacks a name; ``hint`` replaces the default hint.

    >>> unknown("Stealht", Vocabulary("skill", ["Stealth"]), "skills", "Stealht", key=True).message
    'there is no skill `Stealht`'

    Several names in one text are a list that was written without its brackets:

    >>> unknown("axe, bow", Vocabulary("weapon", ["axe", "bow"]), "weapons", 0).hint
    'write a list: `weapons: [axe, bow]`'
    """
    from chargen.text.writing import scalar  # imported here: a character without errors has no unknown name

    within = f" in the {vocabulary.table}" if vocabulary.table else ""
    what = "" if vocabulary.table else f"{vocabulary.what} "
    near = vocabulary.only_near(name)
    hint = hint or vocabulary.suggest(name)
    fix = scalar(near) if near is not None and hint == f"did you mean `{near}`?" else None
    names = split_names(name)
    if len(names) > 1 and path and isinstance(path[-1], int):
        written = f"[{', '.join(map(scalar, names))}]"
        hint = f"write a list: `{path[-2]}: {written}`"
        fix = written if all(vocabulary.find(one) is not None for one in names) else None
    return error(f"there is no {what}`{name}`{within}", *path, key=key, hint=hint, fix=fix, **more)


def find_unknown(
    names: Iterable[NameAtPath], vocabulary: Vocabulary[Any], *elsewhere: Vocabulary[Any], otherwise: str = ""
) -> Iterator[Diagnostic]:
    """Yield an error for each name that a vocabulary lacks.

    ``elsewhere`` are vocabularies that such a name may belong to instead. ``otherwise`` is the hint if no name is
    similar; ``{}`` in it becomes the name.

    >>> skills = Vocabulary("skill", ["Stealth", "Guns"])
    >>> [diagnostic.hint for diagnostic in find_unknown([(("skills", "Axe"), "Axe", True)], skills)]
    ['there are Stealth and Guns']
    """
    named = list(names)
    wrong = [each for each in named if vocabulary.find(each[1]) is None]
    for path, name, key in wrong:
        from chargen.text.writing import scalar  # imported here, as in `unknown`

        # A key that is there already is not what was meant.
        there = [vocabulary.find(other) for where, other, is_key in named if key and is_key and where[:-1] == path[:-1]]
        absent = vocabulary.without(there) if there else vocabulary
        otherwise = otherwise or (there_are(vocabulary.keys) if vocabulary else "")
        hint = absent.suggest(name, *elsewhere, otherwise=otherwise.replace("{}", scalar(name)))
        if (similar := vocabulary.find_similar(name)) is not None and similar in there:
            hint = f"that is `{in_case_of(name, vocabulary.key(similar))}`, which is there already"
        yield unknown(name, absent, *path, key=key, hint=hint)


def find_repeated(names: Iterable[NameAtPath], vocabulary: Vocabulary[Any] | None = None) -> Iterator[Diagnostic]:
    """Yield an error for each name that repeats an earlier one, in any spelling or, with a ``vocabulary``, any synonym.

    Each mapping is checked separately. All names that are no keys count as one list.

    >>> [diagnostic.message for diagnostic in find_repeated([(("a",), "Art", True), (("b",), "art", True)])]
    ['`art` and `Art` are the same name']
    """
    first: dict[object, tuple[KeyPath, str]] = {}
    for path, name, key in names:
        # A name without letters is reported as empty, and repeats none.
        meaning = vocabulary.find(name) if vocabulary is not None else fold(name) or None
        if meaning is None:
            continue
        before, spelling = first.setdefault((path[:-1] if key else (), meaning), (path, name))
        if before != path:
            yield error(
                f"`{name}` appears twice" if name == spelling else f"`{name}` and `{spelling}` are the same name",
                *path,
                key=key,
                hint="keep one of them" if vocabulary is not None else "give one of them another name",
                nearest=0 if key and vocabulary is not None else None,
                related=(note("the first", *before, key=key),),
            )


def find_unusable(
    name: str, *path: str | int, key: bool = False, reserved: Mapping[str, str] = {}, hint: str = ""
) -> Iterator[Diagnostic]:
    """Yield an error for a name that is empty or reserved.

    ``reserved`` maps each reserved name to the end of its message; ``hint`` is the hint for reserved names.

    >>> taken = {"unarmed": "comes by itself"}
    >>> names = ("Unarmed", " ", "Axe")
    >>> [diagnostic.message for name in names for diagnostic in find_unusable(name, "weapon", 0, reserved=taken)]
    ['`Unarmed` comes by itself', 'this name is empty']
    """
    if not fold(name):
        yield error("this name is empty", *path, key=key)
    for word, why in reserved.items():
        if fold(word) == fold(name):
            yield error(f"`{name}` {why}", *path, key=key, hint=hint)


def check_range(
    value: float,
    low: float | None,
    high: float | None,
    *path: str | int,
    what: str = "",
    when: str = "",
    hint: str = "",
) -> Iterator[Diagnostic]:
    """Yield an error for a number below ``low`` or above ``high``.

    ``what`` names the number; by default it is the last key of its path. ``when`` says when the limit applies.

    >>> [diagnostic.message for diagnostic in check_range(7, 1, 5, "abilities", "Stealth")]
    ['`Stealth` goes from 1 to 5; found 7']
    >>> [diagnostic.message for diagnostic in check_range(-1, 0, None, "traits", "will", when="at this table")]
    ['`will` is at least 0 at this table; found −1']
    """
    if (low is None or value >= low) and (high is None or value <= high):
        return
    name = what or next((f"`{step}`" for step in reversed(path) if isinstance(step, str)), "this")
    if low is not None and high is not None:
        span = f"goes from {signed(low)} to {signed(high)}"
    else:
        span = f"is at least {signed(low)}" if low is not None else f"is at most {signed(high or 0)}"
    nearest = high if high is not None and value > high else low
    message = f"{name} {span}{when and ' '}{when}; found {signed(value)}"
    yield error(message, *path, hint=hint or f"the nearest is {signed(nearest or 0)}", nearest=nearest)


def every(judge: Callable[..., Iterable[Diagnostic]], *at: str) -> AnyCheck:
    """Make a rule that applies a function to every value at some paths.

    ``judge`` takes a value, the rules, and the steps of the value's path. The rule has the name and the docstring of
    ``judge``. A line of the ledger that adds such a value can call ``judge`` too, with the path of its own key.

    >>> def quiet_names(name, rules, *path):
    ...     if name.isupper():
    ...         yield error(f"`{name}` is loud", *path)
    >>> class Band:
    ...     members = ("Kai", "ZOE")
    >>> [(diagnostic.message, diagnostic.path) for diagnostic in every(quiet_names, "members.*")(Band(), None)]
    [('`ZOE` is loud', ('members', 1))]
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        for path in at:
            for where, thing in find(concept, path):
                yield from judge(thing, rules, *where)

    check.reads = paths_read_by(judge)  # type: ignore[attr-defined]
    check.looks_at = at  # type: ignore[attr-defined]
    check.__name__, check.__qualname__, check.__doc__ = judge.__name__, judge.__name__, judge.__doc__
    return check


def known(
    name: str,
    at: str,
    vocabulary: Names,
    *,
    elsewhere: Sequence[Vocabulary[Any]] = (),
    otherwise: str = "",
    unless: str = "",
    **texts: Unpack[Texts],
) -> AnyCheck:
    """Make the rule that a vocabulary has each name at a path.

    `find_names` defines the names. ``elsewhere`` and ``otherwise`` are parameters of `find_unknown`. If a mapping has
    the key ``unless``, its names may be free.
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        among = vocabulary(rules) if callable(vocabulary) else vocabulary
        names = list(find_names(concept, at))
        if unless:
            # Such a key also counts with an unreadable value, or under a misspelled name.
            things = [(named, _value_at(concept, named[0])) for named in names]
            names = [named for named, thing in things if getattr(thing, unless) is None and not thing.unread_keys()]
        yield from find_unknown(names, among, *elsewhere, otherwise=otherwise)

    check.vocabulary = vocabulary  # type: ignore[attr-defined]
    what = f"name in `{at}`" if callable(vocabulary) else vocabulary.what
    return make_rule(check, name, f"Each {what} is one that the game knows.", at, **texts)


def _value_at(subject: Any, path: KeyPath) -> Any:
    for step in path:
        subject = getattr(subject, step) if isinstance(step, str) and hasattr(subject, step) else subject[step]
    return subject


def once(
    name: str,
    *at: str | tuple[str, ...],
    vocabulary: Names | None = None,
    reserved: Mapping[str, str] = {},
    hint: str = "",
    **texts: Unpack[Texts],
) -> AnyCheck:
    """Make the rule that no name appears twice, in any spelling, within one mapping or list.

    Paths in one tuple count as one list. With a ``vocabulary``, synonyms are the same name, and names that the
    vocabulary lacks are ignored. ``reserved`` and ``hint`` are parameters of `find_unusable`.
    """
    lists = [paths if isinstance(paths, tuple) else (paths,) for paths in at]

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        among = vocabulary(rules) if callable(vocabulary) else vocabulary
        for paths in lists:
            named, usable = list[NameAtPath](), []
            for path in paths:
                # Also the keys of a mapping whose values could not be read.
                named += [((path, key), key, True) for key in concept.unread_keys(path) if isinstance(key, str)]
                named += find_names(concept, path)
            for where, word, key in named:
                # An item in a list has its name under the key `name`; the rest of it has no error.
                at_name = where if key or isinstance(_value_at(concept, where), str) else (*where, "name")
                refused = list[Diagnostic]()
                if among is None:
                    refused += find_unusable(word, *at_name, key=key, reserved=reserved, hint=hint)
                    yield from refused
                if not refused:
                    usable.append((at_name, word, key))
            yield from find_repeated(usable, among)

    looks_at = [path for paths in lists for path in paths]
    asks = f"No name in {listing((f'`{path}`' for path in looks_at), 'or')} appears twice."
    return make_rule(check, name, asks, *looks_at, **texts)


def within(name: str, at: str, low: Limit, high: Limit, **texts: Unpack[Texts]) -> AnyCheck:
    """Make the rule that each number at a path is at least ``low`` and at most ``high``; None sets no limit.

    Other values are ignored.
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        # It runs while one of its limits could not be read: the other may be.
        lowest, highest = (
            None if isinstance(limit, str) and rules.unread(limit) else resolve_limit(limit, rules)
            for limit in (low, high)
        )
        if lowest is None and highest is None:
            return
        for path, value in _find_numbers(concept, at):
            yield from check_range(value, lowest, highest, *path)

    ends = ((low, "from" if high is not None else "no lower than"), (high, "to" if low is not None else "up to"))
    span = (f"{word} {format_limit(end)}" for end, word in ends if end is not None)
    asks = f"`{at.removesuffix('.*')}` go {' '.join(span)}."
    return make_rule(check, name, asks, at, *_in_rules(low, high), **texts)


def _find_numbers(concept: Any, at: str) -> Iterator[tuple[KeyPath, Any]]:
    for path, value in find(concept, at):
        # A bool is an int in Python, and no number in a file.
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield path, value


def resolve_limit(limit: Limit, rules: Any) -> int | None:
    """Return the value of a limit under some rules.

    >>> class Table(RuleSet):
    ...     highest: int = 4
    >>> resolve_limit(6, Table()), resolve_limit("highest", Table()), resolve_limit(lambda rules: None, Table())
    (6, 4, None)
    """
    if isinstance(limit, str):
        number: int | None = getattr(rules, limit)
        return number
    return limit(rules) if callable(limit) else limit


def _in_rules(*limits: Limit) -> list[str]:
    """Return the paths of those limits that a table sets, for `reads`."""
    return [f"rules.{limit}" for limit in limits if isinstance(limit, str)]


def format_limit(limit: Limit) -> str:
    """Return a limit in words, for a sentence that is true for any rules.

    >>> format_limit(6), format_limit("highest"), format_limit(lambda rules: 6)
    ('6', '`highest`', 'what the rules say')
    """
    return f"`{limit}`" if isinstance(limit, str) else "what the rules say" if callable(limit) else str(limit)


def sum_is(
    name: str,
    at: str,
    budget: Limit,
    *,
    what: str = "",
    total: Callable[[Any, Any], int] | None = None,
    numbers: str = "",
    applies: Callable[[Any], bool] = lambda concept: True,
    otherwise_at: str = "name",
    **texts: Unpack[Texts],
) -> AnyCheck:
    """Make the rule that a sum equals the budget of the table, if it sets one: more is an error, less a warning.

    The sum is ``total`` of the concept and the rules; by default, of the numbers in the mapping at ``at``. ``numbers``
    is the path of what is added up, as for `adds`; by default every value at ``at``. While anything at ``at`` has an
    error, there is no warning. ``what`` is the subject of the sentence "… add up to 7", by default the key.
    ``applies`` says which concepts the rule applies to. The error is at the key ``at``, or at ``otherwise_at`` if the
    concept lacks that key.
    """
    what = what or f"the {at}"

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        granted = resolve_limit(budget, rules)
        if granted is None or not applies(concept):
            return
        spent = (
            sum(number for _, number in _find_numbers(concept, f"{at}.*")) if total is None else total(concept, rules)
        )
        # A key that is absent has no place in the file.
        section = at if getattr(concept, at) else otherwise_at
        message = f"{what} add up to {signed(spent)}; this table's budget is {signed(granted)}"
        if spent > granted:
            over = spent - granted
            yield error(f"{message}: {over} too many", section, key=True, hint=f"take {over} away")
        elif spent < granted and not concept.unread_within(at):
            left = granted - spent
            yield warning(f"{message}: {left} left to spend", section, key=True, hint=f"add {left}")

    asks = f"{what[:1].upper()}{what[1:]} add up to {format_limit(budget)}."
    return adds(numbers or f"{at}.*")(reads(at, *_in_rules(budget))(make_rule(check, name, asks, at, **texts)))


def count_is(
    name: str, at: str, number: Limit, *, what: str = "", or_fewer: bool = False, **texts: Unpack[Texts]
) -> AnyCheck:
    """Make the rule that a list or a mapping has a number of entries; with ``or_fewer``, at most that number.

    ``what`` names the entries in the plural; by default it is the key. The rule is skipped while any of them cannot be
    read.

    >>> rule = count_is("two_things", "equipment", 2, source="page 3", what="things")
    >>> [diagnostic.message for diagnostic in rule(Concept.model_validate({"equipment": ["Rope"]}), RuleSet())]
    ['there are to be 2 things; found 1']
    """
    what = what or at.replace("_", " ")
    at_most = "at most " if or_fewer else ""

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        needed, found = resolve_limit(number, rules), len(getattr(concept, at))
        if needed is None or found == needed or (or_fewer and found < needed) or concept.unread(at):
            return
        hint = f"add {needed - found}" if found < needed else f"take {found - needed} away"
        section = at if found else "name"
        wanted = f"there is to be {at_most}one of the" if needed == 1 else f"there are to be {at_most}{needed}"
        yield error(f"{wanted} {what}; found {found}", section, key=True, hint=hint)

    there = f"There is {at_most}one of the" if number == 1 else f"There are {at_most}{format_limit(number)}"
    asks = f"{there} {what}."
    return adds(at)(reads(at, *_in_rules(number))(make_rule(check, name, asks, at, **texts)))


def all_of(name: str, at: str, vocabulary: Vocabulary[Any], **texts: Unpack[Texts]) -> AnyCheck:
    """Make the rule that a mapping has each name of a vocabulary, in any spelling.

    A name with an unreadable value, which is an error already, is not missing. Neither is one that an unknown name
    misspells, nor the last one while an unknown name may be in its place.

    >>> rule = all_of("all_state", "state", Vocabulary("state", ["luck", "wounds"]), source="page 3")
    >>> [(diagnostic.message, diagnostic.hint) for diagnostic in rule(Concept(state={"luck": 1}), RuleSet())]
    [('wounds is missing', 'add `wounds:`')]
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        section = getattr(concept, at)
        if section is None or concept.unread(at):
            return
        stated = {str(key) for (*_, key), _ in find(concept, f"{at}.*")}
        unread = set(map(str, concept.unread_keys(at)))
        # Of an unknown name with an unreadable value nothing is known.
        if any(vocabulary.find(word) is None for word in unread - stated):
            return
        words = stated | unread
        there = {vocabulary.find(word) for word in words}
        missing = {vocabulary.key(entry): entry for entry in vocabulary if entry not in there}
        unlike = 0
        for word in sorted(word for word in words if vocabulary.find(word) is None):
            near = closest(word, missing)
            unlike += near is None
            missing.pop(near or "", None)
        if len(missing) > unlike:
            hint = f"add {listing(f'`{key}:`' for key in missing)}"
            message = f"{listing(missing.values())} {'is' if len(missing) == 1 else 'are'} missing"
            yield error(message, at, hint=hint, lacks=tuple((at, key) for key in missing))

    return make_rule(check, name, f"Every {vocabulary.what} has a value.", at, **texts)


def at_least_one(
    name: str,
    *at: str,
    message: str,
    hint: str = "",
    report: Callable[..., Diagnostic] = error,
    **texts: Unpack[Texts],
) -> AnyCheck:
    """Make the rule that at least one of some paths has a value; else the rule reports ``message``.

    ``report`` makes it an `error`, a `warning` or a `note`.

    >>> rule = at_least_one("gear", "equipment", message="no gear", asks="Gear is needed.", source="page 3")
    >>> [diagnostic.message for diagnostic in rule(Concept(), RuleSet())]
    ['no gear']
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        if not any(getattr(concept, path) or concept.unread_within(path) for path in at):
            yield report(message, "name", key=True, hint=hint)

    return make_rule(check, name, f"At least one of {listing(at)} is there.", *at, **texts)


def warn_at(
    name: str,
    *at: str,
    number: int,
    message: str,
    hint: str = "",
    **texts: Unpack[Texts],
) -> AnyCheck:
    """Make the rule that warns about one legal ``number``; ``{}`` in the message becomes the last key of its path.

    >>> rule = warn_at("no_luck", "state.*", number=0, message="`{}` is 0", asks="Luck is needed.", source="page 3")
    >>> [diagnostic.message for diagnostic in rule(Concept(state={"luck": 0, "wounds": 1}), RuleSet())]
    ['`luck` is 0']
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        for path in at:
            for where, value in _find_numbers(concept, path):
                if value == number:
                    key = next(step for step in reversed(where) if isinstance(step, str))
                    yield warning(message.replace("{}", key), *where, hint=hint)

    return make_rule(check, name, f"Warn of {signed(number)}.", *at, **texts)


FAR_ABOVE = 3  # How many times the largest number of its kind in the book a number is, that is doubted (ruling)


PLAUSIBLE = "plausible"
"""How the names of these rules begin. What is fixed for an NPC is meant, so that it is not doubted there."""


def far_above(name: str, *at: str, largest: int, unless: Limit = None, **texts: Unpack[Texts]) -> AnyCheck:
    """Make the rule that warns of numbers more than three times the ``largest`` of their kind in the book.

    ``unless`` is a higher limit that a table sets: numbers up to it are meant. The sign does not matter.

    >>> rule = far_above("state", "state.*", largest=4, source="page 2")
    >>> [one.message for one in rule(Concept(state={"luck": 43, "wounds": 12}), RuleSet())]
    ['43 is far above what the book shows; 4?']
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        if isinstance(unless, str) and rules.unread(unless):
            return
        most = max(FAR_ABOVE * largest, resolve_limit(unless, rules) or 0)
        for where, value in (found for path in at for found in _find_numbers(concept, path)):
            if abs(value) <= most:
                continue
            meant = abs(value)
            while meant > most:
                meant //= 10
            hint = f"the largest there is {largest}; a table that means it waives this in its campaign file"
            message = f"{signed(value)} is far above what the book shows"
            yield warning(f"{message}; {signed(meant if value > 0 else -meant)}?", *where, hint=hint)

    return make_rule(check, f"{PLAUSIBLE}_{name}", "Doubt a number far above what the book shows.", *at, **texts)


def no_budget(
    totals: Callable[[Any, Any], str],
    *at: str,
    example: str,
    waits_for: tuple[str, ...] = (),
    **texts: Unpack[Texts],
) -> AnyCheck:
    """Make the rule ``no_budget``: a note with the points spent, if neither the book nor the table sets a budget.

    ``totals`` returns the points in words, or an empty text if a budget is set. The note is at the first of the paths
    ``at`` that the concept has, else at the name. ``example`` shows the house rule that sets a budget. ``waits_for``
    has the paths for `reads`.

    >>> rule = no_budget(lambda concept, rules: "7 points", example="points: 9", asks="No budget.", source="page 3")
    >>> [(diagnostic.message, diagnostic.hint) for diagnostic in rule(Concept(), RuleSet())]
    [('7 points; no limit is set', '`rules: {points: 9}` sets one; the text has none')]
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        if spent := totals(concept, rules):
            section = next((path for path in at if getattr(concept, path)), "name")
            hint = f"`rules: {{{example}}}` sets one; the text has none"
            yield note(f"{spent}; no limit is set", section, key=True, hint=hint)

    return reads(*waits_for)(make_rule(check, "no_budget", "The text has no budget.", *at, **texts))


def numbers_are(
    name: str,
    at: str,
    numbers: Sequence[int] | Callable[[Any], Sequence[int]],
    *,
    what: str = "",
    placed: Callable[[Any, Any], Sequence[tuple[KeyPath, int]]] | None = None,
    apart: Limit = None,
    **texts: Unpack[Texts],
) -> AnyCheck:
    """Make the rule that the numbers in the mapping ``at`` are some numbers, each used once, in any order.

    ``numbers`` are these, or a function of the rules. ``what`` is their name in the message, by default the key.
    ``placed`` returns the numbers of a concept with their paths where they are not in one mapping. ``apart`` is the
    number that another rule counts: too many or too few of it are no error here. Numbers that have an
    error are left out, and the rule is skipped while one cannot be read.

    >>> rule = numbers_are("spread", "state", (2, 1, 0), source="page 3", what="stats")
    >>> [one] = rule(Concept(state={"bold": 2, "cool": 2, "keen": 0}), RuleSet())
    >>> one.message, one.label, one.path
    ('the three stats must be 2, 1 and 0; found 2, 2, 0', 'the second 2, where the set has one', ('state', 'cool'))
    """
    what = what or at.replace("_", " ")

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        due = numbers(rules) if callable(numbers) else numbers
        numbers_there = _find_numbers(concept, f"{at}.*") if placed is None else placed(concept, rules)
        given = [(path, value) for path, value in numbers_there if not concept.unread(*path)]
        allowed = Counter(due)
        surplus = Counter(value for _, value in given) - allowed
        lacking = allowed - Counter(value for _, value in given)
        counted_elsewhere = resolve_limit(apart, rules)
        surplus.pop(counted_elsewhere, None)
        # If only the number of them is wrong, or one is in place of that number, another rule reports it.
        in_place = lacking[counted_elsewhere or 0] if len(given) == len(due) else 0
        if not lacking or surplus.total() <= in_place:
            return

        # Where one change is enough, the hint names it; {lines} becomes the lines of `mentions`.
        left = listing(sorted(lacking.elements(), reverse=True))
        is_one = lacking.total() == 1 and len(given) == len(due)
        found = ", ".join(str(value) for _, value in given)
        message = f"the {number_word(len(due))} {what} must be {listing(due)}; found {found}"

        # Report the last of each surplus value, with the places of all equal values.
        for value in surplus:
            alike = [path for path, other in given if other == value]
            label = f"{value}, which the set does not have"
            if allowed[value]:
                nth = ORDINALS[len(alike)] if len(alike) < len(ORDINALS) else f"{len(alike)}th"
                label = f"the {nth} {value}, where the set has {number_word(allowed[value])}"
            hint = (
                f"make {'one of ' if len(alike) > 1 else ''}{{lines}} a {left}"
                if is_one
                else f"still to hand out: {left}"
            )
            related = tuple(note(f"{value} here", *path) for path in alike[:-1])
            yield error(message, *alike[-1], label=label, hint=hint, mentions=tuple(alike), related=related)

    those = "what the rules say" if callable(numbers) else listing(map(signed, numbers))
    return adds(f"{at}.*")(reads(at)(make_rule(check, name, f"The {what} are {those}, in any order.", at, **texts)))


def few_below(name: str, at: str, low: Limit, most: int, *, needs: str = "", **texts: Unpack[Texts]) -> AnyCheck:
    """Make the rule that at most ``most`` numbers in the mapping ``at`` are below ``low``.

    With ``needs``, a key of the concept, none is below it while that key is empty.

    >>> rule = few_below("fearless", "state", 1, 1, needs="notes", source="page 2")
    >>> [one.message for one in rule(Concept(state={"brave": 0, "kind": 2}), RuleSet())]
    ['`brave` is 0, which is below 1 and takes `notes`']
    >>> [one.message for one in rule(Concept(state={"brave": 0, "kind": 0}, notes="Moths"), RuleSet())]
    ['`kind` is 0: only 1 may be below 1']
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        lowest = resolve_limit(low, rules)
        # Unreadable is not empty: what is there may be right.
        if lowest is None or (needs and concept.unread(needs)):
            return
        below = [(path, value) for path, value in _find_numbers(concept, f"{at}.*") if value < lowest]
        is_allowed = not needs or bool(getattr(concept, needs))
        for path, value in below[most if is_allowed else 0 :]:
            if is_allowed:
                message = f"`{path[-1]}` is {signed(value)}: only {most} may be below {signed(lowest)}"
            else:
                message = f"`{path[-1]}` is {signed(value)}, which is below {signed(lowest)} and takes `{needs}`"
            yield error(message, *path, hint=f"write {signed(lowest)}")

    takes = f", and only with `{needs}`" if needs else ""
    asks = f"At most {most} of the {at} may be below {format_limit(low)}{takes}."
    return make_rule(check, name, asks, at, **texts)


def known_for(
    name: str, at: str, key: str, vocabularies: Mapping[str, Vocabulary[Any]], **texts: Unpack[Texts]
) -> AnyCheck:
    """Make the rule that each name at a path is of the list that another key of the concept chooses.

    ``vocabularies`` has a list for each folded value of ``key``. While that value is none of them, the rule is skipped.

    >>> tricks = {"thief": Vocabulary("trick of a thief", ["Hide"]), "cook": Vocabulary("trick of a cook", ["Taste"])}
    >>> rule = known_for("tricks", "equipment", "concept", tricks, source="page 4")
    >>> kai = Concept.model_validate({"concept": "Thief", "equipment": ["hide", "Taste"]})
    >>> [(one.message, one.hint) for one in rule(kai, RuleSet())]
    [('there is no trick of a thief `Taste`', 'Taste is a trick of a cook')]
    """

    every = [entry for vocabulary in vocabularies.values() for entry in vocabulary]

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        among = vocabularies.get(fold(getattr(concept, key) or ""))
        if among is not None:
            others = [other for other in vocabularies.values() if other is not among]
            yield from find_unknown(find_names(concept, at), among, *others)

    check.vocabulary = Vocabulary(at, every)  # type: ignore[attr-defined]
    check.by = key, vocabularies  # type: ignore[attr-defined]
    return reads(key)(make_rule(check, name, f"Each of the {at} is one that `{key}` has.", at, **texts))


def switched_off(key: str, switch: str, *path: str | int, hint: str = "") -> Diagnostic:
    """Return the error that a key belongs to an option that is off.

    >>> switched_off("aspect", "aspects: true", "descriptors", "Cook", "aspect").message
    '`aspect` needs `rules: {aspects: true}`, which is not in force'
    """
    needs = f"`rules: {{{switch}}}`"
    hint = hint or f"write {needs}, here or in the campaign file, or take the key out"
    return error(f"`{key}` needs {needs}, which is not in force", *path, key=True, hint=hint)


def make_rule(check: F, name: str, default: str, *at: str, **texts: Unpack[Texts]) -> F:
    """Make a rule of a function: set its name, its docstring, and the paths that it checks.

    ``default`` is the requirement where the texts have none.

    >>> rule = make_rule(lambda concept, rules: (), "no_saints", "Have no saints.", "traits", source="page 2")
    >>> rule.__name__, rule.__doc__
    ('no_saints', 'Have no saints.\\n\\nSource: page 2')
    """
    check.__name__ = check.__qualname__ = name
    parts = (texts.get("asks") or default, texts.get("why"), f"Source: {texts['source']}")
    check.__doc__ = "\n\n".join(filter(None, parts))
    check.looks_at = at  # type: ignore[attr-defined]
    return check
