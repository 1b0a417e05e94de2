"""Read campaign files: a GM's house rules per game, waivers for all characters, and a theme."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import WithJsonSchema

from chargen import fileio, registry
from chargen.game.concept import RuleSet, Waiver
from chargen.schema.model import Model, Several
from chargen.schema.parsing import parse
from chargen.schema.schema_error import UNKNOWN_KEY, written_near
from chargen.text.diagnostic import Diagnostic, error, warning
from chargen.text.names import did_you_mean, find_same, fold, instead, listing
from chargen.text.source import Source


class Campaign(Model):
    """Hold the house rules of a table."""

    name: str = ""
    """What the campaign is called."""
    rules: Annotated[Mapping[str, Any], WithJsonSchema({"type": "object"})] = {}
    """By system: the rules that differ from the book."""
    waive: Several[Waiver] = ()
    """Errors and warnings that this table allows everyone, each with its code and why."""
    theme: str = ""
    """The look of the sheets: `chargen themes` lists them. `--theme` is stronger."""
    pack: str = ""
    """The words that NPCs are made of: a name of `chargen batch --packs`, or the path of a file beside this one."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Hold a campaign file as it was read, for one game."""

    campaign: Campaign = field(default_factory=Campaign)
    rules: RuleSet | None = None
    source: Source | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    unread: frozenset[str] | None = frozenset()
    """The settings that could not be read; None where nothing is known of the rules."""


def sought(written: str, folder: Path) -> Path | Diagnostic:
    """Return the campaign file that a file in ``folder`` names under ``campaign``, or what is wrong with that."""
    try:
        return fileio.named_in(folder, written)
    except fileio.Unreadable as exc:
        return fileio.not_read("campaign file", written, exc, "campaign", code="campaign/not-found")


_EXPECTED_KEYS = frozenset({"rules", "waive", "theme", "pack"})
"""The keys of which a campaign file has at least one; no line of any other file is shown."""


def read_campaign(path: Path, shown: str, system: str | None = None) -> HouseRules:
    """Return the house rules of a campaign file for ``system``; for None, all games' rules are checked.

    ``shown`` is how diagnostics call the file.
    """
    source = fileio.read_source(path, shown)
    if source.data is None:
        hint = "a campaign file is plain text with the house rules, in YAML"
        found = tuple(
            replace(one, message=one.message.replace("not a character file", "not a campaign file"), hint=hint)
            if one.code == "yaml/foreign"
            else one
            for one in source.diagnostics
        )
        # Without its text, so that no line is shown of a file that was possibly not meant.
        return HouseRules(source=replace(source, text=""), diagnostics=found, unread=None)
    if not isinstance(source.data, dict) or _EXPECTED_KEYS.isdisjoint(map(fold, source.data)):
        hint = f"it has one of the keys {listing((f'`{key}`' for key in sorted(_EXPECTED_KEYS)), 'or')}"
        diagnostic = error("this is not a campaign file", code="campaign/not-a-campaign", hint=hint)
        source = replace(source, text="")
        return HouseRules(source=source, diagnostics=source.locate([diagnostic]), unread=None)
    parsed = parse(Campaign, source.data)
    campaign = parsed.value or Campaign()
    diagnostics: list[Diagnostic] = [*source.diagnostics, *parsed.diagnostics]
    if campaign.theme:
        from chargen.render import theme  # imported here: few campaigns have one

        if not find_same(name := campaign.theme, theme.NAMES):
            hint, fix = instead(name, theme.NAMES), written_near(name, theme.NAMES)
            message = f"no theme is called `{name}`"
            diagnostics.append(error(message, "theme", code="campaign/unknown-theme", hint=hint, fix=fix))
            # Reported once, here: a printer must not fail by it again.
            campaign = campaign.model_copy(update={"theme": ""})
    chosen, unread = _parse_rules(campaign, system, diagnostics)
    lost = (path[1:] for path in parsed.rejected if path[:1] == ("rules",))
    if any(not path or fold(str(path[0])) == fold(system or "") for path in lost):
        unread = None
    diagnostics += _unknown_codes(campaign, system)
    placed = sorted(source.locate(diagnostics), key=lambda diagnostic: diagnostic.place or ())
    return HouseRules(campaign, chosen, source, tuple(placed), unread)


def _parse_rules(
    campaign: Campaign, system: str | None, diagnostics: list[Diagnostic]
) -> tuple[RuleSet | None, frozenset[str] | None]:
    """Return the rules for ``system``, if any, and its unread settings (see `HouseRules`).

    Append what is wrong with them, or for None with those of all games.
    """
    chosen: RuleSet | None = None
    unread: frozenset[str] | None = frozenset()
    for name, values in campaign.rules.items():
        if system is not None and fold(name) != fold(system):
            continue
        try:
            game = registry.system(name)
        except registry.Unavailable as exc:
            # A game that is not installed here may be installed for another player; a broken one is an error.
            report = warning if isinstance(exc, registry.UnknownGame) else error
            diagnostics.append(report(str(exc), "rules", name, key=True, code=exc.code, hint=exc.hint))
            continue
        # `facade:` with nothing below it is a section that was just begun.
        rules = parse(game.rules, values if values is not None else {})
        for each in rules.diagnostics:
            # To the game's rules, what they are part of is the file.
            message, hint = (text.replace("`the file", f"`{name}") for text in (each.message, each.hint))
            diagnostics.append(replace(each, path=("rules", name, *each.path), message=message, hint=hint))
        if game.key == system:
            chosen = rules.value
            # A misspelt setting, or one with an error in it; a key that is like no other means none.
            lost = {
                fold(str(each.fix if each.code == UNKNOWN_KEY and len(each.path) == 1 else each.path[0]))
                for each in rules.diagnostics
                if each.path
            }
            fields = frozenset(name for name in game.rules.model_fields if fold(name) in lost)
            unread = None if rules.value is None else fields
    return chosen, unread


SHOWN_BY_CHECK = "`chargen check` shows the code of an error or a warning in brackets"


def _unknown_codes(campaign: Campaign, system: str | None) -> Iterator[Diagnostic]:
    """Warn of waivers of unknown codes; of those of ``system`` only, unless it is None.

    An unused waiver gets no warning: it is there for all characters.
    """
    for index, waiver in enumerate(campaign.waive):
        key = (waiver.code or "").partition("/")[0]
        if waiver.code is None or (system is not None and key != system and key in registry.list_games()):
            continue
        try:
            codes = registry.system(key).codes()
            hint = did_you_mean(waiver.code, codes, SHOWN_BY_CHECK)
        except registry.UnknownGame:
            codes, hint = [], did_you_mean(key, registry.list_games(), SHOWN_BY_CHECK)
        # Its codes are unknown, so the waiver cannot be judged.
        except registry.BrokenGame:
            continue
        if waiver.code not in codes:
            message = f"the waiver of `{waiver.code}` is not used: no rule has that code"
            fix = written_near(waiver.code, codes)
            yield warning(message, "waive", index, "code", code="waive/unused", hint=hint, fix=fix)
