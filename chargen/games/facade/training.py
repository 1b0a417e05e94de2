"""Which skill a roll is made with: the rolls that the text names, and the attacks of a weapon.

A roll adds what is there: an attribute, a specialty, its focus and its broad skill; what is missing counts 0. So the
deepest skill that somebody has is found here, and everything on its path adds up.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from chargen.core.identity_key import IdentityKey
from chargen.games.facade import armory, skills
from chargen.games.facade.armory import singular
from chargen.games.facade.concept import Weapon
from chargen.games.facade.rules import Rules

USUAL = "agility"
"""The attribute of attacks and dodges where their skill names none (part 3, Dramatic Combat)."""

_ByName: TypeAlias = Mapping[str, Sequence[skills.Path]]


class Index(NamedTuple):
    """The skills of somebody by name, in the singular."""

    called: _ByName
    """Those of that name, at any height."""
    within: _ByName
    """The same, and what stands inside them."""


class Fit(NamedTuple):
    """The skill that an attack is made with."""

    path: skills.Path
    own: bool
    """Whether it is called like the attack, or was named beside it; else it is of its family, or Martial."""


@lru_cache(maxsize=8)
def by_name(held: IdentityKey[skills.Tree]) -> Index:
    """Return the skills of somebody by name, listed once for the rules, the sheet, and all weapons."""
    called: dict[str, list[skills.Path]] = {}
    within: dict[str, list[skills.Path]] = {}
    for path in held.value:
        names = [*map(singular, path)]
        called.setdefault(names[-1], []).append(path)
        for name in dict.fromkeys(names):
            within.setdefault(name, []).append(path)
    return Index(called, within)


def deepest(names: Sequence[str], index: Index, sums: Mapping[skills.Path, int]) -> skills.Path | None:
    """Return the skill of a roll whose names the text gives, the nearest first; None where somebody has none of them.

    What stands inside the first counts as well: Torture by its specialty Pain. ``sums`` adds up the levels of a path.
    """
    for place, name in enumerate(names):
        paths = (index.called if place else index.within).get(singular(name), ())
        if paths:
            return max(paths, key=lambda path: sums[path])
    return None


def used_with(
    arm: armory.Arm, index: Index, tree: skills.Tree, sums: Mapping[skills.Path, int], rules: Rules
) -> Fit | None:
    """Return the skill that a weapon or an unarmed attack is used with; None where somebody is untrained with it.

    That is the one named beside it, or of its own name, or of its family, or the broad skill of all attacks.
    """

    def best(paths: Sequence[skills.Path]) -> skills.Path:
        return max(paths, key=lambda path: (len(path), sums[path]))

    named = skills.called(arm.skill, tree) if arm.skill else ()
    if own := named or [path for name in arm.names for path in index.called.get(singular(name), ())]:
        return Fit(best(own), own=True)
    of_fights = fighting(IdentityKey(rules))
    for name in (*arm.families, *rules.named_skills.attack):
        called = index.called.get(singular(name), ())
        of_family = [path for path in called if singular(path[0]) in of_fights] or [
            path for path in called if skills.attribute(path, tree) in (USUAL, None)
        ]
        if of_family:
            return Fit(best(of_family), own=False)
    return None


def fits(weapon: Weapon, tree: skills.Tree, rules: Rules) -> bool:
    """Return whether somebody with these skills has one for a weapon."""
    index, sums = by_name(IdentityKey(tree)), dict.fromkeys(tree, 0)
    return used_with(armory.used(weapon, rules), index, tree, sums, rules) is not None


@lru_cache(maxsize=8)
def fighting(book: IdentityKey[Rules]) -> frozenset[str]:
    """Return the names of fighting skills: a smith's Blades, in another broad skill, are none with a knife (ours)."""
    rules = book.value
    armed = [row.families for row in (*rules.melee_weapons, *rules.ranged_weapons)]
    bare = [row.families for row in rules.unarmed_attacks]
    return frozenset(map(singular, chain(rules.named_skills.attack, *armed, *bare)))
