"""Replay the experience ledger line by line, with the prices and limits at each line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from chargen.games.five_by_five import creation
from chargen.games.five_by_five import rules as book
from chargen.games.five_by_five.concept import ACTION, ACTIONS, HIT_POINTS, Advance, Concept, Descriptor, is_hit_points
from chargen.games.five_by_five.rules import TRADE_PRICE, Rules, find_next_value, list_ladder_values
from chargen.kit.ledger import Ledger
from chargen.kit.ledger_line import Candidate, Verb, missing_error
from chargen.page.roll import signed
from chargen.text.diagnostic import Diagnostic, error, note
from chargen.text.names import counted, fold

if TYPE_CHECKING:
    from chargen.games.five_by_five.npc import Words


@dataclass(frozen=True, slots=True)
class LedgerState:
    """A character between two lines of the ledger. Hit points are one of its descriptors, by the name `HIT_POINTS`."""

    rated: dict[str, Descriptor] = field(default_factory=dict)
    complete: bool = True  # Whether all descriptors could be read

    def find(self, name: str | None) -> str | None:
        """Return the name of a descriptor as the sheet spells it; None for an unknown name."""
        if name is None:
            return None
        if is_hit_points(name):
            return HIT_POINTS
        return next((there for there in self.rated if fold(there) == fold(name)), None)

    def value(self, name: str | None) -> int | None:
        """Return the value of a descriptor by its name on the sheet; None if it is missing or unreadable."""
        return self.rated[name].value if name in self.rated else None

    def names(self) -> list[str]:
        """Return all names, hit points last."""
        return sorted(self.rated, key=lambda name: name == HIT_POINTS)

    def next_rank(self, name: str, rules: Rules) -> int | None:
        """Return the rank above that of a descriptor; None at the top."""
        return find_next_value(rules, self.value(name) or 0, advanced=self.rated[name].advanced)

    def with_new(self, line: Advance, name: str, value: int | None) -> "LedgerState":
        """Return the same with a descriptor that has the further keys of a line."""
        new = Descriptor(
            value=value, exclusive=line.exclusive, aspect=line.aspect, advanced=line.advanced, power=line.power
        )
        return replace(self, rated={**self.rated, name: new})


def _get_starting_value(line: Advance) -> int:
    return book.NEW_DESCRIPTOR_VALUE if line.value is None else line.value


# The rules of a line; each gets the line and the character before it, and yields diagnostics.


def ledger_subject(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Require that what a line raises, trades or exchanges is on the sheet, and that new names are not.

    Source: Five by Five 2.5, pages 13 and 14 (FBF-e1, FBF-e4, rulings FBF-Q7 and FBF-Q22)
    """
    for key, name in (("raise", line.raise_), ("trade", line.trade), ("exchange", line.exchange)):
        if name is not None and before.complete and before.find(name) is None:
            yield missing_error("descriptor", name, before.names(), key)
    key, new = line.new_descriptor_name
    there = before.find(new)
    if there is not None:
        hint = "raise it instead" if key == "add" else "name something new"
        yield error(f"`{there}` is on the sheet already", key, hint=hint)


