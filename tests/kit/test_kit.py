"""One place to import from, for authors of games."""

import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType

from chargen import kit


def test_every_name_is_there_and_documented() -> None:
    """Each can be had, and says what it is; the module that has numbers and type aliases explains them."""
    values = {name: getattr(kit, name) for name in kit.__all__}
    assert None not in values.values()
    things = {name: value for name, value in values.items() if hasattr(value, "__name__")}
    assert len(things) > 50
    assert [name for name, value in things.items() if not inspect.getdoc(value)] == []


def test_every_public_name_of_the_kit_has_an_example_that_runs() -> None:
    """Each function, class and method is in a line of the examples, which are run among the tests."""
    modules = [importlib.import_module(f"chargen.kit.{module.name}") for module in pkgutil.iter_modules(kit.__path__)]
    finder = doctest.DocTestFinder()
    examples = [example.source for module in modules for test in finder.find(module) for example in test.examples]
    named = set(re.findall(r"\w+", "".join(examples)))
    public = {name for module in modules for name in public_names(module)}
    assert len(public) > 100
    assert public - named == set()


def public_names(owner: ModuleType | type) -> Iterator[str]:
    """The functions and classes that a module of the kit has of its own, and the methods of these."""
    for name, value in vars(owner).items():
        is_own = getattr(value, "__module__", None) == getattr(owner, "__module__", owner.__name__)
        is_thing = inspect.isclass(value) or (inspect.isfunction(value) and value.__name__ == name)
        if not name.startswith("_") and (isinstance(value, property) or (is_own and is_thing)):
            if value.__doc__:
                yield name
            if inspect.isclass(value):
                yield from public_names(value)
