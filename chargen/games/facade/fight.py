"""What one Façade character does to another, for `chargen encounter`: blows by the hit table, armour, and three tracks.

A character has three tracks of damage, and is out when any one of them is full (ruling FAC-Q42); none runs over into
another. The harm that is shown is that of the fullest track, on the scale of Deadly levels. The form of a fighter is
what the hits that they have taken are off the skill of all physical actions, of those with the arms, and of those with
the legs.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import TypeAlias

from chargen.game.fight import (
    NOTHING,
    Amount,
    Blow,
    Combatant,
    Contest,
    Fight,
    Fighter,
    Form,
    Harm,
    State,
    Undodged,
    add_up,
)
from chargen.game.identity_cache import cache_by_identity
from chargen.games.facade import armory, odds, tables
from chargen.games.facade.body import PENALTIES, wound_penalties
from chargen.games.facade.character import LOCATIONS, Attack, Character
from chargen.games.facade.rules import DEFENDERS_ACTION, DEFENSE_SKILLS, KINDS
from chargen.kit.texts import read_texts
from chargen.text.names import fold


def find_strikes(character: Character) -> list[tuple[Attack, int]]:
    """Return the attacks that a character has the Strength for, the best first, each with its trait total now.

    These are weapons in hand and unarmed attacks that were learned; without either, a bare fist. Weapons that can hit
    come first: who carries one fights with it, even where a punch would do a little more. Wounds lower totals.
    """
    form = initial_form(character)
    attacks = [
        (attack, lowered_trait(attack.total.value, attack.arm.limb, form))
        for attack in character.chief_attacks
        if attack.arm.usable
    ]

    def rank(strike: tuple[Attack, int]) -> tuple[bool, Fraction]:
        # The damage times the chance to hit: about what an attack does on average.
        harm = odds.chance(strike[1], DEFENDERS_ACTION) * (strike[0].arm.amount or 1)
        return not harm or strike[0].arm.unarmed, -harm

    return sorted(attacks, key=rank)


def can_hit(strike: tuple[Attack, int]) -> bool:
    """Return whether an attack can hit an opponent of middling Action."""
    return bool(odds.chance(strike[1], DEFENDERS_ACTION))


@dataclass(frozen=True, slots=True)
class Ward:
    """A defence against an attack."""

    name: str
    trait: int  # Its trait total, unhurt
    limb: str  # What it is done with, arms or legs


BY_HAND = {"parry", "block"}
"""Defences with what is in one's hands: they do not help against what is shot or thrown, nor what cannot be parried."""
BLOCKS = "block"
"""The one of these that helps a character with a shield against what is shot or thrown (house default)."""


@cache_by_identity(4096, by_value=armory.Arm)
def list_wards(character: Character, arm: armory.Arm) -> list[Ward]:
    """Return everything that the character may meet an attack with; untrained, it is a dodge.

    What is there counts: Athletics where Dodge is missing, and bare Agility where both are. A defence with an attribute
    of 0 loses the contest with the attack, so it rolls nothing.
    """
    dodge = character.named["dodge"]
    name = dodge.name if dodge.name != dodge.attribute else "untrained dodge"
    wards = [Ward(name, character.contest_trait(dodge), "legs")]
    shielded = any("parry" in piece.covers for piece in character.armor)
    kinds = set(map(fold, DEFENSE_SKILLS))
    for skill, total in character.defenses:
        ways = {word for step in skill.path[1:] for word in fold(step).split()} & kinds
        by_hand = ways <= BY_HAND
        barred = arm.unparried or (arm.ranged and not (shielded and BLOCKS in ways))
        if not (by_hand and barred):
            wards.append(Ward(skill.name, character.contest_trait(total), "arms" if by_hand else "legs"))
    return wards


UNIT = "Deadly"
LETTERS = {kind[0].upper(): kind for kind in KINDS}
TIMES: Mapping[str, Fraction] = {
    "Glancing": Fraction(1, 2),
    "Full": Fraction(1),
    "Strong": Fraction(2),
    "Savage": Fraction(3),
}
"""What a blow does of a weapon's damage (ruling FAC-Q17: halves round down, and never to nothing)."""
REMARKS: Mapping[str, str] = read_texts(__file__)["fight"]

