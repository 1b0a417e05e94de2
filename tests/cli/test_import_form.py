"""`chargen import-form`: a filled form, back into its concept."""

import codecs
from pathlib import Path

import pytest

from chargen import fileio
from tests.characters import concept
from tests.cli.running import run
from tests.sheets import filling

TEXT = concept("five-by-five").read_text(encoding="utf-8")
TICKED = {"hit_points-1": True, "hit_points-2": True, "hit_points-3": True, "doubles_token": True}


@pytest.fixture(scope="module")
def form() -> bytes:
    """A form on which three hit points are lost, and a token earned."""
    return filling.filled(filling.form_of("five-by-five"), TICKED)


def hit_points() -> int:
    """What is left of them."""
    return int(filling.checked(concept("five-by-five")).stats()["hit_points"]) - 3


def put(text: str, form: bytes, *, content: bytes | None = None) -> Path:
    """A concept and its form in the working folder."""
    Path("form.pdf").write_bytes(form)
    path = Path("kai.yaml")
    path.write_bytes(text.encode() if content is None else content)
    return path


def test_the_play_state_is_printed(form: bytes) -> None:
    """As a line of YAML that a concept can hold."""
    put(TEXT, form)
    ended = run("import-form", "form.pdf")
    assert ended.code == 0
    assert ended.out == f"state: {{hit_points: {hit_points()}, doubles_token: true}}\n"
    assert ended.err == ""


def test_a_form_comes_from_standard_input(form: bytes) -> None:
    """As -."""
    assert run("import-form", "-", stdin=form).out.startswith("state: {")


def test_a_concept_without_state_gets_one_and_keeps_the_rest(form: bytes) -> None:
    """A line is added at its end."""
    path = put(TEXT, form)
    ended = run("import-form", "form.pdf", path)
    assert ended.code == 0, ended.err
    assert path.read_text(encoding="utf-8") == TEXT + f"state: {{hit_points: {hit_points()}, doubles_token: true}}\n"
    assert run("check", path).code == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "state: {hit_points: 9}  # after the bridge\n",
            "state: {hit_points: HP, doubles_token: true}  # after the bridge\n",
        ),
        ("state: {Hit-Points: 9, }\n", "state: {Hit-Points: HP, doubles_token: true, }\n"),
        ("state:\n  hit_points: 9   # ouch\n", "state:\n  hit_points: HP   # ouch\n  doubles_token: true\n"),
        (
            "state:\n    doubles_token: false\n    hit_points: 9\n# the end\n",
            "state:\n    doubles_token: true\n    hit_points: HP\n# the end\n",
        ),
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


def test_a_state_before_other_keys_grows_where_it_is(form: bytes) -> None:
    """And not at the end of the file."""
    path = put("state:\n  hit_points: 9\n\n# who\n" + TEXT, form)
    assert run("import-form", "form.pdf", path).code == 0
    wanted = f"state:\n  hit_points: {hit_points()}\n  doubles_token: true\n\n# who\n{TEXT}"
    assert path.read_text(encoding="utf-8") == wanted


def test_line_ends_and_byte_order_mark_stay(form: bytes) -> None:
    """Windows' too."""
    content = codecs.BOM_UTF8 + TEXT.replace("\n", "\r\n").encode()
    path = put("", form, content=content)
    assert run("import-form", "form.pdf", path).code == 0
    after = path.read_bytes()
    assert after.startswith(content)
    assert after[len(content) :] == f"state: {{hit_points: {hit_points()}, doubles_token: true}}\r\n".encode()


def test_an_untouched_form_changes_nothing() -> None:
    """A concept without `state` gets none, and the message says why."""
    path = put(TEXT, filling.form_of("five-by-five"))
    ended = run("import-form", "form.pdf", path)
    assert (ended.code, ended.out) == (0, "kai.yaml: nothing has changed: the form was not filled in\n")
    assert path.read_text(encoding="utf-8") == TEXT


def test_a_second_time_changes_nothing(form: bytes) -> None:
    """And says so."""
    path = put(TEXT, form)
    assert run("import-form", "form.pdf", path).code == 0
    once = path.read_bytes()
    ended = run("import-form", "form.pdf", path)
    assert ended.code == 0
    assert "nothing has changed" in ended.out
    assert path.read_bytes() == once


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


def test_a_failed_write_leaves_the_file(form: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written whole or not."""
    path = put(TEXT, form)

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert run("import-form", "form.pdf", path).code == 3
    assert path.read_text(encoding="utf-8") == TEXT
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


def test_what_would_break_a_rule_is_refused(form: bytes) -> None:
    """A concept whose hit points have changed since does not take more than it has."""
    assert "hit_points: " in TEXT
    path = put(TEXT, filling.filled(filling.form_of("five-by-five"), {"hit_points-1": True}))
    value = next(line for line in TEXT.splitlines() if line.startswith("hit_points: "))
    other = "-5" if "-5" not in value else "2"
    path.write_text(TEXT.replace(value, f"hit_points: {other}"), encoding="utf-8")
    before = path.read_bytes()
    ended = run("import-form", "form.pdf", path)
    assert ended.code == 1
    assert "error[form/not-updated]" in ended.err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"no PDF", "not a PDF file"), (None, "there is no such file")],
)
def test_what_is_no_form_is_reported(content: bytes | None, said: str) -> None:
    """With exit code 1."""
    if content is not None:
        fileio.write_file(Path("form.pdf"), content)
    ended = run("import-form", "form.pdf")
    assert ended.code == 1
    assert "error[form/unreadable]" in ended.err
    assert said in ended.err


def test_a_sheet_that_is_no_form_is_reported() -> None:
    """A printed sheet has no fields, and the message says what makes some."""
    Path("kai.yaml").write_text(TEXT, encoding="utf-8")
    assert run("render", "kai.yaml", "-o", "kai.pdf").code == 0
    ended = run("import-form", "kai.pdf")
    assert ended.code == 1
    assert "--fillable" in ended.err


def test_render_makes_a_form_and_import_reads_it() -> None:
    """The whole way round on the command line."""
    Path("kai.yaml").write_text(TEXT, encoding="utf-8")
    assert run("render", "kai.yaml", "--fillable", "-o", "kai.pdf").code == 0
    Path("kai.pdf").write_bytes(filling.filled(Path("kai.pdf").read_bytes(), {"doubles_token": True}))
    assert run("import-form", "kai.pdf").out == "state: {doubles_token: true}\n"


@pytest.mark.parametrize(
    "more",
    [
        ["--standard", "pdf/a-3b"],
        ["--standard", "pdf/a-3a"],
        ["--standard", "pdf/ua-1"],
        ["--booklet"],
        ["--bleed", "3mm"],
        ["--merge"],
        ["--to", "html"],
    ],
)
def test_a_form_is_nothing_final(more: list[str]) -> None:
    """No archive, no press, no booklet, no merged file, and no HTML: wrong usage, and nothing is written."""
    Path("kai.yaml").write_text(TEXT, encoding="utf-8")
    ended = run("render", "kai.yaml", "--fillable", *more)
    assert ended.code == 2
    assert "Error:" in ended.err
    assert not Path("output").exists()
