"""Answer `chargen odds roll-when-you-need`: the odds of a task or a purchase, without a character."""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from chargen.game.failure import Unanswerable
from chargen.game.question import Answer, Question
from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.odds import Pool, Task
from chargen.games.roll_when_you_need.purchase import COSTS_ABOVE, Purchase
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
    title = f"Roll When You Need, ability {ability}"
    all_odds = odds.against_difficulties(ability, rules, extra=time)
    if difficulty is None:
        by_difficulty: Rows = [] if rules.difficulty_is_successes else [("success", pool.successes.at_least(1))]
        for rating, name in DIFFICULTIES.items():
            if rules.difficulty_is_successes:
                by_difficulty.append((f"{rating} {name}", pool.successes.at_least(rating)))
            else:
                by_difficulty.append((f"trouble at {rating} {name}", Task.of(ability, rating, rules).trouble))
        return Answer(title=title, roll=str(pool), odds=all_odds, rows=(*by_difficulty, *_effects(pool)))
    task = Task.of(ability, difficulty, rules, extra=time)
    results = odds.outcome(task)
    rows = [*((name.replace("_", " "), chance) for name, chance in results.items()), *_effects(pool)]
    answer: dict[str, Fraction | Mean | OddsData] = {
        **results,
        **{name: all_odds[name] for name in ("successes", "effects")},
        "problems": {str(number): chance for number, chance in task.disaster.successes},
    }
    if odds.has_bargain(task):
        policies = {sacrifice: odds.bargain(task, sacrifice) for sacrifice in odds.SACRIFICES}
        answer["sacrifices"] = {
            sacrifice.name: {
                "success_without_trouble": bargain.safe,
                "trouble": bargain.trouble,
                "effects": Mean(bargain.effects),
            }
            for sacrifice, bargain in policies.items()
        }
        # Small pools cannot tell the policies apart; of those with equal odds, the table has the first.
        distinct: dict[odds.Bargain, odds.Sacrifice] = {}
        for sacrifice, bargain in policies.items():
            distinct.setdefault(bargain, sacrifice)
        for bargain, policy in distinct.items():
            rows += (
                (f"{policy.title} given up: done, no trouble", bargain.safe),
                (f"{policy.title} given up: trouble", bargain.trouble),
                (f"{policy.title} given up: effects kept", Mean(bargain.effects)),
            )
    title += f" against {difficulty} ({rules.difficulty_name(difficulty)})"
    return Answer(title=title, roll=str(task), odds=answer, rows=tuple(rows))


def _effects(pool: Pool) -> Rows:
    """Return the chances of two and more effects, and the average."""
    # What the automatic successes bring is certain, and the first effect is the success itself.
    successes, first = pool.successes, max(2, pool.automatic + 1)
    rows: Rows = [(f"{number} effects or more", successes.at_least(number)) for number in range(first, first + 4)]
    return [*((label, chance) for label, chance in rows if chance), ("successes on average", Mean(successes.mean()))]


def _purchase(wealth: int, cost: int | None, rules: Rules) -> Answer:
    title = f"Roll When You Need, Wealth {wealth}"
    if cost is not None:
        deal = Purchase.of(wealth, cost, rules)
        answer = _purchase_odds(deal, wealth)
        rows: Rows = [("bought", deal.success)]
        if deal.band == "risk":
            rows += [
                ("Wealth lost", deal.losses.at_least(1)),
                ("Wealth lost, giving up successes", deal.loses_at_least),
                *((f"{loss} lost", deal.losses.chance(loss)) for loss in range(1, wealth + 1)),
                ("lost on average", Mean(deal.losses.mean())),
            ]
        return Answer(title=f"{title}, cost {cost}", roll=str(deal), odds=answer, rows=tuple(rows))
    deals = {each: Purchase.of(wealth, each, rules) for each in range(wealth + COSTS_ABOVE + 2)}
    rows = []
    for each, deal in deals.items():
        rows.append((f"cost {each}", deal.success))
        if deal.band == "risk":
            rows.append((f"cost {each}: Wealth lost", deal.losses.at_least(1)))
    by_cost = {f"cost_{each}": _purchase_odds(deal, wealth) for each, deal in deals.items()}
    return Answer(title=title, roll=str(Pool.of(wealth, rules)), odds=by_cost, rows=tuple(rows))


def _purchase_odds(deal: Purchase, wealth: int) -> OddsData:
    """Return the odds of a purchase by their public names."""
    return {
        "success": deal.success,
        "loss": deal.losses.at_least(1),
        "loss_when_successes_are_given_up": deal.loses_at_least,
        "mean_loss": Mean(deal.losses.mean()),
        "losses": {str(loss): deal.losses.chance(loss) for loss in range(1 if deal.task is None else wealth + 1)},
    }


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
