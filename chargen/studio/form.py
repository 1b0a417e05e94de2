"""Describe a character as a form: fields by the game's schema, with values, chances and findings beside them.

The description is plain data. The page draws it, and answers with changes of the text; see `chargen.text.edits`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from chargen.checking.concept import Checked
from chargen.game.concept import PERSON, Concept
from chargen.game.contract import AnyGame
from chargen.game.rule import paths_checked_by
from chargen.page.form import Form
from chargen.page.roll import Roll, in_percent
from chargen.schema.json_schema import JsonSchema, nodes, of_key
from chargen.schema.model import models_at
from chargen.text.diagnostic import Diagnostic, KeyPath, Severity
from chargen.text.names import fold
from chargen.text.parts import find_value

FIRST = ("name", "player", "concept", "portrait")  # The keys that every form begins with
LAST = ("equipment", *PERSON, "notes")  # The keys that every form ends with
TABLE = {
    "rules": "table rules",
    "campaign": "campaign",
    "waive": "waived rules",
    "stated": "stated numbers",
    "state": "play state",
}
"""The keys about the table and its play, at the very end, and what they are called."""
ELSEWHERE = ("system", "advancement")
"""The keys that are chosen elsewhere: in the dialog for a new character, and under Points."""
FEW_NAMES = 6  # The most names of a mapping that each get a field (house default)
TO_DO = "todo"  # What a character that is not finished lacks: not wrong, but to be done
MISSING_KEY = "concept/missing-key"
_TO_ADD = re.compile(r"add\b")  # The hint of an error that says what there is to add
MOST_OF_A_TABLE = 0.6  # The largest share of a table that a family has to be a group of its list (house default)
LONG = ("notes",)  # The texts of several lines
_FOR_THE_TEXT = re.compile(r",? such as `\{[^`]*`| \(option `[^`]*`\)")
"""What helps who writes a file, and says nothing in a form."""
_MAPPING = re.compile(r"\{([^{}]*)\}")
_KEY = re.compile(r"`(\w+): \[?([^`\]]*)\]?`")
_MISSING_KEY = re.compile(r"add `\w+:`")
_BARE_KEY = re.compile(r"`(\w+):`")
"""Parts of hints that show YAML: a mapping, a key with its value, a missing key, whose field is there anyway, a key."""
Field = dict[str, Any]


def at_sections(checked: Checked, game: AnyGame) -> list[Diagnostic]:
    """Return what is reported: what a section lacks that the file lacks, at the section, and not at the name."""
    section_of = {
        game.code(rule): paths[0].split(".")[0] for rule in game.all_rules if (paths := paths_checked_by(rule))
    }
    return [
        replace(found, path=(section_of[found.code],), key=False)
        if found.path == ("name",) and found.code in section_of
        else found
        for found in checked.diagnostics
    ]


def in_grades(data: Any, found: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as the page shows it; an error that only says what is missing so far is to be done.

    >>> from chargen.text.diagnostic import error
    >>> found = error("`traits` is missing", "traits", code="concept/missing-key", hint="add `traits:`")
    >>> shown = in_grades({"name": "Kai"}, found)
    >>> shown["severity"], shown["message"], shown["hint"]
    ('todo', 'traits to choose', '')
    """
    shown: dict[str, Any] = {
        "severity": str(found.severity),
        "code": found.code,
        "message": found.message,
        "hint": found.hint,
        # 0 where it has no place.
        "line": found.line or 0,
        "column": found.column or 0,
    }
    # An error of no key, such as a text that is no YAML, is of what is written.
    is_there = not found.path or find_value(data, found.path) not in (None, "", [], {})
    # A key whose value is empty is one that was just begun.
    is_wrong = is_there or (found.key and (found.code != MISSING_KEY or not isinstance(found.path[-1], str)))
    if found.severity is not Severity.ERROR or (is_wrong and not _TO_ADD.match(found.hint)):
        return shown
    if found.code == MISSING_KEY:
        shown |= {"message": f"{str(found.path[-1]).replace('_', ' ')} to choose", "hint": ""}
    return shown | {"severity": TO_DO}


