"""The decorator `dataclass`, at a seventh of the cost of creating a class.

`dataclasses` compiles the source of seven methods of each class: half a millisecond a class, a seventh of the time in
which a command starts. Here only ``__init__`` is compiled, at its first use; the others are one function each.
For classes with an order, and for type checkers, it is the decorator of `dataclasses`.
"""

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

_standard = dataclasses.dataclass  # Kept, as `pydantic_import` puts the decorator of this module in its place

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: Any = None, /, **wishes: Any) -> Any:
        """Return a class as a dataclass, or a decorator that does so.

        >>> @dataclass(frozen=True, slots=True)
        ... class Die:
        ...     sides: int = 6
        >>> Die(), Die() == Die(6), len({Die(), Die(6)})
        (Die(sides=6), True, 1)
        """
        # Anything that this module does not know is left to the standard library.
        if not wishes.keys() <= {"frozen", "slots", "eq", "kw_only"}:
            made = _standard(**wishes)
        else:

            def made(cls: type) -> type:
                return _make(cls, **wishes)

        return made if cls is None else made(cls)


def _make(cls: type, *, frozen: bool = False, slots: bool = False, eq: bool = True, kw_only: bool = False) -> type:
    """Return a class as a dataclass."""
    own = vars(cls)
    bare: Any = _standard(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
    # Without a docstring, `dataclasses` would write the signature of the class, which takes longer than all the rest.
    cls.__doc__ = cls.__doc__ or cls.__name__
    # The parameter `frozen` of an inherited class must be that of its heir; both get their methods below.
    inherited = [vars(base)["__dataclass_params__"] for base in cls.__mro__[1:] if dataclasses.is_dataclass(base)]
    for params in inherited:
        params.frozen = False
    made: type[Any] = bare(cls)
    for params in (*inherited, vars(made)["__dataclass_params__"]):
        params.frozen = frozen
    fields = dataclasses.fields(made)
    compared = tuple(each.name for each in fields if each.compare)
    methods = _methods(compared, tuple(each.name for each in fields if each.repr), tuple(each.name for each in fields))
    left_out = {
        *(() if frozen else ("__setattr__", "__delattr__")),
        *(() if frozen and slots else ("__getstate__", "__setstate__")),
        *(() if eq else ("__eq__", "__hash__")),
    }
    # What can be changed and compared has no hash.
    unhashable = {"__hash__": None} if eq and not frozen else {}
    for name, method in ({"__init__": _Init(made, fields, frozen)} | methods | unhashable).items():
        if name not in own and name not in left_out:
            setattr(made, name, method)
    return made


class _Init:
    """The method ``__init__`` of a class, compiled when it is first looked up: half of the classes are never called."""

    def __init__(self, cls: type[Any], fields: tuple[Any, ...], frozen: bool) -> None:
        self._given = cls, fields, frozen

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        init: Any = _compile_init(*self._given)
        # It takes the place of this descriptor.
        self._given[0].__init__ = init
        return init.__get__(instance, owner)


def _compile_init(cls: type, fields: tuple[Any, ...], frozen: bool) -> Callable[..., None]:
    """Return the method ``__init__``, with the arguments, defaults and order of `dataclasses`."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_absent": dataclasses.MISSING}
    positional, named, body = ["self"], list[str](), list[str]()
    for each in fields:
        argument = value = each.name
        if each.default_factory is not dataclasses.MISSING:
            known[f"_make_{each.name}"] = each.default_factory
            # As `dataclasses` does: the factory is called for each object, and not once for the default.
            argument, value = f"{each.name}=_absent", f"_make_{each.name}() if {each.name} is _absent else {each.name}"
        elif each.default is not dataclasses.MISSING:
            known[f"_default_{each.name}"] = each.default
            argument = f"{each.name}=_default_{each.name}"
        if each.init:
            (named if each.kw_only else positional).append(argument)
        elif value == each.name:
            continue
        else:
            value = f"_make_{each.name}()"
        body.append(f" _set(self, {each.name!r}, {value})" if frozen else f" self.{each.name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append(" self.__post_init__()")
    arguments = [*positional, *(["*", *named] if named else [])]
    # The names come from class bodies in this package, so no text from outside is compiled.
    exec(f"def __init__({', '.join(arguments)}):\n" + ("\n".join(body) or " pass"), known)
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _methods(compared: tuple[str, ...], shown: tuple[str, ...], names: tuple[str, ...]) -> dict[str, Any]:
    """Return the other methods of a class with these fields."""
    values: Callable[[Any], Any] = attrgetter(*compared) if compared else lambda _: ()

    def describe(self: Any) -> str:
        inner = ", ".join([f"{name}={getattr(self, name)!r}" for name in shown])
        return f"{type(self).__qualname__}({inner})"

    def is_equal(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def compute_hash(self: Any) -> int:
        return hash(values(self))

    # Slots and a frozen `__setattr__` break pickling, which workers need.
    def get_state(self: Any) -> list[Any]:
        return [getattr(self, name) for name in names]

    def set_state(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    def refuse_change(self: Any, name: str, value: Any) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def refuse_removal(self: Any, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    return {
        "__repr__": describe,
        "__eq__": is_equal,
        "__hash__": compute_hash,
        "__getstate__": get_state,
        "__setstate__": set_state,
        "__setattr__": refuse_change,
        "__delattr__": refuse_removal,
    }
