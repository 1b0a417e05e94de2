"""Rules of creation: what one is, what it reads, and the kinds of rule that most games have.

A rule is a function: its name is its code, its docstring says what it asks, why, and (last line) its ``Source:``. Where
nothing about a rule is a game's own, it is made here, and says the same thing in the same words in every game:

>>> from chargen.core.rule import explanation
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

What each of them ``asks`` follows from the rest, and may be said in the words of the book instead; ``why`` is
the reason that `chargen explain` gives, and ``source`` its place in the book. A limit may be the name of a field of the
rules, so that a table sets it.

A message that needs tuning is no reason to bend one of these: write the function, with `find`, `unknown`, `repeated`
and `outside` to say what is alike. A path ``at`` is the keys of a concept parted by dots, ``*`` any key of a mapping or
of a model, or any entry of a list.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from chargen.core.concept import Concept, RuleSet
from chargen.core.diagnostic import Diagnostic, KeyPath, Related, error, note, warning
from chargen.core.model import Model
from chargen.core.names import fold, listing
from chargen.core.roll import signed
from chargen.core.writing import scalar
from chargen.kit.vocabulary import Vocabulary

C = TypeVar("C", bound=Concept)
R = TypeVar("R", bound=RuleSet)
F = TypeVar("F", bound=Callable[..., Any])

Check: TypeAlias = Callable[[C, R], Iterable[Diagnostic]]
"""A rule of creation: yields what is wrong with a concept under some rules."""
AnyCheck: TypeAlias = Callable[[Any, Any], Iterable[Diagnostic]]
"""A rule made here: it fits every game whose concept has the keys that it is made for."""
Named: TypeAlias = tuple[KeyPath, str, bool]
"""A name: its path, the name, and whether it is a key there."""
Names: TypeAlias = Vocabulary[Any] | Callable[[Any], Vocabulary[Any]]
"""A vocabulary, or what gives it by the rules in force, where a table may set it."""
Limit: TypeAlias = int | str | Callable[[Any], int | None] | None
"""A number, the name of the rules' field that holds it, or what gives it by them; None where there is no limit."""


def reads(*paths: str) -> Callable[[F], F]:
    """Mark a rule with what it needs whole: it waits while anything at, under or around ``paths`` could not be read.

    A rule that judges each value by itself needs nothing, nor do those made here: what could not be read is not there,
    and was reported at its place.

    >>> @reads("descriptors.*.value", "hit_points")
    ... def values(concept, rules): ...
    >>> what_it_reads(values)
    ('descriptors.*.value', 'hit_points')
    """

    def mark(rule: F) -> F:
        rule.reads = paths  # type: ignore[attr-defined]
        return rule

    return mark


def what_it_reads(rule: Callable[..., Any]) -> tuple[str, ...]:
    """Return the paths that `reads` has marked a rule with; none where it is not marked."""
    paths: tuple[str, ...] = getattr(rule, "reads", ())
    return paths


def where_it_looks(rule: Callable[..., Any]) -> tuple[str, ...]:
    """Return the paths that a rule made here looks at; none for a function.

    >>> where_it_looks(within("limits", "ranks.*", 1, 6, source="page 3"))
    ('ranks.*',)
    """
    paths: tuple[str, ...] = getattr(rule, "looks_at", ())
    return paths


def what_there_is(rule: Callable[..., Any], rules: Any) -> list[str]:
    """Return what a rule that `known` made allows under some rules, as files write it; nothing for any other rule.

    >>> ranks = Vocabulary("rank", ["novice", "master"])
    >>> what_there_is(known("ranks", "ranks", ranks, source="page 2"), None)
    ['novice', 'master']
    """
    vocabulary: Names = getattr(rule, "vocabulary", Vocabulary("name", ()))
    return (vocabulary(rules) if callable(vocabulary) else vocabulary).keys


