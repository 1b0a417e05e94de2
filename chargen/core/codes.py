"""What each code says that belongs to no game: findings about files, their YAML and their shape."""

from collections.abc import Mapping

EXPLANATIONS: Mapping[str, tuple[str, str]] = {
    "file/not-found": ("The file that was named must exist.", "Patterns in quotes are matched by chargen itself."),
    "file/unreadable": ("The file must be readable.", "It may be a folder, or its permissions may forbid it."),
    "file/outside": (
        "What a file names lies below its own folder, or below the working folder.",
        "Else a stranger's file could show, or print, any other of this machine; `chargen --any-path` allows it.",
    ),
    "file/no-concepts": (
        "A folder that is named must hold concepts.",
        "They end in .yaml or .yml; hidden ones are passed over.",
    ),
    "yaml/too-large": ("A concept is at most 1 MiB.", "More is most likely not the file that was meant."),
    "yaml/encoding": (
        "A concept is written in UTF-8.",
        "Most editors call it that when saving; a byte order mark is fine.",
    ),
    "yaml/empty": ("A concept holds at least a system and a name.", "`chargen new SYSTEM` writes one to start from."),
    "yaml/syntax": (
        "A concept is YAML.",
        "Texts with a colon and a blank, or that start with a sign such as @ or *, stand in quotes.",
    ),
    "yaml/documents": ("A file holds one concept.", "A line of three dashes would start a second one."),
    "yaml/tag": ("A concept is plain data: no tags.", "Tags such as !!python would let a file run code."),
    "yaml/key": ("A key is a name.", "YAML lets lists and mappings be keys; a concept has no use for them."),
    "yaml/anchors": (
        "Anchors and aliases stay small.",
        "A few lines of nested aliases can stand for billions of values.",
    ),
    "yaml/too-deep": ("Mappings and lists are nested at most 40 deep.", "A concept needs five or six."),
    "yaml/control-character": (
        "Text holds no control characters.",
        "They cannot be printed, and may command a terminal.",
    ),
    "yaml/blank": (
        "A blank parts a dash from what it lists.",
        "Without it the line is text, and belongs to the line before it.",
    ),
    "yaml/comma": (
        "Inside { } a comma ends a text.",
        "A text that has one stands in quotes.",
    ),
    "yaml/comment": (
        "What follows a blank and # is a comment.",
        "A text such as Lantern #2 stands in quotes.",
    ),
    "yaml/quotes": (
        "Texts are quoted with the marks of the keyboard: \"\" or ''.",
        "Those that typesetting makes are letters, and are printed with the text.",
    ),
    "yaml/doubled-key": (
        "A key stands once.",
        "YAML readers keep one of the two in silence; which one is anybody's guess.",
    ),
    "concept/not-a-mapping": (
        "A concept is a mapping of keys to values.",
        "It starts with lines such as `system: five-by-five`.",
    ),
    "concept/unknown-system": ("`system` names a game that is there.", "`chargen systems` lists them."),
    "concept/broken-system": (
        "A plug-in's game can be loaded, and does not trip over a character.",
        "The message says what its code ran into, and where; CHARGEN_DEBUG=1 shows the whole way.",
    ),
    "concept/missing-key": (
        "What a concept needs is there.",
        "`chargen schema SYSTEM` lists every key and what it means.",
    ),
    "concept/unknown-key": (
        "Every key is one that the game knows.",
        "An unknown one is most likely misspelt, and would be lost in silence.",
    ),
    "concept/wrong-type": (
        "Every value is of the kind its key wants.",
        "A number in quotes is text; text that looks like a number needs quotes.",
    ),
    "concept/out-of-range": ("Every number is within what its key allows.", ""),
    "concept/unknown-choice": (
        "Where the book gives a list, the value is one of it.",
        "Case, blanks, hyphens and underscores do not matter.",
    ),
    "concept/too-many": (
        "A list or mapping has at most 1,000 entries, and a ledger beside more than 300 values fewer; at most 1,000 "
        "values of a file are reported as misfits.",
        "No character comes near either; docs/reference/limits.md lists every limit.",
    ),
    "concept/empty": ("A text that is written is not empty.", ""),
    "concept/stated": (
        "A derived number that the file repeats is the one that the rules give.",
        "Under `stated`, by the names of `chargen show --format json`.",
    ),
    "concept/state": ("What pencils changed fits the boxes of the sheet.", "Under `state`, by the tracker's name."),
    "concept/date": (
        "The dates of a ledger never go back from line to line.",
        "Lines are replayed in the order they stand in; a mistyped year would otherwise never be noticed.",
    ),
    "concept/portrait": (
        "A portrait is a picture beside the file.",
        "PNG, JPEG, WebP, GIF or SVG, at most 20 MB and 25 million pixels; a drawing takes at most 10,000 steps.",
    ),
    "campaign/not-found": (
        "The campaign file that a concept names is there.",
        "Its path starts at the concept's folder.",
    ),
    "campaign/not-a-campaign": (
        "The file that a concept names under `campaign` is one of house rules.",
        "It has `rules`, `waive` or `theme`. Of a file that has none of them, nothing is shown.",
    ),
    "campaign/unknown-theme": (
        "The theme that a campaign asks for is one that chargen has.",
        "`chargen themes` lists them; without one, sheets are plain.",
    ),
    "render/overflow": (
        "A sheet fits on the pages it is laid out for.",
        "Only with `--strict-fit`; otherwise white space shrinks and what is left goes on a further page.",
    ),
    "render/not-made": (
        "The machine has what a sheet needs: memory, room on the disk, and permission to write.",
        "What is missing costs the sheets that need it; the others are made.",
    ),
    "render/letters": (
        "For a PDF standard, some typeface must have every letter of the sheet.",
        "PDF/A, PDF/UA and PDF/X forbid the empty box that stands for a letter which no typeface has.",
    ),
    "render/own-file": (
        "A sheet is not written over a file that it, or another sheet of the run, is made from.",
        "Such as a portrait that is called as the picture of the sheet would be.",
    ),
    "render/unexpected": (
        "Making a sheet does not break chargen.",
        "Where it does, our code or the printer's is at fault; the other sheets are made all the same.",
    ),
    "form/unreadable": (
        "A filled form is a PDF that `chargen render --fillable` made, with its fields still in it.",
        "Printing a form to PDF, or flattening it, loses the fields.",
    ),
    "form/another": (
        "A filled form goes into the concept it was made from.",
        "The form names the game and the character; `--force` passes over another name, never over another game.",
    ),
    "form/not-updated": (
        "A concept's `state` is brought up to date by changing those lines alone.",
        "Where that cannot be done, or would break a rule, the file stays as it is, and the patch is printed.",
    ),
    "archetype/number": ("The number of people from one source is from 1 to 10,000.", ""),
    "archetype/not-an-archetype": (
        "An archetype is a mapping with the key `archetype`, which names its game.",
        "`chargen batch SYSTEM --roles` lists those that come with chargen.",
    ),
    "archetype/no-strangers": (
        "The game of an archetype makes NPCs.",
        "A plug-in need not; our own games all do.",
    ),
    "archetype/another-system": ("What is pinned is for the archetype's own game.", ""),
    "archetype/unknown-role": (
        "A role that is named is one of the game's.",
        "Or, for `extends`, a file beside this one.",
    ),
    "archetype/extends": (
        "What an archetype builds on is there, is of the same game, and does not build on it in turn.",
        "`extends` names a role of the game, or the path of a file, from this file's folder.",
    ),
    "archetype/names": (
        "Names come from lists that are there, or from your own `given` and `family` names.",
        "Every given name of a list goes with every family name.",
    ),
    "archetype/words": ("A list of words that replaces a game's own has something in it.", ""),
    "archetype/pack": (
        "A pack is one that comes with chargen (`chargen batch --packs`), or a file that begins with `pack:`.",
        "",
    ),
    "archetype/tie": ("A tie names the other person on both sides, as `{who}`.", ""),
    "archetype/draw": (
        "A draw says what to draw: `one_of`, `range`, or `some_of` with a `count`, and nothing else.",
        "It is looked at before anybody is made, so that no person of thousands stumbles over it.",
    ),
    "batch/unlawful": (
        "What is settled about somebody leaves room for a lawful character.",
        "Pins are never changed to make it so; change them, or the rules.",
    ),
    "batch/unexpected": (
        "Making a person does not break chargen.",
        "Where it does, our code is at fault; the other people are made all the same.",
    ),
    "batch/changed-file": (
        "A character's file stays as it is while a batch is made that prints it.",
        "Otherwise a deck would hold what nobody asked for.",
    ),
    "batch/lost": (
        "A process that makes people lives until they are made.",
        "One that is killed is replaced; what kills every process is given up, so that the others are made.",
    ),
    "spreadsheet/encoding": (
        "A spreadsheet is saved as CSV in UTF-8.",
        "UTF-16 is read as well; anything else is taken for Windows-1252, which may be wrong.",
    ),
    "spreadsheet/too-large": ("A spreadsheet has at most 100,000 rows and 50 MB.", ""),
    "spreadsheet/quote": ("A quote that opens a cell is closed.", "Within quotes, a quote is written twice."),
    "spreadsheet/empty": ("A spreadsheet has a header row, and a row for each person.", ""),
    "spreadsheet/no-system": (
        "A spreadsheet among other sources names its game in a column `system`, unless all others are of one game.",
        "",
    ),
    "spreadsheet/header": (
        "Every column settles something of its own.",
        "A heading that starts with # is passed over.",
    ),
    "spreadsheet/unknown-column": (
        "A heading is `name`, `role`, or a key of a concept, its parts parted by dots.",
        "Such as `hit_points`, or `skills.Sword.level`; `chargen schema SYSTEM` lists the keys.",
    ),
    "spreadsheet/no-heading": ("Every cell that says something stands under a heading.", ""),
    "config/syntax": ("chargen.toml is TOML.", 'Tables are `[render]`, lines in them `paper = "Letter"`.'),
    "config/unknown-command": (
        "A table of chargen.toml is named after a command.",
        "`color` alone stands above all tables, and holds for every command.",
    ),
    "config/unknown-option": (
        "A line of chargen.toml is named after an option of its command, without the dashes.",
        "`chargen config COMMAND` lists them with their defaults.",
    ),
    "config/value": ("A value of chargen.toml is one that its option takes.", "Flags are `true` or `false`."),
    "config/refused": (
        "chargen.toml overwrites nothing, and leads nowhere else.",
        "It may come with a folder that somebody else made; such options are for the command line alone.",
    ),
    "waive/unused": (
        "A waiver waives something.",
        "One that no longer does would hide the next mistake. A campaign's need not serve everyone, but names a rule.",
    ),
}
"""Code to what it asks, and why."""

