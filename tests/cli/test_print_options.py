"""What is asked of printing on the command line: pictures, dates, clashes."""

import os
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from tests.cli.running import LARRY, SHORT, run
from tests.render.looking import opened, texts


def names(folder: str) -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def test_pictures_are_numbered_by_page_and_have_a_resolution(larry: Path) -> None:
    """150 dots to the inch by default; the file states it, too."""
    for options, dpi in ([], 150), (["--resolution", "20"], 20):
        ended = run("render", larry, "--to", "pdf,png", "--pages", "all", *options)
        assert ended.code == 0
        assert names("output") == ["larry-vance-1.png", "larry-vance-2.png", "larry-vance.pdf"]
        with Image.open("output/larry-vance-1.png") as picture:
            assert picture.size == pytest.approx((210 / 25.4 * dpi, 297 / 25.4 * dpi), abs=1.5)
            assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)
            assert picture.convert("L").point(lambda level: 255 if level < 128 else 0).getbbox() is not None


def test_pictures_do_not_overwrite_each_other(folder: Path) -> None:
    """The second page of Kai and the first of Kai 2 do not share a name."""
    for number, (text, name) in enumerate(((LARRY, "Kai"), (SHORT, "Kai"), (SHORT, "Kai 2"))):
        (folder / f"{number}.yaml").write_text(text.replace("name: Larry Vance", f"name: {name}"))
    ended = run("render", ".", "--to", "png", "--pages", "all", "--resolution", "20", "-o", "x")
    paths = ended.out.splitlines()
    assert ended.code == 0
    assert len(paths) == len(set(paths)) == len(names("x")) == 4
    one = run("render", "0.yaml", "-o", "kai.png", "--pages", "all", "--resolution", "20")
    assert one.out.splitlines() == ["kai-1.png", "kai-2.png"]


def test_a_date_is_written_only_when_asked_for(larry: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SOURCE_DATE_EPOCH asks for it; nonsense in it is wrong usage."""
    larry.write_text(SHORT)
    run("render", larry, "-o", "x.pdf")
    with opened(Path("x.pdf").read_bytes()) as file:
        assert not {"/CreationDate", "/ModDate"} & set(file.docinfo.keys())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    run("render", larry, "-o", "x.pdf")
    with opened(Path("x.pdf").read_bytes()) as file:
        assert str(file.docinfo["/CreationDate"]) == "D:20231114221320Z"
        assert str(file.docinfo["/ModDate"]) == "D:20231114221320Z"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    ended = run("render", larry, "-o", "y.pdf")
    assert ended.code == 2
    assert "SOURCE_DATE_EPOCH" in ended.err


def test_the_same_bytes_wherever_it_is_made(
    larry: Path, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """For any folder, user, time zone, language and hash seed: HTML, archive, and a merged file."""
    (folder / "other.yaml").write_text(SHORT.replace("Larry Vance", "Mara"))
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "a folder, für Müller"
    elsewhere.mkdir()
    for name in ("larry.yaml", "other.yaml"):
        (elsewhere / name).write_bytes((folder / name).read_bytes())
    strange = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "tr_TR.UTF-8", "PYTHONHASHSEED": "4242"}
    user = {"USER": "nobody", "HOME": str(elsewhere), "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    wishes = (
        ["larry.yaml", "--to", "html", "-o", "page"],
        ["other.yaml", "--standard", "pdf/a-3b", "-o", "kept.pdf"],
        ["other.yaml", "--merge", "--pages", "play", "-o", "all.pdf"],
    )
    program = f"from tests.cli.running import run\nassert [run('render', *wish).code for wish in {wishes}] == [0, 0, 0]"
    stranger = subprocess.Popen([sys.executable, "-c", program], cwd=elsewhere, env={**os.environ, **strange, **user})
    assert [run("render", *wish).code for wish in wishes] == [0, 0, 0]
    assert stranger.wait(timeout=120) == 0
    for name in ("page/larry-vance.html", "kept.pdf", "all.pdf"):
        assert (folder / name).read_bytes() == (elsewhere / name).read_bytes(), name


def test_the_first_page_alone_is_printed_for_play(folder: Path, larry: Path) -> None:
    """With the same words as the first page of the whole sheet, but for the count of pages; alone and merged."""
    assert run("render", "larry.yaml", "--to", "pdf", "--pages", "all", "-o", "all").code == 0
    assert run("render", "larry.yaml", "--to", "pdf", "--pages", "play", "-o", "play").code == 0
    complete, (words,) = (texts((folder / name / "larry-vance.pdf").read_bytes()) for name in ("all", "play"))
    assert len(complete) > 1
    assert words in complete[0]
    assert "1 of" not in words
    (folder / "y.yaml").write_text(SHORT.replace("Larry", "Lara"))
    assert run("render", "larry.yaml", "y.yaml", "--merge", "--pages", "play", "-o", "m.pdf").code == 0
    assert len(texts((folder / "m.pdf").read_bytes())) == 3


def test_what_pages_for_play_leave_off_is_reported(folder: Path) -> None:
    """A sheet that goes on behind the page for play loses nothing in silence, alone and merged."""
    (folder / "x.yaml").write_text(SHORT + f"notes: {'Remembers every bill. ' * 400}\n")
    goes_on = "Larry Vance: it takes 2 pages, and should fit on 1 page of A4: `Notes` goes on after it"
    for more in ("-o", "x.pdf"), ("--merge", "-o", "m.pdf"):
        printed = run("render", "x.yaml", "--pages", "play", *more)
        assert printed.code == 0
        assert f"{goes_on}; leave --pages play out to print that" in printed.err
    assert run("render", "x.yaml", "--to", "pdf").err == ""


def test_a_compact_sheet_takes_the_upper_half_of_one_page(folder: Path) -> None:
    jamis = Path(__file__).parent.parent / "games/facade/good/facade-jamis.yaml"
    assert run("render", jamis, "--compact", "--to", "pdf", "-o", "gm.pdf").code == 0
    (page,) = pypdfium2.PdfDocument(folder / "gm.pdf")
    text, height = page.get_textpage(), page.get_height()
    bottoms = [text.get_rect(index)[1] for index in range(text.count_rects())]
    footer = 0.08 * height
    assert 0.45 * height < min(bottom for bottom in bottoms if bottom > footer)