def find(subject: object, at: str, *path: str | int) -> Iterator[tuple[KeyPath, Any]]:
    """Yield every value that ``at`` leads to, with its path; what is None or could not be read is passed over.

    ``path`` is that of the subject, where it is not the complete concept.

    >>> class Thing:
    ...     uses = {"Lantern": 3, "Rope": None}
    >>> list(find(Thing(), "uses.*")), list(find(Thing(), "uses", "things", 0))
    ([(('uses', 'Lantern'), 3)], [(('things', 0, 'uses'), {'Lantern': 3, 'Rope': None})])

    A model is walked as a mapping is:

    >>> class Body(Model):
    ...     strength: int | None = 3
    ...     health: int | None = None
    >>> list(find(Concept(state={"body": Body()}), "state.*.*"))
    [(('state', 'body', 'strength'), 3)]
    """
    return _walk(subject, at.split("."), path)


def _walk(value: Any, steps: list[str], path: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    for place, step in enumerate(steps, start=1):
        if value is None:
            return
        if step == "*":
            further = steps[place:]
            for key, inner in _entries(value):
                if further:
                    yield from _walk(inner, further, (*path, key))
                elif inner is not None:
                    yield (*path, key), inner
            return
        value, path = getattr(value, step), (*path, step)
    if value is not None:
        yield path, value


def _entries(value: Any) -> Iterable[tuple[str | int, Any]]:
    """Return what is inside a mapping, a model or a list, by its key or its place; keys as a file writes them."""
    if isinstance(value, Model):
        fields = type(value).model_fields
        return [(field.alias or name, getattr(value, name)) for name, field in fields.items()]
    return value.items() if isinstance(value, Mapping) else enumerate(value)


def find_names(subject: object, at: str, *path: str | int) -> Iterator[Named]:
    """Yield every name that ``at`` leads to, as its value is.

    Of a mapping these are the keys, but for those without a value; of a list those of its entries; a text is a name
    itself, and anything else has a ``name``, which has its path.

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
    """Return the diagnostic that nothing in a vocabulary is called so; ``hint`` where its own would not do.

    >>> unknown("Stealht", Vocabulary("skill", ["Stealth"]), "skills", "Stealht", key=True).message
    'there is no skill `Stealht`'
    """
    within = f" in the {vocabulary.table}" if vocabulary.table else ""
    what = "" if vocabulary.table else f"{vocabulary.what} "
    near = vocabulary.only_near(name)
    hint = hint or vocabulary.instead(name)
    fix = scalar(near) if near is not None and hint == f"did you mean `{near}`?" else None
    return error(f"there is no {what}`{name}`{within}", *path, key=key, hint=hint, fix=fix, **more)


def unlisted(
    names: Iterable[Named], vocabulary: Vocabulary[Any], *elsewhere: Vocabulary[Any], otherwise: str = ""
) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each name that nothing in a vocabulary is called by.

    ``elsewhere`` is where it may have strayed from; ``otherwise`` a hint where no name is near, with ``{}``
    replaced by it.

    >>> skills = Vocabulary("skill", ["Stealth", "Guns"])
    >>> [diagnostic.hint for diagnostic in unlisted([(("skills", "Axe"), "Axe", True)], skills)]
    ['there are Stealth and Guns']
    """
    for path, name, key in names:
        if vocabulary.called(name) is None:
            hint = vocabulary.instead(name, *elsewhere, otherwise=otherwise.replace("{}", name))
            yield unknown(name, vocabulary, *path, key=key, hint=hint)


def repeated(names: Iterable[Named], vocabulary: Vocabulary[Any] | None = None) -> Iterator[Diagnostic]:
    """Yield an error for each name that was there before, in any spelling; with a ``vocabulary``, by any of its words.

    Each mapping is looked at by itself; names that are no keys are one list.

    >>> [diagnostic.message for diagnostic in repeated([(("a",), "Art", True), (("b",), "art", True)])]
    ['`art` and `Art` are the same name']
    """
    first: dict[object, tuple[KeyPath, str]] = {}
    for path, name, key in names:
        meaning = vocabulary.called(name) if vocabulary is not None else fold(name) or None
        if meaning is None:
            continue
        before, spelling = first.setdefault((path[:-1] if key else (), meaning), (path, name))
        if before != path:
            yield error(
                f"`{name}` appears twice" if name == spelling else f"`{name}` and `{spelling}` are the same name",
                *path,
                key=key,
                hint="keep one of them" if vocabulary is not None else "give one of them another name",
                related=(Related(path=before, message="the first", key=key),),
            )


def unusable(
    name: str, *path: str | int, key: bool = False, reserved: Mapping[str, str] = {}, hint: str = ""
) -> Iterator[Diagnostic]:
    """Yield an error for a name that is empty, or that the game keeps for something else.

    ``reserved`` has such names, and says after each of them why it cannot be used; ``hint`` is what to do then.

    >>> taken = {"unarmed": "comes by itself"}
    >>> names = ("Unarmed", " ", "Axe")
    >>> [diagnostic.message for name in names for diagnostic in unusable(name, "weapon", 0, reserved=taken)]
    ['`Unarmed` comes by itself', 'this name is empty']
    """
    if not fold(name):
        yield error("this name is empty", *path, key=key)
    for word, why in reserved.items():
        if fold(word) == fold(name):
            yield error(f"`{name}` {why}", *path, key=key, hint=hint)


def outside(
    value: float,
    low: float | None,
    high: float | None,
    *path: str | int,
    what: str = "",
    when: str = "",
    hint: str = "",
) -> Iterator[Diagnostic]:
    """Yield the diagnostic that a number is below ``low`` or above ``high``; nothing where it is within.

    ``what`` is what the number is called, else the last key of its path; ``when`` says when the limit holds.

    >>> [diagnostic.message for diagnostic in outside(7, 1, 5, "abilities", "Stealth")]
    ['`Stealth` goes from 1 to 5; found 7']
    >>> [diagnostic.message for diagnostic in outside(-1, 0, None, "traits", "will", when="at this table")]
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
    yield error(message, *path, hint=hint or f"the nearest is {signed(nearest or 0)}")


def every(judge: Callable[..., Iterable[Diagnostic]], *at: str) -> AnyCheck:
    """Make a rule of a function that judges one thing: it is asked about everything that the paths lead to.

    ``judge`` takes the thing, the rules, and the steps of its path; its name and docstring are the
    rule's. A line of the ledger that brings such a thing asks the same function, with the path of its own key.

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

    check.reads = what_it_reads(judge)  # type: ignore[attr-defined]
    check.looks_at = at  # type: ignore[attr-defined]
    check.__name__, check.__qualname__, check.__doc__ = judge.__name__, judge.__name__, judge.__doc__
    return check


def known(
    name: str,
    at: str,
    vocabulary: Names,
    *,
    source: str,
    asks: str = "",
    why: str = "",
    elsewhere: Vocabulary[Any] | None = None,
    otherwise: str = "",
    unless: str = "",
) -> AnyCheck:
    """Make the rule that each name at a path is one of a vocabulary.

    The names are those that `find_names` yields. ``elsewhere`` is where one may have strayed from, ``otherwise`` a hint
    where none is near, in which ``{}`` is the name. ``unless`` names a key beside the name which, where it is stated,
    replaces the vocabulary.
    """
    strays = () if elsewhere is None else (elsewhere,)

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        among = vocabulary(rules) if callable(vocabulary) else vocabulary
        names = find_names(concept, at)
        if unless:
            names = (named for named in names if not _states(concept, named[0], unless))
        yield from unlisted(names, among, *strays, otherwise=otherwise)

    check.vocabulary = vocabulary  # type: ignore[attr-defined]
    what = f"name in `{at}`" if callable(vocabulary) else vocabulary.what
    return ruled(check, name, asks or f"Each {what} is one that the game knows.", why, source, at)


def _states(subject: Any, path: KeyPath, key: str) -> bool:
    """Return whether the mapping at a path has a key, readable or not."""
    thing = _value_at(subject, path)
    return getattr(thing, key) is not None or bool(thing.unread(key))


def _value_at(subject: Any, path: KeyPath) -> Any:
    for step in path:
        subject = getattr(subject, step) if isinstance(step, str) and hasattr(subject, step) else subject[step]
    return subject


def once(
    name: str,
    *at: str | tuple[str, ...],
    source: str,
    asks: str = "",
    why: str = "",
    vocabulary: Names | None = None,
    reserved: Mapping[str, str] = {},
    hint: str = "",
) -> AnyCheck:
    """Make the rule that no name appears twice, in any spelling: once in each mapping, and once in each list.

    Paths in one tuple are one list: a name in one of them may not stand in another. With a ``vocabulary``, two words
    for one thing are the same name, and what is none of its words is passed over. ``reserved`` and ``hint`` are those
    of `unusable`.
    """
    lists = [paths if isinstance(paths, tuple) else (paths,) for paths in at]

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        among = vocabulary(rules) if callable(vocabulary) else vocabulary
        for paths in lists:
            usable = []
            for named in (named for path in paths for named in _names_with_unread(concept, path)):
                where, word, key = named
                if among is None:
                    # An item in a list has its name under a key of its own, which is what has to change.
                    inside = () if key or isinstance(_value_at(concept, where), str) else ("name",)
                    refused = [*unusable(word, *where, *inside, key=key, reserved=reserved, hint=hint)]
                    yield from refused
                    if refused:
                        continue
                usable.append(named)
            yield from repeated(usable, among)

    looks_at = [path for paths in lists for path in paths]
    asks = asks or f"No name in {listing((f'`{path}`' for path in looks_at), 'or')} appears twice."
    return ruled(check, name, asks, why, source, *looks_at)


def _names_with_unread(concept: Any, at: str) -> Iterator[Named]:
    """Yield the names at a path, and those of a mapping whose value could not be read: they are in the file."""
    lost = concept.unread_keys(at)
    yield from (((at, key), str(key), True) for key in lost if isinstance(key, str))
    yield from find_names(concept, at)


def within(
    name: str,
    at: str,
    low: Limit,
    high: Limit,
    *,
    source: str,
    asks: str = "",
    why: str = "",
    when: str = "",
    hint: str = "",
) -> AnyCheck:
    """Make the rule that each number at a path is neither below ``low`` nor above ``high``, so far as they are set.

    What is no number is passed over. ``when`` and ``hint`` are those of `outside`.
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        lowest, highest = limit_under(low, rules), limit_under(high, rules)
        if lowest is None and highest is None:
            return
        for path, value in _numbers(concept, at):
            yield from outside(value, lowest, highest, *path, when=when, hint=hint)

    if not asks:
        ends = ((low, "from" if high is not None else "no lower than"), (high, "to" if low is not None else "up to"))
        span = (f"{word} {_in_words(end)}" for end, word in ends if end is not None)
        asks = f"`{at.removesuffix('.*')}` go {' '.join(span)}."
    return ruled(check, name, asks, why, source, at)


def _numbers(concept: Any, at: str) -> Iterator[tuple[KeyPath, Any]]:
    """Yield what a path leads to, where it is a number."""
    for path, value in find(concept, at):
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield path, value


def limit_under(limit: Limit, rules: Any) -> int | None:
    """Return what a limit is under some rules.

    >>> class Table(RuleSet):
    ...     highest: int = 4
    >>> limit_under(6, Table()), limit_under("highest", Table()), limit_under(lambda rules: None, Table())
    (6, 4, None)
    """
    if isinstance(limit, str):
        number: int | None = getattr(rules, limit)
        return number
    return limit(rules) if callable(limit) else limit


def _in_words(limit: Limit) -> str:
    """Return a limit in words, for a sentence that fits all rules."""
    return f"`{limit}`" if isinstance(limit, str) else "what the rules say" if callable(limit) else str(limit)


def sum_is(
    name: str,
    at: str,
    budget: Limit,
    *,
    source: str,
    asks: str = "",
    why: str = "",
    what: str = "",
    total: Callable[[Any, Any], int] | None = None,
    complete: Callable[[Any], bool] | None = None,
    applies: Callable[[Any], bool] = lambda concept: True,
    otherwise_at: str = "name",
) -> AnyCheck:
    """Make the rule that a sum comes to the table's budget, where it sets one: more is an error, less a warning.

    It is the sum of the numbers in the mapping at ``at``, or the ``total`` of a concept under some rules. ``what`` is
    what is added up, in words that ``add up to`` can follow; else ``the`` and the key. Where the sum is not ``whole``,
    because something of it could not be read (else: nothing at ``at``), too little is not held against it. ``applies``
    says to whom the budget does. The error is at the key ``at``, or where that is empty at ``otherwise_at``.
    """
    what = what or f"the {at}"

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        granted = limit_under(budget, rules)
        if granted is None or not applies(concept):
            return
        spent = sum(number for _, number in _numbers(concept, f"{at}.*")) if total is None else total(concept, rules)
        section = at if getattr(concept, at) else otherwise_at
        message = f"{what} add up to {signed(spent)}; this table's budget is {signed(granted)}"
        if spent > granted:
            over = spent - granted
            yield error(f"{message}: {over} too many", section, key=True, hint=f"take {over} away")
        elif spent < granted and (complete(concept) if complete is not None else not concept.unread_within(at)):
            left = granted - spent
            yield warning(f"{message}: {left} left to spend", section, key=True, hint=f"add {left}")

    asks = asks or f"{what[:1].upper()}{what[1:]} add up to {_in_words(budget)}."
    return ruled(check, name, asks, why, source, at)


def count_is(
    name: str, at: str, number: Limit, *, source: str, asks: str = "", why: str = "", what: str = ""
) -> AnyCheck:
    """Make the rule that a list, or a mapping, has the number of entries that the rules set.

    ``what`` they are, in the plural; else what the key is called. What could not be read is not there, and was
    reported; so the number of its list is not checked.

    >>> rule = count_is("two_things", "equipment", 2, source="page 3", what="things")
    >>> [diagnostic.message for diagnostic in rule(Concept.model_validate({"equipment": ["Rope"]}), RuleSet())]
    ['there are to be 2 things; found 1']
    """
    what = what or at.replace("_", " ")

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        needed, found = limit_under(number, rules), len(getattr(concept, at))
        if needed is None or found == needed or concept.unread_within(at):
            return
        hint = f"add {needed - found}" if found < needed else f"take {found - needed} away"
        section = at if found else "name"
        yield error(f"there are to be {needed} {what}; found {found}", section, key=True, hint=hint)

    return ruled(check, name, asks or f"There are {_in_words(number)} {what}.", why, source, at)


def all_of(name: str, at: str, vocabulary: Vocabulary[Any], *, source: str, asks: str = "", why: str = "") -> AnyCheck:
    """Make the rule that a mapping has each name of a vocabulary, in any spelling.

    A name whose value could not be read is there: that was reported.

    >>> rule = all_of("all_state", "state", Vocabulary("state", ["luck", "wounds"]), source="page 3")
    >>> [(diagnostic.message, diagnostic.hint) for diagnostic in rule(Concept(state={"luck": 1}), RuleSet())]
    [('wounds is missing', 'add `wounds:`')]
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        section = getattr(concept, at)
        if section is None or concept.unread(at):
            return
        stated = (str(key) for (*_, key), _ in find(concept, f"{at}.*"))
        unread = [vocabulary.called(str(word)) for word in concept.unread_keys(at)]
        if None in unread:  # a misspelt name, perhaps, of one that would seem to be missing
            return
        there = {*map(vocabulary.called, stated), *unread}
        missing = [entry for entry in vocabulary if entry not in there]
        if missing:
            hint = f"add {listing(f'`{vocabulary.key(entry)}:`' for entry in missing)}"
            yield error(f"{listing(missing)} {'is' if len(missing) == 1 else 'are'} missing", at, hint=hint)

    return ruled(check, name, asks or f"Every {vocabulary.what} has a value.", why, source, at)


def at_least_one(
    name: str,
    *at: str,
    message: str,
    source: str,
    asks: str,
    why: str = "",
    hint: str = "",
    report: Callable[..., Diagnostic] = error,
    applies: Callable[[Any], bool] = lambda concept: True,
) -> AnyCheck:
    """Make the rule that there is something at one of some paths, else the ``message``.

    ``report`` makes it an `error`, a `warning` or a `note`; ``applies`` says to which concepts the rule applies.

    >>> rule = at_least_one("gear", "equipment", message="no gear", asks="Gear is needed.", source="page 3")
    >>> [diagnostic.message for diagnostic in rule(Concept(), RuleSet())]
    ['no gear']
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        is_there = any(getattr(concept, path) or concept.unread_within(path) for path in at)
        if applies(concept) and not is_there:
            yield report(message, "name", key=True, hint=hint)

    return ruled(check, name, asks, why, source, *at)


def warn_at(
    name: str,
    *at: str,
    number: int,
    message: str,
    source: str,
    asks: str,
    why: str = "",
    hint: str = "",
    names: Vocabulary[Any] | None = None,
) -> AnyCheck:
    """Make the rule that one legal ``number`` deserves a warning.

    ``{}`` in the message is what the number is called: the last key of its path, or what that means in ``names``.

    >>> rule = warn_at("no_luck", "state.*", number=0, message="`{}` is 0", asks="Luck is needed.", source="page 3")
    >>> [diagnostic.message for diagnostic in rule(Concept(state={"luck": 0, "wounds": 1}), RuleSet())]
    ['`luck` is 0']
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        for path in at:
            for where, value in _numbers(concept, path):
                key = next(step for step in reversed(where) if isinstance(step, str))
                called = key if names is None else names.called(key)
                if value == number and called is not None:
                    yield warning(message.replace("{}", str(called)), *where, hint=hint)

    return ruled(check, name, asks, why, source, *at)


def no_budget(
    totals: Callable[[Any, Any], str],
    *at: str,
    example: str,
    source: str,
    asks: str,
    why: str = "",
    waits_for: tuple[str, ...] = (),
) -> AnyCheck:
    """Make the rule ``no_budget``: a note on what was spent where neither the text nor the table sets a budget.

    ``totals`` are in words, and empty where a budget is set. The note is at the first of the paths ``at`` that the
    concept has, else at the name; ``example`` shows the house rules that set a budget. ``waits_for`` is what has to be
    readable, see `reads`.

    >>> rule = no_budget(lambda concept, rules: "7 points", example="points: 9", asks="No budget.", source="page 3")
    >>> [(diagnostic.message, diagnostic.hint) for diagnostic in rule(Concept(), RuleSet())]
    [('the text has no budget to check against; spent: 7 points', 'a table may set one: `rules: {points: 9}`')]
    """

    def check(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        if spent := totals(concept, rules):
            section = next((path for path in at if getattr(concept, path)), "name")
            message, hint = "the text has no budget to check against", f"a table may set one: `rules: {{{example}}}`"
            yield note(f"{message}; spent: {spent}", section, key=True, hint=hint)

    return reads(*waits_for)(ruled(check, "no_budget", asks, why, source, *at))


def switched_off(key: str, switch: str, *path: str | int, hint: str = "") -> Diagnostic:
    """Return the diagnostic that a key belongs to an option that is not in force.

    >>> switched_off("aspect", "aspects: true", "descriptors", "Cook", "aspect").message
    '`aspect` needs `rules: {aspects: true}`, which is not in force'
    """
    needs = f"`rules: {{{switch}}}`"
    hint = hint or f"write {needs}, here or in the campaign file, or take the key out"
    return error(f"`{key}` needs {needs}, which is not in force", *path, key=True, hint=hint)


def ruled(check: F, name: str, asks: str, why: str, source: str, *at: str) -> F:
    """Make a rule of a function: with its name, what its docstring says, and the paths that it looks at.

    >>> rule = ruled(lambda concept, rules: (), "no_saints", "Have no saints.", "", "page 2", "traits")
    >>> rule.__name__, rule.__doc__
    ('no_saints', 'Have no saints.\\n\\nSource: page 2')
    """
    check.__name__ = check.__qualname__ = name
    check.__doc__ = "\n\n".join(filter(None, (asks, why, f"Source: {source}")))
    check.looks_at = at  # type: ignore[attr-defined]
    return check
