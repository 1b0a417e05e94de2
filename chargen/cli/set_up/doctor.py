"""`chargen doctor`: check whether this machine can make PDFs, and print the command that fixes it."""

import os
import shutil
import sys

import click

from chargen.cli.base import GREEN, MACHINE, OK, RED
from chargen.game.version import VERSION

_CAN = {
    frozenset(): "can make PDFs, but not at full speed",
    frozenset({"sheets"}): "can print cards and rosters, but no full sheets",
    frozenset({"deck"}): "can print full sheets, but no cards and rosters",
    frozenset({"sheets", "deck"}): "cannot make PDFs",
}
"""What the machine can print, by the backends that do not work."""


@click.command("doctor", epilog="\b\nExample:\n  chargen doctor")
def command() -> int:
    """Check whether this machine can make PDFs; if not, print the command that fixes it.

    Full sheets and cards use different PDF backends. The exit code is 3 if neither works. HTML sheets, checks and
    odds need neither.
    """
    from chargen.render.health import KINDS, examine

    diagnostics = examine()
    here = f"chargen {VERSION}, Python {sys.version.split()[0]} ({sys.executable})"
    for is_fine, what in [(True, here), *((diagnostic.is_ok, diagnostic.what) for diagnostic in diagnostics)]:
        mark = click.style("✓", fg=GREEN) if is_fine else click.style("✗", fg=RED)
        click.echo(f"{mark} {what}")
    if all(diagnostic.is_ok for diagnostic in diagnostics):
        click.echo("This machine can make PDFs.")
        return OK
    stopped = frozenset(kind for diagnostic in diagnostics if not diagnostic.is_ok for kind in diagnostic.needed)
    click.echo(f"This machine {_CAN[stopped]}.")
    for line in dict.fromkeys(diagnostic.cure or remedy() for diagnostic in diagnostics if not diagnostic.is_ok):
        click.echo(f"To fix it:  {line}")
    # A machine that prints cards but no sheets is of use.
    return MACHINE if len(stopped) == len(KINDS) else OK


def remedy() -> str:
    """Return the command that installs WeasyPrint's system libraries on this machine."""
    if sys.platform == "darwin":
        return "brew install pango"
    if sys.platform == "win32":
        return "see https://doc.courtbouillon.org/weasyprint/stable/first_steps.html#windows"
    if shutil.which("apt-get"):
        names = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
        return f"{'' if os.geteuid() == 0 else 'sudo '}apt-get install -y {names}"
    for line in ("dnf install pango", "pacman -S pango", "apk add pango"):
        if shutil.which(line.split()[0]):
            return f"sudo {line}"
    return "install Pango 1.44 or newer with your system's packages"
