"""The `chargen` command: Click, a short module per command, each loaded only when it is asked for."""

from chargen.cli.main import main

__all__ = ["main"]
