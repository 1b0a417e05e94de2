"""Make verbs of a ledger that many games have: add 1 to a number, and add a name.

They are for a game whose ledger changes the concept itself, without ``start`` and ``finish``. Each verb comes with its
rule, which has the name of the verb, its price, and the candidates that NPCs can buy:

>>> from typing import Annotated
>>> from pydantic import Field
>>> from chargen.game.concept import Concept, Entry, RuleSet, Text
>>> from chargen.game.ledger import Account
>>> from chargen.schema.model import Several
>>> from chargen.kit.ledger import Ledger
>>> class Advance(Entry):
...     raise_: Annotated[Text | None, Field(alias="raise")] = None
...     learn: Text | None = None
>>> class Novice(Concept):
...     traits: dict[str, int] = {}
...     trades: Several[Text] = ()
...     advancement: Several[Advance] = ()
>>> traits, trades = Vocabulary("trait", ["Brave", "Kind"]), Vocabulary("trade", ["Bargee", "Fiddler"])
>>> ledger = Ledger(
...     key="lanterns",
...     entry=Advance,
...     verbs=(
...         raises("raise", "traits", traits, most=5, price=3, source="page 7"),
...         learns("learn", "trades", trades, price=3, source="page 7"),
...     ),
... )
>>> lines = [{"award": 6}, {"raise": "kind"}, {"learn": "Fiddler"}]
>>> kai = Novice.model_validate({"traits": {"Kind": 3}, "trades": ["Bargee"], "advancement": lines})
>>> advanced = ledger.replay(kai, RuleSet())
>>> advanced.concept.traits, advanced.concept.trades, [line.what for line in advanced.ledger]
({'Kind': 4}, ('Bargee', 'Fiddler'), ['Points gained', 'Kind 3 → 4', 'Fiddler, new'])
>>> _, state, _ = ledger.replay_lines(kai, RuleSet())
>>> [offer.label for offer, _ in ledger.purchases(state, Account(earned=3), RuleSet())]
['Brave 0 → 1', 'Kind 4 → 5']
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, Unpack

from chargen.game.concept import Entry
from chargen.kit.checks import Limit, Texts, format_limit, make_rule, resolve_limit, unknown
from chargen.kit.ledger_line import Candidate, Verb, value_of
from chargen.kit.vocabulary import Vocabulary
from chargen.page.roll import signed
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.names import fold

Price: TypeAlias = int | str | Callable[[int, Any], int]
"""A number, the name of a field of the rules, or a function of the new number and the rules."""


def raises(
    key: str,
    at: str,
    names: Vocabulary[Any],
    *,
    price: Price = 0,
    most: Limit = None,
    by: Limit = 1,
    otherwise: Callable[[Any, Any], int] = lambda concept, name: 0,
    **texts: Unpack[Texts],
) -> Verb[Any, Any, Any]:
    """Make the verb that adds to a number of the mapping ``at``: ``{raise: Kind}``.

    ``by`` is how much it adds, and ``most`` the highest number. ``price`` may be a function of the new number and the
    rules. ``otherwise`` returns the number of a name that the mapping lacks, from the concept and the name.
    """

    def number(concept: Any, name: object) -> int:
        numbers = getattr(concept, at)
        # Most names are written as files write them; a look at every name of 200 is slow.
        found: int | None = numbers.get(names.key(name)) if name is not None else None
        found = names.by_entry(numbers).get(name) if found is None else found
        return otherwise(concept, name) if found is None else found

    def find_next(line: Entry, before: Any, rules: Any) -> tuple[Any, int]:
        """Return the name that a line raises, and its new number."""
        name = names.find(value_of(line, key))
        return name, 0 if name is None else number(before, name) + (resolve_limit(by, rules) or 0)

    def check(line: Entry, before: Any, rules: Any) -> Iterator[Diagnostic]:
        word, highest = value_of(line, key), resolve_limit(most, rules)
        name, raised = find_next(line, before, rules)
        if name is None:
            yield unknown(word, names, key)
        elif highest is not None and raised > highest:
            now = signed(number(before, name))
            yield error(f"{name} is {now} already, and goes to {signed(highest)}", key)

    def apply(line: Entry, before: Any, rules: Any) -> Any:
        name, raised = find_next(line, before, rules)
        if name is None:
            return before
        numbers = getattr(before, at)
        # In another spelling than the file's it would be a second key.
        return before.model_copy(update={at: {**numbers, names.spelling(name, numbers): raised}})

    def describe(line: Entry, before: Any, after: Any, rules: Any) -> str:
        name = names.find(value_of(line, key))
        return f"{name} {signed(number(before, name))} → {signed(number(after, name))}"

    def cost(line: Entry, before: Any, rules: Any) -> int:
        return price(find_next(line, before, rules)[1], rules) if callable(price) else resolve_limit(price, rules) or 0

    limit = "" if most is None else f", as high as {format_limit(most)}"
    asks = f"A line raises one of the {at} by {format_limit(by)}{limit}."
    # `chargen explain` lists the names of a rule's vocabulary (`core.rule.names_allowed_by`).
    check.vocabulary = names  # type: ignore[attr-defined]
    return Verb(
        key,
        f"as in {{{key}: {names.key(names[0])}}}",
        apply,
        describe,
        price=cost,
        # A name may be wrong; a number that is too high stays as it is.
        meant=lambda line, before, rules: before if any(check(line, before, rules)) else apply(line, before, rules),
        rules=(make_rule(check, key, asks, f"advancement.*.{key}", **texts),),
        candidates=lambda state, rules, words: [Candidate({key: names.key(name)}, (str(name),)) for name in names],
    )


def learns(
    key: str,
    at: str,
    names: Vocabulary[Any],
    *,
    price: Limit = 0,
    by: str = "",
    lists: Mapping[str, Vocabulary[Any]] = {},
    **texts: Unpack[Texts],
) -> Verb[Any, Any, Any]:
    """Make the verb that adds a name of a vocabulary to the list ``at``, at most once: ``{learn: Fiddler}``.

    Where another key ``by`` of the concept chooses the names, ``lists`` has those of each of its folded values, as in
    `known_for`.
    """

    def find_names(concept: Any) -> Vocabulary[Any]:
        return lists.get(fold(getattr(concept, by) or ""), names) if by else names

    def check(line: Entry, before: Any, rules: Any) -> Iterator[Diagnostic]:
        word, among = value_of(line, key), find_names(before)
        if (name := among.find(word)) is None:
            others = [other for other in lists.values() if other is not among]
            yield unknown(word, among, key, hint=among.suggest(word, *others))
        elif name in map(names.find, getattr(before, at)):
            yield error(f"{name} is there already", key)

    def apply(line: Entry, before: Any, rules: Any) -> Any:
        return before.model_copy(update={at: (*getattr(before, at), value_of(line, key))})

    asks = f"A line adds one of the {at} that is not there yet."
    check.vocabulary = names  # type: ignore[attr-defined]
    if by:
        check.by = by, lists  # type: ignore[attr-defined]
    return Verb(
        key,
        f"as in {{{key}: {names.key(names[0])}}}",
        apply,
        lambda line, before, after, rules: f"{names.find(value_of(line, key)) or value_of(line, key)}, new",
        price=lambda line, before, rules: resolve_limit(price, rules) or 0,
        adds=True,
        meant=lambda line, before, rules: before if any(check(line, before, rules)) else apply(line, before, rules),
        rules=(make_rule(check, key, asks, f"advancement.*.{key}", **texts),),
        candidates=lambda state, rules, words: [
            Candidate({key: names.key(name)}, (str(name),)) for name in find_names(state)
        ],
    )
