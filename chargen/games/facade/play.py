"""What a Façade character does at the table: its attacks and other actions, its blows in an encounter, and its card.

A character has three tracks of damage, and is out of a fight when any one of them is full (ruling FAC-Q42); none runs
over into another. The harm that is shown is that of the fullest track, on the scale of Deadly levels. The form of a
fighter is what the hits that they have taken are off the skill of all physical actions, of those with the arms, and of
those with the legs.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, groupby
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
from chargen.games.facade import armory, odds
from chargen.games.facade import rules as book
from chargen.games.facade.body import PENALTIES, wound_penalties
from chargen.games.facade.character import LOCATIONS, UNTRAINED_DODGE, Attack, Character, Total
from chargen.games.facade.concept import Background, Modifier
from chargen.games.facade.reference import ON_A_CARD, how
from chargen.games.facade.rules import DEFENDERS_ACTION, KINDS, MIDDLE_DIFFICULTY
from chargen.kit import cards
from chargen.kit.texts import read_texts
from chargen.page.action import Action, ActionHarm, Kind
from chargen.page.card import WORN, Card, Number
from chargen.page.roll import signed
from chargen.text.names import fold

SENSES = ("perception", "will")
"""Attributes that are rolled by themselves now and then: to notice something, and to withstand it (house default)."""
BY_HAND = {"parry", "block"}
"""Defences with what is in one's hands: they do not help against what is shot or thrown, nor what cannot be parried."""
BLOCKS = "block"
"""The one of these that helps a character with a shield against what is shot or thrown (house default)."""
LETTERS = {kind[0].upper(): kind for kind in KINDS}
TIMES: Mapping[str, Fraction] = {
    "Glancing": Fraction(1, 2),
    "Full": Fraction(1),
    "Strong": Fraction(2),
    "Savage": Fraction(3),
}
"""What a blow does of a weapon's damage (ruling FAC-Q17: halves round down, and never to nothing)."""
REMARKS: Mapping[str, str] = read_texts(__file__)["fight"]
MISSED = ""  # Among the blows of simple combat, none
LADDER = cards.ladder(
    f"Trait, against {MIDDLE_DIFFICULTY}",
    {str(trait): odds.chance(trait, MIDDLE_DIFFICULTY) for trait in range(4, 23, 2)},
)
"""The trait totals whose chances are on the back of a card (house default)."""
TIRING = ("strain", "fatigue")  # The limit pools that a fight fills
ZONES = {"plain": "free", "double": "least difficulty", "dashed": "Will", "heavy": "fails"}
"""What the parts of a pool are called, by how their boxes are drawn."""

Strike: TypeAlias = tuple[Attack, int]
"""An attack with its trait total now: wounds lower it."""
Duel: TypeAlias = Combatant[Character]


def find_strikes(character: Character) -> list[Strike]:
    """Return the attacks that a character has the Strength for, the best first.

    These are weapons in hand and unarmed attacks that were learned; without either, a bare fist. Weapons that can hit
    come first: who carries one fights with it, even where a punch would do a little more.
    """
    form = _initial_form(character)
    usable = (attack for attack in character.chief_attacks if attack.arm.usable)
    strikes = [(attack, _lowered(attack.total.value, attack.arm.limb, form)) for attack in usable]

    def rank(strike: Strike) -> tuple[bool, Fraction]:
        # The damage times the chance to hit: about what an attack does on average.
        harm = odds.chance(strike[1], DEFENDERS_ACTION) * (strike[0].arm.amount or 1)
        return not harm or strike[0].arm.unarmed, -harm

    return sorted(strikes, key=rank)


def can_hit(strike: Strike) -> bool:
    """Return whether an attack can hit an opponent of middling Action."""
    return bool(odds.chance(strike[1], DEFENDERS_ACTION))


