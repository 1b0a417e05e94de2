from random import Random

import chargen


def answer(message: str, character: chargen.Character, random: Random) -> str:
    """Answer `roll lock picking` with the dice, and with the chance that the outcome had."""
    name = message.removeprefix("roll ")
    try:
        roll = character.rolls[name]
    except KeyError as unknown:
        return f"There is no roll {unknown.args[0]}."
    throw = roll.throw(random)
    return f"{character.name}, {roll.label}: {throw.text} ({float(roll.outcomes[throw.outcome]):.0%})"


[guard] = chargen.npcs("five-by-five", role="guard", seed="docks")
for message in ("roll attack", "roll atack"):
    print(answer(message, guard, Random(7)))
