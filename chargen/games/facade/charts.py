"""The charts that the text wants reprinted on every sheet, with the exact chances beside them."""

from fractions import Fraction

from chargen.core.sheet import Cell, Chance, Chart, Label, Table
from chargen.games.facade import odds
from chargen.games.facade.character import Character
from chargen.games.facade.rules import Rules
from chargen.kit.blocks import center, left, right

MOST_CHARTS = 3
"""So many skills are drawn (ours)."""


def how(rules: Rules) -> tuple[tuple[str, str], ...]:
    """What to roll, once in words."""
    items = [
        (
            "A task",
            "Attribute + broad skill + focus + specialty is the trait: roll its dice, add them up, and reach the "
            f"difficulty. Each {odds.LEVEL_STEP} above it are a success level. When opposed the higher total wins, "
            "and nobody wins a tie; an attribute of 0 loses.",
        ),
        (
            "A failure",
            "puts a point into the limit pool of the category. From the category's value on, the pool is the least "
            "difficulty; at its double every such roll fails (Stress: it stays the least difficulty, and more of it "
            "becomes Passion).",
        ),
        (
            "Past double",
            "Strain: out cold; Will more can be held for 1 Exhaustion a roll. Fatigue: the excess is added to the "
            "difficulty of Action rolls tomorrow.",
        ),
        (
            "Wounds",
            "Each hit to the head, and each Crushing or Deadly one to the torso, takes 1 off the skill of every "
            "physical action; hits to arms or legs off what they do.",
        ),
    ]
    if rules.stunts:
        items.append(("Stunts", f"up to {odds.MOST_STUNTS} more d{odds.STUNT_DIE} for a deed well told."))
    if rules.combat == "simple":
        items.append(
            (
                "Simple combat",
                "Both roll. A tie or 1 more is a Glancing blow, 2 more a Full one, double the other's roll Strong, "
                "triple Savage. If GM and player like, a better blow is traded for a location.",
            )
        )
    else:
        items.append(
            (
                "A fight",
                "The lowest Action acts first, and whoever has more may interrupt. Attack against the Action of the "
                "target; the success level says where and how hard.",
            )
        )
    return tuple(items)


def dice_chart(rules: Rules) -> Table:
    """Trait to dice, with the true chance against its own rating and the standing difficulties."""
    difficulties = tuple(dict.fromkeys(rules.standing_difficulties))
    stunts = range(1, odds.MOST_STUNTS + 1) if rules.stunts else ()
    rows: list[tuple[Cell, ...]] = [
        (
            str(trait),
            name,
            odds.roll_text(trait),
            Chance(odds.chance(trait, trait)),
            *(
                Chance(odds.chance(trait, difficulty)) if odds.chance(trait, difficulty) else None
                for difficulty in difficulties
            ),
            *(Chance(odds.chance(trait, trait, stunt)) for stunt in stunts),
        )
        for trait, name in enumerate(odds.TRAIT_NAMES, start=1)
    ]
    return Table(
        name="dice-chart",
        game=True,
        title="Dice",
        columns=(
            right("Trait", 8),
            left("Trait or difficulty", 18),
            left("Dice", 15),
            right("own", 7, "chance against a difficulty of the same rating"),
            *(right(str(difficulty), 7) for difficulty in difficulties),
            *(right(f"+{stunt}d4", 7, "own rating, with stunt dice") for stunt in stunts),
        ),
        rows=tuple(rows),
        caption="Own: against a difficulty equal to the trait. Further on: 19 is 3d10 + 1d8, and so forth.",
        reference=True,
    )


def success_levels(rules: Rules) -> Table:
    """Margin to success level, and what an attack by that margin does where."""
    near = (
        "A near miss need not fail completely."
        if rules.near_miss_softened
        else "A near miss is a failure all the same."
    )
    rows: list[tuple[Cell, ...]] = [
        ("under by 3 or more", "—", odds.COMPLETE_FAILURE, *[""] * len(odds.HIT_LOCATIONS)),
        ("under by 1 or 2", "—", odds.NEAR_MISS, *odds.HIT_TABLE[None]),
    ]
    last = len(odds.SUCCESS_LEVELS) - 1
    for level, name in enumerate(odds.SUCCESS_LEVELS):
        low = level * odds.LEVEL_STEP
        margin = f"{low} or more" if level == last else f"{low} to {low + odds.LEVEL_STEP - 1}"
        rows.append((margin, str(level), name, *odds.HIT_TABLE[level]))
    return Table(
        name="success-levels",
        game=True,
        title="Success levels and blows",
        columns=(
            left("Margin", 16),
            center("Level", 7),
            left("Success", 20),
            *(left(location.capitalize(), 11) for location in odds.HIT_LOCATIONS),
        ),
        rows=tuple(rows),
        caption="Scratch 1B · Glancing half damage, at least 1 (ours) · Full · Strong double · Savage triple (ours). "
        f"Or any lesser blow of the row, so that from level {_no_lighter()} on none is less than Full. {near}",
        reference=True,
    )