class Builder:
    """Build the fields of one character."""

    def __init__(self, checked: Checked, game: AnyGame) -> None:
        self._schema, self._concept = game.schema(checked.rules, checked.source.data), game.concept
        self._source, self._data = checked.source, checked.source.data
        view = checked.derived
        self._rolls = {fold(roll.label): roll for roll in view.rolls()} if view is not None else {}
        self._numbers = view.stats() if view is not None else {}
        form = game.form or Form()
        found = form.facts(view.character) if form.facts is not None and view is not None else ()
        self._facts = {tuple(fold(str(step)) for step in path): text for path, text in found}
        self._hidden = set(form.hidden(checked.rules)) if checked.rules is not None else set()
        self.left = at_sections(checked, game)  # The errors and warnings that no field has so far
        self._related = [
            replace(each, severity=Severity.NOTE, message=f"{each.message}: {other.message}", path=other.path, hint="")
            for each in self.left
            for other in each.related
            if other.path != each.path
        ]
        """The further places of errors, such as each section that is overspent beside the one that the error is at."""
        self._offered: dict[KeyPath, list[dict[str, Any]]] = {
            ("waive",): [
                {"value": found.code, "about": found.message}
                for found in self.left
                if found.severity is not Severity.NOTE and not found.code.startswith("yaml/")
            ],
            ("stated",): [{"value": name, "about": str(n)} for name, n in self._numbers.items() if _is_number(n)],
        }
        """What a list or a mapping offers beside what its schema says."""

    def shown(self, path: KeyPath, names: Iterable[str]) -> list[str]:
        """Return the keys of a mapping that mean something by the rules in force, or are written in the file."""
        if path[:1] == ("rules",):
            return [*names]
        around = find_value(self._data, path)
        written = set(map(fold, around)) if isinstance(around, dict) else set()
        return [name for name in names if name not in self._hidden or fold(name) in written]

    def field(self, path: KeyPath, alternatives: list[JsonSchema] | None = None) -> Field:
        """Return the field at a path, with everything in it; ``alternatives`` are its schemas, if not the path's."""
        alternatives = alternatives or nodes(self._schema, path)
        # The path with its last key as the file spells it.
        around = find_value(self._data, path[:-1])
        spelled = self._source.spelled(around, str(path[-1])) if isinstance(around, dict) else None
        written = path if spelled is None else (*path[:-1], spelled)
        value = find_value(self._data, written)

        # What is found within the value is at its own fields.
        found = [finding for finding in self.left if tuple(finding.path) == written]
        self.left = [finding for finding in self.left if finding not in found]
        found += [finding for finding in self._related if finding.path == written]
        own_label = TABLE.get(str(path[0])) if len(path) == 1 else None
        field: Field = {
            "path": list(written),
            "label": own_label or str(path[-1]).replace("_", " "),
            "about": _FOR_THE_TEXT.sub("", of_key(self._schema, path, "description") or ""),
            "fact": self._facts.get(tuple(fold(str(step)) for step in path), ""),
            "findings": [self.in_words(each) for each in found],
        }

        listed = next((node for node in alternatives if node.get("type") == "array"), None)
        mapping = next((node for node in alternatives if node.get("type") == "object"), None)
        # One of some words is usually meant, though several may be written in a list.
        is_word = any(node.get("type") == "string" and "enum" in node for node in alternatives)
        if listed is not None and not (is_word and mapping is None and not isinstance(value, list)):
            return field | self._list(written, value)
        if mapping is None:
            return field | self._single(written, value, alternatives)
        if "properties" not in mapping or isinstance(mapping.get("additionalProperties"), dict):
            return field | self._entries(written, value, mapping)

        # A mapping whose keys the schema lists; ``main`` is the field that one value may stand for.
        inner = [self.field((*written, name)) for name in self.shown(written, mapping["properties"])]
        main = find_main(self._concept, written, alternatives)
        if main and value is not None and not isinstance(value, dict):
            next(one for one in inner if one["path"][-1] == main)["value"] = value
        self._add_hints(inner)
        return field | {"kind": "group", "fields": inner, "main": main, "chance": self._chance(written)}

    def in_words(self, found: Diagnostic) -> dict[str, Any]:
        """Return a diagnostic whose hint names fields, and shows no YAML: ``name Boat hook, damage bonus 2``."""
        hint = "" if _MISSING_KEY.fullmatch(found.hint) else found.hint
        hint = _MAPPING.sub(lambda mapping: mapping[1].replace("_", " ").replace(": ", " "), hint)
        hint = _BARE_KEY.sub(r"\1", _KEY.sub(r"\1 \2", hint))
        shown = in_grades(self._data, found)
        return shown | ({"hint": hint} if shown["hint"] else {})

    # ---------------------------------------------------------------- one value

    def _single(self, path: KeyPath, value: Any, alternatives: list[JsonSchema]) -> Field:
        options = list(_options(alternatives))
        types = {node.get("type") for node in alternatives}
        single: Field = {"value": value, "options": options, "chance": self._chance(path)}
        default = of_key(self._schema, path, "default") if path[0] == "rules" or "boolean" in types else None
        if "boolean" in types or (not types and isinstance(value, bool)):
            return single | {"kind": "switch", "value": bool(default if value is None else value), "usual": default}
        if not types:  # anything, mostly a number
            return single | {"kind": "number", "low": None, "high": None, "usual": None, "free": True}
        if "integer" in types or "number" in types or (options and all(_is_number(row["value"]) for row in options)):
            bounds: JsonSchema = next((node for node in alternatives if "minimum" in node or "maximum" in node), {})
            low, high = bounds.get("minimum"), bounds.get("maximum")
            roll, _ = self._known(path)
            usual = roll.value if roll is not None and _is_number(roll.value) else default
            return single | {"kind": "number", "low": low, "high": high, "usual": usual, "free": "string" in types}
        is_closed = not any(node.get("type") == "string" and "enum" not in node for node in alternatives)
        if options and is_closed and types <= {None, "string", "array"}:
            return single | {"kind": "choice", "usual": default}
        return single | {"kind": "text", "long": path[-1] in LONG}

    def _known(self, path: KeyPath) -> tuple[Roll | None, Any]:
        """Return the roll whose number is at a path, and the derived number of its name."""
        roll, number = self._rolls.get(fold(str(path[-1]))), self._numbers.get(str(path[-1]))
        # In a list, what a thing asks for or changes only has the name of a number.
        above = (nodes(self._schema, path[:depth]) for depth in range(1, len(path)) if roll or number is not None)
        is_listed = any(node.get("type") == "array" for around in above for node in around)
        return (None, None) if is_listed else (roll, number)

    def _chance(self, path: KeyPath) -> str:
        """Return the chance of the roll at a path, or else the derived number of its name; empty without either."""
        roll, number = self._known(path)
        if roll is not None and roll.has_chance:
            return in_percent(roll.chance)
        return str(number) if _is_number(number) else ""

    # ---------------------------------------------------------------- several values

    def _add_hints(self, fields: Iterable[Field]) -> None:
        """Add to the empty fields of a thing of the book what its table says of them."""
        named = next((field for field in fields if field["path"][-1] == "name"), None)
        if named is None or not named["value"]:
            return
        tables = (node for node in nodes(self._schema, tuple(named["path"])) if "enumDescriptions" in node)
        described = {
            fold(str(name)): about
            for node in tables
            for name, about in zip(node["enum"], node["enumDescriptions"], strict=False)
        }
        facts = dict(part.partition(": ")[::2] for part in described.get(fold(str(named["value"])), "").split("; "))
        spelled = {fold(name): text for name, text in facts.items()}
        for field in fields:
            if field.get("value") is None and (text := spelled.get(fold(str(field["path"][-1])))):
                number = field["kind"] == "number" and re.fullmatch(r"-?\d+", text)
                field |= {"usual": int(text)} if number else {"hint": text}

    def _entries(self, path: KeyPath, value: Any, mapping: JsonSchema) -> Field:
        """Return a mapping with names of the player's own, and with listed keys before them where it has some."""
        names = mapping.get("propertyNames", {}).get("enum", ())
        listed = mapping.get("properties", names if len(names) <= FEW_NAMES else ())
        own = [name for name in value if name not in listed] if isinstance(value, dict) else []
        return {
            "kind": "entries",
            "fields": [self.field((*path, name)) for name in listed],
            "entries": [self._with_name(self.field((*path, name)), name) for name in own],
            "list": False,
            "chance": self._chance(path),
            "options": [
                *self._offered.get(path, ()),
                *({"value": name, "about": ""} for name in names if name not in listed),
            ],
            "closed": bool(names),
            "blank": _blank(nodes(self._schema, (*path, names[0] if names else "any other name"))),
        }

    def _list(self, path: KeyPath, value: Any) -> Field:
        alternatives = nodes(self._schema, (*path, 0))
        if isinstance(value, list):
            entries = [self.field((*path, index)) for index in range(len(value))]
        else:  # one entry, written without its list
            entries = [] if value is None else [self.field(path, alternatives)]
        properties = next((node for node in alternatives if node.get("type") == "object"), {})
        named = "name" if "name" in properties.get("properties", ()) else next(iter(properties.get("required", ())), "")
        names = nodes(self._schema, (*path, 0, "name")) or alternatives
        is_free = any(node.get("type") == "string" and "enum" not in node for node in names)
        named_entries = []
        for entry in entries:
            # What distinguishes it: its value, its field `name`, or the first with words.
            inner = sorted(entry.get("fields", ()), key=lambda field: field["path"][-1] not in ("name", "code"))
            words = (field["value"] for field in inner if isinstance(field.get("value"), str) and field["value"])
            named_entries.append(self._with_name(entry, str(entry.get("value") or next(words, ""))))
        options = [*_options(names), *self._offered.get(path, ())]
        return {
            "kind": "entries",
            "fields": [],
            "entries": named_entries,
            "list": True,
            "options": options,
            # What a word becomes that is added: the value of this key, or the word alone.
            "named": named,
            # Words of one's own are errors where only a table says what they do.
            "closed": bool(options) and not (is_free and properties) and path not in self._offered,
            "blank": _blank(alternatives),
        }

    def _with_name(self, entry: Field, name: str) -> Field:
        """Return an entry with what it is called, and the dice and the chance of the roll of that name."""
        roll = self._rolls.get(fold(name))
        named = {"label": name, "chance": entry.get("chance") or self._chance((name,))}
        return entry | named | {"dice": roll.roll if roll is not None else ""}


