"""Answer `chargen odds facade`: the odds of one roll, without a character."""

from typing import Annotated, Any

from pydantic import Field

from chargen.game.failure import Unanswerable
from chargen.game.question import Answer, Question
from chargen.games.facade import odds
from chargen.games.facade.rules import STANDING_DIFFICULTIES, Rules
from chargen.page.roll import Mean
from chargen.schema.model import NEEDED, Model

MOST_HELPERS = 6  # The largest number of helpers (house default)


class Options(Model):
    """The options of `chargen odds facade`."""

    trait: Annotated[int | None, NEEDED] = None
    """The trait total: attribute, broad skill, focus, specialty and modifiers."""
    difficulty: Annotated[int | None, Field(ge=-9999, le=9999)] = None
    """The difficulty of a passive contest."""
    against: int | None = None
    """The opponent's trait total, in an active contest."""
    stunts: Annotated[int, Field(ge=0, le=odds.MOST_STUNTS)] = 0
    """Extra d4s for a stunt, 0 to 5."""
    limit: Annotated[int | None, Field(ge=0, le=9999)] = None
    """The level of a full limit pool, which is the lowest difficulty."""
    category: int | None = None
    """The category, to roll it instead of the trait."""
    helpers: str = ""
    """The trait totals of the helpers, as in 8,8,10."""
    attack: bool = False
    """The difficulty is the defender's Action: show the blows at each location."""


def reply(options: Options, rules: Rules) -> Answer:
    """Return the odds of a trait against a difficulty, an opponent, or the standing difficulties."""
    trait, opponent, stunts = options.trait or 0, options.against, options.stunts
    if options.difficulty is not None and opponent is not None:
        raise Unanswerable("against", "a roll has a difficulty or an opponent, not both")
    for option, value in (("trait", trait), ("against", opponent), ("category", options.category)):
        if value is not None and value > odds.HIGHEST_TRAIT:
            raise Unanswerable(option, f"traits above {odds.HIGHEST_TRAIT} are not worked out")
    name = odds.trait_name(trait) if trait > 0 else "rolls nothing, not even stunt dice: house default"
    title, roll = f"Façade, trait {trait}" + (f" ({name})" if name else ""), odds.roll_text(trait, stunts)
    if options.difficulty is not None:
        return _against_difficulty(trait, options.difficulty, options, title, roll)
    for option in ("limit", "category", "helpers"):
        if getattr(options, option) not in (None, ""):
            raise Unanswerable(option, "this wants a --difficulty")
    if options.attack:
        raise Unanswerable("attack", "this wants the defender's Action as --difficulty")
    if opponent is not None:
        chances: dict[str, Any] = odds.against_opponent(trait, opponent, stunts)
        rows = [(name, chances[name]) for name in ("win", "tie", "lose")]
        rows += [(name, chance) for name, chance in chances["levels"].items() if name in odds.SUCCESS_LEVELS and chance]
        roll, title = f"{roll} against {odds.roll_text(opponent)}", f"{title} against {opponent}"
        return Answer(roll=roll, odds=chances, rows=tuple(rows), title=title)
    return Answer(
        roll=roll,
        odds={f"difficulty_{least}": odds.odds_to_reach(trait, least, stunts) for least in STANDING_DIFFICULTIES},
        rows=tuple((f"difficulty {least}", odds.chance(trait, least, stunts)) for least in STANDING_DIFFICULTIES),
        title=title,
    )


def _against_difficulty(trait: int, difficulty: int, options: Options, title: str, roll: str) -> Answer:
    stunts = options.stunts
    # A full limit pool is the least difficulty (FAC-b4).
    raised = difficulty if options.limit is None else max(difficulty, options.limit)
    levels = odds.level_chances(trait, raised, stunts)
    answers: dict[str, Any] = odds.odds_to_reach(trait, raised, stunts)
    answers["total"] = Mean(odds.throw(trait, stunts).mean())
    rows: list[tuple[str, Any]] = [("success", answers["success"])]
    rows += [(name, chance) for name, chance in levels.items() if chance]
    # With stunt dice in the question, a table of other numbers of them would be confusing.
    if not stunts:
        answers["stunts"] = odds.with_stunts(trait, raised)
        rows += [(f"with {number} stunt d4", chance) for number, chance in answers["stunts"].items() if number != "0"]
    if options.category is not None:
        instead = odds.by_category(options.category, trait, raised, stunts)
        # A category below the trait would lower the difficulty, which the text does not mean (ruling FAC-Q37).
        if instead is None:
            raise Unanswerable("category", "the category is rolled instead only where it is above the trait")
        answers["by_category"] = instead
        rows.append((f"category {options.category} against {raised + options.category - trait}", instead))
    if options.helpers:
        try:
            helpers = [int(part) for part in options.helpers.replace(",", " ").split()]
        except ValueError:
            raise Unanswerable("helpers", "write trait totals with commas between them, as in 8,8,10") from None
        if not 0 < len(helpers) <= MOST_HELPERS or any(helper > 60 for helper in helpers):
            raise Unanswerable("helpers", f"one to {MOST_HELPERS} helpers with traits to 60 are worked out")
        traits = odds.cooperation(trait, helpers)
        answers["helped"] = odds.chance_with_help(trait, helpers, raised, stunts)
        answers["helped_trait"] = {str(raised_to): chance for raised_to, chance in traits.items()}
        rows.append(("with help", answers["helped"]))
        rows += [(f"helped to {raised_to}", chance) for raised_to, chance in traits.items()]
    if options.attack:
        answers["blows"] = odds.blow_chances(trait, raised, stunts)
        blows = ((place, blow, part) for place, chances in answers["blows"].items() for blow, part in chances.items())
        rows += [(f"{place}: {blow}", chance) for place, blow, chance in blows if chance]
    against = f" against {raised}" + (f" (the limit pool, not {difficulty})" if raised != difficulty else "")
    return Answer(roll=roll, odds=answers, rows=tuple(rows), title=title + against)


QUESTION: Question[Rules] = Question(
    options=Options,
    reply=reply,
    examples=(
        "--trait 10",
        "--trait 10 --difficulty 8 --stunts 2",
        "--trait 10 --against 12",
        "--trait 6 --difficulty 10 --category 10",
        "--trait 15 --difficulty 9 --attack",
        "--trait 9 --difficulty 14 --helpers 8,8,10",
    ),
)
