"""Define the format of a game file: the models that its YAML has to fit, each key with its description.

The models carry no behaviour. `chargen.gamefile.build` makes the declarations of `chargen.kit` from them.
"""

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeAlias, TypeVar, get_args

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, WithJsonSchema
from pydantic_core import InitErrorDetails, PydanticCustomError

from chargen.game.concept import Text
from chargen.page.roll import Kind
from chargen.schema.model import NEEDED, OR_NAMES, Model, Several
from chargen.schema.model import Choice as OneOf
from chargen.text.diagnostic import IN_QUOTES
from chargen.text.reader import Plain

Part = TypeVar("Part")

FORMAT = 1  # The version of the format; a change that breaks existing files increases it


Name: TypeAlias = Annotated[Text, Field(max_length=60)]  # A name, as it is printed in a table or a heading
About: TypeAlias = Annotated[str, Field(max_length=500)]  # A sentence or two


LARGEST_NUMBER = 1_000
"""The largest number of the rules (house default): points of creation, prices, limits of scores."""
Whole: TypeAlias = Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]  # A number of the rules


Many: TypeAlias = Annotated[Mapping[Name, Part], Field(max_length=200)]
"""Names with what they do, as many as a list on paper can have (house default)."""
Some: TypeAlias = Annotated[Mapping[Name, Part], Field(max_length=30)]
"""Parts by name, as many as a game on paper can have (house default)."""
Few: TypeAlias = Annotated[Mapping[Name, Part], Field(max_length=12)]
"""Parts by name of which a game has few (house default)."""


def _as_text(value: Plain) -> Plain:
    """Return a number or a truth value as the text of a formula."""
    # A bool is an int in Python, and `true` is a condition.
    return str(value).lower() if isinstance(value, int) else value


def _as_colour(value: str) -> str:
    """Return a colour if it is one."""
    if value and not re.fullmatch("#[0-9a-fA-F]{6}", value):
        hint = 'write six digits behind a #, in quotes: "#1d3f66"'
        raise PydanticCustomError("colour", "{value} is no colour", {"value": f"`{value}`", "hint": hint})
    return value


def _by_name(value: Plain) -> Plain:
    """Return a list of names as a mapping, and an empty entry as one without a description."""
    names = value if isinstance(value, list) else []
    wrong = [
        PydanticCustomError("number", "a name is text; found a number", {"at": (place,), "hint": IN_QUOTES})
        for place, name in enumerate(names)
        if isinstance(name, int | float)
    ]
    wrong += [
        PydanticCustomError("doubled", "`{name}` appears twice", {"name": name, "hint": "keep one of them"})
        for place, name in enumerate(names)
        if isinstance(name, str) and names[:place].count(name) == 1
    ]
    if wrong:  # all at the list as a whole: what names one of its entries is not unknown
        errors = [InitErrorDetails(type=one, loc=(), input=value) for one in wrong]
        raise ValidationError.from_exception_data("", errors)
    # An entry without a value is reported by itself.
    if isinstance(value, list) and all(isinstance(name, str | None) for name in value):
        value = [name for name in value if name is not None]
        value = dict.fromkeys(value)
    if isinstance(value, dict):
        return {name: {} if inner is None else inner for name, inner in value.items()}
    return value


_TEXT = {"type": ["string", "integer", "boolean"], "minLength": 1, "pattern": r"\S"}
_TEXT_OR_TEXTS = WithJsonSchema({"anyOf": [_TEXT, {"type": "object", "additionalProperties": _TEXT}]})
Expression: TypeAlias = Annotated[Text, BeforeValidator(_as_text), WithJsonSchema(_TEXT)]
"""A formula, such as ``value + 1``; a number is one too."""
Changed: TypeAlias = Annotated[
    Few[Expression],
    BeforeValidator(lambda value: value if isinstance(value, dict) else {"value": value}),
    _TEXT_OR_TEXTS,
]
"""What a roll is made with instead; a formula alone is the value."""
Row: TypeAlias = Few[Expression | Few[Whole]]
"""What a thing has, by the names of its members; requirements and effects are numbers by name."""
Named: TypeAlias = Annotated[Many[Part], BeforeValidator(_by_name), OR_NAMES]
"""Names with what they do; a list of names is enough."""


class Described(Model):
    """Something with a description."""

    shorthand: ClassVar[str | None] = "about"

    about: About = ""
    """What it is or does, in a sentence."""


