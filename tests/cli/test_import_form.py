"""`chargen import-form`: a filled form, back into its concept."""

import re
from pathlib import Path

import pytest

from tests.characters import concept
from tests.cli.running import Ended, run
from tests.sheets import filling

TEXT = concept("five-by-five").read_text(encoding="utf-8")
TICKED = {"hit_points-1": True, "hit_points-2": True, "hit_points-3": True, "doubles_token": True}


@pytest.fixture(scope="module")
def form() -> bytes:
    """A form on which three hit points are lost, and a token earned."""
    return filling.filled(filling.form_of("five-by-five"), TICKED)


def hit_points() -> int:
    return int(filling.checked(concept("five-by-five")).stats()["hit_points"]) - 3


def put(text: str, form: bytes) -> Path:
    Path("form.pdf").write_bytes(form)
    path = Path("kai.yaml")
    path.write_bytes(text.encode())
    return path


def test_the_play_state_is_printed(form: bytes) -> None:
    """As a line of YAML that a concept can hold, from a file and from standard input."""
    put(TEXT, form)
    state = f"state: {{hit_points: {hit_points()}, doubles_token: true}}\n"
    assert run("import-form", "form.pdf") == run("import-form", "-", stdin=form) == Ended(0, state, "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("state: {hit_points: 9}  # ouch\n", "state: {hit_points: HP, doubles_token: true}  # ouch\n"),
        ("state: {Hit-Points: 9, }\n", "state: {Hit-Points: HP, doubles_token: true, }\n"),
        ("state:\n  hit_points: 9   # ouch\n", "state:\n  hit_points: HP   # ouch\n  doubles_token: true\n"),
        ("state:\n    doubles_token: false\n# end\n", "state:\n    doubles_token: true\n    hit_points: HP\n# end\n"),
        ("state: {}\n", "state: {hit_points: HP, doubles_token: true}\n"),
        ("state:\n", "state: {hit_points: HP, doubles_token: true}\n"),
        ("state: {\n  hit_points: 9,\n}", "state: {\n  hit_points: HP, doubles_token: true,\n}"),
        ("# last words", "# last words\nstate: {hit_points: HP, doubles_token: true}"),
    ],
)
def test_a_state_is_brought_up_to_date_in_its_place(before: str, after: str, form: bytes) -> None:
    """Its comments, its spelling and all around it stay to the letter."""
    path = put(TEXT + before, form)
    ended = run("import-form", "form.pdf", path)
    assert ended.code == 0, ended.err
    assert path.read_text(encoding="utf-8") == TEXT + after.replace("HP", str(hit_points()))


def test_an_untouched_form_changes_nothing() -> None:
    path = put(TEXT, filling.form_of("five-by-five"))
    ended = run("import-form", "form.pdf", path)
    assert (ended.code, ended.out) == (0, "kai.yaml: nothing has changed: the form was not filled in\n")
    assert path.read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize("broken", ["state: 7\n", "state: [hit_points]\n", "state: &a {hit_points: 9}\nstated: *a\n"])
def test_a_file_that_cannot_be_updated_whole_is_left_alone(broken: str, form: bytes) -> None:
    """The patch is printed instead, and the exit code is 1; nothing lies beside it."""
    path = put(TEXT + broken, form)
    ended = run("import-form", "form.pdf", path)
    assert ended.code == 1
    assert "error[form/not-updated]" in ended.err
    assert ended.out.startswith("state: {")
    assert path.read_text(encoding="utf-8") == TEXT + broken
    assert sorted(each.name for each in Path().iterdir()) == ["form.pdf", "kai.yaml"]


def test_a_form_goes_into_its_own_character(form: bytes) -> None:
    """Another name wants --force, another game is always refused."""
    name = next(line for line in TEXT.splitlines() if line.startswith("name:"))
    path = put(TEXT.replace(name, "name: Somebody Else"), form)
    ended = run("import-form", "form.pdf", path)
    assert ended.code == 1
    assert "error[form/another]" in ended.err
    assert run("import-form", "form.pdf", path, "--force").code == 0
    other = Path("other.yaml")
    other.write_bytes(concept("gamocles").read_bytes())
    refused = run("import-form", "form.pdf", other, "--force")
    assert refused.code == 1
    assert "error[form/another]" in refused.err
    assert other.read_bytes() == concept("gamocles").read_bytes()


def test_what_would_break_a_rule_is_refused() -> None:
    """A concept whose hit points have changed since does not take more than it has."""
    text = re.sub(r"(?m)^hit_points: .*$", "hit_points: -5", TEXT)
    path = put(text, filling.filled(filling.form_of("five-by-five"), {"hit_points-1": True}))
    ended = run("import-form", "form.pdf", path)
    assert ended.code == 1
    assert "error[form/not-updated]" in ended.err
    assert path.read_text(encoding="utf-8") == text


def test_what_is_no_form_is_reported() -> None:
    """A missing file, one that is no PDF, and a printed sheet, with what makes a form."""
    Path("kai.yaml").write_text(TEXT, encoding="utf-8")
    assert run("render", "kai.yaml", "-o", "kai.pdf").code == 0
    for name, words in ("none.pdf", "no such file"), ("kai.yaml", "not a PDF file"), ("kai.pdf", "--fillable"):
        ended = run("import-form", name)
        assert ended.code == 1
        assert "error[form/" in ended.err
        assert words in ended.err


def test_render_makes_a_form_and_import_reads_it() -> None:
    Path("kai.yaml").write_text(TEXT, encoding="utf-8")
    assert run("render", "kai.yaml", "--fillable", "-o", "kai.pdf").code == 0
    Path("kai.pdf").write_bytes(filling.filled(Path("kai.pdf").read_bytes(), {"doubles_token": True}))
    assert run("import-form", "kai.pdf").out == "state: {doubles_token: true}\n"
