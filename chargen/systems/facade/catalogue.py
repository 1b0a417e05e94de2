"""A skill tree of our own, for strangers. The text's own tree is lost (FAC-Q11); no rule asks for ours.

A campaign plays with the skills that it likes: the names in a concept are free.
"""

from collections.abc import Mapping

Foci = Mapping[str, tuple[str, ...]]

SKILLS: Mapping[str, tuple[str, Foci]] = {
    "Athletics": (
        "agility",
        {
            "Dodge": ("Roll", "Sidestep", "Dive for Cover"),
            "Running": ("Sprinting", "Distance", "Hurdles"),
            "Climbing": ("Rope", "Rock Face", "Drainpipe"),
        },
    ),
    "Martial": (
        "agility",
        {
            "Swords": ("Rapier", "Broadsword", "Shortsword"),
            "Brawling": ("Punch", "Kick", "Headbutt"),
            "Hafted": ("Hatchet", "Mace", "Staff"),
            "Parry": ("Blade Parry", "Buckler", "Staff Parry"),
        },
    ),
    "Shooting": (
        "agility",
        {
            "Archery": ("Shortbow", "Longbow", "Crossbow"),
            "Handguns": ("Small Handgun", "Big Handgun", "Quick Shot"),
            "Long Guns": ("Rifle", "Shotgun", "Aimed Shot"),
        },
    ),
    "Endurance": (
        "stamina",
        {
            "Hardship": ("Cold", "Night Watch", "Forced March"),
            "Torture": ("Pain", "Silence", "Thirst"),
            "Labour": ("Lifting", "Digging", "Rowing"),
        },
    ),
    "Stealth": (
        "grace",
        {
            "Sneaking": ("Floorboards", "Undergrowth", "Crowds"),
            "Hiding": ("Shadows", "Small Spaces", "In Plain Sight"),
            "Shadowing": ("On Foot", "On Wheels", "Across Roofs"),
        },
    ),
    "Sleights": (
        "finesse",
        {
            "Pockets": ("Purses", "Keys", "Planting"),
            "Locks": ("Padlocks", "Safes", "Handcuffs"),
            "Cards": ("Dealing Seconds", "Stacking", "Palming"),
        },
    ),
    "Crafts": (
        "finesse",
        {
            "Repair": ("Electrical", "Clockwork", "Engines"),
            "Smithing": ("Blades", "Horseshoes", "Chains"),
            "Tailoring": ("Disguises", "Uniforms", "Sails"),
        },
    ),
    "Vehicles": (
        "finesse",
        {
            "Driving": ("Ambulance", "Motorcycle", "Lorry"),
            "Sailing": ("Dinghy", "Cutter", "Harbour Pilotage"),
            "Riding": ("Gallop", "Fences", "Mules"),
        },
    ),
    "Alertness": (
        "perception",
        {
            "Empathy": ("Sense Motive", "Calming", "Reading a Room"),
            "Search": ("Hidden Objects", "Crime Scenes", "Ledgers"),
            "Listening": ("Eavesdrop", "Engine Noise", "Footsteps"),
        },
    ),
    "Medicine": (
        "insight",
        {
            "First Aid": ("Bleeding", "Burns", "Choking"),
            "Surgery": ("Trauma", "Bones", "Eyes"),
            "Pharmacy": ("Toxins", "Remedies", "Doses"),
        },
    ),
    "Academics": (
        "reason",
        {
            "Biology": ("Anatomy", "Botany", "Birds"),
            "History": ("Dynasties", "Local Lore", "Wars"),
            "Languages": ("French", "Latin", "Port Cant"),
        },
    ),
    "Trade": (
        "reason",
        {
            "Commerce": ("Haggling", "Bookkeeping", "Appraisal"),
            "Law": ("Contracts", "Customs", "Courts"),
            "Navigation": ("Charts", "Stars", "Tides"),
        },
    ),
    "Persuasion": (
        "charisma",
        {
            "Debate": ("Argue", "Quips", "Sermons"),
            "Seduction": ("Glances", "Letters", "Dancing Close"),
            "Leadership": ("Orders", "Rally", "Delegate"),
        },
    ),
    "Presence": (
        "poise",
        {
            "Etiquette": ("Ballroom", "Guild Table", "Funerals"),
            "Intimidation": ("Stare", "Threats", "Silence That Grows"),
            "Acting": ("Comedy", "Accents", "Tears"),
        },
    ),
    "Artistry": (
        "creativity",
        {
            "Music": ("Piano", "Fiddle", "Street Organ"),
            "Painting": ("Portraits", "Signs", "Forgery"),
            "Story": ("Ballads", "Lies", "Bedtime Tales"),
        },
    ),
    "Occult": (
        "will",
        {
            "Folklore": ("Ghosts", "Wells", "House Spirits"),
            "Ritual": ("Candles", "Names", "Thresholds"),
            "Omens": ("Birds in Flight", "Dreams", "Spilled Salt"),
        },
    ),
}
"""Broad skill to the attribute it is rolled with, and its focus skills with their specialties."""
