"""Answer `chargen odds` for a game file."""

from typing import Annotated, Any

from pydantic import Field, create_model

from chargen.game.concept import RuleSet
from chargen.game.failure import Unanswerable
from chargen.game.question import Answer, Question
from chargen.gamefile.definition import Definition
from chargen.language.formula import Range
from chargen.schema.model import Choice, Model
from chargen.text.names import fold


def make_question(made: Definition) -> Question[Any]:
    """Return the question of `chargen odds`: the value, which dice where there are several, and what they ask."""
    first = next(iter(made.dice.values()))
    number = Annotated[int, Field(ge=-999, le=999)]
    spans: dict[str, Range] = {}
    for kind in made.dice.values():
        spans |= {name: span for name, span in kind.dice.takes.items() if name not in spans}
    usual = {name: span.nearest(1) for name, span in spans.items()}
    about = {"value": "The value that the dice are rolled with, such as a score."}
    fields: dict[str, Any] = {
        name: (number, Field(value, description=about.get(name, f"What the dice take as `{name}`.")))
        for name, value in usual.items()
    }
    if len(made.dice) > 1:
        names = Annotated[str, Choice(tuple(made.dice))]
        fields["roll"] = (names, Field(next(iter(made.dice)), description=f"Which dice: {', '.join(made.dice)}."))
    asked = {key: line for kind in made.dice.values() for key, line in kind.file.asks.items()}
    for key, line in asked.items():
        low, high = next(kind.asks[fold(key)][0].range for kind in made.dice.values() if key in kind.file.asks)
        text = line.about or f"What the dice ask for as `{key}`."
        if line.is_yes_or_no:
            fields[key] = (bool, Field(fold(line.is_ or "") == "yes", description=text))
        else:
            asked_number: Any = Annotated[int, Field(ge=low, le=high)]
            fields[key] = (asked_number | None, Field(None, description=text))
    options = create_model("Options", __base__=Model, __doc__="The options of `chargen odds`.", **fields)

    def reply(options: Any, rules: RuleSet) -> Answer:
        kind = made.dice[options.roll] if len(made.dice) > 1 else first
        stated = {key: getattr(options, key) for key in asked if getattr(options, key) != fields[key][1].default}
        for key in stated.keys() - kind.file.asks.keys():
            raise Unanswerable(key, f"these dice do not ask for `{key}`")
        given = {name: getattr(options, name) for name in kind.dice.takes}
        given |= {fold(key): int(number) for key, number in stated.items()}
        return kind.pool(rules).answer(given["value"] if given.keys() == {"value"} else given)

    example = " ".join(f"--{name.replace('_', '-')} {usual[name]}" for name in first.dice.takes)
    return Question(options=options, reply=reply, examples=(example,))
