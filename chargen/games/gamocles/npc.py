"""Propose NPCs: numbers within the limits and budgets of the table, and words from lists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from chargen.game.npc import NpcMaker, NpcSpec
from chargen.games.gamocles import creation, scores
from chargen.games.gamocles import rules as book
from chargen.games.gamocles.concept import Concept, Gear, Scores, Variation
from chargen.games.gamocles.rules import Rules
from chargen.games.gamocles.scores import SIDES, Side
from chargen.games.gamocles.words import PLAIN_VARIATION, Words
from chargen.kit.allocation import Span, Sum, draw_nearest
from chargen.kit.checks import unknown
from chargen.kit.npc import Selection, draw_line
from chargen.kit.vocabulary import Name, Vocabulary
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import fold

LEAST_TRAIT = 1  # The lowest trait of an NPC: 0 gives a warning, because it keeps no dice

BEST = 4  # The first skill of a trade is drawn from the best quarter of `DRAWN_SKILLS` (house default)


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC: numbers from `DRAWN_TRAITS` and `DRAWN_SKILLS`, and gear and variations at random.

    The numbers are adjusted to the budgets of the table and to the requirements of variations, and so that no rating is
    below 0. If the table sets no budget, the NPC states its own sums as budgets, under `rules`.
    """
    words, pinned = spec.words, spec.pinned
    # Gear is drawn even where it is pinned, so that a pin does not shift the random numbers of what follows.
    weapon = _gear(random, words.weapons, book.UNARMED, 8, always=spec.is_player)
    armour = _gear(random, words.armour, book.UNARMOURED, 3, always=spec.is_player)
    needs = _rating_needs(
        pinned.variations,
        pinned.weapon if spec.fixes("weapon") else weapon,
        pinned.armour if spec.fixes("armour") else armour,
    )
    line, trade = draw_line(spec, words.trades, words.manners)
    spans = _skilled(_spans(pinned, rules), words.trades.get(trade, ()))
    values = draw_nearest(random, spans, [*_budgets(rules), *needs])
    # Variations come after the numbers: they are chosen among those that the numbers allow.
    variations: Sequence[Variation] = pinned.variations
    if not spec.fixes("variations"):
        variations = _variations(random, words.variations, values, needs, rules.variation_points)
    return {
        "concept": line,
        "rules": _built_on(values, variations, rules),
        "traits": _written(pinned.traits, values, book.TRAITS),
        "skills": _written(pinned.skills, {name: value for name, value in values.items() if value}, book.SKILLS),
        "weapon": weapon,
        "armour": armour,
        "variations": variations,
        "equipment": Selection(random, words, [trade]).choose(words.equipment, 2),
    }


def _gear(random: Random, listed: Sequence[Gear], bare: str, out_of: int, *, always: bool) -> tuple[Gear, ...]:
    """Return one piece of gear, in one of ``out_of`` cases none unless ``always``; never gear called ``bare``."""
    pieces = [gear for gear in listed if fold(gear.name or "") != bare]
    with_one = random.randrange(out_of) > 0 or always
    return (random.choice(pieces),) if pieces and with_one else ()


def _spans(pinned: Concept, rules: Rules) -> dict[str, Span]:
    """Return the range of each number; pinned variations raise the minimum."""
    fixed = scores.numbers(pinned.traits, book.TRAITS) | scores.numbers(pinned.skills, book.SKILLS)
    required = _required(pinned)
    spans = {}
    for names, drawn, lowest, highest in (
        (book.TRAITS, book.DRAWN_TRAITS, LEAST_TRAIT, rules.highest_trait),
        (book.SKILLS, book.DRAWN_SKILLS, rules.lowest_skill, rules.highest_skill),
    ):
        low = -book.LARGEST_SCORE if lowest is None else lowest
        # Limits that exclude each other are for the check of the rules to report; here a span must not be empty.
        high = max(low, book.LARGEST_SCORE if highest is None else highest)
        for name in names:
            if (value := fixed.get(name.full)) is not None:
                spans[name.full] = Span(value, value, drawn)
            else:
                # A requirement above the table's limit cannot be met: the rules report it for the highest number.
                spans[name.full] = Span(min(high, max(low, required.get(name.full, low))), high, drawn)
    return spans


