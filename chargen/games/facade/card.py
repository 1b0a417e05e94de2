"""A Façade character on a card: what it attacks and defends with, what it does best, and what it takes."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from chargen.games.facade import odds
from chargen.games.facade.actions import actions
from chargen.games.facade.body import LimitPool
from chargen.games.facade.character import Character
from chargen.games.facade.concept import Background, Modifier
from chargen.games.facade.fight import can_hit, find_strikes
from chargen.games.facade.reference import ON_A_CARD, how
from chargen.games.facade.rules import BOOK, MIDDLE_DIFFICULTY
from chargen.kit import cards
from chargen.page.card import WORN, Card, Number
from chargen.page.roll import signed

LADDER = cards.ladder(
    f"Trait, against {MIDDLE_DIFFICULTY}",
    {str(trait): odds.chance(trait, MIDDLE_DIFFICULTY) for trait in range(4, 23, 2)},
)
"""The trait totals whose chances are on the back (house default)."""
TRACKS = ("deadly", "crushing", "bruising")
TIRING = ("strain", "fatigue")  # The limit pools that a fight fills
ZONES = {"plain": "free", "double": "least difficulty", "dashed": "Will", "heavy": "fails"}
"""What the parts of a pool are called, by how their boxes are drawn."""


def card(character: Character) -> Card:
    """Return the character on a card."""
    rules = character.rules
    return cards.card(
        character,
        numbers=_numbers(character),
        actions=actions(character),
        tracks=(
            *(cards.track(kind.capitalize(), character.health[kind], character.noted(kind)) for kind in TRACKS),
            *(
                cards.track(pool.name.capitalize(), pool.boxes, character.noted(pool.name), _zones(pool))
                for pool in character.limit_pools
                if pool.name in TIRING
            ),
        ),
        notes=_notes(character),
        back=how(rules, ON_A_CARD),
        ladder=LADDER,
        foot=BOOK + (", simple combat" if rules.combat == "simple" else ""),
    )


def _numbers(character: Character) -> Iterator[Number]:
    """Yield Action as it is worn first, which is initiative and what attacks have to reach."""
    rolled = [("action", "to be hit", character.initiative, character.initiative_in_armor)]
    rolled += [
        (total.name, character.pool(total.name).name, character.bare_totals[total.name].value, total.value)
        for total in character.category_totals
        if total.name != "action"
    ]
    for name, below, bare, worn in rolled:
        unlike = "" if bare == worn else f"; {bare} bare"
        yield Number(label=name.capitalize(), value=str(worn), below=below + unlike)


def _zones(pool: LimitPool) -> Iterator[tuple[str, int]]:
    """Below the threshold, from there to its double, and from there as far as Will carries: as on the sheet."""
    for frame, levels in groupby(range(1, pool.boxes + 1), lambda level: pool.zone(level)[1]):
        yield ZONES[frame], len(tuple(levels))


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    """Yield the notes: gear without an effect comes last, because a small card cuts the last ones first."""

    def owned(things: Iterable[Modifier | Background], level: Callable[[int], str]) -> str:
        named = ((f"{thing.name} {level(thing.level or 0)}".strip(), thing.effect) for thing in things)
        return "; ".join(cards.format_entry(name, effect) for name, effect in named)

    # What a piece covers and stops; its name is among the gear.
    covers = ((piece, f", Red. {piece.reduction}" if piece.reduction else "") for piece in character.armor)
    yield WORN, "; ".join(f"{', '.join(piece.covers)}: {piece.protects}{more}" for piece, more in covers)
    ties = [background for background, _ in character.backgrounds]
    yield "Trouble", owned((tie for tie in ties if tie.liability), lambda level: str(level or ""))
    yield "Traits", owned((modifier for modifier, _ in character.modifiers), signed)
    yield "Backgrounds", owned((tie for tie in ties if not tie.liability), lambda level: str(level or ""))
    worn = (piece.name for piece in character.armor)
    gear = (cards.format_equipment(character.equipment), *_list_unusable_weapons(character), *worn)
    yield "Gear", "; ".join(filter(None, gear))


def _list_unusable_weapons(character: Character) -> Iterable[str]:
    """Weapons that hit no one of middling Action, for want of a skill; each once, held or thrown."""
    weapons: dict[str, bool] = {}
    for strike in find_strikes(character):
        arm = strike[0].arm
        # Held and thrown are one thing that is carried; it is of use if either can hit.
        if not arm.unarmed:
            weapons[arm.names[0]] = weapons.get(arm.names[0], False) or can_hit(strike)
    return (name for name, hits in weapons.items() if not hits)
