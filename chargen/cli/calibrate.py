"""`chargen calibrate`: a page that shows what a printer does to a page."""

from pathlib import Path

import click

from chargen import fileio
from chargen.cli.doctor import remedy
from chargen.cli.main import MachineError
from chargen.cli.print_options import LANDSCAPE, PAPER
from chargen.render.paper import A4, Paper


@click.command(
    "calibrate",
    epilog="""\b
Examples:
  chargen calibrate
  chargen calibrate --paper Letter -o calibration-letter.pdf""",
)
@PAPER
@LANDSCAPE
@click.option(
    "-o", "--output", default="calibration.pdf", metavar="FILE", help="Where to write it.  [default: calibration.pdf]"
)
def command(paper: Paper | None, landscape: bool, output: str) -> None:
    """Write two pages that show what your printer does: print them on both sides, at actual size.

    They have rulers in millimetres and inches, the frame of a sheet's margins, steps of grey, hairlines, and crosses
    that show how front and back meet.
    """
    from chargen.render import calibration
    from chargen.render.printer import PrinterUnavailable

    chosen = paper or A4
    if landscape and not chosen.landscape:
        chosen = chosen.turned()
    path = Path(output)
    if path.is_dir():
        path = path / "calibration.pdf"
    try:
        content = calibration.pdf(chosen)
    except PrinterUnavailable as fault:
        raise MachineError(f"No PDF could be made: {fault}\nTo mend it:  {remedy()}") from fault
    fileio.write(path, content)
    click.echo(path)