def _skilled(spans: dict[str, Span], skills: Sequence[str]) -> dict[str, Span]:
    """Return the spans, with the skills of a trade drawn from the upper half, the first skill from the best quarter."""
    for place, name in enumerate(filter(None, map(book.EVERY.find, skills))):
        span = spans[name.full]
        if span.usual:
            best = sorted(span.usual)[-max(len(span.usual) // (2 if place else BEST), 1) :]
            spans[name.full] = span._replace(usual=best)
    return spans


def _required(pinned: Concept) -> dict[str, int]:
    """Return the minimum of each number that pinned variations require, also variations gained in the ledger."""
    required: dict[str, int] = {}
    asked = [
        least for variation in pinned.variations for least in scores.numbers(variation.requires, book.EVERY).items()
    ]
    # What a variation asks for in the ledger binds creation only for numbers that no earlier line has changed.
    changed = set()
    for line in pinned.advancement:
        if line.change is not None and (name := book.EVERY.find(line.change)) is not None:
            changed.add(name.full)
        if line.gain is not None:
            gained = scores.numbers(line.gain.requires, book.EVERY).items()
            asked += [(full, least) for full, least in gained if full not in changed]
    for full, least in asked:
        required[full] = max(least, required.get(full, least))
    return required


def _budgets(rules: Rules) -> Iterator[Sum[str]]:
    for names, budget in ((book.TRAITS, rules.trait_points), (book.SKILLS, rules.skill_points)):
        if budget is not None:
            yield Sum([name.full for name in names], budget, budget)


def _rating_needs(variations: Iterable[Variation], *gear: Sequence[Gear]) -> list[Sum[str]]:
    """Return the minimum sum of the traits and skills of each rating that keeps it at 0 or more with any gear."""
    return [
        # The 0 is the rating without gear, which everyone has as well.
        Sum(side.addends, -_added(side, variations) - min([0, *(piece.rating or 0 for piece in pieces)]))
        for side, pieces in zip(SIDES, gear, strict=True)
    ]


def _added(side: Side, variations: Iterable[Variation]) -> int:
    return sum(scores.modifier(variation, side) for variation in variations)


def _variations(
    random: Random,
    listed: Sequence[Variation],
    values: Mapping[str, int],
    needs: Sequence[Sum[str]],
    points: int | None,
) -> list[Variation]:
    """Return one or two variations that the numbers allow; their points add up to ``points``, if not None.

    If points must be spent and no variation is possible, `PLAIN_VARIATION` is used.
    """

    # Only a variation that lowers a rating can be refused here; the others leave what the numbers were drawn to meet.
    def is_bearable(variations: Sequence[Variation]) -> bool:
        return not any(
            (added := _added(side, variations)) < 0 and Sum(need.of, (need.least or 0) - added).lacking(values)
            for need, side in zip(needs, SIDES, strict=True)
        )

    number = random.randint(1, 2)
    chosen: list[Variation] = []
    for variation in random.sample(listed, len(listed)):
        if len(chosen) < number and _is_open(variation, values, chosen) and is_bearable((*chosen, variation)):
            chosen.append(variation)
    if points is None:
        return chosen
    if not chosen and points:
        chosen = [PLAIN_VARIATION]
    # The first one takes the remainder, so that the prices add up exactly.
    shares = [points // len(chosen)] * (len(chosen) - 1) if chosen else []
    return [
        variation.model_copy(update={"points": share})
        for variation, share in zip(chosen, (points - sum(shares), *shares), strict=False)
    ]


def _is_open(variation: Variation, values: Mapping[str, int], chosen: Iterable[Variation]) -> bool:
    """Return whether a variation can be taken: its prerequisites are met, and its name is new."""
    return not any(creation.unmet(variation, values)) and all(
        fold(other.name or "") != fold(variation.name or "") for other in chosen
    )


def _written(fixed: Scores | None, values: Mapping[str, int], among: Vocabulary[Name]) -> dict[str, int]:
    """Return the values in the order of the sheet, with the spelling of pinned names."""
    words = {among.find(word): word for word in reversed([*(fixed or {})])}
    return {words.get(name, name.key): values[name.full] for name in among if name.full in values}


def _built_on(values: Mapping[str, int], variations: Iterable[Variation], rules: Rules) -> dict[str, int]:
    """Return the points that an NPC spends where the table sets no budget, so that there is a budget to check."""
    sums = {
        "trait_points": sum(max(values[name.full], 0) for name in book.TRAITS),
        "skill_points": sum(values[name.full] for name in book.SKILLS),
        "variation_points": sum(variation.points for variation in variations),
    }
    # A sum beyond what the setting allows would make the file invalid; it is left out.
    return {
        name: spent for name, spent in sums.items() if getattr(rules, name) is None and abs(spent) <= book.LARGEST_SUM
    }


def word_errors(words: Words, rules: Rules) -> Iterator[Diagnostic]:
    """Find invalid variations among the words of an archetype, and trades with unknown skills."""
    for trade, skills in words.trades.items():
        for index, name in enumerate(skills):
            if book.EVERY.find(name) is None:
                yield unknown(name, book.EVERY, "trades", trade, index)
    if "variations" in words.model_fields_set:
        for index, variation in enumerate(words.variations):
            yield from creation.variation_terms(variation, rules, "variations", index)


GEAR = {"equipment": "equipment", "weapon": "weapons", "armour": "armour"}
NPC = NpcMaker(propose=propose, word_errors=word_errors, gear=GEAR)