def _no_lighter() -> int:
    """The success level from which on no row has a blow below Full: a punch can no longer be pulled."""
    light = {"", *odds.BLOWS[: odds.BLOWS.index("Full")]}
    return next(level for level in range(len(odds.SUCCESS_LEVELS)) if not light & set(odds.HIT_TABLE[level]))


def levels(character: Character) -> list[Chart]:
    """The success levels of the best skills, or of the best categories where there are none, on one scale."""
    rules = character.rules
    difficulty = rules.standing_difficulties[len(rules.standing_difficulties) // 2]
    skilled = [(known.name, known.total.value) for known in character.specialties if known.total is not None]
    rolled = skilled or [(total.name.capitalize(), total.value) for total in character.category_totals]
    best: dict[int, str] = {}
    for name, trait in sorted(rolled, key=lambda skill: -skill[1]):
        best.setdefault(trait, name)
    charts = []
    for trait, name in list(best.items())[:MOST_CHARTS]:
        found = odds.levels(trait, difficulty)
        labels = ("fails", "near", *(str(level) for level in range(len(odds.SUCCESS_LEVELS))))
        series = list(zip(labels, found.values(), strict=True))
        while len(series) > 1 and not series[-1][1]:
            series.pop()
        charts.append(
            Chart(
                name="levels",
                title=f"{name} {trait} against {difficulty}",
                series=tuple(series),
                caption="By success level; the levels have names above.",
                reference=True,
            )
        )
    return charts


def blows(character: Character) -> Table | None:
    """For each attack with a skill, the chance of a blow at least Full by location against a defender's Action."""
    armed = [(attack.arm.name, attack.total.value, attack.arm.unarmed) for attack in character.chief_attacks]
    if not armed:
        return None
    named: dict[tuple[int, bool], list[str]] = {}
    for name, trait, unarmed in armed:
        named.setdefault((trait, unarmed), []).append(name)
    rows: list[tuple[Cell, ...]] = []
    average = character.rules.defenders_action
    for index, ((trait, _), arms) in enumerate(named.items()):
        for action in (average - 3, average, average + 3) if index == 0 else (average,):
            found = odds.blows(trait, action)
            full = [
                sum((found[location][blow] for blow in ("full", "strong", "savage")), Fraction(0))
                for location in odds.HIT_LOCATIONS[1:]
            ]
            rows.append(
                (
                    Label(", ".join(arms), f"{trait} against Action {action}"),
                    *(Chance(found["torso"][blow.lower()]) for blow in odds.BLOWS),
                    *map(Chance, full),
                )
            )
    return Table(
        name="blows",
        title="Blows",
        columns=(
            left("Attack", 30),
            *(right(blow, 8, f"{blow} to the torso") for blow in odds.BLOWS),
            *(
                right(f"{location.capitalize()} ≥", 8, f"a Full blow or better: {location}")
                for location in odds.HIT_LOCATIONS[1:]
            ),
        ),
        rows=tuple(rows),
        caption="Scratch to Savage: the best blow to the torso. With ≥: a Full blow or better to that location.",
        reference=True,
    )


def simple_blows(character: Character) -> Table | None:
    """For each attack with a skill, the blows of simple combat against an opponent's trait (FAC-d8)."""
    armed = [(attack.arm.name, attack.total.value) for attack in character.chief_attacks]
    if not armed:
        return None
    average = character.rules.defenders_action
    rows: list[tuple[Cell, ...]] = []
    for name, trait in armed:
        for opponent in (average - 3, average, average + 3):
            found = odds.simple_blows(trait, opponent)
            rows.append((Label(name, f"{trait} against {opponent}"), *map(Chance, found.values())))
    return Table(
        name="blows",
        title="Blows in simple combat",
        columns=(
            left("Attack", 40),
            *(right(blow, 15) for blow in odds.BLOWS[1:]),
        ),
        rows=tuple(rows),
        caption="Both roll: a tie or 1 more glances, 2 more is full, double the other's roll strong, triple savage.",
        reference=True,
    )
