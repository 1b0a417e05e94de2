"""What a player of Façade writes."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import ConfigDict, Field, ModelWrapValidatorHandler, model_validator

from chargen.core.concept import Concept as AnyConcept
from chargen.core.concept import Entry, Text
from chargen.core.model import NEEDED, Choice, Model, Several
from chargen.core.names import fold
from chargen.games.facade.rules import CATEGORY_OF, Attribute, Category, Class, Rules

BENEFITS = ("resources", "relationships", "status", "special circumstances")
LIABILITIES = ("debts", "dysfunction", "notoriety", "special problems")
LOCATIONS = ("torso", "legs", "arms", "head", "parry")

Classification: TypeAlias = Annotated[str, Choice((*BENEFITS, *LIABILITIES))]
Kind: TypeAlias = Annotated[str, Choice(("standard", "exponential", "individual"))]
Frame: TypeAlias = Annotated[
    str,
    Choice(
        ("female", "male"),
        {"f": "female", "woman": "female", "m": "male", "man": "male"},
        otherwise="choose female or male, or leave it out and give `height` in inches and `weight` in pounds",
    ),
]
Location: TypeAlias = Annotated[
    str, Choice(LOCATIONS, {"t": "torso", "l": "legs", "a": "arms", "h": "head", "leg": "legs", "arm": "arms"})
]
Number: TypeAlias = Annotated[float, Field(allow_inf_nan=False, ge=-9999, le=9999)]
Whole: TypeAlias = Annotated[int, Field(ge=-9999, le=9999)]


class Body(Model):
    """Health and muscle."""

    strength: Annotated[int | None, NEEDED] = None
    """How hard the character lifts and hits."""
    stamina: Annotated[int | None, NEEDED] = None
    """How long the character lasts."""
    health: Annotated[int | None, NEEDED] = None
    """How well the character resists harm and heals."""


class Action(Model):
    """Movement."""

    finesse: Annotated[int | None, NEEDED] = None
    """Deft hands."""
    grace: Annotated[int | None, NEEDED] = None
    """Poise of the body."""
    agility: Annotated[int | None, NEEDED] = None
    """Speed."""


class Mind(Model):
    """Thought and attention."""

    reason: Annotated[int | None, NEEDED] = None
    """Logic."""
    insight: Annotated[int | None, NEEDED] = None
    """Understanding."""
    perception: Annotated[int | None, NEEDED] = None
    """Attention to detail."""


class Persona(Model):
    """Dealing with people."""

    poise: Annotated[int | None, NEEDED] = None
    """Bearing."""
    charisma: Annotated[int | None, NEEDED] = None
    """Being liked."""
    wits: Annotated[int | None, NEEDED] = None
    """Quick answers."""


class Soul(Model):
    """What is neither mind nor manners."""

    creativity: Annotated[int | None, NEEDED] = None
    """Ideas."""
    luck: Annotated[int | None, NEEDED] = None
    """Fortune."""
    will: Annotated[int | None, NEEDED] = None
    """Resolve."""


class Attributes(Model):
    """The fifteen attributes in their five categories."""

    body: Annotated[Body | None, NEEDED] = None
    """Strength, stamina and health; strain is its limit pool."""
    action: Annotated[Action | None, NEEDED] = None
    """Finesse, grace and agility; fatigue is its limit pool."""
    mind: Annotated[Mind | None, NEEDED] = None
    """Reason, insight and perception; stress is its limit pool."""
    persona: Annotated[Persona | None, NEEDED] = None
    """Poise, charisma and wits; passion is its limit pool."""
    soul: Annotated[Soul | None, NEEDED] = None
    """Creativity, luck and will; exhaustion is its limit pool."""

    @model_validator(mode="before")
    @classmethod
    def _by_category(cls, data: Any) -> Any:
        """Take the fifteen as the book lists them, too: each belongs to one category."""
        if not isinstance(data, dict) or not any(fold(str(key)) in CATEGORY_OF for key in data):
            return data
        categories: dict[Any, Any] = {}
        for key, value in data.items():
            name = fold(str(key))
            if name not in CATEGORY_OF:
                categories[key] = value
            elif isinstance(group := categories.setdefault(CATEGORY_OF[name], {}), dict):
                group[name] = value
        return categories


class Modifier(Model):
    """A trait tied to a category that helps, or hinders, in certain circumstances."""

    example = "{name: Good at Puzzles, category: mind, cost: minor, level: 2}"

    name: Annotated[Text | None, NEEDED] = None
    """What it is, such as Good at Puzzles."""
    category: Annotated[Category | None, NEEDED] = None
    """Body, action, mind, persona or soul."""
    cost: Annotated[Class | None, NEEDED] = None
    """How useful it is in this game: minor, simple, medium, major or extreme."""
    level: Annotated[Whole | None, NEEDED] = None
    """1 to 6; a negative one gives its points back."""
    bonus: Mapping[str, Annotated[int, Field(ge=-99, le=99)]] = {}
    """What it does in numbers: to a limit pool's threshold, an attribute, a category or a skill."""
    effect: str = ""
    """When it helps or hinders, in words."""


BARE = "bare"
"""Is among the fields that a skill sets where a bare number was written."""


class Skill(Model):
    """What every height of skills has. A bare number is the level; in the cascade, for SP."""

    shorthand = "level"

    level: Number | None = None
    """0 to 4 (skills bought standard)."""
    points: Number | None = None
    """SP in steps of ½, on specialties (skills bought cascade)."""
    attribute: Attribute | None = None
    """The attribute it is rolled with; the nearest one counts."""

    @model_validator(mode="wrap")
    @classmethod
    def _remember_bare(cls, data: Any, handler: ModelWrapValidatorHandler["Skill"]) -> "Skill":
        """Keep in mind that a bare number was written: the cascade reads it as SP."""
        skill = handler(data)
        if isinstance(data, (int, float)):
            skill.model_fields_set.add(BARE)
        return skill

    @property
    def bare(self) -> bool:
        """Return whether a bare number was written."""
        return BARE in self.model_fields_set


