"""Define the concept file of the 5+ system."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import Field, ModelWrapValidatorHandler, PrivateAttr, model_validator
from pydantic.annotated_handlers import GetJsonSchemaHandler
from pydantic_core import CoreSchema

from chargen.game.concept import Concept as AnyConcept
from chargen.game.concept import Entry, Item, Text
from chargen.games.five_plus import rating
from chargen.games.five_plus.rules import OPPOSITION_DAMAGE, Rules, SmallNumber
from chargen.schema.model import NEEDED, Choice, Model, Several

ALL = "all"  # The name for every roll in a bonus

Count: TypeAlias = Annotated[int, Field(ge=0, le=99)]
Bonus: TypeAlias = Mapping[str, SmallNumber]
Kind: TypeAlias = Annotated[str, Choice(("skill", "resistance"))]


class Levelled(Model):
    """A skill or a resistance: a level, its tier, and the tier above if that is open."""

    shorthand = "level"
    _read: ClassVar[Callable[[str], dict[str, object]]] = staticmethod(rating.parse_skill)
    _pattern: ClassVar[str] = r"^ *-?\d+ *([:/] *\d+ *(\+ *\d+ *)*)?\*? *$"
    _slash: bool = PrivateAttr(default=False)

    level: Annotated[SmallNumber | None, NEEDED] = None
    """The level, 0 to 6: how far the success range extends above 5."""
    tier: Count | None = None
    """The tier; by default the tier of the rules."""
    next: Several[SmallNumber] = ()
    """The level in the tier above, if that is open."""
    marked: bool = False
    """Whether it is marked, because a double did not raise it."""

    @model_validator(mode="wrap")
    @classmethod
    def _from_shorthand(cls, data: Any, handler: ModelWrapValidatorHandler["Levelled"]) -> "Levelled":
        levelled = handler(cls._read(data) if isinstance(data, str) else data)
        # Remembered only for the warning about it: once read, `3/1` is the same as `3:1`.
        if isinstance(data, str) and cls is Skill and "/" in data:
            levelled._slash = True
        return levelled

    @property
    def with_slash(self) -> bool:
        """Return whether its shorthand had a slash instead of the colon."""
        return self._slash

    @property
    def upper(self) -> int:
        """Return the level in the tier above; 0 if none is open or several levels are given."""
        # Of several open tiers, an error, none counts.
        return self.next[0] if len(self.next) == 1 else 0

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = super().__get_pydantic_json_schema__(core_schema, handler)
        described = handler.resolve_ref_schema(schema)
        if "anyOf" in described:
            described["anyOf"].append({"type": "string", "pattern": cls._pattern})
        return schema


class Skill(Levelled):
    """Something the character can do. Shorthand: `3`, `3:1` or `5:1+2`."""

    group: Text | None = None
    """The group of the skill, if the rules name groups."""


class Resistance(Levelled):
    """The ability to withstand one kind of damage. Shorthand: `3`, `0/3` or `0/3:1`."""

    _read: ClassVar[Callable[[str], dict[str, object]]] = staticmethod(rating.parse_resistance)
    _pattern: ClassVar[str] = r"^ *(\d+ */ *)?-?\d+ *(: *\d+ *(\+ *\d+ *)*)?\*? *$"

    damage: Count = 0
    """The damage it has taken since the last wound."""
    wounds: Count = 0
    """The wounds of this kind."""
    wound_names: Several[Text] = ()
    """The names of the wounds, such as Burned hand, in the order in which they were taken."""


class Named(Model):
    """Something with a name and an effect."""

    shorthand = "name"

    name: Annotated[Text | None, NEEDED] = None
    """Its name."""
    effect: str = ""
    """What it does."""


class Helper(Model):
    """Something that helps or hinders rolls."""

    bonus: Mapping[str, SmallNumber] = {}
    """Its bonuses, or penalties with a minus, by skill, resistance, or group of the table; `all` is every roll."""
    successes: Mapping[str, SmallNumber] = {}
    """What it adds to the successes of a roll, by skill, group of the table, or `all`."""
    six_doubles: Several[Text] = ()
    """The skills, or groups of the table, for which a 6 on a die doubles the die that counts; or `all`."""


class Trait(Helper, Named):
    """A lasting feature that distinguishes the character."""


class Ability(Named):
    """Something special that the character can do at a price."""

    skill: Text | None = None
    """The skill (or resistance) that it belongs to."""
    tier: Count | None = None
    """The tier of the skill that unlocks it."""
    cost: Mapping[str, Count] = {}
    """The damage it costs, by resistance."""
    uses: Count | None = None
    """The number of uses before a rest."""


class Condition(Helper, Named):
    """A passing state, such as poison."""

    level: Count | None = None
    """The strength of the condition."""
    tier: Count | None = None
    """The tier of the condition."""
    until: str = ""
    """What ends it."""


class Standing(Model):
    """An attitude or a reputation: a counter that goes up and down."""

    shorthand = "counter"

    counter: SmallNumber = 0
    """Its present value."""
    level: Count | None = None
    """The highest value, if there is one."""
    effect: str = ""
    """What it does."""


class Gear(Helper, Item):
    """An item that the character carries; it helps while it is in use."""

    uses: Count | None = None
    """The number of uses of its power."""
    damage: Count = 0
    """Its present damage."""
    level: Count | None = None
    """Its durability: the largest damage before it breaks."""
    tier: Count | None = None
    """The tier that its user needs."""
    skill: Text | None = None
    """The skill to use it."""


class Opposition(Model):
    """An NPC's card. NPCs do not roll."""

    goal: str = ""
    """The goal that makes it an opponent."""
    actions: Several[Text] = ()
    """Its actions and abilities."""
    behaviour: str = ""
    """How it reacts to the players' successes and failures."""
    rank: Annotated[int, Field(ge=-9, le=9)] = 0
    """The number of tiers above the players, which raises the lower end of their success range."""
    successes: Annotated[int, Field(ge=1, le=999)] | None = None
    """The number of successes to win against it."""
    damage: Annotated[int, Field(ge=0, le=99)] | None = None
    """The damage it does; by default 1 plus its rank."""

    def damage_done(self) -> int:
        """Return the damage: its own, else by its rank."""
        return max(0, OPPOSITION_DAMAGE + self.rank) if self.damage is None else self.damage


