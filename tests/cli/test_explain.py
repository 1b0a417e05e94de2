"""`chargen explain`: every code that exists can be looked up."""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

import chargen
from chargen import registry
from chargen.checking import explaining
from chargen.games.five_by_five import GAME
from chargen.text.codes import EXAMPLES, EXPLANATIONS, NO_FIX
from tests.cli.running import run
from tests.scale import some

PACKAGE = Path(chargen.__file__).parent


def test_every_code_in_the_source_is_explained() -> None:
    """What the source gives as a code, `explain` knows; and it explains no code that is never given."""
    families = "|".join(sorted({code.partition("/")[0] for code in EXPLANATIONS}))
    given = re.compile(rf"[\"']((?:{families})/[a-z-]+)[\"']|code=[\"']([a-z/-]+)[\"']")
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    found = {general or code for source in sources for general, code in given.findall(source)}
    assert {code for code in found if re.match(f"({families})/", code)} == set(EXPLANATIONS)
    assert {code for code in found - set(EXPLANATIONS) if run("explain", code).code != 0} == set()


def test_a_game_lists_its_rules_and_house_rules() -> None:
    out = run("explain", "five-by-five").out
    assert all(GAME.code(rule) in out for rule in GAME.all_rules)
    assert "  rank_caps = literal" in out
    assert "  aspects = false" in out
    assert all(name in out for name in GAME.rules.model_fields)


@pytest.mark.parametrize("key", ["facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need"])
def test_a_house_rule_that_is_a_list_is_printed_as_a_campaign_would_write_it(key: str) -> None:
    """Each table is complete: read back as house rules it is the book's own."""
    game, out = registry.system(key), run("explain", key).out
    book = game.rules()
    tables = {name for name in game.rules.model_fields if isinstance(getattr(book, name), (tuple, dict, BaseModel))}
    printed = {name: re.search(rf"^      {name}:.*\n((       .*|)\n)*", f"{out}\n", re.MULTILINE) for name in tables}
    read = {name: yaml.safe_load(textwrap.dedent(found[0])) for name, found in printed.items() if found}
    assert read.keys() == tables
    assert all(getattr(game.rules.model_validate(rule), name) == getattr(book, name) for name, rule in read.items())


def test_every_table_of_every_game_can_be_printed() -> None:
    for key in registry.list_games():
        rules = registry.system(key).rules()
        for field in type(rules).model_fields:
            rows = getattr(rules, field)
            if isinstance(rows, tuple) and rows and isinstance(rows[0], BaseModel):
                shown = run("explain", f"{key}/{field}").out
                assert all(str(getattr(row, "name", "")) in shown for row in rows), (key, field)


def of_games() -> Iterator[str]:
    for key in registry.list_games():
        yield from registry.system(key).codes()


def test_a_code_is_shown_by_a_concept_that_has_the_error() -> None:
    """The diagnostic is the very one of `check`, with its excerpt and its cure, and without the marks of our tests."""
    for code in some([*EXAMPLES, *of_games()], 60):
        shown = explaining.shown(code)
        assert shown is not None, code
        assert shown[1].code == code
        assert "# error:" not in shown[0].source.text


def test_what_one_file_cannot_show_is_about_others_or_the_machine() -> None:
    """Of the codes about a concept's own text, those without an example need a very large or a damaged file."""
    unseen = {code for code in EXPLANATIONS if code.partition("/")[0] in ("yaml", "concept") and code not in EXAMPLES}
    assert unseen == {"yaml/too-large", "yaml/encoding", "concept/broken-system", "concept/too-many"}


def test_what_is_not_fixed_says_why() -> None:
    assert all(NO_FIX.values())


def test_reasons_are_of_codes_that_exist() -> None:
    assert {key for key in NO_FIX if "/" in key} <= set(EXPLANATIONS)
    families = {code.partition("/")[0] for code in EXPLANATIONS}
    assert {key for key in NO_FIX if "/" not in key} - {""} <= families
