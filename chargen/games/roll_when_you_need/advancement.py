"""Replay the experience ledger line by line. The text has no prices, so each line states the price at the table."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from chargen.game.identity_cache import cache_by_identity
from chargen.game.ledger import Advanced
from chargen.games.roll_when_you_need import creation
from chargen.games.roll_when_you_need.concept import Advance, Concept, Gain, Quality, Talent
from chargen.games.roll_when_you_need.rules import Rules, named, spans
from chargen.kit.holdings import Holdings, HoldingVerbs, check_subject
from chargen.kit.ledger import Ledger
from chargen.kit.ledger_line import Candidate
from chargen.page.roll import Points
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.names import fold, listing

if TYPE_CHECKING:
    from chargen.games.roll_when_you_need.npc import Words

KEY = "roll-when-you-need"
PRICE_OF_A_STEP = 1  # The price of a step of an ability in XP (house default; the text has no prices)
PRICE_OF_A_TALENT = 2  # The price of a talent in XP (house default)
PRICE_OF_A_QUALITY = 1  # The price in XP of a quality, which hinders as much as it helps (house default)
_GAIN = "as in {gain: {talent: {name: Move on, effect: May move again}}}"


def find_gained(line: Advance) -> Quality | Talent | None:
    """Return the talent or quality that a line gains."""
    gain = line.gain or Gain()
    return gain.quality if gain.talent is None else gain.talent


VERBS = HoldingVerbs(
    # An unknown ability, if the table waives that rule, keeps its name in the line.
    find_name=lambda word, rules: rules.ability(word) or word,
    default_number=lambda name, rules: rules.unlisted_rating(name),
    find_gained=find_gained,
    nearest=lambda name, number, rules: min(max(number, rules.lowest(name)), rules.highest_ability),
)
"""The verbs that set abilities, and gain and lose qualities and talents."""


# The rules of a line; each gets the line and the character before it, and yields diagnostics.


def ledger_subject(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    """Change only a known ability, lose only what the character has at that line, and gain only what it does not have.

    Source: Roll When You Need, paragraphs 17 and 19 (RWN-e1)
    """
    # An ability cannot be lost, only lowered to the rating of an unlisted one.
    hint = ""
    if line.lose is not None and (ability := rules.ability(line.lose)) is not None:
        hint = f"{ability} is an ability: write {{change: {line.lose}, to: {rules.unlisted_rating(ability)}}}"
    yield from check_subject(line, before, rules.vocabulary, "quality or talent", hint=hint)
    yield from VERBS.check_new(line, before)


def ledger_rating(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    """Change an ability to a rating on its scale: 1 to 5, Wealth and Reputation 0 to 5.

    A rating may also fall: a purchase beyond one's means costs Wealth until it is bought back.

    Source: Roll When You Need, paragraphs 3 and 13 (RWN-a1, RWN-b4, RWN-e1)
    """
    name = rules.ability(line.change) if line.change is not None else None
    if name is not None and line.to is not None:
        yield from creation.off_the_scale(name, line.to, rules, "to")


def ledger_change(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    """Change a rating to a different number.

    Source: chargen's concept format
    """
    return VERBS.check_change(line, before, rules)


def ledger_quality(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    """Give a quality that is gained later a benefit and a drawback, like those at creation.

    Source: Roll When You Need, paragraph 17 (RWN-a3, RWN-e1)
    """
    if line.gain is not None and line.gain.quality is not None:
        yield from creation.qualities(line.gain.quality, rules, "gain", "quality")


def _describe_gain(gained: Quality | Talent | None) -> str:
    sort = "talent" if isinstance(gained, Talent) else "quality"
    return f"{gained.name if gained and gained.name else 'Something'}, a new {sort}"


def _gain_as_meant(line: Advance, before: Holdings, rules: Rules) -> Holdings:
    return before if line.gain is None else before.with_new(line.gain.quality, line.gain.talent)


def _one_gain(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    if line.gain is not None and (line.gain.talent is None) == (line.gain.quality is None):
        # A gain has two optional fields, which the schema cannot declare exclusive of each other.
        both = "both a talent and a quality" if line.gain.talent is not None else "neither a talent nor a quality"
        yield error(f"a line gains one thing; this one gains {both}", "gain", hint=_GAIN)


# What points can buy, at prices that are house defaults: the text has none.


def _candidates(state: Holdings, rules: Rules, words: "Words") -> Iterator[Candidate]:
    """Yield 1 more of each ability on the sheet, of others by preference only, and talents and qualities."""
    for name, span in spans(rules).items():
        rating = state.numbers.get(name, span.unlisted)
        # Abilities that the sheet does not list are only raised on request: at random they would drown the character's
        # own.
        line = {"change": name.lower(), "to": rating + 1, "points": PRICE_OF_A_STEP}
        yield Candidate(line if rating < rules.highest_ability else None, (name,), asked=name not in state.numbers)
    value = set(map(fold, state.names))
    # Word lists are long and shared by all NPCs of a run, so their lines are made once.
    for candidate in _gains(words):
        yield candidate._replace(entry=None) if fold(candidate.names[0]) in value else candidate
    for name in state.names:
        yield Candidate(None, (name,))


@cache_by_identity(64)
def _gains(words: "Words") -> tuple[Candidate, ...]:
    return tuple(
        Candidate({"gain": {kind: new.model_dump()}, "points": price}, (new.name,), group=kind)
        for kind, price, listed in (
            ("talent", PRICE_OF_A_TALENT, words.talents),
            ("quality", PRICE_OF_A_QUALITY, words.qualities),
        )
        for new in listed
    )


def _created(concept: Concept, rules: Rules) -> Holdings:
    is_complete = not any(map(concept.unread, ("qualities", "talents")))
    things = (*concept.qualities, *concept.talents)
    return Holdings(named(concept.abilities.items(), rules), things, is_complete)


def _advanced(concept: Concept, state: Holdings, rules: Rules) -> Concept:
    qualities, talents = (
        tuple(thing for thing in state.things if isinstance(thing, sort)) for sort in (Quality, Talent)
    )
    return concept.model_copy(update={"abilities": state.numbers, "qualities": qualities, "talents": talents})


LEDGER: Ledger[Concept, Advance, Holdings, Rules] = Ledger(
    key=KEY,
    entry=Advance,
    unit="XP",
    verbs=(
        VERBS.change("as in {change: poise, to: 4, points: 3}"),
        VERBS.gain(_GAIN, _describe_gain, form=_one_gain, meant=_gain_as_meant),
        VERBS.lose("as in {lose: Quick fix}"),
    ),
    line_rules=(ledger_subject, ledger_rating, ledger_change, ledger_quality),
    start=_created,
    finish=_advanced,
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
