"""`chargen check`: everything that is wrong, in one pass."""

from collections.abc import Iterator
from dataclasses import replace

import click

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.cli import options, report
from chargen.cli.main import FAULT, OK
from chargen.core.diagnostic import Severity
from chargen.npc import check_file


@click.command(
    "check",
    epilog="""\b
Examples:
  chargen check kai.yaml
  chargen check characters/ --strict
  chargen check 'players/**/*.yaml' --format github""",
)
@options.FILES
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "github"]), default="text", help="How to print findings."
)
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing of files that are fine; leave out notes.")
def command(arguments: tuple[str, ...], style: str, strict: bool, quiet: bool) -> int:
    """Check concepts against their game's rules: everything wrong in one pass.

    FILES may be files, folders, globs or - (standard input). Exits with 1 where any of them has an error.
    """
    code = OK
    collected = []
    for checked in _checked(arguments, strict):
        code = max(code, OK if checked.ok else FAULT)
        if style == "json":
            collected.append(checked)
            continue
        shown = without_notes(checked) if quiet else checked
        if style == "github":
            if shown.diagnostics:
                click.echo(report.github(shown))
        elif shown.diagnostics or not quiet:
            click.echo(report.text(shown))
    if style == "json":
        click.echo(report.as_json(collected))
    return code


def _checked(arguments: tuple[str, ...], strict: bool) -> Iterator[Checked]:
    for input_file in fileio.expand(arguments):
        checked = check_file.check(input_file)
        yield strictly(checked) if strict else checked


def without_notes(checked: Checked) -> Checked:
    """The same with errors and warnings alone."""
    return replace(
        checked, diagnostics=tuple(finding for finding in checked.diagnostics if finding.severity is not Severity.NOTE)
    )


def strictly(checked: Checked) -> Checked:
    """The same with every warning turned into an error."""
    diagnostics = tuple(
        replace(finding, severity=Severity.ERROR) if finding.severity is Severity.WARNING else finding
        for finding in checked.diagnostics
    )
    return replace(checked, diagnostics=diagnostics)
