"""The commented, legal concept that `chargen new five-by-five` writes."""

STARTER = """\
system: five-by-five
name: {name}
player: ""                       # who plays the character
concept: Night porter who knows every door in town

# Five things that set the character apart. With hit points they share the values 6, 4, 4, 2, 2 and -5:
# the most important gets the 6. What is not listed is untrained (0).
descriptors:
  Lock Picking: 6
  Bare-Knuckle Boxing: {{value: 4, exclusive: attack}}    # improves one exclusive action at most:
  Quick on the Stairs: {{value: 2, exclusive: dodge}}     # attack, dodge, healing or steal initiative
  Patching People Up: {{value: 2, exclusive: healing}}
  Telling Lies: -5

hit_points: 4                    # the value placed on hit points; HP = 10 + 4 = 14

weapons: [untrained fist, {{name: Ring of keys, damage_bonus: 1}}]     # from the book's table, or a name and a number
armor: medium clothes
equipment:
  - Brass lantern
  - {{name: Master key, effect: opens the hotel and its neighbour}}

notes: |
  Owes a favour to somebody on the fourth floor.

# A picture, and the house rules of your table, may lie beside this file: `portrait: me.png`, `campaign: table.yaml`.
# Take the `# ` away from any line below to use it.
# rules: {{aspects: true}}         # optional rules; `chargen explain five-by-five` lists them
# state: {{hit_points: 9, doubles_token: true}}    # what pencils changed in play
# advancement:                     # experience, in order; the values above stay as they were created
#   - {{award: 4, why: four sessions}}
#   - {{raise: Quick on the Stairs, to: 4}}
"""


def starter(name: str) -> str:
    """A complete, legal concept for a character of that name (already written as YAML)."""
    return STARTER.format(name=name)
