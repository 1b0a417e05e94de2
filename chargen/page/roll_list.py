"""The rolls of a page as compact data, which its script throws (`templates/sheet/throw.js`)."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from chargen.dice import DiceRule
from chargen.dice.throw import Throwable


@dataclass
class RollList:
    """Number the rolls of a page; equal ones, and their equal parts, are listed once.

    The results of a roll are often those of another one at a shifted target, so that they are stored once, with the
    shift of the first measure.

    >>> from chargen.dice import DiceGroup, DiceResult, Measure
    >>> def reach(target):
    ...     results = DiceResult("yes", ((0, target, None),), wanted=True), DiceResult("no")
    ...     return DiceRule((DiceGroup((10,)),), (Measure(),), results)
    >>> rolls = RollList()
    >>> [rolls.number(reach(target)) for target in (7, 9, 7)]
    [0, 1, 0]
    >>> rolls.json().partition('"results":')[2]
    '[[["yes",1,[[0,0,null]]],["no",0,[]]]],"rolls":[[0,0,7],[0,0,9]]}'
    """

    _dice: dict[Any, int] = field(default_factory=dict)
    _results: dict[Any, int] = field(default_factory=dict)
    _rolls: dict[Any, int] = field(default_factory=dict)

    def number(self, rule: Throwable | None) -> int | None:
        """Return the number of a roll in the list; None where nothing is thrown."""
        if rule is None or (isinstance(rule, DiceRule) and not any(group.sides for group in rule.groups)):
            return None
        if not isinstance(rule, DiceRule):
            roll: Any = rule.text, tuple((name, str(part)) for name, part in rule.outcomes.items())
            return self._rolls.setdefault(roll, len(self._rolls))
        groups = tuple(
            (group.sides, group.name, group.keep, *((group.trumps, group.step) if group.trumps else ()))
            for group in rule.groups
        )
        measures = tuple((measure.how, measure.worth, measure.bonus, measure.group) for measure in rule.measures)
        # Bounds of the first measure count from the first of them: the targets 7 and 9 have the same results then.
        shift = next((low for result in rule.results for place, low, _ in result.bounds if not place and low), 0)
        results = []
        for result in rule.results:
            bounds = (
                (place, *(bound if bound is None or place else bound - shift for bound in bounds))
                for place, *bounds in result.bounds
            )
            results.append((result.name, int(result.wanted), tuple(bounds)))
        dice = self._dice.setdefault((groups, measures), len(self._dice))
        found = self._results.setdefault(tuple(results), len(self._results))
        return self._rolls.setdefault((dice, found, shift), len(self._rolls))

    def numbers(self, rules: Iterable[Throwable]) -> str:
        """Return the numbers of rolls as a text in which ``7*3`` is 7, 8 and 9, and ``-`` is nothing to throw.

        >>> from fractions import Fraction
        >>> from chargen.dice import ChanceRule
        >>> RollList().numbers(ChanceRule.of(text, Fraction(1, 2)) for text in "abba")
        '0*2 1 0'
        """
        runs: list[tuple[int | None, int]] = []
        for number in map(self.number, rules):
            first, length = runs[-1] if runs else (None, 0)
            if number is not None and first is not None and number == first + length:
                runs[-1] = first, length + 1
            else:
                runs.append((number, 1))
        return " ".join("-" if number is None else f"{number}*{length}".removesuffix("*1") for number, length in runs)

    def json(self) -> str:
        """Return the list as JSON that can stand in a script element; empty where nothing is thrown."""
        data = {"dice": [*self._dice], "results": [*self._results], "rolls": [*self._rolls]}
        # Escaped, because `</script>` in a name would end the element.
        return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c") if self._rolls else ""
