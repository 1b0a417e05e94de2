"""Test the promises about NPCs: they are legal and reproducible, and keep their fixed values."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from chargen import checking
from chargen.game.npc import Infeasible, NpcSpec
from chargen.game.shuffle import Shuffle
from chargen.npc import archetype
from chargen.npc.fixed import NOT_FIXED, rename_keys
from chargen.npc.generation import Order, make_npc
from chargen.npc.validation import find_legal
from chargen.testing.trial import BROKEN, Trial, in_a_line, is_problem
from chargen.text.reader import Plain
from chargen.text.source import Source
from chargen.text.writing import document

AWARD = 10  # The points of experience that NPCs with fixed values spend


def npcs_are_legal(trial: Trial) -> Iterator[str]:
    """Require that a proposal without errors and warnings is found, and that the same seed makes the same NPC."""
    game = trial.game
    for seed in trial.some(range(100)) if game.npc is not None else ():
        name = f"Npc {seed}"
        pins = {"system": game.key, "name": name}
        pinned, words, shuffle = game.concept.model_validate(pins), game.words_with(), Shuffle(f"{seed}")
        spec = NpcSpec(name=name, pins=pins, pinned=pinned, words=words, shuffle=shuffle)
        try:
            data, again = (find_legal(game, Random(seed), game.rules(), spec).source.data for _ in range(2))
        except Infeasible as refusal:
            yield from (f"seed {seed}: {each.severity}[{each.code}]: {each.message}" for each in refusal.diagnostics)
            continue
        if data != again:
            yield f"seed {seed} makes two different NPCs"
        checked = checking.check_source(Source(name, "", data), None)
        if checked.game is not game or checked.name != name:
            yield f"seed {seed} makes another character"
        for diagnostic in filter(is_problem, checked.diagnostics):
            yield f"seed {seed}: {diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"


def pins_are_kept(trial: Trial) -> Iterator[str]:
    """Require that an NPC can be made with each key of a good file fixed, with the complete file, and with points.

    Where an NPC with a fixed value cannot spend points, as an opponent learns nothing, nothing may raise.
    """
    game = trial.game
    if game.npc is None:
        return
    # What is tried: the fixed values, and the points to spend.
    attempts: list[tuple[str, Mapping[str, Plain], int]] = []
    if game.ledger is not None:
        attempts.append((f"spending {AWARD} points", {}, AWARD))
    tried: set[str] = set()
    for checked in trial.characters:
        data = rename_keys(game.concept, checked.source.data)
        # An NPC keeps every rule, and paths start from the file.
        if not data.keys().isdisjoint(("waive", "campaign", "portrait")) or any(map(is_problem, checked.diagnostics)):
            continue
        name, rules = checked.source.name, {key: data.pop(key) for key in ("rules",) if key in data}
        for key in trial.some([key for key in data if key not in ("system", *tried, *NOT_FIXED)]):
            # Good files differ in few keys, and each NPC takes a while.
            tried.add(key)
            awards = (0, AWARD) if game.ledger is not None else (0,)
            attempts += [(f"pinning {key} of {name}", {**rules, key: data[key]}, award) for award in awards]
        complete = rules | {key: value for key, value in data.items() if key not in ("system", *NOT_FIXED)}
        attempts.append((f"pinning all of {name}", complete, 0))

    with TemporaryDirectory() as folder:
        path = Path(folder) / "pins.yaml"
        for what, pins, award in attempts:
            experience = {"experience": {"award": award}} if award else {}
            path.write_text(document({"archetype": game.key, "pins": pins, **experience}), encoding="utf-8")
            reading = archetype.check_archetype(path, path.name)
            try:
                if reading.archetype is None:
                    raise Infeasible(reading.diagnostics)
                make_npc(Order(seed="conforms", archetype=reading.archetype), 1)
            except Infeasible as exc:
                for diagnostic in exc.diagnostics:
                    # That an NPC with a pin cannot spend points may be right.
                    if diagnostic.code == BROKEN:
                        yield f"{what}: the game fails: {diagnostic.message}"
                    elif not (pins and award):
                        yield f"{what}: {diagnostic.message}"
            except (Exception, SystemExit) as exc:
                yield f"{what}: the game fails: {in_a_line(exc, game)}"
