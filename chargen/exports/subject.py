"""Prepare a checked character for export: what every format draws from it."""

import os
from dataclasses import dataclass
from pathlib import Path

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.game.contract import View
from chargen.kit.cards import split_notes
from chargen.page.action import Action, by_need
from chargen.page.card import Card
from chargen.text.names import slug, take_name
from chargen.text.writing import document


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Hold a character without errors, with its card and its actions."""

    checked: Checked
    view: View
    card: Card
    actions: tuple[Action, ...]  # What it can do, in the order in which a card needs it
    stem: str  # The name of its file without the suffix
    seed: str = ""  # The complete seed of a generated NPC; empty for a character in a file
    role: str = ""
    folder: Path = Path()  # Where the document goes; the path of house rules starts there

    @property
    def concept(self) -> bytes:
        """Return the concept file: the bytes that were read, or those that `chargen batch --to yaml` would write."""
        source = self.checked.source
        if source.content:
            return source.content
        data = dict(source.data)
        if Path(str(data.get("campaign", ""))).is_absolute():  # that of `--campaign`
            data["campaign"] = Path(os.path.relpath(data["campaign"], self.folder)).as_posix()
        return document(data).encode()

    @property
    def numbers(self) -> dict[str, int | float]:
        """Return the derived numbers that are one value, by their public names; without any, those of the card."""
        stats = self.checked.stats().items()
        own = {name: value for name, value in stats if isinstance(value, (int, float)) and not isinstance(value, bool)}
        return own or {
            slug(number.label): int(number.value) for number in self.card.numbers if number.value.isdecimal()
        }

    @property
    def notes(self) -> list[tuple[str, str]]:
        """Return the notes of the card; those of the file with the line ends that they have there."""
        concept = self.checked.advanced.concept if self.checked.advanced is not None else None
        written = (text for part in split_notes(concept.notes if concept else "") for _, text in part)
        as_written = {" ".join(text.split()): text for text in written}
        return [(heading, as_written.get(" ".join(text.split()), text)) for heading, text in self.card.notes]


def prepare(checked: Checked, taken: set[str], folder: Path = Path(), seed: str = "", role: str = "") -> Subject:
    """Return a character for export, with a name of its file that is not ``taken`` so far.

    Raises ValueError for one with errors, and FaultyGame where its game fails.
    """
    if checked.view is None:
        raise ValueError("only a character without errors can be exported")
    needed, others = by_need(checked.actions())
    card = checked.view.card()
    return Subject(
        checked=checked,
        view=checked.view,
        card=card,
        actions=(*needed, *others),
        stem=take_name(fileio.file_name(slug(card.name), ""), taken, "{}-{}"),
        seed=seed,
        # The slug of an empty text is `unnamed`.
        role=slug(role) * bool(role),
        folder=folder,
    )
