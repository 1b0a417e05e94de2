"""Which block stands where."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from chargen.core.sheet import Block, Prose, Sheet, Table

LETTERS_OF_A_COLUMN = 42
LINES_OF_A_COLUMN = 45


@dataclass(frozen=True, slots=True)
class Band:
    """A strip of the page: one block across it, or blocks in a main and a side column."""

    across: Block | None = None
    main: tuple[Block, ...] = ()
    side: tuple[Block, ...] = ()


def bands(sheet: Sheet, *, one_column: bool = False) -> tuple[Band, ...]:
    """The strips of the sheet proper, from top to bottom; what fills the rest of the page comes last.

    ``one_column``: the paper has no room for two beside each other.
    """
    front = [block for block in sheet.blocks if not is_reference(block) and block.place != "foot"]
    ordered = sorted(front, key=lambda block: isinstance(block, Prose) and block.fill)
    return tuple(Band(across=block) for block in ordered) if one_column else tuple(_bands(ordered))


def foot(sheet: Sheet) -> tuple[Block, ...]:
    """What stands small at the foot of the first page."""
    return tuple(block for block in sheet.blocks if block.place == "foot" and not is_reference(block))


def reference(sheet: Sheet) -> tuple[Block, ...]:
    """What is looked up now and then, on pages of its own."""
    return tuple(block for block in sheet.blocks if is_reference(block))


def is_reference(block: Block) -> bool:
    """Whether it stands behind the sheet proper."""
    return isinstance(block, Table | Prose) and block.reference


def is_long(block: Block) -> bool:
    """Whether it would leave the column beside it empty for a page, and had better stand across."""
    if not isinstance(block, Prose):
        return False
    texts = [" ".join(item) for item in block.items] + block.text.splitlines()
    return sum(1 + len(text) // LETTERS_OF_A_COLUMN for text in texts) > LINES_OF_A_COLUMN


def _bands(blocks: Iterable[Block]) -> Iterator[Band]:
    for beside, run in groupby(blocks, key=lambda block: block.place != "across"):
        some = tuple(run)
        long = tuple(block for block in some if is_long(block))
        main = tuple(block for block in some if block.place == "main" and block not in long)
        side = tuple(block for block in some if block.place == "side" and block not in long)
        if beside and main and side:
            yield Band(main=main, side=side)
            yield from (Band(across=block) for block in long)
        else:
            yield from (Band(across=block) for block in some)
