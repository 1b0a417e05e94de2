"""Answer `chargen odds roll-when-you-need`: the odds of a task or a purchase, without a character."""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from chargen.game.failure import Unanswerable
from chargen.game.question import Answer, Question
from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.character import against_difficulties
from chargen.games.roll_when_you_need.odds import Pool, Task
from chargen.games.roll_when_you_need.purchase import COSTS_ABOVE, in_words, purchase, purchase_odds
from chargen.games.roll_when_you_need.rules import ABILITY_FOR_TIME, DIFFICULTIES, Rules
from chargen.page.roll import Mean, OddsData
from chargen.schema.model import Model

Rows = list[tuple[str, Fraction | Mean]]


class Options(Model):
    """The options of `chargen odds roll-when-you-need`."""

    ability: Annotated[int, Field(ge=0, le=10**6)] | None = None
    """The ability, which is the number of dice."""
    difficulty: Annotated[int, Field(ge=1, le=10**6)] | None = None
    """The difficulty; by default, 1 to 6."""
    wealth: Annotated[int, Field(ge=0, le=99)] | None = None
    """Wealth (or Reputation), for a purchase (or a favour) instead of a task."""
    cost: Annotated[int, Field(ge=0, le=999)] | None = None
    """The cost of the purchase; by default, all bands."""
    time: Annotated[int, Field(ge=0, le=2)] = 0
    """The designer's idea: automatic successes for time taken, 1 or 2."""
    success_on: Annotated[int, Field(ge=2, le=6)] | None = None
    """The lowest face that is a success: 4 is the designer's idea."""
    die: Annotated[int, Field(ge=6, le=10)] | None = None
    """The sides of a die: 10 is the designer's idea, with successes from 6 on."""
    successes_needed: bool = False
    """The designer's idea: the difficulty is the number of successes needed."""


def reply(options: Options, rules: Rules) -> Answer:
    """Return the odds of a task or of a purchase."""
    # Options override the table's rules before anything is checked against them.
    asked: dict[str, object] = {
        name: getattr(options, name) for name in ("success_on", "die") if getattr(options, name) is not None
    }
    if options.successes_needed:
        asked["difficulty_is_successes"] = True
    rules = rules.model_copy(update=asked)
    if options.wealth is not None:
        if options.ability is not None:
            raise Unanswerable("wealth", "ask for an ability or for Wealth, not for both")
        if options.difficulty is not None:
            raise Unanswerable("difficulty", "a purchase has a cost: write --cost")
        if options.time:
            raise Unanswerable("time", "time helps tasks, not purchases")
        if options.successes_needed:
            raise Unanswerable("successes-needed", "it is about tasks; purchases use disaster dice")
        return _purchase(options.wealth, options.cost, rules)
    if options.cost is not None:
        raise Unanswerable("cost", "a cost goes with --wealth, as in --wealth 2 --cost 4")
    if options.ability is None:
        raise Unanswerable("ability", "say how many dice, as in --ability 3 --difficulty 5, or --wealth 2 --cost 4")
    if options.time and options.time not in odds.time_taken(options.ability):
        needed = options.time * ABILITY_FOR_TIME
        raise Unanswerable("time", f"{options.time} for time taken needs an ability of {needed}")
    return _task(options.ability, options.difficulty, options.time, rules)


def _task(ability: int, difficulty: int | None, time: int, rules: Rules) -> Answer:
    pool = Pool.of(ability, rules, extra=time)
    common: dict[str, Fraction | Mean | OddsData] = {"successes": Mean(pool.mean), "effects": odds.effects(pool)}
    title = f"Roll When You Need, ability {ability}"
    if difficulty is None:
        by_difficulty: Rows = [] if rules.difficulty_is_successes else [("success", pool.at_least(1))]
        for listed in DIFFICULTIES:
            name, rating = f"{listed.rating} {listed.name}", listed.rating
            if rules.difficulty_is_successes:
                by_difficulty.append((name, pool.at_least(rating)))
            else:
                troubled = odds.trouble(Task.of(ability, rating, rules).disaster, rules)
                by_difficulty.append((f"trouble at {name}", troubled))
        answer = {**against_difficulties(ability, rules, extra=time), **common}
        rows = (*by_difficulty, *_effects(pool))
        return Answer(title=title, roll=odds.roll_text(pool, rules), odds=answer, rows=rows)
    task = Task.of(ability, difficulty, rules, extra=time)
    results = odds.outcome(task, rules)
    rows = (*((name.replace("_", " "), chance) for name, chance in results.items()), *_effects(pool))
    answer = {**results, **common, "problems": odds.problems(task.disaster, rules)}
    if odds.has_bargain(task):
        answer["sacrifices"] = odds.bargains(task, rules)
        for policy, bargain in odds.distinct_bargains(task, rules):
            rows += (
                (f"{policy.title} given up: done, no trouble", bargain.safe),
                (f"{policy.title} given up: trouble", bargain.trouble),
                (f"{policy.title} given up: effects kept", Mean(bargain.effects)),
            )
    title += f" against {difficulty} ({rules.difficulty_name(difficulty)})"
    return Answer(title=title, roll=odds.task_text(task, rules), odds=answer, rows=rows)


def _effects(pool: Pool) -> Rows:
    """Return the chances of two and more effects, and the average."""
    # What the automatic successes bring is certain, and the first effect is the success itself.
    first = max(2, pool.automatic + 1)
    rows: Rows = [(f"{number} effects or more", pool.at_least(number)) for number in range(first, first + 4)]
    return [*((label, chance) for label, chance in rows if chance), ("successes on average", Mean(pool.mean))]


def _purchase(wealth: int, cost: int | None, rules: Rules) -> Answer:
    title = f"Roll When You Need, Wealth {wealth}"
    if cost is not None:
        deal = purchase(wealth, cost, rules)
        rows: Rows = [("bought", deal.success)]
        if deal.disaster:
            rows += [
                ("Wealth lost", deal.loses),
                ("Wealth lost, giving up successes", deal.loses_at_least),
                *((f"{loss} lost", chance) for loss, chance in enumerate(deal.losses) if loss),
                ("lost on average", Mean(deal.mean_loss)),
            ]
        return Answer(
            title=f"{title}, cost {cost}",
            roll=in_words(wealth, cost, rules),
            odds=purchase_odds(wealth, cost, rules),
            rows=tuple(rows),
        )
    costs = range(wealth + COSTS_ABOVE + 2)
    rows = []
    for cost in costs:
        deal = purchase(wealth, cost, rules)
        rows.append((f"cost {cost}", deal.success))
        if deal.disaster:
            rows.append((f"cost {cost}: Wealth lost", deal.loses))
    return Answer(
        title=title,
        roll=odds.roll_text(Pool.of(wealth, rules), rules),
        odds={f"cost_{cost}": purchase_odds(wealth, cost, rules) for cost in costs},
        rows=tuple(rows),
    )


QUESTION: Question[Rules] = Question(
    options=Options,
    reply=reply,
    examples=(
        "--ability 3 --difficulty 5",
        "--ability 4",
        "--wealth 2 --cost 4",
        "--ability 5 --difficulty 3 --successes-needed --success-on 4",
    ),
)
