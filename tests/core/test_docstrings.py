"""What the docstrings below fields say."""

from pydantic import Field, create_model

from chargen.core.docstrings import descriptions
from chargen.core.model import Model


class Lantern(Model):
    """A shape with a field of each kind."""

    oil: int = 3
    """How much is left,
    in spoons."""
    wick: str = Field(default="", description="What burns.")
    """Of no account beside the field's own words."""
    shade: str = ""


class Storm(Lantern):
    """A shape that takes fields over."""

    shade: str = ""
    """Its glass."""

    class Hook(Model):
        """A shape within another."""

        size: int = 1
        """In thumbs."""


def test_a_field_says_what_stands_below_it_or_in_it() -> None:
    """Its own words come first; of one that says nothing there is nothing to say."""
    assert descriptions(Lantern) == {"oil": "How much is left,\nin spoons.", "wick": "What burns.", "shade": ""}


def test_fields_keep_their_words_in_shapes_made_from_theirs() -> None:
    """What another class says is taken over, unless the nearer one says something."""
    assert descriptions(Storm) == {**descriptions(Lantern), "shade": "Its glass."}
    assert descriptions(Storm.Hook) == {"size": "In thumbs."}


def test_shapes_within_functions_and_in_no_file_are_read_as_far_as_they_can_be() -> None:
    """A class of a function is found in it; one that no file holds has what its fields say themselves."""

    class Inner(Model):
        flame: int = 0
        """How high."""

    assert descriptions(Inner) == {"flame": "How high."}
    made = create_model("Made", __base__=Model, __module__="nowhere", glow=(int, Field(0, description="How bright.")))
    assert descriptions(made) == {"glow": "How bright."}


def test_a_json_schema_has_the_words_of_every_shape() -> None:
    """An editor shows them to anyone who writes the file."""
    fields = Storm.model_json_schema()["properties"]
    assert [fields[name]["description"] for name in ("oil", "wick", "shade")] == [*descriptions(Storm).values()]
