"""The commented, legal concept that `chargen new five-plus` writes."""

STARTER = """\
system: five-plus
name: {name}
player: ""                       # who plays the character
concept: Bridge engineer who builds by day and takes down by night

# Levels go from 0 (incompetent) to 6 (expert). Written: level, level:tier, or level:tier+next, where next is
# the level reached in the tier above. Left out, the tier is 0.
skills:
  Sapping: 4
  Crossbow: 2
  Climbing: 3
  Haggling for timber: 2
  Improvise: 2                   # for everything else

# What the character can take: level, or damage/level:tier.
resistances:
  Physical: 3
  Nerve: "0/3"
  Fatigue: 2

traits:                          # a bonus counts in the odds; `all` is every roll
  - {{name: Sure-footed, effect: Does not slip on wet beams, bonus: {{Climbing: 1}}}}

abilities:                       # paid with damage to a resistance
  - {{name: Keystone, skill: Sapping, cost: {{Fatigue: 1}}, effect: Brings a wall down in one blow}}

equipment:
  - Coil of tarred rope
  - {{name: Blasting jar, effect: Opens what is shut, uses: 2}}

notes: |
  The bridge at Orne fell ten minutes too early. Somebody else had the plans.

# A picture, and the house rules of your table, may lie beside this file: `portrait: me.png`, `campaign: table.yaml`.
# Take the `# ` away from any line below to use it.
# rules: {{creation: points, points: 40, tier: 1}}    # creation is fixed, random or points
# conditions: [{{name: Soaked, effect: Teeth chatter, bonus: {{all: -1}}, until: A fire and dry clothes}}]
# attitudes: {{Guild of Masons: 1}}
# reputations: {{Orne: -2}}
# state: {{physical: 2}}           # what pencils changed in play
# advancement:                   # what play taught, in order; the levels above stay as they were created
#   - {{rolled: Sapping, double: 5}}                   # raises it, opens a tier or marks it, as the rule says
#   - {{award: 3, why: The siege is lifted}}
#   - {{raise: Crossbow, to: 3}}
"""


def starter(name: str) -> str:
    """A complete, legal concept for a character of that name (already written as YAML)."""
    return STARTER.format(name=name)
