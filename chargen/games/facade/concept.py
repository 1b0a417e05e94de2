"""Define the concept file of Façade."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import ConfigDict, Field, ModelWrapValidatorHandler, create_model, model_validator

from chargen.game.concept import Concept as AnyConcept
from chargen.game.concept import Entry, Text
from chargen.games.facade import rules as book
from chargen.games.facade.rules import CATEGORIES, CATEGORY_OF, Attribute, Category, Class, Rules
from chargen.schema.model import NEEDED, Choice, Model, Several
from chargen.text.names import fold, listing

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


class _Attributes(Model):
    """The fifteen attributes in their five categories."""

    @model_validator(mode="before")
    @classmethod
    def _by_category(cls, data: Any) -> Any:
        """Accept a flat mapping of the fifteen attributes too, because each belongs to one category."""
        # Only a mapping that names an attribute at the top is changed, so that errors of all others point at what is
        # written.
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


def _describe_attributes() -> type[Model]:
    """Return the model of the attributes: for each category a model of its three, as the table describes them."""
    categories: dict[str, Any] = {}
    for key, three in CATEGORIES.items():
        number = Annotated[int | None, NEEDED]
        fields: dict[str, Any] = {name: (number, Field(None, description=text)) for name, text in three.items()}
        category = create_model(key.capitalize(), __base__=Model, __doc__=book.CATEGORY_TEXTS[key], **fields)
        what = f"{listing(three).capitalize()}; {book.LIMIT_POOLS[key]} is its limit pool."
        categories[key] = (Annotated[category | None, NEEDED], Field(None, description=what))
    return create_model("Attributes", __base__=_Attributes, __doc__=_Attributes.__doc__, **categories)


if TYPE_CHECKING:
    Attributes: TypeAlias = Model
else:
    Attributes = _describe_attributes()


class Modifier(Model):
    """A trait of a category that helps or hinders in certain circumstances."""

    example = "{name: Good at Puzzles, category: mind, cost: minor, level: 2}"

    name: Annotated[Text | None, NEEDED] = None
    """The name, such as Good at Puzzles."""
    category: Annotated[Category | None, NEEDED] = None
    """Body, action, mind, persona or soul."""
    cost: Annotated[Class | None, NEEDED] = None
    """The usefulness in this game: minor, simple, medium, major or extreme."""
    level: Annotated[Whole | None, NEEDED] = None
    """1 to 6; a negative level gives points back."""
    bonus: Mapping[str, Annotated[int, Field(ge=-99, le=99)]] = {}
    """The numeric effect on the threshold of a limit pool, an attribute, a category or a skill."""
    effect: str = ""
    """When it helps or hinders, in words."""


BARE = "bare"  # The name that is added to the set fields of a skill if it was written as a bare number


class Skill(Model):
    """The fields of every skill. A bare number is the level, or in the cascade the SP."""

    shorthand = "level"

    level: Number | None = None
    """The level, 0 to 4 (standard method)."""
    points: Number | None = None
    """SP in steps of ½, for specialties only (cascade method)."""
    attribute: Attribute | None = None
    """The attribute of its rolls; by default from the skill above."""

    @model_validator(mode="wrap")
    @classmethod
    def _remember_bare(cls, data: Any, handler: ModelWrapValidatorHandler["Skill"]) -> "Skill":
        """Record that a bare number was written, because the cascade reads it as SP."""
        skill = handler(data)
        if isinstance(data, (int, float)):
            # In the set of fields that were given, which copies of the model keep.
            skill.model_fields_set.add(BARE)
        return skill


SKILL_KEYS = ("level", "points", "attribute")  # The keys that are no names of skills


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
    """A connection to the setting, or a liability."""

    name: Annotated[Text | None, NEEDED] = None
    """The name."""
    class_: Annotated[Classification | None, Field(alias="class"), NEEDED] = None
    """Resources, relationships, status, special circumstances; or debts, dysfunction, notoriety, special problems."""
    kind: Annotated[Kind | None, NEEDED] = None
    """Standard, exponential or individual."""
    cost: Class | None = None
    """The usefulness in this game: minor, simple, medium, major or extreme (not for individual ones)."""
    level: Whole | None = None
    """The level (not for individual ones)."""
    points: Annotated[int, Field(ge=0, le=9999)] | None = None
    """The price of an individual background in BP; a liability gives this back."""
    effect: str = ""
    """The effect in words."""

    @property
    def liability(self) -> bool:
        """Return whether it is a liability, which gives points back."""
        return self.class_ in LIABILITIES


class LedgerBackground(Background):
    """A background in the ledger: a new one with all its parts, or only the name of an existing one."""

    shorthand = "name"

    class_: Annotated[Classification | None, Field(alias="class")] = None
    """Resources, relationships, status, special circumstances; or one of the four liabilities."""
    kind: Kind | None = None
    """Standard, exponential or individual."""


class Weapon(Model):
    """A weapon of the tables by name, or one of your own."""

    shorthand = "name"

    name: Annotated[Text | None, NEEDED] = None
    """The name, such as rapier."""
    damage: Text | None = None
    """The damage, such as 2D: B is Bruising, C Crushing, D Deadly."""
    strength: Annotated[int, Field(ge=0, le=99)] | None = None
    """The Strength to use it without Strain."""
    minimum: Annotated[int, Field(ge=0, le=99)] | None = None
    """The lowest Strength to use it."""
    reach: Text | None = None
    """The reach, such as Med. or 60 ft."""
    skill: Text | None = None
    """The skill to use it, by last name or path; by default a skill of its name, of its family, or Martial."""


class Armor(Model):
    """Armour of the table by name, or a piece of your own, with a material of the table or a protection."""

    shorthand = "name"

    name: Annotated[Text | None, NEEDED] = None
    """The name, such as leather jacket."""
    material: Text | None = None
    """The material, such as boiled hide; its ratings are in the table of materials."""
    protects: Text | None = None
    """The damage that it stops, such as 2B/1C/1D."""
    reduction: Annotated[int, Field(ge=0, le=99)] | None = None
    """Its Reduction."""
    covers: Several[Location] = ()
    """The protected locations: torso, legs, arms, head; parry for a shield."""


class Advance(Entry):
    """A line of the experience ledger: an award, a gain or a purchase."""

    example = "[{award: 6, why: The flood}, {raise: will, to: 4}]"

    raise_: Annotated[Text | None, Field(alias="raise")] = None
    """The attribute, modifier or skill that rises; a skill by its path, or by its last name if that is unique."""
    to: Whole | None = None
    """The new level, also of a background."""
    points: Number | None = None
    """The new total of SP on a specialty (cascade)."""
    add: Text | None = None
    """A new skill by its path, such as Medicine > Pharmacy > Toxins."""
    level: Whole | None = None
    """The level of the new skill."""
    attribute: Attribute | None = None
    """The attribute for rolls of the new skill."""
    modifier: Modifier | None = None
    """A new modifier."""
    background: LedgerBackground | None = None
    """A background gained in play, or with `to` the name of one that changes: free, with the GM's consent."""
    lose: Text | None = None
    """A background that is lost, or a liability that is settled: free, with the GM's consent."""
    buy_off: Text | None = None
    """A negative modifier to remove, for the points that it gave."""