class Printed(Described):
    """Something that is on a page of the rules."""

    shorthand: ClassVar[str | None] = None

    page: Text | int | None = None
    """The page of the rules."""


class Number(Described):
    """A number of the rules, which the house rules of a table may change."""

    shorthand = "is"
    example = "{is: 10, about: The points of a new character.}"

    is_: Annotated[Whole | None, Field(alias="is")] = None
    """Its value. Left out, the rules have no such number: a table may set it, as a budget or a limit."""
    low: Annotated[Whole | None, Field(alias="from")] = None
    """The lowest value that a table may choose. Left out, 0, or the value itself where that is lower."""
    to: Whole | None = None
    """The highest value that a table may choose. Left out, twice the value, and at least 10."""
    usual: Whole | None = None
    """What tables choose as a rule, where the rules have no such number; the note that nothing is checked has it."""


class Option(Described):
    """One of the options of a choice."""

    shorthand = "about"
    example = "{about: Walks the streets at night., adds: {Brawl: 20}}"

    adds: Many[Whole] = Field(default={})
    """What it adds to scores that have a `base`, by their names."""


class Choice(Printed):
    """Something of which a character has exactly one: a playbook, a profession, a people."""

    example = "{of: [Soldier, Sailor], about: What the character was before.}"

    of: Annotated[Named[Option] | None, NEEDED] = None
    """The options: a list of names, or names with what each of them means or adds."""


class Exemption(Model):
    """Scores that may be lower than the others."""

    example = "{value: 0, most: 1, needs: fear}"

    value: Annotated[Whole | None, NEEDED] = None
    """The lowest value of such a score."""
    most: Whole = 1
    """How many scores may be that low."""
    needs: str = ""
    """The line without which none may be that low; empty where nothing is needed."""


class Scores(Printed):
    """Named numbers of a character: attributes, skills, approaches."""

    example = "{of: [Might, Wits, Grace], from: 1, to: 4, points: 7}"

    of: Annotated[Several[Name], Field(max_length=200)] = ()
    """Their names. Every character has a number for each."""
    base: Many[Whole] = Field(default={})
    """In place of `of`: their names, each with its number for a character who spends nothing on it."""
    short: Many[Name] = Field(default={})
    """Abbreviations that a character's file may use, by the names: `{Combat: Cmb}`."""
    like: Many[Several[Name]] = Field(default={})
    """Words of other games for something similar, by the names: `{Combat: [melee, fighting]}`. Hints know them."""
    small: bool = False
    """Whether files write the names in small letters, as in `{combat: 3}`; every spelling is read."""
    low: Annotated[Expression | None, Field(alias="from")] = None
    """The lowest number of a new character: a number, or the name of one. Left out, 0; with `base`, that."""
    to: Expression | None = None
    """The highest number of a new character."""
    points: Expression | None = None
    """What they add up to; with `base`, the points that are spent above it."""
    set_: Annotated[Several[Whole], Field(alias="set")] = ()
    """The numbers of a new character, in any order: one for each name."""
    except_: Annotated[Exemption | None, Field(alias="except")] = None
    """Scores that may be lower."""
    roll: Text | None = None
    """The dice that each of them is rolled with, by their name; left out where they are not rolled by themselves."""
    signed: bool = False
    """Whether they are printed with their sign."""
    largest: Whole | None = None
    """The largest that the rules show: a number more than three times that is doubted, with a warning."""
    price: Expression = "max(1, value)"
    """What NPCs pay for 1 more, where a line of the ledger states its price; `value` is the number after it."""
    unless: str = ""
    """The things with which a character is not made with points, such as the moves of an enemy."""


class Picks(Printed):
    """Names that a character has some of: moves, trades, spells."""

    example = "{of: [Fiddler, Bargee, Chandler], number: 2}"

    of: Named[Described] = Field(default={})
    """The names: a list, or names with what each of them does."""
    by: str = ""
    """In place of `of`: the choice that decides which names there are, by a list for each option under `lists`."""
    lists: Some[Named[Described]] = Field(default={})
    """With `by`: the names for each option of that choice."""
    number: Expression | None = None
    """How many a new character has: a number, or the name of one. Left out, any number."""


