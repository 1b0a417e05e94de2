"""How to roll, in words, for the foot of a sheet and the back of a card."""

from functools import lru_cache

from chargen.core.roll import signed, with_sign
from chargen.games.five_by_five import cells, odds
from chargen.games.five_by_five.rules import (
    ADVANCED_SHIFT,
    DAMAGE_TRUMP_BONUS,
    DEAD_AT,
    DODGES_PER_ROUND,
    DYING_BELOW,
    DYING_MINUTES_BASE,
    HARMING_TRUMP_BONUS,
    INFERIOR_SHIFT,
    OFF_HAND_DODGES,
    ONE_DIE_VALUE,
    SUPERIOR_SHIFT,
    TRUMPS,
    Rules,
)

ON_A_SHEET = ("A roll", "Attack", "Healing", "Doubles")
"""What of `how` stands on a sheet, whose tables say the rest; the leaf has all."""


@lru_cache(64)
def how(rules: Rules) -> tuple[tuple[str, str], ...]:
    """How each kind of roll is made: a heading and a text each, alike for all characters under the same rules."""
    trump = odds.faces()
    dodges, more = DODGES_PER_ROUND, OFF_HAND_DODGES
    texts = [
        (
            "A roll",
            f"Throw 2d6, multiply them: the value or less succeeds, and so does any {trump}. "
            f"At {signed(ONE_DIE_VALUE)} throw one die: only a {trump}.",
        ),
        (
            "Attack",
            f"Roll to hit. The target may dodge {_times(dodges)} a round, with a shield or an off-hand dagger "
            f"{_times(dodges + more)}.",
        ),
        (
            "Damage",
            f"1d6 + weapon − armor; {cells.another_die(DAMAGE_TRUMP_BONUS)}.",
        ),
        ("Turns", "Players who steal the initiative; all on the GM's side; the other players."),
        (
            "Down",
            f"At {signed(DYING_BELOW)} HP out cold. Below it dying: one more is lost every "
            f"{DYING_MINUTES_BASE} + HP minutes. Dead at {signed(DEAD_AT)}.",
        ),
        (
            "Healing",
            f"1d6 HP back, oneself too (ours), up to the maximum, a {trump} as for damage. Failed: {_harm()}, "
            f"{cells.another_die(HARMING_TRUMP_BONUS)}.",
        ),
        (
            "Doubles",
            "on a roll earn a token, one at a time; the GM's side has one in all. Spent before a roll, "
            f"any {odds.faces(token=True)} trumps: on tasks, damage and healing.",
        ),
    ]
    if rules.aspects:
        texts.append(
            (
                "Aspects",
                f"Every roll goes by one: superior shifts it {with_sign(SUPERIOR_SHIFT)} rank, "
                f"inferior {with_sign(INFERIOR_SHIFT)}.",
            )
        )
    if rules.advanced_descriptors:
        texts.append(
            (
                "Advanced",
                f"Shifted {with_sign(ADVANCED_SHIFT)} ranks, as the chances on the front are already; "
                "without the descriptor there is no chance.",
            )
        )
    return tuple(texts)


def _harm() -> str:
    """What each face takes that is no trump, such as "1 lost on 1–3, 2 on 4–5"."""
    lost: dict[int, list[int]] = {}
    for face, hp in odds.HARM.items():
        if face not in TRUMPS:
            lost.setdefault(hp, []).append(face)
    parts = [f"{hp}{'' if place else ' lost'} on {_span(faces)}" for place, (hp, faces) in enumerate(lost.items())]
    return ", ".join(parts)


def _span(faces: list[int]) -> str:
    """Faces in ascending order, those without a gap as from – to."""
    first, last = faces[0], faces[-1]
    return f"{first}–{last}" if first < last and last - first == len(faces) - 1 else "/".join(map(str, faces))


def _times(number: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(number, f"{number} times")
