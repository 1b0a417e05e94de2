"""Define the word lists of NPCs; chargen's own lists are in presets/words/."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import TypeAlias

from chargen.game.concept import Text
from chargen.game.npc import Words as AnyWords
from chargen.game.resources import own_words
from chargen.games.five_by_five import creation
from chargen.games.five_by_five.concept import Weapon
from chargen.games.five_by_five.rules import KEY, Rules, armor_table, weapon_table
from chargen.kit.checks import unknown
from chargen.kit.npc import NO_TRADES, Trades
from chargen.schema.model import Several
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import fold


class Words(AnyWords):
    """Lists of descriptors by their use, of trades and manners, and of gear.

    If the list of other descriptors or of weaknesses is too short, the game's own list is used as well.
    """

    attack: Several[Text] = ()
    """Descriptors that improve attacks. Everyone has one."""
    dodge: Several[Text] = ()
    """Descriptors that improve dodges."""
    healing: Several[Text] = ()
    """Descriptors that improve healing."""
    steal_initiative: Several[Text] = ()
    """Descriptors that improve stealing the initiative."""
    other: Several[Text] = ()
    """Descriptors for everything else."""
    weakness: Several[Text] = ()
    """Descriptors for the poor value, also for a weakness that replaces a traded one."""
    advanced: Several[Text] = ()
    """Descriptors for things that the untrained cannot do (option `advanced_descriptors`)."""
    power: Several[Text] = ()
    """Spells and super powers (option `advanced_descriptors`)."""
    occupation: Trades = NO_TRADES
    """Occupations, the first half of the concept line, each with matching descriptors."""
    manner: Several[Text] = ()
    """What distinguishes an NPC from others of the same occupation: the second half of the concept line."""
    arms: Mapping[str, Weapon] = {}
    """The weapon for a descriptor, carried by an NPC who attacks with the descriptor.

    A word that excludes `shield` needs both hands, and a word that needs `shield` always comes with one.
    """
    fights: bool | None = None
    """Whether an NPC lives by fighting: attacks get the best of the values that are drawn, or, if false, the lowest.

    By default any of them.
    """
    weapon: Several[Text] = ()
    """Weapons of the book's table, for NPCs whose attack has no weapon in `arms`.

    By default: the weapon in `arms`, or any weapon that adds 1 to 4 to damage.
    """
    armor: Several[Text] = ()
    """Armour of the book's table, one of which is worn. By default: the classes of value 1 to 4."""
    equipment: Several[Text] = ()
    """Small items, two of which are carried."""

    def __hash__(self) -> int:
        """Return a hash that is cheap to compute, because words are keys of caches."""
        return hash((self.attack, self.other, self.weakness))


LOWEST_BONUS, HIGHEST_BONUS = 1, 4
"""The damage bonus of an NPC's weapon, and the value of an NPC's armour (house default)."""
LISTS = tuple(
    field for field in Words.model_fields if field not in ("arms", "excludes", "fights", "needs", "occupation")
)
"""The names of the fields that are lists."""
NAMELESS = ("weapon", "armor", "equipment", "manner")  # The lists without descriptors


@cache
def default_words() -> Words:
    """Return the game's own lists."""
    words: Words = own_words(Words, KEY)
    return words


Lists: TypeAlias = Mapping[str, tuple[str, ...]]


@lru_cache(64)
def lists(words: Words, rules: Rules) -> Lists:
    """Return the lists to draw from, without the words that the rules of the table forbid."""
    drawn = {
        # A table may call a word of chargen's own lists too general, or lack a weapon of them: such words are left out
        # silently, and errors are for the words of an archetype.
        field: tuple(word for word in getattr(words, field) if not any(_find_errors(field, word, rules)))
        for field in LISTS
    }
    # Of moderate damage, and no fists, which no one carries.
    moderate = [row for row in rules.weapons if LOWEST_BONUS <= row.damage_bonus <= HIGHEST_BONUS]
    drawn["weapon"] = drawn["weapon"] or tuple(item for row in moderate for item in row.items if "fist" not in item)
    drawn["armor"] = drawn["armor"] or tuple(
        row.name.lower() for row in rules.armor if LOWEST_BONUS <= row.armor_value <= HIGHEST_BONUS
    )
    return drawn


@lru_cache(64)
def arms(words: Words, rules: Rules) -> Mapping[str, Weapon]:
    """Return the weapons in `arms` that the table knows, by the folded name of the descriptor."""
    return {fold(name): weapon for name, weapon in words.arms.items() if weapon.bonus_in(rules) is not None}


def find_word_errors(words: Words, rules: Rules) -> tuple[Diagnostic, ...]:
    """Return errors for words of an archetype that no NPC can have."""
    errors = [
        replace(diagnostic, path=(field, index), key=False)
        for field in LISTS
        if field in words.model_fields_set
        for index, word in enumerate(getattr(words, field))
        for diagnostic in _find_errors(field, word, rules)
    ]
    for name, weapon in words.arms.items():
        if weapon.bonus_in(rules) is None and default_words().arms.get(name) != weapon:
            hint = f"add its number: {{name: {weapon.name}, damage_bonus: 2}}"
            errors.append(unknown(weapon.name or "", weapon_table(rules), "arms", name, hint=hint))
    return tuple(errors)


def _find_errors(field: str, word: str, rules: Rules) -> Iterator[Diagnostic]:
    if field == "weapon" and rules.damage_bonus(word) is None:
        yield unknown(word, weapon_table(rules), hint="pin `weapons` with a name and a damage bonus")
    if field == "armor" and rules.armor_value(word) is None:
        yield unknown(word, armor_table(rules), hint="pin `armor` with a name and an armour value")
    # A descriptor is not needed here: only its name is checked, which the path carries.
    if field not in NAMELESS:
        yield from creation.check_name(word)
        yield from creation.too_general(None, rules, field, word)