def one_rank(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Require that a descriptor rises one rank at a time; each rank costs its own value.

    The ladder is −5, 0, 2, 4, 6, 9, 12, 16; advanced descriptors go on to 20 and 25. Hit points rise by the
    value placed on them, which is HP less 10.

    Source: Five by Five 2.5, pages 13, 14 and 27 (FBF-e1, FBF-e2, FBF-e5, FBF-e8)
    """
    name = before.find(line.raise_)
    value = before.value(name)
    # The poor descriptor is the matter of `poor_stays`: one cause, one diagnostic.
    if name is None or value is None or line.to is None or value <= rules.poor_value:
        return
    following = before.next_rank(name, rules)
    if line.to == following:
        return
    if following is None:
        yield error(f"`{name}` is at {value}, the top of the ladder", "to")
    elif name == HIT_POINTS and line.to == following + book.HIT_POINTS_BASE:
        yield error(
            f"hit points are raised by the value placed on them: to {following}, not to {line.to} HP",
            "to",
            hint=f"write `to: {following}`",
        )
    else:
        yield error(
            f"`{name}` is at {value}; the next rank is {following}, not {line.to}",
            "to",
            hint=f"one rank a line: {{raise: {name}, to: {following}}} costs {following} XP",
        )


def poor_stays(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Refuse to raise the poor descriptor with XP. It can be traded for another weakness.

    Overcoming one weakness and gaining the next is played out, and needs the GM's consent.

    Source: Five by Five 2.5, page 14 (FBF-e4)
    """
    name = before.find(line.raise_)
    value = before.value(name)
    if value is not None and value <= rules.poor_value:
        hint = f"{{trade: {name}, for: another weakness}} costs {TRADE_PRICE} XP"
        yield error(f"`{name}` is poor and cannot be raised", "raise", hint=hint)


def only_poor_traded(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Require that only the poor descriptor is traded, and only other descriptors are exchanged.

    Hit points may be the poor one: traded, their value becomes 0 and HP 10 (*house default*).

    Source: Five by Five 2.5, pages 14 and 26 (FBF-e4, FBF-e7, ruling FBF-Q6)
    """
    lowest = rules.poor_value
    traded, exchanged = before.find(line.trade), before.find(line.exchange)
    if (value := before.value(traded)) is not None and value > lowest:
        yield error(f"`{traded}` has the value {value}; only the poor one can be traded", "trade")
    if exchanged == HIT_POINTS:
        yield error("hit points cannot be exchanged: everyone has them", "exchange")
    elif (value := before.value(exchanged)) is not None and value <= lowest:
        hint = f"{{trade: {exchanged}, for: {line.for_ or '…'}}} costs {TRADE_PRICE} XP"
        yield error(f"`{exchanged}` is poor and cannot be exchanged for nothing", "exchange", hint=hint)


def gm_agrees(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Note a trade or an exchange: the GM has to agree.

    An exchange keeps the value and is free (*house default*).

    Source: Five by Five 2.5, pages 14 and 26 (FBF-e4, FBF-e7)
    """
    if line.trade is not None:
        yield note(f"`{line.trade}` is traded for `{line.for_}`: {TRADE_PRICE} XP, with the GM's leave", "trade")
    if line.exchange is not None:
        message = f"`{line.exchange}` is exchanged for `{line.for_}`: at its value, free (house default)"
        yield note(f"{message}, with the GM's leave", "exchange")


def new_descriptor(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Require that a descriptor bought with XP starts at 2, which costs 2 XP.

    The number of descriptors of a character is not limited.

    Source: Five by Five 2.5, page 13 (FBF-e1, FBF-e2)
    """
    if line.add is not None and _get_starting_value(line) != book.NEW_DESCRIPTOR_VALUE:
        message = f"a new descriptor starts at {book.NEW_DESCRIPTOR_VALUE}, not {line.value}"
        yield error(message, "value", hint="raise it afterwards, one rank a line")


def new_name(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Apply the rules of creation to new descriptors.

    A new name, at most one exclusive action, not too general, and no key of an option that is off. A descriptor that is
    poor and advanced needs the consent of the GM.

    Source: Five by Five 2.5, pages 22, 25, 26 and 29 (FBF-a11, FBF-a14, FBF-h1, FBF-h2, rulings FBF-Q22 and FBF-Q28)
    """
    key, name = line.new_descriptor_name
    if name is None:
        return
    value = rules.poor_value if line.trade is not None else _get_starting_value(line)
    new = before.with_new(line, name, value).rated[name]
    # These rules expect a path ("descriptors", name, key), but a line has no such steps.
    for diagnostic in (
        *(creation.check_name(name, key, name) if line.add is not None else ()),
        *creation.exclusive_actions(new, rules, key, name),
        *creation.check_options(new, rules, key, name),
        *creation.powers(new, rules, key, name),
        *creation.too_general(new, rules, key, name),
        *creation.poor_advanced(new, rules, key, name),
    ):
        yield replace(diagnostic, path=(diagnostic.path[2:] or (key,)), key=diagnostic.key and len(diagnostic.path) > 2)


def advanced_ranks(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Allow a rank above 16 to advanced descriptors only.

    A descriptor exchanged for an advanced one must be advanced too, because it could not reach such a rank by XP.

    Source: Five by Five 2.5, page 27 (FBF-h1)
    """
    name = before.find(line.exchange)
    value, top = before.value(name), max(list_ladder_values())
    if line.for_ is None or name == HIT_POINTS or value is None:
        return
    if value > top and not (line.advanced and rules.advanced_descriptors):
        yield error(
            f"`{name}` is at {value}, and only advanced descriptors go above {top}; `{line.for_}` is not advanced",
            "for",
            hint="add `advanced: true` to the line, or keep what was learned",
        )


def rank_caps(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Allow at most two descriptors at 12 and one at 16; hit points count as a descriptor.

    Read literally, the one at 16 is in addition to the two at 12; with `rank_caps: strict` it is one of the
    two. An advanced descriptor at 20 or 25 takes the place at 16 (*house default*).

    Source: Five by Five 2.5, page 13 (FBF-e3, rulings FBF-Q3 to FBF-Q5)
    """
    # Only the line that raises something that far is blamed, and not the cheap ones after it.
    if line.to is None or line.to < book.MASTER_VALUE:
        return
    after = _apply_raise(line, before, rules) if line.raise_ is not None else before
    values = [descriptor.value or 0 for descriptor in after.rated.values()]
    strict = rules.rank_caps == "strict"
    legends = sum(value >= book.LEGENDARY_VALUE for value in values)
    masters = sum(value >= book.MASTER_VALUE if strict else value == book.MASTER_VALUE for value in values)
    if line.to >= book.LEGENDARY_VALUE and legends > book.LEGENDS:
        most, where = book.LEGENDS, f"{book.LEGENDARY_VALUE} or higher"
    elif masters > book.MASTERS:
        most, where = book.MASTERS, f"{book.MASTER_VALUE} or higher" if strict else f"{book.MASTER_VALUE}"
    else:
        return
    yield error(f"only {counted(most, 'descriptor')} may be at {where}; this would be one more", "to")


# What the verbs do and cost.


def _apply_raise(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    name = before.find(line.raise_) or line.raise_ or ""
    risen = before.rated.get(name, Descriptor()).model_copy(update={"value": line.to})
    return replace(before, rated={**before.rated, name: risen})


def _raise_as_meant(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    name = before.find(line.raise_)
    following = None if name is None else before.next_rank(name, rules)
    # A raise whose number cannot be read goes to the next rank, as every raise does.
    to = following if line.to is None else line.to
    if name is None or to is None:
        return before
    if name == HIT_POINTS and following is not None and to == following + book.HIT_POINTS_BASE:
        to = following  # written as HP
    ranks = list_ladder_values(advanced=before.rated[name].advanced and rules.advanced_descriptors)
    return _apply_raise(line.model_copy(update={"to": _nearest(to, ranks)}), before, rules)


def _nearest(value: int, ranks: Iterable[int]) -> int:
    return min(ranks, key=lambda rank: abs(rank - value))


def _add_as_meant(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    if line.add is None or before.find(line.add) is not None:
        return before
    ranks = list_ladder_values(advanced=line.advanced and rules.advanced_descriptors)
    value = None if line.unread("value") else _nearest(_get_starting_value(line), ranks)
    return before.with_new(line, line.add, value)


def _exchange_as_meant(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    """Add the new descriptor, and keep the old one: which of the two names is wrong is unknown."""
    if line.for_ is None or before.find(line.for_) is not None:
        return before
    value = before.value(before.find(line.exchange)) if line.trade is None else rules.poor_value
    return before.with_new(line, line.for_, value)


def _describe_raise(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    name, was = after.find(line.raise_), before.find(line.raise_)
    now = after.value(name) or 0
    return f"{name} {before.value(was) or 0} → {now}" if was else f"{name} {now}, new"


def _apply_exchange(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    """Replace a descriptor by the name under ``for``; the new one is poor if the old one was traded."""
    if line.for_ is None:
        return before
    name = before.find(line.trade or line.exchange)
    # In place, so that the descriptor keeps its row on the sheet.
    rated = {line.for_ if there == name else there: descriptor for there, descriptor in before.rated.items()}
    if name == HIT_POINTS and line.trade is not None:
        rated[HIT_POINTS] = Descriptor(value=0)  # everyone has hit points: a traded weakness leaves the usual 10
    value = before.value(name) if line.trade is None else rules.poor_value
    return replace(before, rated=rated).with_new(line, line.for_, value)


def _describe_trade(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    name = before.find(line.trade) or line.trade
    return (
        f"{name} stays" if line.for_ is None else f"{name} overcome; {line.for_} {signed(after.value(line.for_) or 0)}"
    )


def _describe_exchange(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    name = before.find(line.exchange) or line.exchange
    return f"{name} exchanged for {line.for_ or 'nothing'}, free (house default)"


# What points can buy.


def _list_candidates(state: LedgerState, rules: Rules, words: "Words") -> Iterator[Candidate]:
    """Yield the next rank of each descriptor, which its action names too, new descriptors, and other weaknesses."""
    from chargen.games.five_by_five.npc import lists  # imported here: the ledger of a file does without

    listed = lists(words, rules)
    able: set[str] = set()
    keys = {name: "hit_points" if name == HIT_POINTS else name for name in state.names()}
    poor = [name for name in keys if (state.value(name) or 0) <= rules.poor_value]
    # The next rank of everything that is not poor.
    for name, key in keys.items():
        rank = None if name in poor else state.next_rank(name, rules)
        actions = () if name in poor else state.rated[name].exclusive
        able.update(actions)
        called = ("HP",) if name == HIT_POINTS else tuple(chain.from_iterable(map(_CALLED.__getitem__, actions)))
        yield Candidate(None if rank is None else {"raise": key, "to": rank}, (name, *called))

    # A preference for an action may bring a new descriptor of that list, where none improves the action yet.
    for action, called in _CALLED.items():
        yield Candidate(None, called, asked=True)
        for word in () if action in able else _select_absent(listed[action.replace(" ", "_")], state):
            yield Candidate(_new(word, exclusive=action), (word, *called), asked=True)

    # New descriptors, and other weaknesses in place of the poor one.
    for word in _select_absent(listed["other"], state):
        yield Candidate(_new(word), (word,), group="new")
    for name in poor:
        for word in _select_absent(listed["weakness"], state):
            yield Candidate({"trade": keys[name], "for": word}, (word,), group="trade")
    yield from (Candidate(None, (kind,), asked=True) for kind in ("new", "trade"))


_CALLED = {action: (action, *(word for word, meant in ACTION.also.items() if meant == action)) for action in ACTIONS}
"""The names of each exclusive action in a preference."""


def _select_absent(listed: Iterable[str], state: LedgerState) -> Iterator[str]:
    there = set(map(fold, state.names()))
    return (word for word in listed if fold(word) not in there and not is_hit_points(word))


def _new(name: str, **more: object) -> dict[str, object]:
    return {"add": name, "value": book.NEW_DESCRIPTOR_VALUE, **more}


def _start(concept: Concept, rules: Rules) -> LedgerState:
    # Hit points that are written as HP count as the value that was meant.
    meant = creation.find_meant_value(concept, rules)
    value = concept.hit_points if meant is None or rules.waives("five-by-five/hit-points-value") else meant
    rated = {**(concept.descriptors or {}), HIT_POINTS: Descriptor(value=value)}
    return LedgerState(rated, complete=concept.descriptors is not None)


def _finish(concept: Concept, now: LedgerState, rules: Rules) -> Concept:
    described = {name: descriptor for name, descriptor in now.rated.items() if name != HIT_POINTS}
    return concept.model_copy(update={"descriptors": described, "hit_points": now.value(HIT_POINTS)})


_NEW = ("exclusive", "aspect", "advanced", "power")  # The keys that describe a new descriptor
LEDGER: Ledger[Concept, Advance, LedgerState, Rules] = Ledger(
    key=book.KEY,
    entry=Advance,
    unit="XP",
    verbs=(
        Verb(
            "raise",
            "as in {raise: Knife Fighter, to: 4}",
            _apply_raise,
            _describe_raise,
            price=lambda line, before, rules: max(line.to or 0, 0),
            meant=_raise_as_meant,
            needs=("to",),
        ),
        Verb(
            "add",
            "as in {add: Camp Cook, value: 2}",
            lambda line, before, rules: before.with_new(line, line.add or "", _get_starting_value(line)),
            lambda line, before, after, rules: f"{line.add} {after.value(line.add)}, new",
            price=lambda line, before, rules: max(_get_starting_value(line), 0),
            meant=_add_as_meant,
            adds=True,
            takes=("value", *_NEW),
        ),
        Verb(
            "trade",
            "as in {trade: Card Games, for: Superstitious}",
            _apply_exchange,
            _describe_trade,
            price=lambda line, before, rules: TRADE_PRICE,
            meant=_exchange_as_meant,
            needs=("for",),
            takes=_NEW,
        ),
        Verb(
            "exchange",
            "as in {exchange: Basket Weaving, for: Rope Work}",
            _apply_exchange,
            _describe_exchange,
            meant=_exchange_as_meant,
            needs=("for",),
            takes=_NEW,
        ),
    ),
    line_rules=(
        *(ledger_subject, one_rank, poor_stays, only_poor_traded, gm_agrees),
        *(new_descriptor, new_name, advanced_ranks, rank_caps),
    ),
    start=_start,
    finish=_finish,
    source="chargen's concept format; the book says nothing of ledgers",
    payment="""Require that what is bought is paid with XP awarded before it.

    A rank costs its own value, a new descriptor 2, a trade of the poor descriptor 5; an exchange is free.

    Source: Five by Five 2.5, pages 13 and 14 (FBF-e1, FBF-e4, FBF-e6)
    """,
    candidates=_list_candidates,
    learn=lambda wish, state, rules, words: (Candidate(_new(wish), (wish,)),),
)
