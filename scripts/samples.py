"""Print the samples, each by the command that samples/README.md shows beside it: `make samples`.

python scripts/samples.py            write them
python scripts/samples.py --check    exit with 1 where one has another text than chargen prints today
python scripts/samples.py guards.pdf --check    compare only this one

Texts are compared, not bytes: letters move a little from one version of Pango to the next.
"""

import re
import shlex
import sys
import tempfile
from pathlib import Path

import pypdfium2
from click.testing import CliRunner
from renewal import renewed

from chargen.cli.main import cli

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "samples"


def shown() -> dict[str, str]:
    """Return the command that makes each file; each writes into a folder of its own."""
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| \[(.+?)\]\(.*\| `chargen (.+?)` \|$", page, re.MULTILINE))


def made(line: str, suffix: str) -> bytes:
    """Return the file that a command prints."""
    with tempfile.TemporaryDirectory() as folder:
        words = [str(ROOT / word) if word.startswith("presets/") else word for word in shlex.split(line)]
        ended = CliRunner().invoke(cli, [*words, "-o", folder], catch_exceptions=False)
        if ended.exit_code:
            raise SystemExit(f"chargen {line}\n{ended.output}")
        (path,) = Path(folder).glob(f"*{suffix}")
        return path.read_bytes()


def letters(content: bytes) -> str:
    """Return the text of a file, page by page."""
    if not content.startswith(b"%PDF"):
        return content.decode("utf-8")
    document = pypdfium2.PdfDocument(content)
    return "\f".join(page.get_textpage().get_text_range() for page in document)


def main() -> int:
    """Write the samples, or print which are out of date."""
    asked = [word for word in sys.argv[1:] if not word.startswith("--")] or shown()
    files = ((FOLDER / name, made(shown()[name], Path(name).suffix)) for name in asked)
    return renewed(files, "samples", lambda old, new: letters(old) == letters(new))


if __name__ == "__main__":
    sys.exit(main())