class MemberFile(Described):
    """What each of some things has."""

    shorthand = "is"
    example = "{is: 0 to 5, about: How heavy it is.}"

    is_: Annotated[Expression | None, NEEDED, Field(alias="is")] = None
    """A number (`1`: its default, `0 to 5`: to be written), `yes` or `no`, words (`light or heavy`), `text`, or `needed
    text`; or what it costs (`price`), requires of scores (`needs`) or adds to derived numbers (`adds`)."""
    largest: Whole | None = None
    """The largest number that the rules show: one more than three times that is doubted, with a warning."""
    called: Many[Whole] = Field(default={})
    """What the rules call some numbers: `{Easy: 2, Hard: 5}`. A file has the number; hints and editors know words."""


class ThingsFile(Printed):
    """Things that players make up, each with a name and members of its own: gear, variations, aspects."""

    example = "{own: true, has: {rating: 0 to 9}, of: {Axe: {rating: 2}}}"

    own: bool = False
    """Whether players make them up; it is true, as lists of the rules are `picks` and `tables`."""
    has: Few[MemberFile] = Field(default={})
    """What each of them has, by name: a number, a text, requirements and so on, as its `is` says."""
    of: Annotated[Many[Row], BeforeValidator(_by_name), OR_NAMES] = Field(default={})
    """Some such things, each with what it has: NPCs draw them, and editors suggest them."""
    always: Annotated[Some[Row], BeforeValidator(_by_name), OR_NAMES] = Field(default={})
    """What every character has besides, such as bare hands, each with what it has."""
    reserved: Several[Name] = ()
    """Further names that none of them may have."""
    twice: bool = False
    """Whether two of them may have the same name."""
    most: Expression | None = None
    """How many of them a character may have: a number, or the name of one. Left out, any number."""
    points: Expression | None = None
    """What they cost together: a number, or the name of one."""
    price: Annotated[int, Field(ge=0, le=LARGEST_NUMBER)] = 2
    """What NPCs pay for one, where a line of the ledger states its price."""


class Line(Printed):
    """A line of text in a character's file, such as what it fears."""

    shorthand = "about"
    example = "{about: What the character fears., needed: true}"

    needed: bool = False
    """Whether every character has it."""
    examples: Several[Text] = ()
    """Some such lines, for NPCs and for the starter."""


class TableFile(Printed):
    """A table of things that a character may have, such as weapons."""

    example = "{columns: [Roll, Damage], rows: {Club: [Brawl, 1d6]}}"

    columns: Annotated[Several[Name] | None, NEEDED] = None
    """The headings behind the name."""
    rows: Annotated[Many[Several[str | int]] | None, NEEDED] = None
    """The things, each with a cell for each column."""
    most: Expression | None = None
    """How many of them a character may have: a number, or the name of one. Left out, any number."""


class Derived(Described):
    """A number that follows from others, or one for each of some things."""

    shorthand = "is"
    example = "{is: (strength + size) / 2, about: All of them gone is out.}"

    is_: Annotated[Expression | None, NEEDED, Field(alias="is")] = None
    """Its formula; a division rounds down."""
    each: str = ""
    """The things of which each has such a number; what they have may be named in the formula."""
    low: Annotated[Whole | None, Field(alias="from")] = None
    """The lowest number that it may come to, with what things add to it."""
    to: Whole | None = None
    """The highest number that it may come to, with what things add to it."""
    title: Annotated[str, Field(max_length=60)] = ""
    """Its name on the sheet. Left out, its key."""


class AskedFile(Described):
    """Something that the situation decides about a roll, such as its difficulty."""

    shorthand = "is"
    example = "{is: 3, from: 1, to: 6, about: How hard it is.}"

    is_: Annotated[Expression | None, NEEDED, Field(alias="is")] = None
    """How it usually is: a number, a formula of the numbers of the rules, or `yes` or `no`."""
    low: Annotated[Whole | None, Field(alias="from")] = None
    """The lowest number. Left out, 0."""
    to: Whole | None = None
    """The highest number. Left out, twice the usual one, and at least 10."""

    @property
    def is_yes_or_no(self) -> bool:
        """Return whether it is asked with yes or no."""
        return (self.is_ or "").strip().lower() in ("yes", "no")


