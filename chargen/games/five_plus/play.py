"""What a 5+ character does at the table: its actions, or the rolls of players against it, its fights, and its card.

An opponent with a card does not roll; the rolls of the players decide. Harm lowers the rolls of a fighter: damage
lowers the roll of its resistance, and each wound lowers every roll. The state of a character in a fight is the wounds
and the damage of that resistance.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from chargen.dice import DiceResult, Distribution
from chargen.game.fight import Blow, Combatant, Fight, Fighter, Harm, State, points
from chargen.games.five_plus import odds, sheet
from chargen.games.five_plus.character import Character, Rated
from chargen.games.five_plus.concept import Opposition
from chargen.games.five_plus.npc import KEY_LEVELS
from chargen.games.five_plus.rating import Rating
from chargen.games.five_plus.reference import how, success_range
from chargen.games.five_plus.rules import LEVELS, WOUND_PENALTY, Rules
from chargen.kit import cards
from chargen.kit.texts import read_tables
from chargen.page.action import Action, ActionHarm, Kind
from chargen.page.card import Card, Number
from chargen.page.roll import NO_CHANCE, decimal, in_percent, signed, with_sign
from chargen.text.names import counted, fold, listing

USUAL_LEVEL = 3
"""The level of a player's resistance in the shown odds of an opponent's attack (house default)."""
RESISTED, HIT = "resisted", "not resisted"
NUMBERS = 4  # How many resistances stand among the numbers of a card (house default)
STRIKES: tuple[str, ...] = tuple(read_tables(__file__)["strikes"])
"""Word starts in the names of attack skills (house default: in the text any skill can attack)."""
_STRIKE = re.compile(rf"\b(?:cross|long|short|great|broad)?(?:{'|'.join(STRIKES)})")
BODIES = ("physical", "body", "health", "flesh", "hull")
"""The names of the resistance to attacks (house default); without one of these, the first resistance is used."""
IMPROVISE = "improvise"  # The skill that can replace any other
_UNTRAINED = Rated(name="Untrained", rating=Rating(0, 0))
_ONE_ACTION = "a strike is the only action of its turn, and the lower die counts"
_DEFENCE = (
    "resists it (house default: a skill may defend as well); the turn's modifier is for actions, and resisting is "
    "none; damage of a resistance lowers its roll, and each wound lowers every roll"
)


def actions(character: Character) -> Iterator[Action]:
    """Yield the best strike, the resistance to it, abilities, other strikes and skills, best first, and resistances."""
    if character.file.opposition is not None:
        yield from _against(character.file.opposition)
        return
    if not character.rated:
        return

    def roll(rated: Rated, kind: Kind, name: str = "") -> Action:
        """Return the roll of the unhurt, with the present dice; its limits name the present range or other tiers."""
        # The name of a skill comes with its tier, if it has one.
        tiered = f"{rated.name} {rated.rating}" if rated.rating.tier or rated.rating.upper else rated.name
        rolled = _two_dice(name or tiered, kind, odds.span(rated.proficiency, 0), rated.extra)
        if (rated.now, rated.extra_now) != (rated.proficiency, rated.extra):
            rolled = replace(rolled, now=odds.dice_rule(odds.span(rated.now, 0), rated.extra_now))
        if rated.now != rated.proficiency:
            return replace(rolled, limits=f"now {success_range(rated.now)}, {in_percent(odds.success(rated.now))}")
        if further := rated.further():
            # There is room for one other tier.
            best = max(further, key=lambda rating: rating.level)
            return replace(rolled, limits=f"tier {best.tier}: {success_range(best.level + rated.traits)}")
        return rolled

    def successes(rated: Rated) -> Distribution:
        return odds.successes(odds.span(rated.proficiency, 0), extra=rated.extra)

    def attack(rated: Rated) -> Action:
        harm = ActionHarm.landed("the lower die", dict(successes(rated)))
        return replace(roll(rated, "attack"), harm=harm if harm.chances else None, strike=rated)

    def resist(rated: Rated) -> Action:
        resisted = roll(rated, "resist")
        return replace(resisted, limits=resisted.limits or "no action")

    best, body, strikes = find_best_strike(character, 0), find_body(character), find_strikes(character)
    yield attack(best)
    if body is not None:
        yield resist(body)
    # An ability without a skill is only a note on the card.
    rated_by_name = {rated.name: rated for rated in reversed(character.rated)}
    for ability in character.file.abilities:
        if (rated := rated_by_name.get(ability.skill or "")) is not None:
            effect, _, price = sheet.describe_ability(ability)
            words = ", ".join(filter(None, (f"by {rated.name}", effect, price)))
            yield replace(roll(rated, "power", ability.name or ""), effect=words, own=True)
    for skill in sorted(character.skills, key=lambda skill: (skill not in strikes, -skill.proficiency)):
        if skill != best and skill in strikes:
            yield attack(skill)
        elif skill != best:
            yield replace(roll(skill, "skill"), effect=f"{decimal(successes(skill).mean())} successes", strike=skill)
    yield from (resist(resistance) for resistance in character.resistances if resistance != body)


def _two_dice(name: str, kind: Kind, rolled: odds.Span | None, extra: odds.Extra = odds.NO_EXTRA) -> Action:
    """Return a roll for a success range, with the number of successes as outcomes."""
    against = NO_CHANCE if rolled is None else f"{rolled[0]} to {rolled[1]}"
    is_one_sum = rolled is not None and rolled[0] == rolled[1]
    brief = f"2d6 = {against.partition(' ')[0]}" if is_one_sum else odds.describe_roll(rolled)
    return Action(name=name, kind=kind, rule=odds.dice_rule(rolled, extra), against=against, brief=brief)


def _against(opponent: Opposition) -> Iterator[Action]:
    """Yield the attack of an opponent with the roll of a player to resist, and the rolls of players of each level.

    The two lowest levels, whose players hardly fight, come last.
    """
    if opponent.actions:
        # A player of the usual level resists the first action.
        damage, rolled = opponent.damage_done(), odds.span(USUAL_LEVEL, opponent.rank)
        results = (DiceResult(RESISTED, ((0, *rolled),), wanted=True),) if rolled else ()
        resisted = _two_dice(opponent.actions[0], "attack", rolled)
        yield replace(
            resisted,
            against=f"{resisted.against}, by the player, to resist at level {USUAL_LEVEL}",
            rule=replace(odds.dice_rule(rolled), results=(*results, DiceResult(HIT))),
            chance_of=f"resisted at level {USUAL_LEVEL}",
            harm=ActionHarm(f"{damage} damage", {damage: Fraction(1)}, Fraction(damage)),
            effect=f"unless resisted, shown at level {USUAL_LEVEL}",
        )
    low, novice, *usual = LEVELS
    for level in (*usual, novice, low):
        rolled = odds.span(level, opponent.rank)
        got = odds.successes(rolled)
        needed = odds.expected_rolls(opponent.successes, got) if opponent.successes else None
        effect = f"{decimal(got.mean())} successes" if needed is None else f"{decimal(needed)} rolls to win"
        roll = _two_dice(f"Level {level}", "skill", rolled)
        yield replace(roll, chance_of="success of a player", effect=effect if rolled is not None else "")


# Fights.


def find_strikes(character: Character) -> tuple[Rated, ...]:
    """Return the skills to strike with: those that are known by their names, else things carried, else Improvise.

    Without any of these, it is no skill.
    """
    # The 5+ system has no list of skills, so an attack is recognised by its name (house default).
    known = tuple(skill for skill in character.skills if _STRIKE.search(fold(skill.name)))
    carried = {fold(thing.name or "") for thing in character.file.equipment}
    in_hand = tuple(skill for skill in character.skills if fold(skill.name) in carried)
    improvised = tuple(skill for skill in character.skills if fold(skill.name) == IMPROVISE)
    return known or in_hand or improvised or (_UNTRAINED,)


def find_body(character: Character) -> Rated | None:
    """Return the resistance to attacks."""
    named = [resistance for name in BODIES for resistance in character.resistances if fold(resistance.name) == name]
    return next(iter([*named, *character.resistances]), None)


def find_best_strike(character: Character, rank: int) -> Rated:
    """Return the skill with the most successes on average for a single action; of equal skills, the first."""
    rules = character.rules
    penalty = character.wound_penalty()
    return max(
        find_strikes(character),
        key=lambda strike: _compute_harm(strike, _span_of_single_action(strike, penalty, rank, rules), rules).mean(),
    )


def _span_of_single_action(rated: Rated, penalty: int, rank: int, rules: Rules) -> odds.Span | None:
    """Return the success range of the only action of a turn; ``penalty`` is the penalty for wounds."""
    return odds.span(rated.proficiency_now(penalty) + rules.turn_modifier(1), rank)


def _penalty(combatant: Combatant[Character]) -> int:
    """Return the penalty for all wounds of a combatant, including wounds in this fight."""
    worn = find_body(combatant.character)
    other = sum(
        resistance.wounds
        for resistance in combatant.character.resistances
        if worn is None or resistance.name != worn.name
    )
    # The form is (wounds, damage) of the resistance that is worn in this fight, and empty without one.
    return (other + sum(combatant.form[:1])) * WOUND_PENALTY


def _compute_harm(strike: Rated, rolled: odds.Span | None, rules: Rules) -> Distribution:
    """Return the harm of a roll: damage, or successes against an opponent."""
    return odds.successes(rolled, extra=strike.extra_now, failure_margin=rules.failure_margin)


def fighter(character: Character) -> Fighter:
    """Return the harm that a fighter can take: for an opponent the successes to win, else the boxes of a resistance."""
    card = character.file.opposition
    if card is not None:
        stamina = card.successes or KEY_LEVELS
        remark = "" if card.successes else f"the card names no successes to win: {KEY_LEVELS} are taken (house default)"
        taken = min(character.noted("successes"), stamina)
        return Fighter(stamina=stamina, unit="successes", state=State(taken), is_card=True, remark=remark)
    worn = find_body(character)
    if worn is None:
        return Fighter(
            stamina=1, unit="hits", remark="no resistance: the first hit is taken for the last (house default)"
        )
    return Fighter(
        stamina=worn.boxes,
        unit=f"boxes of {worn.name}",
        state=_make_state(worn),
        suffer=partial(_suffer, worn, character.rules),
        remark=f"out of action at wound {worn.rating.tier + 1}",
    )


def _make_state(worn: Rated) -> State:
    # The count of filled boxes decides when a fighter drops; the form decides the rolls.
    return State(worn.filled, (worn.wounds, min(worn.damage, worn.row(worn.wounds))))


def _suffer(worn: Rated, rules: Rules, state: State, harm: Harm) -> State:
    """Add damage: more than the level is a wound, which resets the damage to 0 or to the excess.

    Source: sections 1 and 3.2; ``overflow`` in the rules.
    """
    wounds, damage = state.form
    damage += int(harm.amount)
    row = worn.row(wounds)
    if damage > row:
        # One attack makes at most one wound, however high its damage; `carry` may fill the next row (ruling FPL-Q3).
        wounds, damage = wounds + 1, damage - row if rules.overflow == "carry" else 0
    return _make_state(replace(worn, wounds=wounds, damage=damage))


def blow(attacker: Combatant[Character], target: Combatant[Character]) -> Blow | None:
    """Return the attack of a turn; None between two opponents, who do not roll.

    An opponent does its damage if the target fails to resist. Characters who attack each other both roll as against an
    opponent of rank 0 (house default).
    """
    card, other, rules = attacker.character.file.opposition, target.character.file.opposition, attacker.character.rules
    if card is not None and other is not None:
        return None
    if card is not None:
        rank, damage = card.rank, card.damage_done()
        hit, harm = Fraction(int(damage > 0)), {damage: Fraction(1)}
        what, between = card.actions[0] if card.actions else "It acts", ""
    else:
        rank = 0 if other is None else other.rank
        strike = attacker.strike or find_best_strike(attacker.character, rank)
        rolled = _span_of_single_action(strike, _penalty(attacker), rank, rules)
        successes = _compute_harm(strike, rolled, rules)
        what, hit = f"{strike.name}, {odds.describe_roll(rolled)}", 1 - successes.chance(0)
        if other is not None:
            return Blow(what=what, hit=hit, dealt=points(dict(successes)), remark=_ONE_ACTION)
        # Under the condition that the attack succeeds: its chance is multiplied again below. Without a chance the
        # division would fail.
        harm = {damage: chance / hit for damage, chance in successes if damage} or {1: Fraction(1)}
        between = f"characters against each other (house default): successes are damage; {_ONE_ACTION}; "

    worn = find_body(target.character)
    if worn is None:
        harm, remark = {1: Fraction(1)}, "nothing resists it (house default)"
    else:
        # Harm of this fight lowers the resistance that it hits.
        now = replace(worn, wounds=target.form[0], damage=target.form[1]) if target.form else worn
        resisted = odds.span(now.proficiency_now(_penalty(target)), rank)
        hit *= 1 - odds.chance(resisted)
        what += f", unless {worn.name}, {odds.describe_roll(resisted)}" if card is not None else ""
        remark = f"{between}{worn.name} {_DEFENCE}"
    chances = {0: 1 - hit} | {number: hit * chance for number, chance in sorted(harm.items()) if hit}
    # Inexact, because parts are house defaults.
    return Blow(what=what, hit=hit, dealt=points(chances), exact=False, remark=remark)


def describe_party(characters: Sequence[Character]) -> Iterator[tuple[str, str]]:
    """Yield the length of a default challenge for a party: the sum of its key levels (section 4.2).

    In a fight, the key level is that of the weapon; otherwise of the highest skill (house default).
    """
    players = [character for character in characters if character.file.opposition is None and character.skills]
    if not players:
        return
    kinds = (
        ("in a fight", [find_best_strike(player, 0) for player in players]),
        ("otherwise", [max(player.skills, key=lambda skill: skill.rating.level) for player in players]),
    )
    texts = []
    for kind, keys in kinds:
        named = [f"{key.name} {key.rating.level} of {player.name}" for player, key in zip(players, keys, strict=True)]
        texts.append(
            f"{kind} {counted(sum(key.rating.level for key in keys), 'success', 'successes')} ({listing(named)})"
        )
    yield "A default challenge", "; ".join(texts)


FIGHT: Fight[Character] = Fight(fighter=fighter, blow=blow)


# The card.


def card(character: Character) -> Card:
    """Return the card of a character, or of an opponent: its rolls, or those of players against it, and its damage."""
    rules, opponent = character.rules, character.file.opposition
    tiers = () if rules.tiers and not rules.tier else (f"tier {rules.tier}" if rules.tiers else "without tiers",)
    numbers = []
    if penalty := character.wound_penalty():
        numbers.append(Number(label="Wounds", value=signed(penalty), below="on every roll"))
    for worn in character.resistances[:NUMBERS]:
        out = f"out at wound {worn.rating.tier + 1}"
        numbers.append(Number(label=worn.name, value=str(worn.level), below=out))
    tracks = []
    if opponent is not None and opponent.successes is not None and opponent.successes <= sheet.SUCCESSES_DRAWN:
        tracks.append(cards.track("Successes", opponent.successes, character.noted("successes")))
    for worn in character.resistances:
        # Unhurt, one zone for each wound, and the last box.
        zones = [("unhurt", worn.row(0))] if worn.row(0) else []
        wounds = range(1, worn.rating.tier + 1)
        zones += [(signed(number * WOUND_PENALTY), worn.row(number) + 1) for number in wounds]
        tracks.append(cards.track(worn.name, worn.boxes, worn.filled, (*zones, ("out", 1))))
    return cards.card(
        character,
        numbers=numbers if opponent is None else cards.numbers(sheet.highlights(opponent)),
        actions=actions(character),
        rolls_title="" if opponent is None else "Players roll against it",
        tracks=tracks,
        notes=_notes(character),
        back=how(rules),
        ladder=cards.ladder("Level", {str(level): odds.success(level) for level in LEVELS}),
        foot=" · ".join((*tiers, *cards.name_active_options(rules, "failure_margin", "solo_deck"))),
    )


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    opponent = character.file.opposition
    if opponent is not None:
        yield "Goal", opponent.goal
        yield "Does", "; ".join(opponent.actions[1:])
        yield "Behaves", opponent.behaviour
    yield "Wounds", ", ".join(name for resistance in character.resistances for name in resistance.wound_names)
    conditions = [(character.now(one), _join(sheet.describe_condition(one))) for one in character.file.conditions]
    yield "Now", "; ".join(": ".join(filter(None, condition)) for condition in conditions)
    # An ability with a skill is among the rolls.
    rated = {rated.name for rated in character.rated}
    abilities = [(one.name, sheet.describe_ability(one)) for one in character.file.abilities if one.skill not in rated]
    yield "Abilities", "; ".join(_join_phrases(*ability) for ability in abilities)
    # The printed ranges have the bonuses of traits already, and not those of gear.
    traits = [(one.name, (*sheet.describe_trait(one), "counted" if one.bonus else "")) for one in character.file.traits]
    yield "Traits", "; ".join(_join_phrases(*trait) for trait in traits)
    # What has an effect comes first, as cards cut the end.
    gear = [(one.name, (*sheet.describe_gear(one), sheet.describe_uses(one))) for one in character.file.equipment]
    yield "Carries", "; ".join(_join_phrases(*one) for one in sorted(gear, key=lambda one: not any(one[1])))
    skills = (f"{skill.name} {skill.rating.level}" for skill in character.skills)
    yield "Skills", ", ".join(skills) if opponent is not None else ""
    yield "Standing", ", ".join(f"{name} {with_sign(standing.counter)}" for name, standing in character.standings)
    milestones = character.points.get("milestone")
    left = None if milestones is None else milestones.available
    yield "Unspent", counted(left, "milestone point") if left else ""


def _join_phrases(name: str | None, phrases: Iterable[str]) -> str:
    """Return a name with its phrases.

    >>> _join_phrases("Stocky", ["Hard to push over", "", "+1 Climbing"]), _join_phrases("Rope", [""])
    ('Stocky (hard to push over, +1 Climbing)', 'Rope')
    """
    return cards.format_entry(name, _join(phrases))


def _join(phrases: Iterable[str]) -> str:
    return cards.lower_first_letter(", ".join(filter(None, phrases)))
