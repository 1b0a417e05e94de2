"""Write a character as Markdown, as GitHub and Obsidian read it, and read its concept back from such a file."""

import re
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

from chargen.exports.subject import Subject
from chargen.game.isolation import isolate
from chargen.kit.cards import format_entry
from chargen.page.action import find_fighting
from chargen.page.roll import half_up, percent
from chargen.page.sheet import lines_of
from chargen.text.writing import document

SUFFIX = ".md"
FENCE_INFO = "yaml concept"
UNENDED = "without a last line end"
"""What the fence says of a concept file whose last line has no end, so that it can be given back as it was."""
# An editor may have changed the line ends to those of Windows.
_FENCED = re.compile(
    rb"^(`{3,})" + FENCE_INFO.encode() + rb"( " + UNENDED.encode() + rb")?\r?\n(.*?)^\1[ \t]*\r?$", re.M | re.S
)
_MARKUP = re.compile(r"[\\`*_\[\]<>|~&#$^]|%(?=%)|=(?==)")
"""The characters that begin markup somewhere in CommonMark, GitHub's tables or Obsidian."""
_LIST_ITEM = re.compile(r"(?:[-*•+]|(?P<number>\d{1,9}[.)])) +")
_LINE_MARKUP = re.compile(r"^(\d*)([-+=.)])")
"""What begins markup only at the beginning of a line."""


def write_markdown(subject: Subject, others: Sequence[Subject] = ()) -> str:
    """Return a character as Markdown; names of ``others`` in its notes become links to their files."""
    card = subject.card
    by_name = {other.card.name: other for other in others if other is not subject}
    # A tie has the number of the other NPC behind the name, which the link makes superfluous.
    # The longest first, so that `Ada Keel` is not taken for `Ada`.
    names = "|".join(re.escape(name) for name in sorted(by_name, key=len, reverse=True) if name)
    linked = re.compile(rf"(?<!\w)({names})(?: \(\d+\))?(?!\w)") if names else None

    def link(text: str) -> str:
        # Every second piece is a name.
        return "".join(
            f"[{escape(piece)}]({quote(by_name[piece].stem + SUFFIX)})" if place % 2 else escape(piece)
            for place, piece in enumerate(linked.split(text) if linked is not None else [text])
        )

    rows = [["roll", "dice", "chance", "effect"], ["---", "---", "---:", "---"]]
    for action in subject.actions:
        chance = f"{percent(action.chance)} % {action.chance_of}"
        rows.append([f"**{escape(action.name)}**, {action.kind}", *map(escape, (action.roll, chance, action.result))])
    table = [f"| {' | '.join(row)} |" for row in rows]
    # The boxes of each track as tasks, the marked ones done.
    tracks = []
    for track in card.tracks:
        lines = [f"### {escape(track.title)}", ""]
        zones = [zone for zone, length in track.zones for _ in range(length)] or [""] * track.boxes
        for number, zone in enumerate(zones, 1):
            lines.append(f"- [{'x' if number <= track.filled else ' '}] {number} {escape(zone)}".rstrip())
        tracks.append("\n".join(lines))
    parts = [
        f"# {escape(card.name)}",
        f"*{escape(card.concept)}*" if card.concept.strip() else "",
        " · ".join(f"**{escape(each.label)}** {escape(format_entry(each.value, each.below))}" for each in card.numbers),
        "\n".join(["## Actions", "", *table]) if subject.actions else "",
        "\n\n".join(["## Notes", *(_note(head, text, link) for head, text in subject.notes)]) if subject.notes else "",
        "\n\n".join(["## Boxes", *tracks]) if tracks else "",
        "## Concept",
        "The character file; `chargen extract` gives it back.",
    ]
    own = tuple(map(escape, card.texts))
    shown = (isolate(part, own) for part in parts if part)
    data: dict[str, Any] = {
        "name": subject.card.name,
        "system": subject.card.system,
        "tags": [*(["npc"] if subject.seed else []), *filter(None, (subject.card.system, subject.role))],
        **({"role": subject.role} if subject.role else {}),
        **({"source": subject.seed} if subject.seed else {}),
        **subject.numbers,
        **{f"{action.kind}_chance": half_up(action.chance, 100) for action in find_fighting(subject.actions)},
    }
    # The concept, between fences that are longer than any row of backticks in it.
    concept = subject.concept.decode()
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", concept)), default=0))
    info = FENCE_INFO if concept.endswith("\n") else f"{FENCE_INFO} {UNENDED}"
    fenced = f"{fence}{info}\n{concept}{'' if concept.endswith(chr(10)) else chr(10)}{fence}"
    return "\n\n".join([f"---\n{document(data)}---", *shown, fenced]) + "\n"


def find_concept(content: bytes) -> bytes | None:
    """Return the concept in a Markdown file, byte for byte; None where there is none."""
    found = _FENCED.search(content)
    if found is None:
        return None
    return found[3].removesuffix(b"\n") if found[2] else found[3]


def _note(heading: str, text: str, link: Callable[[str], str]) -> str:
    """Return a note with the line ends, paragraphs and lists of its text.

    >>> print(_note("Notes", "one\\ntwo\\n- a\\n2. b\\n\\n# three", escape))
    **Notes** one\\
    two
    <BLANKLINE>
    - a
    2. b
    <BLANKLINE>
    \\# three
    """
    blocks: list[list[str]] = [[]]
    was_item = False
    for line in lines_of(text):
        item = _LIST_ITEM.match(line)
        if not line or was_item != (item is not None):
            blocks.append([])
        was_item = item is not None
        if item is not None:
            blocks[-1].append(f"{item['number'] or '-'} {link(line[item.end() :])}")
        elif line:
            blocks[-1].append(_LINE_MARKUP.sub(r"\g<1>\\\g<2>", link(line)))
    shown = ["\n".join(block) if _LIST_ITEM.match(block[0]) else "\\\n".join(block) for block in blocks if block]
    head = f"**{escape(heading)}**"
    return "\n\n".join([head, *shown] if not blocks[0] else [f"{head} {shown[0]}", *shown[1:]])


def escape(text: str) -> str:
    r"""Return a text on one line, so that Markdown shows it as it is.

    >>> print(escape("5*5 | <b>"))
    5\*5 \| \<b\>
    """
    return _MARKUP.sub(r"\\\g<0>", re.sub(r"\s+", " ", text))