class Concept(AnyConcept):
    """A Façade character: attributes and modifiers, skills, and backgrounds, all bought with points."""

    rules: Rules = Rules()
    """Options and budgets of this character; a campaign file may set them for everyone."""
    age: Annotated[int, Field(ge=0, le=9999)] | None = None
    """Age in years, for background points by age."""
    frame: Frame | None = None
    """Female or male: determines height and weight by Body."""
    height: Annotated[int, Field(ge=1, le=9999)] | None = None
    """The height in inches, if it differs from the formula."""
    weight: Annotated[int, Field(ge=1, le=99999)] | None = None
    """The weight in pounds, if it differs from the formula."""
    attributes: Annotated[Attributes | None, NEEDED] = None
    """The fifteen attributes, 0 to 6, by category."""
    modifiers: Several[Modifier] = ()
    """Modifiers, which help or hinder in certain circumstances."""
    skills: Mapping[str, Broad] = {}
    """Broad skills with focus skills inside them, and specialties inside those."""
    backgrounds: Several[Background] = ()
    """Connections to the setting, and liabilities."""
    weapons: Several[Weapon] = ()
    """The weapons carried; unarmed attacks are added automatically."""
    armor: Several[Armor] = ()
    """The armour worn."""
    advancement: Several[Advance] = ()
    """The experience ledger, in order."""
