from fractions import Fraction

import chargen

party = chargen.npcs("gamocles", role="guard", seed="wall", number=3)
best: dict[str, tuple[Fraction, str]] = {}
for member in party:
    for action in member.actions:
        known = best.get(action.name, (Fraction(0), ""))
        best[action.name] = max(known, (action.chance, member.name))
for name, (chance, who) in sorted(best.items()):
    print(f"{name:<20} {float(chance):6.1%}  {who}")
