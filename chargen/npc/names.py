"""Name NPCs from lists of several cultures; no name repeats before all names are used."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from chargen.game.concept import Text
from chargen.game.identity_cache import cache_by_identity
from chargen.game.resources import PRESETS, read_lists
from chargen.game.shuffle import shuffled_index
from chargen.schema.model import Model, Several
from chargen.text.names import roman

SEXES = ("female", "male")  # The sexes that a list of given names may state
GIVEN = ("given", *SEXES)  # The lists of given names


class NameParts(Model):
    """The parts that names are made of; every given name can be combined with every family name."""

    given: Annotated[Several[Text], Field(max_length=5_000)] = ()
    """Given names of any sex."""
    female: Annotated[Several[Text], Field(max_length=5_000)] = ()
    """Given names of women."""
    male: Annotated[Several[Text], Field(max_length=5_000)] = ()
    """Given names of men."""
    family: Annotated[Several[Text], Field(max_length=5_000)] = ()
    """Family names; without them, NPCs have one name."""
    between: Annotated[Several[str], Field(max_length=50)] = ()
    """Words between given and family name, such as `van`, equally likely; an empty text is no word."""

    @property
    def all_given(self) -> tuple[str, ...]:
        """All given names."""
        return (*self.given, *self.female, *self.male)

    @property
    def size(self) -> int:
        """The number of different complete names."""
        return len(self.all_given) * (len(self.family) * (len(self.between) or 1) or 1)

    def name(self, index: int) -> str:
        """Return the complete name of an index from 0 to ``size`` - 1."""
        all_given = self.all_given
        # The number in mixed radix: given name, family name, word between. Each index is one combination.
        index, place = divmod(index, len(all_given))
        given = all_given[place]
        if not self.family:
            return given
        between, family = divmod(index, len(self.family))
        return " ".join(filter(None, (given, *self.between[between : between + 1], self.family[family])))


class NameList(NameParts):
    """The names of a culture."""

    title: str = ""
    """The title of the list."""
    about: str = ""
    """One line that describes the sound of the names."""
    everyday: bool = False
    """Whether archetypes that name no list draw from this one."""


class NameSource(NameParts):
    """Names to draw from: a list that comes with chargen, or your own."""

    shorthand = "list"
    example = "{given: [Ada, Ben], family: [Net, Oar]}"

    list: Text | None = None
    """A list that comes with chargen: city, desert, harbour, northern, river or starfaring."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of several lists together."""

    lists: tuple[NameParts, ...]
    are_of_places: bool = False
    """Whether each list has the names of another place."""

    def pick(self, key: str, number: int, place: str = "") -> str:
        """Return the name of NPC ``number``, counted from 1, in the batch with this key.

        Each key has its own order of the names. After all names are used, they repeat with a numeral. NPCs of one
        ``place``, an empty text for none, have names of one list if each list is of another place.
        """
        lists = self.lists
        if self.are_of_places and place:
            lists = (lists[shuffled_index(0, len(lists), place)],)
        size = sum(names.size for names in lists)
        # The round through all names, and the place in it.
        again, index = divmod(number - 1, size)
        # One shuffle over the lists joined end to end: a list of ten times the names is drawn ten times as often.
        index = shuffled_index(index, size, key)
        for names in lists:
            if index < names.size:
                break
            index -= names.size
        return f"{names.name(index)} {roman(again + 1)}" if again else names.name(index)

    def sex(self, name: str) -> str:
        """Return the sex of the given name: ``female``, ``male``, or an empty text where it is unknown.

        >>> Names((NameList(female=("Ada",), male=("Ben",), given=("Kit",), family=("Net",)),)).sex("Ada Oar")
        'female'
        """
        sexes, words = _map_sexes(self.lists), name.split(" ")
        # The longest first: a given name may have several words, as in `Jean Luc`, and start like another one.
        given = (" ".join(words[:length]) for length in range(len(words), 0, -1))
        return next((sexes[start] for start in given if start in sexes), "")


@cache_by_identity(64)
def _map_sexes(lists: tuple[NameParts, ...]) -> dict[str, str]:
    """Return the sex of each given name; a name in lists of both sexes has none."""
    sexes: dict[str, str] = {}
    for names in lists:
        for sex in SEXES:
            for name in getattr(names, sex):
                sexes[name] = sex if sexes.get(name, sex) == sex else ""
        # A name for any sex in one list makes its sex unknown, wherever else it is.
        sexes |= dict.fromkeys(names.given, "")
    return sexes


def unite_lists(lists: Iterable[NameParts]) -> Names:
    """Join several lists; a complete name that two lists can form stays only in the first."""
    kept: list[NameParts] = []
    for names in lists:
        given, family = dict.fromkeys(names.all_given), dict.fromkeys(names.family)
        for other in kept:
            # Two complete names are equal only where both parts are. It suffices to remove one of the parts.
            if not other.family and not family:
                given = {word: None for word in given if word not in other.all_given}
            elif not given.keys().isdisjoint(other.all_given):
                family = {word: None for word in family if word not in other.family}
        # A list that had family names and has none left would form bare given names.
        if given and (family or not names.family):
            left = {sex: tuple(word for word in dict.fromkeys(getattr(names, sex)) if word in given) for sex in GIVEN}
            between = tuple(dict.fromkeys(names.between))
            kept.append(names.model_copy(update={**left, "family": (*family,), "between": between}))
    return Names(tuple(kept))


@cache
def _find_files(resources: Path) -> dict[str, Path]:
    folders = dict.fromkeys((PRESETS, resources))
    return {path.stem: path for folder in folders for path in (folder / "npcs" / "names").glob("*.yaml")}


def list_name_lists(resources: Path = PRESETS) -> list[str]:
    """Return the sorted names of chargen's name lists and of a game's own name lists."""
    return sorted(_find_files(resources))


@cache
def load_name_list(name: str, resources: Path = PRESETS) -> NameList:
    """Return a name list by its name; a game's own list wins over chargen's. Raises KeyError for an unknown name.

    Raises ValueError, with the line of each error, where the file does not fit the model.
    """
    return read_lists(NameList, _find_files(resources)[name])


@cache
def load_everyday_lists(resources: Path = PRESETS) -> tuple[NameList, ...]:
    """Return the lists for archetypes that name no list: the game's own everyday lists, else chargen's."""
    own = [name for name, path in sorted(_find_files(resources).items()) if path.is_relative_to(resources)]
    # Ends with chargen's own lists, some of which are everyday ones.
    return tuple(found for name in own if (found := load_name_list(name, resources)).everyday) or load_everyday_lists()
