"""Experience: the ledger is replayed line by line. The text prices nothing; a line costs what the table asked."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from chargen.core.diagnostic import Diagnostic, error, warning
from chargen.core.game import Advanced
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.roll import Points
from chargen.games.roll_when_you_need import creation
from chargen.games.roll_when_you_need.concept import Advance, Concept, Gain, Quality, Talent
from chargen.games.roll_when_you_need.rules import Rules
from chargen.kit.former_ledger import Ledger

KEY = "roll-when-you-need"
_EXAMPLES = {
    "award": "as in {award: 2, why: the masked ball}",
    "change": "as in {change: poise, to: 4, points: 3}",
    "gain": "as in {gain: {talent: {name: Move on, effect: May move again}}}",
    "lose": "as in {lose: Quick fix}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerState:
    """Where a character stands between two lines of the ledger. Abilities go by the names of the rules."""

    abilities: dict[str, int]
    qualities: tuple[Quality, ...]
    talents: tuple[Talent, ...]
    earned: int = 0
    spent: int = 0
    counts: bool = True
    """Whether the table counts XP: the ledger has an award somewhere."""
    complete: bool = True
    """Whether the names of all qualities and talents could be read."""

    @property
    def balance(self) -> int:
        """XP that are left; where the table counts none, 0."""
        return self.earned - self.spent if self.counts else 0

    def rating(self, name: str, rules: Rules) -> int:
        """The rating of an ability, listed or not."""
        return self.abilities.get(name, rules.unlisted_rating(name))

    def things(self) -> list[str]:
        """The names of all qualities and talents."""
        named = [*(each.name for each in self.qualities), *(each.name for each in self.talents)]
        return [name for name in named if name is not None]

    def has(self, name: str) -> bool:
        """Whether a quality or talent has that name."""
        return any(fold(each) == fold(name) for each in self.things())


def newcomer(line: Advance) -> Quality | Talent | None:
    """The talent or quality that a line brings."""
    gained = line.gain or Gain()
    return gained.quality if gained.talent is None else gained.talent


def price(line: Advance, before: LedgerState, rules: Rules) -> int:
    """The XP that the table asked for a line."""
    return line.points if line.award is None else 0


# The rules of a line: each sees the character before it and the line, and says what is wrong.


def ledger_line(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A line of the ledger does one thing: award, change, gain or lose.

    `change` goes with `to`; `gain` brings a talent or a quality. All but an award may carry `points`, which is what
    the table asked for it: the text has no prices. A line may carry `why` and `date`.

    Source: chargen's concept format; the text knows only that XP exist (paragraph 13, RWN-e1)
    """
    done = line.done()
    if len(done) != 1:
        found = f"this one does {listing(done)}" if done else "this one does nothing"
        yield error(f"a line of the ledger does one thing; {found}", hint=f"write one of {listing(line.verbs, 'or')}")
        return
    does = done[0]
    if does == "change" and line.to is None:
        yield error("`change` needs `to`", hint=_EXAMPLES[does])
    elif does != "change" and line.to is not None:
        yield error(f"`to` does not go with `{does}`", "to", key=True, hint=_EXAMPLES[does])
    if does == "award" and line.points:
        yield error("an award costs no points", "points", key=True, hint=_EXAMPLES[does])
    if line.gain is not None and (line.gain.talent is None) == (line.gain.quality is None):
        both = "both a talent and a quality" if line.gain.talent is not None else "neither a talent nor a quality"
        yield error(f"a line gains one thing; this one gains {both}", "gain", hint=_EXAMPLES[does])


