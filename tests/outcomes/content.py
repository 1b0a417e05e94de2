"""What games compute, a line for each thing: so that a change shows what it changes for the players."""

import inspect
import json
import re
import shlex
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, permutations
from pathlib import Path
from typing import Any

from chargen import checking, ready_made, registry
from chargen.checking.chances import OVERALL, chances
from chargen.checking.concept import Checked
from chargen.experience.market import Market
from chargen.experience.party import groups, make_party_page
from chargen.game.failure import Unanswerable
from chargen.game.fight import suffered
from chargen.npc.generation import make_npc
from chargen.page.roll import as_json
from chargen.render.page import Layout, markup
from chargen.render.paper import A4, A5, LETTER
from chargen.render.press import ACCESSIBLE, Press
from chargen.render.theme import LARGE_PRINT, PLAIN, find_theme
from chargen.schema.parsing import parse
from chargen.text.reader import resolve
from tests.batch.test_every_game import archetypes
from tests.characters import check
from tests.npc.archetypes import GAMES as GAMES
from tests.npc.archetypes import order
from tests.outcomes import batches, combined, edits, files, ledgers, slips, texts
from tests.sheets.content import _lines

APPROVED = Path(__file__).parent / "approved"
CHARACTERS = 3
"""How many of the ready-made characters are computed."""
NPCS = 3
"""How many NPCs of each role are made."""
LAYOUTS = (
    Layout(A4, PLAIN),
    Layout(A5, LARGE_PRINT),
    Layout(A4.turned(), find_theme("pulp", "mono"), Press(standard=ACCESSIBLE)),
    Layout(LETTER, find_theme("plain", "light")),
)
"""The pages that are drawn of each: upright, in one column, and wide, in each kind of ink."""
POINTS = 5
"""How many points a plan may spend."""


@cache
def characters(game: str) -> tuple[Checked, ...]:
    """Return some of the ready-made characters of a game, checked once."""
    first = islice(ready_made.presets(game), CHARACTERS)
    return tuple(check(preset.path) for preset in first)


def _line(*parts: Any) -> str:
    return " | ".join(
        part if isinstance(part, str) else json.dumps(part, ensure_ascii=False, default=str) for part in parts
    )


def npcs(game: str) -> Iterator[str]:
    """Yield the first NPCs of each role, and of the game with nothing fixed."""
    for archetype in archetypes(game):
        for number in range(1, NPCS + 1):
            yield _line(archetype.role, make_npc(order(archetype, "outcomes"), number).concept)


def numbers(game: str) -> Iterator[str]:
    """Yield the numbers and the chances of each character."""
    for checked in characters(game):
        assert checked.view is not None
        yield _line(checked.name, dict(checked.view.stats()))
        yield _line(checked.name, chances(checked.view))


def purchases(game: str) -> Iterator[str]:
    """Yield what each character could buy, with what it does to the sum of the chances, and a good use of points."""
    for checked in characters(game):
        market = Market(checked)
        goal = market.goal(OVERALL)
        yield _line(
            checked.name, "next", [[purchase.offer.price, purchase.goal] for purchase in market.next_goals(2, 2)]
        )
        for purchase in market.purchases(POINTS, goal):
            yield _line(checked.name, purchase.offer.price, purchase.offer.entry, purchase.goal)
        offers, price, gain = market.plan(POINTS, goal)
        yield _line(checked.name, "plan", price, str(gain), [offer.label for offer in offers])


def fights(game: str) -> Iterator[str]:
    """Yield what characters and guards are in a fight, and what a blow of each does to each other."""
    (guard,) = (role for role in archetypes(game) if role.role == "guard")
    guards = [make_npc(order(guard, "outcomes"), number).checked for number in range(1, 3)]
    views = [checked.view for checked in (*islice(characters(game), 2), *guards) if checked.view is not None]
    fight = registry.system(game).fight
    assert fight is not None
    for view in views:
        yield _line(view.character.name, "; ".join(_lines(replace(fight.fighter(view.character), suffer=suffered), 0)))
    for one, other in permutations(views, 2):
        pair = fight.combatant(one.character), fight.combatant(other.character)
        yield _line(one.character.name, other.character.name, "; ".join(_lines(fight.blow(*pair), 0)))
        if fight.contest is not None and (contest := fight.contest(*pair)) is not None:
            yield _line("contest", sorted((str(harm), str(chance)) for harm, chance in contest.dealt.items()))