def actions(character: Character) -> Iterator[Action]:
    """Yield the best attack, defence and specialty, then the others of each from the best, then the senses.

    A specialty says more about someone with a spear than a punch does. Only attacks that can hit count, if any can.
    Attacks and defences are against an opponent of middling Action, the rest against the middle difficulty.
    """

    def action(name: str, kind: Kind, trait: int, difficulty: int, *, limits: str = "", effect: str = "") -> Action:
        rule = odds.dice_rule(trait, difficulty)
        return Action(
            name=name,
            kind=kind,
            rule=rule,
            against=f"{'difficulty' if kind == 'skill' else 'Action'} {difficulty}",
            brief=f"{rule.text} ≥ {difficulty}" if rule.text else "no roll",
            effect=effect,
            limits=limits,
        )

    def best_first(totals: Iterable[tuple[str, Total]]) -> list[tuple[str, Total]]:
        return sorted(totals, key=lambda named: -named[1].value)

    strikes = find_strikes(character)
    attacks = []
    # Without any attack that can hit, one is still shown: the card says that it cannot.
    strikes = [strike for strike in strikes if can_hit(strike)] or strikes[:1]
    for attack, trait in strikes:
        arm, is_simple = attack.arm, character.rules.combat == "simple"
        strain = f"{signed(arm.extra_strain)} Strain" if arm.extra_strain else ""
        limits = ", ".join(filter(None, (strain, "" if attack.skill else "untrained", attack.total.remark)))
        hit = action(arm.name, "attack", trait, DEFENDERS_ACTION, limits=limits)
        harm = ActionHarm.landed(arm.damage, damage_chances(arm, trait, DEFENDERS_ACTION, simple=is_simple))
        attacks.append(replace(hit, harm=harm, reach=arm.reach, chance_of="hit", strike=attack))
    # A skill is shown once: as an attack, else as a defence, else as a specialty.
    used = {attack.skill.name for attack, _ in strikes if attack.skill}
    parries = [(skill.name, total) for skill, total in character.defenses if skill.name not in used]
    if not character.defenses:
        parries = [(UNTRAINED_DODGE, character.named["dodge"])]
    used |= {name for name, _ in parries}
    traits = ((skill.name, character.trait(skill)) for skill in character.leaves)
    others = [(name, total) for name, total in traits if total is not None and name not in used]
    # A defence is an active contest: with an attribute of 0, it fails.
    defences = [
        action(name, "defence", total.in_contest, DEFENDERS_ACTION, limits=total.remark)
        for name, total in best_first(parries)
    ]
    specialties = [
        action(name, "skill", total.value, MIDDLE_DIFFICULTY, limits=total.remark) for name, total in best_first(others)
    ]
    yield from chain(attacks[:1], defences[:1], specialties[:1], attacks[1:], defences[1:], specialties[1:])
    for name in SENSES:
        trait, difficulty = character.total(name).value, min(book.STANDING_DIFFICULTIES)
        yield action(name.capitalize(), "skill", trait, difficulty, effect="untrained")


# Fights: damage, armour and wounds.


