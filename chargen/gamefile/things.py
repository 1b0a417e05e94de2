"""Read what players of a game file make up: the members of such things, their model, their rules, and their entries."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, Field, ValidationInfo, WithJsonSchema, create_model
from pydantic_core import PydanticCustomError

from chargen.game.concept import Text
from chargen.gamefile.format import ThingsFile
from chargen.kit import checks
from chargen.kit.checks import AnyCheck, Limit
from chargen.kit.vocabulary import Vocabulary
from chargen.language.formula import MOST_ENTRIES, Kind, Range
from chargen.page.roll import signed
from chargen.schema.model import NEEDED, Model
from chargen.schema.model import Choice as OneOf
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.names import fold, listing
from chargen.text.reader import Plain

LARGEST_MEMBER = 99  # The largest number of a thing that players make up, above and below 0 (house default)
LARGEST_PRICE = 999  # The largest price and requirement of such a thing, above and below 0 (house default)
_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}


def _refuse_none(value: Plain, info: ValidationInfo) -> Plain:
    if value is None and info.context is not None:
        raise PydanticCustomError("no_value", "no value")
    return value


FILLED = BeforeValidator(_refuse_none)
"""Marks the values of a mapping that partial data, such as an archetype, may leave empty, and a file may not."""


def singular(key: str) -> str:
    """Return the term for one of the names under a key, for messages."""
    words = key.replace("_", " ")
    return f"{words[:-3]}y" if words.endswith("ies") else words.removesuffix("s")


class Member(NamedTuple):
    """What a thing has besides its name."""

    what: Literal["number", "yes or no", "word", "text", "price", "needs", "adds"]
    """What it is; a price is a number, too."""
    default: Any
    """What it is where a thing does not have it; None for what every thing has."""
    range: Range = Range(-LARGEST_MEMBER, LARGEST_MEMBER)
    words: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind | None:
        """Return what formulas may do with it; None for requirements and effects."""
        if self.what in ("number", "price"):
            return Kind("number", self.range)
        if self.what == "word":
            return Kind("word", names=self.words)
        return Kind("condition", Range(0, 1)) if self.what in ("text", "yes or no") else None

    @classmethod
    def read(cls, text: str) -> "Member | None":
        """Return the member that a game file describes; None for what is no description.

        >>> Member.read("0 to 9").range, Member.read("1").default, Member.read("light or heavy").words
        (Range(low=0, high=9), 1, ('light', 'heavy'))
        """
        word = text.strip()
        if span := re.fullmatch(r"(-?\d{1,3})\s+to\s+(-?\d{1,3})", word):
            return cls("number", None, Range(int(span[1]), int(span[2])))
        if re.fullmatch(r"-?\d{1,2}", word):
            return cls("number", int(word), Range(min(0, int(word)), LARGEST_MEMBER))
        if word.lower() in _TRUTHS:
            return cls("yes or no", _TRUTHS[word.lower()])
        words = tuple(part.strip() for part in word.split(" or "))
        if len(words) > 1 and all(words):
            return cls("word", words[0], words=words)
        roles: dict[str, Member] = {
            "text": cls("text", ""),
            "needed text": cls("text", None),
            "price": cls("price", 0, Range(-LARGEST_PRICE, LARGEST_PRICE)),
            "needs": cls("needs", {}, Range(-LARGEST_PRICE, LARGEST_PRICE)),
            "adds": cls("adds", {}),
        }
        return roles.get(word.lower())

    def value(self, written: Any) -> Any:
        """Return what a game file writes as the value of this member; None for what does not fit it."""
        if self.what in ("needs", "adds"):
            return written if isinstance(written, Mapping) else None
        if not isinstance(written, str):
            return None
        if self.what in ("number", "price"):
            number = int(written) if re.fullmatch(r"-?\d{1,3}", written.strip()) else None
            return number if number is not None and self.range.nearest(number) == number else None
        if self.what == "yes or no":
            return _TRUTHS.get(written.strip().lower())
        return written if self.what == "text" or written in self.words else None


@dataclass(frozen=True, kw_only=True)
class ThingList:
    """Hold what a character has of things that players make up."""

    key: str
    file: ThingsFile
    members: Mapping[str, Member]
    suggested: Mapping[str, Mapping[str, Any]]
    """Things of the game file, with those of their members that it states."""
    always: Mapping[str, Mapping[str, Any]]
    """What every character has besides."""
    most: Limit
    points: Limit
    scores: Vocabulary[Any]
    """The names that a requirement may have."""
    derived: Vocabulary[Any]
    """The names that an effect may have."""

    def role(self, what: str) -> str:
        """Return the member of a role; empty where there is none."""
        return next((name for name, member in self.members.items() if member.what == what), "")

    @cached_property
    def model(self) -> type[Model]:
        """Return the model of one of the things."""
        names = {"needs": self.scores, "adds": self.derived}
        fields: dict[str, Any] = {"name": (Annotated[Text | None, NEEDED], Field(None, description="The name."))}
        kind: Any
        for name, member in self.members.items():
            number = Annotated[int, Field(ge=member.range.low, le=member.range.high)]
            # What has to be there is no empty text.
            text = str if member.default is not None else Text
            kind = {"yes or no": bool, "text": text}.get(member.what, number)
            about = f"`{name}`, from {member.range}." if kind is number else f"`{name}`."
            if member.what in names:
                shape = WithJsonSchema(names[member.what].schema({"type": "integer"}))
                filled = Annotated[number | None, FILLED]
                kind, about = Annotated[Mapping[str, filled], shape], f"`{name}`: numbers by their names."
            elif member.what == "word":
                kind, about = Annotated[str, OneOf(member.words)], f"One of {listing(member.words, 'or')}."
            about = self.file.has[name].about or about
            if words := self.file.has[name].called:
                kind = Annotated[kind, BeforeValidator(partial(_refuse_called, name, words))]
            if member.default is None:
                fields[name] = (Annotated[kind | None, NEEDED], Field(None, description=about))
            else:
                fields[name] = (kind, Field(member.default, description=about))
        has_all = all(member.default is not None for member in self.members.values())
        called, row = next(iter(self.suggested.items()), ("…", {}))
        needed = [name for name, member in self.members.items() if member.default is None]
        stated = (f"{name}: {row.get(name, self.members[name].range.high)}" for name in needed)
        model = create_model(singular(self.key).title().replace(" ", ""), __base__=Model, **fields)
        model.example = f"{{{', '.join((f'name: {called}', *stated))}}}"
        model.shorthand = "name" if has_all else None
        return model

    def entries(self, concept: Any) -> list[dict[str, Any]]:
        """Return what formulas see of the things of a character: first its own, then what everyone has."""
        own = [(thing.name or "", vars(thing)) for thing in getattr(concept, self.key)[:MOST_ENTRIES]]
        entries = []
        for name, values in (*own, *self.always.items()):
            entry = {"name": name, "always": name in self.always}
            for key, member in self.members.items():
                value = values.get(key, member.default)
                if member.what in ("number", "price"):
                    # What could not be read counts as the nearest to nothing.
                    value = member.range.nearest(value or 0)
                entry[fold(key)] = bool(value) if member.what == "text" else value
            entries.append(entry)
        return entries

    def describe(self, values: Mapping[str, Any]) -> str:
        """Return what a thing has in words, without what is as it usually is.

        Numbers have the name of their member before them; texts stand for themselves.
        """
        texts = []
        for key, member in self.members.items():
            value = values.get(key, member.default)
            if value in (None, "", {}) or (value == member.default and member.what != "number"):
                continue
            if isinstance(value, Mapping):
                asked = (f"{name} {signed(number)}" for name, number in value.items() if number is not None)
                texts.append(f"{key} {listing(asked)}")
            elif isinstance(value, str):
                texts.append(value.rstrip(". "))
            else:
                texts.append(key if value is True else f"not {key}" if value is False else f"{key} {signed(value)}")
        return "; ".join(texts)

    def spent(self, concept: Any, rules: Any = None) -> int:
        """Return what the things of a character cost together."""
        price = self.role("price")
        return sum(getattr(thing, price) or 0 for thing in getattr(concept, self.key)) if price else 0

    def find_unmet(self, thing: Any, scores: Mapping[str, int], *path: str | int) -> Iterator[Diagnostic]:
        """Yield an error for each score that is lower than a thing requires; scores that are not known are fine."""
        needs = self.role("needs")
        for word, least in getattr(thing, needs).items() if needs else ():
            number = scores.get(name := self.scores.find(word) or "")
            if number is not None and least is not None and number < least:
                subject = f"`{thing.name}`" if thing.name else f"this {singular(self.key)}"
                asks = f"{subject} asks for {name} {signed(least)} or more"
                hint = f"raise {name} to {signed(least)}, or choose something else"
                yield error(f"{asks}; {name} is {signed(number)}", *path, needs, word, hint=hint)

    def find_wrong_names(self, thing: Any, *path: str | int) -> Iterator[Diagnostic]:
        """Yield an error for each name that a thing requires or adds to, and that is unknown or there twice."""
        for what, names in (("needs", self.scores), ("adds", self.derived)):
            named = [*checks.find_names(thing, part, *path)] if (part := self.role(what)) else []
            yield from checks.find_unknown(named, names)
            yield from checks.find_repeated(named, names)

    def rules(
        self, scores: Callable[[Any, Any], Mapping[str, int]], otherwise_at: str, source: str
    ) -> Iterator[AnyCheck]:
        """Yield the rules of the things; ``scores`` returns the numbers of a concept that could be read.

        ``otherwise_at`` is where too few points are reported for a character that has none of the things.
        """
        key = self.key
        reserved = dict.fromkeys((*self.file.reserved, *self.always), "comes by itself")
        hint = "take it out, or give it another name"
        if not self.file.twice:
            yield checks.once(f"{key}_names", key, reserved=reserved, hint=hint, source=source)
        for what, names in (("needs", self.scores), ("adds", self.derived)):
            if part := self.role(what):
                at = f"{key}.*.{part}"
                yield checks.known(f"{key}_{part}", at, names, source=source)
                yield checks.once(f"{key}_{part}_once", at, vocabulary=names, source=source)
        if self.most is not None:
            yield checks.count_is(f"{key}_number", key, self.most, source=source, or_fewer=True)
        for name, member in self.file.has.items():
            if member.largest is not None:
                doubted = f"{key}_{name}", f"{key}.*.{name}"
                yield checks.far_above(*doubted, largest=member.largest, source="house default")
        if self.points is not None:
            spent = partial(checks.sum_is, numbers=f"{key}.*.{self.role('price')}", what=f"the prices of the {key}")
            yield spent(f"{key}_points", key, self.points, total=self.spent, otherwise_at=otherwise_at, source=source)
        if self.role("needs"):

            def met(concept: Any, rules: Any) -> Iterator[Diagnostic]:
                known = scores(concept, rules)
                for index, thing in enumerate(getattr(concept, key)):
                    yield from self.find_unmet(thing, known, key, index)

            asks = f"A character has what each of its {key} requires."
            yield checks.make_rule(met, f"{key}_met", asks, key, source=source)


def _refuse_called(key: str, called: Mapping[str, int], value: Any) -> Any:
    """Refuse what the rules call a number, with the number as a hint; the model checks any other value."""
    for name, number in called.items() if isinstance(value, str) else ():
        if fold(name) == fold(value):
            hint = f"{name} is {number}: write `{key}: {number}`"
            raise PydanticCustomError("named", "this is written as its number", {"hint": hint})
    return value
