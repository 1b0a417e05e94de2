"""Files of concepts whose comments say what is found in them, line by line."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.diagnostic import Diagnostic
from chargen.core.source import Source, load
from chargen.fileio import Input

BROKEN = "concept/broken-system"
"""The code of a finding about a game that failed while a file was checked; nobody can mark it."""
_MARK = re.compile(r"# (error|warning|note): ((?:\[[^\]]+\](?:, )?)+)")

Finding = tuple[int, str, str]
"""The line, the severity and the code of what is found."""


def marked(source: Source) -> Counter[Finding]:
    """Return the findings that a file's comments ask for."""
    marks: Counter[Finding] = Counter()
    for number, line in enumerate(source.lines, start=1):
        for severity, codes in _MARK.findall(line):
            marks.update((number, severity, code) for code in re.findall(r"\[([^\]]+)\]", codes))
    return marks


def found(diagnostics: Iterable[Diagnostic]) -> Counter[Finding]:
    """Return findings in the form of `marked`."""
    return Counter((one.place.line if one.place else 0, str(one.severity), one.code) for one in diagnostics)


def check_text(text: str, name: str = "concept.yaml") -> Checked:
    """Check the text of a concept as if it were a file in the working folder."""
    return checking.check(Input(name, source=load(name, text.encode())))


def check_file(path: Path) -> Checked:
    """Check a file, which is called by its bare name."""
    return checking.check(Input(path.name, path))


def differences(checked: Checked) -> Iterator[str]:
    """Yield what a file's comments ask for and is not found, and what is found and they do not ask for."""
    marks = marked(checked.source)
    findings = found(one for one in checked.diagnostics if one.code != BROKEN)
    for line, severity, code in marks - findings:
        yield f"{checked.source.name}:{line}: {severity}[{code}] is marked and was not found"
    for line, severity, code in findings - marks:
        yield f"{checked.source.name}:{line}: {severity}[{code}] was found and is not marked"
