"""Experience: the ledger is replayed line by line, with the prices and caps that hold at that line."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from chargen.core.diagnostic import Diagnostic, error
from chargen.core.game import Advanced
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.roll import Points
from chargen.games.five_by_five import creation
from chargen.games.five_by_five.concept import HIT_POINTS, Advance, Concept, Descriptor
from chargen.games.five_by_five.rules import Rules
from chargen.kit.former_ledger import Ledger

KEY = "five-by-five"


@dataclass(frozen=True, slots=True)
class LedgerState:
    """Where a character stands between two lines of the ledger."""

    descriptors: dict[str, Descriptor] = field(default_factory=dict)
    hit_points: int | None = 0
    earned: int = 0
    spent: int = 0
    complete: bool = True
    """Whether it is known who all the descriptors are: they could be read."""

    @property
    def balance(self) -> int:
        """XP that are left."""
        return self.earned - self.spent

    def find(self, name: str) -> str | None:
        """The descriptor of that name in the sheet's spelling; ``Hit Points`` for hit points."""
        if is_hit_points(name):
            return HIT_POINTS
        return next((each for each in self.descriptors if fold(each) == fold(name)), None)

    def known(self, name: str | None) -> tuple[str, int] | None:
        """The descriptor of that name with its value, if it is there and its value could be read."""
        found = self.find(name) if name is not None else None
        value = None if found is None else self.stated(found)
        return None if found is None or value is None else (found, value)

    def stated(self, name: str) -> int | None:
        """The value of a descriptor, or the one placed on hit points; None where it could not be read."""
        if is_hit_points(name):
            return self.hit_points
        return self.descriptors[name].value if name in self.descriptors else None

    def value(self, name: str) -> int:
        """The same, with 0 for what could not be read."""
        return self.stated(name) or 0

    def values(self) -> list[int]:
        """All values, the one on hit points last."""
        return list(map(self.value, self.names()))

    def names(self) -> list[str]:
        """All names, hit points last."""
        return [*self.descriptors, HIT_POINTS]


def is_hit_points(name: str) -> bool:
    """Whether a name means hit points."""
    return fold(name) in ("hit points", "hp")


def newcomer(line: Advance) -> str | None:
    """The name that a line brings to the sheet, if any."""
    return line.add if line.add is not None else line.for_


def price(line: Advance, before: LedgerState, rules: Rules) -> int:
    """The XP a line costs: the value of the new rank, or the price of a trade. Awards and exchanges are free."""
    match line.verb:
        case "raise":
            return max(line.to or 0, 0)
        case "add":
            return max(_starting(line, rules), 0)
        case "trade":
            return rules.trade_price
        case _:
            return 0


def _starting(line: Advance, rules: Rules) -> int:
    return rules.new_descriptor_value if line.value is None else line.value


# The rules of a line: each sees the character before it and the line, and says what is wrong.


