"""`chargen check`: findings as text, JSON and GitHub commands; files, folders, patterns and standard input."""

import errno
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from chargen import fileio
from tests.cli.running import DOUBLED, LARRY, run

ROOT = Path(__file__).resolve().parents[2]
WARNED = LARRY.replace("Amateur Chef", "Jack of all trades")


def checked(*arguments: str | Path, stdin: bytes = b"") -> list[dict[str, Any]]:
    found = json.loads(run("check", *arguments, "--format", "json", stdin=stdin).out)
    assert isinstance(found, list)
    return found


def codes(entry: dict[str, Any]) -> list[str]:
    return [each["code"] for each in entry["diagnostics"]]


def test_a_third_4_is_reported_as_the_interface_shows(folder: Path) -> None:
    """Place, code, message, excerpt with a caret, hint and rule, and a line that counts."""
    (folder / "larry.yaml").write_text(DOUBLED)
    ended = run("check", "larry.yaml")
    assert ended.out == (
        "larry.yaml:12:13: error[five-by-five/values]: "
        "the six values must be 6, 4, 4, 2, 2 and -5; found 6, 4, 4, 2, -5, 4\n"
        "    7 |   Amateur Chef: 4\n"
        "      |                 - 4 here\n"
        "    8 |   Danger Sense: {value: 4, exclusive: dodge}\n"
        "      |                         - 4 here\n"
        "   12 | hit_points: 4\n"
        "      |             ^ the third 4, where the set has two\n"
        "  hint: make one of lines 7, 8 and 12 a 2\n"
        "  rule: Five by Five 2.5, pages 5 and 6 (FBF-a6)\n"
        "larry.yaml: 1 error, 0 warnings\n"
    )
    assert (ended.code, ended.err) == (1, "")


def test_a_third_4_as_json(folder: Path) -> None:
    """An array, one object a file, with the promised keys; lines and columns from 1."""
    (folder / "larry.yaml").write_text(DOUBLED)
    (entry,) = checked("larry.yaml")
    (diagnostic,) = entry.pop("diagnostics")
    assert entry == {"file": "larry.yaml", "ok": False, "system": "five-by-five", "name": "Larry Vance"}
    assert (
        diagnostic.items()
        >= {
            "code": "five-by-five/values",
            "severity": "error",
            "message": "the six values must be 6, 4, 4, 2, 2 and -5; found 6, 4, 4, 2, -5, 4",
            "line": 12,
            "column": 13,
            "hint": "make one of lines 7, 8 and 12 a 2",
        }.items()
    )
    assert diagnostic["rule"].startswith("Five by Five 2.5")
    assert [(each["line"], each["column"]) for each in diagnostic["related"]] == [(7, 17), (8, 25)]


def test_a_third_4_as_a_github_command(folder: Path) -> None:
    (folder / "larry.yaml").write_text(DOUBLED)
    ended = run("check", "larry.yaml", "--format", "github")
    assert ended.code == 1
    assert ended.out == (
        "::error file=larry.yaml,line=12,col=13,endLine=12,title=five-by-five/values::"
        "the six values must be 6, 4, 4, 2, 2 and -5; found 6, 4, 4, 2, -5, 4 (make one of lines 7, 8 and 12 a 2)\n"
    )


def test_github_commands_are_escaped(folder: Path) -> None:
    """Commas and colons in a file's name, percent signs and line ends in a message do not end a command early."""
    name = "a,b 100%.yaml"
    (folder / name).write_text('system: five-by-five\nname: [x]\n"a\\nb%": 1\n')
    lines = run("check", name, "--format", "github").out.splitlines()
    assert len(lines) >= 3
    assert all(
        line.startswith(("::error file=a%2Cb 100%25.yaml,line=", "::notice file=a%2Cb 100%25")) for line in lines
    )
    assert any("a%0Ab%25" in line for line in lines)


def test_a_valid_file_is_fine(larry: Path) -> None:
    """Its name and its game are printed; for GitHub, and with --quiet, nothing is."""
    assert run("check", "larry.yaml").out == "larry.yaml: fine: Larry Vance (Five by Five)\n"
    assert run("check", "larry.yaml", "--quiet").out == ""
    assert run("check", "larry.yaml", "--format", "github").out == ""
    assert checked("larry.yaml") == [
        {"file": "larry.yaml", "ok": True, "system": "five-by-five", "name": "Larry Vance", "diagnostics": []}
    ]
    assert run("check", "larry.yaml").code == 0


