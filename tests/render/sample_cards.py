"""Cards like those of each game, and ones that are empty, endless, or out to do harm."""

from dataclasses import replace
from fractions import Fraction

from chargen.core.card import Card, CardRoll, CardTrack, Number
from tests.render.sheets import COMPOUND, HOSTILE

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
GAMOCLES = Card(
    system="gamocles",
    system_title="Gamocles",
    name="Oona Brackwater",
    concept="Debt diver",
    numbers=(
        Number(label="Offence", value="7", below="oyster knife"),
        Number(label="Defence", value="9", below="diving cuirass"),
    ),
    rolls=(
        CardRoll(label="Movement Combat", what="4k3", chance=Fraction(85, 100), note="against 15"),
        CardRoll(label="Movement Defence", what="5k3", chance=Fraction(93, 100), note="against 15"),
        CardRoll(label="Grit Subtlety", what="6k3", chance=Fraction(97, 100), note="against 15"),
        CardRoll(label="Will Network", what="4k2", chance=Fraction(62, 100), note="against 15"),
    ),
    tracks=(CardTrack(title="Hits (ours)", boxes=9),),
    notes=(("Traits", "Grit 3, Instinct 2, Movement 3, Reason 2, Will 2"), ("Gear", "Oyster knife, cuirass, lamp")),
    back=(("A roll", "Roll as many dice as trait and skill have together, keep as many as the trait, add them up."),),
)
FIVE_PLUS = Card(
    system="five-plus",
    system_title="5+ system",
    name="Ash Orchard Beekeeper",
    concept="Bram Quillfeather, who talks to soldiers and bees alike",
    numbers=(
        Number(label="Physical", value="3"),
        Number(label="Grief", value="2"),
        Number(label="Fatigue", value="2"),
    ),
    rolls=(
        CardRoll(label="Billhook", what="2d6 in 5–8", chance=Fraction(20, 36)),
        CardRoll(label="Smoke and bees", what="2d6 in 5–9", chance=Fraction(24, 36)),
        CardRoll(label="Orchard paths", what="2d6 in 5–7", chance=Fraction(15, 36)),
        CardRoll(label="Bargaining", what="2d6 in 5–7", chance=Fraction(15, 36)),
        CardRoll(label="Improvise", what="2d6 in 5–7", chance=Fraction(15, 36)),
    ),
    tracks=(
        CardTrack(title="Physical", boxes=3, filled=1),
        CardTrack(title="Grief", boxes=2),
        CardTrack(title="Fatigue", boxes=2),
    ),
    notes=(("Gear", "Billhook, smoker, veil, honey for bargaining"),),
    back=(("A check", "Roll two dice: a sum from 5 up to the level's end succeeds."),),
    foot="options: tiers",
)
OPPOSITION = replace(
    FIVE_PLUS,
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
)
ROLL_WHEN_YOU_NEED = Card(
    system="roll-when-you-need",
    system_title="Roll When You Need",
    name="Anselm Krug",
    concept="Debt collector",
    numbers=(
        Number(label="Physical", value="4", below="stress"),
        Number(label="Social", value="3", below="stress"),
    ),
    rolls=(
        CardRoll(label="Brawling", what="4d6: any 5 or 6", chance=Fraction(65, 81)),
        CardRoll(label="Endurance", what="4d6: any 5 or 6", chance=Fraction(65, 81)),
        CardRoll(label="Insight", what="4d6: any 5 or 6", chance=Fraction(65, 81)),
        CardRoll(label="Awareness", what="3d6: any 5 or 6", chance=Fraction(19, 27)),
        CardRoll(label="Poise", what="3d6: any 5 or 6", chance=Fraction(19, 27)),
        CardRoll(label="Melee", what="2d6: any 5 or 6", chance=Fraction(5, 9)),
        CardRoll(label="Subterfuge", what="2d6: any 5 or 6", chance=Fraction(5, 9)),
        CardRoll(label="All else", what="1d6: a 5 or 6", chance=Fraction(1, 3)),
    ),
    tracks=(CardTrack(title="Physical stress", boxes=4), CardTrack(title="Social stress", boxes=3)),
    notes=(("Qualities", "Patient, heavy, remembers every face"), ("Gear", "Ledger, brass knuckles, good coat")),
    back=(("A roll", "As many dice as the ability has; any 5 or 6 is a success, and one is enough."),),
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
GAMES = {
    "five-by-five": FIVE_BY_FIVE,
    "facade": FACADE,
    "gamocles": GAMOCLES,
    "five-plus": FIVE_PLUS,
    "opposition": OPPOSITION,
    "roll-when-you-need": ROLL_WHEN_YOU_NEED,
}
ODD = {"bare": BARE, "endless": ENDLESS, "harmful": HARMFUL}
