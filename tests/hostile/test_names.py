"""Names of people and files that some system, or some spreadsheet, would take for something else."""

import pytest

from chargen.core.names import slug
from chargen.fileio import file_name


@pytest.mark.parametrize("name", ["con", "NUL", "Aux", "prn", "com1", "lpt9", "COM¹", "con.old"])
def test_no_file_is_called_like_a_device(name: str) -> None:
    assert file_name(name, ".pdf") == f"{name}-.pdf"


@pytest.mark.parametrize("name", ["Contessa", "console", "com", "lpt", "Auxiliary"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert file_name(name, ".pdf") == f"{name}.pdf"


@pytest.mark.parametrize("sign", [*'<>:"/\\|?*', "\0", "\x1b", "\x9b", "\u202e"])
def test_signs_that_a_system_forbids_are_not_in_names(sign: str) -> None:
    assert file_name(f"a{sign}b", ".yaml") == "a-b.yaml"


@pytest.mark.parametrize("name", ["สวัสดี", "नमस्ते", "তিথি", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "ខ្មែរ", "မြန်မာ"])
def test_slugs_keep_vowel_signs(name: str) -> None:
    """A word of Thai, of India or of Burma stays one word, with its signs; so different names rarely collide."""
    assert slug(name) == name
    assert slug(f"{name} Kai") == f"{name}-kai"


def test_a_mark_alone_is_no_word() -> None:
    """An accent over nothing, or a sign that only chooses how an emoji looks, makes no name."""
    assert slug("\u0301 🗡\ufe0f") == "unnamed"
