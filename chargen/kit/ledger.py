"""Replay the experience ledger of a character: a game defines what its verbs do and cost, this module does the rest.

A line of a ledger is an `Entry`: an award, or one of the game's verbs. `Ledger` replays the lines, checks each line by
the game's rules and by the two rules of every ledger (its form and its payment), keeps the account, and lists what
could be bought next. In this example, three lights buy 1 point of a trait:

>>> from chargen.schema.model import Several
>>> from chargen.kit.ledger_line import value_of
>>> class Advance(Entry):
...     brighten: str | None = None
>>> class Character(Concept):
...     traits: dict[str, int] = {}
...     advancement: Several[Advance] = ()
>>> def brightened(line, before, rules):
...     more = {line.brighten: before.traits[line.brighten] + 1}
...     return before.model_copy(update={"traits": {**before.traits, **more}})
>>> def candidates(state, rules, words):
...     return (Candidate({"brighten": name}, (name,)) for name in state.traits)
>>> brighten = Verb(
...     "brighten",
...     "as in {brighten: Brave}",
...     apply=brightened,
...     describe=lambda line, before, after, rules: f"{line.brighten} {after.traits[line.brighten]}",
...     price=lambda line, before, rules: 3,
... )
>>> ledger = Ledger(key="lanterns", entry=Advance, unit="light", verbs=(brighten,), candidates=candidates)
>>> lines = [{"award": 7}, {"brighten": "Kind"}]
>>> kai = Character.model_validate({"traits": {"Brave": 2, "Kind": 3}, "advancement": lines})
>>> advanced = ledger.replay(kai, RuleSet())
>>> advanced.concept.traits, advanced.account.balance, [line.what for line in advanced.ledger]
({'Brave': 2, 'Kind': 4}, 4, ['Lights gained', 'Kind 4'])
>>> steps, state, account = ledger.replay_lines(kai, RuleSet())
>>> [(offer.entry, offer.label, offer.price) for offer, _ in ledger.purchases(state, account, RuleSet())]
[({'brighten': 'Brave'}, 'Brave 3', 3), ({'brighten': 'Kind'}, 'Kind 5', 3)]

Each step of the replay, and each candidate for a purchase, can be inspected:

>>> replayed: list[Step[Advance, Character]] = list(ledger.steps(kai.advancement, kai, RuleSet()))
>>> replayed == steps
True
>>> [(step.index, step.price, step.account.balance) for step in steps]
[(0, 0, 7), (1, 3, 4)]
>>> [stage.concept.traits["Kind"] for stage in ledger.stages(kai, RuleSet())]
[3, 3, 4]
>>> ledger.verb_keys_of(kai.advancement[1]), value_of(kai.advancement[1], "brighten")
(['brighten'], 'Kind')
>>> [candidate.names for candidate in ledger.all_candidates(kai, RuleSet())]
[('Brave',), ('Kind',)]
>>> any(ledger.is_refused(step.diagnostics, RuleSet()) for step in steps)
False
>>> [step.price for step in ledger.replay_line(1, kai.advancement[1], kai, RuleSet(), account)]
[3]
>>> [(offer.label, step.after.traits) for offer, step in ledger.purchases(state, account, RuleSet(), touches="Brave")]
[('Brave 3', {'Brave': 3, 'Kind': 4})]
>>> step = ledger.try_purchase({"brighten": "Kind"}, state, RuleSet(), account)
>>> ledger.format_points(step.account.balance, RuleSet())
'1 light'
>>> ledger.try_purchase({"brighten": "Kind"}, state, RuleSet(), step.account) is None
True
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, Generic, TypeVar

from chargen.game.concept import Concept, Entry, RuleSet
from chargen.game.ledger import Account, Advanced, LedgerLine, Offer
from chargen.game.plain_data import as_plain
from chargen.game.rule import sign
from chargen.kit.ledger_line import Candidate, Step, Verb, as_meant, fields_of, keys_of
from chargen.text.diagnostic import Diagnostic, Severity, error
from chargen.text.names import listing

C = TypeVar("C", bound=Concept)
E = TypeVar("E", bound=Entry)
S = TypeVar("S")
R = TypeVar("R", bound=RuleSet)

AWARD = "award"
"""The verb that every ledger has."""
NO_POINTS = Account()


@dataclass(frozen=True, kw_only=True)
class Ledger(Generic[C, E, S, R]):
    """The experience rules of a game. Without ``start`` and ``finish``, lines change the concept itself."""

    key: str
    """The key of the game."""
    entry: type[E]
    """The model of a line."""
    verbs: tuple[Verb[E, S, R], ...]
    """The verbs of lines besides ``award``. If a waiver allows a line to have several, they apply in this order."""
    line_rules: tuple[Callable[[E, S, R], Iterable[Diagnostic]], ...] = ()
    """The rules of all lines; parameters are the line, the character before it, and the rules."""
    final_rules: tuple[Callable[[C, S, R], Iterable[Diagnostic]], ...] = ()
    """The rules of the character after the ledger; their paths start at the top of the concept."""
    start: Callable[[C, R], Any] = lambda concept, rules: concept
    """Return the character before the first line."""
    finish: Callable[[C, S, R], C] = lambda concept, state, rules: state  # type: ignore[assignment, return-value]
    """Return the concept of the character after the ledger, from the one before it."""
    unit: Callable[[R], str] | str = "point"
    """The name of a point: a singular noun, or an abbreviation such as ``XP``."""
    has_prices: bool = True
    """Whether the book has prices; if not, a ledger without an award is not checked for payment."""
    left_over: Callable[[S, R], int] = lambda state, rules: 0
    """Return the points left from creation, which can be spent in play."""
    source: str = "chargen's concept format"
    """The source of the form of a line."""
    payment: str = "What is bought is paid with points awarded before it.\n\nSource: chargen's concept format"
    """The docstring of the payment rule: requirement, reason and source."""
    payment_name: str = "experience"
    """The name of the payment rule, which is its code."""
    candidates: Callable[[S, R, Any], Iterable[Candidate]] = lambda state, rules, words: ()
    """Yield everything that can be bought now; the last parameter has the word lists for names of new things."""
    learn: Callable[[str, S, R, Any], Iterable[Candidate]] = lambda name, state, rules, words: ()
    """Yield candidates that add something new of a given name, if the game allows it."""
    learnable: Callable[[R, Any], Iterable[str]] = lambda rules, words: ()
    """Yield the names that ``learn`` knows, to distinguish a misspelled name from a free name."""
    hint: Callable[[str, R], str] = lambda wish, rules: ""
    """Return the hint for an unknown preference without a similar name."""
    deeds: Callable[[Any], Sequence[str]] = lambda words: ()
    """Return possible reasons for an NPC's award, from the word lists."""

    # The two rules of every ledger: the form of a line, and its payment.

    @cached_property
    def form_rule(self) -> Callable[[E, S, R], Iterable[Diagnostic]]:
        """The rule that a line has one verb, with the keys of that verb and no others."""

        # The name of the function is the code of the rule, and its docstring what `chargen explain` prints.
        def ledger_line(line: E, before: S, rules: R) -> Iterator[Diagnostic]:
            present = keys_of(line)
            done = [key for key in self._keys if key in present]
            if len(done) != 1:
                found = f"this one does {listing(done)}" if done else "this one does nothing"
                hint = f"write one of {listing(self._keys, 'or')}"
                yield error(f"a line of the ledger does one thing; {found}", hint=hint)
                return
            verb = self._keys[done[0]]
            example = verb.example if verb else "as in {award: 1, why: a session}"
            needs, takes = (verb.needs, verb.takes) if verb else ((), ())
            for key in needs:
                if key not in present:
                    yield error(f"`{done[0]}` needs `{key}`", done[0], key=True, hint=example)
            for key in present:
                if key != done[0] and key not in needs and key not in takes:
                    yield error(f"`{key}` does not go with `{done[0]}`", key, key=True, hint=example)
            if verb is not None:
                yield from verb.form(line, before, rules)

        partners = []
        for verb in self.verbs:
            needs = f"goes with {listing(f'`{key}`' for key in verb.needs)}" if verb.needs else ""
            takes = f"may have {listing(f'`{key}`' for key in verb.takes)}" if verb.takes else ""
            if needs or takes:
                partners.append(f"`{verb.key}` {' and '.join(filter(None, (needs, takes)))}")
        ledger_line.__doc__ = (
            f"A line of the ledger does one thing: {listing(self._keys, 'or')}.\n\n"
            f"{'; '.join(partners)}{'. ' if partners else ''}A line may carry `why` and `date`.\n\n"
            f"Source: {self.source}"
        )
        return ledger_line

    @cached_property
    def payment_rule(self) -> Callable[[E, S, R, Account], Iterable[Diagnostic]]:
        """The rule that a purchase is paid for; its parameters are line, character, rules and account."""

        def paid(line: E, before: S, rules: R, account: Account = NO_POINTS) -> Iterator[Diagnostic]:
            return self._check_payment(self._find_verb(line), self.price(line, before, rules), rules, account)

        paid.__name__, paid.__doc__ = self.payment_name, self.payment
        return paid

    def _check_payment(
        self, verb: Verb[E, S, R] | None, price: int, rules: R, account: Account
    ) -> Iterator[Diagnostic]:
        # A waived payment may leave a debt; later lines lack their own price and not that.
        left = max(account.balance, 0)
        if verb is not None and account.counted and price > left:
            short, costs = price - left, self.format_points(price, rules)
            yield error(
                f"this costs {costs} and {left} {'is' if left == 1 else 'are'} left: {short} short",
                *verb.price_at,
                hint=f"put an award before it: {{award: {short}}}",
            )

    @property
    def rules(self) -> tuple[Callable[..., Iterable[Diagnostic]], ...]:
        """Return all rules of the ledger, for explanations and tests."""
        of_verbs = (rule for verb in self.verbs for rule in verb.rules)
        return (self.form_rule, *self.line_rules, *of_verbs, self.payment_rule, *self.final_rules)

    @cached_property
    def _keys(self) -> Mapping[str, Verb[E, S, R] | None]:
        """The verb of each key that a line may begin with; None for an award."""
        return {AWARD: None, **{verb.key: verb for verb in self.verbs}}

    def verb_keys_of(self, line: E) -> list[str]:
        """Return the keys of a line's verbs, in the order of the ledger."""
        present = keys_of(line)
        return [key for key in self._keys if key in present]

    def _find_verb(self, line: E) -> Verb[E, S, R] | None:
        """Return the verb of a line; None for an award and for a line with no verb or several."""
        done = self.verb_keys_of(line)
        return self._keys[done[0]] if len(done) == 1 else None

    def price(self, line: E, before: S, rules: R) -> int:
        """Return the price of a line; 0 for an award and for a line with no verb or several."""
        verb = self._find_verb(line)
        return 0 if verb is None else verb.price(line, before, rules)

    def _split_by_verb(self, line: E) -> list[tuple[Verb[E, S, R] | None, E]]:
        """Split a line into one line for each of its verbs, with that verb; the verb is None for an award."""
        done = self.verb_keys_of(line)
        if len(done) == 1:
            return [(self._keys[done[0]], line)]
        fields = fields_of(type(line))
        return [
            (
                self._keys[key],
                line.model_copy(update={fields[other][0]: fields[other][1] for other in done if other != key}),
            )
            for key in done
        ]

    # The replay, line by line.

    def _unit(self, rules: R) -> str:
        return self.unit if isinstance(self.unit, str) else self.unit(rules)

    def format_points(self, number: int, rules: R) -> str:
        """Return a number of points with its unit: ``3 XP``, ``1 milestone point``."""
        unit = self._unit(rules)
        return f"{number} {unit if number == 1 else _pluralize(unit)}"

    def steps(self, lines: Sequence[E], start: S, rules: R) -> Iterator[Step[E, S]]:
        """Replay lines one by one from a character as created, and yield each step.

        A line that breaks a rule or cannot be paid is applied without a price, as its player means it, and a later line
        is refused only if it is wrong with and without such lines: none gets an error from another. Only a line that
        cannot be read changes nothing, but for the name of something new. An error that the table waives does not
        count: the line is applied and its price is paid, even if the balance becomes negative. After an unreadable
        award the balance is unknown, so missing points are not reported.
        """
        account = self._open_account(lines, start, rules)
        state, is_balance_known = start, True
        without = start  # the character without the lines that break a rule
        for index, line in enumerate(lines):
            verb = self._find_verb(line)
            adds = verb is not None and verb.adds
            # An unknown key may be meant for one that the line lacks.
            is_clear = not line.unclear_keys or not any(self.form_rule(line, state, rules))
            if not (line.readable and is_clear):
                is_balance_known = is_balance_known and not self._may_award(line)
                alone = {each.path for each in self._find_readable_errors(verb, line, without, rules)}
                found = (each for each in self._find_readable_errors(verb, line, state, rules) if each.path in alone)
                yield Step(index=index, line=line, before=state, account=account, diagnostics=tuple(found))
                if verb is not None and not line.unread(fields_of(type(line))[verb.key][0]):
                    without = verb.meant(line, without, rules) if adds else without
                    state = verb.meant(line, state, rules)
                continue
            replayed = list(self.replay_line(index, line, state, rules, account, is_balance_known))
            others = replayed
            if without is not state:
                others = list(self.replay_line(index, line, without, rules, account, is_balance_known))
                pairs = zip(others, replayed, strict=True)
                if _is_any_refused(replayed) and not _is_any_refused(others):
                    replayed = [replace(other, before=step.before, after=step.after) for other, step in pairs]
                elif _is_any_refused(replayed):
                    replayed = [replace(step, diagnostics=_shared(step, other)) for other, step in pairs]
            if not _is_any_refused(others):
                without = others[-1].after if others[-1].after is not None else without
            for step in replayed:
                state, account = step.after if step.after is not None else state, step.account
                yield step

    def _may_award(self, line: E) -> bool:
        """Return whether an unreadable line may be an award."""
        done = self.verb_keys_of(line)
        unread = [key for key in self._keys if line.unread(key) and not (done and key in line.unclear_keys)]
        # Of a line without any verb nothing is known, so it may have been an award.
        return AWARD in (*done, *unread) or not (done or unread)

    def _open_account(self, lines: Sequence[E], start: S, rules: R) -> Account:
        counted = self.has_prices or not lines or any(line.award is not None for line in lines)
        return Account(left_over=self.left_over(start, rules), counted=counted)

    def replay_line(
        self, index: int, line: E, state: S, rules: R, account: Account, is_balance_known: bool = True
    ) -> Iterator[Step[E, S]]:
        """Yield a step for each verb of a readable line; ``is_balance_known`` is False after an unreadable award."""
        diagnostics = [sign(each, self.key, self.form_rule) for each in self.form_rule(line, state, rules)]
        is_malformed = self.is_refused(diagnostics, rules)
        for verb, part in self._split_by_verb(line):
            # If the table waives an error, the line is applied and its price is paid.
            found = self._apply_rules(verb, part, state, rules)
            diagnostics += self._find_readable_errors(verb, part, state, rules) if is_malformed else found
            payment_errors, price, after = list[Diagnostic](), 0, state
            is_refused = is_malformed or self.is_refused(diagnostics, rules)
            if is_refused:
                after = verb.meant(as_meant(part, diagnostics), state, rules) if verb else state
            elif verb is not None:
                price = verb.price(part, state, rules)
                unpaid = self._check_payment(verb, price, rules, account)
                payment_errors = [sign(each, self.key, self.payment_rule) for each in unpaid]
                price = 0 if self.is_refused(payment_errors, rules) else price
                payment_errors = payment_errors if is_balance_known else []
                after = verb.apply(part, state, rules)
            if is_refused or self.is_refused(payment_errors, rules):
                # A note is about what a line does.
                diagnostics = [each for each in diagnostics if each.severity is not Severity.NOTE]
            earned = account.earned + (part.award or 0)
            account = replace(account, earned=earned, spent=account.spent + price)
            yield Step(
                index=index,
                line=part,
                verb=verb,
                before=state,
                after=after,
                account=account,
                diagnostics=(*diagnostics, *payment_errors),
                price=price,
                is_refused=is_refused,
            )
            # The errors of the form belong to the complete line, and are reported with its first verb.
            state, diagnostics = after, []
        if diagnostics:  # the line has no verb
            yield Step(index=index, line=line, before=state, account=account, diagnostics=tuple(diagnostics))

    def _apply_rules(self, verb: Verb[E, S, R] | None, line: E, state: S, rules: R) -> Iterator[Diagnostic]:
        for rule in (*self.line_rules, *(verb.rules if verb else ())):
            for each in rule(line, state, rules):
                yield sign(each, self.key, rule)

    def _find_readable_errors(self, verb: Verb[E, S, R] | None, line: E, state: S, rules: R) -> Iterator[Diagnostic]:
        """Yield the errors of a line that has an error of its form or of the schema already: those of other keys.

        Beside a key that does not go with its verb, the verb itself may be wrong.
        """
        present, does = keys_of(line), self.verb_keys_of(line)
        is_clear = verb is not None and len(does) == 1 and {*present} <= {verb.key, *verb.needs, *verb.takes}
        for each in self._apply_rules(verb, line, state, rules) if is_clear else ():
            is_there = bool(each.path) and each.path[0] in present and not line.unread_within(*each.path)
            if each.severity is Severity.ERROR and is_there:
                yield each

    def is_refused(self, diagnostics: Sequence[Diagnostic], rules: R) -> bool:
        """Return whether an error among the diagnostics is not waived by the table."""
        return bool(diagnostics) and any(
            diagnostic.severity is Severity.ERROR and not rules.waives(diagnostic.code) for diagnostic in diagnostics
        )

    def replay(self, concept: C, rules: R, entries: int | None = None) -> Advanced[C]:
        """Return a concept after its ledger, or after the first ``entries`` lines; 0 is the concept as created.

        Paths of diagnostics start at the top of the concept.
        """
        steps, state, account = self.replay_lines(concept, rules, entries)
        diagnostics = [
            replace(diagnostic, path=("advancement", step.index, *diagnostic.path))
            for step in steps
            for diagnostic in step.diagnostics
        ]
        for rule in self.final_rules:
            diagnostics += [sign(each, self.key, rule) for each in rule(concept, state, rules)]
        return Advanced(
            concept=self.finish(concept, state, rules),
            created=concept,
            diagnostics=tuple(diagnostics),
            account=account,
            ledger=tuple(self._make_ledger_line(step, rules) for step in steps if _is_listed(step)),
            refused=frozenset(step.index for step in steps if step.is_refused),
        )

    def stages(self, concept: C, rules: R) -> Iterator[Advanced[C]]:
        """Yield a concept as created, then after each line of its ledger, without diagnostics."""
        lines, state = getattr(concept, "advancement", ()), self.start(concept, rules)
        account, done = self._open_account(lines, state, rules), list[LedgerLine]()
        yield Advanced(concept=self.finish(concept, state, rules), created=concept, account=account)
        # A line with several verbs has several steps, but is one stage.
        for _, steps in groupby(self.steps(lines, state, rules), attrgetter("index")):
            for step in steps:
                account = step.account
                state = state if step.after is None else step.after
                done += [self._make_ledger_line(step, rules)] if _is_listed(step) else []
            finished = self.finish(concept, state, rules)
            yield Advanced(concept=finished, created=concept, account=account, ledger=tuple(done))

    def replay_lines(self, concept: C, rules: R, entries: int | None = None) -> tuple[list[Step[E, S]], S, Account]:
        """Replay the ledger, or its first ``entries``; return the steps, the character after them, and the account."""
        lines: Sequence[E] = getattr(concept, "advancement", ())[:entries]
        start = self.start(concept, rules)
        steps = list(self.steps(lines, start, rules))
        state = next((step.after for step in reversed(steps) if step.after is not None), start)
        return steps, state, steps[-1].account if steps else self._open_account(lines, start, rules)

    def _make_ledger_line(self, step: Step[E, S], rules: R) -> LedgerLine:
        is_award = step.verb is None
        return LedgerLine(
            what=self._describe(step, rules),
            change=(step.line.award or 0) if is_award else -step.price,
            balance=step.account.balance,
            why=step.line.why,
            date=step.line.date,
        )

    def _describe(self, step: Step[E, S], rules: R) -> str:
        if step.verb is None or step.after is None:
            unit = _pluralize(self._unit(rules))
            return f"{unit[:1].upper()}{unit[1:]} gained"
        return step.verb.describe(step.line, step.before, step.after, rules)

    # What could be bought next.

    def all_candidates(self, state: S, rules: R, words: Any = None) -> Iterator[Candidate]:
        """Yield everything that can be bought now: the candidates of the ledger, and the candidates of its verbs."""
        yield from self.candidates(state, rules, words)
        for verb in self.verbs:
            yield from verb.candidates(state, rules, words)

    def purchases(
        self, state: S, account: Account, rules: R, words: Any = None, touches: str | None = None
    ) -> Iterator[tuple[Offer, Step[E, S]]]:
        """Yield all legal purchases of a character in a state, each with its step.

        ``words`` has the lists for names of new things, such as the game's `words_with()`. With ``touches``, only
        purchases for the thing of that name.
        """
        for candidate in self.all_candidates(state, rules, words):
            if candidate.entry is None or (touches is not None and candidate.names[0] != touches):
                continue
            step = self.try_purchase(candidate.entry, state, rules, account)
            if step is not None:
                yield (
                    Offer(
                        entry=as_plain(candidate.entry),
                        label=self._describe(step, rules),
                        price=step.price,
                        touches=candidate.names[0],
                        is_new=candidate.asked or bool(candidate.group),
                    ),
                    step,
                )

    def try_purchase(self, entry: Mapping[str, Any], state: S, rules: R, account: Account) -> Step[E, S] | None:
        """Return the step of an entry; None if the entry is illegal, cannot be paid, or gives a warning."""
        line = self.entry.model_validate(entry)
        # The price first: most candidates fail by it, and a replay is slow.
        if account.counted and self.price(line, state, rules) > account.balance:
            return None
        steps = list(self.replay_line(0, line, state, rules, account))
        fine = all(diagnostic.severity is Severity.NOTE for step in steps for diagnostic in step.diagnostics)
        return steps[0] if fine and len(steps) == 1 and steps[0].after is not None else None


def _shared(step: Step[Any, Any], other: Step[Any, Any]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a step that another step has as well; all of them where these have none in common."""
    found = {(each.code, each.path) for each in other.diagnostics}
    shared = (each for each in step.diagnostics if (each.code, each.path) in found)
    return tuple(shared) or step.diagnostics


def _is_any_refused(steps: Iterable[Step[Any, Any]]) -> bool:
    return any(step.is_refused for step in steps)


def _is_listed(step: Step[Any, Any]) -> bool:
    return step.after is not None and not step.is_refused


def _pluralize(unit: str) -> str:
    return unit if unit.isupper() else f"{unit}s"
