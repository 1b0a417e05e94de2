"""What a character of Roll When You Need does at the table: its actions, its fights, and its card.

The dice of a fight and the order of stress are in the text; the number of hits is a house default. Players roll all the
dice. A character strikes with its best ability in `ATTACKS`; each success is a hit. It meets the move of a card with
its best ability in `DEFENSES`. A failure takes the hits in the move's effect, and each problem is one more hit. Extra
successes have no other use here, so all except the needed one are given up for disaster dice.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from chargen.game.fight import Blow, Combatant, Fight, Fighter, State, points
from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.character import Ability, Character, dice_met
from chargen.games.roll_when_you_need.creation import DEGREES
from chargen.games.roll_when_you_need.odds import EVERYTHING, UNTROUBLED, Pool, Task
from chargen.games.roll_when_you_need.reference import USUAL_DICE, back, describe_surroundings
from chargen.games.roll_when_you_need.rules import Rules
from chargen.games.roll_when_you_need.sheet import highlights
from chargen.kit import cards
from chargen.kit.cards import lower_first_letter
from chargen.kit.texts import read_texts
from chargen.page.action import Action, ActionHarm, Kind
from chargen.page.card import Card
from chargen.page.roll import in_percent
from chargen.text.names import fold

ATTACKS = ("Brawling", "Guns", "Melee")
"""The abilities to attack with (house default; the text names no use for any)."""
DEFENSES = ("Athletics", "Brawling", "Gymnastics", "Melee")  # The abilities to defend with (house default)
UNIT = "stress"
_BOXES = re.compile(r"(\w+) (?:box(?:es)? of )?physical stress")
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

_REMARKS: Mapping[str, str] = read_texts(__file__)["fight"]


def actions(character: Character) -> Iterator[Action]:
    """Yield the moves of an NPC's card; else attack, defence, other trained abilities, and everything else."""
    rules = character.rules
    # Moves have the odds of a player who has the usual dice.
    for move in character.advanced.concept.moves:
        difficulty = move.difficulty or 0
        rule = odds.task_rule(Task.of(USUAL_DICE, difficulty, rules))
        yield Action(
            name=move.name or "",
            kind="move",
            rule=rule,
            against=f"difficulty {difficulty}",
            brief=f"{rule.text} against {difficulty}",
            chance_of=UNTROUBLED,
            effect=move.effect,
            own=True,
            strike=move,
        )
    if character.is_npc:
        return

    def use(name: str, kind: Kind, ability: Ability) -> Action:
        rating, needed = ability.rating, rules.usual_successes
        pool = Pool.of(rating, rules)
        more = pool.successes.at_least(needed + 1)
        # "Any 5 or 6" would be wrong where one success is not enough, or where some come without dice.
        several = needed > 1 or pool.automatic
        target = f"{needed} × {rules.lowest_success}+" if several else pool.faces
        added = f"+{pool.automatic}" if pool.automatic else ""
        return Action(
            name=name,
            kind=kind,
            rule=odds.ability_rule(rating, rules),
            against=target if pool.dice or pool.automatic else "",
            brief=f"{pool.dice}d{pool.sides}{added}: {target}" if several else str(pool),
            effect=f"{odds.name_several(rules)} {in_percent(more)}" if more else "",
            strike=ability,
        )

    strikes, guards = _best(character, ATTACKS), _best(character, DEFENSES)
    # Each success is a hit (house default). One is enough also where difficulties are numbers of successes, as the
    # target is not known here.
    harm = ActionHarm.landed(f"1 {UNIT} a success", strike_harm(strikes.rating, 1, rules))
    yield replace(use(strikes.name, "attack", strikes), harm=harm)
    # Brawling and Melee serve for both, and two actions of one name would be the same action for scripts.
    yield use(f"{guards.name}, in defence" if guards == strikes else guards.name, "defence", guards)
    for ability in character.trained():
        if ability not in (strikes, guards):
            yield use(ability.name, "skill", ability)
    if character.untrained():
        yield use("Everything else", "skill", Ability("", rules.start))


