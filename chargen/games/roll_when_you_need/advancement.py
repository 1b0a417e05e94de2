"""Experience: the ledger is replayed line by line. The text prices nothing; a line costs what the table asked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from chargen.core.diagnostic import Diagnostic, error, warning
from chargen.core.identity_key import IdentityKey
from chargen.core.ledger import Advanced
from chargen.core.names import fold, listing
from chargen.core.roll import Points
from chargen.games.roll_when_you_need import creation
from chargen.games.roll_when_you_need.concept import Advance, Concept, Gain, Quality, Talent
from chargen.games.roll_when_you_need.rules import Rules, spans
from chargen.games.roll_when_you_need.words import Words
from chargen.kit.checks import unknown
from chargen.kit.ledger import Ledger
from chargen.kit.ledger_line import Candidate, Verb, missing

KEY = "roll-when-you-need"
PRICE_OF_A_STEP = 1
"""XP for a step of an ability (house default; the text has no prices)."""
PRICE_OF_A_TALENT = 2
"""XP for a talent (house default)."""
PRICE_OF_A_QUALITY = 1
"""XP for a quality, which hinders as much as it helps (house default)."""
_GAIN = "as in {gain: {talent: {name: Move on, effect: May move again}}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerState:
    """The state of a character between two lines of the ledger. Abilities have the names of the rules."""

    abilities: dict[str, int]
    qualities: tuple[Quality, ...]
    talents: tuple[Talent, ...]
    complete: bool = True
    """Whether the names of all qualities and talents could be read."""

    def rating(self, name: str, rules: Rules) -> int:
        """Return the rating of an ability, listed or not."""
        return self.abilities[name] if name in self.abilities else rules.unlisted_rating(name)

    def things(self) -> list[str]:
        """Return the names of all qualities and talents."""
        names = [*[quality.name for quality in self.qualities], *[talent.name for talent in self.talents]]
        return [name for name in names if name is not None]

    def has(self, name: str) -> bool:
        """Whether a quality or talent has that name."""
        return fold(name) in map(fold, self.things())


def added(line: Advance) -> Quality | Talent | None:
    """Return the talent or quality that a line brings."""
    gain = line.gain or Gain()
    return gain.quality if gain.talent is None else gain.talent


# The rules of a line: each sees the character before it and the line, and says what is wrong.


def ledger_subject(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Change an ability, lose what is there at that line, and gain what is not.

    Source: Roll When You Need, paragraphs 17 and 19 (RWN-e1)
    """
    if line.change is not None and rules.ability(line.change) is None:
        yield unknown(line.change, rules.vocabulary, "change")
    if line.lose is not None and before.complete and not before.has(line.lose):
        hint = ""
        if (ability := rules.ability(line.lose)) is not None:
            hint = f"{ability} is an ability: write {{change: {line.lose}, to: {rules.unlisted_rating(ability)}}}"
        yield missing("quality or talent", line.lose, before.things(), "lose", hint=hint)
    new = added(line)
    if new is not None and new.name is not None and before.has(new.name):
        yield error(f"`{new.name}` is there already", "gain", hint="give it another name, or lose the old one first")