def find_main(concept: type[Concept], path: KeyPath, alternatives: Iterable[JsonSchema]) -> str:
    """Return the field of the mapping at a path that one value may mean; empty where a mapping must be written.

    ``alternatives`` are the schemas of what is allowed there.
    """
    kinds = {node.get("type") == "object": node for node in alternatives}
    if kinds.keys() != {True, False}:
        return ""
    # Where a game takes no single value, one is an error, and most likely a name.
    usual = "name" if "name" in kinds[True].get("properties", ()) else ""
    return next(filter(None, (model.shorthand for model in models_at(concept, path))), usual)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _options(alternatives: Iterable[JsonSchema]) -> Iterator[dict[str, Any]]:
    """Yield the values that the schema suggests or demands, with what the book's table says of each.

    The things of a table come by group, without its classes and other spellings. The group of a thing is its class, or
    the largest of its families that is not nearly all of the table.
    """
    for node in alternatives:
        values, texts = node.get("enum", ()), node.get("enumDescriptions", ())
        rows = {value: text.split("; ") if text else [] for value, text in zip(values, texts, strict=False)}
        if not any(_fact(row, "items") or _fact(row, "families") for row in rows.values()):
            # A row that begins with the name of another one is a spelling of that.
            yield from (
                {"value": value, "about": _in_line(rows.get(value, ()))}
                for value in values
                if not any(part != value and part in rows for part in rows.get(value, ())[:1])
            )
            continue
        things = {value: row for value, row in rows.items() if not row or row[0] not in rows}
        sizes = Counter(family for row in things.values() for family in _fact(row, "families"))
        for value, row in things.items():
            facts = [part for part in row if part.partition(": ")[0] not in ("items", "spellings", "families")]
            families = [name for name in _fact(row, "families") if sizes[name] <= MOST_OF_A_TABLE * len(things)]
            group = max(families, key=lambda name: (sizes[name], len(name)), default="")
            items, about = _fact(row, "items"), _in_line(facts)
            if not items:
                yield {"value": value, "about": about, "group": group}
            # The only number of a class is shown without its name, such as `+2` for `damage bonus: 2`.
            name, _, number = facts[0].partition(": ") if len(facts) == 1 else ("", "", "")
            if number.isdecimal():
                about = f"+{number}" if "bonus" in name else number
            yield from ({"value": item, "about": about, "group": value} for item in items)


def _fact(row: Iterable[str], name: str) -> list[str]:
    """Return the words of a fact of a table's row, such as ``families: swords, blades``."""
    return next((part.removeprefix(f"{name}: ").split(", ") for part in row if part.startswith(f"{name}: ")), [])


def _in_line(facts: Iterable[str]) -> str:
    return " · ".join(fact.removeprefix("remark: ").replace(": ", " ").replace(" -", " −") for fact in facts)


def _blank(alternatives: list[JsonSchema]) -> Any:
    """Return the value of a new entry: the shortest one that the schema allows; None for a number to be chosen."""
    mapping = next((node for node in alternatives if node.get("type") == "object"), None)
    if any(node.get("type") == "integer" or _is_number((*node.get("enum", ()), None)[0]) for node in alternatives):
        # A mapping that may be empty has a number to start with, such as a counter.
        return None if mapping is None or mapping.get("required") else 0
    if any(node.get("type") == "string" for node in alternatives):
        return ""
    if any(node.get("type") == "array" for node in alternatives):
        return []
    return {} if mapping is not None else None
