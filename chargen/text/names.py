"""Fold names for comparison, turn them into slugs, and find the name that a misspelt one means."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_SEPARATORS = re.compile(r"[\s_.,\-‐‑‒–—]+")
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_MARKS = frozenset({"Mn", "Mc"})
_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
    (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
# Beside British and American spelling, the apostrophe of phones and word processors.
_SPELLINGS = (("armour", "armor"), ("defence", "defense"), ("behaviour", "behavior"), ("’", "'"))


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """Return the form in which two spellings of one name are equal.

    Case, spaces, hyphens, underscores, full stops and commas do not matter, and British and American spelling meet.

    >>> fold(" Steal-Initiative ") == fold("steal_initiative")
    True
    >>> fold("Light Armour"), fold("Comp. Bow")
    ('light armor', 'comp bow')
    """
    folded = _SEPARATORS.sub(" ", unicodedata.normalize("NFC", name).casefold()).strip()
    for british, american in _SPELLINGS:
        folded = folded.replace(british, american)
    return folded


def without_accents(name: str) -> str:
    """Return the folded name with its letters as they are without accents.

    >>> without_accents("Façade"), without_accents("5+ System")
    ('facade', '5+ system')
    """
    letters = unicodedata.normalize("NFD", fold(name))
    return "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")


def short(text: str, most: int = 80) -> str:
    """Return a text of a user's for a message: cut where it is long.

    >>> short("a" * 100, 5), short("Kai")
    ('aaaa…', 'Kai')
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def slug(name: str) -> str:
    """Return the name in lower case with hyphens, as file names and roll ids use it.

    Letters of every alphabet stay, with the vowel signs and accents over, under and beside them; what is left of an
    empty or wordless name is ``unnamed``.

    >>> slug("Amateur Chef"), slug("  Ænys O'Dell "), slug("龍 王"), slug("สวัสดี"), slug("?!")
    ('amateur-chef', 'ænys-o-dell', '龍-王', 'สวัสดี', 'unnamed')
    """
    lower = unicodedata.normalize("NFC", name).lower()
    if not lower.isascii():
        lower = "".join(sign if sign.isalnum() or unicodedata.category(sign) in _MARKS else " " for sign in lower)
        # A vowel sign without a letter before it is no word.
        return "-".join(word for word in lower.split() if unicodedata.category(word[0]) not in _MARKS) or "unnamed"
    return "-".join(_WORD.findall(lower)) or "unnamed"


def unique_slugs(names: Iterable[str]) -> tuple[str, ...]:
    """Return one slug for each name, in order; a taken one gets ``-2``, ``-3`` and so on.

    >>> unique_slugs(["Dodge", "dodge!", "Attack"])
    ('dodge', 'dodge-2', 'attack')
    """
    taken: set[str] = set()
    return tuple(take_name(slug(name), taken, "{}-{}") for name in names)


def take_name(name: str, taken: set[str], numbered: str = "{} ({})") -> str:
    """Return a name with a number where it is taken, and add it to those that are taken.

    >>> taken = {"Ada"}
    >>> take_name("Ada", taken), take_name("Ada", taken), take_name("Bea", taken)
    ('Ada (2)', 'Ada (3)', 'Bea')
    """
    free, number = name, 2
    while free in taken:
        free = numbered.format(name, number)
        number += 1
    taken.add(free)
    return free


def initials(name: str) -> str:
    """Return the first letters of a name's words, folded.

    >>> initials("offensive_rating"), initials("HP")
    ('or', 'h')
    """
    return "".join(word[0] for word in fold(name).split())


NEAR, NEAR_OF_FEW_LETTERS = 0.75, 0.6
"""The similarity, from 0 to 1, from which a word counts as a misspelling of a name."""
FEW_LETTERS = 5
CLEARLY_NEARER = 0.12  # The difference in similarity from which the nearer of two names is no guess


def find_same(name: str, known: Iterable[str]) -> str:
    """Return the known name that is the same in any spelling; an empty text where there is none.

    >>> find_same("Hit Points", ["shield", "hit_points"]), find_same("x", ["shield"])
    ('hit_points', '')
    """
    folded = fold(name)
    return next((each for each in known if fold(str(each)) == folded), "")


def closest(name: str, known: Iterable[str], likeness: float | None = None) -> str | None:
    """Return the known name that was probably meant, or None where none is near; a ``likeness`` of 1 is the same name.

    >>> closest("five-by-fife", ["facade", "five-by-five"])
    'five-by-five'
    """
    return next(iter(_find_near(name, tuple(known), likeness)), None)