def cards(game: str) -> Iterator[str]:
    """Yield all that cards, sheets of NPCs and the page of a party consist of."""
    everyone = list(characters(game))
    npcs = [make_npc(order(archetype, "outcomes"), 1).checked for archetype in archetypes(game)[:2]]
    for checked in (*everyone, *npcs):
        assert checked.view is not None
        yield from _lines(checked.view.card(), 0)
    for checked in npcs[:1]:  # sheets of characters are in tests/sheets
        assert checked.view is not None
        yield from _lines(replace(checked.view.sheet(), what_ifs=()), 0)
    yield from _lines(make_party_page(groups(everyone)), 0)
    of_all = (check(preset.path) for preset in ready_made.presets(game))
    for party in combinations(of_all, 2):
        blocks = make_party_page(groups(party)).blocks
        yield _line(*(member.name for member in party), zlib.crc32("".join(_lines(blocks, 0)).encode()))


def pages(game: str) -> Iterator[str]:
    """Yield checksums of the parts of each character's page, on some papers and in some looks."""
    for checked in islice(characters(game), 2):
        for layout in LAYOUTS:
            parts = re.split(r"(?=<section)", markup(checking.make_sheet(checked), layout))
            look = f"{layout.paper.name} {layout.theme.name}"
            yield _line(checked.name, look, " ".join(f"{zlib.crc32(part.encode()):08x}" for part in parts))


def answers(game: str) -> Iterator[str]:
    """Yield the answers of `chargen odds` to its examples with a number more, another or none, or why there is none.

    Of an answer it is the title, and a checksum of the rest: the examples themselves are approved in full.
    """
    found = registry.system(game)
    assert found.ask is not None
    for example in found.ask.examples:
        typed = [resolve(word) for word in shlex.split(example)]
        asked = {str(key)[2:].replace("-", "_"): value for key, value in zip(typed[::2], typed[1::2], strict=False)}
        for key in found.ask.options.model_fields:
            for value in (None, 0, 1, 2, 5, 20, 500, 501):
                given = {**asked, key: value} if value is not None else {k: v for k, v in asked.items() if k != key}
                parsed = parse(found.ask.options, given)
                if parsed.value is None or parsed.diagnostics or (value is None and given == asked):
                    continue
                try:
                    answer = found.answer(parsed.value)
                    rest = zlib.crc32("".join(_lines(answer, 0)).encode())
                    yield _line(example, f"{key} {value}", answer.title, rest)
                except Unanswerable as exc:
                    yield _line(example, f"{key} {value}", exc.option, str(exc))


def findings(game: str) -> Iterator[str]:
    """Yield all that is reported of the files that break rules, and checksums of the numbers of the others."""
    folder = Path(__file__).parents[1] / "games" / game.replace("-", "_")
    for path in sorted(folder.glob("*/*.yaml")):
        checked = check(path)
        for found in checked.diagnostics:
            where = f"{path.stem}:{found.place.line}:{found.place.column}" if found.place else path.stem
            yield _line(where, found.code, found.message, found.hint)
        if path.parent.name == "good" and checked.view is not None:
            parts = dict(checked.view.stats()), {roll.label: as_json(roll.odds) for roll in checked.view.rolls()}
            yield _line(path.stem, [zlib.crc32(_line(part).encode()) for part in parts])


def content(game: str, part: str) -> str:
    """Return what a game computes of one kind."""
    return "".join(f"{line}\n" for line in PARTS[part](game))


def _yielding_lines(*parameters: str) -> dict[str, Callable[..., Iterator[str]]]:
    """Return the public functions of these modules that yield lines and have these parameters, by their names."""
    modules = (sys.modules[__name__], batches, combined, edits, files, ledgers, slips, texts)
    functions = [each for module in modules for each in vars(module).values() if inspect.isfunction(each)]
    return {
        function.__name__.replace("_", "-"): function
        for function in functions
        if function.__module__.startswith("tests.outcomes")
        and not function.__name__.startswith("_")
        and function.__annotations__ == {**dict.fromkeys(parameters, str), "return": Iterator[str]}
    }


PARTS = _yielding_lines("game")
"""What is computed of each game."""
SHARED = _yielding_lines()
"""What is computed of all games together, or of one of them as an example."""
