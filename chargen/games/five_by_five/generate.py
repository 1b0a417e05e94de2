"""Lawful strangers: descriptors and hit points as they are dealt, aspects, gear, and experience spent."""

from collections.abc import Mapping
from random import Random

from chargen.core.names import fold
from chargen.core.npc import NpcSpec
from chargen.games.five_by_five import pins
from chargen.games.five_by_five.advancement import LEDGER
from chargen.games.five_by_five.concept import ASPECTS, Concept
from chargen.games.five_by_five.dealing import Lists, dealt
from chargen.games.five_by_five.rules import Rules
from chargen.games.five_by_five.words import arms, lists

SHIELDED = 4
"""One in so many carries a shield (ours)."""
SMALL_THINGS = 2
"""How many small things somebody carries (ours)."""
ORDER = (
    *("system", "name", "player", "concept", "portrait", "campaign", "rules", "waive"),
    *("descriptors", "hit_points", "aspects", "weapons", "armor", "shield", "off_hand", "equipment"),
    *("notes", "advancement", "stated", "state"),
)
"""The keys of a concept in the order in which they are read best."""
COMPLETED = ("descriptors", "hit_points", "aspects")
"""The keys of which a part may be pinned and the rest drawn."""


def generate(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """A lawful stranger after a brief, as the plain data of a concept.

    The same state of ``random`` gives the same person. The values are the book's set in a drawn order; the poor
    one is a weakness, or hit points in one case of eight (ours). Raises Unlawful where the pins allow nobody.
    """
    pins.refuse(spec, rules)
    words = lists(spec.words, rules)
    halves = [random.choice(words[each]) for each in ("occupation", "manner") if words[each]]
    values = dealt(random, rules, spec, words)
    made: dict[str, object] = {
        "system": "five-by-five",
        "name": spec.name,
        "concept": " ".join(halves),
        **values,
        **_aspects(random, rules, spec),
        **_gear(random, rules, spec, words, values),
        **{key: pin for key, pin in spec.pins.items() if pin is not None and key not in COMPLETED},
    }
    if spec.experience is not None:
        bought = LEDGER.spend(random, rules, spec, Concept.model_validate(made))
        made["advancement"] = [*spec.entries("advancement"), *bought]
    return {key: made[key] for key in ORDER if key in made}


def _aspects(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """As many superior as inferior ones: those that are pinned are made up for.

    Where none is pinned, half of all strangers have one of each (ours).
    """
    written = spec.pins.get("aspects")
    if not rules.aspects:
        return {} if written is None else {"aspects": written}
    pinned = spec.pinned.aspects
    opened = [name for name in ASPECTS if name not in pinned]
    ratings = list(pinned.values())
    ahead = ratings.count("superior") - ratings.count("inferior")
    drawn = random.sample(opened, len(opened))
    added: dict[str, object] = dict.fromkeys(drawn[: abs(ahead)], "inferior" if ahead > 0 else "superior")
    if not pinned and random.randrange(2) == 0:
        added = {drawn[0]: "superior", drawn[1]: "inferior"}
    return {"aspects": {**(written or {}), **added}} if added or written is not None else {}


def _attacks(pinned: Concept, values: Mapping[str, object]) -> list[str]:
    """The descriptors that improve attacks, the best first."""
    settled, descriptors = pinned.descriptors or {}, values["descriptors"]
    assert isinstance(descriptors, dict)
    return [
        name
        for name, made in descriptors.items()
        if ("attack" in settled[name].exclusive if name in settled else _is_attack(made))
    ]


def _is_attack(made: object) -> bool:
    return isinstance(made, dict) and made.get("exclusive") == "attack"


def _gear(
    random: Random, rules: Rules, spec: NpcSpec[Concept], words: Lists, values: Mapping[str, object]
) -> dict[str, object]:
    """Gear for what is not pinned: the weapon that goes with an attack.

    Where an archetype lists weapons, only those `arms` count that are its own as well.
    """
    fitting = arms(spec.words, rules)
    armed = [fitting[fold(name)] for name in _attacks(spec.pinned, values) if fold(name) in fitting]
    weapons = [word for word in words["weapon"] if fold(word) != "trained fist"]
    gear: dict[str, object] = {}
    if armed and ("arms" in spec.words.model_fields_set or not spec.words.weapon):
        gear["weapons"] = [armed[0]]
    elif weapons:
        gear["weapons"] = [random.choice(weapons)]
    if words["armor"]:
        gear["armor"] = random.choice(words["armor"])
    if random.randrange(SHIELDED) == 0 and not {"shield", "off_hand"} & spec.pins.keys():
        gear["shield"] = True
    gear["equipment"] = random.sample(words["equipment"], min(SMALL_THINGS, len(words["equipment"])))
    return gear
