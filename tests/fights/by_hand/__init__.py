"""Fights played out die by die, from the games' texts alone, to check the results of `chargen encounter`.

The simulators share no rules with chargen. They take stat blocks, as a reader derives them from the concepts beside
them, and follow the text. Where it is silent, they follow the house rules of `docs/run-a-game.md` and of the *Fights*
in `docs/games/`.
"""
