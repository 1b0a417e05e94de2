"""Compute the tree of skills: broad skills, focus skills inside them, specialties inside those, and their levels.

In the standard method, every level is stated. In the cascade, only SP on specialties are stated, and levels are
computed top-down, so that the order of purchases does not matter (ruling FAC-Q10).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import floor
from typing import NamedTuple, TypeAlias, TypeVar

from chargen.game.identity_cache import cache_by_identity
from chargen.games.facade import rules as book
from chargen.games.facade.concept import BARE, Broad, Focus, Skill, Specialty
from chargen.games.facade.rules import Catalogue, Rules
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.names import fold, listing

Path: TypeAlias = tuple[str, ...]
"""The place of a skill in the tree: the names of its broad skill, focus and specialty."""

HEIGHTS = ("broad", "focus", "specialty")
HIGHEST = 4  # The highest level of a skill at any height (FAC-a11)
PARTED = ">"  # The separator of the steps of a path in a ledger


class Branch(NamedTuple):
    """A skill as stated in the file."""

    path: Path
    level: float | None = None
    points: float | None = None
    attribute: str | None = None
    bare: bool = False  # Whether a bare number was written, which the cascade reads as SP
    unread: bool = False  # Whether its level or its SP could not be read

    @property
    def name(self) -> str:
        """Return the last name of its path."""
        return self.path[-1]

    @property
    def height(self) -> str:
        """Return the height: broad, focus or specialty."""
        return HEIGHTS[len(self.path) - 1]


Tree: TypeAlias = Mapping[Path, Branch]
"""Every skill by its path, parents before their children, in the order of the file."""


@cache_by_identity(8)
def make_tree(skills: Mapping[str, Broad]) -> Tree:
    """Return the skills of a concept as a flat tree."""
    return {branch.path: branch for name, skill in skills.items() for branch in make_family(name, skill)}


@cache_by_identity(2048)
def make_family(name: str, skill: Broad) -> tuple[Branch, ...]:
    """Return a broad skill with all skills inside it, cached because most skills do not change."""
    branches: list[Branch] = []

    def gather(name: str, skill: Skill, above: Path) -> None:
        path = (*above, name)
        unread = skill.unread_within() and (skill.unread("level") or skill.unread("points"))
        branches.append(
            Branch(path, skill.level, skill.points, skill.attribute, BARE in skill.model_fields_set, unread)
        )
        for inner, inside in (skill.model_extra or {}).items():
            gather(inner, inside, path)

    gather(name, skill, ())
    return tuple(branches)


def with_branch(skills: Mapping[str, Broad], branch: Branch) -> dict[str, Broad]:
    """Return the skills of a concept with one added or changed; missing parents are added."""
    first, *inside = branch.path
    return {**skills, first: _grown(skills.get(first) or Broad(), inside, branch)}


S = TypeVar("S", bound=Skill)


def _grown(skill: S, inside: Sequence[str], branch: Branch) -> S:
    update: dict[str, object] = {"level": branch.level, "points": branch.points, "attribute": branch.attribute}
    if inside:
        first, *further = inside
        inner = (skill.model_extra or {}).get(first) or (Specialty() if isinstance(skill, Focus) else Focus())
        update = {first: _grown(inner, further, branch)}
    grown = skill.model_copy(update=update)
    # From now on the number has a key of its own and is no bare one.
    grown.model_fields_set.discard(BARE)
    return grown


def find_attribute(path: Path, branches: Tree) -> str | None:
    """Return the attribute of a skill: its own, or of the nearest skill above it."""
    above = (branches.get(path[:length]) for length in range(len(path), 0, -1))
    return next((branch.attribute for branch in above if branch is not None and branch.attribute is not None), None)


def written_points(branch: Branch) -> float | None:
    """Return the SP that a specialty states in the cascade."""
    return branch.level if branch.bare and branch.points is None else branch.points


MOST_POINTS = book.CASCADE_SKILL_COSTS["specialty"][-1]  # The largest SP on a specialty (cascade)
HIGHEST_WRITTEN = 99  # The highest level if the table waives its range (house default)


def points_of(branch: Branch, rules: Rules) -> float:
    """Return the SP on a specialty, rounded to halves, which are exact as floats (cascade)."""
    stated = written_points(branch)
    if not stated:
        return 0
    # A sum leaves out SP where none may be, unless the table waives that rule.
    if branch.height != "specialty" and not rules.waives("facade/specialties-only"):
        return 0
    halves = max(floor(stated * 2) / 2, 0)
    beyond = rules.waives("facade/skill-points") or rules.waives("facade/ledger-range")
    return halves if beyond or branch.height != "specialty" else min(halves, MOST_POINTS)


@cache_by_identity(8)
def invested_points(branches: Tree, rules: Rules) -> Mapping[Path, float]:
    """Return the SP of every skill: of a specialty its own, of other skills the sum inside them (cascade)."""
    value = dict.fromkeys(branches, 0.0)
    for path, branch in branches.items():
        if spent := points_of(branch, rules):
            for length in range(1, len(path) + 1):
                value[path[:length]] = value.get(path[:length], 0) + spent
    return value


@cache_by_identity(8)
def levels_of(branches: Tree, rules: Rules) -> Mapping[Path, int]:
    """Return the level of every skill, limited to 0 to 4 unless the table waives that."""
    if not rules.cascade:
        beyond = rules.waives("facade/skill-levels") or rules.waives("facade/ledger-range")
        most = HIGHEST_WRITTEN if beyond else HIGHEST
        return {path: min(max(floor(branch.level or 0), 0), most) for path, branch in branches.items()}
    value = invested_points(branches, rules)
    by_path: dict[Path, int] = {}
    for path, branch in branches.items():
        # Top-down: parents come before their children in the tree, and only levels, never the order of purchases,
        # decide what is cheap (ruling FAC-Q10).
        costs = book.MASTERED_SKILL_COSTS if by_path.get(path[:-1], 0) >= HIGHEST else book.CASCADE_SKILL_COSTS
        is_misprint = rules.as_printed and branch.height == "broad"
        row = book.CASCADE_BROAD_AS_PRINTED if is_misprint else costs[branch.height]
        by_path[path] = max(level for level, cost in enumerate(row) if cost <= value[path])  # level 0 costs nothing
        # A stated level is an error in the cascade; waived, it counts as written.
        if branch.level is not None and not branch.bare and rules.waives("facade/switched-off"):
            by_path[path] = min(max(floor(branch.level), 0), HIGHEST)
    return by_path


def split_path(text: str) -> Path:
    """Split a path in a ledger into its steps.

    >>> split_path("Martial > Swords>Rapier")
    ('Martial', 'Swords', 'Rapier')
    """
    return tuple(step.strip() for step in text.split(PARTED))


def find_paths(text: str, branches: Tree) -> list[Path]:
    """Return the skills that a path or a last name may mean: one if it is unambiguous, else several."""
    # A complete path in the sheet's own spelling is found without folding all names.
    if (path := split_path(text)) in branches:
        return [path]
    name = tuple(map(fold, path))
    folded = {branch: tuple(map(fold, branch)) for branch in branches}
    exact = [branch for branch, spelling in folded.items() if spelling == name]
    return exact or [branch for branch, spelling in folded.items() if spelling[-len(name) :] == name]


def find_same(path: Path, branches: Iterable[Path]) -> Path | None:
    """Return the path with the same names in any spelling; None where there is none."""
    name = tuple(map(fold, path))
    return next((branch for branch in branches if tuple(map(fold, branch)) == name), None)


def join_path(path: Path) -> str:
    """Return a path in words."""
    return f" {PARTED} ".join(path)


def several_skills(name: str, places: Iterable[Path], *path: str | int, key: bool = False) -> Diagnostic:
    """Return the error for a name that means several skills."""
    hint = f"write {listing(map(join_path, places), 'or')}"
    return error(f"several skills are called `{name}`", *path, key=key, hint=hint)


def list_catalogue(catalogue: Catalogue) -> Iterator[tuple[Path, str]]:
    """Yield the path of each skill of a catalogue, with its attribute."""
    for broad, skill in catalogue.items():
        yield (broad,), skill.attribute
        for focus, specialties in skill.foci.items():
            yield (broad, focus), skill.attribute
            yield from (((broad, focus, name), skill.attribute) for name in specialties)
