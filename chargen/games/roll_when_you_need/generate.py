"""A lawful stranger: somebody with a trade, or an enemy's card, drawn around what is pinned."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from chargen.core.names import did_you_mean, fold, listing
from chargen.core.npc import Infeasible, NpcSpec, refuse
from chargen.games.roll_when_you_need import creation
from chargen.games.roll_when_you_need.advancement import KEY, LEDGER
from chargen.games.roll_when_you_need.concept import Concept
from chargen.games.roll_when_you_need.pins import gained, judge, stress_abilities
from chargen.games.roll_when_you_need.ratings import begun, draw
from chargen.games.roll_when_you_need.rules import Rules
from chargen.games.roll_when_you_need.words import Named, WholeQuality, Words
from chargen.kit.checks import unknown

CARD_DIFFICULTIES = ((1, 3), (2, 4), (3, 5), (4, 6))
"""The difficulties of an enemy's moves, by how dangerous the enemy is (ours)."""
NUMBER_OF_TALENTS = (1, 1, 2)
"""How many talents a stranger has, one as likely as another (ours)."""
QUALITIES, QUALITIES_OF_A_CARD, THINGS = 2, 1, 3
"""How many qualities a stranger has, and an enemy's card, and how many things a stranger carries (ours)."""
ORDER = (
    *("system", "name", "player", "concept", "portrait", "campaign", "rules", "abilities", "qualities", "talents"),
    *("consequences", "moves", "equipment", "notes", "advancement", "waive", "stated", "state"),
)
"""The keys as a file has them, from top to bottom."""

N = TypeVar("N", Named, WholeQuality)


