"""Lanterns: four traits, two trades, and six lights against the dark. A whole game for chargen, in one module."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Annotated, Any

from pydantic import Field

from chargen.core.card import Card, CardRoll
from chargen.core.concept import Concept, Entry, RuleSet, Text
from chargen.core.diagnostic import Diagnostic, error
from chargen.core.fight import Blow, Combatant, Fight, Fighter, State, points
from chargen.core.game import API, Advanced, Answer, Character, Game, Question, Tracker
from chargen.core.model import NEEDED, Model, Several
from chargen.core.npc import NpcMaker, NpcSpec, Words
from chargen.core.roll import Odds, Roll
from chargen.core.sheet import Block, Chance, Facts, Own, Sheet, Table, Track
from chargen.kit import allocation, blocks, cards, pool
from chargen.kit.checks import count_is, known, once, sum_is, unknown, within
from chargen.kit.ledger import Candidate, Ledger, Verb
from chargen.kit.npc import some
from chargen.kit.vocabulary import Vocabulary

KEY, TITLE, BOOK = "lanterns", "Lanterns", "Lanterns 1.0"
TRAITS = Vocabulary("trait", ("Brave", "Clever", "Kind", "Quick"))
TRADES = Vocabulary("trade", (
    "Apothecary", "Bargee", "Beekeeper", "Chandler", "Cutpurse", "Fiddler", "Gravedigger", "Lamplighter", "Locksmith",
    "Mapmaker", "Rat Catcher", "Watchman",
))  # fmt: skip


class Rules(RuleSet):
    """The numbers of the book; a campaign file may change them."""

    points: int = 10
    """What the four traits come to."""
    highest: int = 4
    """The highest trait of a new character."""
    grown: int = 5
    """The highest trait that lights can buy."""
    lights: int = 6
    """The lights of a lantern."""
    wounds: int = 4
    """The wounds that take somebody out."""
    price: int = 3
    """The lights that a point of a trait, or a trade, costs."""


class Advance(Entry):
    """A line of the ledger."""

    raise_: Annotated[Text | None, Field(alias="raise")] = None
    """The trait that goes up by one."""
    learn: Text | None = None
    """The trade that is learned."""


class Lantern(Concept):
    """A character of Lanterns, as a file writes it."""

    rules: Rules = Rules()
    """House rules of the table."""
    traits: Annotated[dict[str, int], NEEDED] = Field(default={})
    """Brave, Clever, Kind and Quick, ten points in all."""
    trades: Several[Text] = ()
    """Two trades."""
    fear: str = ""
    """What the character fears, which allows one trait to be 0."""
    advancement: Several[Advance] = ()
    """Lights earned, and what they bought."""


def trait(concept: Lantern, name: str) -> int:
    """Return a trait by any spelling of its name; 0 where it is not there."""
    return next((value for key, value in concept.traits.items() if TRAITS.called(key) == name), 0)


def fearless(concept: Lantern, rules: Rules) -> Iterable[Diagnostic]:
    """One trait may be 0, for somebody with a fear; the others are 1 at least.

    Source: Lanterns, page 2
    """
    none = [name for name in concept.traits if concept.traits[name] == 0]
    for name in none[1:] if concept.fear else none:
        yield error(f"{name} is 0, which takes a fear, and only for one trait", "traits", name, hint="write 1")


def learned(line: Advance, before: Lantern, rules: Rules) -> Iterable[Diagnostic]:
    """A trait goes up to 5, and a trade is learned once.

    Source: Lanterns, page 7
    """
    for word, vocabulary, key in ((line.raise_, TRAITS, "raise"), (line.learn, TRADES, "learn")):
        if word is not None and (name := vocabulary.called(word)) is None:
            yield unknown(word, vocabulary, key)
        elif word is not None and key == "raise" and trait(before, name or "") >= rules.grown:
            yield error(f"{name} is {rules.grown} already, the highest there is", key)
        elif word is not None and name in map(TRADES.called, before.trades):
            yield error(f"{name} is learned already", key)


def _raised(line: Advance, before: Lantern, rules: Rules) -> Lantern:
    name = TRAITS.called(line.raise_ or "") or ""
    return before.model_copy(update={"traits": {each: trait(before, each) + (each == name) for each in TRAITS}})


LEDGER: Ledger[Lantern, Advance, Lantern, Rules] = Ledger(
    key=KEY, entry=Advance, unit="light", source="Lanterns, page 7", line_rules=(learned,),
    verbs=(
        Verb("raise", "as in {raise: Kind}", _raised,
             lambda line, before, after, rules: f"{TRAITS.called(line.raise_ or '')} raised",
             price=lambda line, before, rules: rules.price),
        Verb("learn", "as in {learn: Fiddler}",
             lambda line, before, rules: before.model_copy(update={"trades": (*before.trades, line.learn)}),
             lambda line, before, after, rules: f"{TRADES.called(line.learn or '')} learned",
             price=lambda line, before, rules: rules.price),
    ),
    candidates=lambda state, rules, words: [
        *(Candidate({"raise": name}, (name,)) for name in TRAITS),
        *(Candidate({"learn": name}, (name,)) for name in TRADES),
    ],
)  # fmt: skip


OUTCOMES: dict[str, pool.Condition] = {
    "yes_and": lambda hand: hand.count(6) >= 2,
    "yes": lambda hand: 6 in hand,
    "yes_but": lambda hand: max(hand, default=0) >= 4,
    "no": lambda hand: True,
}


def odds(dice: int) -> dict[str, Fraction]:
    """Return the chance of each answer with a number of dice, and of any yes: the first condition that holds counts."""
    chances = pool.chances(dice, 6, OUTCOMES)
    return {"success": 1 - chances["no"], **chances}


class Asked(Model):
    """The options of `chargen odds lanterns`."""

    dice: Annotated[int, Field(ge=0, le=20)] = 2
    """How many dice are rolled."""


def answer(asked: Asked, rules: Rules) -> Answer:
    """Return the odds of a number of dice."""
    found = odds(asked.dice)
    rows = tuple((name.replace("_", " "), chance) for name, chance in found.items())
    return Answer(title=f"{asked.dice} dice", roll=f"{asked.dice}d6, the highest counts", odds=found, rows=rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeper(Character[Lantern, Rules]):
    """A character as it stands."""

    traits: Mapping[str, int]
    trades: tuple[str, ...]

    def best(self) -> str:
        """Return the trait that it fights with."""
        return max(self.traits, key=lambda name: self.traits[name])


def derive(advanced: Advanced[Lantern], rules: Rules) -> Keeper:
    """Return the character that a concept describes; it is asked of faulty ones too."""
    concept = advanced.concept
    trades = tuple(TRADES.called(trade) or trade for trade in concept.trades)
    return Keeper(
        advanced=advanced, rules=rules, traits={name: max(0, trait(concept, name)) for name in TRAITS}, trades=trades
    )


def rolls(keeper: Keeper) -> Iterator[Roll]:
    """Yield a roll for each trait, with the odds where a trade fits beside it."""
    for name, dice in keeper.traits.items():
        chances: Odds = {**odds(dice), "with_trade": {"success": odds(dice + 1)["success"]}}
        yield Roll(id=name.lower(), label=name, value=dice, roll=f"{dice}d6, the highest counts", odds=chances)


def trackers(keeper: Keeper) -> Iterator[Tracker]:
    """Yield what pencils change: lights that went out, and wounds."""
    yield Tracker(name="lights", title="Lantern", high=keeper.rules.lights)
    yield Tracker(name="wounds", title="Wounds", high=keeper.rules.wounds)


HOW = (
    ("A task", "As many d6 as the trait, one more for a trade that fits. The highest counts."),
    ("The answer", "6: yes. 4 or 5: yes, but. 3 or less: no. Two sixes: yes, and."),
)


def sheet(keeper: Keeper) -> Sheet:
    """Return the sheet: traits with their chances, the lantern, wounds, trades."""
    columns = (blocks.left("Trait", 30), blocks.right("Dice", 14), blocks.left("Yes", 28), blocks.left("By trade", 28))
    rows = tuple(
        (name, str(dice), Chance(odds(dice)["success"], bar=True), Chance(odds(dice + 1)["success"]))
        for name, dice in keeper.traits.items()
    )
    parts: list[Block | None] = [
        Table(name="traits", title="Traits", place="main", columns=columns, rows=rows, labels="game"),
        Track(name="lights", title="Lantern", place="side", caption="Fill a box for each light that goes out.",
              boxes=blocks.boxes("lights", keeper.rules.lights, keeper.noted("lights"))),
        Track(name="wounds", title="Wounds", place="side", caption="All of them: out.",
              boxes=blocks.boxes("wounds", keeper.rules.wounds, keeper.noted("wounds"))),
        Facts(name="trades", title="Trades and fear", place="main",
              facts=(("Trades", Own(", ".join(keeper.trades))), ("Fear", Own(keeper.advanced.concept.fear)))),
        blocks.equipment(keeper.equipment), blocks.ledger(keeper.ledger, "lights"), blocks.notes(keeper.notes),
        blocks.how_to_roll(HOW),
    ]  # fmt: skip
    return blocks.sheet(keeper, parts)


def card(keeper: Keeper) -> Card:
    """Return the card for a GM's table."""
    return cards.card(
        keeper, numbers=cards.numbers((name, str(dice), "") for name, dice in keeper.traits.items()),
        rolls=[CardRoll(label=name, what=f"{n}d6", chance=odds(n)["success"]) for name, n in keeper.traits.items()],
        tracks=[cards.track("Wounds", keeper.rules.wounds, keeper.noted("wounds"))],
        notes=[("Trades", ", ".join(keeper.trades)), ("Carries", cards.carried(keeper.equipment))], back=HOW, foot=BOOK,
    )  # fmt: skip


