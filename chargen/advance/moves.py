"""Edit a character's ledger: add an entry or remove the last one, and list what each entry did."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from chargen import fileio
from chargen.advance import annotation, editing
from chargen.checking.chances import Change, events
from chargen.checking.concept import Checked, check_source
from chargen.core.diagnostic import Diagnostic, Severity
from chargen.core.ledger import LedgerLine
from chargen.core.model import keys, parse
from chargen.core.names import fold
from chargen.kit.ledger import Ledger
from chargen.kit.ledger_line import Candidate, Verb, value_of

AnyLedger = Ledger[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Edit:
    """A file before and after a move; ``after`` says what the rules think of it."""

    before: Checked
    after: Checked

    @property
    def faults(self) -> tuple[Diagnostic, ...]:
        """Return the errors that the move would bring."""
        was = {finding.saying for finding in self.before.diagnostics}
        return tuple(
            finding
            for finding in self.after.diagnostics
            if finding.severity is Severity.ERROR and finding.saying not in was
        )

    @property
    def content(self) -> bytes:
        """Return the file as it is to be written."""
        return self.after.source.content


class NoLedger(ValueError):
    """A file without a ledger that could be changed; the message says why."""


def ledger_of(checked: Checked) -> AnyLedger:
    """Return the ledger of a character's game. Raises `NoLedger` where the file holds none."""
    if checked.game is None:
        holds = checked.holds or "nothing that can be read as a character"
        raise NoLedger(f"it holds {holds}, and a ledger belongs to a character")
    if not isinstance(checked.game.ledger, Ledger):
        raise NoLedger(f"{checked.game.title} has no ledger that chargen could write")
    return checked.game.ledger


def added(checked: Checked, path: Path, entry: Mapping[str, Any]) -> Edit:
    """Return a file with one more entry, judged. Raises `NoLedger` and `chargen.advance.editing.NotEditable`."""
    ledger_of(checked)
    return edited(checked, path, editing.appended(checked.source, entry))


def undone(checked: Checked, path: Path) -> Edit:
    """Return a file without its last entry, judged. Raises `NoLedger` and `chargen.advance.editing.NotEditable`."""
    ledger_of(checked)
    return edited(checked, path, editing.without_last(checked.source))


def edited(checked: Checked, path: Path, text: str) -> Edit:
    """Return a file whose text was changed, judged; its annotations say what is true now."""
    after = _read(checked, path, text)
    if annotation.has_any(checked.source.text):
        after = _read(checked, path, annotation.annotated(after))
    return Edit(checked, after)


def annotated(checked: Checked, path: Path) -> Edit:
    """Return a file with a comment beside each value that its ledger moved, judged."""
    return Edit(checked, _read(checked, path, annotation.annotated(checked)))


def _read(checked: Checked, path: Path, text: str) -> Checked:
    return check_source(checked.source.with_text(text), path)


def write(path: Path, edit: Edit) -> None:
    """Write a file, whole or not at all. Raises OSError."""
    fileio.write(path.resolve(), edit.content)


