"""What docs/editors.md shows, and the extension for VS Code, start the server."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SNIPPETS = re.findall(r"```(\w+)\n(.*?)```", (ROOT / "docs" / "editors.md").read_text(encoding="utf-8"), re.DOTALL)
EXTENSION = ROOT / "editors" / "vscode"


def test_the_snippets_in_toml_can_be_read() -> None:
    """Helix' languages.toml starts `chargen lsp` for YAML."""
    (helix,) = [tomllib.loads(text) for kind, text in SNIPPETS if kind == "toml"]
    server = helix["language-server"]["chargen"]
    assert (server["command"], server["args"]) == ("chargen", ["lsp"])
    assert helix["language"] == [{"name": "yaml", "language-servers": ["chargen"]}]


def test_neovim_is_given_the_same_command_twice() -> None:
    """Both snippets, of new and of older versions, start `chargen lsp`."""
    lua = [text for kind, text in SNIPPETS if kind == "lua"]
    assert [text.count('cmd = { "chargen", "lsp" }') for text in lua] == [1, 1]


def test_the_extension_starts_the_command_that_its_settings_name() -> None:
    """Its package names the script, the client that the script wants, and a command that may be another."""
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    script = (EXTENSION / package["main"]).read_text(encoding="utf-8")
    settings = package["contributes"]["configuration"]["properties"]
    assert settings["chargen.command"]["default"] == ["chargen", "lsp"]
    assert 'getConfiguration("chargen").get("command")' in script
    assert set(re.findall(r'require\("([\w-]+)', script)) == {"vscode", *package["dependencies"]}