def ledger_subject(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """What changes is an ability; what is lost is there at that line, and what is gained is not.

    Source: Roll When You Need, paragraphs 17 and 19 (RWN-e1)
    """
    if line.change is not None and rules.ability(line.change) is None:
        yield creation.unknown_ability(line.change, rules, "change")
    if line.lose is not None and before.complete and not before.has(line.lose):
        if (ability := rules.ability(line.lose)) is not None:
            hint = f"{ability} is an ability: write {{change: {line.lose}, to: {rules.unlisted_rating(ability)}}}"
        else:
            there = f"there are {listing(before.things())}" if before.things() else "there is nothing to lose"
            hint = did_you_mean(line.lose, before.things(), there)
        yield error(f"there is no quality or talent `{line.lose}` at this line of the ledger", "lose", hint=hint)
    new = newcomer(line)
    if new is not None and new.name is not None and before.has(new.name):
        yield error(f"`{new.name}` is there already", "gain", hint="give it another name, or lose the old one first")


def ledger_rating(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """An ability changes to a rating on its scale: 1 to 5, Wealth and Reputation 0 to 5.

    It may go down as well: a purchase beyond one's means costs Wealth until it is bought back.

    Source: Roll When You Need, paragraphs 3 and 13 (RWN-a1, RWN-b4, RWN-e1)
    """
    name = rules.ability(line.change) if line.change is not None else None
    if name is not None and line.to is not None:
        yield from creation.off_the_scale(name, line.to, rules, "to")


def ledger_change(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A change changes something.

    Source: chargen's concept format
    """
    name = rules.ability(line.change) if line.change is not None else None
    if name is not None and line.to is not None and name in before.abilities and before.abilities[name] == line.to:
        yield warning(f"{name} stands at {line.to} already", "to", hint="take this line out, or say what it rises to")


def ledger_quality(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A quality that comes later has a benefit and a drawback, like those at creation.

    Source: Roll When You Need, paragraph 17 (RWN-a3, RWN-e1)
    """
    if line.gain is not None and line.gain.quality is not None:
        yield from creation.lopsided(line.gain.quality, "gain", "quality")


def experience(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Where the table awards XP, what is paid for a line is there: XP awarded before it.

    The text has no prices. A line without `points` is free, and a ledger without an award is not counted at all
    (*ours*).

    Source: ruling on RWN-e1
    """
    cost = price(line, before, rules)
    if before.counts and cost > before.balance:
        short = cost - before.balance
        yield error(
            f"this costs {cost} XP and {before.balance} are left: {short} short",
            "points",
            hint=f"put an award before it: {{award: {short}}}",
        )


LEDGER_RULES: tuple[Callable[[Advance, LedgerState, Rules], Iterable[Diagnostic]], ...] = (
    ledger_line,
    ledger_subject,
    ledger_rating,
    ledger_change,
    ledger_quality,
    experience,
)


def applied(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    """The character after a line, its price not yet paid."""
    match line.verb:
        case "award":
            return replace(before, earned=before.earned + (line.award or 0))
        case "change" if line.to is not None and line.change is not None:
            name = rules.ability(line.change) or line.change
            return replace(before, abilities={**before.abilities, name: line.to})
        case "gain" if line.gain is not None and line.gain.talent is not None:
            return replace(before, talents=(*before.talents, line.gain.talent))
        case "gain" if line.gain is not None and line.gain.quality is not None:
            return replace(before, qualities=(*before.qualities, line.gain.quality))
        case "lose":
            gone = fold(line.lose or "")
            return replace(
                before,
                talents=tuple(each for each in before.talents if fold(each.name or "") != gone),
                qualities=tuple(each for each in before.qualities if fold(each.name or "") != gone),
            )
        case _:
            return before


def _told(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    match line.verb:
        case "award":
            return "XP gained"
        case "change":
            name = rules.ability(line.change or "") or line.change or ""
            return f"{name} {before.rating(name, rules)} → {line.to}"
        case "gain":
            new = newcomer(line)
            sort = "talent" if isinstance(new, Talent) else "quality"
            return f"{new.name if new and new.name else 'Something'}, a new {sort}"
        case _:
            return f"{line.lose} lost"


def named(abilities: Iterable[tuple[str, int]], rules: Rules) -> dict[str, int]:
    """Ratings by the names of the rules; the first of two spellings counts, and a table's own names stay."""
    found: dict[str, int] = {}
    for name, rating in abilities:
        found.setdefault(rules.ability(name) or name, rating)
    return found


def created(concept: Concept, rules: Rules) -> LedgerState:
    """The character before the first line of the ledger."""
    return LedgerState(
        abilities=named(concept.abilities.items(), rules),
        qualities=concept.qualities,
        talents=concept.talents,
        counts=any(line.award is not None for line in concept.advancement),
        complete=not any(thing.unread("name") for thing in (*concept.qualities, *concept.talents)),
    )


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
    """The character as the ledger leaves it, every line of it judged."""
    end = LEDGER.replay(concept.advancement, created(concept, rules), rules)
    now = end.now
    grown = concept.model_copy(update={"abilities": now.abilities, "qualities": now.qualities, "talents": now.talents})
    return Advanced(
        concept=grown,
        created=concept,
        diagnostics=end.diagnostics,
        points={"abilities": _ability_points(concept, rules), "xp": _experience_points(now)},
        ledger=end.ledger,
    )


def _ability_points(concept: Concept, rules: Rules) -> Points:
    """The steps above unlisted at creation, against the table's budget if it sets one."""
    spent, budget = creation.points_spent(concept, rules), rules.ability_points
    return Points(budget=budget, spent=spent, available=None if budget is None else max(budget - spent, 0))


def _experience_points(now: LedgerState) -> Points:
    if not now.counts and now.spent:
        return Points(budget=None, spent=now.spent, available=None)
    return Points(budget=now.earned, spent=now.spent, available=max(now.balance, 0))