def _best(character: Character, names: tuple[str, ...]) -> Ability:
    """Return the best of some abilities; if the table uses none of them, the best of all."""
    spellings, own = set(map(fold, names)), character.own()
    fitting = [ability for ability in own if fold(ability.name) in spellings]
    # A table may have replaced the twenty abilities by its own, of which none is called like these.
    return max(fitting or own or [Ability("no ability", 0)], key=lambda ability: ability.rating)


# Fights.


def fighter(character: Character) -> Fighter:
    """Return the number of hits that a character can take: boxes, consequences, and the hit that takes out."""
    # The ledger may have lowered the ability after the boxes were ticked.
    physical, _ = character.stress["physical"]
    boxes = min(character.noted("physical_stress"), physical)
    taken = len(character.consequences)
    # A card has no consequences to take. What its file has marked anyway is in the state below, so it counts here as
    # well and changes nothing.
    stamina = physical + (taken if character.is_npc else len(DEGREES)) + 1
    return Fighter(
        stamina=stamina,
        unit=UNIT,
        state=State(stamina if character.ticked("taken_out") else boxes + taken),
        is_card=character.is_npc,
        remark=_REMARKS["card" if character.is_npc else "character"],
    )


def blow(attacker: Combatant[Character], target: Combatant[Character]) -> Blow | None:
    """Return the effect of a turn of the attacker on the target; None between two cards, because neither rolls.

    Players roll all dice, so the rules of the target apply to the move of a card.
    """
    one, other = attacker.character, target.character
    if not one.is_npc:
        ability, rules = attacker.strike or _best(one, ATTACKS), one.rules
        # In the first half of the text one success does it, however hard the target: the difficulty only adds disaster
        # dice. In the second, it is that of the target's hardest move, else its best defense (house default).
        needed = 1
        if rules.difficulty_is_successes and other.is_npc:
            needed = max((move.difficulty or 0 for move in other.advanced.concept.moves), default=1)
        elif rules.difficulty_is_successes:
            needed = max(_best(other, DEFENSES).rating, 1)
        return _blow(f"{ability.name} {ability.rating}", strike_harm(ability.rating, needed, rules), "strike", rules)
    if other.is_npc:
        return None
    # Players roll all dice (RWN-g1): a move is met by the rules and the abilities of its target.
    ability, rules = _best(other, DEFENSES), other.rules
    moves = [attacker.strike] if attacker.strike is not None else one.advanced.concept.moves
    if attacker.strike is None and any("stress" in fold(move.effect) for move in moves):
        # Moves that name other stress do not hurt; where no move names any, all do (house default).
        moves = [move for move in moves if "physical stress" in fold(move.effect)]
    blows = []
    for move in moves:
        what = f"{move.name} {move.difficulty}, met with {ability.name} {ability.rating}"
        harm = move_harm(ability.rating, move.difficulty or 0, hits(move.effect), rules)
        blows.append(_blow(what, harm, "move", rules))
    # Which move an enemy chooses is the GM's decision; the hardest one is assumed.
    return max(blows, key=lambda blow: blow.mean, default=None)


def _blow(what: str, harm: Mapping[int, Fraction], kind: str, rules: Rules) -> Blow:
    remark = _REMARKS[f"{kind}_by_successes" if rules.difficulty_is_successes else kind]
    return Blow(what=what, hit=1 - harm.get(0, Fraction(0)), dealt=points(harm), exact=False, remark=remark)


FIGHT: Fight[Character] = Fight(
    fighter=fighter, blow=blow, ours="the text says neither what a hit is nor who acts when"
)


def describe_party(characters: Sequence[Character]) -> Iterator[tuple[str, str]]:
    """Yield the qualities of places and situations at the table of a party."""
    # Characters of one table share its surroundings, which are listed once.
    for surroundings in dict.fromkeys(character.rules.surroundings for character in characters):
        yield from describe_surroundings(surroundings)


def hits(effect: str) -> int:
    """Return the hits of a move of some effect if the roll fails: the physical stress in it, else 1 (house default).

    >>> [hits(effect) for effect in ("2 physical stress", "Two boxes of physical stress", "You fall")]
    [2, 2, 1]
    """
    boxes = _BOXES.search(fold(effect))
    if boxes is None:
        return 1
    number = boxes[1]
    return int(number) if number.isdecimal() else _NUMBERS.get(number, 1)


