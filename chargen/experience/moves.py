"""Edit a character's ledger: add an entry or remove the last one, and list what each entry did."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from chargen.checking.chances import events
from chargen.checking.concept import Checked, check_source
from chargen.file_kind import FileKind
from chargen.game.ledger import Gain, LedgerLine
from chargen.game.plain_data import as_plain
from chargen.kit.ledger import Ledger
from chargen.kit.ledger_line import Candidate, Verb, value_of
from chargen.schema.model import keys
from chargen.schema.parsing import parse
from chargen.text.diagnostic import Diagnostic, Severity
from chargen.text.edits import NotEditable, with_value
from chargen.text.names import fold
from chargen.text.parts import ABSENT
from chargen.text.source import Source
from chargen.text.writing import in_flow_style

KEY = "advancement"
AnyLedger = Ledger[Any, Any, Any, Any]
AnyVerb = Verb[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Edit:
    """A file before and after a move; ``after`` carries the diagnostics."""

    before: Checked
    after: Checked

    @property
    def new_errors(self) -> tuple[Diagnostic, ...]:
        """Return the errors that the move would cause."""
        # By what they say and not by place: an entry moves the lines of everything after it.
        was = {diagnostic.saying for diagnostic in self.before.diagnostics}
        return tuple(
            diagnostic
            for diagnostic in self.after.diagnostics
            if diagnostic.severity is Severity.ERROR and diagnostic.saying not in was
        )


def ledger_of(checked: Checked) -> AnyLedger:
    """Return the ledger of a character's game. Raises `NotEditable` if there is none."""
    if checked.game is None:
        is_character = checked.kind is FileKind.CHARACTER
        held = "nothing that can be read as a character" if is_character else checked.kind
        raise NotEditable(f"it holds {held}, and a ledger belongs to a character")
    if not isinstance(checked.game.ledger, Ledger):
        raise NotEditable(f"{checked.game.title} has no ledger that chargen can edit")
    return checked.game.ledger


def appended(source: Source, entry: Any, key: str = KEY) -> str:
    """Return the text of a character's file with one more entry at the end of its ledger, or of the list ``key``.

    ``source`` must be readable. Raises `NotEditable`.
    """
    if not isinstance(source.data, dict):
        raise NotEditable("the file has no keys")
    now, written = entries(source, key), source.spelled(source.data, key) or key
    if isinstance(source.data[written] if now else None, list):
        return with_value(source, (written, len(now)), entry)
    if written not in source.data:
        # The first entry gets a line of its own, as those after it will.
        end, lines = source.line_end, [f"{key}:", f"  - {in_flow_style(entry)}"]
        text = source.text + end.join([*lines, ""] if source.text.endswith(end) else ["", *lines])
        if source.with_text(text).data == {**source.data, key: [entry]}:
            return text
    return with_value(source, (written,), [*now, entry])


def without_last(source: Source) -> str:
    """Return the text without the last entry of its ledger; the key goes with the only one. Raises `NotEditable`."""
    now = entries(source)
    if not now:
        raise NotEditable("its ledger has no entries")
    key = source.spelled(source.data, KEY) or KEY
    return with_value(source, (key, len(now) - 1) if len(now) > 1 else (key,), ABSENT)


def entries(source: Source, key: str = KEY) -> list[Any]:
    """Return the entries of the ledger, or of another list, as plain data; a single entry counts as a list of one."""
    named = source.data.items() if isinstance(source.data, dict) else ()
    ledger = next((value for name, value in named if fold(name) == fold(key)), None)
    return ledger if isinstance(ledger, list) else [] if ledger is None else [ledger]


def add_entry(checked: Checked, path: Path, entry: Mapping[str, Any]) -> Edit:
    """Return a file with one more entry, checked. Raises `NotEditable`."""
    ledger_of(checked)
    return Edit(checked, check_source(checked.source.with_text(appended(checked.source, entry)), path))


def remove_last(checked: Checked, path: Path) -> Edit:
    """Return a file without its last entry, checked. Raises `NotEditable`."""
    ledger_of(checked)
    return Edit(checked, check_source(checked.source.with_text(without_last(checked.source)), path))


class Present:
    """The ledger of a character, and the state after its last entry."""

    def __init__(self, checked: Checked) -> None:
        """Take a character that can be read. Raises `NotEditable` if it has no ledger."""
        self.ledger = ledger_of(checked)
        view = checked.derived
        assert view is not None
        self.game, self.rules, self.words = view.game, view.rules, view.game.words_with()
        self.created = view.advanced.created
        _, self.state, self.account = self.ledger.replay_lines(self.created, self.rules)

    def candidates(self, verb: AnyVerb, new: Iterable[str] = ()) -> list[Candidate]:
        """Return what a verb can apply to, and then what it can apply to among ``new`` names."""
        learned = (self.ledger.learn(name, self.state, self.rules, self.words) for name in new)
        every = chain(self.ledger.all_candidates(self.state, self.rules, self.words), *learned)
        return [candidate for candidate in every if verb.key in (candidate.entry or {})]


