"""Fights played out die by die, from the games' texts alone, to judge what `chargen encounter` reckons.

The simulators share nothing with chargen: they take stat blocks, as a reader works them out from the concepts beside
them, follow the text, and, where it is silent, what `docs/run-a-game.md` and the *Fights* of `docs/games/` say is ours.
"""
