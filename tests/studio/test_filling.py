"""What the form of the studio writes into a text, in every game and from every start: no dead end, and nothing lost."""

from collections.abc import Iterator
from random import Random

import pytest
from click.testing import CliRunner

from chargen import ready_made
from chargen.cli.main import cli
from chargen.schema.json_schema import JsonSchema, nodes
from chargen.studio.folder import Refused
from chargen.studio.studio import Studio
from chargen.text.diagnostic import KeyPath
from chargen.text.parts import find_value
from chargen.text.source import load
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
    within,
)

NAMES = ("Wooden Duck", "Ünder: the, sea", "#1 fan", "7", "yes", "it's {so}", "a long name " * 9 + "ends")
"""What people write, and what YAML could take for something else."""
NOT_DRAWN = ("rules", "waive", "stated", "state", "player", "portrait", "notes", "campaign")
"""The fields without *Surprise me*."""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Studio:
    return studio_with_games(tmp_path_factory.mktemp("studio"))


BEGUN = {
    "facade": ("modifiers", "backgrounds", "weapons", "armor", "skills"),
    "five-by-five": ("weapons", "descriptors"),
    "five-plus": ("traits", "abilities", "conditions", "equipment", "skills", "resistances"),
    "gamocles": ("variations", "weapon", "armour", "pools"),
    "hot-wires": ("gear",),
    "roll-when-you-need": ("qualities", "talents", "consequences", "moves"),
}


@pytest.mark.parametrize(("game", "key"), [(game, key) for game, keys in BEGUN.items() for key in keys])
def test_what_was_just_begun_is_to_do_and_not_wrong(studio: Studio, game: str, key: str) -> None:
    """A thing of one's own has a name first, and all else of it is to be added: no number is there unasked."""
    filling = begin(studio, game)
    numbers = [*filter(str.isdigit, filling.text)]
    filling.change(addition(filling.field(key), "Wooden Duck"))
    assert [*filter(str.isdigit, filling.text)] == numbers
    assert not [found for field in filling.fields() for found in field["findings"] if found["severity"] == "error"]


def starts(studio: Studio, game: str) -> list[tuple[str, str]]:
    """Return what walks begin with, and its layout: a name alone, the starter, and ready-made ones."""
    empty, made = begin(studio, game, empty=True), begin(studio, game)
    texts = [made.text, *(preset.path.read_text("utf-8") for preset in ready_made.presets(game))]
    laid_out = [(texts[number % len(texts)], layout) for number, layout in enumerate(LAYOUTS)]
    return [(empty.text, "as it is"), *laid_out]


def test_what_a_thing_asks_for_is_no_roll_of_its_name(studio: Studio) -> None:
    """A score has its chance beside it; the same name within what an entry asks for or helps has none."""
    fields = {tuple(field["path"]): field for field in within(begin(studio, "hot-wires").fields())}
    assert fields["traits", "Bold"]["chance"].endswith("%")
    within_gear = [fields["gear", 1, "asks", "Bold"], fields["gear", 1, "helps", "nerve"]]
    assert [(field["chance"], field["usual"]) for field in within_gear] == [("", None)] * 2


@pytest.mark.parametrize("written", ["", "equipment: Rope\n", "equipment: [Rope]\n"])
def test_two_entries_added_in_one_form_are_both_there(studio: Studio, written: str) -> None:
    """The second is added before the form shows the first, as on a slow machine."""
    filling = Filling(studio, f"system: facade\nname: Kai\n{written}", "kai.yaml")
    field = filling.field("equipment")
    filling.change(addition(field, "Lamp"))
    filling.change(addition(field, "Ink"))
    assert load("", filling.text.encode()).data["equipment"] == [*(["Rope"] if written else []), "Lamp", "Ink"]


@pytest.mark.parametrize("game", scale.some(GAMES, len(GAMES)))
def test_a_walk_through_the_form_loses_nothing(studio: Studio, game: str) -> None:
    """Whatever is set, added, named, drawn and removed: the text says what the form shows, and keeps all the rest."""
    seed = None if scale.SCALE == "fuzz" else game
    random = Random(seed)
    begun, turn = starts(studio, game), GAMES.index(game)
    for text, layout in scale.some([*begun[turn % len(begun) :], *begun[: turn % len(begun)]], 2):
        filling = Filling(studio, LAYOUTS[layout](text))
        fields = filling.fields()
        for number in range(4 if scale.QUICK else 100):
            fields = take_a_step(random, filling, fields)
            if number % 25 == 24:
                check_sheet(filling)
        check_sheet(filling)


