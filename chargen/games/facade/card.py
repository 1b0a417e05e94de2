"""A Façade character on a card: what it attacks and defends with, what it does best, and what it takes."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from chargen.games.facade import odds
from chargen.games.facade.actions import actions
from chargen.games.facade.body import LimitPool
from chargen.games.facade.character import Character
from chargen.games.facade.concept import Background, Modifier
from chargen.games.facade.fight import can_hit, find_strikes
from chargen.games.facade.reference import ON_A_CARD, how
from chargen.games.facade.rules import BOOK, MIDDLE_DIFFICULTY
from chargen.games.facade.tables import Armor
from chargen.kit import cards
from chargen.page.card import WORN, Card, CardTrack, Number
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
            *_pools(character),
        ),
        notes=_notes(character),
        back=how(rules, ON_A_CARD),
        ladder=LADDER,
        foot=BOOK + (", simple combat" if rules.combat == "simple" else ""),
    )


def _numbers(character: Character) -> Iterator[Number]:
    """Yield Action as it is worn first, which is initiative and what attacks have to reach."""
    worn = character.initiative_in_armor
    yield Number(label="Action", value=str(worn), below="to be hit" + _bare(character.initiative, worn))
    for total in character.category_totals:
        if total.name != "action":
            below = character.pool(total.name).name + _bare(character.bare_totals[total.name].value, total.value)
            yield Number(label=total.name.capitalize(), value=str(total.value), below=below)


def _bare(bare: int, worn: int) -> str:
    return "" if bare == worn else f"; {bare} bare"


def _pools(character: Character) -> Iterator[CardTrack]:
    for pool in character.limit_pools:
        if pool.name in TIRING:
            yield cards.track(pool.name.capitalize(), pool.boxes, character.noted(pool.name), _zones(pool))


def _zones(pool: LimitPool) -> Iterator[tuple[str, int]]:
    """Below the threshold, from there to its double, and from there as far as Will carries: as on the sheet."""
    for frame, levels in groupby(range(1, pool.boxes + 1), lambda level: pool.zone(level)[1]):
        yield ZONES[frame], len(tuple(levels))


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    """Yield the notes: gear without an effect comes last, because a small card cuts the last ones first."""
    yield WORN, "; ".join(map(_describe_armor, character.armor))
    yield "Trouble", _describe_backgrounds(character, liability=True)
    modifiers = [modifier for modifier, _ in character.modifiers]
    yield "Traits", "; ".join(_describe_owned(modifier, signed(modifier.level or 0)) for modifier in modifiers)
    yield "Backgrounds", _describe_backgrounds(character, liability=False)
    worn = (piece.name for piece in character.armor)
    gear = (cards.format_equipment(character.equipment), *_list_unusable_weapons(character), *worn)
    yield "Gear", "; ".join(filter(None, gear))


def _describe_backgrounds(character: Character, *, liability: bool) -> str:
    ties = [background for background, *_ in character.backgrounds if background.liability is liability]
    return "; ".join(_describe_owned(tie, str(tie.level or "")) for tie in ties)


def _list_unusable_weapons(character: Character) -> Iterable[str]:
    """Weapons that hit no one of middling Action, for want of a skill; each once, held or thrown."""
    weapons: dict[str, bool] = {}
    for strike in find_strikes(character):
        arm = strike[0].arm
        # Held and thrown are one thing that is carried; it is of use if either can hit.
        if not arm.unarmed:
            weapons[arm.names[0]] = weapons.get(arm.names[0], False) or can_hit(strike)
    return (name for name, hits in weapons.items() if not hits)


def _describe_armor(piece: Armor) -> str:
    """Return what a piece covers and stops; its name is among the gear, which a small card cuts first."""
    reduction = f", Red. {piece.reduction}" if piece.reduction else ""
    return f"{', '.join(piece.covers)}: {piece.protects}{reduction}"


def _describe_owned(thing: Modifier | Background, level: str) -> str:
    return cards.format_entry(f"{thing.name} {level}".strip(), thing.effect)