class DiceFile(Model):
    """How a roll is made, and what may come of it."""

    example = "{roll: 2d6 + value, outcomes: {hit: total >= 10, miss: otherwise}, fails: miss}"

    takes: Several[Name] = ()
    """What a roll gives to the dice, by the names that the formulas below use. Left out, `value`."""
    roll: Annotated[Expression | Few[Expression] | None, BeforeValidator(_as_text), _TEXT_OR_TEXTS] = None
    """The dice: a formula, such as `2d6 + value`, or groups of dice, each with its name."""
    dice: Expression | None = None
    """In place of `roll`: the number of dice, such as `2`, or `value` for as many as the score."""
    sides: Expression | None = None
    """In place of `roll`: the sides of each die."""
    asks: Few[AskedFile] = Field(default={})
    """What the situation decides, such as a difficulty, by the name that the formulas below use."""
    where: Few[Expression] = Field(default={})
    """Names for what is known before the throw, each with its formula; each may use those above it."""
    total: Expression | None = None
    """What the dice come to. Left out, the value of `roll`, or the sum of its groups."""
    reads: Few[Expression] = Field(default={})
    """Names for what is read off the dice, each with its formula; each may use those above it."""
    adds: bool = False
    """Whether the score is added to the dice, and is printed so: 2d6 + 1."""
    reading: Annotated[str, Field(max_length=60)] = ""
    """How the dice are read, in two or three words, such as `highest counts`; `{value}` in it is the score."""
    outcomes: Annotated[Few[Expression] | None, NEEDED] = None
    """The outcomes, each with its condition. The first that is true counts; the last is `otherwise`."""
    fails: Annotated[Several[Name] | None, NEEDED] = None
    """The outcomes that are no success."""
    also: Few[Changed] = Field(default={})
    """Further chances: another value, `With help: value + 1`, or what is asked, `Pushed: {pushed: yes}`."""


class RollFile(Described):
    """A roll of every character."""

    shorthand = "value"
    example = "{value: Strength + Brawl, dice: check, kind: attack}"

    value: Expression | None = None
    """What it is rolled with: a score, or a formula of several."""
    with_: Few[Expression] = Field(default={}, alias="with")
    """In place of `value`: what the dice take, each with its formula."""
    each: Few[Name] = Field(default={})
    """Groups of scores by a name for one of each: there is a roll for every such combination."""
    dice: Text | None = None
    """The name of its dice. Left out, the first."""
    kind: Annotated[Kind, OneOf(get_args(Kind))] = "skill"
    """What it is for: attack, defence, resist, power, move, initiative or skill."""


class RuleFile(Printed):
    """A rule of creation: a condition that must hold, and the message where it does not."""

    example = "{must: sum(gear.slots) <= 10, says: Your things fill {sum(gear.slots)} of 10., at: gear}"

    must: Annotated[Expression | None, NEEDED] = None
    """The condition."""
    says: Annotated[About | None, NEEDED] = None
    """The message. Formulas in it are in braces; with `each`, `{name}` is the name of the score or thing."""
    each: str = ""
    """The scores, things, or derived numbers of things of which each is checked: `value` is the number of a score and
    of a derived number, a thing has its members."""
    hint: About = ""
    """What to do then."""
    at: str = ""
    """The key of a character's file where it is reported, or the member of a thing of `each`. Left out, `each`, or its
    first line."""
    warning: bool = False
    """Whether it is only a warning."""


class TrackerFile(Described):
    """Boxes that are marked during play, such as wounds."""

    shorthand = "boxes"
    example = "{title: Wounds, boxes: 4, about: All of them and you are out.}"

    boxes: Annotated[Expression | None, NEEDED] = None
    """How many boxes there are: a formula."""
    title: Annotated[str, Field(max_length=60)] = ""
    """Its name on the sheet. Left out, its key."""


class VerbFile(Model):
    """Something that experience buys."""

    example = "{raises: traits, to: 5, price: 3}"

    raises: str = ""
    """The scores of which one goes up."""
    learns: Several[Name] = ()
    """The picks, or the things that players make up, of which one is added. Where it is one of several lists of things,
    a line says of which: `{gain: {talent: Move on}}`."""
    loses: Several[Name] = ()
    """The things, of one list or several, of which one is taken away."""
    sets: Several[Name] = ()
    """The groups of scores of which one is set to the number `to` of the line."""
    by: Expression | None = None
    """By how much a score goes up. Left out, 1."""
    to: Expression | None = None
    """The highest score that can be bought or set."""
    price: Expression | None = None
    """What it costs; `value` is the score after it. Left out, nothing; `stated`: the line says so, with `points`. What
    is set, and things that are learned or lost, always state their price."""
    page: Text | int | None = None
    """The page of the rules; left out, that of the ledger."""


