"""Fix what leaves no choice: write what a diagnostic says, check the file again, and keep the fix if it helps."""

from collections.abc import Callable

from chargen.checking.concept import Checked
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, Severity
from chargen.text.source import Source
from chargen.text.writing import splice


def fixed(checked: Checked, check: Callable[[Source], Checked]) -> tuple[Checked, tuple[Diagnostic, ...]]:
    """Apply each fix that removes errors or adds none; return the fixed file, and what was fixed, in that order.

    ``check`` checks a source as ``checked`` was. Each fix has the complete file checked again, so a large one
    takes several runs (`limits.FIXES`, `limits.FIX_BYTES`). Nothing is written to disk; the rest of the text stays
    unchanged to the byte.

    A file that cannot be read in the end keeps only the fixes of white space: others may have been guesses.
    """
    fixes: list[Diagnostic] = []
    left_alone: set[tuple[str, str]] = set()
    settled = 0
    kept, kept_fixes = checked, 0
    for _ in range(1 + min(limits.FIXES, limits.FIX_BYTES // (len(checked.source.text) + 1))):
        source = checked.source
        own = (each for each in checked.diagnostics if each.file == source.name and each.place is not None)
        fixable = [each for each in own if each.fix is not None]
        if all(each.saying in left_alone for each in fixable) and len(fixes) > settled:
            left_alone.clear()  # a fix may help only after another one
            settled = len(fixes)
        diagnostic = next((each for each in fixable if each.saying not in left_alone), None)
        if diagnostic is None:
            break
        assert diagnostic.place is not None
        assert diagnostic.fix is not None
        changed = check(source.with_text(splice(source.text, [(diagnostic.place, diagnostic.fix)])))
        if _is_better(changed, checked, diagnostic):
            # While the file is unreadable, `kept` follows only an unbroken run of fixes in white space.
            is_certain = kept is checked and "".join(source.text.split()) == "".join(changed.source.text.split())
            checked = changed
            fixes.append(diagnostic)
            if is_certain or checked.source.data is not None:
                kept, kept_fixes = checked, len(fixes)
        else:
            left_alone.add(diagnostic.saying)
    return kept, tuple(fixes[:kept_fixes])


def _is_better(changed: Checked, before: Checked, diagnostic: Diagnostic) -> bool:
    """Return whether there are fewer errors than before, or the diagnostic is gone and none is new.

    What is under a misspelt key is checked for the first time after the fix, so errors found there do not count
    against it.
    """
    if before.source.data is None and changed.source.data is not None:
        return True  # a file that could not be read was not checked
    if changed.source.data is None and before.source.data is not None:
        return False
    counts = [sum(each.severity is Severity.ERROR for each in one.diagnostics) for one in (before, changed)]
    if counts[1] < counts[0]:
        return True
    # `saying` leaves out places, which every fix before a diagnostic moves.
    were, are = ({diagnostic.saying for diagnostic in checked.diagnostics} for checked in (before, changed))
    if before.source.data is None:
        # Both unreadable: the parser reports one error at a time, so a later one means progress.
        return (changed.diagnostics[0].place or ()) > (before.diagnostics[0].place or ())
    if diagnostic.key and diagnostic.saying not in are:
        under = (*diagnostic.path[:-1], diagnostic.fix)
        are -= {other.saying for other in changed.diagnostics if other.path[: len(under)] == under}
    return are < were or (are <= were and len(changed.diagnostics) < len(before.diagnostics))