def fighter(character: Character) -> Fighter:
    """Return how much a character takes, and when it acts."""
    rules, levels = character.rules, character.health
    marks = tuple(character.noted(kind) for kind in KINDS)
    simple = rules.combat == "simple"

    def suffer(state: State, harm: Harm) -> State:
        # Harm of no kind, as for a start with half of all that one can take, is Deadly.
        filled = add_up(state.marks, harm.marks or (0, 0, int(harm.amount)))
        return State(_fullest(filled, levels), add_up(state.form, harm.form), filled)

    return Fighter(
        stamina=levels["deadly"],
        unit="Deadly",
        state=State(_fullest(marks, levels), _initial_form(character), marks),
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


def _initial_form(character: Character) -> Form:
    """Return what the hits that are marked already take off."""
    return tuple(character.wound_penalties[penalty] for penalty in PENALTIES)


def _lowered(trait: int, limb: str, form: Form) -> int:
    """Return a trait total less what hits take off."""
    return max(trait - form[PENALTIES.index("all")] - form[PENALTIES.index(limb)], 0)


# Cached by the value of the weapon: many who fight side by side carry the same.
@cache_by_identity(2048, by_value=armory.Arm)
def _find_hits(arm: armory.Arm, target: Character) -> Mapping[str, Harm]:
    """Return what a weapon may do to a target.

    In dramatic combat, it is the blow and the location that do most harm, by the success level; in simple combat, by
    the name of the blow, which is to the torso.
    """
    hits = {name: _harm(arm, name, "torso", target) for name in TIMES}
    for level in (odds.NEAR_MISS, *odds.SUCCESS_LEVELS):
        harms = [_harm(arm, name, location, target) for name, location in _choices(level, arm)]
        if harms:
            hits[level] = max(harms, key=lambda harm: _severity(harm.marks or (0, 0, 0), target.health))
    return hits


def _choices(level: str, arm: armory.Arm) -> Iterator[tuple[str, str]]:
    """Yield the best blow of a success level or a near miss at each location that it reaches."""
    row = odds.SUCCESS_LEVELS.index(level) if level in odds.SUCCESS_LEVELS else None
    for name, location in zip(odds.HIT_TABLE[row], odds.HIT_LOCATIONS, strict=True):
        if name and location in LOCATIONS and location not in arm.spares:
            yield name, location


def _harm(arm: armory.Arm, name: str, location: str, target: Character) -> Harm:
    """Return what a blow does to the tracks of the target, and to their rolls."""
    # Some unarmed attacks turn the target's own Strength against it.
    amount = target.values["strength"] if arm.amount is None else arm.amount
    kind, dealt = ("bruising", 1) if name == "Scratch" else (LETTERS[arm.kind], _levels_dealt(amount, name))

    def get_through(stopped: int, reduction: int) -> Form:
        """Return what comes through armour, by kind; as much as its Reduction becomes Bruising."""
        rest = max(dealt - stopped, 0)
        turned = min(rest, reduction)
        marks = {**dict.fromkeys(KINDS, 0), kind: rest - turned}
        marks["bruising"] += turned
        return tuple(marks.values())

    ways = []
    for piece in target.armor:
        if location in piece.covers:
            against_bullets = piece.reduction_of_bullets if arm.bullets else None
            reduction = (piece.reduction if against_bullets is None else against_bullets) or 0
            # Damage that counts twice against Reduction is as much as half the Reduction (footnote 3).
            ways.append(get_through(int(getattr(piece, kind)), reduction // (2 if arm.pierces else 1)))
    # Pieces at one location do not add up: the one that lets least through counts.
    left = min(ways or [get_through(0, 0)], key=lambda marks: _severity(marks, target.health))
    kinds = [kind for kind, number in zip(KINDS, left, strict=True) if number]
    if not kinds:
        return NOTHING
    # Armour may split a blow into two kinds of damage; it is still one hit, which takes off 1 at most.
    lowers = wound_penalties({(location, kind): 1 for kind in kinds})
    return Harm(_fullest(left, target.health), tuple(min(lowers[penalty], 1) for penalty in PENALTIES), left)


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
    for name, chance in _chances_against_ward(trait, action, 0, simple=simple).items():
        blows = [name] if simple else [blow for blow, _ in _choices(name, arm)] if name in odds.SUCCESS_LEVELS else []
        chances[max((_levels_dealt(arm.amount, blow) for blow in blows if blow in TIMES), default=0)] += chance
    return dict(chances)


# Fights: attacks and defences.


@dataclass(frozen=True, slots=True)
class _Plan:
    """An attack on a target, and all that its blows may do there."""

    attack: Attack
    hits: Mapping[str, Harm]
    armored: bool
    """Whether armour may stand in their way."""

    def remarks(self, *, scratched: bool) -> list[str]:
        """Return the names of remarks on what the rules leave open; ``scratched`` where a near miss may scratch."""
        is_shared = self.armored or scratched or self.attack.arm.kind != "D"
        return ["armored"] * self.armored + ["shared"] * is_shared

    def contest_trait(self, form: Form) -> int:
        """Return the trait total in a contest with another attack."""
        return _lowered(self.attack.total.in_contest, self.attack.arm.limb, form)

    def what(self, trait: int) -> str:
        """Return the attack and its dice, in words."""
        name, skill = self.attack.arm.name, self.attack.skill.name if self.attack.skill is not None else "untrained"
        return f"{name}{'' if skill == name else f', {skill}'} {odds.roll_text(trait)}"


@cache_by_identity(2048)
def _plan(strike: Attack, struck: Character) -> _Plan:
    armored = any(location in LOCATIONS for piece in struck.armor for location in piece.covers)
    return _Plan(strike, _find_hits(strike.arm, struck), armored)


def _plan_of(attacker: Duel, target: Duel) -> _Plan:
    """Return the attack that was chosen, else that of `_choose`."""
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
        standing = Combatant(other, _initial_form(other))
        return max(plans, key=lambda plan: _blow(plan, _initial_form(one), standing, simple=False).mean)
    highest = max(find_strikes(other), key=lambda strike: 0 if strike[0].total.fails else strike[1])[0]
    answer = _plan(opposed or highest, one)
    mine, theirs = Fraction(one.health["deadly"]), Fraction(other.health["deadly"])
    opposed_trait = answer.contest_trait(_initial_form(other))

    def advantage(plan: _Plan) -> Fraction:
        """Return what an exchange does on average, less what is suffered, in shares of Deadly levels."""
        exchange = _make_contest(plan, plan.contest_trait(_initial_form(one)), answer, opposed_trait).dealt
        shares = (part * (done.amount / theirs - harm.amount / mine) for (done, harm), part in exchange.items())
        return sum(shares, Fraction(0))

    return max(plans, key=advantage)


def blow(attacker: Duel, target: Duel) -> Blow:
    """Return the attack against Action and a defence: the chosen one, else that of `_choose`."""
    simple = attacker.character.rules.combat == "simple"
    return _blow(_plan_of(attacker, target), attacker.form, target, simple=simple)


def _blow(plan: _Plan, form: Form, target: Duel, *, simple: bool) -> Blow:
    """Return an attack against Action; the first that would succeed in a turn is met by a defence as well."""
    wards = list_wards(target.character, plan.attack.arm)
    traits = [_lowered(ward.trait, ward.limb, target.form) for ward in wards]
    against = max(traits)
    ward, trait = wards[traits.index(against)].name, _lowered(plan.attack.total.value, plan.attack.arm.limb, form)
    return _blow_at(plan, trait, target.character, ward, against, simple=simple)


@dataclass(frozen=True, slots=True)
class Ward:
    """A defence against an attack."""

    name: str
    trait: int  # Its trait total, unhurt
    limb: str  # What it is done with, arms or legs


@cache_by_identity(4096, by_value=armory.Arm)
def list_wards(character: Character, arm: armory.Arm) -> list[Ward]:
    """Return everything that the character may meet an attack with; untrained, it is a dodge.

    What is there counts: Athletics where Dodge is missing, and bare Agility where both are. A defence with an attribute
    of 0 loses the contest with the attack, so it rolls nothing.
    """
    dodge = character.named["dodge"]
    name = dodge.name if dodge.name != dodge.attribute else "untrained dodge"
    wards = [Ward(name, dodge.in_contest, "legs")]
    shielded = any("parry" in piece.covers for piece in character.armor)
    kinds = set(map(fold, book.DEFENSE_SKILLS))
    for skill, total in character.defenses:
        ways = {word for step in skill.path[1:] for word in fold(step).split()} & kinds
        by_hand = ways <= BY_HAND
        barred = arm.unparried or (arm.ranged and not (shielded and BLOCKS in ways))
        if not (by_hand and barred):
            wards.append(Ward(skill.name, total.in_contest, "arms" if by_hand else "legs"))
    return wards


# Cached, because different wounds lower traits alike.
@cache_by_identity(16384)
def _blow_at(plan: _Plan, trait: int, target: Character, ward: str, against: int, *, simple: bool) -> Blow:
    """Return an attack at a trait total, met by a defence ``ward`` at another."""
    action = max(target.initiative_in_armor, 0)
    loses = plan.attack.total.fails and against > 0
    hit, dealt = _land(_chances_against_ward(trait, action, against, simple=simple, sure=loses), plan.hits)
    undodged = _undodged(plan.hits, trait, action, simple=simple)
    # A defence takes the place of Action where it is higher, so one whose best total is no higher never matters.
    helps = loses or sum(odds.dice_of(against)) > action
    remarks = ["torso", "met"] if simple else ["defended"] if helps else []
    remarks += ["lost"] if loses else []
    remarks += plan.remarks(scratched=bool(undodged.missed))
    return Blow(
        what=f"{plan.what(trait)} against Action {action}" + (f" and {ward} {against}" if helps else ""),
        hit=hit,
        dealt=dealt,
        undodged=undodged,
        exact=not remarks,
        remark="; ".join(REMARKS[name] for name in (*remarks, "wounded")),
    )


@cache_by_identity(4096)
def _undodged(hits: Mapping[str, Harm], trait: int, action: int, *, simple: bool) -> Undodged:
    bare = _chances_against_ward(trait, action, 0, simple=simple)
    hit, dealt = _land(bare, hits)
    _, missed = _land({name: chance for name, chance in bare.items() if name == odds.NEAR_MISS}, hits)
    return Undodged(hit=hit, dealt=dealt, missed={harm: chance for harm, chance in missed.items() if harm.amount})


def _land(reached: Mapping[str, Fraction], hits: Mapping[str, Harm]) -> tuple[Fraction, Mapping[Harm, Fraction]]:
    """Return the chance to hit, and the chance of each harm, that of none first."""
    dealt: dict[Harm, Fraction] = defaultdict(Fraction)
    for name, chance in reached.items():
        harm = hits.get(name, NOTHING)
        if harm.amount and chance:
            dealt[harm] += chance
    failed = (odds.COMPLETE_FAILURE, odds.NEAR_MISS, MISSED)
    hit = sum((chance for name, chance in reached.items() if name not in failed), Fraction(0))
    return hit, {NOTHING: 1 - sum(dealt.values(), Fraction(0)), **dealt}


@lru_cache(maxsize=4096)
def _chances_against_ward(
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
    for (mine, theirs), chance in _blows_of_both(trait, opposed).items():
        dealt[first.hits.get(mine, NOTHING), second.hits.get(theirs, NOTHING)] += chance
    blows = _make_contest_blow(first, trait, opposed, 0, dealt), _make_contest_blow(second, opposed, trait, 1, dealt)
    return Contest(blows, dict(dealt))


def _make_contest_blow(
    plan: _Plan, trait: int, opposed: int, which: int, dealt: Mapping[tuple[Harm, Harm], Fraction]
) -> Blow:
    own: dict[Harm, Fraction] = defaultdict(Fraction)
    for both, chance in dealt.items():
        own[both[which]] += chance
    hit = sum((chance for (mine, _), chance in _blows_of_both(trait, opposed).items() if mine), Fraction(0))
    lost = ["lost"] if plan.attack.total.fails else []
    names = ("torso", "tied", "met", *lost, *plan.remarks(scratched=False), "wounded")
    remark = "; ".join(REMARKS[name] for name in names)
    what = f"{plan.what(trait)} against {odds.roll_text(opposed)}"
    return Blow(what=what, hit=hit, dealt=dict(own), exact=False, remark=remark)


@lru_cache(maxsize=2048)
def _blows_of_both(trait: int, opposed: int) -> Mapping[tuple[str, str], Fraction]:
    """Return the chance of the blows of both in a contest of simple combat, by the names of the hit table."""

    def landed(mine: int, theirs: int) -> tuple[str, str]:
        blows = odds.simple_blow(mine, theirs) or MISSED, odds.simple_blow(theirs, mine) or MISSED
        return blows[0].capitalize(), blows[1].capitalize()

    return odds.compare_totals(odds.throw(trait), odds.throw(opposed), landed)


FIGHT: Fight[Character] = Fight(fighter=fighter, blow=blow, contest=contest)


# The card: what it attacks and defends with, what it does best, and what it takes.


def card(character: Character) -> Card:
    """Return the character on a card."""
    rules, pools = character.rules, {pool.category: pool for pool in character.limit_pools}
    # Action comes first as it is worn, which is initiative and what attacks have to reach.
    rolled = [("action", "to be hit", character.initiative, character.initiative_in_armor)]
    rolled += [
        (total.name, pools[total.name].name, character.bare_totals[total.name].value, total.value)
        for total in character.category_totals
        if total.name != "action"
    ]
    tracks = [cards.track(kind.capitalize(), character.health[kind], character.noted(kind)) for kind in KINDS[::-1]]
    for pool in pools.values():
        if pool.name in TIRING:
            # Below the threshold, from there to its double, and from there as far as Will carries: as on the sheet.
            frames = groupby(pool.zone(level)[1] for level in range(1, pool.boxes + 1))
            zones = [(ZONES[frame], len(tuple(levels))) for frame, levels in frames]
            tracks.append(cards.track(pool.name.capitalize(), pool.boxes, character.noted(pool.name), zones))
    return cards.card(
        character,
        numbers=(
            Number(label=name.capitalize(), value=str(worn), below=below + ("" if bare == worn else f"; {bare} bare"))
            for name, below, bare, worn in rolled
        ),
        actions=actions(character),
        tracks=tracks,
        notes=_notes(character),
        back=how(rules, ON_A_CARD),
        ladder=LADDER,
        foot=book.BOOK + (", simple combat" if rules.combat == "simple" else ""),
    )


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    """Yield the notes: gear without an effect comes last, because a small card cuts the last ones first."""

    def owned(things: Iterable[Modifier | Background]) -> str:
        levels = ((one, signed(one.level or 0) if isinstance(one, Modifier) else one.level or "") for one in things)
        return "; ".join(cards.format_entry(f"{one.name} {level}".strip(), one.effect) for one, level in levels)

    # What a piece covers and stops; its name is among the gear.
    covers = ((piece, f", Red. {piece.reduction}" if piece.reduction else "") for piece in character.armor)
    yield WORN, "; ".join(f"{', '.join(piece.covers)}: {piece.protects}{more}" for piece, more in covers)
    ties = [background for background, _ in character.backgrounds]
    yield "Trouble", owned(tie for tie in ties if tie.liability)
    yield "Traits", owned(modifier for modifier, _ in character.modifiers)
    yield "Backgrounds", owned(tie for tie in ties if not tie.liability)
    # Weapons that hit no one of middling Action, for want of a skill. Held and thrown are one thing that is carried; it
    # is of use if either can hit.
    hits: dict[str, bool] = {}
    for strike in find_strikes(character):
        arm = strike[0].arm
        if not arm.unarmed:
            hits[arm.names[0]] = hits.get(arm.names[0], False) or can_hit(strike)
    unusable = (name for name, is_of_use in hits.items() if not is_of_use)
    worn = (piece.name for piece in character.armor)
    yield "Gear", "; ".join(filter(None, (cards.format_equipment(character.equipment), *unusable, *worn)))
