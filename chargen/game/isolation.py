"""Keep texts that run from right to left apart from what is around them.

Without that, a number beside such a name moves to its other side: `2 → 4` after a Hebrew name would read as `4 → 2`.
Unicode's isolates do it in every output: on paper, in a browser, in a terminal and in a chat.
"""

import re
from collections.abc import Mapping

ISOLATE, END = "\u2068", "\u2069"
_RIGHT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""The letters that run from right to left, with their marks."""
_TURNS = "\u202a-\u202e\u2066-\u2069"
"""The characters that turn the direction of all text up to another one, which may be missing."""
_JOINED = r"[\s,.;:!?'’\"”„‚\-–\u200c-\u200f\u0300-\u036f]*"
_CONCERNED = f"[{_RIGHT}{_TURNS}]"
_DROPPED = f"[{_TURNS}]"
_RUN = f"[{_RIGHT}]+(?:{_JOINED}[{_RIGHT}]+)*"


def is_concerned(text: str) -> bool:
    """Return whether any of a text runs from right to left, or turns the direction."""
    return not text.isascii() and re.search(_CONCERNED, text) is not None


def isolate(text: str, own: tuple[str, ...] = ()) -> str:
    """Return a text in which everything that runs from right to left is isolated, once.

    ``own`` are the texts of the user that may be part of it: each is isolated with the numbers and Latin words in it.

    >>> isolate("שלום 2 → 4") == f"{ISOLATE}שלום{END} 2 → 4"
    True
    >>> isolate("חדר 7 2 → 4", ("חדר 7",)) == f"{ISOLATE}חדר 7{END} 2 → 4"
    True
    """
    if not is_concerned(text):
        return text
    # The longest first: a name may be a part of another.
    longest = "|".join([*map(re.escape, sorted(own, key=len, reverse=True)), _RUN])
    return re.sub(longest, f"{ISOLATE}\\g<0>{END}", re.sub(_DROPPED, "", text))


def texts_of(*values: object) -> tuple[str, ...]:
    """Return all texts in models that run from right to left, as printed: whole, and by paragraph and by line.

    >>> from chargen.game.concept import Concept
    >>> texts_of(Concept(name="Ada", notes="שלום\\nחדר 7")) == ("חדר 7", "שלום", "שלום חדר 7")
    True
    """
    from chargen.game.concept import RuleSet  # imported here: messages do without
    from chargen.schema.model import Model

    found: set[str] = set()
    left = [*values]
    while left:
        value = left.pop()
        # House rules are long, and nearly always the game's.
        if isinstance(value, Model) and not isinstance(value, RuleSet):
            left += vars(value).values()
        elif isinstance(value, Mapping):
            left += (*value, *value.values())
        elif isinstance(value, (list, tuple)):
            left += value
        elif isinstance(value, str) and is_concerned(value):
            parts = [value, *re.split(r"\n\s*\n", value), *value.splitlines()]
            parts += [part.split(": ", 1)[1] for part in parts if ": " in part]
            found.update(re.sub(_DROPPED, "", " ".join(part.split())) for part in parts)
    return tuple(sorted(filter(is_concerned, found)))
