"""What cannot be asked of a command: exit code 2, what to do instead, and no file that is written or changed."""

import shlex
import shutil
from pathlib import Path

import pytest

from chargen.ready_made import presets
from tests.batch.ordering import contents
from tests.cli.running import SHORT, run

NO_TEXT = "a\udcffb"
"""Bytes of a shell that are not UTF-8."""
WRONG = {
    "": [
        ("rendr", "Did you mean `render`?"),
        ("xyzzy", "no command `xyzzy`. There are studio, site, new, advance"),
    ],
    "advance larry.yaml": [
        ("juggle", "There is no command `juggle`. There are award, undo"),
        ("plan --goal atack", "did you mean `attack`?"),
        (f"award 1 --why {NO_TEXT}", "it is not valid text; use letters and digits"),
        (f"award 1 --date {NO_TEXT}", "it is not valid text"),
        (f"raise {NO_TEXT}", "it is not valid text"),
    ],
    "batch": [
        ("", "name a game"),
        ("five-by-fife", "did you mean `five-by-five`?"),
        ("five-by-five --role gard", "did you mean `guard`?"),
        ("five-by-five --roles gard", "did you mean `guard`?"),
        ("five-by-five --as card", "cards"),
        ("five-by-five --only 9-4", "write 4-9"),
        ("five-by-five --only seven", "7,12-20"),
        ("five-by-five -n 0", "not in the range"),
        ("five-by-five --as roster --backs", "--backs is for cards"),
        ("five-by-five --jobs 2 --scheduler tcp://x:1", "use one of them"),
        ("five-by-five --to html", "html"),
        ("five-by-five --pages play", "add --as sheets"),
        (f"five-by-five --seed {NO_TEXT}", "it is not valid text"),
        ("boss.yaml --role guard", "leave one out"),
        ("five-by-five/guard*4 -n 3", "five-by-five/guard*4 says how many, and so does --number"),
        ("five-by-five/guard --role thug", "five-by-five/guard names a role, and so does --role"),
        ("five-by-five boss.yaml --role thug", "--role is for one game"),
        ("five-by-five boss.yaml --people crew.csv", "--people is for one source"),
        ("five-by-five - boss.yaml", "standard input"),
        ("crew.csv", "crew.csv has no column `system`"),
        ("five-by-five/guard*2 mine/ --only 9", "these sources have 4 NPCs, and you ask for number 9"),
    ],
    "check": [("", "FILES"), ("larry.yaml --format xml", "xml"), ("larry.yaml --nonsense", "--nonsense")],
    "compare larry.yaml": [
        ("short.yaml", "larry.yaml is for Five by Five, and short.yaml for 5+ system"),
        ("larry.yaml@4", "has 0 entries"),
    ],
    "encounter larry.yaml": [
        ("", "an encounter has two sides"),
        ("facade/guard", "must be of one game; these are of several: Larry Vance (five-by-five) and"),
    ],
    "encounter larry.yaml five-by-five/guard": [
        ("--with 'Lary Vance=Brawl'", "did you mean `Larry Vance`?"),
        ("--with Larry=Nothing", "Larry Vance cannot attack with `Nothing`"),
        ("--with Larry", "is not NAME=ACTION"),
        ("--with Larry=Brawl --with larry=Punch", "--with gives `larry` 2 values; give one"),
        ("--start Larry=hit_point:2", "Larry Vance has no `hit_point` to mark: did you mean `hit_points`?"),
        ("--start Larry=hit_points:200", "`hit_points` of Larry Vance goes from"),
        ("--start Larry=hit_points:-99", "not -99"),
        ("--start Larry=2", "is not NAME=KEY:NUMBER"),
        ("--start Larry=hit_points:2 --start Larry=hit_points:3", "--start gives `larry=hit points` 2 values"),
        ("--focus partei=random", "`partei` is no side: there are party and others"),
        ("--focus party=first,party=random", "`party` has two modes; give one"),
        ("--focus first,party=random", "is no side: there are party and others"),
        ("--focus weakst", "did you mean `weakest`?"),
        ("--focus party=weakst", "`weakst` is no mode: did you mean `weakest`?"),
        ("--focus other=weakest", "did you mean `others`?"),
        ("--to pdf --format json", "use one of them"),
        (f"--seed {NO_TEXT}", "it is not valid text"),
    ],
    "explain": [
        ("five-by-five/valus", "five-by-five/values"),
        ("chess/mate", "explain"),
        ("FBF-z9", "there is no code `FBF-z9`"),
    ],
    "export": [
        ("five-by-five/guard*2 --to text", "2 characters make 2 documents; name a folder with -o"),
        ("--to text", "name the characters to export"),
    ],
    "new": [
        ("", "name a game: "),
        ("five-by-fife", "did you mean `five-by-five`?"),
        ("chess", "five-by-five"),
        ("five-by-five --preset bridge-wardn", "did you mean `bridge-warden`?"),
        ("five-by-five --preset x", "bridge-warden"),
        ("five-by-five --random --campaign", "--random and --campaign do not go together"),
        ("five-by-five --seed docks", "--seed is for --random"),
        ("five-by-five --role guard", "--role is for --random and for --archetype"),
        ("five-by-five --random --role gard", "did you mean `guard`?"),
        *((f"five-by-five {shlex.quote(name)}", "NAME") for name in ("", "  ", "a\x1bb", "a\nb", NO_TEXT)),
    ],
    "odds": [
        ("five-by-five", "--value"),
        ("five-by-five --value 5", "5 is not a rank"),
        ("five-by-five --value 20", "20 is not a rank"),
        ("five-by-five --value six", "six"),
        ("five-by-five --value 4 --damage-bonus 2", "leave out --value"),
        ("five-by-five --value 4 --armor-value 2", "--damage-bonus"),
        ("five-by-five --value 6 --shift 99", "--shift"),
        ("five-by-five --value 6 --tokn", "--token"),
        ("five-by-fife --value 6", "five-by-five"),
        ("chess", "chess"),
        ("gamocles --pool 2k1(15) --tn 10", "says TN 15 already"),
    ],
    "party larry.yaml": [
        ("--to pdf -o page.html", "-o page.html is html"),
        ("-o short.yaml", "short.yaml is a file of another kind"),
    ],
    "reference": [
        ("facade --to html -o page.pdf", "-o page.pdf is pdf, and --to asks for html"),
        ("facade -o short.yaml", "short.yaml is a file of another kind"),
    ],
    "render larry.yaml": [
        ("--standard pdf/x-4", "--profile"),
        ("--profile none.icc", "none.icc"),
        ("--profile short.yaml", "ICC"),
        ("--standard pdf/a-3b --cmyk", "sRGB"),
        ("--standard pdf/a-3b --merge", "--merge"),
        ("--standard pdf/a-9", "pdf/a-3b"),
        ("--standard pdf/ua-1 --to html", "--to pdf"),
        ("--bleed 3mm --to html", "--to pdf"),
        ("--bleed 3", "3mm"),
        ("--bleed 90mm", "too large"),
        ("--marks corp", "crop"),
        ("--merge --to html,pdf", "html"),
        ("--resolution 300", "--to png"),
        ("--resolution 5 --to png", "resolution"),
        ("--paper napkin", "A5"),
        ("--paper 20x30mm", "too small"),
        ("--duplex left", "long-edge"),
        ("--theme baroque", "'plain', 'pulp', 'large-print'"),
        ("--compact", "Five by Five has no compact sheet"),
        ("--to pfd", "did you mean `pdf`?"),
        ("--to ''", "html"),
        ("--to html,docx", "docx"),
        ("--fillable --standard pdf/a-3b", "what is still to be filled in is not final"),
        ("--fillable --standard pdf/ua-1", "a fillable PDF cannot follow PDF/UA-1"),
        ("--fillable --bleed 3mm", "is filled in on a screen"),
        ("--fillable --merge", "would mix the fields of several sheets"),
        ("--fillable --to html", "--fillable is for PDF; add --to pdf"),
        ("--pages play --fillable", "leave --pages play out"),
        ("--pages play --to html", "--pages is for PDF or PNG; add --to pdf"),
        ("--as cards --to html", "cards are made as PDF only; print them with --to pdf"),
        ("--as cards --merge", "--merge is for full sheets"),
        ("--as cards --punch", "--punch is for full sheets"),
        ("--as half --fillable", "--fillable is for full sheets"),
        ("--as roster --backs", "--backs is for cards"),
        ("--as roster --bleed 3mm", "nothing that runs over the edge"),
        ("--as cards --pages play", "--pages is for full sheets"),
        ("--as cards --cmyk", "cards and rosters are printed in RGB"),
        ("--backs", "--backs is for cards; add --as cards"),
        ("short.yaml -o page.html", "-o page.html names one file, and 2 sheets are to be printed"),
        ("-o page.html --to pdf", "-o page.html is html, and --to asks for pdf"),
        ("-o sheet.docx", "is a file of another kind; name a folder, or a file that ends with .html, .pdf or"),
        ("-o -", "`-` is no folder"),
        *(
            (
                f"{how} -o short.yaml",
                "is a file of another kind; name a folder, or a file that ends with .html, .pdf or",
            )
            for how in ("", "--merge", "--as cards")
        ),
    ],
    "roll larry.yaml": [("atack", "did you mean `attack`?"), ("--format json", "ROLL")],
    "schema": [
        ("", "name a SYSTEM, or use --pack"),
    ],
    "show larry.yaml": [("--at 4", "the ledger of larry.yaml has 0 entries")],
}
"""By command, arguments and what is printed of them."""


@pytest.mark.parametrize(
    ("line", "words"), [(f"{command} {more}", words) for command, cases in WRONG.items() for more, words in cases]
)
def test_wrong_usage_says_what_to_do_and_writes_nothing(line: str, words: str, folder: Path, larry: Path) -> None:
    (folder / "short.yaml").write_text(SHORT, encoding="utf-8")
    (folder / "boss.yaml").write_text("archetype: five-by-five\n", encoding="utf-8")
    (folder / "crew.csv").write_text("name,role\nAda Net,guard\n", encoding="utf-8")
    (folder / "mine").mkdir()
    for preset in presets("five-by-five")[:2]:
        shutil.copy(preset.path, folder / "mine")
    before = contents(folder)
    ended = run(*shlex.split(line))
    assert (ended.code, ended.out) == (2, "")
    assert words.casefold() in " ".join(ended.err.partition("Error: ")[2].split()).casefold()
    assert contents(folder) == before


def test_a_time_behind_a_name_is_no_option(larry: Path) -> None:
    """The error names only what was written."""
    assert "--at" not in run("compare", f"{larry}@4", str(larry)).err
