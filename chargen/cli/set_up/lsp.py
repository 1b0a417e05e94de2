"""`chargen lsp`: a language server for editors."""

import os
import sys

import click


@click.command(
    "lsp",
    epilog="""\b
Example:
  chargen lsp        started by an editor; see docs/editors.md""",
)
@click.option(
    "--stdio", is_flag=True, help="Use standard input and output. This is the default; some editors require the option."
)
def command(stdio: bool) -> None:
    """Serve an editor: errors while typing, fixes, completion, and chances on hover.

    It speaks the Language Server Protocol over standard input and output, until the editor stops it.
    """
    from chargen.lsp import server  # imported here: the command's start does without

    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # other output must not mix with the protocol
        server.Server().start_io(stdout=answers)
