"""Lanterns: four traits, two trades, and six lights against the dark. A whole game for chargen, in one module."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any

from pydantic import Field

from chargen import kit

TRAITS: kit.Vocabulary[str] = kit.Vocabulary("trait", ("Brave", "Clever", "Kind", "Quick"))
TRADES = kit.Vocabulary("trade", (
    "Apothecary", "Bargee", "Beekeeper", "Chandler", "Cutpurse", "Fiddler", "Gravedigger", "Lamplighter", "Locksmith",
    "Mapmaker", "Rat Catcher", "Watchman",
))  # fmt: skip
TASK = kit.Pool.read("(value)d6", {
    "yes_and": "count(6) >= 2", "yes": "highest_die == 6", "yes_but": "highest_die >= 4", "no": "otherwise",
}, fails=("no",), reading="highest counts")  # fmt: skip
HOW = (("A task", "As many d6 as the trait, one more for a trade that fits. The highest counts."),
       ("The answer", "6: yes. 4 or 5: yes, but. 3 or less: no. Two sixes: yes, and."))  # fmt: skip


class Rules(kit.RuleSet):
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
    """The wounds that take a character out."""
    price: int = 3
    """The lights that a point of a trait, or a trade, costs."""


class Advance(kit.Entry):
    """A line of the ledger."""

    raise_: Annotated[kit.Text | None, Field(alias="raise")] = None
    """The trait that goes up by one."""
    learn: kit.Text | None = None
    """The trade that is learned."""


class Lantern(kit.Concept):
    """A character of Lanterns, as a file writes it."""

    rules: Rules = Rules()
    """House rules of the table."""
    traits: Annotated[dict[str, Annotated[int, Field(ge=0, le=12)]], kit.NEEDED] = Field(default={})
    """Brave, Clever, Kind and Quick, ten points in all."""
    trades: kit.Several[kit.Text] = ()
    """Two trades."""
    fear: str = ""
    """What the character fears, which allows one trait to be 0."""
    advancement: kit.Several[Advance] = ()
    """Lights earned, and what they bought."""


def fearless(concept: Lantern, rules: Rules) -> Iterator[kit.Diagnostic]:
    """Keep every trait at 1 or more; one may be 0 for a character with a fear.

    Source: Lanterns, page 2
    """
    none = [name for name, number in concept.traits.items() if number == 0]
    for name in none[1:] if concept.fear else none:
        yield kit.error(f"{name} is 0, which takes a fear, and only for one trait", "traits", name, hint="write 1")


class Keeper(kit.Character[Lantern, Rules]):
    """A character with its derived numbers."""

    @property
    def traits(self) -> dict[str, int]:
        """Return the dice of each trait; one that could not be read has none."""
        return dict.fromkeys(TRAITS, 0) | TRAITS.by_entry(self.advanced.concept.traits)

    def rolls(self) -> list[kit.Roll]:
        """Return a roll for each trait, with the odds where a trade fits beside it."""
        return [TASK.roll(name, dice, with_trade=dice + 1) for name, dice in self.traits.items()]

    def trackers(self) -> Iterator[kit.Tracker]:
        """Yield what pencils change: wounds, and lights that went out."""
        yield kit.Tracker(name="wounds", title="Wounds", high=self.rules.wounds, caption="All of them: out.")
        yield kit.Tracker(name="lights", title="Lantern", high=self.rules.lights, caption="Fill one as a light dies.")

    def sheet(self) -> kit.Sheet:
        """Return the sheet: traits with their chances, the lantern, wounds, trades."""
        columns = (("Yes", "success"), ("By trade", "with_trade.success"))
        trades = ", ".join(TRADES.find(trade) or trade for trade in self.advanced.concept.trades)
        facts = (("Trades", trades), ("Fear", self.advanced.concept.fear))
        return kit.blocks.sheet(self, [
            kit.tables.rolls("traits", "Traits", self.rolls(), *columns, what="Trait", value="Dice", place="main"),
            *kit.blocks.tracks(self, self.trackers()),
            kit.Facts(name="trades", title="Trades and fear", place="main", facts=facts),
            *kit.blocks.tail(self, "lights", HOW),
        ])  # fmt: skip

    def fighter(self) -> kit.Fighter:
        """Return how many wounds a character can take."""
        return kit.Fighter(stamina=self.rules.wounds, unit="wounds", state=kit.State(self.noted("wounds")))

    def actions(self) -> list[kit.Action]:
        """Return the attacks: a task with any trait does a wound for a yes, two for a yes, and."""
        return kit.strongest_first(kit.attack(roll, {"yes_but": 1, "yes": 1, "yes_and": 2}) for roll in self.rolls())


def propose(random: Random, rules: Rules, spec: kit.NpcSpec[Lantern]) -> dict[str, Any]:
    """Propose an NPC around what is fixed: traits that come to the points, two trades."""
    return {
        "concept": kit.draw_phrase(spec.shuffle, spec.words.concept),
        "traits": kit.draw_total(random, TRAITS, rules.points, 1, rules.highest, TRAITS.by_entry(spec.pinned.traits)),
        "trades": kit.choose(random, TRADES, 2),
        "equipment": kit.choose(random, spec.words.equipment, 2),
    }


GAME: kit.Game[Lantern, Rules, Keeper] = kit.Game(
    key="lanterns", api=kit.API, title="Lanterns", edition="Lanterns 1.0", credit="Lanterns, an example",
    concept=Lantern, rules=Rules, resources=Path(__file__).parent,
    creation=(
        kit.known("traits", "traits", TRAITS, source="Lanterns, page 2"),
        kit.all_of("all_traits", "traits", TRAITS, source="Lanterns, page 2"),
        kit.within("trait_limits", "traits.*", 0, "highest", source="Lanterns, page 2"),
        kit.sum_is("trait_points", "traits", "points", source="Lanterns, page 2"),
        fearless,
        kit.known("trades", "trades", TRADES, source="Lanterns, page 3"),
        kit.once("named_once", "traits", "trades", source="house default"),
        kit.count_is("two_trades", "trades", 2, source="Lanterns, page 3"),
    ),
    ledger=kit.Ledger(key="lanterns", entry=Advance, unit="light", source="Lanterns, page 7", verbs=(
        kit.raises("raise", "traits", TRAITS, most="grown", price="price", source="Lanterns, page 7"),
        kit.learns("learn", "trades", TRADES, price="price", source="Lanterns, page 7"),
    )),
    derive=Keeper, stats=lambda keeper: {"traits": keeper.traits, "lights": keeper.rules.lights}, rolls=Keeper.rolls,
    trackers=Keeper.trackers, sheet=Keeper.sheet, actions=Keeper.actions,
    fight=kit.make_fight(Keeper.fighter, Keeper.actions),
    words=kit.CommonWords, npc=kit.NpcMaker(propose=propose), ask=TASK.question(),
)  # fmt: skip
