"""A character in numbers for the world outside: statistics, rolls with their odds, and what pencils change."""

from typing import Any

from chargen.core.names import unique_slugs
from chargen.core.roll import Odds, Roll
from chargen.core.system import Tracker
from chargen.systems.facade import body, odds
from chargen.systems.facade.body import LimitPool
from chargen.systems.facade.character import HITS_PER_BOX, KINDS, LOCATIONS, MOST_CARRIED_OVER, Attack, Character, Total
from chargen.systems.facade.reckoning import sum_of
from chargen.systems.facade.rules import Rules


def stats(character: Character, rules: Rules) -> dict[str, Any]:
    """The derived numbers by their public names."""
    running = character.running
    health = character.values["health"]
    found: dict[str, Any] = {
        **character.categories,
        "height_inches": character.height_inches,
        "weight_pounds": character.weight_pounds,
        **character.health,
        "initiative": character.initiative,
        "passive_defense": character.initiative_in_armor,
        "initiative_in_armor": character.initiative_in_armor,
        "sprint_feet_per_second": running.feet_per_second,
        "run_miles_per_minute": float(running.miles_per_minute),
        "slow_run_miles_per_hour": running.slow_miles_per_hour,
        "stroll_miles_per_hour": float(running.stroll_miles_per_hour),
        "running_check_every": running.every,
        "load_pounds": dict(character.loads) if character.loads is not None else None,
        "limit_pools": {
            pool.name: {"threshold": pool.threshold, "double": pool.double} for pool in character.limit_pools
        },
        "limit_pools_with_will": {
            pool.name: pool.with_will for pool in character.limit_pools if pool.with_will is not None
        },
        "wound_penalties": dict(character.wound_penalties),
        "healing": {
            "untreated": body.healing(health, rules),
            "bed_rest": body.healing(health, rules, bed=True),
            "strenuous": max(0, health + rules.strenuous),
        },
        **{name: total.value for name, total in character.named.items()},
        "feat_of_strength_pounds": character.feat_of_strength,
        "attacks": [_attack(each) for each in (*character.attacks, *character.unarmed)],
        "armor": [
            {
                "armor": piece.name,
                "protects": piece.protects,
                "reduction": piece.reduction,
                "covers": "/".join(piece.covers) or "—",
            }
            for piece in character.armor
        ],
        "hit_table": {
            each.arm.name: odds.blows(each.total.value, rules.defenders_action)
            for each in (*character.attacks, *character.unarmed)
            if each.skill is not None or not each.arm.unarmed
        },
    }
    for area in character.reckoning.areas:
        found[f"{area.name.lower()}_reckoning"] = sum_of(area)
    if rules.automatic_success:
        found["automatic_success"] = {
            identity: {
                "minimal": odds.automatic(total.value, rules.automatic_minimal) or 0,
                "minor": odds.automatic(total.value, rules.automatic_minor) or 0,
            }
            for identity, total in _rolled(character)
        }
    return found


def _attack(attack: Attack) -> dict[str, Any]:
    arm = attack.arm
    return {
        "weapon": arm.name,
        "damage": arm.damage,
        "extra_strain": arm.extra_strain,
        "usable": arm.usable,
        **({"reach": arm.reach} if arm.reach else {}),
        "trait": attack.total.value,
        "skill": attack.skill.name if attack.skill else "untrained",
    }


def _rolled(character: Character) -> list[tuple[str, Total]]:
    """Every trait total that has a roll of its own, with its id."""
    totals = [*character.category_totals, *character.attribute_totals]
    totals += [each.total for each in character.specialties if each.total is not None]
    return list(zip(unique_slugs(total.name for total in totals), totals, strict=True))


def rolls(character: Character, rules: Rules) -> list[Roll]:
    """Each category, attribute and specialty with an attribute, with all its odds."""
    difficulties = tuple(dict.fromkeys(rules.standing_difficulties))
    return [
        Roll(
            id=identity,
            label=total.name.capitalize() if total.name == total.attribute or not total.attribute else total.name,
            value=total.value,
            roll=odds.roll_text(total.value),
            odds=_odds(total, character, difficulties),
        )
        for identity, total in _rolled(character)
    ]


def _odds(total: Total, character: Character, difficulties: tuple[int, ...]) -> Odds:
    """The standing odds, those under a full limit pool, and those by the category where it is the higher one."""
    pool = character.pool(total.category)
    found: dict[str, Any] = dict(odds.standing(total.value, difficulties))
    found["under_full_pool"] = odds.under_full_pool(total.value, pool.threshold, difficulties)
    category = character.total(total.category).value
    if total.attribute is not None and category > total.value:
        found["by_category"] = odds.all_by_category(category, total.value, difficulties)
    return found


def trackers(character: Character, rules: Rules) -> list[Tracker]:
    """What pencils change in play."""
    found = [
        Tracker(name=pool.name, title=pool.name.capitalize(), high=pool_boxes(pool)) for pool in character.limit_pools
    ]
    found += [Tracker(name=kind, title=kind.capitalize(), high=levels) for kind, levels in character.health.items()]
    found += [
        Tracker(name=f"{location}_hits_{kind}", title=f"{location.capitalize()}: {kind} hits", high=HITS_PER_BOX)
        for location in LOCATIONS
        for kind in KINDS
    ]
    found += [
        Tracker(name="active_used", title="Active action used", yes_or_no=True),
        Tracker(name="passive_used", title="Passive action used", yes_or_no=True),
        Tracker(name="fatigue_from_yesterday", title="Fatigue from yesterday", high=MOST_CARRIED_OVER),
    ]
    return found


def pool_boxes(pool: LimitPool) -> int:
    """How many boxes a limit pool has on the sheet: to its double, or as far as Will carries it."""
    return pool.double if pool.with_will is None else pool.with_will
