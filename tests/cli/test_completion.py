"""Tab completes, in the real shells that this machine has."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from chargen.cli.set_up.completion import SHELLS
from tests.cli.running import LARRY, run
from tests.cli.terminal import running

HERE = [shell for shell in SHELLS if shutil.which(shell)]
LINES = [
    ("chargen rend", "render"),
    ("chargen render --pap", "--paper"),
    ("chargen render --paper Le", "Letter"),
    ("chargen render --to html,p", "html,pdf"),
    ("chargen new five-b", "five-by-five"),
    ("chargen new five-by-five --preset bridge", "bridge-warden"),
    ("chargen new gamocles --random --role gua", "guard"),
    ("chargen batch five-by-five --role inf", "informer"),
    ("chargen explain yaml/em", "yaml/empty"),
    ("chargen explain five-by-five/val", "five-by-five/values"),
    ("chargen batch five-b", "five-by-five"),
    ("chargen advance kai.yaml tra", "trade"),
    ("chargen advance kai.yaml raise First", "first-aid"),
    ("chargen advance kai.yaml trade cannot-keep-a-secret --for stai", "stairs"),
    ("chargen advance kai.yaml plan --goal ov", "overall"),
    ("chargen completion fi", "fish"),
    ("chargen check ka", "kai.yaml"),
]


@pytest.fixture
def on_the_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`chargen` is a command that shells find, and there is a file to be named."""
    program = folder / "bin/chargen"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m chargen "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    monkeypatch.setenv("HOME", str(folder))
    (folder / "kai.yaml").write_text(LARRY, encoding="utf-8")


def completed(shell: str, line: str) -> str:
    """Return what a shell offers, or makes of the line, when Tab is pressed at its end."""
    Path("script").write_text(run("completion", shell).out, encoding="utf-8")
    if shell == "zsh":
        with running("zsh", "-f", "-i", columns=200) as terminal:
            terminal.type("PS1='> '; autoload -U compinit; compinit -u; . ./script; echo rea''dy\n")
            terminal.until("ready\n")
            terminal.type(f"{line}\t")
            return terminal.until("bridge-warden")
    program = {
        "bash": f". ./script; COMP_WORDS=({line}); COMP_CWORD={len(line.split()) - 1}; "
        'compopt() { :; }; _chargen_completion chargen; printf "%s\n" "${COMPREPLY[@]}"',
        "fish": f"source ./script; complete -C {shlex.quote(line)}",
    }
    plain = {"bash": "--norc", "fish": "--no-config"}
    command = [shell, plain[shell], "-c", program[shell]]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.usefixtures("on_the_path")
@pytest.mark.parametrize(("line", "word"), LINES, ids=[line for line, _ in LINES])
def test_the_command_completes(line: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands, options, papers, formats, games, presets, roles, codes and files; to whatever shell asks."""
    monkeypatch.setenv("_CHARGEN_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    offered = run().out.splitlines()
    assert f"plain,{word}" in offered or (word == "kai.yaml" and offered == ["file,ka"])


@pytest.mark.usefixtures("on_the_path")
@pytest.mark.parametrize("shell", HERE)
def test_every_shell_completes(shell: str) -> None:
    assert "bridge-warden" in completed(shell, "chargen new five-by-five --preset bridge")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_lines_that_install_it_are_in_the_help(shell: str) -> None:
    """For each shell: once and for all, and for this shell alone."""
    text = run("completion", "--help").out
    assert text.count(f"chargen completion {shell} ") + text.count(f"chargen completion {shell})") == 2
    assert "chargen" in run("completion", shell).out