@lru_cache(maxsize=512)
def strike_harm(ability: int, needed: int, rules: Rules) -> Mapping[int, Fraction]:
    """Return the chance of each number of hits: the last success needed is a hit, and so is each further one.

    >>> {hits: str(chance) for hits, chance in strike_harm(2, 1, Rules()).items()}
    {0: '4/9', 1: '4/9', 2: '1/9'}
    """
    # Too few successes are no hit, and none of them is left over for later.
    return dict(Pool.of(ability, rules).successes.map(lambda successes: max(successes - needed + 1, 0)))


@lru_cache(maxsize=512)
def move_harm(ability: int, difficulty: int, failed: int, rules: Rules) -> Mapping[int, Fraction]:
    """Return the chance of each number of hits by a move against a character with an ability.

    ``failed`` is the number of hits if the roll fails.

    >>> {hits: str(chance) for hits, chance in move_harm(1, 2, 1, Rules()).items()}
    {0: '2/9', 1: '5/9', 2: '2/9'}
    """
    task = Task.of(ability, difficulty, rules)
    harm: dict[int, Fraction] = defaultdict(Fraction)
    for successes, left, chance in EVERYTHING.played(task):
        # The move lands on a failure, which no sacrifice causes; its problems hurt in any case, as a success may have
        # trouble too.
        lost = failed if successes < task.needed else 0
        for problems, of_these in left.successes:
            harm[lost + problems] += chance * of_these
    return dict(sorted(harm.items()))


# The card.


def card(character: Character) -> Card:
    """Return the card of an enemy with moves, or of a complete character."""
    rules, needed = character.rules, character.rules.usual_successes
    boxes = ((f"{kind.capitalize()} stress", number) for kind, (number, _) in character.stress.items())
    tracks = [cards.track(title, number, character.noted(title)) for title, number in boxes if number]
    if not character.is_npc:
        zones = (*((degree, 1) for degree in DEGREES), ("out", 1))
        filled = len(zones) if character.ticked("taken_out") else len(character.consequences)
        tracks.append(cards.track("Consequences", len(zones), filled, zones))
    # The dice and the designer's ideas that the table uses, if they differ from the first half of the text.
    in_force = cards.name_active_options(rules, "difficulty_is_successes", "take_time")
    if (rules.die, rules.lowest_success) != (_BOOK.die, _BOOK.lowest_success):
        in_force = [f"d{rules.die} from {rules.lowest_success}", *in_force]
    return cards.card(
        character,
        numbers=cards.numbers(highlights(character)),
        actions=actions(character),
        rolls_title=f"Moves: {UNTROUBLED}, {USUAL_DICE} dice" if character.is_npc else "",
        tracks=tracks,
        notes=_notes(character),
        back=back(rules),
        ladder=cards.ladder(
            "Dice" if needed == 1 else f"Dice, for {needed} successes",
            {str(dice): Pool.of(dice, rules).successes.at_least(needed) for dice in dice_met(rules)},
        ),
        foot=", ".join(in_force),
    )


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    concept = character.advanced.concept
    hurts = (f"{degree}: {words}" if words else degree for degree, words in character.consequences.items())
    yield "Hurt", "; ".join(hurts)
    for_and_against = (
        f"{quality.name} ({lower_first_letter(quality.benefit)}, but {lower_first_letter(quality.drawback)})"
        for quality in concept.qualities
    )
    yield "Qualities", "; ".join(for_and_against)
    talents = (cards.format_entry(talent.name, lower_first_letter(talent.effect)) for talent in concept.talents)
    yield "Talents", "; ".join(talents)
    yield "Carries", cards.format_equipment(character.equipment)
    # Of an NPC, the abilities that give no stress boxes.
    sources = [name for _, name in character.stress.values()]
    own = character.own() if character.is_npc else ()
    others = (ability for ability in own if ability.name in character.listed and ability.name not in sources)
    yield "Abilities", ", ".join(f"{ability.name} {ability.rating}" for ability in others)
    left = character.points["xp"].available
    yield "XP", f"{left} left" if left else ""


_BOOK = Rules()
