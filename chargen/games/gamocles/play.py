"""List what a Gamocles character can do, on paper, on a card, and in `chargen encounter`.

The text lacks the chapter on combat, so attack rules are house defaults.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from chargen.game.fight import Blow, Combatant, Fight, Fighter, State, points
from chargen.games.gamocles import odds
from chargen.games.gamocles import rules as book
from chargen.games.gamocles.character import DEFENSIVE, OFFENSIVE, SIDES, Character, Rating, Side
from chargen.games.gamocles.odds import CRITICAL, FUMBLE, Pool
from chargen.games.gamocles.rules import BARE_WOUNDS, COMBAT, DEFENCE, SKILLS, TRAITS, UNARMED
from chargen.kit import cards
from chargen.kit.attacks import Strike
from chargen.kit.texts import fill_texts
from chargen.page.action import Action, Kind
from chargen.page.card import Card, Number
from chargen.page.roll import SUCCESS, percent, signed

HOW = fill_texts(__file__, "how", book=book)
"""The explanation of checks: a heading and a text each."""
RATINGS = "Ratings"
"""The part of it that a card does not have."""
HARDER = 5
"""The difference between the second target number of a check and the sheet's target number (house default)."""
USUAL_SKILL, MOST_TRAIT = 2, 5
"""The skill, and the highest trait, of the table of chances on the back of a card (house default)."""
BLOW, CRITICAL_BLOW = 1, 2  # The wounds of a blow, and of a critical blow (house default)
_NO_BREAK = "\u00a0"


def actions(character: Character, *, with_traits: bool = True) -> Iterator[Action]:
    """Yield the checks of the first weapon and armour, further pools, the skills, other gear, and traits alone.

    A skill is shown with the best trait; the Boss may call for another. The best skill comes first.
    """
    target = character.rules.sheet_tn
    harder = target + HARDER
    traits = sorted(character.traits, key=lambda trait: -character.traits[trait])

    def check(name: str, kind: Kind, pool: Pool, trait: str = "", effect: str = "", **more: Any) -> Action:
        what = FUMBLE if pool.fumbles else f"{pool} ≥ {target}" if pool.rolled else "total 0"
        return Action(
            name=name,
            kind=kind,
            rule=odds.dice_rule(pool, target),
            against=f"TN {target}",
            brief=f"{trait} {what}".strip(),
            effect=", ".join(
                filter(None, (effect, f"TN{_NO_BREAK}{harder}: {percent(pool.success(harder))}{_NO_BREAK}%"))
            ),
            **more,
        )

    def rated(side: Side, rating: Rating) -> Action:
        # No skill has a trait of its own (ruling GAM-Q10), so each is shown at its best.
        effect, pool = f"{side.short}{_NO_BREAK}{signed(rating.number)}", character.pool(traits[0], side.skill)
        strike = rating if side is OFFENSIVE else None
        return check(f"{side.skill}: {rating.gear}", side.kind, pool, traits[0], effect, strike=strike)

    for side in SIDES:
        yield rated(side, character.ratings[side][0])
    for name, call in character.further:
        yield check(name, "power", call.thrown, own=True)
    # Skills of 0 all have the same odds: the checks of traits without a skill show them once.
    others = [skill for skill, value in character.skills.items() if value and skill not in (COMBAT, DEFENCE)]
    for skill in sorted(others, key=lambda skill: -character.skills[skill]):
        yield check(skill, "skill", character.pool(traits[0], skill), traits[0])
    for side in SIDES:
        for rating in character.ratings[side][1:]:
            yield rated(side, rating)
    for bare in traits if with_traits else ():
        yield check(f"{bare}, no skill", "skill", Pool.check(character.traits[bare], 0).thrown)


def _fight_texts(target: int = 0) -> dict[str, str]:
    """Return what a card and an encounter say of fights, with the target number of equal ratings."""
    words = {"bare": BARE_WOUNDS, "blow": BLOW, "critical": CRITICAL_BLOW, "tn": target}
    return dict(fill_texts(__file__, "fight", **words))