def ledger_line(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A line of the ledger does one thing: award, raise, add, trade or exchange.

    `raise` goes with `to`, `add` with `value`, `trade` and `exchange` with `for`. A line may carry `why` and
    `date`.

    Source: chargen's concept format; the book says nothing of ledgers
    """
    done = line.done()
    if len(done) != 1:
        found = f"this one does {listing(done)}" if done else "this one does nothing"
        yield error(f"a line of the ledger does one thing; {found}", hint=f"write one of {listing(line.verbs, 'or')}")
        return
    wanted = {"raise": "to", "trade": "for", "exchange": "for"}.get(done[0])
    for key, value in (("to", line.to), ("for", line.for_), ("value", line.value)):
        if value is None and key == wanted:
            yield error(f"`{done[0]}` needs `{key}`", hint=_EXAMPLES[done[0]])
        elif value is not None and key != wanted and not (key == "value" and done[0] == "add"):
            yield error(f"`{key}` does not go with `{done[0]}`", key, key=True, hint=_EXAMPLES[done[0]])
    if newcomer(line) is None:
        for key in ("exclusive", "aspect", "advanced", "power"):
            if getattr(line, key):
                yield error(f"`{key}` describes a new descriptor, and `{done[0]}` brings none", key, key=True)


_EXAMPLES = {
    "award": "as in {award: 1, why: a session}",
    "raise": "as in {raise: Knife Fighter, to: 4}",
    "add": "as in {add: Camp Cook, value: 2}",
    "trade": "as in {trade: Card Games, for: Superstitious}",
    "exchange": "as in {exchange: Basket Weaving, for: Rope Work}",
}


def ledger_subject(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """What is raised, traded or exchanged is on the sheet at that line; what comes is not.

    Source: Five by Five 2.5, pages 13 and 14 (FBF-e1, FBF-e4, rulings FBF-Q7 and FBF-Q22)
    """
    for key, name in (("raise", line.raise_), ("trade", line.trade), ("exchange", line.exchange)):
        if name is not None and before.complete and before.find(name) is None:
            yield error(
                f"there is no descriptor `{name}` at this line of the ledger",
                key,
                hint=did_you_mean(name, before.names(), f"there are {listing(before.names())}"),
            )
    new = newcomer(line)
    if new is not None and (known := before.find(new)) is not None:
        yield error(
            f"`{known}` is on the sheet already",
            "add" if line.add is not None else "for",
            hint="raise it instead" if line.add is not None else "name something new",
        )


def one_rank(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A descriptor rises one rank at a time, and each rank costs its own value.

    The ladder is −5, 0, 2, 4, 6, 9, 12, 16; advanced descriptors go on to 20 and 25. Hit points rise by the
    value placed on them, which is HP less 10.

    Source: Five by Five 2.5, pages 13, 14 and 27 (FBF-e1, FBF-e2, FBF-e5, FBF-e8)
    """
    known = before.known(line.raise_)
    if known is None or line.to is None:
        return
    name, value = known
    if value <= min(rules.starting_values):
        return
    advanced = not is_hit_points(name) and before.descriptors[name].advanced
    following = rules.next_value(value, advanced=advanced and rules.advanced_descriptors)
    if line.to == following:
        return
    if following is None:
        yield error(f"`{name}` stands at {value}, the top of the ladder", "to")
    elif is_hit_points(name) and line.to == following + rules.hit_points_base:
        yield error(
            f"hit points are raised by the value placed on them: to {following}, not to {line.to} HP",
            "to",
            hint=f"write `to: {following}`",
        )
    else:
        yield error(
            f"`{name}` stands at {value}; the next rank is {following}, not {line.to}",
            "to",
            hint=f"one rank a line: {{raise: {name}, to: {following}}} costs {following} XP",
        )


def poor_stays(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """The poor descriptor cannot be raised with XP. It can be traded for another weakness.

    Overcoming one weakness and gaining the next is played out, and wants the GM's leave.

    Source: Five by Five 2.5, page 14 (FBF-e4)
    """
    known = before.known(line.raise_)
    if known is not None and known[1] <= min(rules.starting_values):
        yield error(
            f"`{known[0]}` is poor and cannot be raised",
            "raise",
            hint=f"{{trade: {known[0]}, for: another weakness}} costs {rules.trade_price} XP",
        )


def only_poor_traded(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Only the poor descriptor is traded, and only what is not poor is exchanged for nothing.

    Hit points may be the poor one: traded, their value becomes 0 and HP 10 (*ours*).

    Source: Five by Five 2.5, pages 14 and 26 (FBF-e4, FBF-e7, ruling FBF-Q6)
    """
    lowest = min(rules.starting_values)
    if (known := before.known(line.trade)) is not None and known[1] > lowest:
        yield error(f"`{known[0]}` has the value {known[1]}; only the poor one is traded", "trade")
    if line.exchange is not None and (name := before.find(line.exchange)) is not None:
        if is_hit_points(name):
            yield error("hit points cannot be exchanged: everyone has them", "exchange")
        elif (value := before.stated(name)) is not None and value <= lowest:
            yield error(
                f"`{name}` is poor and cannot be exchanged for nothing",
                "exchange",
                hint=f"{{trade: {name}, for: {line.for_ or '…'}}} costs {rules.trade_price} XP",
            )


def new_descriptor(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A descriptor bought with XP starts at 2 and costs 2 XP.

    How many a character has in the end is not limited.

    Source: Five by Five 2.5, page 13 (FBF-e1, FBF-e2)
    """
    if line.add is not None and _starting(line, rules) != rules.new_descriptor_value:
        yield error(
            f"a new descriptor starts at {rules.new_descriptor_value}, not {line.value}",
            "value",
            hint="raise it afterwards, one rank a line",
        )


def new_name(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """What holds for descriptors at creation holds for those that come later.

    A name of its own, one exclusive action at most, not too general, and no key of an option that is switched off;
    a poor one that is advanced is worth a word with the GM.

    Source: Five by Five 2.5, pages 22, 25, 26 and 29 (FBF-a11, FBF-a14, FBF-h1, FBF-h2, rulings FBF-Q22 and FBF-Q28)
    """
    name = newcomer(line)
    if name is None:
        return
    key = "add" if line.add is not None else "for"
    made = _descriptor(line, min(rules.starting_values) if line.trade is not None else 0)
    for finding in (
        *creation.one_exclusive(made, key, name),
        *creation.option_keys(made, rules, key, name),
        *creation.plain_power(made, rules, key, name),
        *creation.too_broad(name, rules, key, key=False),
        *creation.hardly_a_weakness(made, rules, key, name),
    ):
        yield replace(finding, path=(finding.path[2:] or (key,)), key=finding.key and len(finding.path) > 2)


def advanced_ranks(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Only an advanced descriptor stands above 16.

    What is exchanged for one of those is advanced too, or it would reach a rank that it could never be raised to.

    Source: Five by Five 2.5, page 27 (FBF-h1)
    """
    name = before.find(line.exchange) if line.exchange is not None else None
    if name is None or line.for_ is None or is_hit_points(name):
        return
    value, top = before.value(name), max(rules.values())
    if value > top and not (line.advanced and rules.advanced_descriptors):
        yield error(
            f"`{name}` stands at {value}, and only advanced descriptors stand above {top}: `{line.for_}` is none",
            "for",
            hint="add `advanced: true` to the line, or keep what was learned",
        )


def rank_caps(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """At most two descriptors stand at 12 and one at 16; hit points count.

    Read to the letter, the one at 16 stands beside the two at 12; with `rank_caps: strict` it is one of the
    two. An advanced descriptor at 20 or 25 takes the place at 16 (*ours*).

    Source: Five by Five 2.5, page 13 (FBF-e3, rulings FBF-Q3 to FBF-Q5)
    """
    after = applied(line, before, rules).values()
    master, legend = rules.master_value, rules.legendary_value
    legends = sum(value >= legend if rules.advanced_count_as_legendary else value == legend for value in after)
    masters = sum(value >= master if rules.rank_caps == "strict" else value == master for value in after)
    strict = " or higher" if rules.rank_caps == "strict" else ""
    if line.to is not None and line.to >= legend and legends > rules.legends:
        yield error(f"only {_many(rules.legends)} may stand at {legend} or higher; this would be one more", "to")
    elif line.to is not None and line.to >= master and masters > rules.masters:
        yield error(f"only {_many(rules.masters)} may stand at {master}{strict}; this would be one more", "to")


def _many(number: int) -> str:
    return f"{number} descriptor{'' if number == 1 else 's'}"


def experience(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """What is bought is paid with XP awarded before it.

    A rank costs its own value, a new descriptor 2, a trade of the poor descriptor 5; an exchange is free.

    Source: Five by Five 2.5, pages 13 and 14 (FBF-e1, FBF-e4, FBF-e6)
    """
    cost = price(line, before, rules)
    if cost > before.balance:
        yield error(
            f"this costs {cost} XP and {before.balance} are left: {cost - before.balance} short",
            hint=f"put an award before it: {{award: {cost - before.balance}}}",
        )


LEDGER_RULES: tuple[Callable[[Advance, LedgerState, Rules], Iterable[Diagnostic]], ...] = (
    ledger_line,
    ledger_subject,
    one_rank,
    poor_stays,
    only_poor_traded,
    new_descriptor,
    new_name,
    advanced_ranks,
    rank_caps,
    experience,
)


def _descriptor(line: Advance, value: int | None) -> Descriptor:
    return Descriptor(
        value=value, exclusive=line.exclusive, aspect=line.aspect, advanced=line.advanced, power=line.power
    )


def applied(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    """The character after a line, its price not yet paid."""
    descriptors = dict(before.descriptors)
    match line.verb:
        case "award":
            return replace(before, earned=before.earned + (line.award or 0))
        case "raise" if line.to is not None and line.raise_ is not None:
            name = before.find(line.raise_) or line.raise_
            if is_hit_points(name):
                return replace(before, hit_points=line.to)
            descriptors[name] = descriptors.get(name, Descriptor()).model_copy(update={"value": line.to})
        case "add" if line.add is not None:
            descriptors[line.add] = _descriptor(line, _starting(line, rules))
        case "trade" | "exchange" as verb if line.for_ is not None:
            gone = before.find((line.trade if verb == "trade" else line.exchange) or "")
            value = min(rules.starting_values) if verb == "trade" else before.stated(gone) if gone else None
            descriptors = {line.for_ if name == gone else name: descriptors[name] for name in descriptors}
            descriptors[line.for_] = _descriptor(line, value)
            if gone == HIT_POINTS and verb == "trade":
                return replace(before, hit_points=0, descriptors=descriptors)
    return replace(before, descriptors=descriptors)


def _told(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    match line.verb:
        case "award":
            return "XP gained"
        case "raise":
            name, was = after.find(line.raise_ or ""), before.find(line.raise_ or "")
            if name is None:
                return line.raise_ or ""
            return f"{name} {before.value(was)} → {after.value(name)}" if was else f"{name} {after.value(name)}, new"
        case "add":
            return f"{line.add} {after.value(line.add or '')}, new"
        case "trade":
            gone = before.find(line.trade or "") or line.trade
            return (
                f"{gone} overcome; {line.for_} {after.value(line.for_)}" if line.for_ is not None else f"{gone} stays"
            )
        case _:
            return f"{before.find(line.exchange or '') or line.exchange} exchanged for {line.for_ or 'nothing'}"


LEDGER: Ledger[Advance, LedgerState, Rules] = Ledger(
    key=KEY,
    ledger_rules=LEDGER_RULES,
    payment=experience,
    price=price,
    applied=applied,
    told=_told,
    balance=lambda now, rules: now.balance,
)


def grow(concept: Concept, rules: Rules) -> Advanced[Concept]:
    """Replay the ledger."""
    begun = LedgerState(dict(concept.descriptors or {}), concept.hit_points, complete=concept.descriptors is not None)
    end = LEDGER.replay(concept.advancement, begun, rules)
    now = end.now
    return Advanced(
        concept=concept.model_copy(update={"descriptors": now.descriptors, "hit_points": now.hit_points}),
        created=concept,
        diagnostics=end.diagnostics,
        points={"xp": Points(budget=now.earned, spent=now.spent, available=max(now.balance, 0))},
        ledger=end.ledger,
    )
