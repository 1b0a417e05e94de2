"""Each format holds what its reader takes: a chat, a CommonMark parser, YAML, and Foundry's Simple World-Building."""

import base64
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from chargen.exports.foundry import find_concept as find_actor
from chargen.exports.foundry import play_state, write_foundry
from chargen.exports.markdown import find_concept, write_markdown
from chargen.exports.subject import prepare
from chargen.exports.text import LINES, WIDTH, write_text
from chargen.page.sheet import Portrait
from chargen.testing import check_text
from tests.exports.subjects import NAMES, OF_EACH, PRESETS, subject

PARSER = MarkdownIt("commonmark").enable("table")

DTYPES: dict[str, Any] = {"String": str, "Number": (int, float), "Boolean": bool, "Formula": str, "Resource": int}
"""The types of attributes in the system's constants.js, and what a value of each is."""
TEMPLATE = {"biography", "health", "power", "attributes", "groups"}
"""The keys of a character in the system's template.json."""


@OF_EACH
def test_a_stat_block_keeps_its_bounds(name: str) -> None:
    """At most 40 lines of 72 columns, with the first action in full, and each action at least by its name."""
    text = write_text(subject(name))
    lines = text.splitlines()
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= WIDTH
    flat = " ".join(text.split())
    for action in subject(name).actions[:3]:
        assert " ".join(f"{action.name} ({action.kind})".split()) in flat
    thrown = re.findall(r"^ +/roll (.+)$", text, re.MULTILINE)
    assert len(thrown) >= min(3, len(subject(name).actions))
    assert all(re.fullmatch(r"\d+d\d+(kh\d+)?([ +*-]+(\d+d)?\d+)*", dice) for dice in thrown), thrown


def inlines(tokens: list[Token]) -> list[str]:
    """The text of each paragraph, heading and cell, as a reader sees it."""
    return [
        "".join(
            child.content if child.type in ("text", "code_inline") else "\n" * (child.type == "hardbreak")
            for child in token.children or ()
        )
        for token in tokens
        if token.type == "inline"
    ]


@OF_EACH
def test_markdown_reads_as_it_was_meant(name: str) -> None:
    """A parser finds name, concept, every action with its chance, and every note: no letter of it became markup."""
    of = subject(name)
    _, front, body = write_markdown(of).split("---\n", 2)
    data = yaml.safe_load(front)
    assert (data["name"], data["system"]) == (of.card.name, of.card.system)
    assert of.card.system in data["tags"]
    assert all(" " not in tag for tag in data["tags"])
    assert of.numbers.items() <= data.items()
    tokens = PARSER.parse(body)
    assert not [token for token in tokens if token.type in ("html_block", "code_block", "hr", "blockquote_open")]
    seen = [" ".join(text.split()) for text in inlines(tokens)]
    assert seen[0] == " ".join(of.card.name.split())
    flat = " ".join(seen)
    for heading, text in of.card.notes:
        assert " ".join(f"{heading} {text}".split()) in flat
    for action in of.actions:
        assert " ".join(f"{action.name}, {action.kind}".split()) in seen
        assert " ".join(action.roll.split()) in seen
    rows = [token for token in tokens if token.type == "tr_open"]
    assert len(rows) == 1 + len(of.actions)
    boxes = sum(track.boxes for track in of.card.tracks)
    assert len(re.findall(r"^- \[[ x]\] \d", body, re.MULTILINE)) == boxes


@pytest.mark.parametrize(
    "end", ["", "\n", "\r\n", "\n\n", "\n# ```\n", "\n# ````yaml concept\n", "\r", "  # no end"], ids=repr
)
def test_a_concept_survives_markdown_with_any_end_and_any_fence(end: str) -> None:
    """Line ends, a missing one, and backticks in comments are as they were."""
    kai = "\ufeffsystem: five-by-five\r\nname: Kai\nnotes: |-\n  ```yaml concept\n  ```\n" + end
    of = replace(subject(NAMES[0]), checked=check_text(kai))
    assert of.concept == kai.encode()
    made = write_markdown(of)
    assert find_concept(made.encode()) == kai.encode()
    (fence,) = [token for token in PARSER.parse(made) if token.type == "fence"]
    assert fence.content.removesuffix("\n") == re.sub("\r\n?", "\n", kai).removesuffix("\n")


def test_other_files_have_no_concept() -> None:
    """Markdown without such a block, and a PDF, are answered with none."""
    for content in (b"", b"# Kai\n\n```yaml\nname: Kai\n```\n", b"%PDF-1.7\n", b"```yaml concept\nname: Kai\n"):
        assert find_concept(content) is None


def test_names_of_a_batch_are_links_and_markup_is_text() -> None:
    """A note that names another of the batch links to its file; everything else that looks like markup is text."""
    one, other = subject("five-by-five/guard"), subject("five-by-five/thug")
    called = other.card.name
    note = f"owes {called} (2) *money* | [x](y) <b>{called}s, X{called}</b> # & `{one.card.name}`"
    one = replace(one, card=replace(one.card, notes=(("Ties", note),)))
    made = write_markdown(one, [one, other])
    links = [token for text in PARSER.parse(made) for token in text.children or () if token.type == "link_open"]
    assert [token.attrs["href"] for token in links] == [f"{other.stem}.md"]
    assert f"Ties {note.replace(' (2)', '')}" in inlines(PARSER.parse(made))


