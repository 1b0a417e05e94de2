"""`chargen new --ask`: the questions of `chargen.npc.interview` on a terminal."""

import signal
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import click

from chargen import fileio
from chargen.cli import report
from chargen.core.game import AnyGame
from chargen.core.reader import Plain
from chargen.core.source import load
from chargen.core.writing import document
from chargen.npc import interview, seeds
from chargen.npc.interview import Answer, Interview, Question, Refused

SURPRISE, REST, BACK, HELP = "r", "rr", "b", "?"
MORE = "r: random · rr: all the rest at random · b: back · ?: help · Ctrl-C: stop, and resume later"
INDENT, GAP = 4, 2
"""The spaces before a choice, and the least number between it and its effect."""
TICK = 0.2
"""Seconds between two checks whether Ctrl-C was pressed."""


def name(game: AnyGame) -> str:
    """Ask for the name, with a random suggestion."""
    suggested = interview.suggest_name(game, seeds.make_seed())
    with _interruptible():
        answer: str = click.prompt(click.style("Name", bold=True), default=suggested)
    return suggested if answer in (SURPRISE, REST) else answer


def concept(game: AnyGame, called: str, draft: Path) -> dict[str, Plain]:
    """Ask until the character is complete, and return it.

    When the player stops, the answers are saved in the file ``draft``, and the next run resumes from there. Raises
    click.Abort then, and ValueError for a game that makes no NPCs.
    """
    asked = _resumed(game, called, draft) or Interview(game, called, seeds.make_seed())
    click.echo(_dim(_wrapped(MORE)))
    try:
        with _interruptible():
            while (question := asked.question()) is not None:
                click.echo("\n" + _shown(question))
                if not _answered(asked, question):
                    break
    except (click.Abort, KeyboardInterrupt):
        _kept(asked, draft)
        click.echo(f"\nsaved in {report.one_line(draft)}; run the same command to resume", err=True)
        raise
    draft.unlink(missing_ok=True)
    return asked.concept


@contextmanager
def _interruptible() -> Iterator[None]:
    """Handle every Ctrl-C, also one between the printing of a prompt and the wait for keys.

    Python only records that one, and raises it when the wait ends: so a timer interrupts the wait regularly.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _answered(asked: Interview, question: Question) -> bool:
    """Ask until an answer is accepted; return False to draw the rest at random."""
    default = interview.format_value(question.suggested) if _is_of_numbers(question) else "1"
    while True:
        text: str = click.prompt(click.style("Answer", bold=True), default=default, prompt_suffix=": ").strip()
        if text == REST:
            return False
        if text == BACK:
            if not asked.undo():
                click.echo("this is the first question")
                continue
            return True
        if text == HELP:
            click.echo(_help(question))
            continue
        try:
            value = _value(question, text)
            asked.answer(question, value)
        except Refused as exc:
            click.echo(click.style(_wrapped(report.printable(str(exc))), fg="red"))
            continue
        if text == SURPRISE:
            click.echo(_wrapped(report.printable(interview.format_value(value))))
        return True


def _value(question: Question, text: str) -> Plain:
    """Parse an answer: the number of a choice, a random choice, or a value. Raises `Refused`."""
    choices = [choice.value for choice in _in_order(question)]
    if text == SURPRISE:
        return Random().choice(choices)
    if not _is_of_numbers(question) and text.isdecimal() and 1 <= int(text) <= len(choices):
        return choices[int(text) - 1]
    for value in choices:
        if interview.format_value(value) == text:
            return value
    return interview.parse_answer(text, question)


def _in_order(question: Question) -> list[interview.Choice]:
    """Return the choices as they are shown: numbers sorted, others with the suggested one first."""
    if _is_of_numbers(question):
        return list(question.choices)
    return sorted(question.choices, key=lambda choice: choice.value is not question.suggested)


def _is_of_numbers(question: Question) -> bool:
    return all(type(choice.value) is int for choice in question.choices)


def _shown(question: Question) -> str:
    """Format a question with its choices and their effects, as wide as the terminal."""
    title = ": ".join(step.replace("_", " ").capitalize() for step in question.path)
    lines = [click.style(title, bold=True) + _dim(f"  {question.number} of {question.of}")]
    if question.about:
        lines.append(_wrapped(question.about))
    if question.left:
        lines.append(_wrapped(f"Left: {question.left}"))
    if question.conditions:
        lines.append(_dim(_wrapped(f"Chances {question.conditions}")))
    choices = _in_order(question)
    longest = max(len(interview.format_value(choice.value)) for choice in choices)
    effects = max(len(choice.effect) for choice in choices)
    edge = min(report.width(), INDENT + longest + GAP + effects)
    for number, choice in enumerate(choices, 1):
        lines.append(_choice("" if _is_of_numbers(question) else f"{number:>2}", choice, edge))
    return "\n".join(lines)


def _choice(mark: str, choice: interview.Choice, edge: int) -> str:
    """Format a choice; its effect follows its last line and ends at the column ``edge``."""
    words = report.printable(interview.format_value(choice.value))
    wide = report.width() - INDENT
    first, *others = textwrap.wrap(words, wide, break_long_words=False, break_on_hyphens=False) or [""]
    lines = [f"{mark:<{INDENT}}{first}", *(f"{'':<{INDENT}}{line}" for line in others)]
    if choice.effect:
        if len(lines[-1]) + GAP + len(choice.effect) > edge:
            lines.append("")
        start = lines.pop()
        lines.append(start + click.style(f"{choice.effect:>{edge - len(start)}}", fg="cyan"))
    return "\n".join(lines)


def _help(question: Question) -> str:
    ways = "A number takes that choice" if not _is_of_numbers(question) else "Any number may be typed"
    if question.free:
        ways += ", your own words make a new name with the value of the first; `Name: value` sets both"
    elif isinstance(question.suggested, list):
        ways += "; separate your own entries by semicolons, and [] is none"
    else:
        ways += ", and so may your own words" if not _is_of_numbers(question) else ""
    return _wrapped(f"{ways}. An illegal answer is refused with the message of the rule. {MORE}")


def _wrapped(text: str) -> str:
    return textwrap.fill(text, report.width(), break_long_words=False, break_on_hyphens=False)


def _dim(text: str) -> str:
    return click.style(text, dim=True)


def _kept(asked: Interview, draft: Path) -> None:
    answers: list[Plain] = [{"path": [*answer.path], "value": answer.value} for answer in asked.answers]
    data: dict[str, Plain] = {"system": asked.game.key, "name": asked.name, "seed": asked.seed, "answers": answers}
    fileio.write_file(draft, document(data).encode())


def _resumed(game: AnyGame, called: str, draft: Path) -> Interview | None:
    """Resume the questions from a draft; None where there is no usable draft of this character."""
    if not draft.is_file():
        return None
    data = load(str(draft), draft.read_bytes()).data
    try:
        if (data["system"], data["name"]) != (game.key, called):
            return None
        answers = [Answer(tuple(answer["path"]), answer["value"]) for answer in data["answers"]]
        asked = Interview(game, called, str(data["seed"]), answers)
    except (TypeError, KeyError, Refused):
        click.echo(f"{report.one_line(draft)} cannot be used; starting from the beginning", err=True)
        return None
    click.echo(f"resuming after {len(answers)} answers; b takes one back")
    return asked
