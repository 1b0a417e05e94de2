"""Word lists for strangers. All of them are ours; the text has none."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import Field

from chargen.core.concept import Text
from chargen.core.shape import NEEDED, Several, Shape
from chargen.core.stranger import Words as AnyWords

SomeText: TypeAlias = Annotated[Several[Text], Field(min_length=1)]


class TraitWords(Shape):
    """A trait that strangers may have."""

    shorthand = "name"

    name: Annotated[Text | None, NEEDED] = None
    """What it is called."""
    effect: str = ""
    """What it does."""
    group: str = ""
    """The group of `skills` of which it helps one, by 1."""


def _trait(name: str, effect: str, group: str) -> TraitWords:
    return TraitWords(name=name, effect=effect, group=group)


class Words(AnyWords):
    """The words that strangers of the 5+ system are made of."""

    skills: Annotated[Mapping[str, SomeText], Field(min_length=1)] = {
        "physical": (
            "Climbing", "Swimming", "Riding", "Sneaking", "Running the roofs", "Rowing", "Balance", "Heavy lifting",
        ),
        "combat": (
            "Spear", "Sling", "Quarterstaff", "Wrestling", "Crossbow", "Shield", "Knife", "Axe", "Throwing",
        ),
        "social": (
            "Haggling", "Storytelling", "Lying", "Giving orders", "Court manners", "Calming people", "Gossip",
        ),
        "profession": (
            "Carpentry", "Baking", "Brewing", "Boat handling", "Herding", "Smithing", "Tailoring", "Masonry",
        ),
        "knowledge": (
            "Old roads", "Weather signs", "Herb lore", "Heraldry", "Counting and ledgers", "Star charts", "Law",
        ),
        "magic": ("Small flames", "Reading dreams", "Binding knots", "Quieting beasts", "Finding water"),
    }  # fmt: skip
    """Skills by group; a stranger has one of each group in turn."""
    rare: Several[Text] = ("magic",)
    """Groups of which only every fourth stranger has a skill."""
    resistances: SomeText = ("Nerve", "Fatigue", "Standing", "Patience", "Fear", "Strain")
    """Resistances beside the physical one."""
    traits: Several[TraitWords] = (
        _trait("Long legs", "Is first over any field", "physical"),
        _trait("Steady hands", "Does not tremble, whatever happens", "combat"),
        _trait("Easy smile", "Is forgiven the first time", "social"),
        _trait("Guild-trained", "Knows the signs and the songs of the trade", "profession"),
        _trait("Read everything once", "Remembers that it was on a left-hand page", "knowledge"),
        _trait("Born with the caul", "Animals look twice", "magic"),
        _trait("Stocky", "Is hard to push over", "physical"),
        _trait("Grew up in a tavern", "Hears three talks at once", "social"),
    )
    """Traits, each with its effect and the group whose skills it helps."""
    trades: SomeText = (
        "Ferry hand", "Bell founder", "Night watch", "Tax clerk", "Horse dealer", "Runaway novice", "Salt carter",
        "Market healer", "Toll keeper", "Lamp lighter", "Player of small parts", "Hedge lawyer",
    )  # fmt: skip
    """What they do for a living: the first half of the line that says who they are."""
    manners: SomeText = (
        "who owes the wrong house", "looking for a brother", "with one song too many", "who was never there",
        "who keeps every letter", "saving for a boat", "back from the war", "who cannot stand owls",
    )  # fmt: skip
    """What else there is to say of them: the second half."""
    things: Several[Text] = (
        "Bundle of letters", "Tin lantern", "Good rope", "Sack of apples", "Bone dice", "Patched cloak",
        "Key without a door", "Small drum", "Whetstone", "Pot of blue paint", "Walking stick", "Salted fish",
    )  # fmt: skip
    """What they carry."""
    goals: SomeText = (
        "Get home before the snow", "Keep the strangers out", "Take back what was sold", "Feed the young",
        "Please a master who is never seen", "Be paid, by anybody", "Find out who talked", "Let nobody cross",
    )  # fmt: skip
    """Why an opponent is in the way."""
    deeds: SomeText = (
        "Charges", "Calls for more of its kind", "Throws what is at hand", "Threatens", "Cuts off the way back",
        "Spreads a rumour", "Hides and waits", "Takes a hostage", "Bars the door", "Offers a bad bargain",
    )  # fmt: skip
    """What an opponent does."""
    behaviours: SomeText = (
        "Gives way to fire", "Grows bolder with every failure", "Runs when half beaten", "Bargains once it bleeds",
        "Never leaves its post", "Turns on its own when mocked", "Falls silent, then strikes",
    )  # fmt: skip
    """How an opponent takes it when things go well or ill."""
