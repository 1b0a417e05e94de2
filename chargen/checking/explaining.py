"""Explain each code: the requirement, its reason, and its source in the book."""

import re

from chargen import registry
from chargen.checking.concept import Checked, check_source
from chargen.game.contract import AnyGame
from chargen.game.identity_cache import cache_by_identity
from chargen.game.resources import PACKAGE, PRESETS
from chargen.game.rule import Explanation, explanation, names_allowed_by
from chargen.page.roll import signed
from chargen.text.codes import EXAMPLES, EXPLANATIONS
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import listing
from chargen.text.source import load

_MARK = re.compile(r" *# (?:error|warning|note): \[.*")
"""The comment in a file of the tests that marks the diagnostic of that line."""
_NAMED = re.compile(r"`(\w+)`")  # What may be the name of a house rule, in a sentence


@cache_by_identity(16)
def explanations(*games: AnyGame) -> dict[str, Explanation]:
    """Return the explanation of each code that belongs to no game, and of each rule of some games.

    That of a rule has the number of each house rule that it asks for, 4 (`highest`), and ends with the names that the
    rule allows.
    """
    every = {code: Explanation(asks, why, "") for code, (asks, why) in EXPLANATIONS.items()}
    for game in games:
        rules = game.rules()
        for rule in game.all_rules:
            asks, why, source = explanation(rule)
            for name in {*_NAMED.findall(asks)} & type(rules).model_fields.keys():
                # Not `isinstance`: a switch is a bool, and a bool is an int.
                if type(value := getattr(rules, name)) is int:
                    asks = asks.replace(f"`{name}`", f"{signed(value)} (`{name}`)")
            if allowed := names_allowed_by(rule, rules):
                why = f"{why}\n\nThere are {listing(allowed)}."
            every[game.code(rule)] = Explanation(asks, why, source)
    return every


def shown(code: str) -> tuple[Checked, Diagnostic] | None:
    """Return a concept that breaks the rule of a code, and its diagnostic; None where there is none.

    The diagnostic is the one of `check`: its hint says how to fix it.
    """
    text = EXAMPLES.get(code)
    key, _, name = code.partition("/")
    if text is None and key in registry.list_games():
        # The file that breaks the rule; in a checkout, those of chargen's own games are in the games' tests.
        own, resources = PACKAGE.parent / "tests" / "games" / key.replace("-", "_"), registry.system(key).resources
        folders = (resources / "bad" / key, *([own / "bad"] if resources == PRESETS else []))
        paths = (folder / f"{name.replace('-', '_')}.yaml" for folder in folders)
        text = next((path.read_text(encoding="utf-8") for path in paths if path.is_file()), None)
    if text is None:
        return None
    without_marks = "\n".join(_MARK.sub("", line) for line in text.split("\n"))
    checked = check_source(load("example.yaml", without_marks.encode()), None)
    diagnostic = next((diagnostic for diagnostic in checked.diagnostics if diagnostic.code == code), None)
    return None if diagnostic is None else (checked, diagnostic)