class Advance(Entry):
    """A line of the ledger: a double that was rolled, practice, or points gained and spent."""

    example = "[{rolled: Riding, double: 5}, {raise: Riding, to: 3}]"

    rolled: Text | None = None
    """The skill or resistance that was rolled for."""
    double: Annotated[int, Field(ge=1, le=6)] | None = None
    """The face that both dice showed."""
    practice: Several[Text] = ()
    """The two marked skills or resistances that were practised."""
    for_: Annotated[Text | None, Field(alias="for")] = None
    """The one of the two that got the free roll."""
    raise_: Annotated[Text | None, Field(alias="raise")] = None
    """The skill or resistance that is raised with milestone points."""
    to: SmallNumber | None = None
    """The new level."""
    add: Text | None = None
    """A new skill or resistance."""
    level: SmallNumber | None = None
    """The level of the new skill or resistance."""
    tier: Count | None = None
    """The tier of the new skill or resistance; by default the tier of the rules."""
    kind: Kind | None = None
    """Whether it is a new `skill` (the default) or a new `resistance`."""


class Concept(AnyConcept):
    """A 5+ character, described by its descriptors."""

    rules: Rules = Rules()
    """The choices of this character's table; a campaign file may set them for everyone."""
    skills: Mapping[str, Skill] = {}
    """What the character can do, by name."""
    resistances: Mapping[str, Resistance] = {}
    """What the character can withstand, by kind."""
    traits: Several[Trait] = ()
    """Lasting features that distinguish the character."""
    abilities: Several[Ability] = ()
    """Special actions, each at a price."""
    conditions: Several[Condition] = ()
    """Passing states, such as poison."""
    attitudes: Mapping[str, Standing] = {}
    """What others think of the character, by name: a number that goes up and down."""
    reputations: Mapping[str, Standing] = {}
    """The reputation of the character, by place: a number that goes up and down."""
    equipment: Several[Gear] = ()
    """What the character carries: texts, or a name and an effect."""
    opposition: Opposition | None = None
    """The card of an NPC; with it, no skills are required."""
    advancement: Several[Advance] = ()
    """The experience ledger, in order."""

    def levelled(self) -> list[tuple[tuple[str, str], Levelled]]:
        """Return everything with a level, with its path: the skills, then the resistances."""
        sections: tuple[tuple[str, Mapping[str, Levelled]], ...]
        sections = (("skills", self.skills), ("resistances", self.resistances))
        return [((section, name), descriptor) for section, mapping in sections for name, descriptor in mapping.items()]
