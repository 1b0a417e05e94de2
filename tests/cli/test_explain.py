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
from chargen.text.codes import EXAMPLES, EXPLANATIONS, NO_FIX, why_no_fix
from tests.cli.running import run
from tests.scale import some

PACKAGE = Path(chargen.__file__).parent
CODE = re.compile(r"[a-z]+(-[a-z]+)*/[a-z]+(-[a-z]+)*")


def test_every_code_in_the_source_is_explained() -> None:
    """What the source gives as a code, `explain` knows; and it explains no code that is never given."""
    families = "|".join(sorted({code.partition("/")[0] for code in EXPLANATIONS}))
    given = re.compile(rf"[\"']((?:{families})/[a-z-]+)[\"']|code=[\"']([a-z/-]+)[\"']")
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    found = {general or code for source in sources for general, code in given.findall(source)}
    assert {code for code in found if re.match(f"({families})/", code)} == set(EXPLANATIONS)
    assert {code for code in found - set(EXPLANATIONS) if run("explain", code).code != 0} == set()


@pytest.mark.parametrize("code", some([*EXPLANATIONS], 10))
def test_a_general_code_says_what_it_asks(code: str) -> None:
    ended = run("explain", code)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines()[0] == code
    assert EXPLANATIONS[code][0][:40] in ended.out


def test_codes_have_any_spelling_and_may_lack_their_game() -> None:
    complete = run("explain", "five-by-five/values").out
    assert "\nSource: Five by Five" in complete
    assert max(map(len, complete.splitlines())) <= 90
    assert run("explain", "Five-By-Five/Values").out == complete
    of_all = run("explain", "starting_maximum").out
    assert of_all.startswith(run("explain", "five-by-five/starting-maximum").out)
    assert run("explain", "roll-when-you-need/starting-maximum").out in of_all


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


def test_a_rule_about_names_says_which_there_are() -> None:
    """The names of the book, and the rows of its tables, for one rule and in the list of them all."""
    names = "There are arcane, craft, combat, defence, history, language, manipulation, network, subtlety and tactics."
    for code in ("gamocles/skill-names", "gamocles"):
        assert names in " ".join(run("explain", code).out.split())
    for name in ("Claymore", "Light Weapons"):
        assert name.casefold() in run("explain", "five-by-five").out.casefold()
    assert "Light Weapons" in run("explain", "five-by-five/weapons").out


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        ("FBF-a6", ["five-by-five/values"]),
        ("rwn-q10", [f"roll-when-you-need/{rule}" for rule in ("starting-maximum", "ability-points", "no-budget")]),
        ("FAC-Q4", ["facade/budget", "facade/unspent"]),
    ],
)
def test_an_id_of_a_book_leads_to_the_rules_that_rest_on_it(given: str, codes: list[str]) -> None:
    """What ends the last line of a diagnostic: parts of a book, and rulings."""
    lines = run("explain", given).out.splitlines()
    assert [line for line in lines if CODE.fullmatch(line)] == codes


def test_tables_of_the_books_are_printed() -> None:
    """Of one game or of all, with their numbers, as wide as the terminal."""
    every = run("explain", "weapons").out
    assert "Façade: melee weapons" in every
    assert "Five by Five: weapons" in every
    own = run("explain", "facade/weapons").out
    assert "Five by Five" not in own
    (rapier,) = [line.split() for line in own.splitlines() if line.startswith("Rapier")]
    assert rapier[:3] == ["Rapier", "2D", "2"]
    assert max(map(len, run("explain", "armor").out.splitlines() + own.splitlines())) <= 90


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


def test_an_explanation_ends_with_the_broken_concept_and_its_cure() -> None:
    """As a compiler shows it, with what --fix would fix."""
    out = run("explain", "concept/unknown-choice").out
    assert "    5 |   Quick on the Stairs: {value: 4, exclusive: doge}\n" in out
    assert "  hint: did you mean `dodge`?\n" in out
    assert out.endswith("`chargen check --fix` fixes this.\n")
    assert "example.yaml:10:13: error[five-by-five/values]" in run("explain", "FBF-a6").out


def test_what_is_not_fixed_says_why() -> None:
    assert [code for code in (*EXPLANATIONS, *of_games()) if not why_no_fix(code)] == []


def test_reasons_are_of_codes_that_exist() -> None:
    assert {key for key in NO_FIX if "/" in key} <= set(EXPLANATIONS)
    families = {code.partition("/")[0] for code in EXPLANATIONS}
    assert {key for key in NO_FIX if "/" not in key} - {""} <= families