def test_quiet_leaves_out_notes(folder: Path) -> None:
    """A file with notes alone is fine, and --quiet prints nothing of it; of one with errors it prints only these."""
    noted = "system: gamocles\nname: N\ntraits: {grit: 3, instinct: 2, movement: 3, reason: 1, will: 3}\n"
    (folder / "noted.yaml").write_text(noted)
    (folder / "wrong.yaml").write_text(noted + "skills: {guns: 2}\n")
    assert "note[gamocles/no-budget]" in run("check", "noted.yaml").out
    assert run("check", "-q", "noted.yaml").out == ""
    assert run("check", "-q", "noted.yaml", "--format", "github").out == ""
    quiet = run("check", "-q", ".")
    assert quiet.code == 1
    assert "note[" not in quiet.out
    assert "noted.yaml" not in quiet.out
    assert quiet.out.endswith("wrong.yaml: 1 error, 0 warnings\n2 files: 1 fine, 1 with errors (1)\n")


def test_strict_counts_warnings_as_errors(folder: Path) -> None:
    """A warning passes, and with --strict it fails, in every format; notes never do."""
    (folder / "jack.yaml").write_text(WARNED)
    plain, strict = run("check", "jack.yaml"), run("check", "jack.yaml", "--strict")
    assert (plain.code, strict.code) == (0, 1)
    assert "warning[five-by-five/too-general]" in plain.out
    assert plain.out.endswith("jack.yaml: 0 errors, 1 warning\n")
    assert "error[five-by-five/too-general]" in strict.out
    assert strict.out.endswith("jack.yaml: 1 error, 0 warnings\n")
    (entry,) = checked("jack.yaml", "--strict")
    assert (entry["ok"], entry["diagnostics"][0]["severity"]) == (False, "error")
    (folder / "bare.yaml").write_text(LARRY.replace("weapons: [knife]", "").replace("armor: heavy clothes", ""))
    assert "note[five-by-five/gear]" in run("check", "bare.yaml", "--strict").out
    assert run("check", "bare.yaml", "--strict").code == 0


def test_folders_are_searched(folder: Path) -> None:
    """Every .yaml and .yml below a folder, sorted; hidden files and folders and other files are passed over."""
    for name in ("b.yaml", "a.yml", "deep/c.YAML", ".hidden.yaml", ".git/d.yaml", "x.txt"):
        path = folder / "party" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LARRY)
    assert [each["file"] for each in checked("party")] == ["party/a.yml", "party/b.yaml", "party/deep/c.YAML"]


