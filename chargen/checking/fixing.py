"""Mending what can be mended without a choice: each finding that says what to write is written, and checked anew."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from chargen.checking.concept import Checked
from chargen.core import limits
from chargen.core.diagnostic import Diagnostic, Severity
from chargen.core.source import Source
from chargen.core.writing import splice


@dataclass(frozen=True, slots=True)
class Fixed:
    """A file after what could be mended in it."""

    checked: Checked
    """What is found in it now."""
    fixes: tuple[Diagnostic, ...]
    """The findings that are gone, in the order in which they went; none where nothing could be mended."""


def fixed(checked: Checked, check: Callable[[Source], Checked]) -> Fixed:
    """Mend a file as its findings say, as long as that leaves fewer errors, or brings nothing new.

    ``check`` checks a source as ``checked`` was. Each fix has the whole file checked anew, so a large one is mended
    in several goes (`limits.FIXES`, `limits.FIX_BYTES`). Nothing is written to disk; all that is not mended stays to
    the byte.
    """
    fixes: list[Diagnostic] = []
    left_alone: set[tuple[str, str]] = set()
    settled = 0
    for _ in range(1 + min(limits.FIXES, limits.FIX_BYTES // (len(checked.source.text) + 1))):
        finding = _next(checked, left_alone)
        if finding is None and len(fixes) > settled:
            left_alone.clear()  # what another fault stood in the way of
            settled = len(fixes)
            finding = _next(checked, left_alone)
        if finding is None:
            break
        mended = check(_with(checked.source, finding))
        if _is_better(mended, checked, finding):
            checked = mended
            fixes.append(finding)
        else:
            left_alone.add(finding.saying)
    return Fixed(checked, tuple(fixes))


def _next(checked: Checked, left_alone: Collection[tuple[str, str]]) -> Diagnostic | None:
    """The first finding that can be mended and is not left alone."""
    return next((f for f in checked.diagnostics if _can_be_fixed(f, checked) and f.saying not in left_alone), None)


def _can_be_fixed(finding: Diagnostic, checked: Checked) -> bool:
    return finding.fix is not None and finding.place is not None and finding.file == checked.source.name


def _with(source: Source, finding: Diagnostic) -> Source:
    """A file in which one finding is mended."""
    assert finding.place is not None
    assert finding.fix is not None
    return source.with_text(splice(source.text, [(finding.place, finding.fix)]))


def _is_better(mended: Checked, before: Checked, finding: Diagnostic) -> bool:
    """Whether there are fewer errors than before, or the finding is gone and none is new.

    What stands under a key that was misspelt is looked at for the first time: what is found there is not held against
    the fix.
    """
    if before.source.data is None and mended.source.data is not None:
        return True  # what could not be read at all was not checked
    if _errors(mended) < _errors(before):
        return True
    were, are = ({finding.saying for finding in checked.diagnostics} for checked in (before, mended))
    if before.source.data is None:
        return _place(mended) > _place(before)
    if finding.key and finding.saying not in are:
        under = (*finding.path[:-1], finding.fix)
        are -= {other.saying for other in mended.diagnostics if other.path[: len(under)] == under}
    return are < were or (are <= were and len(mended.diagnostics) < len(before.diagnostics))


def _place(checked: Checked) -> tuple[int, int]:
    """How far into the file YAML can be read."""
    first = checked.diagnostics[0].place
    return (first.line, first.column) if first else (0, 0)


def _errors(checked: Checked) -> int:
    return sum(finding.severity is Severity.ERROR for finding in checked.diagnostics)
