"""Define how characters fight. The dice and the order of stress are in the text; the number of hits is a house default.

Players roll all the dice. A character strikes with its best ability in `ATTACKS`; each success is a hit. A character
meets the move of a card with its best ability in `DEFENSES`. A failure takes the hits in the move's effect, and each
problem is one more hit. Extra successes have no other use here, so all except the needed one are given up for disaster
dice.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from chargen.game.fight import Blow, Combatant, Fight, Fighter, State, points
from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.character import Ability, Character
from chargen.games.roll_when_you_need.concept import DEGREES, Move
from chargen.games.roll_when_you_need.odds import EVERYTHING, Pool, Task
from chargen.games.roll_when_you_need.reference import describe_surroundings
from chargen.games.roll_when_you_need.rules import Rules
from chargen.kit.texts import read_texts
from chargen.text.names import fold

ATTACKS = ("Brawling", "Guns", "Melee")
"""The abilities to attack with (house default; the text names no use for any)."""
DEFENSES = ("Athletics", "Brawling", "Gymnastics", "Melee")  # The abilities to defend with (house default)
UNIT = "stress"
_BOXES = re.compile(r"(\w+) (?:box(?:es)? of )?physical stress")
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

_REMARKS: Mapping[str, str] = read_texts(__file__)["fight"]


def fighter(character: Character) -> Fighter:
    """Return the number of hits that a character can take: boxes, consequences, and the hit that takes out."""
    # The ledger may have lowered the ability after the boxes were ticked.
    boxes = min(character.noted("physical_stress"), character.physical_stress)
    taken = len(character.consequences)
    # A card has no consequences to take. What its file has marked anyway is in the state below, so it counts here as
    # well and changes nothing.
    stamina = character.physical_stress + (taken if character.is_npc else len(DEGREES)) + 1
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
        return _strike(attacker.strike or best_attack(one), one.rules, other)
    # Players roll all dice (RWN-g1): a move is met by the rules and the abilities of its target.
    moves = [attacker.strike] if attacker.strike is not None else physical_moves(one.moves)
    blows = [] if other.is_npc else [_move(move, other) for move in moves]
    # Which move an enemy chooses is the GM's decision; the hardest one is assumed.
    return max(blows, key=lambda blow: blow.mean, default=None)


FIGHT: Fight[Character] = Fight(
    fighter=fighter, blow=blow, ours="the text says neither what a hit is nor who acts when"
)


def describe_party(characters: Sequence[Character]) -> Iterator[tuple[str, str]]:
    """Yield the qualities of places and situations at the table of a party."""
    # Characters of one table share its surroundings, which are listed once.
    tables = {character.rules.surroundings: character.rules for character in characters}
    for rules in tables.values():
        yield from describe_surroundings(rules)


def best_attack(character: Character) -> Ability:
    """Return the best ability to attack with."""
    return _best(character, ATTACKS)


def best_defense(character: Character) -> Ability:
    """Return the best ability to defend with."""
    return _best(character, DEFENSES)


def physical_moves(moves: Sequence[Move]) -> list[Move]:
    """Return the moves whose effect names physical stress; if no move names stress, all moves (house default)."""
    if any("stress" in fold(move.effect) for move in moves):
        return [move for move in moves if "physical stress" in fold(move.effect)]
    return list(moves)


def hits(move: Move) -> int:
    """Return the hits of a move if the roll fails: the physical stress in its effect, else one (house default).

    >>> [hits(Move(effect=effect)) for effect in ("2 physical stress", "Two boxes of physical stress", "You fall")]
    [2, 2, 1]
    """
    boxes = _BOXES.search(fold(move.effect))
    if boxes is None:
        return 1
    number = boxes[1]
    return int(number) if number.isdecimal() else _NUMBERS.get(number, 1)


def _best(character: Character, names: tuple[str, ...]) -> Ability:
    """Return the best of some abilities; if the table uses none of them, the best of all."""
    spellings, own = set(map(fold, names)), character.own()
    fitting = [ability for ability in own if fold(ability.name) in spellings]
    # A table may have replaced the twenty abilities by its own, of which none is called like these.
    return max(fitting or own or [Ability(name="no ability", rating=0)], key=lambda ability: ability.rating)


def _dice(ability: Ability) -> str:
    return f"{ability.name} {ability.rating}"


def _blow(what: str, harm: Mapping[int, Fraction], remark: str) -> Blow:
    return Blow(what=what, hit=1 - harm.get(0, Fraction(0)), dealt=points(harm), exact=False, remark=_REMARKS[remark])


def _strike(ability: Ability, rules: Rules, target: Character) -> Blow:
    # In the first half of the text one success does it, however hard the target: the difficulty only adds disaster
    # dice.
    harm = strike_harm(ability.rating, _guard(target) if rules.difficulty_is_successes else 1, rules)
    return _blow(_dice(ability), harm, "strike_by_successes" if rules.difficulty_is_successes else "strike")


def _guard(target: Character) -> int:
    """Return the difficulty to hit a character: the hardest move, else the best defense (house default)."""
    if target.is_npc:
        return max((move.difficulty or 0 for move in target.moves), default=1)
    return max(best_defense(target).rating, 1)


def _move(move: Move, target: Character) -> Blow:
    rules = target.rules
    ability = best_defense(target)
    harm = move_harm(ability.rating, move.difficulty or 0, hits(move), rules)
    what = f"{move.name} {move.difficulty}, met with {_dice(ability)}"
    return _blow(what, harm, "move_by_successes" if rules.difficulty_is_successes else "move")


@lru_cache(maxsize=512)
def strike_harm(ability: int, needed: int, rules: Rules) -> Mapping[int, Fraction]:
    """Return the chance of each number of hits: the last success needed is a hit, and so is each further one.

    >>> {hits: str(chance) for hits, chance in strike_harm(2, 1, Rules()).items()}
    {0: '4/9', 1: '4/9', 2: '1/9'}
    """
    pool = Pool.of(ability, rules)
    harm: dict[int, Fraction] = {}
    for successes in range(pool.automatic, pool.most + 1):
        # Too few successes are no hit, and none of them is left over for later.
        _add(harm, max(successes - needed + 1, 0), pool.exactly(successes))
    return harm


@lru_cache(maxsize=512)
def move_harm(ability: int, difficulty: int, failed: int, rules: Rules) -> Mapping[int, Fraction]:
    """Return the chance of each number of hits by a move against a character with an ability.

    ``failed`` is the number of hits if the roll fails.

    >>> {hits: str(chance) for hits, chance in move_harm(1, 2, 1, Rules()).items()}
    {0: '2/9', 1: '5/9', 2: '2/9'}
    """
    task = Task.of(ability, difficulty, rules)
    harm: dict[int, Fraction] = {}
    for successes, _, chance in odds.faces_shown(task.pool):
        given = EVERYTHING.spent(successes, task.disaster)
        left = Pool.of(task.disaster - given, rules)
        # The move lands on a failure, which no sacrifice causes; its problems hurt in any case, as a success may have
        # trouble too.
        lost = failed if successes < task.needed else 0
        for problems in range(left.automatic, left.most + 1):
            _add(harm, lost + problems, chance * left.exactly(problems))
    return dict(sorted(harm.items()))


def _add(harm: dict[int, Fraction], hits: int, chance: Fraction) -> None:
    if chance:
        harm[hits] = harm.get(hits, Fraction(0)) + chance
