"""Answer what the GM's table asks: the page of the party, the roles to draw NPCs from, and a fight as it is now."""

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from math import ceil
from typing import Any

from chargen import registry
from chargen.checking.concept import Checked
from chargen.game.npc import Infeasible
from chargen.npc import generation, recognition
from chargen.npc.roles import read_roles
from chargen.render.paper import A4
from chargen.sources import ordering
from chargen.studio.folder import Refused
from chargen.studio.workspace import Reply, Request, Workspace

STEPS, ATTACKS = 50_000, 20_000
"""The most steps to the odds of the board, or attacks behind them, which are renewed at each tick (house default)."""
SEED = "board"  # The seed of these fights: the same board has the same odds
MOST_FIGHTERS = 40  # The most fighters of a side (house default)
MOST_NPCS = 1000  # The highest number of an NPC of one seed (house default)
_NO_ODDS: Mapping[str, Any] = {"name": "", "why": "", "tracks": [], "left": None}


def show_party(workspace: Workspace, params: Request) -> Reply:
    """Return the party's page as HTML, from all characters of the folder without errors; empty where there is none."""
    from chargen.experience import party
    from chargen.render.page import html

    characters, left_out = list[Checked](), list[str]()
    for name in workspace.folder.names():
        try:
            text = _read(workspace, params, name)
        except Refused:
            continue
        lines = text.splitlines()
        if recognition.named_game(lines)[0] == "system" and "name" in recognition.top_keys(lines):
            checked = workspace.check(name, text)
            if checked.ok and checked.view is not None:
                characters.append(checked)
            else:
                left_out.append(name)
    groups = party.groups(characters)
    if not groups:
        return {"html": "", "leftOut": left_out}
    page = html(party.make_party_page(groups), paper=A4, faces_at=workspace.faces_at)
    return {"html": page, "leftOut": left_out}


def _read(workspace: Workspace, params: Request, name: str) -> str:
    """Return the text of a file: that of an editor of the page, which may be newer, or else the file's own."""
    texts = params.get("texts") or {}
    return str(texts[name] if name in texts else workspace.folder.read(name)["text"])


def list_roles(workspace: Workspace, params: Request) -> Reply:
    """Return the roles of a game, from which NPCs are drawn."""
    with registry.beside(workspace.folder.path):
        roles = read_roles(str(params["game"]))
    return {"roles": [{"name": role.name, "title": role.title, "about": role.about} for role in roles]}


# ---------------------------------------------------------------- a fight


def show_fight(workspace: Workspace, params: Request) -> Reply:
    """Return both sides as they are now, who hits whom how often, and how the fight ends from here.

    Each fighter is a file of the folder, or an NPC of a role or an archetype file by seed and number; ``state`` is what
    is marked on the board. Where there is no fight, ``why`` says so, and the fighters are returned nevertheless.
    """
    from chargen.fights.as_data import encounter_as_json
    from chargen.fights.notes import ONLY_CARDS, capital, describe_method, describe_turns
    from chargen.fights.outcome import find_outcome
    from chargen.fights.sides import build_encounter, number_duplicates

    sides = [
        [_find_marked(workspace, params, fighter) for fighter in list(side)[:MOST_FIGHTERS]] for side in params["sides"]
    ]
    party, others = ([found for found in side if isinstance(found, Checked)] for side in sides)
    # Equal names get numbers.
    names = iter(number_duplicates([checked.name or "" for checked in (*party, *others)]))
    fighters = [
        [_describe(found, next(names)) if isinstance(found, Checked) else {**_NO_ODDS, "why": found} for found in side]
        for side in sides
    ]

    if not (party and others):
        return {"why": "Put someone on both sides.", "fighters": fighters}
    try:
        met = build_encounter(party, others)
    except ValueError as exc:
        return {"why": f"{capital(str(exc))}.", "fighters": fighters}
    if not met.has_blows:
        return {"why": ONLY_CARDS, "fighters": fighters}
    outcome = find_outcome(met, steps=STEPS, attacks=ATTACKS, seed=SEED)
    order, turns = describe_turns(met)
    data = encounter_as_json(met, outcome, SEED)
    for attack in data["attacks"]:
        del attack["harm"]  # long, and the board shows its mean
    return {
        **data,
        "why": "",
        "acting": order,
        "turns": {member.name: when for member, when in turns},
        "method": describe_method(met, outcome, SEED),
        "fighters": fighters,
    }


def _find_marked(workspace: Workspace, params: Request, fighter: Mapping[str, Any]) -> Checked | str:
    """Return a character of the folder or an NPC, with the play state that is marked, or why there is none."""
    from chargen.fights.sides import with_state

    try:
        if fighter.get("role") or fighter.get("seed"):
            path = str(workspace.folder.locate(str(fighter["file"]))) if fighter.get("file") else ""
            number = min(max(int(fighter.get("number") or 1), 1), MOST_NPCS)
            with registry.beside(workspace.folder.path):
                spec, role = path or str(fighter["game"]), str(fighter.get("role") or "")
                checked = _draw(spec, role, str(fighter["seed"]), number)
        else:
            name = str(fighter["file"])
            checked = workspace.check(name, _read(workspace, params, name))
    except Refused as exc:
        return str(exc)
    if not checked.ok or checked.view is None:
        return f"{fighter.get('file')} has errors"
    for key, number in (fighter.get("state") or {}).items():
        # The character may have been changed since, and what was marked is no longer there.
        with suppress(TypeError, ValueError):
            checked = with_state(checked, str(key), int(number))
    return checked


@lru_cache(256)
def _draw(spec: str, role: str, seed: str, number: int) -> Checked:
    """Return an NPC: the same one for the same words. Raises `Refused`."""
    ordered = ordering.read_order(spec, role, None, seed, last=number)
    if ordered.order is None:
        raise Refused(next((found.message for found in ordered.diagnostics), "this role makes no NPC"))
    try:
        return generation.make_npc(ordered.order, number).checked
    except Infeasible as exc:
        raise Refused(str(exc)) from exc


def _describe(checked: Checked, name: str) -> Reply:
    """Return what the board shows of a fighter.

    What can be marked and matters in a fight is each tracker of which one end hurts more than the other.
    """
    from chargen.fights.sides import with_state

    if (view := checked.view) is None or view.game.fight is None:  # then there are no odds, and these say why
        return {**_NO_ODDS, "name": name}
    tracks = []
    for tracker in view.trackers():
        ends = []
        for number in (tracker.low, tracker.high):
            marked = with_state(checked, tracker.name, number).view
            assert marked is not None
            ends.append(marked.fighter())
        low, high = ends
        if low.state == high.state:
            continue
        is_up = (low.taken, sum(low.state.form)) <= (high.taken, sum(high.state.form))
        unhurt, step = (tracker.low, 1) if is_up else (tracker.high, -1)
        # Where each box is a point of harm, those after the fighter's last point change nothing.
        span = tracker.high - tracker.low
        is_by_points = abs(high.taken - low.taken) == span
        noted = view.character.noted(tracker.name, unhurt)
        track = {
            "key": tracker.name,
            "title": tracker.title,
            "unhurt": unhurt,
            "step": step,
            "boxes": min(span, ceil(low.stamina)) if is_by_points else span,
            "marked": min(max((int(noted) - unhurt) * step, 0), span),
        }
        tracks.append(track)
    fighter = view.fighter()
    return {
        "name": name,
        "why": "",
        "left": float(max(0, fighter.stamina - fighter.taken)),
        "stamina": float(fighter.stamina),
        "unit": fighter.unit,
        "tracks": tracks,
    }