SKILL_KEYS = ("level", "points", "attribute")
"""What is no name of a skill."""


class Specialty(Skill):
    """A specialty, such as Rapier."""


class Focus(Skill):
    """A focus skill, such as Swords: its level, and its specialties by name."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Specialty] = Field(init=False)


class Broad(Skill):
    """A broad skill, such as Martial: its level, and its focus skills by name."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Focus] = Field(init=False)


class Background(Model):
    """A tie to the setting, or a liability."""

    name: Annotated[Text | None, NEEDED] = None
    """What it is."""
    class_: Annotated[Classification | None, Field(alias="class"), NEEDED] = None
    """Resources, relationships, status, special circumstances; or debts, dysfunction, notoriety, special problems."""
    kind: Annotated[Kind | None, NEEDED] = None
    """Standard, exponential or individual."""
    cost: Class | None = None
    """How useful it is in this game: minor, simple, medium, major or extreme (not for individual ones)."""
    level: Whole | None = None
    """Its level (not for individual ones)."""
    points: Annotated[int, Field(ge=0, le=9999)] | None = None
    """The price of an individual one in BP; a liability gives it back."""
    effect: str = ""
    """What it means, in words."""

    @property
    def liability(self) -> bool:
        """Return whether it gives its points back."""
        return self.class_ in LIABILITIES


class LedgerBackground(Background):
    """A background of the ledger: a new one with all its parts, or only the name of one that is there."""

    shorthand = "name"

    class_: Annotated[Classification | None, Field(alias="class")] = None
    """Resources, relationships, status, special circumstances; or one of the four liabilities."""
    kind: Kind | None = None
    """Standard, exponential or individual."""


class Weapon(Model):
    """A weapon of the tables by name, or one of your own."""

    shorthand = "name"

    name: Annotated[Text | None, NEEDED] = None
    """What it is, such as rapier."""
    damage: Text | None = None
    """How much and of which kind, such as 2D: B is Bruising, C Crushing, D Deadly."""
    strength: Annotated[int, Field(ge=0, le=99)] | None = None
    """The Strength that wields it without Strain."""
    minimum: Annotated[int, Field(ge=0, le=99)] | None = None
    """The least Strength that can use it."""
    reach: Text | None = None
    """How far it reaches, such as Med. or 60 ft."""
    skill: Text | None = None
    """The skill it is used with, by its last name or its path; left out, one of its name, its family, or Martial."""


class Armor(Model):
    """Armour of the table by name, or a piece of your own: of a material of the table, or with what it stops."""

    shorthand = "name"

    name: Annotated[Text | None, NEEDED] = None
    """What it is, such as leather jacket."""
    material: Text | None = None
    """What it is made of, such as boiled hide; its ratings follow from the table of materials."""
    protects: Text | None = None
    """What it stops, such as 2B/1C/1D."""
    reduction: Annotated[int, Field(ge=0, le=99)] | None = None
    """Its Reduction."""
    covers: Several[Location] = ()
    """Torso, legs, arms, head; parry for a shield."""


class Advance(Entry):
    """A line of the experience ledger: one thing that was gained or bought."""

    example = "[{award: 6, why: The flood}, {raise: will, to: 4}]"

    raise_: Annotated[Text | None, Field(alias="raise")] = None
    """The attribute, modifier or skill that goes up; a skill by its path, or its last name where that is unique."""
    to: Whole | None = None
    """The level it is raised to, or a background comes to."""
    points: Number | None = None
    """The SP that a specialty then holds in all (cascade)."""
    add: Text | None = None
    """A new skill by its path, such as Medicine > Pharmacy > Toxins."""
    level: Whole | None = None
    """The level of the new skill."""
    attribute: Attribute | None = None
    """The attribute that the new skill is rolled with."""
    modifier: Modifier | None = None
    """A new modifier."""
    background: LedgerBackground | None = None
    """A background gained in play, or with `to` the name of one that changes: free, with the GM's leave."""
    lose: Text | None = None
    """A background that is lost, or a liability that is settled: free, with the GM's leave."""
    buy_off: Text | None = None
    """A negative modifier that is overcome, for what it gave."""


class Concept(AnyConcept):
    """A Façade character: attributes and modifiers, skills, and backgrounds, all bought with points."""

    rules: Rules = Rules()
    """Options and budgets of this character; a campaign file may set them for everyone."""
    age: Annotated[int, Field(ge=0, le=9999)] | None = None
    """Age in years, for background points by age."""
    frame: Frame | None = None
    """Female or male: height and weight follow from Body."""
    height: Annotated[int, Field(ge=1, le=9999)] | None = None
    """Height in inches, where it does not follow from the frame."""
    weight: Annotated[int, Field(ge=1, le=99999)] | None = None
    """Weight in pounds, where it does not follow from the frame."""
    attributes: Annotated[Attributes | None, NEEDED] = None
    """The fifteen attributes, 0 to 6, by category."""
    modifiers: Several[Modifier] = ()
    """What helps or hinders in certain circumstances."""
    skills: Mapping[str, Broad] = {}
    """Broad skills, in them focus skills, in these specialties."""
    backgrounds: Several[Background] = ()
    """Ties to the setting, and liabilities."""
    weapons: Several[Weapon] = ()
    """The weapons carried; unarmed attacks come by themselves."""
    armor: Several[Armor] = ()
    """The armour worn."""
    advancement: Several[Advance] = ()
    """What was gained and bought with experience, in order."""