class LedgerFile(Model):
    """What experience is, and what it buys."""

    example = "{unit: XP, buys: {raise: {raises: traits, to: 5, price: 3}}}"

    unit: Text = "point"
    """The name of a point: a singular noun, or an abbreviation such as XP."""
    buys: Annotated[Few[VerbFile] | None, NEEDED] = None
    """The lines of the ledger besides awards, by the word that begins each, such as `raise`."""
    page: Text | int | None = None
    """The page of the rules."""


class FightFile(Model):
    """What an attack is, and what it does."""

    example = "{with: Tangle, takes: wounds, harm: {hit: 2, graze: 1}}"

    with_: Annotated[Several[Name], Field(alias="with")] = ()
    """The rolls to attack with: names of rolls or scores, or of scores as a group; the best of them counts."""
    weapons: str = ""
    """In place of `with`: the table of weapons."""
    roll: str = ""
    """With `weapons`: the column with the roll of an attack."""
    damage: str = ""
    """With `weapons`: the column with the damage, such as 1d6+1."""
    unarmed: str = ""
    """With `weapons`: the weapon that everyone has."""
    takes: Annotated[Text | None, NEEDED] = None
    """The tracker in which harm is marked; the fighter is out when it is full."""
    harm: Annotated[Few[Expression] | None, NEEDED] = None
    """The harm of each outcome; with `weapons`, how often its damage is taken. Other outcomes do none."""


class WordsFile(Model):
    """Words that NPCs are made of."""

    concept: Several[Text] = ()
    """Who an NPC is, in a line."""
    equipment: Several[Text] = ()
    """What NPCs carry."""


class GameFile(Model):
    """A game in one file, named `NAME.game.yaml`; its characters write `system: NAME`."""

    example = "{format: 1, title: Lanterns, dice: …}"
    instead: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("game", "system"), "a game is named by its file: NAME.game.yaml"
    )

    format: Annotated[int | None, NEEDED] = None
    """The version of this format: 1."""
    title: Annotated[Name | None, NEEDED] = None
    """The name of the game."""
    edition: About = ""
    """The edition, as it is printed at the bottom of every sheet. Left out, the title."""
    credit: About = ""
    """Who wrote the game. Left out, the title."""
    colour: Annotated[
        str, AfterValidator(_as_colour), WithJsonSchema({"type": "string", "pattern": "^(#[0-9a-fA-F]{6})?$"})
    ] = ""
    """The colour of the head of each sheet, such as `#1d3f66`."""
    numbers: Some[Number] = Field(default={})
    """The numbers of the rules, by name: house rules may change them."""
    choices: Few[Choice] = Field(default={})
    """What a character has exactly one of, by the key in its file."""
    scores: Few[Scores] = Field(default={})
    """Groups of numbers of a character, by the key in its file."""
    picks: Some[Picks] = Field(default={})
    """What a character has some of, by the key in its file."""
    things: Few[ThingsFile] = Field(default={})
    """What players make up, by the key in a character's file."""
    lines: Some[Line] = Field(default={})
    """Texts of a character, by the key in its file."""
    tables: Few[TableFile] = Field(default={})
    """Tables of things, by the key in a character's file."""
    derived: Some[Derived] = Field(default={})
    """Numbers that follow from others, by name; each may use those above it."""
    scales: Few[Annotated[Mapping[Name, Expression], Field(min_length=1, max_length=100)]] = Field(default={})
    """What a number means by steps, such as a modifier: the first number of each step, with its number or its dice."""
    dice: Annotated[Few[DiceFile] | None, NEEDED] = None
    """How rolls are made, by name."""
    rolls: Some[RollFile] = Field(default={})
    """The rolls of every character, by name; scores with `roll` have theirs already."""
    rules: Some[RuleFile] = Field(default={})
    """Further rules of creation, by name."""
    why: Some[About] = Field(default={})
    """Why the rules are so, for `chargen explain`: by the name of a rule, such as `traits_limits`."""
    trackers: Few[TrackerFile] = Field(default={})
    """What is marked during play, by name."""
    ledger: LedgerFile | None = None
    """How experience works. Left out, there is none."""
    fight: FightFile | None = None
    """How characters fight. Left out, they do not."""
    how: Some[About] = Field(default={})
    """How rolls are made, in words: a few headings with a sentence or two, printed at the bottom of each sheet."""
    words: WordsFile = WordsFile()
    """Words that NPCs are made of."""
