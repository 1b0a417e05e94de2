"""`chargen export`: characters in the formats of other programs, and back."""

import json
from pathlib import Path

from chargen.exports.formats import FORMATS
from tests.cli.running import DOUBLED, LARRY, run


def test_one_file_goes_to_standard_output_in_every_format(larry: Path) -> None:
    """The name of the character is in each; JSON is what `show` prints."""
    for each in FORMATS:
        ended = run("export", "larry.yaml", "--to", each.name)
        assert (ended.code, ended.err) == (0, "")
        assert "larry vance" in ended.out.lower()
    shown = run("show", "larry.yaml", "--format", "json").out
    assert json.loads(run("export", "larry.yaml", "--to", "json").out) == json.loads(shown)


def test_markdown_is_extracted_to_the_byte(folder: Path) -> None:
    """From a file, from standard input, and into a folder under the name of the Markdown file."""
    concept = LARRY.replace("\n", "\r\n").encode().rstrip()
    Path("larry.yaml").write_bytes(concept)
    assert run("export", "larry.yaml", "--to", "markdown", "-o", "vault").out == str(Path("vault/larry-vance.md\n"))
    made = Path("vault/larry-vance.md")
    assert run("extract", "-", stdin=made.read_bytes()).out.encode() == concept
    assert run("extract", made, "-o", "back/").out == str(Path("back/larry-vance.yaml\n"))
    assert Path("back/larry-vance.yaml").read_bytes() == concept
    Path("none.md").write_text("# None\n", encoding="utf-8")
    assert run("extract", "none.md").code == 1


def test_a_batch_is_a_folder_with_links(folder: Path) -> None:
    """Four NPCs with all details, each a file; the ties lead from one to another; again, nothing changes."""
    words = ("export", "five-by-five/guard*4", "--seed", "docks", "--to", "markdown", "-o", "vault")
    ended = run(*words)
    assert ended.code == 0
    files = [Path(line) for line in ended.out.splitlines()]
    assert len(files) == 4
    texts = [file.read_text(encoding="utf-8") for file in files]
    assert all("**Secret**" in text for text in texts)
    assert any(f"({file.name})" in text for text in texts for file in files)
    assert "source: five-by-five/guard/docks/1\n" in texts[0]
    assert run(*words).code == 0


def test_nothing_is_overwritten_without_force(larry: Path) -> None:
    """A file that was changed since stops the export before anything is written."""
    Path("kai.yaml").write_text(LARRY.replace("Larry Vance", "Kai"), encoding="utf-8")
    Path("larry-vance.txt").write_text("notes of mine", encoding="utf-8")
    words = ("export", "kai.yaml", "larry.yaml", "--to", "text", "-o", ".")
    ended = run(*words)
    assert ended.code == 1
    assert ended.err == "larry-vance.txt already exists and was not changed; --force overwrites it\n"
    assert not Path("kai.txt").exists()
    assert run(*words, "--force").code == 0
    assert Path("kai.txt").read_text(encoding="utf-8").startswith("KAI\n")


def test_a_file_with_an_error_is_reported_and_left_out(larry: Path) -> None:
    """The others are written, and the exit code is 1; so it is for a file that holds no character."""
    Path("bad.yaml").write_text(DOUBLED, encoding="utf-8")
    Path("table.yaml").write_text("name: Our table\nrules: {five-by-five: {aspects: true}}\n", encoding="utf-8")
    ended = run("export", "bad.yaml", "larry.yaml", "--to", "text", "-o", "out")
    assert (ended.code, ended.out) == (1, str(Path("out/larry-vance.txt\n")))
    assert "five-by-five/values" in ended.err
    other = run("export", "table.yaml", "--to", "text")
    assert (other.code, other.out, other.err) == (1, "", "there is no character to export\n")


def test_the_formats_are_listed() -> None:
    listed = run("export", "--to", "list").out.splitlines()
    assert [line.split()[0] for line in listed] == [each.name for each in FORMATS]
