"""Find who and what the options of `chargen encounter` mean, and start fighters with harm."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from chargen.checking.concept import Checked
from chargen.game.contract import View
from chargen.game.fight import Fighter, Harm
from chargen.page.action import Action
from chargen.text.names import fold, instead, short


def find_named(name: str, names: Sequence[str], characters: Sequence[Checked]) -> list[int]:
    """Return the numbers of the members with a name; that of a file covers all its copies. Raises ValueError.

    A part of a name, such as the first name, is enough where no one has it as the full name.
    """
    known = [{fold(shown), fold(checked.name or "")} for shown, checked in zip(names, characters, strict=True)]
    parts = [fold(shown).split() for shown in names]
    found = [index for index, spellings in enumerate(known) if fold(name) in spellings]
    if not (found := found or [index for index, words in enumerate(parts) if fold(name) in words]):
        raise ValueError(f"`{short(name)}` is not in this encounter: {instead(name, dict.fromkeys(names))}")
    return found


def find_strike(view: View, shown: str, name: str) -> Any:
    """Return what the game attacks with for an action of a character. Raises ValueError.

    It goes by the action's name or id, or by either side of a colon, as in ``Boxing: ring of keys``.
    """
    actions: list[Action] = [action for action in view.actions() if action.strike is not None]
    full = (action for action in actions if fold(name) in (fold(action.name), fold(action.id)))
    parts = (action for action in actions if fold(name) in map(str.strip, fold(action.name).split(":")))
    if chosen := next(chain(full, parts), None):
        return chosen.strike
    known = instead(name, [action.name for action in actions], "the game names no action to attack with")
    raise ValueError(f"{shown} cannot attack with `{short(name)}`: {known}")


def with_state(checked: Checked, key: str, number: int) -> Checked:
    """Return a character with another number in its play state. Raises ValueError if there is none, or no such one."""
    assert checked.view is not None
    assert checked.advanced is not None
    assert checked.rules is not None
    trackers = {fold(tracker.name): tracker for tracker in checked.view.trackers()}
    tracker = trackers.get(fold(key))
    if tracker is None:
        names = [tracker.name for tracker in trackers.values()]
        raise ValueError(f"{checked.name} has no `{short(key)}` to mark: {instead(key, names)}")
    if not tracker.low <= number <= tracker.high:
        raise ValueError(f"`{tracker.name}` of {checked.name} goes from {tracker.low} to {tracker.high}, not {number}")
    concept = checked.advanced.concept
    others = {name: value for name, value in concept.state.items() if fold(name) != fold(key)}
    state = {**others, tracker.name: bool(number) if tracker.yes_or_no else number}
    advanced = replace(checked.advanced, concept=concept.model_copy(update={"state": state}))
    return replace(checked, advanced=advanced, derived=checked.view.game.view(advanced, checked.rules))


def at_half(fighter: Fighter) -> Fighter:
    """Return a fighter who can take only half of their stamina, rounded up, or less if they are already hurt more."""
    state = fighter.state
    # Half of the stamina may be lost in many ways; this one has no effect on rolls.
    unfelt = (0,) * len(state.form)
    while 2 * (state.taken + 1) <= fighter.stamina:
        state = fighter.suffer(state, Harm(1, unfelt))
    return replace(fighter, state=state)


def mark_harm(checked: Checked, taken: int) -> Checked:
    """Return a character with so much harm in its play state, or as much of it as one of its trackers counts."""
    assert checked.view is not None
    trackers = [tracker for tracker in checked.view.trackers() if not tracker.yes_or_no]
    # A game does not say which tracker a fight fills, so each is tried, until the fighter has lost as much.
    for harm in range(taken, 0, -1):
        for tracker in trackers:
            # Some trackers count what was taken, others what is left.
            for number in (tracker.low + harm, tracker.high - harm):
                if tracker.low <= number <= tracker.high:
                    marked = with_state(checked, tracker.name, number)
                    if marked.view is not None and marked.view.fighter().taken == harm:
                        return marked
    return checked
