"""Fields of models are described by the docstrings below them."""

from pydantic import Field, create_model

from chargen.schema.docstrings import descriptions
from chargen.schema.model import Model


class Lantern(Model):
    """A model with a field of each kind."""

    oil: int = 3
    """How much is left,
    in spoons."""
    wick: str = Field(default="", description="What burns.")
    """Not used beside the description of the field."""
    shade: str = ""


class Storm(Lantern):
    """A model that inherits fields."""

    shade: str = ""
    """Its glass."""

    class Hook(Model):
        """A model within another."""

        size: int = 1
        """In thumbs."""


def test_a_field_is_described_by_the_docstring_below_it_or_its_own_description() -> None:
    """Also in a class that inherits it, within another class, in a function, and in no file."""

    class Inner(Model):
        flame: int = 0
        """How high."""

    made = create_model("Made", __base__=Model, __module__="nowhere", glow=(int, Field(0, description="How bright.")))
    oil_and_wick = {"oil": "How much is left,\nin spoons.", "wick": "What burns."}
    assert descriptions(Lantern) == {**oil_and_wick, "shade": ""}
    assert descriptions(Storm) == {**oil_and_wick, "shade": "Its glass."}
    assert descriptions(Storm.Hook) == {"size": "In thumbs."}
    assert descriptions(Inner) == {"flame": "How high."}
    assert descriptions(made) == {"glow": "How bright."}
    fields = Storm.model_json_schema()["properties"]
    assert {name: field["description"] for name, field in fields.items()} == descriptions(Storm)
