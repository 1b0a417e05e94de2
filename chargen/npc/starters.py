"""Write starter files for any game: a random character, an archetype, house rules, a spreadsheet.

Each file is valid as it is, and stays valid when any commented line is uncommented.
"""

import csv
import io
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from chargen.game.concept import Concept
from chargen.game.contract import AnyGame
from chargen.npc import archetype as archetypes
from chargen.npc import names, roles
from chargen.npc.completion import complete
from chargen.npc.generation import ROLE, Order, make_npc
from chargen.schema.docstrings import descriptions
from chargen.schema.model import Model, keys
from chargen.text.source import load
from chargen.text.writing import document, in_flow_style, quoted, splice

WIDTH = 110  # The largest width of a comment line
LONGEST = 8  # The largest number of lines of a key that a starter archetype offers
FEW = 6  # The largest mapping that gets a column for each of its keys in a starter spreadsheet
SEED = "starter"  # The seed of the examples in starters


def describe_keys(model: type[Model]) -> dict[str, str]:
    """Return the description of each key of a model; keys are spelled as in a file."""
    return dict(zip(keys(model), (" ".join(texts.split()) for texts in descriptions(model).values()), strict=True))


def _comment(text: str, indent: str = "") -> str:
    lines = textwrap.wrap(text, WIDTH - len(indent), break_long_words=False, break_on_hyphens=False)
    return "".join(f"{indent}# {line}\n" for line in lines)


def write_character(game: AnyGame, seed: str, role: str = "", name: str | None = None) -> str:
    """Return the file of a random legal character, with a comment for each key of the game.

    Its notes have the command that makes it again. Without a role it is a player's character, on the budget of the
    book; else NPC 1 of that role and seed. Raises `chargen.game.npc.Infeasible`, and ValueError for a game
    without NPCs.
    """
    order = _order(game, seed, role)
    if role:
        data = dict(make_npc(order, 1).concept)
        data["name"] = name or data["name"]
    else:
        data = complete(game, {"name": name} if name else {}, seed)
    whose = f" --role {role}" if role else ""
    again = f"Random character: chargen new {game.key} --random{whose} --seed {seed}"
    data["notes"] = f"{data['notes']}\n{again}" if data.get("notes") else again
    texts, common = describe_keys(game.concept), keys(Concept)
    text = ""
    for key, value in data.items():
        text += "" if key in common else f"\n{_comment(texts.get(key, ''))}"
        text += document({key: value})
    return text


def _order(game: AnyGame, seed: str, role: str = "") -> Order:
    if game.npc is None:
        raise ValueError(f"{game.title} makes no NPCs")
    reading = archetypes.read_archetype(game.key, role)
    assert reading.archetype is not None, f"a role that is there: {role}"
    return Order(seed=seed, archetype=reading.archetype)


def write_archetype(game: AnyGame, title: str | None = None) -> str:
    """Return an archetype file with draws; all other keys are comments. Raises ValueError for a game without NPCs."""
    npc = make_npc(_order(game, SEED), 1).concept
    lists = ", ".join(names.list_name_lists(game.resources))
    lines = [
        _comment(f"NPCs of {game.title}, for `chargen batch`: values under `pins` are fixed, all others are drawn."),
        _comment("A value may be a draw: {one_of: [this, that]}, {range: [2, 4]}, {some_of: [this, that], count: 1}."),
        f"archetype: {game.key}\n",
        f"title: {quoted(title or 'Night watch')}\n",
        "about: Walks the walls between two bells\n\n",
        _comment(f"Where their names come from: {lists}, or lists of your own (given and family)."),
        "names: [city, harbour]\n\n",
        "pins:\n",
        "  concept: {one_of: [Gate guard, Night watch, Lamp lighter]}\n",
        "  equipment: [Whistle, {some_of: [Lantern, Dice, Cold pie, Chalk], count: 2}]\n\n",
        _comment("Any key of a character may be fixed here. Uncomment a line below to use it.", "  "),
    ]
    # A generated NPC provides the examples, so that each commented line is legal beside the others.
    for key, value in npc.items():
        written = document({key: value})
        # Keys of every game are explained elsewhere; long values would hide the others.
        if key not in keys(Concept) and written.count("\n") <= LONGEST:
            lines.append(textwrap.indent(written, "  # "))
    if game.ledger is not None:
        lines.append("\n" + _comment("Experience, spent on anything legal; `prefer: [this, that]` says on what."))
        lines.append("# experience: {award: {range: [0, 6]}}\n")
    return "".join(lines)


def retitle_role(text: str, title: str | None) -> str:
    """Return the text of a role file with another title."""
    if title is None:
        return text
    source = load("role.yaml", text.encode())
    # Only the title is replaced in the text: the comments of the role's file stay.
    if isinstance(source.data, dict) and "title" in source.data:
        return splice(text, [(source.place(("title",)), quoted(title))])
    return f"title: {quoted(title)}\n{text}"


def write_campaign(game: AnyGame, name: str | None = None) -> str:
    """Return a file of house rules in which every setting is a comment with its default."""
    book, texts = game.rules(), describe_keys(game.rules)
    fields = dict(zip(keys(game.rules), game.rules.model_fields, strict=True))
    switches = [key for key, field in fields.items() if field in game.options]
    lines = [
        _comment(
            "House rules for a whole table. A character's file names this one: `campaign: FILE`, from its own folder. "
            "Uncomment a line below to use it, and change its value."
        ),
        f"name: {quoted(name)}\n" if name else 'name: ""  # fill in what your campaign is called\n',
        f"rules:\n  {game.key}:\n",
    ]
    # Optional rules that a table turns on or off first: they are what most tables look for.
    for key in (*switches, *(key for key in fields if key not in switches)):
        value = getattr(book, fields[key])
        if value is None or isinstance(value, (bool, int, str)):
            written = f"{key}: {in_flow_style(value)}" if value is not None else f"{key}: ~"
            lines += ["\n", _comment(texts[key], "    "), f"    # {written}\n"]
    return "".join(lines)


def write_spreadsheet(game: AnyGame) -> str:
    """Return a CSV file of two NPCs: one with many fixed values, and one of a role, if the game has roles.

    Raises ValueError for a game without NPCs.
    """
    npc, other = (make_npc(_order(game, SEED), number).concept for number in (1, 2))
    rows = [
        {"system": game.key, "name": npc["name"], ROLE: "", **dict(_list_cells(npc))},
        {"system": game.key, "name": other["name"], ROLE: next(iter(roles.list_roles(game.key)), "")},
    ]
    if ROLE in game.concept.model_fields:
        rows[1].pop(ROLE)
    text = io.StringIO()
    table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def _list_cells(data: Mapping[str, Any], *parents: str) -> Iterator[tuple[str, str]]:
    """Yield the headings and cells of a concept; a long mapping or one with free names gives only its first entry."""
    # Keys with capitals are names that the character chose, such as skills; another NPC would have other columns.
    is_long = len(data) > FEW or not all(key.islower() for key in data)
    for key, value in [*data.items()][: 1 if is_long and parents else None]:
        heading = ".".join((*parents, key))
        if heading in ("system", "name", "rules"):
            continue
        if isinstance(value, (str, int, float)):
            yield heading, in_flow_style(value, str)
        # Texts with the delimiters of lists or of the file itself would be torn apart when the file is read.
        elif isinstance(value, list) and all(isinstance(part, str) and not set(part) & set(",;|") for part in value):
            yield heading, "; ".join(value)
        elif isinstance(value, dict):
            yield from _list_cells(value, *parents, key)
