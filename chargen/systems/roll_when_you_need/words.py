"""Words for characters that are made up at random. All of them are ours, and an archetype may bring its own."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from chargen.core.concept import Text
from chargen.core.shape import Several, Shape
from chargen.core.stranger import Words as AnyWords


class WholeQuality(Shape):
    """A quality with both of its sides."""

    name: Text
    """What it is."""
    benefit: Text
    """What is good about it."""
    drawback: Text
    """What is bad about it."""


class Named(Shape):
    """A talent, a thing or a move: a name, and what it does."""

    shorthand = "name"

    name: Text
    """What it is called."""
    effect: str = ""
    """What it does in play."""


def _qualities(*sides: tuple[str, str, str]) -> tuple[WholeQuality, ...]:
    return tuple(WholeQuality(name=name, benefit=benefit, drawback=drawback) for name, benefit, drawback in sides)


def _named(*each: tuple[str, str]) -> tuple[Named, ...]:
    return tuple(Named(name=name, effect=effect) for name, effect in each)


TRADES: Mapping[str, tuple[str, ...]] = {
    "Lapsed scholar": ("Academics", "Mathematics", "Insight"),
    "Portrait forger": ("Art", "Subterfuge", "Devices"),
    "Channel swimmer": ("Athletics", "Endurance", "Survival"),
    "Night watchman": ("Awareness", "Brawling", "Endurance"),
    "Card sharp": ("Charm", "Subterfuge", "Mathematics"),
    "Nightclub owner": ("Debauchery", "Charm", "Poise"),
    "Clockmaker": ("Devices", "Science", "Mathematics"),
    "Gamekeeper": ("Guns", "Survival", "Stealth"),
    "Trapeze artist": ("Gymnastics", "Performance", "Athletics"),
    "Fencing teacher": ("Melee", "Poise", "Gymnastics"),
    "Stage medium": ("Performance", "Insight", "Subterfuge"),
    "Court reporter": ("Awareness", "Academics", "Insight"),
    "Cat burglar": ("Stealth", "Gymnastics", "Devices"),
    "Army surgeon": ("Science", "Endurance", "Poise"),
    "Tram conductor": ("Awareness", "Mathematics", "Charm"),
    "Prizefighter": ("Brawling", "Endurance", "Athletics"),
    "Retired diplomat": ("Poise", "Insight", "Charm"),
    "Wireless operator": ("Devices", "Awareness", "Science"),
}

WANTS: tuple[str, ...] = (
    "who owes the wrong people",
    "who cannot leave a locked door alone",
    "looking for a brother nobody else remembers",
    "on the last boat out",
    "who saw who did it",
    "with a stranger's luggage",
    "under somebody else's name",
    "who was promised a pardon",
    "with one good suit",
    "who writes everything down",
    "back in town after eleven years",
    "who sleeps in the office",
    "with a letter to deliver by hand",
    "who lost a bet with the wrong magistrate",
)

QUALITIES = _qualities(
    ("Assertive", "Is listened to in any room", "Flares up when crossed"),
    ("Quick to react", "Moves before the shot is heard", "Startles at a dropped spoon"),
    ("Astute", "Sees how a thing hangs together", "Loses the thread of what is said"),
    ("Very tall", "Sees over every crowd", "Is seen over every crowd"),
    ("Plain-looking", "Nobody can describe the face", "Nobody remembers the name"),
    ("Old family", "Has a cousin in every town", "Has a cousin in every scandal"),
    ("Unshakable", "Keeps a steady hand", "Notices fear in others too late"),
    ("Honest face", "Is believed the first time", "Blushes the second time"),
    ("Sleepless", "Takes any watch", "Dozes off in company"),
    ("Generous", "Has friends to call on", "Has nothing left by Friday"),
    ("Curious", "Finds what was hidden", "Opens what was locked for a reason"),
    ("Loyal", "Never gives up a friend", "Never gives up on a false one"),
    ("Silver-tongued", "Makes a no into a perhaps", "Promises too much"),
    ("Pious", "Is at home in any church", "Swears no false oath, whatever it costs"),
    ("Thrifty", "Always has a coin put by", "Walks where others ride"),
    ("Light sleeper", "Hears the latch lift", "Hears every other latch, too"),
    ("Proud", "Never begs", "Never asks the way"),
    ("Broad-shouldered", "Doors give way", "Chairs give way as well"),
)

TALENTS = _named(
    ("Move on", "May move again after striking an enemy"),
    ("Half the time", "With one success, a device is mended in half the time"),
    ("On the cuff", "Rolls again when a purchase costs Wealth, and owes a favour"),
    ("Back to the wall", "Cannot be surrounded indoors"),
    ("Read the room", "Knows who is in charge before a word is said"),
    ("Soft landing", "Takes no harm from a fall of two floors"),
    ("Second exit", "Has always found another way out"),
    ("Dead shot", "Takes no disaster die for distance"),
    ("Perfect pitch", "Knows a voice again through a door"),
    ("Other people's mail", "Opens and closes an envelope without a trace"),
    ("Field dressing", "Wipes out one box of physical stress after a fight"),
    ("Last word", "Wipes out one box of social stress after an argument"),
    ("Timetable", "Knows when the next train leaves, and from where"),
    ("In plain sight", "A small thing in the hand is never found"),
)

THINGS: tuple[Named, ...] = tuple(
    Named(name=name)
    for name in (
        "Worn passport",
        "Box of matches, one left",
        "Silver letter knife",
        "Opera glasses",
        "Tin of throat pastilles",
        "Railway timetable, annotated",
        "Half of a banknote",
        "Skeleton key",
        "Bottle of good brandy",
        "Notebook in cipher",
        "Pawn ticket",
        "Pocket torch",
        "Umbrella with a heavy handle",
        "Photograph, torn down the middle",
    )
)

FOES: tuple[str, ...] = (
    "Hired muscle with a soft voice",
    "Inspector who never blinks",
    "Rival in a better coat",
    "Society hostess with a long memory",
    "Dog trained by a patient man",
    "Customs officer on the take",
    "Chauffeur who was a boxer",
    "Nephew with expectations",
)

MOVES = _named(
    ("Pin you down", "You cannot leave where you stand"),
    ("Make a scene", "Everyone looks at you"),
    ("Call for help", "Two more arrive"),
    ("Strike from behind", "1 physical stress"),
    ("Name your secret", "1 social stress"),
    ("Take what you carry", "One thing you hold is gone"),
    ("Bar the door", "There is one exit fewer"),
    ("Follow you home", "They know where you sleep"),
    ("Turn a friend", "Somebody doubts you"),
    ("Put out the light", "Nobody sees who does what"),
    ("Raise the price", "1 social stress, or pay"),
    ("Shoot to warn", "You are behind cover, and stay there"),
)

OCCASIONS: tuple[str, ...] = (
    "The masked ball",
    "The night train",
    "The flooded cellar",
    "The trial that was not held",
    "The wrong coffin",
    "A winter under another name",
)


class Words(AnyWords):
    """The words of Roll When You Need that strangers are made of."""

    trades: Annotated[Mapping[Text, Several[Text]], Field(min_length=1)] = TRADES
    """What somebody does, and the abilities that go with it, the most important first."""
    pastimes: Several[Text] = ()
    """The abilities that take what points the trade leaves; left out: any of them."""
    wants: Annotated[Several[Text], Field(min_length=1)] = WANTS
    """What comes after the trade, as in `who owes the wrong people`."""
    qualities: Annotated[Several[WholeQuality], Field(min_length=1)] = QUALITIES
    """What somebody is: name, benefit and drawback."""
    talents: Annotated[Several[Named], Field(min_length=1)] = TALENTS
    """What somebody knows how to do: name and effect."""
    things: Several[Named] = THINGS
    """What somebody carries."""
    foes: Annotated[Several[Text], Field(min_length=1)] = FOES
    """Who an enemy is, for cards with moves."""
    moves: Annotated[Several[Named], Field(min_length=1)] = MOVES
    """What an enemy does: name and effect; the difficulty is drawn by how dangerous the enemy is."""
    occasions: Several[Text] = OCCASIONS
    """What experience was awarded for."""
