"""What makes a command start and end sooner, each part with what it buys, in instructions (`valgrind`).

- `gc_tuning`: a twelfth of `chargen check`, and a fifth of a sheet's time.
- `entry_points`: a fifth of `chargen systems`, and 4 % of `chargen check`.
- `weasyprint_import`: an eighth of a sheet's time. It is the only part that changes other packages, while they load.

Patterns for mistakes, which most files do not have, are plain texts elsewhere: `re` compiles one at its first use.
"""