_KAI = """\
system: five-by-five
name: Kai Brenner
descriptors:
  Lock Picking: 6
  Quick on the Stairs: 4
  Patching People Up: 2
  Gossip: 2
  Telling Lies: -5
hit_points: 4
"""
EXAMPLES: Mapping[str, str] = {
    "yaml/empty": "# Kai\n",
    "yaml/syntax": f"{_KAI}notes: A porter: by night\n",
    "yaml/documents": f"{_KAI}---\nname: Kai\n",
    "yaml/tag": f"{_KAI}player: !Text Jo\n",
    "yaml/key": f"{_KAI}[player]: Jo\n",
    "yaml/anchors": _KAI + "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9) if n else 1}]\n" for n in range(9)),
    "yaml/too-deep": f"{_KAI}notes: {'[' * 41}{']' * 41}\n",
    "yaml/control-character": f"{_KAI}player: J\x07o\n",
    "yaml/blank": f"{_KAI}equipment:\n  -Brass lantern\n  -Rope\n",
    "yaml/comma": f"{_KAI}advancement: [{{award: 2, why: The ball, and after}}]\n",
    "yaml/comment": f"{_KAI}equipment: Lantern #2\n",
    "yaml/quotes": f"{_KAI}player: “Jo”\n",
    "yaml/doubled-key": f"{_KAI}name: Kay\n",
    "concept/not-a-mapping": "- Kai\n",
    "concept/unknown-system": _KAI.replace("five-by-five", "five-by-fife"),
    "concept/missing-key": _KAI.replace("hit_points: 4\n", ""),
    "concept/unknown-key": f"{_KAI}equipmnt: Rope\n",
    "concept/wrong-type": _KAI.replace("hit_points: 4", "hit_points: four"),
    "concept/out-of-range": f"{_KAI}advancement: [{{award: -1}}]\n",
    "concept/unknown-choice": _KAI.replace("Stairs: 4", "Stairs: {value: 4, exclusive: doge}"),
    "concept/empty": _KAI.replace("Kai Brenner", '""'),
    "concept/stated": f"{_KAI}stated: {{hit_points: 12}}\n",
    "concept/state": f"{_KAI}state: {{hit_points: 20}}\n",
    "concept/date": f"{_KAI}advancement:\n  - {{award: 2, date: 2026-11-20}}\n  - {{award: 3, date: 2025-11-27}}\n",
    "concept/portrait": f"{_KAI}portrait: nobody.png\n",
    "campaign/not-found": f"{_KAI}campaign: nowhere.yaml\n",
    "waive/unused": f"{_KAI}waive: [{{code: five-by-five/values, why: agreed}}]\n",
}
"""Code to a file that has the fault, where one file can have it."""
NO_FIX: Mapping[str, str] = {
    "": "there are several ways to keep the rule, and the choice is yours",
    "file": "nothing that is written in a file mends it",
    "yaml": "what was meant cannot be told from what is written",
    "yaml/doubled-key": "which of the two holds is yours to say",
    "yaml/documents": "which of them is the character is yours to say",
    "yaml/comment": "it may be a comment",
    "concept": "what was meant is not near enough to a single name or number",
    "concept/missing-key": "what is missing only you know",
    "concept/out-of-range": "the nearest number need not be the one that was meant",
    "concept/stated": "the number may be wrong, or what it follows from",
    "concept/state": "how the character stands only you know",
    "concept/date": "the date may be wrong, or the order of the lines",
    "concept/portrait": "which picture was meant only you know",
    "concept/broken-system": "the plug-in is at fault, and not the file",
    "campaign": "house rules belong to the GM",
    "render": "nothing that is written in a file mends it",
    "form": "the form is at fault, and not the file",
    "archetype": "what was meant is not near enough to a single name",
    "batch": "pins are never changed to make somebody lawful",
    "spreadsheet": "chargen writes into no spreadsheet",
    "config": "settings are yours",
    "waive": "a waiver is the GM's to take back",
}
"""Code, or its family, to why a finding without a fix has none; those of games are of the family ""."""


def why_no_fix(code: str) -> str:
    """Return why a finding of a code that carries no fix is left to whoever wrote the file.

    >>> why_no_fix("yaml/comment"), why_no_fix("five-by-five/values")
    ('it may be a comment', 'there are several ways to keep the rule, and the choice is yours')
    """
    return NO_FIX.get(code) or NO_FIX.get(code.partition("/")[0]) or NO_FIX[""]