Duel: TypeAlias = Combatant[Character]
NO_MARKS: Form = (0, 0, 0)
MISSED = ""  # Among the blows of simple combat, none


def fighter(character: Character) -> Fighter:
    """Return how much a character takes, and when it acts."""
    rules = character.rules
    levels = character.health
    marks = tuple(character.noted(kind) for kind in KINDS)
    simple = rules.combat == "simple"

    def suffer(state: State, harm: Harm) -> State:
        # Harm of no kind, as for a start with half of all that one can take, is Deadly.
        filled = add_up(state.marks, harm.marks or (0, 0, int(harm.amount)))
        return State(_fullest(filled, levels), add_up(state.form, harm.form), filled)

    return Fighter(
        stamina=levels["deadly"],
        unit=UNIT,
        state=State(_fullest(marks, levels), initial_form(character), marks),
        suffer=suffer,
        dodges=1,
        initiative=None if simple else character.initiative_in_armor,
        manner=f"{rules.combat} combat",
        remark=REMARKS["left_out"] if simple else "; ".join((REMARKS["left_out"], REMARKS["ties"])),
    )


def _fullest(marks: Form, levels: Mapping[str, int]) -> Amount:
    """Return the part of its track that the fullest one has, in Deadly levels; ``marks`` are in the order of `KINDS`.

    An integer where it is one, which is faster to compare and to look up.
    """
    filled = max(Fraction(mark * levels["deadly"], levels[kind]) for mark, kind in zip(marks, KINDS, strict=True))
    return filled.numerator if filled.denominator == 1 else filled


def _severity(marks: Form, levels: Mapping[str, int]) -> tuple[Amount, Fraction]:
    """Return how much damage harms: by the track that it fills most, then by all (house default)."""
    parts = (Fraction(mark, levels[kind]) for mark, kind in zip(marks, KINDS, strict=True))
    return _fullest(marks, levels), sum(parts, Fraction(0))


def initial_form(character: Character) -> Form:
    """Return what the hits that are marked already take off."""
    return tuple(character.wound_penalties[penalty] for penalty in PENALTIES)


def lowered_trait(trait: int, limb: str, form: Form) -> int:
    """Return a trait total less what hits take off."""
    return max(trait - form[PENALTIES.index("all")] - form[PENALTIES.index(limb)], 0)