def take_a_step(random: Random, filling: Filling, fields: list[Field]) -> list[Field]:
    """Change the text as a person does, and check what became of it; return the fields of the form after it."""
    before, data = filling.text, filling.source.data
    kind, path, change = draw(random, filling, fields)
    try:
        if kind == "surprise":
            filling.text = filling.ask("surprise", path=path, seed=str(random.random()))["text"]
        else:
            filling.change(change)
    except Refused as refused:
        drawn = ("nothing legal fits", "nothing else was drawn", "no ideas")
        answers = drawn if kind == "surprise" else ("already",)
        assert any(answer in str(refused) for answer in answers), (refused, path, change, before)  # noqa: PT017
        return fields
    where = f"{kind} {path} {change}\n{before}\n{filling.text}"
    check_kept(before, filling.text)
    source, fields = filling.source, filling.fields()
    assert not [found for found in source.diagnostics if found.severity == "error"], where
    if kind == "remove":
        assert find_value(source.data, tuple(path)) is None or any(isinstance(step, int) for step in path), where
    elif kind != "surprise" or not path:
        comments = comments_of(before)
        assert [found for found in comments_of(filling.text) if found in comments] == comments, where
    if kind != "rename":  # which what means the entry follows
        others = [{key: data[key] for key in data if key not in path[:1]} for data in (data, source.data)]
        assert others[0] == others[1] or not path, where
    if kind == "set":
        # A value may make another field of it, such as a text of a list.
        field = next(field for field in fields if field["path"] == path)
        assert field.get("value", change["value"]) == change["value"], where
    return fields


def check_sheet(filling: Filling) -> None:
    """Check that the sheet beside the form is the one that `chargen render` makes of the text."""
    sheet = filling.ask("sheet", blank=True)
    # One with errors has a blank sheet of its game with its name.
    assert "html" in sheet
    folder = filling.studio.folder.path
    (folder / filling.file).write_bytes(filling.text.encode())
    printed = folder / "sheet.html"
    printed.unlink(missing_ok=True)
    run = CliRunner().invoke(cli, ["render", str(folder / filling.file), "-o", str(printed)])
    assert printed.exists() == sheet["ok"], (run.output, filling.text)
    assert not sheet["ok"] or printed.read_text("utf-8") == sheet["html"], filling.text


def draw(random: Random, filling: Filling, fields: list[Field]) -> tuple[str, list[str | int], Change]:
    """Draw what a person does next in a form."""
    while True:
        field = random.choice(fields)
        path, name = field["path"], random.choice(NAMES)
        is_drawn = path[0] not in NOT_DRAWN
        if random.random() < 0.05:
            return "surprise", [], {}
        if is_drawn and len(path) < 3 and random.random() < 0.1:
            return "surprise", path, {}
        if field["kind"] == "entries":
            named = [] if field["list"] else field["entries"]
            if named and random.random() < 0.2:
                path = random.choice(named)["path"]
                return "rename", path, {"path": path, "rename": name}
            if field["entries"] and random.random() < 0.4:
                path = random.choice(field["entries"])["path"]
                return "remove", path, {"path": path, "remove": True}
            offered = [option["value"] for option in field["options"]][:5]
            if is_drawn and random.random() < 0.2:
                offered += filling.ask("ideas", path=path, seed=name)["ideas"]
            if field["closed"] and not offered:
                continue
            change = addition(field, random.choice([*([] if field["closed"] else [name]), *offered]))
            return "add", change["path"], change
        if field["kind"] == "group" or path == ["name"]:
            continue
        if field["value"] is not None and random.random() < 0.3:
            return "remove", path, {"path": path, "remove": True}
        return "set", path, {"path": path, "value": drawn_value(random, field, name)}


def drawn_value(random: Random, field: Field, name: str) -> object:
    if field["kind"] == "switch":
        return not field["value"]
    if field["kind"] == "number":
        low, high = field["low"] or 0, field["high"]
        return random.randint(low, low + 6 if high is None else high)
    if field["options"] and (field["kind"] == "choice" or random.random() < 0.5):
        return random.choice(field["options"])["value"]
    return f"{name}\n\nand more\n" if field.get("long") else name


def test_a_field_of_an_entry_that_is_only_a_name_may_be_drawn(studio: Studio) -> None:
    """An armor may be written as its name, and then the rest of it is not there."""
    filling = begin(studio, "five-by-five")
    filling.change({"path": ["armor"], "value": "Coat of tiles"})
    with pytest.raises(Refused, match="there is no `Coat of tiles` in the armour table"):
        filling.ask("surprise", path=["armor", "armor_value"], seed="1")


def test_a_table_without_a_number_to_draw_is_refused(studio: Studio) -> None:
    """Its highest number may be below the lowest."""
    filling = begin(studio, "starter", empty=True)
    filling.change({"path": ["rules", "highest"], "value": 0}, {"path": ["stats", "Might"], "value": 1})
    with pytest.raises(Refused, match="`Might` goes from 1 to 0"):
        filling.ask("surprise", path=[], seed="1")


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
    filling.change(*({"path": ["rules", option], "value": True} for option in checked.game.options))
    for _ in range(4):
        additions = []
        for field in filling.fields():
            offered = (
                [option["value"] for option in field.get("options", ())] if field.get("closed") else ["Wooden Duck"]
            )
            if field["kind"] == "entries" and not field["entries"] and offered and len(field["path"]) < 6:
                additions.append(addition(field, str(offered[0])))
        filling.change(*additions)
    checked = studio.check(filling.file, filling.text)
    assert checked.game is not None
    schema = checked.game.schema(checked.rules)
    reached = {tuple(step if isinstance(step, str) else "*" for step in field["path"]) for field in filling.fields()}
    reached |= {tuple("*" if step == "Wooden Duck" else step for step in path) for path in reached}
    wanted = {path for path in keys_of(schema) if path[0] not in ("system", "advancement")}
    assert {path for path in wanted if path not in reached and "*" not in path[-1:]} == set()
