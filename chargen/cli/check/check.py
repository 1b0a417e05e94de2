"""`chargen check`: report all errors of character files in one pass."""

from dataclasses import replace

import click

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.cli import options, report
from chargen.cli.base import FAULT, GREEN, MACHINE, OK, RED
from chargen.file_kind import FileKind
from chargen.sources import check_file
from chargen.text.diagnostic import Severity, diagnostic_as_json
from chargen.text.names import counted
from chargen.text.source import Source


@click.command(
    "check",
    epilog="""\b
Examples:
  chargen check kai.yaml
  chargen check characters/ --strict
  chargen check kai.yaml --fix
  chargen check my-game.game.yaml           the game itself
  chargen check 'players/**/*.yaml' --format github""",
)
@options.FILES
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "github"]), default="text", help="The output format."
)
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("-q", "--quiet", is_flag=True, help="Omit files without errors, and notes.")
@click.option("--only-characters", is_flag=True, help="Skip YAML files of other programs, also where they are named.")
@click.option("--fix", is_flag=True, help="Fix unambiguous typos, such as a misspelled key, and check the result.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
def command(
    arguments: tuple[str, ...], style: str, strict: bool, quiet: bool, only_characters: bool, fix: bool, diff: bool
) -> int:
    """Check characters against their game's rules, and report all errors at once.

    FILES may be files, folders, globs or - (standard input). The exit code is 1 if any file has an error.

    With --fix, unambiguous typos are fixed: misspelled keys and names with one near match, numbers in quotes or in
    words, Unicode minus signs, typographic quotes, tabs, missing spaces after a colon or a dash, commas in braces.
    All else stays the same to the byte. The exit code is that of the fixed file.
    """
    code = OK
    collected = []
    errors: list[int] = []
    # A note about a game, such as that it has no budget, holds for every file and is printed once a run.
    noted: set[tuple[str, str]] = set()
    printed: set[str] = set()
    # Each file is printed as soon as it is checked, except for JSON, which is one array.
    for input_file in fileio.expand(arguments):
        checked = check_file.check_any(input_file)
        if only_characters:
            from chargen.npc import recognition  # imported here: it loads the language of archetypes

            if not recognition.is_chargen_file(checked):
                continue
        # Trying a game takes two seconds, and without errors in its file there is something to try.
        if checked.kind is FileKind.GAME and checked.ok and input_file.path is not None:
            from chargen.testing.game_file import try_out  # imported here: it is for authors of games

            checked = try_out(checked, input_file.path)
        if fix or diff:
            try:
                checked = _fixed(checked, input_file, write=fix and not diff, quiet=style != "text")
            except OSError as exc:  # no permission, a full disk: the other files are checked and fixed
                click.echo(f"chargen: {report.one_line(fileio.describe_failure(exc))}", err=True)
                code = MACHINE
        if strict:
            worst = {Severity.WARNING: Severity.ERROR}
            found = (replace(one, severity=worst.get(one.severity, one.severity)) for one in checked.diagnostics)
            checked = replace(checked, diagnostics=tuple(found))
        code = max(code, OK if checked.ok else FAULT)
        errors.append(sum(diagnostic.severity is Severity.ERROR for diagnostic in checked.diagnostics))
        if style == "json":
            data = [diagnostic_as_json(diagnostic, checked.source.name) for diagnostic in checked.diagnostics]
            system = checked.game.key if checked.game else None
            file = {"file": checked.source.name, "ok": checked.ok, "system": system, "name": checked.name}
            collected.append({**file, "diagnostics": data})
            continue
        left = [one for one in checked.diagnostics if one.severity is not Severity.NOTE or not quiet]
        if style == "github":
            for diagnostic in left:
                report.print_for_programs(report.format_for_github(diagnostic))
            continue
        left = [one for one in left if one.severity is not Severity.NOTE or one.saying not in noted]
        noted.update(one.saying for one in left)
        if left or not quiet:
            click.echo(report.format_report(replace(checked, diagnostics=tuple(left)), printed))
    if style == "json":
        report.print_json(collected)
    elif style == "text" and len(errors) > 1 and (any(errors) or not quiet):
        # Such as `30 files: 25 fine, 5 with errors (6)`.
        wrong = sum(map(bool, errors))
        fine = click.style(f"{len(errors) - wrong} fine" if wrong else "all fine", fg=GREEN)
        with_errors = f", {click.style(f'{wrong} with errors ({sum(errors)})', fg=RED)}" if wrong else ""
        click.echo(f"{counted(len(errors), 'file')}: {fine}{with_errors}")
    return code


def _fixed(checked: Checked, given: fileio.Input, *, write: bool, quiet: bool) -> Checked:
    """Fix the unambiguous typos of a file, show them as a diff, write the file if asked, and return the new check."""
    if given.path is None and write:
        raise click.UsageError("--fix cannot write to standard input; use --diff to see what it would change")
    # Before any lock is taken, and any file is opened for writing.
    if not any(diagnostic.fix is not None for diagnostic in checked.diagnostics):
        return checked

    from chargen.checking import fixing  # imported here: most files have nothing to fix

    def check(source: Source) -> Checked:
        # Campaigns and archetypes are read again by path, so the changed text is kept in place of what the disk has.
        with fileio.kept(
            {str(path): source.content for path in (given.path, given.path.absolute())} if given.path else {}
        ):
            return check_file.check_any(replace(given, source=source))

    def fix(source: Source) -> tuple[bytes, tuple[Source, Checked, int]]:
        result, fixes = fixing.fixed(check(source), check)
        return result.source.content, (source, result, len(fixes))

    before, result, number = fileio.edit_file(given, fix) if write else fix(checked.source)[1]
    if number and not quiet:
        click.echo(report.diff(before.name, before.text, result.source.text))
        click.echo(f"{report.one_line(before.name)}: {counted(number, 'typo')} {'fixed' if write else 'to fix'}")
    return result