class Tags(HTMLParser):
    """The elements of an HTML text, and the text in them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@OF_EACH
def test_foundry_takes_the_actor(name: str) -> None:
    """Keys and types are those of the system, bars show what is left, and every formula is there, once."""
    of = subject(name)
    actor = json.loads(write_foundry(of))
    assert (actor["name"], actor["type"]) == (of.card.name, "character")
    system = actor["system"]
    assert system.keys() == TEMPLATE
    for bar in (system["health"], system["power"]):
        assert bar.keys() == {"value", "min", "max"}
        assert bar["min"] <= bar["value"] <= bar["max"]
    start, state = play_state(of.view.sheet())
    counted = [each for each in of.view.trackers() if each.name in state and not each.yes_or_no]
    first_on_card = [each for track in of.card.tracks for each in counted if each.title == track.title]
    counted = first_on_card + [each for each in counted if each not in first_on_card]
    for bar, tracker in zip((system["health"], system["power"]), counted, strict=False):
        taken = 0 if start[tracker.name] == tracker.high else tracker.high - 2 * state[tracker.name]
        assert bar["value"] == state[tracker.name] + taken
        assert state[tracker.name] != start[tracker.name] or bar["value"] == bar["max"] == tracker.high
        (named,) = [each for each in system["attributes"]["boxes"].values() if each["label"] == tracker.title]
        assert named["dtype"] == "String"  # a second number would not follow the bar
    token = actor["prototypeToken"]
    assert (token["displayBars"], token["disposition"]) == (40, -1 if of.seed or of.card.rolls_title else 1)
    assert system["groups"].keys() == system["attributes"].keys()
    assert not {"attr", "attributes"} & system["groups"].keys()
    for group, attributes in system["attributes"].items():
        assert system["groups"][group]["dtype"] in DTYPES
        assert list(attributes) == sorted(attributes)
        for key, attribute in attributes.items():
            assert_attribute(key, attribute, group)
    formulas = [each["value"] for each in system["attributes"]["actions"].values() if each["dtype"] == "Formula"]
    assert formulas == [action.formula for action in of.actions if action.formulas]
    harm = [each["value"] for each in system["attributes"].get("harm", {}).values()]
    assert harm == [formula for action in of.actions for formula in action.formulas[1:]]
    assert (len(harm) > 0) is (of.card.system == "five-by-five")
    assert actor["flags"]["chargen"]["concept"].encode() == of.concept
    equipment = of.checked.advanced.concept.equipment if of.checked.advanced else ()
    assert [item["name"] for item in actor["items"]] == [thing.name for thing in equipment]
    assert all(item["type"] == "item" and item["system"].keys() == ITEM for item in actor["items"])
    assert set(Tags(system["biography"]).tags) <= {"p", "em", "strong", "br"}
    flat = "".join(Tags(system["biography"]).text.split())
    assert all("".join(text.split()) in flat for _, text in of.card.notes)


ITEM = {"description", "quantity", "weight", "attributes", "groups"}
"""The keys of an item in the system's template.json."""


def assert_attribute(key: str, attribute: dict[str, Any], group: str) -> None:
    """An attribute has a key that the sheet accepts, its group, a label, a known type, and a value of that type."""
    assert not re.search(r"[\s.]", key)
    assert attribute["group"] == group
    assert attribute["label"]
    assert isinstance(attribute["value"], DTYPES[attribute["dtype"]])
    if attribute["dtype"] == "Resource":
        assert attribute["min"] <= attribute["value"] <= attribute["max"]


def test_the_state_is_that_of_the_file() -> None:
    """Whichever way a track is ticked: stress from the first box on, reputation that is spent from the last one."""
    (path,) = [name for name in PRESETS if name.endswith("embassy-fixer.yaml")]
    noted = "physical_stress: 1, social_stress: 3, reputation: "
    text = Path(path).read_text(encoding="utf-8")
    assert f"{noted}3" in text
    of = prepare(check_text(text.replace(f"{noted}3", f"{noted}1")), set())
    _, state = play_state(of.view.sheet())
    assert state == {"physical_stress": 1, "social_stress": 3, "taken_out": False, "wealth": 3, "reputation": 1}


def test_foundry_gets_what_is_left_of_hit_points_and_the_portrait() -> None:
    """The state in the file fills the bars, and a portrait is part of the actor."""
    mara = """\
system: five-by-five
name: Mara
descriptors: {Brawler: 6, Cook: 4, Danger Sense: 4, First Aid: 2, Cannot Lie: -5}
hit_points: 2
state: {hit_points: 9, doubles_token: true}
"""
    checked = check_text(mara)
    assert checked.ok, checked.diagnostics
    of = prepare(replace(checked, portrait=Portrait(media_type="image/png", content=b"\x89PNG")), set())
    actor = json.loads(write_foundry(of))
    assert actor["system"]["health"]["value"] == 9
    assert play_state(of.view.sheet())[1]["doubles_token"] is True
    assert actor["img"] == "data:image/png;base64," + base64.b64encode(b"\x89PNG").decode()
    assert find_actor(write_foundry(of).encode()) == mara.encode()


def test_what_a_player_writes_is_no_html_and_no_further_line() -> None:
    """Tags of a name reach neither the biography nor the chat of Foundry; a line separator ends no line of a block."""
    of = subject("five-by-five/guard")
    bad = "<img src=x>\u2028two"
    action = replace(of.actions[0], name=bad, effect=bad)
    of = replace(of, actions=(action,), card=replace(of.card, name=bad, concept=bad, notes=(("Wants", bad),)))
    actor = json.loads(write_foundry(of))["system"]
    (label,) = [each["label"] for each in actor["attributes"]["actions"].values()]
    assert label.startswith("‹img src=x›")
    assert Tags(actor["biography"]).tags == ["p", "em", "p", "strong"]
    assert "\u2028" not in write_text(of)
    assert not [token for token in PARSER.parse(write_markdown(of)) if token.type == "html_block"]