def price(checked: Checked, entry: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the price of an entry now, and the points that are left; None if points are not counted."""
    line = parse(ledger_of(checked).entry, dict(entry))
    if checked.derived is None or line.value is None or line.diagnostics:
        return None
    now = Present(checked)
    if not now.account.counted or not now.ledger.verb_keys_of(line.value):
        return None
    return now.ledger.price(line.value, now.state, now.rules), max(now.account.balance, 0)


def complete_entry(checked: Checked, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry with the spelling of the sheet, and with the numbers of the next step if they are left out.

    An unknown name is returned unchanged, so that the rules report it. So is what is no entry of a verb: an award.
    """
    verbs = {verb.key: verb for verb in ledger_of(checked).verbs}
    verb = next((verbs[key] for key in entry if key in verbs), None)
    if verb is None or checked.derived is None:
        return dict(entry)
    now = Present(checked)
    meant = None
    if isinstance(wish := entry[verb.key], str):
        # Each name in the spelling of the sheet; an unknown one stays as it is.
        for key, name in dict(entry).items():
            if isinstance(name, str):
                names = subjects(checked, verb, key)
                same = (known for known in names if in_one_word(known) == in_one_word(name))
                entry = {**entry, key: next(same, name)}
        wish = entry[verb.key]
        # By its own name first; the looser comparison decides where none is called so.
        candidates = now.candidates(verb, [wish])
        called = [candidate for candidate in candidates if fold(candidate.names[0]) == fold(wish)]
        called = called or [candidate for candidate in candidates if candidate.is_called(wish)]
        # Several candidates may write the same name with other numbers; that is no ambiguity.
        if len({str((candidate.entry or {})[verb.key]) for candidate in called}) == 1:
            meant = called[0]
    if meant is None or meant.entry is None:
        # Take any numbers that are needed, so that the rules report the unknown name and not a missing number.
        some = next((candidate.entry for candidate in now.candidates(verb) if candidate.entry), {})
        needed = {key: some[key] for key in verb.needs if isinstance(some.get(key), int) and key not in entry}
        return {**entry, **needed}
    spelled = {**entry, verb.key: as_plain(meant.entry[verb.key])}
    numbers = {key: value for key, value in meant.entry.items() if isinstance(value, (int, float)) and key not in entry}
    # As few numbers as possible: first none, then those that the verb needs, then all; none where no trial is complete.
    complete = spelled
    for more in ({}, {key: value for key, value in numbers.items() if key in verb.needs}, numbers):
        line = parse(now.ledger.entry, trial := {**spelled, **more})
        if (
            line.value is not None
            and not line.diagnostics
            and not [*now.ledger.form_rule(line.value, now.state, now.rules)]
        ):
            complete = trial
            break
    order = [verb.key, *keys(now.ledger.entry)]
    return dict(sorted(complete.items(), key=lambda item: order.index(item[0])))


def in_one_word(name: str) -> str:
    """Return a name in a spelling that a shell accepts without quotes.

    >>> in_one_word("Barber's Stitches"), in_one_word("Medicine > Surgery")
    ('barber-s-stitches', 'medicine-surgery')
    """
    return re.sub(r"[\W_]+", "-", fold(name)).strip("-")


def subjects(checked: Checked, verb: AnyVerb, key: str) -> list[str]:
    """Return the names that a verb can apply to, or that another key beside it can have, as the sheet spells them.

    There are none if any name is possible.
    """
    if checked.derived is None:
        return []
    now = Present(checked)
    if key != verb.key:
        offered = [candidate.entry or {} for candidate in now.candidates(verb)]
        return list(dict.fromkeys(name for entry in offered if isinstance(name := entry.get(key), str)))
    # If no name on the sheet fits, try the names of new things, and then the names on the sheet that the rules allow.
    candidates = now.candidates(verb) or now.candidates(verb, now.ledger.learnable(now.rules, now.words))
    wishes = [((candidate.entry or {})[verb.key], candidate.names[0]) for candidate in candidates]
    names = [wish if isinstance(wish, str) else name for wish, name in wishes]
    if names:
        return list(dict.fromkeys(names))
    # Those that the verb takes alone, where the rules of a line allow it.
    rules = (*now.ledger.line_rules, *verb.rules)
    for listed in now.ledger.all_candidates(now.state, now.rules, now.words):
        line = parse(now.ledger.entry, {verb.key: listed.names[0]}).value if not listed.asked else None
        value = value_of(line, verb.key) if line is not None else None
        errors: list[Diagnostic] = []
        if isinstance(value, str):
            found = (one for rule in rules for one in rule(line, now.state, now.rules))
            errors = [one for one in found if one.severity is Severity.ERROR and one.path[:1] == (verb.key,)]
        if isinstance(value, (str, tuple)) and not errors:
            names.append(listed.names[0])
    return list(dict.fromkeys(names))


def history(checked: Checked) -> Iterator[tuple[Any, tuple[LedgerLine, ...], list[Gain]]]:
    """Yield each entry of a valid character's ledger as it is in the file, with its effects.

    These are its lines, one or several if the table waives that rule, and the rolls whose chances it changed, the one
    that it concerns first.
    """
    if (view := checked.derived) is not None:
        done = events(view.game, view.advanced, view.rules)
        for entry, (lines, changes) in zip(entries(checked.source), done, strict=True):
            yield entry, lines, list(changes)
