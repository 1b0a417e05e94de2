"""Cards to print, and ones that are empty, endless, or out to do harm."""

from fractions import Fraction

from chargen.page.card import Card, CardRoll, CardTrack, Number
from tests.render.sheets import HOSTILE
from tests.render.stress import COMPOUND

FIVE_BY_FIVE = Card(
    system="five-by-five",
    system_title="Five by Five",
    name="Ilsabet Crane",
    concept="Gate guard who lost a bet",
    numbers=(
        Number(label="HP", value="14", below="out at 0"),
        Number(label="Armour", value="3", below="padded coat"),
        Number(label="Dodges", value="1", below="a round"),
    ),
    rolls=(
        CardRoll(label="Spear Drill", what="2d6 × ≤ 4 or a 6", chance=Fraction(19, 36), note="1d6 + 2 damage"),
        CardRoll(label="Dodge: Sidestep", what="2d6 × ≤ 2 or a 6", chance=Fraction(14, 36)),
        CardRoll(label="Noticing Who Stopped Talking", what="2d6 × ≤ 6 or a 6", chance=Fraction(23, 36)),
        CardRoll(label="Dead Languages, Loudly Mispronounced", what="2d6 × ≤ 2 or a 6", chance=Fraction(14, 36)),
        CardRoll(label="Refusing a Sad Story", what="1d6: a 6", chance=Fraction(1, 6), note="her weakness"),
        CardRoll(label="Anything else", what="2d6: any 6", chance=Fraction(11, 36)),
    ),
    tracks=(
        CardTrack(title="HP", boxes=25, filled=2, zones=(("standing", 14), ("out", 1), ("dying", 9), ("dead", 1))),
    ),
    notes=(
        ("Weapons", "Spear DB 2, club DB 1"),
        ("Armour", "Padded coat AV 3"),
        ("Gear", "Whistle, dark lantern, three dice, the key of the water gate, half a sausage"),
    ),
    back=(
        ("A task", "Roll two dice and multiply them: at or under the value succeeds, and so does any 6."),
        ("Weak spots", "At −5 roll one die; only a 6 will do."),
        (
            "Harm",
            "Roll the weapon's die and its bonus, less armour. A 6 counts 5 and another die.",
        ),
        ("Dodging", "Once a round, instead of being hit, roll to dodge."),
    ),
    foot="2.5",
)
FACADE = Card(
    system="facade",
    system_title="Façade",
    name="Ysolde Marr",
    concept="Flood captain of the lower wards",
    numbers=(
        Number(label="Body", value="12", below="2d10 + 1d4"),
        Number(label="Action", value="10", below="1d10 + 1d10"),
        Number(label="Mind", value="12", below="2d10 + 1d4"),
        Number(label="Persona", value="12", below="2d10 + 1d4"),
        Number(label="Soul", value="12", below="2d10 + 1d4"),
    ),
    rolls=(
        CardRoll(label="Boathook", what="2d10 + 1d6 ≥ 10", chance=Fraction(69, 100), note="2C, Large"),
        CardRoll(label="Punch", what="2d10 + 1d4 ≥ 10", chance=Fraction(61, 100), note="2B"),
        CardRoll(label="Block", what="2d10 + 1d4", chance=Fraction(11, 20), note="against an attack of 10"),
        CardRoll(label="Dodge", what="1d10 + 1d10", chance=Fraction(9, 20), note="against an attack of 10"),
        CardRoll(label="Seamanship", what="2d10 + 1d12 ≥ 11", chance=Fraction(17, 20)),
        CardRoll(label="Rescue", what="2d10 + 1d10 ≥ 11", chance=Fraction(4, 5)),
        CardRoll(label="Leadership", what="2d10 + 1d8 ≥ 11", chance=Fraction(3, 4)),
        CardRoll(label="Coast", what="2d10 + 1d4 ≥ 11", chance=Fraction(3, 5)),
        CardRoll(label="Persuasion", what="2d10 ≥ 11", chance=Fraction(11, 20)),
    ),
    tracks=(
        CardTrack(title="Bruising", boxes=12),
        CardTrack(title="Crushing", boxes=8, filled=1),
        CardTrack(title="Deadly", boxes=4),
        CardTrack(title="Strain", boxes=24),
        CardTrack(title="Fatigue", boxes=20),
    ),
    notes=(
        ("Armour", "Oilskins 1B/0C/0D: torso, legs, arms"),
        ("Move", "18 ft a second sprinting; Initiative 10"),
        ("Will", "Strain 29, Fatigue 25"),
        ("Gear", "Boathook, forty feet of line, storm whistle, flask of rum, tide tables with her own corrections"),
        ("Problems", "Owes the harbour master two boats"),
    ),
    back=(
        ("A task", "Roll the trait's dice and add them up: reach the difficulty. Each 3 above it is a success level."),
        ("A fight", "Roll against the Action of the target; the success level says where and how hard it hits."),
        ("A failure", "puts a point into the limit pool of the category."),
    ),
    foot="0.1 · stunts",
)
OPPOSITION = Card(
    system="five-plus",
    system_title="5+ system",
    name="River Toll Gang",
    concept="Six boats, one ledger, no patience",
    numbers=(
        Number(label="Rank", value="+1", below="ranges start at 6"),
        Number(label="Damage", value="2", below="when it acts"),
        Number(label="To win", value="12", below="successes"),
    ),
    rolls_title="Rolled against it",
    rolls=tuple(
        CardRoll(label=f"Level {level}", what=f"2d6 in 6–{5 + level}", chance=Fraction(4 + 5 * level, 36))
        for level in range(1, 6)
    ),
    tracks=(CardTrack(title="Successes", boxes=12),),
    notes=(
        ("Goal", "Nobody passes the narrows without paying"),
        ("Actions", "Ram; board; cut the tow rope; take a hostage for the ledger"),
        ("Behaviour", "Bold in numbers, and gone when two boats are"),
    ),
    back=(("A check", "Roll two dice: a sum from 5 up to the level's end succeeds."),),
    foot="options: tiers",
)
BARE = Card(system="no-such-game", system_title="No Such Game", name="X")
ENDLESS = Card(
    system="no-such-game",
    system_title=f"A Game of {COMPOUND}",
    name=f"{COMPOUND} von und zu {COMPOUND} the Elder",
    concept="word after word " * 30,
    numbers=tuple(Number(label=COMPOUND, value=COMPOUND, below=COMPOUND) for _ in range(9)),
    rolls=tuple(
        CardRoll(
            label=f"{COMPOUND} {number}", what=f"{number}d6 {COMPOUND}", chance=Fraction(number, 40), note=COMPOUND
        )
        for number in range(41)
    ),
    rolls_title=COMPOUND,
    tracks=tuple(
        CardTrack(title=COMPOUND, boxes=boxes, filled=boxes // 2) for boxes in (1, 5, 14, 40, 400, 7, 8, 9, 10)
    ),
    notes=tuple((COMPOUND, "word after word " * 40) for _ in range(12)),
    back=tuple((COMPOUND, "word after word " * 90) for _ in range(12)),
    foot=COMPOUND * 3,
)
HARMFUL = Card(
    system="no-such-game",
    system_title=HOSTILE,
    name=HOSTILE,
    concept=HOSTILE,
    numbers=(Number(label=HOSTILE, value=HOSTILE, below=HOSTILE),),
    rolls=(CardRoll(label=HOSTILE, what=HOSTILE, chance=Fraction(1, 3), note=HOSTILE),),
    rolls_title=HOSTILE,
    tracks=(CardTrack(title=HOSTILE, boxes=5, zones=((HOSTILE, 5),)),),
    notes=((HOSTILE, HOSTILE),),
    back=((HOSTILE, HOSTILE),),
    foot=HOSTILE,
)
GAMES = {"five-by-five": FIVE_BY_FIVE, "facade": FACADE, "opposition": OPPOSITION}
"""Much, more than there is room for, and little: the cards of characters are tested as well."""
ODD = {"bare": BARE, "endless": ENDLESS, "harmful": HARMFUL}
