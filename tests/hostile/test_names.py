"""Names of characters and files that some system, or some spreadsheet, would take for something else."""

import pytest

from chargen.exports.table import to_csv
from chargen.fileio import file_name
from chargen.text.names import slug


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        *((device, f"{device}-") for device in ("con", "NUL", "Aux", "prn", "com1", "lpt9", "COM¹", "con.old")),
        *((name, name) for name in ("Contessa", "console", "com", "lpt", "Auxiliary")),
        *((f"a{sign}b", "a-b") for sign in (*'<>:"/\\|?*', "\0", "\x1b", "\x9b", "\u202e")),
    ],
)
def test_no_file_is_called_like_a_device_or_has_a_sign_that_a_system_forbids(name: str, stem: str) -> None:
    """Devices are those of Windows; signs also those that command a terminal."""
    assert file_name(name, ".yaml") == f"{stem}.yaml"


@pytest.mark.parametrize("name", ["สวัสดี", "नमस्ते", "তিথি", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "ខ្មែរ", "မြန်မာ"])
def test_slugs_keep_vowel_signs(name: str) -> None:
    """So different names rarely collide; an accent over nothing, or a sign that only changes an emoji, is no word."""
    assert slug(name) == name
    assert slug(f"{name} Kai") == f"{name}-kai"
    assert slug("\u0301 🗡\ufe0f") == "unnamed"


@pytest.mark.parametrize("sign", "=+-@＝＋－＠\t\r")
def test_no_cell_begins_a_formula(sign: str) -> None:
    """The wide forms of East Asian keyboards begin formulas too."""
    assert to_csv([f"{sign}A1"]).decode().strip().lstrip('"').startswith("'")
