"""Propose an NPC: the game draws a proposal, pins replace its values, and experience is spent.

No rule has checked the result yet; `chargen.npc.validation` asks for proposals until one is legal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from chargen.game.concept import RuleSet
from chargen.game.contract import AnyGame
from chargen.game.ledger import RICH, Account
from chargen.game.npc import SLIP, NpcSpec, refuse
from chargen.game.plain_data import as_plain
from chargen.kit.ledger import AWARD, Ledger
from chargen.kit.ledger_line import Candidate, Line
from chargen.kit.npc import Selection, find_names_in, merge_pins, merge_rules, order_keys
from chargen.schema.parsing import parse
from chargen.text.diagnostic import Severity
from chargen.text.names import closest, did_you_mean, fold
from chargen.text.reader import Plain


def propose_npc(game: AnyGame, random: Random, rules: RuleSet, spec: NpcSpec[Any]) -> dict[str, Plain]:
    """Return the plain data of one NPC that the game proposes, with pins unchanged and experience spent.

    Raises `chargen.game.npc.Infeasible` for experience that cannot be spent as preferred.

    >>> from chargen import registry
    >>> gamocles, pins = registry.system("gamocles"), {"concept": "Diver"}
    >>> pinned = gamocles.concept.model_validate(pins)
    >>> spec = NpcSpec(name="Bo", pins=pins, pinned=pinned, words=gamocles.words_with())
    >>> propose_npc(gamocles, Random(1), gamocles.rules(), spec)["concept"]
    'Diver'
    """
    assert game.npc is not None
    fixed = {"system": game.key, "name": spec.name, **spec.pins}
    proposal = game.npc.propose(random, rules, spec)
    data = merge_pins(game.concept, proposal, fixed)
    if spec.experience is not None and isinstance(game.ledger, Ledger):
        # Parsed with the pins: they decide what can be bought. Where they have schema errors, nothing is bought.
        concept = parse(game.concept, data).value
        if concept is not None:
            stated = proposal.get("rules")
            # A game may draw settings of its own for an NPC (`rules:` in its proposal); prices follow them.
            own = merge_rules(rules, tuple(stated.items()) if isinstance(stated, Mapping) else ())
            lines = as_plain(spend(game.ledger, random, own, spec, concept))
            data = order_keys(game.concept, {**data, "advancement": [*spec.entries("advancement"), *lines]})
    return data


def spend(
    ledger: Ledger[Any, Any, Any, Any], random: Random, rules: RuleSet, spec: NpcSpec[Any], concept: Any
) -> list[Line]:
    """Return the lines that an NPC's experience adds to its ledger: the award, then what it buys.

    Preferences are bought in their order, each as far as the points go; points left after the last one are kept. A
    preferred name that the character does not have is learned, if the game allows it. Without preferences each purchase
    is drawn at random from all legal purchases. A purchase must not conflict with what the character has, and must not
    lack what it needs (`Words.excludes`, `Words.needs`). Raises `Infeasible` for a preference that names nothing.
    """
    experience = spec.experience
    if experience is None:
        return []
    deeds = ledger.deeds(spec.words)
    award: Line = {AWARD: experience.award, **({"why": random.choice(deeds)} if deeds else {})}
    if experience.keep:
        return [award]
    # The award comes after the pinned lines, which must be legal by themselves.
    awarded = (*concept.advancement, ledger.entry(award=experience.award))
    richer = concept.model_copy(update={"advancement": awarded})
    steps, state, account = ledger.replay_lines(richer, rules)
    selection = Selection(random, spec.words, find_names_in(concept, spec.words)) if spec.words is not None else None
    purchases = _Purchases(ledger, random, rules, spec.words, selection, state, account)
    if all(candidate.asked for candidate in purchases.candidates):
        hint = "leave `experience` out, or have it kept with `keep: true`"
        raise refuse("there is nothing to spend experience on", "experience", hint=hint)
    # All preferences are checked before any is bought, also those that the points would never reach.
    for index, wish in enumerate(experience.prefer):
        purchases.check_preference(wish, index)
    if not experience.award:
        return []
    # An NPC whose own lines break a rule is rejected later, so spending would be wasted work.
    if not any(ledger.is_refused(step.diagnostics, rules) for step in steps):
        for preferred in experience.prefer or (None,):
            purchases.buy(preferred)
    return [award, *purchases.lines]


@dataclass
class _Purchases:
    """The purchases of an NPC, and the points that are left."""

    ledger: Ledger[Any, Any, Any, Any]
    random: Random
    rules: RuleSet
    words: Any
    selection: Selection | None
    state: Any
    account: Account
    lines: list[Line] = field(default_factory=list)

    @cached_property
    def candidates(self) -> Sequence[Candidate]:
        """Everything that can be bought now, until the next purchase."""
        return tuple(self.ledger.all_candidates(self.state, self.rules, self.words))

    def check_preference(self, wish: str, index: int) -> None:
        """Raise `Infeasible` for a preference that is unknown, misspelled, or cannot be learned."""
        if any(candidate.is_called(wish) for candidate in self.candidates):
            return
        at = ("experience", "prefer", index)
        names = [name for candidate in self.candidates for name in (*candidate.names, candidate.group) if name]
        names += self.ledger.learnable(self.rules, self.words)
        # Of several spellings the first one remains, for the hint.
        names = list({fold(name): name for name in reversed(names)}.values())
        new = next(iter(self.ledger.learn(wish, self.state, self.rules, self.words)), None)
        # Where any name can be learned, a misspelled skill would become a new skill: a near name is taken for a slip.
        if new is None or (fold(wish) not in map(fold, names) and closest(wish, names, SLIP) is not None):
            hint = did_you_mean(wish, names, self.ledger.hint(wish, self.rules))
            raise refuse(f"there is no `{wish}` to spend experience on", *at, hint=hint)
        line = self.ledger.entry.model_validate(new.entry)
        # This check ignores the price.
        for step in self.ledger.replay_line(len(self.lines), line, self.state, self.rules, RICH):
            for diagnostic in step.diagnostics:
                if diagnostic.severity is not Severity.NOTE:
                    raise refuse(diagnostic.message, *at, hint=diagnostic.hint)

    def buy(self, wish: str | None) -> None:
        """Buy the candidates of a preference, or without one random candidates, while a legal one can be paid.

        A candidate that cannot be paid now cannot be paid later, so it is removed from the list. Without a preference
        the list is rebuilt only when a candidate is drawn that was bought already, because listing candidates is slow.
        """
        groups, bought = self._groups(wish), set[str]()
        while groups and self.account.balance > 0:
            # A group first: all the skills that could be learned count as one option beside each skill to raise.
            group = self.random.choice(list(groups))
            candidate = self.random.choice(groups[group])
            if candidate.names[0] in bought:
                groups, bought = self._groups(wish, groups), set[str]()
                continue
            if not self._try_to_buy(candidate):
                groups[group].remove(candidate)
                if not groups[group]:
                    del groups[group]
            elif wish is None:
                bought.add(candidate.names[0])
            elif candidate.is_grouped(wish):
                return
            else:
                groups = self._groups(wish, groups)

    def _groups(self, wish: str | None, among: Mapping[str, Any] | None = None) -> dict[str, list[Candidate]]:
        """Return the candidates of a preference by group; with ``among``, only candidates of these groups."""
        if self.account.balance <= 0:
            return {}
        if wish is None:
            meant = [candidate for candidate in self.candidates if not candidate.asked]
        else:
            meant = [candidate for candidate in self.candidates if candidate.is_called(wish)]
            # Nothing that the character has is called so: it is learned first, and then raised like the others.
            meant = meant or list(self.ledger.learn(wish, self.state, self.rules, self.words))
        groups: dict[str, list[Candidate]] = {}
        for candidate in meant:
            name = candidate.group or candidate.names[0]
            if candidate.entry is not None and (among is None or name in among):
                groups.setdefault(name, []).append(candidate)
        return groups

    def _try_to_buy(self, candidate: Candidate) -> bool:
        """Buy a candidate if it is legal, can be paid, and fits the character; return whether it was bought.

        Its line is merged into an earlier line about the same thing if the verb has a ``merge``.
        """
        if self.selection is not None and not all(map(self.selection.is_compatible, candidate.names)):
            return False
        entry: Line = {**(candidate.entry or {})}
        step = self.ledger.try_purchase(entry, self.state, self.rules, self.account)
        if step is None or step.after is None:
            return False
        self.state, self.account = step.after, step.account
        self.__dict__.pop("candidates", None)
        if self.selection is not None:
            self.selection.add(candidate.names[0])
        if (verb := step.verb) is not None and verb.merge is not None:
            for index, line in enumerate(self.lines):
                if verb.key in line and line[verb.key] == entry[verb.key]:
                    self.lines[index] = verb.merge(line, entry)
                    return True
        self.lines.append(entry)
        return True