def ledger_rating(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Change an ability to a rating on its scale: 1 to 5, Wealth and Reputation 0 to 5.

    It may go down as well: a purchase beyond one's means costs Wealth until it is bought back.

    Source: Roll When You Need, paragraphs 3 and 13 (RWN-a1, RWN-b4, RWN-e1)
    """
    name = rules.ability(line.change) if line.change is not None else None
    if name is not None and line.to is not None:
        yield from creation.off_the_scale(name, line.to, rules, "to")


def ledger_change(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Change a rating to another one.

    Source: chargen's concept format
    """
    name = rules.ability(line.change) if line.change is not None else None
    if name is not None and line.to is not None and name in before.abilities and before.abilities[name] == line.to:
        yield warning(f"{name} is {line.to} already", "to", hint="take this line out, or write what it rises to")


def ledger_quality(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Give a quality that is gained later a benefit and a drawback, like those at creation.

    Source: Roll When You Need, paragraph 17 (RWN-a3, RWN-e1)
    """
    if line.gain is not None and line.gain.quality is not None:
        yield from creation.qualities(line.gain.quality, rules, "gain", "quality")


# What the verbs do.


def _changed(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    if line.change is None or line.to is None:
        return before
    name = rules.ability(line.change) or line.change
    return replace(before, abilities={**before.abilities, name: line.to})


def _change(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    name = rules.ability(line.change or "") or line.change or ""
    return f"{name} {before.rating(name, rules)} → {line.to}"


def _gained(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    new = added(line)
    if isinstance(new, Talent):
        return replace(before, talents=(*before.talents, new))
    return replace(before, qualities=(*before.qualities, *filter(None, [new])))


def _gain(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    new = added(line)
    sort = "talent" if isinstance(new, Talent) else "quality"
    return f"{new.name if new and new.name else 'Something'}, a new {sort}"


def _one_gain(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    if line.gain is not None and (line.gain.talent is None) == (line.gain.quality is None):
        both = "both a talent and a quality" if line.gain.talent is not None else "neither a talent nor a quality"
        yield error(f"a line gains one thing; this one gains {both}", "gain", hint=_GAIN)


def _lost(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    lost = fold(line.lose or "")
    return replace(
        before,
        talents=tuple(talent for talent in before.talents if fold(talent.name or "") != lost),
        qualities=tuple(quality for quality in before.qualities if fold(quality.name or "") != lost),
    )


def _price(line: Advance, before: LedgerState, rules: Rules) -> int:
    return line.points


# What points can buy, at prices that are house defaults: the text has none.


def _candidates(state: LedgerState, rules: Rules, words: Words) -> Iterator[Candidate]:
    """One more of any ability of the sheet or, where one is named, of any other; talents and qualities of the words."""
    for name, span in spans(rules).items():
        rating = state.abilities.get(name, span.unlisted)
        line = {"change": name.lower(), "to": rating + 1, "points": PRICE_OF_A_STEP}
        yield Candidate(line if rating < rules.highest_ability else None, (name,), asked=name not in state.abilities)
    held = set(map(fold, state.things()))
    for candidate in _gains(IdentityKey(words)):
        yield candidate._replace(entry=None) if fold(candidate.names[0]) in held else candidate
    for name in state.things():
        yield Candidate(None, (name,))


@lru_cache(maxsize=64)
def _gains(same: IdentityKey[Words]) -> tuple[Candidate, ...]:
    """Return the talents and qualities of the words, as lines that bring them."""
    return tuple(
        Candidate({"gain": {kind: new.model_dump()}, "points": price}, (new.name,), group=kind)
        for kind, price, listed in (
            ("talent", PRICE_OF_A_TALENT, same.value.talents),
            ("quality", PRICE_OF_A_QUALITY, same.value.qualities),
        )
        for new in listed
    )


def named(abilities: Iterable[tuple[str, int]], rules: Rules) -> dict[str, int]:
    """Return ratings by the names of the rules; the first of two spellings counts, and a table's own names stay."""
    ratings: dict[str, int] = {}
    for name, rating in abilities:
        ratings.setdefault(rules.ability(name) or name, rating)
    return ratings


def _created(concept: Concept, rules: Rules) -> LedgerState:
    return LedgerState(
        abilities=named(concept.abilities.items(), rules),
        qualities=concept.qualities,
        talents=concept.talents,
        complete=not any(thing.unread("name") for thing in (*concept.qualities, *concept.talents)),
    )


LEDGER: Ledger[Concept, Advance, LedgerState, Rules] = Ledger(
    key=KEY,
    entry=Advance,
    unit="XP",
    verbs=(
        Verb(
            "change",
            "as in {change: poise, to: 4, points: 3}",
            _changed,
            _change,
            price=_price,
            price_at=("points",),
            needs=("to",),
            takes=("points",),
            merge=lambda one, other: {**other, "points": one["points"] + other["points"]},
        ),
        Verb("gain", _GAIN, _gained, _gain, price=_price, price_at=("points",), takes=("points",), form=_one_gain),
        Verb(
            "lose",
            "as in {lose: Quick fix}",
            _lost,
            lambda line, before, after, rules: f"{line.lose} lost",
            price=_price,
            price_at=("points",),
            takes=("points",),
        ),
    ),
    line_rules=(ledger_subject, ledger_rating, ledger_change, ledger_quality),
    start=_created,
    has_prices=False,
    source="chargen's concept format; the text knows only that XP exist (paragraph 13, RWN-e1)",
    payment="""Where the table awards XP, what is paid for a line is there: XP awarded before it.

    The text has no prices. A line without `points` is free, and a ledger without an award is not counted
    (*house default*).

    Source: ruling on RWN-e1
    """,
    candidates=_candidates,
    hint=lambda wish, rules: f"there are {listing(rules.known())}, and talents and qualities by name",
    deeds=lambda words: words.occasions,
)


def points(advanced: Advanced[Concept], rules: Rules) -> dict[str, Points]:
    """Return the steps above unlisted at creation, against the table's budget if it sets one, and the XP."""
    return {
        "abilities": Points.of(rules.ability_points, creation.points_spent(advanced.created, rules)),
        "xp": advanced.account.points(),
    }