def fighter(keeper: Keeper) -> Fighter:
    """Return how much somebody takes."""
    return Fighter(stamina=keeper.rules.wounds, unit="wounds", state=State(keeper.noted("wounds")))


def blow(attacker: Combatant[Keeper], target: Combatant[Keeper]) -> Blow:
    """Return what a task against somebody does: a wound for a yes, two for a yes, and."""
    name = attacker.character.best()
    chances = odds(attacker.character.traits[name])
    harm = {0: chances["no"], 1: chances["yes_but"] + chances["yes"], 2: chances["yes_and"]}
    return Blow(what=name, hit=chances["success"], dealt=points(harm))


class LanternWords(Words):
    """What NPCs are made of; the lists stand in ``words/lanterns.yaml``."""

    concept: Several[Text] = ()
    """Who they are."""
    equipment: Several[Text] = ()
    """What they carry: two of these."""


def propose(random: Random, rules: Rules, spec: NpcSpec[Lantern]) -> dict[str, Any]:
    """Propose an NPC around what is fixed: traits that come to the points, two trades."""
    fixed = {name: trait(spec.pinned, name) for name in TRAITS if name in map(TRAITS.called, spec.pinned.traits)}
    spans = {name: allocation.Span(fixed.get(name, 1), fixed.get(name, rules.highest)) for name in TRAITS}
    budget = allocation.Sum(tuple(TRAITS), rules.points, rules.points)
    return {
        "concept": random.choice(spec.words.concept),
        "traits": allocation.nearest_numbers(random, spans, [budget]),
        "trades": some(random, TRADES, 2),
        "equipment": some(random, spec.words.equipment, 2),
    }


GAME: Game[Lantern, Rules, Keeper] = Game(
    key=KEY, api=API, title=TITLE, edition=BOOK, credit="Lanterns, an example", concept=Lantern, rules=Rules,
    creation=(
        known("traits", "traits", TRAITS, source="Lanterns, page 2"),
        within("trait_limits", "traits.*", 0, "highest", source="Lanterns, page 2"),
        sum_is("trait_points", "traits", "points", source="Lanterns, page 2"),
        fearless,
        known("trades", "trades", TRADES, source="Lanterns, page 3"),
        once("named_once", "traits", "trades", source="ours"),
        count_is("two_trades", "trades", 2, source="Lanterns, page 3"),
    ),
    ledger=LEDGER, derive=derive, stats=lambda keeper: {"traits": keeper.traits, "lights": keeper.rules.lights},
    rolls=rolls, trackers=trackers, sheet=sheet, card=card, fight=Fight(fighter=fighter, blow=blow), words=LanternWords,
    npc=NpcMaker(propose=propose), ask=Question(options=Asked, reply=answer, examples=("--dice 3",)),
    resources=Path(__file__).parent,
)  # fmt: skip
