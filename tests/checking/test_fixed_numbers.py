"""Numbers that a book fixes, where a file tries to set them."""

import pytest

from chargen import check, registry
from tests.scale import some

FIXED = [(key, name) for key in registry.list_games() for name in registry.system(key).rules.fixed]
assert FIXED


@pytest.mark.parametrize(("key", "name"), some(FIXED, 20))
def test_a_number_of_the_book_is_no_setting(key: str, name: str) -> None:
    rules = registry.system(key).rules
    found = check(f"system: {key}\nname: Kai\nrules: {{{name}: 1}}\n").diagnostics
    (fixed,) = [diagnostic for diagnostic in found if "fixed by the book" in diagnostic.message]
    assert fixed.message == f"`{name}` is fixed by the book ({rules.fixed[name]})"
    assert fixed.place is not None
    assert fixed.place.line == 3
    assert all(f"{setting}" in fixed.hint for setting in rules.model_fields)