def card(character: Character) -> Card:
    """Return the card; each skill is shown with its best trait, though the Boss may call for another trait."""
    rules = character.rules
    offensive, defensive = (character.ratings[side][0] for side in SIDES)
    # The chapter on combat is not in the text, so only a number that the table has set is shown without this remark.
    origin = "" if rules.wound_boxes else " (house default)"
    target = rules.sheet_tn
    pools = [Pool.check(trait, USUAL_SKILL).thrown for trait in range(1, MOST_TRAIT + 1)]
    variations = (
        cards.format_entry(
            variation.name, ". ".join(part.rstrip(".") for part in (variation.effect, variation.why) if part)
        )
        for variation in character.advanced.concept.variations
    )
    skills = sorted(character.skills.items(), key=lambda skill: -skill[1])
    scores = {**character.traits, **{name: value for name, value in skills if value}}
    # The book's abbreviations leave the line below them to a variation's effect.
    short = {**TRAITS.file.short, **SKILLS.file.short}
    return cards.card(
        character,
        numbers=(
            Number(label="Offence", value=signed(offensive.number), below=offensive.gear),
            Number(label="Defence", value=signed(defensive.number), below=defensive.gear),
        ),
        # Checks of a trait alone follow from the scores among the notes.
        actions=actions(character, with_traits=False),
        tracks=(cards.track(f"Wounds{origin}", character.wounds, character.noted("wounds")),),
        # Without the gear that is shown beside the two ratings.
        notes=(
            ("Variations", "; ".join(variations)),
            ("Scores", " · ".join(f"{short[name]}{_NO_BREAK}{signed(value)}" for name, value in scores.items())),
            ("Gear", cards.format_equipment(character.equipment)),
        ),
        back=(*(part for part in HOW if part[0] != RATINGS), ("A blow (house default)", _fight_texts(target)["card"])),
        ladder=cards.ladder(f"Against {target}", {str(pool): pool.success(target) for pool in pools}),
    )


def fighter(character: Character) -> Fighter:
    """Return the wounds that a character can take, and one attack a round."""
    return Fighter(
        stamina=character.wounds,
        unit="wounds",
        state=State(character.noted("wounds")),
        remark="" if character.rules.wound_boxes else _fight_texts()["character"],
    )


def blow(attacker: Combatant[Character], target: Combatant[Character]) -> Blow:
    """Return the best Combat check and weapon, or the chosen weapon, against the best Defensive Rating.

    The target number is `sheet_tn` plus Defensive Rating minus Offensive Rating (house default).
    """
    striker = attacker.character
    equal = striker.rules.sheet_tn
    offensive = attacker.strike or max(striker.ratings[OFFENSIVE], key=lambda rating: rating.number)
    defensive = max(target.character.ratings[DEFENSIVE], key=lambda rating: rating.number)
    to_reach = equal + defensive.number - offensive.number
    # By harm and not by the chance to hit: a trait that keeps more dice may hit as often and be critical more often.
    strikes = [Strike(trait, harm(striker.pool(trait, COMBAT), to_reach)) for trait in striker.traits]
    best = max(strikes, key=lambda strike: strike.mean)
    pool = striker.pool(best.name, COMBAT)
    weapon = UNARMED if offensive.gear == UNARMED else f"with {offensive.gear}"
    return Blow(
        what=f"{best.name} {COMBAT} {pool} {weapon}",
        hit=pool.success(to_reach),
        dealt=points(best.harm),
        exact=False,
        remark=_fight_texts(equal)["blow"],
    )


@lru_cache(maxsize=4096)
def harm(pool: Pool, to_reach: int) -> Mapping[int, Fraction]:
    """Return the chance of each number of wounds that a check deals against a target number."""
    chance = pool.against(to_reach)
    hit, critical = chance[SUCCESS], chance[CRITICAL]
    chances = {0: 1 - hit, BLOW: hit - critical, CRITICAL_BLOW: critical}
    return {wounds: chance for wounds, chance in chances.items() if chance or not wounds}


FIGHT: Fight[Character] = Fight(fighter=fighter, blow=blow, ours="the text lacks the chapter on combat")
