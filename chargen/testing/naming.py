"""Test the promises about names: of rules, keys and options, and that each of them is explained."""

from collections import Counter
from collections.abc import Iterator, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from chargen import registry
from chargen.game.contract import API
from chargen.game.rule import explanation, paths_checked_by
from chargen.kit.checks import paths_added_by, paths_read_by
from chargen.schema.docstrings import descriptions
from chargen.testing.trial import Trial
from chargen.text.names import did_you_mean, instead, slug


def it_is_installed(trial: Trial) -> Iterator[str]:
    """Require that the entry point of an installed package provides a game of that key."""
    key = trial.game.key
    if key not in registry.list_games():
        hint = (
            'its pyproject.toml has it under [project.entry-points."chargen.systems"], and `pip install -e .` was run'
        )
        yield f"no installed package brings a game `{key}`: {hint}"


def names_are_clear(trial: Trial) -> Iterator[str]:
    """Require a key that is a slug and the ledger's, a title and a credit, and unique names of explained rules."""
    key = trial.game.key
    if slug(key) != key:
        yield f"the key {key!r} is no slug"
    if trial.game.api != API:
        yield f"api is {trial.game.api!r}, and this chargen keeps the contract {API}: write `api=kit.API`"
    yield from (f"the {what} is empty" for what in ("title", "credit") if not getattr(trial.game, what).strip())
    if (other := getattr(trial.game.ledger, "key", key)) != key:
        yield f"the ledger's key is {other!r}, and the game's {key!r}: its diagnostics would have other codes"
    for name, number in Counter(rule.__name__ for rule in trial.game.all_rules).items():
        if number > 1:
            yield f"{name} is the name of {number} rules"
    for rule in trial.game.all_rules:
        explained = explanation(rule)
        if not explained.asks or not explained.source:
            yield f"{rule.__name__} needs a docstring that says what it asks, and a last line 'Source: …'"
    for name, description in descriptions(trial.game.rules).items():
        if not description:
            yield f"the house rule {name} needs a docstring"


def every_field_is_described(trial: Trial) -> Iterator[str]:
    """Require that the JSON Schema describes each key."""
    schema = trial.game.concept.model_json_schema()
    for model in (schema, *schema.get("$defs", {}).values()):
        for variant in (model, *model.get("anyOf", ())):
            for key, field in variant.get("properties", {}).items():
                if "description" not in field:
                    yield f"{variant.get('title', 'a model')}.{key} has no description"


def reads_name_what_there_is(trial: Trial) -> Iterator[str]:
    """Require that what rules read, derived numbers follow from, tables are for, and options switch exists."""
    game = trial.game
    for option in game.options:
        if option not in game.rules.model_fields:
            yield f"options: there is no rule {option!r}; {instead(option, game.rules.model_fields)}"
    derived: set[str] = set()
    for _, view in trial.views:
        derived |= {*view.stats(), *(tracker.name for tracker in view.trackers())}
    for name in game.derived_from:
        if name not in derived:
            hint = did_you_mean(name, derived, "it goes by the names of derived numbers and trackers")
            yield f"derived_from: nothing is called {name!r}; {hint}"
    readers = {
        rule.__name__: (*paths_read_by(rule), *paths_added_by(rule), *paths_checked_by(rule)) for rule in game.all_rules
    }
    readers["tables"] = tuple(game.tables)
    named = {name: paths for name, paths in game.derived_from.items() if not callable(paths)}
    for reader, paths in (*readers.items(), *named.items()):
        for path in paths:
            # House rules may be in the campaign file alone, and a limit may be a property of the rules.
            first, _, rule = path.partition(".")
            is_house_rule = first == "rules" and hasattr(game.rules(), rule)
            if not is_house_rule and not _leads(game.concept, path.split(".")):
                yield f"{reader} waits for {path!r}, which no concept has"


def _leads(annotation: Any, steps: Sequence[str]) -> bool:
    """Return whether a path exists in data of that type: keys of models, and ``*`` for members of any other sort."""
    if not steps:
        return True
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields
        names = {key: field for name, field in fields.items() for key in (name, field.alias or name)}
        inside = [field.annotation for field in fields.values()] if steps[0] == "*" else []
        inside += [names[steps[0]].annotation] if steps[0] in names else []
        return any(_leads(inner, steps[1:]) for inner in inside)
    arguments = get_args(annotation)
    if not arguments:
        return annotation is Any
    # A union and an annotation are read as their parts; a list or a mapping takes one step to its members.
    is_members = get_origin(annotation) not in (Union, UnionType, Annotated)
    return any(_leads(inner, steps[1:] if is_members else steps) for inner in arguments if inner is not NoneType)
