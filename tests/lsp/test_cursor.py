"""Where the cursor is in a text that is being typed."""

import pytest

from chargen.lsp import cursor
from chargen.text.diagnostic import KeyPath


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("weapons:\n  - ‸", ("weapons", 0)),
        ("weapons:\n  - knife\n  - ‸", ("weapons", 1)),
        ("weapons:\n  - knife\n\n  # another\n  - club\n  - ‸", ("weapons", 2)),
        ("weapons:\n- knife\n- ‸", ("weapons", 1)),
        ("weapons:\n  - knife\n  - ‸\n  - club", ("weapons", 1)),
        ("weapons:\n  - name: Oar\n    properties:\n      - long\n  - name: ‸", ("weapons", 1, "name")),
        ("weapons:\n  - name: Oar\n    properties:\n      - long\n      - ‸", ("weapons", 0, "properties", 1)),
        ("weapons: [knife, club, ‸", ("weapons", 2)),
    ],
)
def test_an_entry_of_a_list_is_counted_from_the_beginning_of_its_own_list(text: str, path: KeyPath) -> None:
    """Blank lines, comments, what follows, and lists inside of other entries do not count."""
    before, _, _ = text.partition("‸")
    lines = text.replace("‸", "").split("\n")
    found = cursor.find(lines, before.count("\n"), len(before.rpartition("\n")[2]))
    assert found is not None
    assert found.path == path
