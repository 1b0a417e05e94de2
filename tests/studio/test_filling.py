"""What the form of the studio writes into a text, in every game and from every start: no dead end, and nothing lost."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from chargen import ready_made
from chargen.core.diagnostic import KeyPath
from chargen.core.json_schema import JsonSchema, nodes
from chargen.core.parts import find_value
from chargen.studio.failure import Refused
from chargen.studio.studio import Studio
from tests import scale
from tests.studio.filling import (
    GAMES,
    LAYOUTS,
    Change,
    Field,
    Filling,
    addition,
    begin,
    check_kept,
    comments_of,
    studio_with_games,
)

NAMES = ("Wooden Duck", "Ünder: the, sea", "#1 fan", "7", "yes", "it's {so}", "a long name " * 9 + "ends")
"""What people write, and what YAML could take for something else."""


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    return studio_with_games(tmp_path)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("empty", [True, False], ids=["empty", "starter"])
def test_every_list_takes_its_first_entry(studio: Studio, game: str, empty: bool) -> None:
    """Also after its only one was taken away, and what it would do is told before."""
    filling = begin(studio, game, empty=empty)
    lists = [
        field for field in filling.fields() if field["kind"] == "entries" and (field["options"] or not field["closed"])
    ]
    assert lists
    for field in lists:
        if scale.QUICK and field["path"][0] == "rules":
            continue
        one = Filling(studio, filling.text, filling.file)
        for entry in reversed(field["entries"]):
            one.change({"path": entry["path"], "remove": True})
        for _ in range(2):
            entry = addition(one.field(*field["path"]), "Wooden Duck")
            assert len(one.ask("effects", path=entry["path"], values=[entry["value"]])["effects"]) == 1
            one.change(entry)
            assert find_value(one.source.data, entry["path"]) == entry["value"]
            one.change({"path": entry["path"], "remove": True})
            assert find_value(one.source.data, entry["path"]) is None


def starts(studio: Studio, game: str) -> Iterator[Filling]:
    """Yield the characters that a walk begins with: a name alone, the starter, and a ready-made one in each layout."""
    yield begin(studio, game, empty=True)
    made = begin(studio, game)
    texts = [made.text, *(preset.path.read_text("utf-8") for preset in ready_made.presets(game))]
    for number, lay_out in enumerate(LAYOUTS.values()):
        yield Filling(studio, lay_out(texts[number % len(texts)]), made.file)


@pytest.mark.parametrize("game", GAMES)
def test_a_walk_through_the_form_loses_nothing(studio: Studio, game: str) -> None:
    """Whatever is set, added, named and taken away: the text says what the form shows, and keeps all the rest."""
    seed = None if scale.SCALE == "fuzz" else game
    random = Random(seed)
    for filling in scale.some([*starts(studio, game)], 6):
        for _ in range(4 if scale.QUICK else 100):
            before = filling.text
            kind, change = draw(random, filling.fields())
            try:
                filling.change(change)
            except Refused as refused:
                assert "already" in str(refused), (change, before)  # noqa: PT017
                continue
            where = f"{change}\n{before}\n{filling.text}"
            check_kept(before, filling.text)
            source, path = filling.source, change["path"]
            assert not [found for found in source.diagnostics if found.severity == "error"], where
            if kind == "remove":
                assert find_value(source.data, path) is None or any(isinstance(step, int) for step in path), where
            else:
                comments = comments_of(before)
                assert [found for found in comments_of(filling.text) if found in comments] == comments, where
            if kind == "set":
                # A value may make another field of it, such as a text of a list.
                assert filling.field(*path).get("value", change["value"]) == change["value"], where
        # One with errors has a blank sheet of its game with its name.
        assert "html" in filling.ask("sheet", blank=True)
        sheet = filling.ask("sheet")
        if sheet["ok"]:
            assert sheet["html"] == rendered(filling), game


def rendered(filling: Filling) -> str:
    """Return the sheet of a text as a fresh start of the program renders it."""
    return str(
        Studio(filling.studio.folder.path).answer("studio/sheet", {"file": filling.file, "text": filling.text})["html"]
    )


def draw(random: Random, fields: list[Field]) -> tuple[str, Change]:
    """Draw what a person does next in a form."""
    while True:
        field = random.choice(fields)
        path, name = field["path"], random.choice(NAMES)
        if field["kind"] == "entries":
            named = [] if field["list"] else field["entries"]
            if named and random.random() < 0.2:
                return "rename", {"path": random.choice(named)["path"], "rename": name}
            if field["entries"] and random.random() < 0.4:
                return "remove", {"path": random.choice(field["entries"])["path"], "remove": True}
            offered = [option["value"] for option in field["options"]]
            if field["closed"] and not offered:
                continue
            return "add", addition(field, random.choice([*([] if field["closed"] else [name]), *offered[:5]]))
        if field["kind"] == "group" or path == ["name"]:
            continue
        if field["value"] is not None and random.random() < 0.3:
            return "remove", {"path": path, "remove": True}
        return "set", {"path": path, "value": drawn_value(random, field, name)}


def drawn_value(random: Random, field: Field, name: str) -> object:
    if field["kind"] == "switch":
        return not field["value"]
    if field["kind"] == "number":
        low, high = field["low"] or 0, field["high"]
        return random.randint(low, low + 6 if high is None else high)
    if field["options"] and (field["kind"] == "choice" or random.random() < 0.5):
        return random.choice(field["options"])["value"]
    return f"{name}\n\nand more\n" if field.get("long") else name


def keys_of(schema: JsonSchema, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Yield the keys that a schema knows, at every depth; an entry, and a name of the player's own, is ``*``."""
    found = nodes(schema, path)
    # One entry may be written without its list.
    for node in [node for node in found if node.get("type") == "array"] or found:
        names = node.get("properties", ())
        for step in (*names, *("*" for open_to in ("items", "additionalProperties") if node.get(open_to))):
            if len(path) < 6:
                yield (*path, step)
                yield from keys_of(schema, (*path, step))


@pytest.mark.parametrize("game", GAMES)
def test_the_form_reaches_every_key(studio: Studio, game: str) -> None:
    """Of the game's schema, at every depth: with an entry in each list, and with every option on."""
    filling = begin(studio, game, empty=True)
    checked = studio.check(filling.file, filling.text)
    assert checked.game is not None
    for option in checked.game.options:
        filling.change({"path": ["rules", option], "value": True})
    for _ in range(4):
        for field in filling.fields():
            offered = (
                [option["value"] for option in field.get("options", ())] if field.get("closed") else ["Wooden Duck"]
            )
            if field["kind"] == "entries" and not field["entries"] and offered and len(field["path"]) < 6:
                filling.change(addition(field, str(offered[0])))
    checked = studio.check(filling.file, filling.text)
    assert checked.game is not None
    schema = checked.game.schema(checked.rules)
    reached = {tuple(step if isinstance(step, str) else "*" for step in field["path"]) for field in filling.fields()}
    reached |= {tuple("*" if step == "Wooden Duck" else step for step in path) for path in reached}
    wanted = {path for path in keys_of(schema) if path[0] not in ("system", "advancement")}
    assert {path for path in wanted if path not in reached and "*" not in path[-1:]} == set()
