"""The commented, legal concept that `chargen new facade` writes."""

STARTER = """\
system: facade
name: {name}
player: ""                       # who plays the character
concept: Harbour pilot who fences at dawn

# 100 AP, 200 SP and 50 BP; what is more is covered by 50 EP, which buy 1 AP, 2 SP or 1 BP each. That is worked
# out for you: here 140 AP, 200 SP and 60 BP take 40 + 0 + 10 EP. `chargen show` prints the whole reckoning.
age: 27
frame: female                    # female or male: height and weight follow from Body; left out: no loads

# Fifteen attributes from 0 to 6; 3 is the human average. They cost 1, 3, 6, 10, 15 and 21 AP.
attributes:
  body: {{strength: 3, stamina: 3, health: 3}}
  action: {{finesse: 3, grace: 4, agility: 5}}
  mind: {{reason: 3, insight: 4, perception: 4}}
  persona: {{poise: 4, charisma: 4, wits: 3}}
  soul: {{creativity: 3, luck: 3, will: 4}}

# What helps or hinders now and then: minor, simple, medium, major or extreme; a negative level gives AP back.
# `bonus` puts numbers on the sheet; without it a modifier is told in words.
modifiers:
  - {{name: Light Sleeper, category: mind, cost: minor, level: 3}}
  - {{name: Honest Face, category: persona, cost: simple, level: 2}}
  - {{name: Good with Dogs, category: persona, cost: simple, level: 3}}
  - {{name: Long Breath, category: body, cost: medium, level: 4, effect: under water and in smoke}}
  - {{name: Ambidextrous, category: action, cost: major, level: 3}}
  - {{name: Easily Strained, category: body, cost: simple, level: -2, bonus: {{strain: -1}}}}

# A broad skill, in it focus skills, in these specialties; each of level 0 to 4. The names are yours. A roll is
# attribute + broad skill + focus + specialty: Rapier is Agility 5 + 4 + 4 + 4 = 17.
skills:
  Athletics:
    level: 4
    attribute: agility           # may stand at any height; the nearest one counts
    Dodge: {{level: 4, Roll: 3, Sidestep: 4}}
    Running: {{level: 3, Sprinting: 3, Distance: 3}}
  Martial:
    level: 4
    attribute: agility
    Swords: {{level: 4, Rapier: 4, Parry: {{level: 4, attribute: grace}}}}
    Brawling: {{level: 4, Punch: 4, Kick: 3}}
  Alertness:
    level: 4
    attribute: perception
    Empathy: {{level: 4, Sense Motive: 4}}
    Search: {{level: 4, Hidden Objects: 4}}
  Persuasion:
    level: 4
    attribute: charisma
    Debate: {{level: 4, Argue: 4}}
    Seduction: {{level: 3, Letters: 3}}
  Stealth:
    level: 4
    attribute: grace
    Sneaking: {{level: 4, Floorboards: 4}}
    Hiding: {{level: 3, Shadows: 3}}
  Medicine: {{level: 3, attribute: insight, First Aid: {{level: 4, Bleeding: 4}}}}
  Vehicles: {{level: 3, attribute: finesse, Sailing: {{level: 4, Harbour Pilotage: 4}}}}
  Endurance: {{level: 3, attribute: stamina, Hardship: {{level: 3, Cold: 3}}}}
  Academics: {{level: 3, attribute: reason, Languages: {{level: 3, Port Cant: 4, French: 3}}}}

# Ties to the setting: resources, relationships, status, special circumstances; liabilities give BP back: debts,
# dysfunction, notoriety, special problems. Standard, exponential, or individual with a price of its own.
backgrounds:
  - {{name: Savings, class: resources, kind: exponential, cost: simple, level: 6}}
  - {{name: A share in a boat, class: resources, kind: individual, points: 12}}
  - {{name: Rented room, class: resources, kind: standard, cost: minor, level: 6}}
  - {{name: Family, class: relationships, kind: standard, cost: medium, level: 4}}
  - {{name: Friends at the docks, class: relationships, kind: standard, cost: simple, level: 8}}
  - {{name: Guild standing, class: status, kind: exponential, cost: medium, level: 4}}
  - {{name: Pilot's licence, class: status, kind: standard, cost: major, level: 6}}
  - {{name: Owes the salle, class: debts, kind: standard, cost: simple, level: 3}}

# Of the tables, or {{name: Sword cane, damage: 2D, strength: 2, reach: Med.}}. A weapon is used with the skill of its
# name, else of its family (Swords, Blades …), else Martial, as the knife here; or write {{name: knife, skill: Punch}}.
weapons: [rapier, knife]
armor: [leather jacket]
equipment:
  - Oilskin and lantern
  - {{name: Tide tables, effect: a year out of date}}

notes: |
  Brought the wrong ship in once, for the right reason.

# A picture, and the house rules of your table, may lie beside this file: `portrait: me.png`, `campaign: table.yaml`.
# Take the `# ` away from any line below to use it.
# rules: {{background_points_from: fixed}}    # or creation: pool-buy, skills: cascade; `chargen explain facade` has all
# state: {{bruising: 2, strain: 5}}           # what pencils changed in play
# advancement:                     # experience, in order; the numbers above stay as they were created
#   - {{award: 6, why: two games}}
#   - {{raise: will, to: 5}}
#   - {{add: Medicine > Pharmacy > Toxins, level: 2}}
"""


def starter(name: str) -> str:
    """A complete, legal concept for a character of that name (already written as YAML)."""
    return STARTER.format(name=name)