def price(checked: Checked, entry: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return what an entry costs a character as it stands, and what is left; None where nobody counts, or can say."""
    ledger = ledger_of(checked)
    parsed = parse(ledger.entry, dict(entry))
    if checked.advanced is None or parsed.value is None or parsed.diagnostics:
        return None
    state, account = ledger.state(checked.advanced.created, checked.rules)
    if not account.counted or not ledger.done(parsed.value):
        return None
    return ledger.price(parsed.value, state, checked.rules), max(account.balance, 0)


def completed(checked: Checked, verb: Verb[Any, Any, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry in the spelling of the sheet, and with the numbers that were left out: those of the next step.

    What nothing on the sheet is called is returned as it is, for the rules to judge.
    """
    ledger = ledger_of(checked)
    if checked.advanced is None or checked.game is None or checked.rules is None:
        return dict(entry)
    state, _ = ledger.state(checked.advanced.created, checked.rules)
    wish = entry[verb.key]
    if isinstance(wish, str):
        wish = _spelled(wish, subjects(checked, verb))
        others = {
            key: _spelled(name, partners(checked, verb, key)) for key, name in entry.items() if isinstance(name, str)
        }
        entry = {**entry, **others, verb.key: wish}
    meant = _meant(checked, ledger, verb, wish, state) if isinstance(wish, str) else None
    if meant is None or meant.entry is None:
        return _with_any_numbers(checked, ledger, verb, entry, state)
    spelled = {**entry, verb.key: meant.entry[verb.key]}
    numbers = {key: value for key, value in meant.entry.items() if isinstance(value, (int, float)) and key not in entry}
    trials = [spelled]
    trials.append({**spelled, **{key: value for key, value in numbers.items() if key in verb.needs}})
    trials.append({**spelled, **numbers})
    whole = next((trial for trial in trials if _is_whole(checked, ledger, trial, state)), trials[0])
    order = [verb.key, *keys(ledger.entry)]
    return dict(sorted(whole.items(), key=lambda item: order.index(item[0])))


def in_one_word(name: str) -> str:
    """Return a name in the spelling that a shell takes without quotes.

    >>> in_one_word("Barber's Stitches"), in_one_word("Medicine > Surgery")
    ('barber-s-stitches', 'medicine-surgery')
    """
    return re.sub(r"[\W_]+", "-", fold(name)).strip("-")


def _spelled(wish: str, names: Iterable[str]) -> str:
    """The name that is meant, in its own spelling; what is nobody's name as it was written."""
    return next((name for name in names if in_one_word(name) == in_one_word(wish)), wish)


def subjects(checked: Checked, verb: Verb[Any, Any, Any]) -> list[str]:
    """Return the names that a verb could be done to, as the sheet spells them; none where any name would do."""
    if checked.advanced is None or checked.game is None or checked.rules is None:
        return []
    ledger, words, rules = ledger_of(checked), checked.game.words_with(), checked.rules
    state, _ = ledger.state(checked.advanced.created, rules)
    candidates = list(ledger.all_candidates(state, rules, words))
    names = [_subject(candidate, verb) for candidate in candidates if verb.key in (candidate.entry or {})]
    if not names:
        new = ledger.learnable(rules, words)
        learned = (candidate for name in new for candidate in ledger.learn(name, state, rules, words))
        names = [_subject(candidate, verb) for candidate in learned if verb.key in (candidate.entry or {})]
    if not names:
        there = (candidate.names[0] for candidate in candidates if not candidate.asked)
        names = [name for name in there if _may_be_meant(ledger, verb, name, state, rules)]
    return list(dict.fromkeys(names))


def partners(checked: Checked, verb: Verb[Any, Any, Any], key: str) -> list[str]:
    """Return the names that may stand under another key beside a verb; none where any text may."""
    if checked.advanced is None or checked.game is None or checked.rules is None:
        return []
    ledger = ledger_of(checked)
    state, _ = ledger.state(checked.advanced.created, checked.rules)
    candidates = ledger.all_candidates(state, checked.rules, checked.game.words_with())
    entries = [candidate.entry for candidate in candidates if candidate.entry and verb.key in candidate.entry]
    return list(dict.fromkeys(name for entry in entries if isinstance(name := entry.get(key), str)))


def _subject(candidate: Candidate, verb: Verb[Any, Any, Any]) -> str:
    named = (candidate.entry or {})[verb.key]
    return named if isinstance(named, str) else candidate.names[0]


def _may_be_meant(ledger: AnyLedger, verb: Verb[Any, Any, Any], name: str, state: Any, rules: Any) -> bool:
    """Whether a name alone is what the verb takes, and the rules of a line have nothing against it."""
    line = parse(ledger.entry, {verb.key: name}).value
    named = value_of(line, verb.key) if line is not None else None
    if not isinstance(named, str):
        return isinstance(named, tuple)
    findings = (finding for rule in (*ledger.line_rules, *verb.rules) for finding in rule(line, state, rules))
    return not any(finding.severity is Severity.ERROR and finding.path[:1] == (verb.key,) for finding in findings)


def _with_any_numbers(
    checked: Checked, ledger: AnyLedger, verb: Verb[Any, Any, Any], entry: Mapping[str, Any], state: Any
) -> dict[str, Any]:
    """An entry about nobody with some number where one is needed, so that the rules speak of the name."""
    assert checked.game is not None
    candidates = ledger.all_candidates(state, checked.rules, checked.game.words_with())
    some = next((found.entry for found in candidates if found.entry and verb.key in found.entry), {})
    return {**entry, **{key: some[key] for key in verb.needs if isinstance(some.get(key), int) and key not in entry}}


def _is_whole(checked: Checked, ledger: AnyLedger, entry: Mapping[str, Any], state: Any) -> bool:
    parsed = parse(ledger.entry, dict(entry))
    whole = parsed.value is not None and not parsed.diagnostics
    return whole and not list(ledger.form_rule(parsed.value, state, checked.rules))


def _meant(checked: Checked, ledger: AnyLedger, verb: Verb[Any, Any, Any], wish: str, state: Any) -> Candidate | None:
    """The one thing that a verb is to be done to, by its own name first; None where none is called so."""
    assert checked.game is not None
    words = checked.game.words_with()
    candidates = [
        candidate
        for candidate in chain(
            ledger.all_candidates(state, checked.rules, words), ledger.learn(wish, state, checked.rules, words)
        )
        if candidate.entry is not None and verb.key in candidate.entry
    ]
    for called in (_is_exactly, _is_own_name, Candidate.is_called):
        if meant := [candidate for candidate in candidates if called(candidate, wish)]:
            same = {str(candidate.entry[verb.key]) for candidate in meant if candidate.entry is not None}
            return meant[0] if len(same) == 1 else None
    return None


def _is_exactly(candidate: Candidate, wish: str) -> bool:
    return any(isinstance(value, str) and fold(value) == fold(wish) for value in (candidate.entry or {}).values())


def _is_own_name(candidate: Candidate, wish: str) -> bool:
    return fold(candidate.names[0]) == fold(wish)


def offered(checked: Checked, more: int = 0) -> Iterator[Any]:
    """Yield what a character's points could buy now, were there ``more``, as `chargen.core.game.Offer`."""
    assert checked.game is not None
    assert checked.advanced is not None
    assert checked.rules is not None
    yield from ledger_of(checked).offers(checked.advanced.created, checked.rules, checked.game.words_with(), more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An entry as it was replayed."""

    number: int
    """Its place in the ledger, from 1: ``--at`` this number is the character after it."""
    entry: Any
    """As the file has it."""
    lines: tuple[LedgerLine, ...]
    """What it did: one thing, or several where the table waives that."""
    changes: tuple[Change, ...]
    """The rolls whose chances it changed, the one that it is about first."""


def history(checked: Checked) -> Iterator[Event]:
    """Yield what each entry of a character that is in order did."""
    if checked.game is None or checked.advanced is None or checked.rules is None:
        return
    done = events(checked.game, checked.advanced, checked.rules)
    for number, (entry, (lines, changes)) in enumerate(zip(editing.entries(checked.source), done, strict=True), 1):
        yield Event(number=number, entry=entry, lines=lines, changes=tuple(changes))