def only_near(name: str, known: Iterable[str]) -> str | None:
    """Return the one known name that is near and accounts for every word; None where there is none, or a choice.

    It loses no word and no number of the name, and is no other word. A word of few letters is one of many that are
    alike, so it must be as near as a longer one, or an abbreviation.

    >>> only_near("descripters", ["descriptors", "weapons"]), only_near("swor", ["sword", "sworn"])
    ('descriptors', None)
    >>> only_near("light clothes, helmet", ["light clothes"]), only_near("Sword 2", ["Sword"])
    (None, None)
    >>> only_near("sabre", ["large"]), only_near("sta", ["stamina"]), only_near("resilence", ["resilience", "science"])
    (None, 'stamina', 'resilience')
    """
    from difflib import SequenceMatcher  # imported here: only a mistake needs it

    near = _find_near(name, tuple(known))
    likeness = [SequenceMatcher(None, fold(other), fold(name)).ratio() for other in near]
    if not near or any(likeness[0] - other < CLEARLY_NEARER for other in likeness[1:]):
        return None

    folded, other = fold(name), fold(near[0])
    words, other_words = _WORD.findall(folded), _WORD.findall(other)
    if _DIGITS.findall(folded) != _DIGITS.findall(other):
        is_meant = False
    elif len(words) > len(other_words):
        is_meant = "".join(words) == "".join(other_words)
    elif len(words) == len(other_words) > 1:
        pairs = zip(words, other_words, strict=True)
        is_meant = all(_find_near(word, (meant,), NEAR_OF_FEW_LETTERS) for word, meant in pairs)
    else:
        # `in` consumes the iterator, so the letters must appear in `other` in the same order.
        letters = iter(other)
        is_short_for = folded[:1] == other[:1] and all(letter in letters for letter in folded)
        is_meant = is_short_for or bool(_find_near(folded, (other,), NEAR))
    return near[0] if is_meant else None


@lru_cache(maxsize=1024)
def _find_near(name: str, known: tuple[str, ...], likeness: float | None = None) -> list[str]:
    """Return the two known names that are most alike, or fewer; one wrong letter weighs more in a short name.

    It is cached, because each fix of a file asks the same again.
    """
    from difflib import get_close_matches  # imported here: only a mistake needs it

    by_fold = {fold(other): other for other in known}
    usual = NEAR if len(name) > FEW_LETTERS else NEAR_OF_FEW_LETTERS
    matches = get_close_matches(fold(name), by_fold, n=2, cutoff=usual if likeness is None else likeness)
    return [by_fold[match] for match in matches]


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return a hint that names the closest known name; ``otherwise`` where none is near.

    >>> did_you_mean("descripters", ["descriptors", "weapons"])
    'did you mean `descriptors`?'
    """
    near = closest(name, known)
    return f"did you mean `{near}`?" if near else otherwise


def instead(name: str, names: Iterable[str], none: str = "there are none") -> str:
    """Return a hint that names the closest of some names, or else all of them; ``none`` where there are none.

    >>> instead("rouge", ["rogue"]), instead("x", ["mage", "rogue"]), instead("x", [])
    ('did you mean `rogue`?', 'there are mage and rogue', 'there are none')
    """
    names = list(names)
    return did_you_mean(name, names, there_are(names) if names else none)


def there_are(names: Iterable[object]) -> str:
    """Return a hint that lists names.

    >>> there_are(["mage"]), there_are(["mage", "rogue"])
    ('there is mage', 'there are mage and rogue')
    """
    names = list(names)
    return f"there {'is' if len(names) == 1 else 'are'} {listing(names)}"


def listing(names: Iterable[object], last: str = "and") -> str:
    """Return names in a row as English writes them.

    >>> listing(["attack", "dodge", "healing"], "or")
    'attack, dodge or healing'
    """
    words = [str(name) for name in names]
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def counted(number: float, thing: str, things: str = "") -> str:
    """Return a number of things in words; ``things`` where the plural is not the word with an s.

    >>> counted(1, "step"), counted(2, "step"), counted(0, "die", "dice")
    ('1 step', '2 steps', '0 dice')
    """
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth")


def number_word(number: int) -> str:
    """Return a number in words up to twelve, else in digits.

    >>> number_word(6), number_word(20)
    ('six', '20')
    """
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)


def with_article(word: str) -> str:
    """Return a word with its indefinite article.

    >>> with_article("ability"), with_article("skill")
    ('an ability', 'a skill')
    """
    return f"an {word}" if word[:1].casefold() in tuple("aeiou") else f"a {word}"


def roman(number: int) -> str:
    """Return a number as Romans wrote it.

    >>> roman(2), roman(4), roman(1999)
    ('II', 'IV', 'MCMXCIX')
    """
    letters = ""
    for value, sign in _ROMAN:
        letters += sign * (number // value)
        number %= value
    return letters
