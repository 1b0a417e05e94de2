"""Words for characters that are made up at random. All of them are ours."""

TRADES: dict[str, tuple[str, ...]] = {
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
}
"""What somebody does, and the abilities that go with it, the most important first."""

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
)

QUALITIES: tuple[tuple[str, str, str], ...] = (
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
)

TALENTS: tuple[tuple[str, str], ...] = (
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
)

THINGS: tuple[str, ...] = (
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
)

FOES: tuple[str, ...] = (
    "Hired muscle with a soft voice",
    "Inspector who never blinks",
    "Rival in a better coat",
    "Society hostess with a long memory",
    "Dog trained by a patient man",
    "Customs officer on the take",
)

MOVES: tuple[tuple[str, str], ...] = (
    ("Pin you down", "You cannot leave where you stand"),
    ("Make a scene", "Everyone looks at you"),
    ("Call for help", "Two more arrive"),
    ("Strike from behind", "One box of physical stress"),
    ("Name your secret", "One box of social stress"),
    ("Take what you carry", "One thing you hold is gone"),
    ("Bar the door", "There is one exit fewer"),
    ("Follow you home", "They know where you sleep"),
    ("Turn a friend", "Somebody doubts you"),
)