def generate(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Somebody who checks without a finding, as plain data with the keys of a file.

    Pinned moves make an enemy's card. A list that is pinned is whole, but for entries that are left empty, and what is
    left out of a pinned quality or move; a mapping is completed.
    """
    judge(spec, rules)
    made: dict[str, Any] = {**spec.pins, "system": KEY, "name": spec.pins.get("name", spec.name)}
    if spec.pinned.moves:
        _draw_enemy(random, made, spec, rules)
    else:
        _draw_person(random, made, spec, rules)
    if spec.experience is not None:
        made["advancement"] = [
            *spec.entries("advancement"),
            *LEDGER.spend(random, rules, spec, Concept.model_validate(made)),
        ]
    ordered = [key for key in ORDER if key in made]
    return {key: made[key] for key in (*ordered, *(key for key in made if key not in ORDER))}


def _draw_person(random: Random, made: dict[str, Any], spec: NpcSpec[Concept], rules: Rules) -> None:
    words: Words = spec.words
    trade = _trade(random, spec)
    if "concept" not in made:
        made["concept"] = f"{trade} {random.choice(words.wants)}"
    ratings = begun(spec, rules)
    draw(random, ratings, _abilities_of(trade, words, rules), spec, rules)
    made["abilities"] = {**spec.pins.get("abilities", {}), **ratings.written()}
    if rules.ability_points is None:
        made["rules"] = {**spec.pins.get("rules", {}), "ability_points": ratings.steps()}
    taken = _names(spec.pinned.talents) | gained(spec)
    made["qualities"] = _qualities(random, QUALITIES, taken, spec)
    taken |= {fold(each["name"]) for each in made["qualities"] if isinstance(each, dict)}
    made["talents"] = _talents(random, taken, spec)
    if "equipment" not in made:
        made["equipment"] = list(map(_described, random.sample(words.things, min(THINGS, len(words.things)))))


def _draw_enemy(random: Random, made: dict[str, Any], spec: NpcSpec[Concept], rules: Rules) -> None:
    words: Words = spec.words
    if "concept" not in made:
        made["concept"] = random.choice(words.foes)
    danger = _danger(random, spec)
    ratings = begun(spec, rules)
    stress = stress_abilities(rules).values()
    for name, rating in zip(stress, (danger + 1, random.randint(1, len(CARD_DIFFICULTIES))), strict=True):
        if name in ratings.now and name not in ratings.held and ratings.lowest[name] <= ratings.highest[name]:
            ratings.listed.add(name)
            ratings.now[name] = min(max(rating, ratings.lowest[name]), ratings.highest[name])
    made["abilities"] = {**spec.pins.get("abilities", {}), **ratings.written()}
    made["moves"] = _moves(random, danger, spec, rules)
    made["qualities"] = _qualities(random, QUALITIES_OF_A_CARD, _names(spec.pinned.talents) | gained(spec), spec)
    if "talents" in made:
        taken = gained(spec) | {fold(each["name"]) for each in made["qualities"] if isinstance(each, dict)}
        made["talents"] = _talents(random, taken, spec)


# A trade, and the abilities that go with it.


def _trade(random: Random, spec: NpcSpec[Concept]) -> str:
    """The trade with which a pinned concept begins, else one that is drawn."""
    trades = spec.words.trades
    concept = fold(spec.pinned.concept)
    meant = [each for each in trades if concept.startswith(fold(each))]
    drawn: str = random.choice(list(trades))
    return max(meant, key=len) if meant else drawn


def _abilities_of(trade: str, words: Words, rules: Rules) -> list[str]:
    """A trade's abilities that the table plays, by the names of the rules. A name that no book has is refused."""
    found = []
    for index, spelt in enumerate(words.trades[trade]):
        name = rules.ability(spelt)
        if name is not None:
            found.append(name)
        elif _BOOK.ability(spelt) is None:
            finding = unknown(spelt, rules.vocabulary, "words", "trades", trade, index)
            refuse((finding,))
    return found


_BOOK = Rules()


# Qualities, talents, moves and things.


def _names(things: Iterable[Any]) -> set[str]:
    return {fold(each.name) for each in things if each.name}


def _described(thing: Named) -> Any:
    return {"name": thing.name, "effect": thing.effect} if thing.effect else thing.name


def _drawn(random: Random, number: int, among: Sequence[N], taken: set[str], key: str) -> list[N]:
    """So many of a list that are not there yet, or as many as there are."""
    if not number:
        return []
    left = list({name: each for each in among if (name := fold(each.name)) not in taken}.values())
    if not left:
        hint = f"give more of them under `words: {{{key}: […]}}`, or pin all"
        raise Infeasible((key,), f"everything that could be drawn for `{key}` is there already", hint)
    return random.sample(left, min(number, len(left)))


def _qualities(random: Random, number: int, taken: set[str], spec: NpcSpec[Concept]) -> list[Any]:
    """The pinned ones, each with both its sides; or so many that are drawn."""
    words: Words = spec.words
    if "qualities" not in spec.pins:
        return [each.model_dump() for each in _drawn(random, number, words.qualities, taken, "qualities")]
    pinned = spec.pinned.qualities
    empty = sum(each.name is None for each in pinned)
    new = iter(_drawn(random, empty, words.qualities, taken | _names(pinned), "qualities"))
    made: list[Any] = []
    for index, (plain, quality) in enumerate(zip(spec.entries("qualities"), pinned, strict=True)):
        if quality.name is None:
            if (drawn := next(new, None)) is None:
                raise Infeasible(("qualities", index), "no quality is left to be drawn here", "name it")
            made.append({**drawn.model_dump(), **_told(plain)})
        else:
            made.append(_completed(plain, quality.name, ("benefit", "drawback"), words.qualities))
            _refuse_half(quality, made[-1], index, words)
    return made


def _refuse_half(quality: Any, made: Any, index: int, words: Words) -> None:
    """Raise `Infeasible` for a pinned quality that has not both sides, and whose name is none of ours."""
    told = _told(made)
    whole = quality.model_copy(update={side: told.get(side) or getattr(quality, side) for side in _SIDES})
    known = listing(each.name for each in words.qualities)
    for finding in creation.lopsided(whole, "qualities", index):
        hint = did_you_mean(quality.name, [each.name for each in words.qualities], f"{finding.hint}; known are {known}")
        raise Infeasible(finding.path, finding.message, hint)


_SIDES = ("benefit", "drawback")


def _talents(random: Random, taken: set[str], spec: NpcSpec[Concept]) -> list[Any]:
    words: Words = spec.words
    if "talents" not in spec.pins:
        drawn = _drawn(random, random.choice(NUMBER_OF_TALENTS), words.talents, taken, "talents")
        return list(map(_described, drawn))
    pinned = spec.pinned.talents
    empty = sum(each.name is None for each in pinned)
    new = iter(_drawn(random, empty, words.talents, taken | _names(pinned), "talents"))
    made: list[Any] = []
    for index, (plain, talent) in enumerate(zip(spec.entries("talents"), pinned, strict=True)):
        if talent.name is not None:
            made.append(plain)
        elif (found := next(new, None)) is not None:
            made.append({**found.model_dump(), **_told(plain)})
        else:
            raise Infeasible(("talents", index), "no talent is left to be drawn here", "name it")
    return made


def _told(plain: Any) -> dict[str, Any]:
    """What an entry says, without the keys that are left empty."""
    return {key: value for key, value in plain.items() if value is not None} if isinstance(plain, dict) else {}


def _completed(plain: Any, name: str, sides: Sequence[str], known: Sequence[Named | WholeQuality]) -> Any:
    """An entry with what is known of its name, where it says nothing of it; a bare name is spelt out for that."""
    said = _told(plain) if isinstance(plain, dict) else {"name": plain}
    meant = next((each for each in known if fold(each.name) == fold(name)), None)
    folded = set(map(fold, said))
    missing = {side: getattr(meant, side) for side in sides if fold(side) not in folded} if meant else {}
    return {**said, **missing} if missing else plain


def _danger(random: Random, spec: NpcSpec[Concept]) -> int:
    """How dangerous an enemy is, from 0 on: by the hardest of its pinned moves, else drawn."""
    drawn = random.randrange(len(CARD_DIFFICULTIES))
    hardest = max((each.difficulty for each in spec.pinned.moves if each.difficulty is not None), default=None)
    if hardest is None:
        return drawn
    return next((danger for danger, (_, high) in enumerate(CARD_DIFFICULTIES) if hardest <= high), drawn)


def _moves(random: Random, danger: int, spec: NpcSpec[Concept], rules: Rules) -> list[Any]:
    """The pinned moves, each with a name, a difficulty and what is known of its effect."""
    words: Words = spec.words
    pinned = spec.pinned.moves
    empty = sum(each.name is None for each in pinned)
    new = iter(_drawn(random, empty, words.moves, _names(pinned), "moves"))
    easiest = min((each.rating for each in rules.difficulties), default=1)
    low, high = (max(difficulty, easiest) for difficulty in CARD_DIFFICULTIES[danger])
    made: list[Any] = []
    for index, (plain, move) in enumerate(zip(spec.entries("moves"), pinned, strict=True)):
        difficulty = random.randint(low, high)
        if move.name is None:
            if (found := next(new, None)) is None:
                raise Infeasible(("moves", index), "no move is left to be drawn here", "name it")
            entry: Mapping[str, Any] = {"name": found.name, "difficulty": difficulty, "effect": found.effect}
            made.append({**entry, **_told(plain)})
        else:
            entry = {"name": move.name, "difficulty": difficulty} if move.difficulty is None else {}
            made.append({**entry, **_told(_completed(plain, move.name, ("effect",), words.moves))})
    return made