def test_patterns_are_matched_by_chargen_itself(folder: Path) -> None:
    """A pattern in quotes is matched, ** through folders; one that matches nothing is reported; names go first."""
    for name in ("a.yaml", "b.yaml", "deep/c.yaml", "a[1].yaml"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(LARRY)
    assert [each["file"] for each in checked("?.yaml")] == ["a.yaml", "b.yaml"]
    assert len(checked("**/?.yaml")) == 3
    assert [each["file"] for each in checked("a[1].yaml")] == ["a[1].yaml"]
    (entry,) = checked("z*.yaml")
    assert codes(entry) == ["file/not-found"]
    assert run("check", "z*.yaml").code == 1


def test_a_note_is_made_once_a_run(folder: Path) -> None:
    """Of thirty files at a table without a budget, the first has the note; for scripts, each has its own."""
    for name in ("ann", "bob", "cay"):
        (folder / f"{name}.yaml").write_text(
            f"system: gamocles\nname: {name}\ntraits: {{grit: 2, instinct: 2, movement: 2, reason: 2, will: 2}}\n"
        )
    assert run("check", ".").out.count("gamocles/no-budget]") == 1
    assert all("gamocles/no-budget" in codes(entry) for entry in checked("."))


def test_a_file_that_is_named_twice_is_checked_once(folder: Path, larry: Path) -> None:
    assert len(checked("larry.yaml", "./larry.yaml", ".", folder / "larry.yaml")) == 1


def test_standard_input_is_read() -> None:
    (entry,) = checked("-", stdin=DOUBLED.encode())
    assert (entry["file"], entry["ok"], codes(entry)) == ("standard input", False, ["five-by-five/values"])
    assert run("check", "-", stdin=LARRY.encode()).out == "standard input: fine: Larry Vance (Five by Five)\n"


def test_a_missing_file_is_reported_like_any_bad_file() -> None:
    """No such file, an empty folder, a folder that is named as a file: exit 1, and a line or two."""
    ended = run("check", "nobody.yaml")
    assert ended.code == 1
    assert ended.out == "nobody.yaml: error[file/not-found]: there is no such file\nnobody.yaml: 1 error, 0 warnings\n"
    Path("empty").mkdir()
    assert codes(checked("empty")[0]) == ["file/no-concepts"]


def test_the_file_that_was_probably_meant_is_named(folder: Path) -> None:
    """One beside the missing one, of its kind, with or without its ending; none where nothing is near."""
    for name in ("kai.yaml", "crew.csv", "sub/mara.yml"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(LARRY)
    for written, meant in (("kia.yaml", "kai.yaml"), ("kai", "kai.yaml"), ("sub/marra.yaml", "sub/mara.yml")):
        assert f"hint: did you mean `{meant}`?" in run("check", written).out
    for written in ("crew.yaml", "zoe.yaml", "nowhere/kai.yaml"):
        assert "did you mean" not in run("check", written).out
    assert "did you mean `crew.csv`?" in run("batch", "five-by-five", "--people", "crw.csv").err


def test_a_file_without_permission_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the system is a diagnostic, and the next file is read."""
    for name in "abc":
        (folder / f"{name}.yaml").write_text(LARRY)
    opened = Path.open
    errors = {"a.yaml": PermissionError(13, "Permission denied"), "b.yaml": OSError(5, "Input/output error")}

    def open_with_errors(self: Path, *arguments: Any, **more: Any) -> Any:
        if self.name in errors:
            raise errors[self.name]
        return opened(self, *arguments, **more)

    monkeypatch.setattr(Path, "open", open_with_errors)
    found = checked("a.yaml", "b.yaml", "c.yaml")
    assert [codes(each) for each in found] == [["file/unreadable"], ["file/unreadable"], []]


HORRORS: dict[str, tuple[bytes, str]] = {
    "bad utf-8": (b"name: \xff\n", "yaml/encoding"),
    "empty": (b"", "yaml/empty"),
    "a list": (b"- a\n- b\n", "concept/not-a-mapping"),
    "no yaml": (b"a: [1\n", "yaml/syntax"),
    "deep": (b"[" * 100_000, "yaml/too-deep"),
    "no system": (b"name: Kai\n", "concept/missing-key"),
    "a strange system": (b"system: five-by-fife\nname: Kai\n", "concept/unknown-system"),
    "only a system": (b"system: five-by-five\n", "concept/missing-key"),
}


def test_one_bad_file_never_stops_the_others(folder: Path, larry: Path) -> None:
    for name, (content, _) in HORRORS.items():
        (folder / f"{name}.yaml").write_bytes(content)
    found = {Path(each["file"]).stem: each for each in checked(folder)}
    for name, (_, code) in HORRORS.items():
        assert not found[name]["ok"], name
        assert code in codes(found[name]), name
    assert found["larry"]["ok"]
    ended = run("check", folder)
    assert (ended.code, ended.err) == (1, "")
    assert "larry.yaml: fine" in ended.out
    assert len(ended.out.splitlines()) < 9 * len(HORRORS)


def test_diagnostics_in_the_campaign_file_point_into_it(folder: Path) -> None:
    """A campaign's own mistakes are shown with its name, its line and its excerpt; one that is missing is an error."""
    (folder / "house").mkdir()
    (folder / "house/rules.yaml").write_text("rules:\n  five-by-five:\n    aspcts: true\n")
    (folder / "larry.yaml").write_text(LARRY + "campaign: house/rules.yaml\n")
    ended = run("check", "larry.yaml")
    assert ended.code == 1
    assert "house/rules.yaml:3:5: error[concept/unknown-key]" in ended.out
    assert "    3 |     aspcts: true\n" in ended.out
    assert "did you mean `aspects`?" in ended.out
    (entry,) = checked("larry.yaml")
    assert entry["diagnostics"][0]["file"] == "house/rules.yaml"
    (folder / "house/rules.yaml").unlink()
    assert codes(checked("larry.yaml")[0]) == ["campaign/not-found"]
    (folder / "fine.yaml").write_text("rules: {five-by-five: {aspects: true}}\ntheme: plain\n")
    assert run("check", "fine.yaml").out == "fine.yaml: fine (house rules)\n"


def test_portraits_are_pictures_beside_the_file(folder: Path) -> None:
    """A picture is known by its first bytes, whatever its name ends with; another file, or none, is an error."""
    Image.new("RGB", (3, 3)).save(folder / "kai.jpg", "PNG")
    (folder / "kai.txt").write_text("a picture of Kai")
    for name, found in ("kai.jpg", []), ("kai.txt", ["concept/portrait"]), ("kai.png", ["concept/portrait"]):
        (folder / "larry.yaml").write_text(LARRY + f"portrait: {name}\n")
        assert codes(checked("larry.yaml")[0]) == found


def test_control_characters_never_reach_the_terminal() -> None:
    text = LARRY.replace("Amateur Chef", '"\\e[31mRed\\u202e\\u2028"')
    ended = run("check", "-", "a\x1b[2Jb.yaml", stdin=text.encode())
    assert "yaml/control-character" in ended.out
    assert not set(ended.out) & set("\x1b\u202e\u2028")
    coloured = run("--color", "check", "-", "a\x1b[2Jb.yaml", stdin=f"{LARRY}\nke\u202ey: 1\n".encode()).out
    assert ("\x1b[" in coloured, "\x1b[2J" in coloured, "\u202e" in coloured) == (True, False, False)
    name = "Ka\u202ei\u2066"
    shown = run("show", "-", "--format", "json", stdin=LARRY.replace("Larry Vance", name).encode()).out
    assert (json.loads(shown)["name"], "\u202e" in shown, "\u2066" in shown) == (name, False, False)


def test_carets_stand_under_what_is_wrong() -> None:
    """Tabs, wide and combining letters before the error do not move the caret from its spot."""
    text = 'system: five-by-five\nname: Kai\n"龍e\u0301": {value: 1}\n'
    out = run("check", "-", stdin=text.encode()).out.splitlines()
    at = next(index for index, line in enumerate(out) if "unknown-key" in line)
    assert out[at + 1] == '    3 | "龍e\u0301": {value: 1}'
    assert out[at + 2] == "      | ^^^^^"


def test_long_lines_are_cut_around_the_error() -> None:
    """A line of thousands of letters is shown near the caret only."""
    text = LARRY.replace("weapons: [knife]", f"weapons: [{'knife, ' * 900}spoon]")
    out = run("check", "-", stdin=text.encode()).out.splitlines()
    at = next(index for index, line in enumerate(out) if "five-by-five/weapons" in line)
    assert max(map(len, out)) < 200
    start = out[at + 2].index("^")
    assert out[at + 1][start : start + 5] == "spoon"


SLIPS = """\
system: five-by-five
name: Kai
descripters: {Lock Picking: "6", Boxing: 4, Dancing: 4, Patching Up: 2, Lying: −5}  # five
hit_points: 2
"""


def test_fix_fixes_a_file_and_shows_what_it_did(folder: Path) -> None:
    """What leaves no choice is written, comments and all else stay, and the exit code is that of the fixed file."""
    (folder / "kai.yaml").write_text(SLIPS, encoding="utf-8")
    shown = run("check", "--fix", "kai.yaml")
    assert shown.code == 0
    assert "+descriptors: {Lock Picking: 6, Boxing: 4, Dancing: 4, Patching Up: 2, Lying: -5}  # five" in shown.out
    assert "kai.yaml: 3 typos fixed" in shown.out
    assert (folder / "kai.yaml").read_text(encoding="utf-8") == SLIPS.replace("descripters", "descriptors").replace(
        '"6"', "6"
    ).replace("−5", "-5")
    assert run("check", "--fix", "kai.yaml").out == run("check", "kai.yaml").out


def test_diff_shows_and_writes_nothing(folder: Path) -> None:
    """The same changes as --fix, also of standard input; --fix refuses that, which is no file."""
    (folder / "kai.yaml").write_text(SLIPS, encoding="utf-8")
    for given in (("--diff",), ("--diff", "--fix")):
        assert "kai.yaml: 3 typos to fix" in run("check", *given, "kai.yaml").out
    assert (folder / "kai.yaml").read_text(encoding="utf-8") == SLIPS
    assert "3 typos to fix" in run("check", "--diff", "-", stdin=SLIPS.encode()).out
    refused = run("check", "--fix", "-", stdin=SLIPS.encode())
    assert refused.code == 2
    assert "use --diff to see what it would change" in refused.err


def test_several_files_end_with_a_total(folder: Path, larry: Path) -> None:
    (folder / "wrong.yaml").write_text(LARRY.replace("[knife]", "[kniffe, swrd]"))
    assert run("check", "larry.yaml", "wrong.yaml").out.endswith("\n2 files: 1 fine, 1 with errors (2)\n")
    assert run("check", "larry.yaml", "larry.yaml").out.endswith("(Five by Five)\n")


def test_a_file_that_cannot_be_written_stops_no_other(
    folder: Path, larry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is 3, and the total is the last line as ever."""
    (folder / "kai.yaml").write_text(SLIPS, encoding="utf-8")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "kai.yaml")

    monkeypatch.setattr(fileio, "edit_file", refuse)
    ended = run("check", "--fix", "kai.yaml", "larry.yaml")
    assert ended.code == 3
    assert ended.err == "chargen: Permission denied (kai.yaml)\n"
    assert ended.out.endswith("\n2 files: 1 fine, 1 with errors (1)\n")


def test_the_hook_passes_over_yaml_of_other_programs(folder: Path, larry: Path) -> None:
    """Files that a hook names are skipped where they are no characters; a character with errors still fails."""
    (folder / "broken.yaml").write_text("system: five-by-five\nname: [\n")
    for number, text in enumerate(("on: push\n", "- a\n", "system: wayland\n", "")):
        (folder / f"{number}.yml").write_text(text)
    hook = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))[0]
    command, *options = hook["entry"].split()[1:]
    names = sorted(path.name for path in folder.glob("*.y*ml"))
    ended = run(command, *options, *names)
    assert ended.code == 1
    assert {line.split(":")[0] for line in ended.out.splitlines() if ": error[" in line} == {"broken.yaml"}
    assert run(command, *options, *(name for name in names if name != "broken.yaml")).code == 0


@pytest.mark.parametrize("length", [245, 246, 5000])
def test_a_long_name_of_a_game_stops_no_other_file(length: int, folder: Path) -> None:
    """No file can have such a name; what is beside it is checked."""
    (folder / "a.yaml").write_text(f"system: {'x' * length}\nname: x\n", encoding="utf-8")
    (folder / "good.yaml").write_text(LARRY, encoding="utf-8")
    ended = run("check", "a.yaml", "good.yaml")
    assert ended.code == 1
    assert "error[concept/unknown-system]: there is no system `xxx" in ended.out
    assert "good.yaml: fine" in ended.out


@pytest.mark.parametrize("written", ["Face.png", "face.jpeg", "fase.png", "pics\\face.png", "face.png "])
def test_a_picture_of_nearly_that_name_is_suggested(written: str, folder: Path) -> None:
    """Of another case or ending, with the separators of another system, or with a blank at its end."""
    place = folder / "pics/face.png" if "pics" in written else folder / "face.png"
    place.parent.mkdir(exist_ok=True)
    Image.new("RGB", (20, 20)).save(place)
    (folder / "larry.yaml").write_text(f"{LARRY}\nportrait: {json.dumps(written)}\n", encoding="utf-8")
    ended = run("check", "larry.yaml")
    assert ended.code == 1
    assert f"did you mean `{place.relative_to(folder)}`?" in ended.out


def test_a_link_that_leads_nowhere_is_an_error(folder: Path) -> None:
    """In a folder, and by its own name."""
    (folder / "party").mkdir()
    (folder / "party/a.yaml").write_text(LARRY, encoding="utf-8")
    (folder / "party/b.yaml").symlink_to("gone.yaml")
    for argument in ("party", "party/b.yaml"):
        ended = run("check", argument)
        assert ended.code == 1
        assert "the link leads to `gone.yaml`, which is not there" in ended.out
        assert "did you mean `party/b.yaml`" not in ended.out
