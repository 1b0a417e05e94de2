"""The commented, legal concept that `chargen new roll-when-you-need` writes."""

STARTER = """\
system: roll-when-you-need
name: {name}
player: ""                       # who plays the character
concept: Night clerk of a grand hotel who reads every telegram

# Twenty abilities from 1 to 5, and Resilience; what is not listed is 1. Roll that many dice: any 5 or 6 does it.
# A difficulty above the ability brings as many disaster dice as it is above.
abilities:
  insight: 4
  subterfuge: 4
  poise: 3                       # as many boxes of social stress
  resilience: 3                  # as many boxes of physical stress; left out, endurance counts
  awareness: 3
  charm: 3
  mathematics: 2
  stealth: 2
  wealth: 1                      # wealth and reputation: 0 to 5, and 0 where not listed
  reputation: 2

# Every quality helps and hinders.
qualities:
  - {{name: Never forgets a face, benefit: Knows who stayed here and with whom, drawback: Stares}}
  - {{name: Courteous to a fault, benefit: Is let in everywhere, drawback: Cannot interrupt anybody}}

# At least one talent: something the character knows how to do.
talents:
  - {{name: Other people's mail, effect: Opens and closes an envelope without a trace}}

equipment:
  - {{name: Pass key, effect: opens every room but the one on the top floor}}
  - Silver letter knife

notes: |
  The guest on the top floor has been writing to a dead man for a year, and the answers come by return of post.

rules: {{ability_points: 19}}      # the text sets no budget; this table counts steps above what is unlisted

# A picture, and the house rules of your table, may lie beside this file: `portrait: me.png`, `campaign: table.yaml`.
# Take the `# ` away from any line below to use it.
# consequences: [{{minor: Bruised ribs}}, moderate]
# state: {{social_stress: 1}}        # what pencils changed in play
# advancement:                     # what was awarded, changed, gained and lost, in order:
#   - {{award: 2, why: The telegram from Trieste}}
#   - {{change: poise, to: 4, points: 1}}
#   - {{gain: {{talent: {{name: Back stairs, effect: Is in two places nearly at once}}}}}}
"""


def starter(name: str) -> str:
    """A complete, legal concept for a character of that name (already written as YAML)."""
    return STARTER.format(name=name)
