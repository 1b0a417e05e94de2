"""Make the card of a Gamocles character: ratings, best checks, wounds and equipment."""

from collections.abc import Iterator

from chargen.games.gamocles.actions import skilled_actions
from chargen.games.gamocles.character import Character, wounds
from chargen.games.gamocles.fight import BLOW, CRITICAL_BLOW
from chargen.games.gamocles.odds import Pool
from chargen.games.gamocles.rules import SHORT
from chargen.games.gamocles.sheet import HOW, RATINGS
from chargen.kit import cards
from chargen.page.card import Card, Number
from chargen.page.roll import signed

USUAL_SKILL, MOST_TRAIT = 2, 5
"""The skill, and the highest trait, of the table of chances on the back (house default)."""
_NO_BREAK = "\u00a0"


def card(character: Character) -> Card:
    """Return the card; each skill is shown with its best trait, though the Boss may call for another trait."""
    rules = character.rules
    offensive, defensive = character.offensive[0], character.defensive[0]
    # The chapter on combat is not in the text, so only a number that the table has set is shown without this remark.
    origin = "" if rules.wound_boxes else " (house default)"
    target = rules.sheet_tn
    # How `chargen encounter` fights.
    blow = (
        f"Combat against TN {target} + the target's DR − your OR: {BLOW} wound, a critical {CRITICAL_BLOW}. "
        "All act at once; out at the last box."
    )
    pools = [Pool.check(trait, USUAL_SKILL).thrown for trait in range(1, MOST_TRAIT + 1)]
    return cards.card(
        character,
        numbers=(
            Number(label="Offence", value=signed(offensive.number), below=offensive.gear),
            Number(label="Defence", value=signed(defensive.number), below=defensive.gear),
        ),
        # Checks of a trait alone follow from the scores among the notes.
        actions=skilled_actions(character),
        tracks=(cards.track(f"Wounds{origin}", wounds(character), character.noted("wounds")),),
        notes=_notes(character),
        back=(*(part for part in HOW if part[0] != RATINGS), ("A blow (house default)", blow)),
        ladder=cards.ladder(f"Against {target}", {str(pool): pool.success(target) for pool in pools}),
    )


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    """Yield the notes, without the gear that is shown beside the two ratings."""
    variations = (
        cards.format_entry(
            variation.name, ". ".join(part.rstrip(".") for part in (variation.effect, variation.why) if part)
        )
        for variation in character.variations
    )
    yield "Variations", "; ".join(variations)
    skills = sorted(character.skills.items(), key=lambda skill: -skill[1])
    scores = {**character.traits, **{name: value for name, value in skills if value}}
    # The book's abbreviations leave the line below them to a variation's effect.
    yield "Scores", " · ".join(f"{SHORT[name]}{_NO_BREAK}{signed(value)}" for name, value in scores.items())
    yield "Gear", cards.format_equipment(character.equipment)
