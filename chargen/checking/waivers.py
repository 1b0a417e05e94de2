"""Apply waivers, the errors and warnings that a table allows: known before any rule runs, turned into notes after."""

from collections.abc import Iterable
from dataclasses import replace

from chargen.checking import campaign
from chargen.checking.campaign import Campaign
from chargen.core.concept import Concept, Waiver
from chargen.core.diagnostic import Diagnostic, KeyPath, Severity, warning
from chargen.core.game import AnyGame
from chargen.core.names import did_you_mean
from chargen.core.schema_error import written_near

Waivers = tuple[tuple[Waiver, KeyPath | None], ...]
"""Each waiver, and its path in the concept; None for one of the campaign's."""


def of(concept: Concept, house: Campaign) -> Waivers:
    """Return the waivers of a concept, then those of its campaign."""
    own = ((waiver, ("waive", index)) for index, waiver in enumerate(concept.waive))
    return (*own, *((waiver, None) for waiver in house.waive))


def applied(
    findings: Iterable[Diagnostic], waivers: Waivers, game: AnyGame
) -> tuple[list[Diagnostic], tuple[str, ...]]:
    """Return diagnostics with the waived errors and warnings as notes, and the lines for a sheet's footer.

    An unused waiver of the concept's own adds a warning.
    """
    judged = list(findings)
    codes = {finding.code for finding in judged if finding.severity is not Severity.NOTE}
    waivable = {code for code in codes if code.startswith(f"{game.key}/")}
    allowed = {waiver.code: waiver for waiver, _ in waivers if waiver.code in waivable}
    for waiver, path in waivers:
        if path is not None and waiver.code and waiver.code not in waivable:
            fix = None
            if waiver.code in game.codes():
                hint = "take it out: the rule is kept"
            elif waiver.code in codes:
                hint = "only a game's own rules can be waived; fix the file"
            else:
                hint = did_you_mean(waiver.code, game.codes(), campaign.SHOWN_BY_CHECK)
                fix = written_near(waiver.code, game.codes())
            message = f"the waiver of `{waiver.code}` is not used"
            judged.append(warning(message, *path, "code", code="waive/unused", hint=hint, fix=fix))
    kept = [
        replace(finding, severity=Severity.NOTE, message=f"{finding.message} (waived{_why(allowed[finding.code])})")
        if finding.severity is not Severity.NOTE and finding.code in allowed
        else finding
        for finding in judged
    ]
    return kept, tuple(f"Waived: {code}{_why(waiver)}" for code, waiver in sorted(allowed.items()))


def _why(waiver: Waiver) -> str:
    return f": {waiver.why}" if waiver.why else ""