@dataclass(frozen=True, slots=True, eq=False)
class _Hits:
    """All that the blows of a weapon may do to a target."""

    levels: Mapping[str, Harm]
    """What becomes of each success level in dramatic combat: the blow and the location that do most harm."""
    blows: Mapping[str, Harm]
    """What becomes of each blow to the torso, in simple combat."""
    armored: bool
    """Whether armour may stand in their way."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """An attack on a target, and all that its blows may do there."""

    attack: Attack
    hits: _Hits

    def remarks(self, *, scratched: bool) -> list[str]:
        """Return the names of remarks on what the rules leave open; ``scratched`` where a near miss may scratch."""
        armored = self.hits.armored
        return ["armored"] * armored + ["shared"] * (armored or scratched or self.attack.arm.kind != "D")

    def trait(self, form: Form) -> int:
        """Return the trait total it is rolled with against Action."""
        return lowered_trait(self.attack.total.value, self.attack.arm.limb, form)

    def contest_trait(self, form: Form) -> int:
        """Return the trait total in a contest with another attack; 0 if its attribute is 0."""
        return lowered_trait(self.attack.contest_trait, self.attack.arm.limb, form)


def blow(attacker: Duel, target: Duel) -> Blow:
    """Return the attack against Action and a defence: the chosen one, else that of `_choose`."""
    simple = attacker.character.rules.combat == "simple"
    return _blow(_plan_of(attacker, target), attacker.form, target, simple=simple)


def _plan_of(attacker: Duel, target: Duel) -> _Plan:
    if attacker.strike is not None:
        return _plan(attacker.strike, target.character)
    return _choose(attacker.character, target.character, target.strike)


@cache_by_identity(2048)
def _choose(one: Character, other: Character, opposed: Attack | None) -> _Plan:
    """Return the attack of one character on another, as both are at the start; of equal ones, the first.

    It is the weapon that does most harm on average; who has none that hits, attacks unarmed. In simple combat the same
    roll is the defence as well, so there it is the one that does most more than is suffered, against the ``opposed``
    attack or else the target's highest trait.
    """
    strikes = find_strikes(one)
    armed = [strike for strike in strikes if not strike[0].arm.unarmed and can_hit(strike)]
    plans = [_plan(attack, other) for attack, _ in armed or strikes]
    if one.rules.combat != "simple":
        # As both are at the start, so that the choice is made once and not for each state of a fight.
        standing = Combatant(other, initial_form(other))
        return max(plans, key=lambda plan: _blow(plan, initial_form(one), standing, simple=False).mean)
    highest = max(find_strikes(other), key=lambda strike: 0 if strike[0].loses_contests else strike[1])[0]
    answer = _plan(opposed or highest, one)
    mine, theirs = Fraction(one.health["deadly"]), Fraction(other.health["deadly"])
    opposed_trait = answer.contest_trait(initial_form(other))

    def advantage(plan: _Plan) -> Fraction:
        """Return what an exchange does on average, less what is suffered, in shares of Deadly levels."""
        exchange = _make_contest(plan, plan.contest_trait(initial_form(one)), answer, opposed_trait).dealt
        shares = (part * (done.amount / theirs - harm.amount / mine) for (done, harm), part in exchange.items())
        return sum(shares, Fraction(0))

    return max(plans, key=advantage)


@cache_by_identity(2048)
def _plan(strike: Attack, struck: Character) -> _Plan:
    return _Plan(strike, _hits(strike.arm, struck))


# Cached by the value of the weapon: many who fight side by side carry the same.
@cache_by_identity(2048, by_value=armory.Arm)
def _hits(arm: armory.Arm, target: Character) -> _Hits:
    """Return what a weapon may do to a target: by success level the most harmful blow."""
    levels = {}
    for level in (odds.NEAR_MISS, *odds.SUCCESS_LEVELS):
        harms = [_harm(arm, name, location, target) for name, location in _choices(level, arm)]
        if harms:
            levels[level] = max(harms, key=lambda harm: _severity(harm.marks or NO_MARKS, target.health))
    blows = {name: _harm(arm, name, "torso", target) for name in TIMES}
    armored = any(location in LOCATIONS for piece in target.armor for location in piece.covers)
    return _Hits(levels, blows, armored)


def _choices(level: str, arm: armory.Arm) -> Iterator[tuple[str, str]]:
    row = odds.SUCCESS_LEVELS.index(level) if level in odds.SUCCESS_LEVELS else None
    for name, location in zip(odds.HIT_TABLE[row], odds.HIT_LOCATIONS, strict=True):
        if name and location in LOCATIONS and location not in arm.spares:
            yield name, location


def _blow(plan: _Plan, form: Form, target: Duel, *, simple: bool) -> Blow:
    """Return an attack against Action; the first that would succeed in a turn is met by a defence as well."""
    wards = list_wards(target.character, plan.attack.arm)
    traits = [lowered_trait(ward.trait, ward.limb, target.form) for ward in wards]
    against = max(traits)
    ward = wards[traits.index(against)].name
    return _blow_at(plan, plan.trait(form), target.character, ward, against, simple=simple)


# Cached, because different wounds lower traits alike.
@cache_by_identity(16384)
def _blow_at(plan: _Plan, trait: int, target: Character, ward: str, against: int, *, simple: bool) -> Blow:
    """Return an attack at a trait total, met by a defence ``ward`` at another."""
    action = max(target.initiative_in_armor, 0)
    loses = plan.attack.loses_contests and against > 0
    by_name = plan.hits.blows if simple else plan.hits.levels
    parried = chances_against_ward(trait, action, against, simple=simple, sure=loses)
    undodged = _undodged(plan.hits, trait, action, simple=simple)
    # A defence takes the place of Action where it is higher, so one whose best total is no higher never matters.
    helps = loses or sum(odds.dice_of(against)) > action
    remarks = ["torso", "met"] if simple else ["defended"] if helps else []
    remarks += ["lost"] if loses else []
    remarks += plan.remarks(scratched=bool(undodged.missed))
    return Blow(
        what=f"{_what(plan.attack, trait)} against Action {action}" + (f" and {ward} {against}" if helps else ""),
        hit=_chance_to_hit(parried),
        dealt=_add_no_harm(_dealt(parried, by_name)),
        undodged=undodged,
        exact=not remarks,
        remark="; ".join(REMARKS[name] for name in (*remarks, "wounded")),
    )


@cache_by_identity(4096)
def _undodged(hits: _Hits, trait: int, action: int, *, simple: bool) -> Undodged:
    by_name = hits.blows if simple else hits.levels
    bare = chances_against_ward(trait, action, 0, simple=simple)
    missed = _dealt({name: chance for name, chance in bare.items() if name == odds.NEAR_MISS}, by_name)
    return Undodged(hit=_chance_to_hit(bare), dealt=_add_no_harm(_dealt(bare, by_name)), missed=missed)


def _chance_to_hit(reached: Mapping[str, Fraction]) -> Fraction:
    failed = (odds.COMPLETE_FAILURE, odds.NEAR_MISS, MISSED)
    return sum((chance for name, chance in reached.items() if name not in failed), Fraction(0))


def _dealt(reached: Mapping[str, Fraction], hits: Mapping[str, Harm]) -> dict[Harm, Fraction]:
    """Return the chance of each harm, of what does any."""
    dealt: dict[Harm, Fraction] = defaultdict(Fraction)
    for name, chance in reached.items():
        harm = hits.get(name, NOTHING)
        if harm.amount and chance:
            dealt[harm] += chance
    return dict(dealt)


def _add_no_harm(dealt: Mapping[Harm, Fraction]) -> Mapping[Harm, Fraction]:
    return {NOTHING: 1 - sum(dealt.values(), Fraction(0)), **dealt}


def _what(attack: Attack, trait: int) -> str:
    skill = attack.skill.name if attack.skill is not None else "untrained"
    return f"{attack.arm.name}{'' if skill == attack.arm.name else f', {skill}'} {odds.roll_text(trait)}"


@lru_cache(maxsize=4096)
def chances_against_ward(
    trait: int, action: int, ward: int, *, simple: bool, sure: bool = False
) -> Mapping[str, Fraction]:
    """Return the chance of each success level against Action, where a defence is rolled against what would succeed.

    In ``simple`` combat, of each of its blows. A ``sure`` defence needs no roll.
    """
    if trait <= 0:
        return {}

    def reached(total: int, defence: int) -> str:
        if sure and total >= action:
            return MISSED
        # An attack that misses Action meets no defence, which is kept for the next one.
        difficulty = max(defence, action) if total >= action else action
        if not simple:
            return odds.margin_name(total - difficulty)
        return (odds.simple_blow(total, difficulty) or MISSED).capitalize() if total >= action else MISSED

    return odds.compare_totals(odds.throw(trait), odds.throw(ward), reached)


def contest(one: Duel, other: Duel) -> Contest | None:
    """Return what one roll of each decides between two who attack each other, in simple combat."""
    if one.character.rules.combat != "simple":
        return None
    first, second = _plan_of(one, other), _plan_of(other, one)
    return _make_contest(first, first.contest_trait(one.form), second, second.contest_trait(other.form))


def _make_contest(first: _Plan, trait: int, second: _Plan, opposed: int) -> Contest:
    dealt: dict[tuple[Harm, Harm], Fraction] = defaultdict(Fraction)
    for (mine, theirs), chance in blows_of_both(trait, opposed).items():
        dealt[first.hits.blows.get(mine, NOTHING), second.hits.blows.get(theirs, NOTHING)] += chance
    blows = _make_contest_blow(first, trait, opposed, 0, dealt), _make_contest_blow(second, opposed, trait, 1, dealt)
    return Contest(blows, dict(dealt))


def _make_contest_blow(
    plan: _Plan, trait: int, opposed: int, which: int, dealt: Mapping[tuple[Harm, Harm], Fraction]
) -> Blow:
    own: dict[Harm, Fraction] = defaultdict(Fraction)
    for both, chance in dealt.items():
        own[both[which]] += chance
    hit = sum((chance for (mine, _), chance in blows_of_both(trait, opposed).items() if mine), Fraction(0))
    lost = ["lost"] if plan.attack.loses_contests else []
    names = ("torso", "tied", "met", *lost, *plan.remarks(scratched=False), "wounded")
    remark = "; ".join(REMARKS[name] for name in names)
    what = f"{_what(plan.attack, trait)} against {odds.roll_text(opposed)}"
    return Blow(what=what, hit=hit, dealt=dict(own), exact=False, remark=remark)


@lru_cache(maxsize=2048)
def blows_of_both(trait: int, opposed: int) -> Mapping[tuple[str, str], Fraction]:
    """Return the chance of the blows of both in a contest of simple combat, by the names of the hit table."""

    def landed(mine: int, theirs: int) -> tuple[str, str]:
        blows = odds.simple_blow(mine, theirs) or MISSED, odds.simple_blow(theirs, mine) or MISSED
        return blows[0].capitalize(), blows[1].capitalize()

    return odds.compare_totals(odds.throw(trait), odds.throw(opposed), landed)


def _harm(arm: armory.Arm, name: str, location: str, target: Character) -> Harm:
    """Return what a blow does to the tracks of the target, and to their rolls."""
    # Some unarmed attacks turn the target's own Strength against it.
    amount = target.values["strength"] if arm.amount is None else arm.amount
    if name == "Scratch":
        kind, dealt = "bruising", 1
    else:
        kind, dealt = LETTERS[arm.kind], _levels_dealt(amount, name)
    # Pieces at one location do not add up: the one that lets least through counts.
    left = min(
        (_damage_through(piece, kind, dealt, arm) for piece in target.armor if location in piece.covers),
        key=lambda marks: _severity(marks, target.health),
        default=_mark(**{kind: dealt}),
    )
    kinds = [kind for kind, number in zip(KINDS, left, strict=True) if number]
    if not kinds:
        return NOTHING
    # Armour may split a blow into two kinds of damage; it is still one hit, which takes off 1 at most.
    lowers = wound_penalties({(location, kind): 1 for kind in kinds})
    return Harm(_fullest(left, target.health), tuple(min(lowers[penalty], 1) for penalty in PENALTIES), left)


def _mark(bruising: int = 0, crushing: int = 0, deadly: int = 0) -> Form:
    """Return damage by kind, in the order of `KINDS`."""
    return bruising, crushing, deadly


def _levels_dealt(amount: int, blow: str) -> int:
    """Return the levels of a blow with a weapon, before armour."""
    return max(floor(amount * TIMES[blow]), min(amount, 1))


@lru_cache(maxsize=2048)
def damage_chances(arm: armory.Arm, trait: int, action: int, *, simple: bool) -> Mapping[int, Fraction]:
    """Return the chance of each number of levels that an attack deals where no defence meets it, before armour.

    Each success level counts with the best blow that it allows at any location; in simple combat blows go to the torso.
    A miss and a scratch are 0. Empty where the damage is the Strength of the target.
    """
    if arm.amount is None:
        return {}
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for name, chance in chances_against_ward(trait, action, 0, simple=simple).items():
        blows = [name] if simple else [blow for blow, _ in _choices(name, arm)] if name in odds.SUCCESS_LEVELS else []
        chances[max((_levels_dealt(arm.amount, blow) for blow in blows if blow in TIMES), default=0)] += chance
    return dict(chances)


def _damage_through(piece: tables.Armor, kind: str, dealt: int, arm: armory.Arm) -> Form:
    """Return what comes through a piece of armour; as much as its Reduction becomes Bruising."""
    rest = max(dealt - int(getattr(piece, kind)), 0)
    stops = piece.reduction_of_bullets if arm.bullets and piece.reduction_of_bullets is not None else piece.reduction
    # Damage that counts twice against Reduction is as much as half the Reduction (footnote 3).
    reduction = (stops or 0) // (2 if arm.pierces else 1)
    turned = min(rest, reduction)
    return _mark(rest) if kind == "bruising" else _mark(**{"bruising": turned, kind: rest - turned})


FIGHT: Fight[Character] = Fight(fighter=fighter, blow=blow, contest=contest)
