"""Find the slip that makes YAML unreadable: where it was made, and what to write instead.

PyYAML reports where its parser stopped, which is often lines after the slip, and in the parser's own words. `explain`
looks at the tokens and lines before that position and reports the first cause that fits.
"""

import re
from collections.abc import Callable
from dataclasses import replace

import yaml

from chargen.text import syntax_brackets as brackets
from chargen.text import syntax_colons as colons
from chargen.text import syntax_indentation as indentation
from chargen.text import syntax_quotes as quotes
from chargen.text.diagnostic import Diagnostic, Place, error
from chargen.text.names import short
from chargen.text.syntax_failure import KEY_AT_START, LONGEST, SYSTEM, Failure, error_at, locate_failure

_FENCE = re.compile(r"\s*```")
_STARTS_DATA = re.compile(r"\s*(?:- |[{\[\"'%]|---)")
_COMMENTED_KEY = re.compile(r"\s*(#)\s*(\w+:)\s*(?:#.*)?$")
_OTHER_COMMENT = re.compile(r"\s*(//|/\*)")
_WORDS = (
    ("mapping values are not allowed", 'this ": " belongs to no key', "a text with a colon and a space is in quotes"),
    ("<document start>", "this line belongs to nothing above", "a file starts with `system: …` or another key"),
    ("did not find expected key", "this line does not go on from the lines above", "compare its indentation"),
    ("could not find expected ':'", "a key needs a colon and a space after it", "as in `name: Kai`"),
    ("block sequence entries", "an entry of a list starts on a line of its own", "move it to the next line"),
    ("expected node content", "a value is missing before this sign", "write the value, or remove the sign"),
    ("did not find expected ',' or", "a comma or a closing bracket is missing", ""),
    ("expected '-' indicator", "this line is no entry of the list above", "each entry starts with a dash: `- Rope`"),
    ("cannot start any token", "this character cannot start a text", "put the text in quotes"),
    ("invalid Unicode character escape", "this escape is no character", "write the letter itself"),
    ("unknown escape character", "a backslash in double quotes starts an escape", "write two of them: \\\\"),
    ("did not find expected hexdecimal", "a backslash in double quotes starts an escape", "write two of them: \\\\"),
    ("tag handle", "a text that starts with ! must be in quotes", 'as in "!text"'),
)
"""By a part of the parser's message, what is wrong and what to do where no slip is found."""


def explain(exc: yaml.YAMLError, text: str) -> Diagnostic:
    """Return the diagnostic for a text that YAML refused."""
    failure = locate_failure(exc, text)
    # The order matters: the first ones are certain, and each of the others is likelier than those after it.
    causes: tuple[Callable[[Failure], Diagnostic | None], ...] = (
        brackets.find_slip_in_braces,
        _fence,
        _prose,
        quotes.find_typographic_quotes,
        indentation.find_tab,
        indentation.find_invisible,
        quotes.find_open_quotes,
        quotes.find_text_after_quotes,
        indentation.find_bullet,
        quotes.find_reserved_sign,
        _other_comment,
        colons.find_missing_space,
        brackets.find_brackets,
        brackets.find_text_after_brackets,
        brackets.find_closed_twice,
        brackets.find_colon_before_bracket,
        colons.find_other_sign,
        colons.find_line_without_colon,
        brackets.find_open_brace_missing,
        colons.find_two_on_a_line,
        brackets.find_missing_braces,
        quotes.find_colon_in_text,
        _commented_key,
        indentation.find_missing_dash,
        indentation.find_list_beside_value,
        indentation.find_indentation,
        colons.find_missing_colon,
    )
    found = next((found for cause in causes if (found := cause(failure)) is not None), None) or _in_general(failure)
    # A fix for a line that was cut would lose the rest of it.
    is_cut = found.place is not None and len(failure.lines[found.place.line - 1]) == LONGEST
    return replace(found, fix=None) if is_cut else found


def _fence(failure: Failure) -> Diagnostic | None:
    """Report the line that starts or ends a block of code where text was copied from a web page or a chat."""
    if not _FENCE.match(failure.written):
        return None
    fence = failure.written.strip()
    message = f"the line {short(fence, 20)} is not part of the file"
    return error_at(message, f'remove the line "{short(fence, 20)}"', failure.line, 0, len(failure.written), "")


def _prose(failure: Failure) -> Diagnostic | None:
    """Report a text that is no YAML: it starts like none, and names no game."""
    first = failure.below(0)
    if not first or any(KEY_AT_START.match(line) or SYSTEM.match(line) for line in failure.lines):
        return None
    if _STARTS_DATA.match(failure.lines[first - 1]):
        return None
    message, hint = NO_CONCEPT
    return error(message, code="concept/not-a-mapping", hint=hint, place=Place(first, 1, first, 2))


NO_CONCEPT = (
    "this is not a character file",
    "it should start with `system: …`; `chargen new SYSTEM` writes a starter concept",
)
"""The message and the hint for a text that is not even a mapping."""


def _other_comment(failure: Failure) -> Diagnostic | None:
    """Report a comment as other languages write it, at the line or above."""
    for line in (failure.line, failure.above(failure.line)):
        if line and (found := _OTHER_COMMENT.match(failure.lines[line - 1])):
            text = failure.lines[line - 1].strip().strip("/* ")
            return error_at(
                "a comment starts with #", f"write `# {short(text, 40)}`", line, found.start(1), found.end(1), "#"
            )
    return None


def _commented_key(failure: Failure) -> Diagnostic | None:
    """Report lines that are no comments any more, while their key above still is one."""
    for line in range(failure.line - 1, failure.above(failure.line), -1):
        if found := _COMMENTED_KEY.match(failure.lines[line - 1]):
            message = f"`{found[2]}` is still a comment, and the lines below belong to it"
            return error_at(message, f"remove the # before `{found[2]}`", line, found.start(1), found.end(2))
    return None


def _in_general(failure: Failure) -> Diagnostic:
    """Return the diagnostic for a failure without a known cause, in the parser's words where there are no better."""
    message, hint = next(
        ((message, hint) for sign, message, hint in _WORDS if sign in failure.problem),
        (f"this is not YAML: {failure.problem}", ""),
    )
    line, column = failure.line, failure.column
    # At the end of the file, what was begun and never ended is nearer to the slip.
    if failure.begun and failure.offset >= len(failure.text):
        line, column = failure.begun
    return error_at(message, hint, line, column, column + 1)
