"""The commented, legal concept that `chargen new gamocles` writes."""

STARTER = """\
system: gamocles
name: {name}
player: ""                       # who plays the character
concept: Lift operator of a tower that nobody has seen the top of

# Five traits, all of them needed. A check rolls trait + skill dice and keeps as many as the trait.
traits: {{grit: 2, instinct: 2, movement: 3, reason: 2, will: 3}}

# Ten skills; one that is not listed is 0. A negative skill takes dice away, rolled and kept.
# arcane, craft, combat, defence, history, language, manipulation, network, subtlety, tactics (Arc, Crf, Cmb, Def ...)
skills: {{craft: 2, combat: 2, defence: 1, network: 3, subtlety: 2, arcane: -1}}

weapon: {{name: Brass crank handle, rating: 2}}      # Offensive Rating = M + I + Cmb + 2; unarmed comes by itself
armour: {{name: Buttoned uniform, rating: 1}}        # Defensive Rating = G + I + Def + 1

variations:                      # what sets the character apart; points and requirements as your table has them
  - {{name: Between Floors, points: 1, requires: {{network: 2}}, effect: Knows who went up and never came down}}

equipment:
  - Keys to forty of the sixty known floors
  - {{name: Folding stool, effect: Anybody who sits on it starts to talk}}

notes: |
  Once a year the lift is called from a floor that has no button.

# A picture, and the house rules of your table, may lie beside this file: `portrait: me.png`, `campaign: table.yaml`.
# Take the `# ` away from any line below to use it.
# pools: [{{name: Hold the cable, pool: 6k3}}]                  # checks that are not trait + skill
# rules: {{trait_points: 12, skill_points: 9, sheet_tn: 20}}    # a budget of your table; the TN of the sheet's matrix
# state: {{wounds: 2}}             # what pencils changed in play
# advancement:                   # experience, in order; points are what your table asks
#   - {{award: 4, why: the long descent}}
#   - {{change: combat, to: 3, points: 3}}
"""


def starter(name: str) -> str:
    """A complete, legal concept for a character of that name (already written as YAML)."""
    return STARTER.format(name=name)
