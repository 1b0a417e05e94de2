"""What a Five by Five character does at the table: its actions, an attack's exact effect in a fight, and its card."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

from chargen.game.fight import Blow, Combatant, Fight, Fighter, Harm, State, Undodged, points
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.character import Carried, Character, Rated
from chargen.games.five_by_five.reference import how
from chargen.games.five_by_five.rules import BOOK, DEAD_AT, DYING_BELOW, Rules, list_ladder_values
from chargen.kit import cards
from chargen.page.action import Action, ActionHarm, Kind
from chargen.page.card import Card, Number
from chargen.page.roll import NO_CHANCE, signed


def actions(character: Character) -> Iterator[Action]:
    """Yield the actions: attack and dodge, then powers, the other descriptors, best first, and weaker weapons.

    The first one is the attack with the strongest weapon, which cards and fights use.
    """
    rules = character.rules
    attack, dodge, initiative = (character.best(action) for action in ("attack", "dodge", "steal initiative"))

    def action(name: str, kind: Kind, rated: Rated) -> Action:
        value = rated.rolled(rules)
        against = "" if value is None else f"{'product ' if value > 0 else ''}{odds.describe_target(value)}"
        rule = odds.dice_rule(value)
        return Action(name=name, kind=kind, rule=rule, against=against, brief=describe_roll_briefly(value))

    def use(rated: Rated, action: str) -> str:
        """Return the name of the descriptor of an exclusive action; without a descriptor, the name of the action."""
        return rated.name if rated.exclusive else f"Untrained {action}"

    def strike(weapon: Carried) -> Action:
        """Return an attack with a weapon. The last amount of its harm includes all higher amounts."""
        bonus = weapon.damage_bonus
        chances = dict(odds.damage_table(bonus, 0, odds.LAST_DAMAGE))
        harm = ActionHarm(odds.describe_damage(bonus), chances, odds.mean_damage(bonus, 0), odds.damage_rule(bonus))
        struck = action(f"{use(attack, 'attack')}: {weapon.name[:1].lower()}{weapon.name[1:]}", "attack", attack)
        return replace(struck, chance_of="hit", harm=harm, strike=(attack, weapon))

    strongest, *weaker = sorted(character.armory, key=lambda weapon: -weapon.damage_bonus)
    yield strike(strongest)
    yield action(use(dodge, "dodge"), "defence", dodge)
    others = [rated for rated in character.descriptors if rated not in (attack, dodge)]
    others.sort(key=lambda rated: odds.chance(rated.rolled(rules)), reverse=True)
    # Sorting is stable, so powers come first and both parts stay in order of their chances.
    for rated in sorted(others, key=lambda rated: not rated.power):
        kind: Kind = "power" if rated.power else "initiative" if rated is initiative else "skill"
        advanced = "advanced" if rated.advanced and not rated.power else ""
        marks = (*rated.exclusive, advanced, f"by {rated.aspect}" if rated.aspect else "")
        yield replace(action(rated.name, kind, rated), effect=", ".join(filter(None, marks)), own=rated.power)
    yield from map(strike, weaker)
    if not initiative.exclusive:
        yield action(use(initiative, "steal initiative"), "initiative", initiative)
    untrained = "untrained; advanced: no chance" if rules.advanced_descriptors else "untrained"
    yield replace(action("Anything else", "skill", character.untrained), effect=untrained)


def describe_roll_briefly(value: odds.Value) -> str:
    """Return what to roll, in short form; the back of the card explains trumps.

    >>> describe_roll_briefly(4), describe_roll_briefly(0), describe_roll_briefly(-5), describe_roll_briefly(None)
    ('2d6 product ≤ 4', '2d6: any 6', '1d6: a 6', 'no chance')
    """
    if value is None:
        return NO_CHANCE
    dice = odds.dice_rule(value).text
    if odds.uses_one_die(value):
        return f"{dice}: a 6"
    return f"{dice} product ≤ {value}" if value > 0 else f"{dice}: any 6"


# Fights.


def fighter(character: Character) -> Fighter:
    """Return a character as a fighter with one attack a round, who is out of the fight at 0 hit points."""
    taken = character.hit_points - character.noted("hit_points", character.hit_points)
    return Fighter(
        stamina=max(1, character.hit_points),  # at 0 they are unconscious
        unit="HP",
        state=State(max(0, taken)),
        dodges=character.dodges_per_round,
        first=_chance(character.best("steal initiative"), character.rules),
        remark="Down is 0 HP: unconscious. Doubles tokens and healing are left out. The GM's side acts first; "
        "a player who steals the initiative acts before it.",
    )


def blow(attacker: Combatant[Character], target: Combatant[Character]) -> Blow:
    """Return an attack, which the target dodges if it can; by default of the best descriptor and strongest weapon.

    Harm is limited to the amount that kills from full hit points.
    """
    striker, struck = attacker.character, target.character
    attack, weapon = attacker.strike or next(actions(striker)).strike
    dodge = struck.best("dodge")
    bare = _chance(attack, striker.rules)
    hit = bare * (1 - _chance(dodge, struck.rules))
    last = max(1, struck.hit_points - DEAD_AT)
    name = "Untrained attack" if attack is striker.untrained else attack.name
    dealt = partial(_dealt, bonus=weapon.damage_bonus, armor=struck.armor_value, last=last)
    # The GM names the aspect of each action (ruling FBF-Q20), so without a usual one the real chance is not known.
    shifted = (striker.rules.aspects and not attack.aspect) or (struck.rules.aspects and not dodge.aspect)
    number = struck.dodges_per_round
    remarks = [
        "The best attack goes with the strongest weapon, of any kind (house default)." if not attacker.strike else "",
        "The first attack of a round that hits is dodged if it can be, and further ones are not."
        if number == 1
        else f"The first {number} attacks of a round that hit are dodged if they can be, and no further ones.",
        "An attack or a dodge goes by no usual aspect, and is computed without one." if shifted else "",
    ]
    return Blow(
        what=f"{name} with {weapon.name[:1].lower()}{weapon.name[1:]}",
        hit=hit,
        dealt=dealt(hit),
        undodged=Undodged(hit=bare, dealt=dealt(bare)),
        exact=not shifted,
        remark=" ".join(filter(None, remarks)),
    )


def _chance(rated: Rated, rules: Rules) -> Fraction:
    return odds.chance(rated.rolled(rules))


@lru_cache(odds.REMEMBERED)
def _dealt(hit: Fraction, bonus: int, armor: int, last: int) -> Mapping[Harm, Fraction]:
    """Return the chance of each amount of harm; ``last`` includes all higher amounts."""
    through = {amount: hit * chance for amount, chance in odds.damage_table(bonus, armor, last) if chance}
    return points({**through, 0: through.get(0, Fraction(0)) + 1 - hit})


FIGHT: Fight[Character] = Fight(fighter=fighter, blow=blow)


# The card.


def card(character: Character) -> Card:
    """Return the card of a character: attack and dodge first, then the descriptors from best to poor."""
    rules = character.rules
    _, weapon = next(actions(character)).strike
    # Weaknesses are among the notes, and untrained initiative is *Anything else*.
    weak = [rated for rated in character.descriptors if rated.value <= rules.poor_value]
    left_out = {("skill", rated.name) for rated in weak}
    trained = {rated.name for rated in character.descriptors}
    shown = (
        action
        for action in actions(character)
        if (action.kind, action.name) not in left_out and (action.kind != "initiative" or action.name in trained)
    )
    # Two tracks: hit points, and hit points below 0, whose last box means dead.
    lost = character.hit_points - character.noted("hit_points", character.hit_points)
    standing, below = max(0, character.hit_points - DYING_BELOW), DYING_BELOW - DEAD_AT
    poor = (f"{rated.name} ({describe_roll_briefly(rated.rolled(rules))})" for rated in weak)
    aspects = (f"{rating} {name}" for name, rating in character.aspects.items() if rating != "average")
    xp = character.points["xp"]
    return cards.card(
        character,
        numbers=(
            Number(label="HP", value=str(character.hit_points)),
            Number(label="Armor", value=str(character.armor_value), below=character.armor or "none worn"),
            Number(label="Damage", value=odds.describe_damage(weapon.damage_bonus), below=weapon.name),
            Number(label="Dodges", value=str(character.dodges_per_round), below=character.off_hand or "a round"),
        ),
        actions=shown,
        tracks=(
            cards.track("HP", standing, lost),
            cards.track("Dying", below, lost - standing, (("dying", below - 1), ("dead", 1))),
        ),
        notes=(
            ("Weakness", "; ".join(poor)),
            ("Aspects", ", ".join(aspects)),
            ("Carries", cards.format_equipment(character.equipment)),
            ("XP", f"{xp.available} left of {xp.budget}" if character.ledger else ""),
        ),
        back=how(rules),
        ladder=cards.ladder("Chances", {signed(rank): odds.chance(rank) for rank in list_ladder_values()}),
        foot=" · ".join((BOOK, *cards.name_active_options(rules, "aspects", "advanced_descriptors"))),
    )
