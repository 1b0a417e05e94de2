"""Draw the pictures of docs/ from the ready-made characters: `make pictures`.

Each is the first page of a sheet, made by the very code that users run.
"""

from pathlib import Path

import pypdfium2

from chargen import pipeline, ready_made
from chargen.files import Input
from chargen.render.paper import paper
from chargen.render.pdf import pdf

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SHOWN = {
    "facade": "",
    "five-by-five": "night-ferry-detective",
    "five-plus": "",
    "gamocles": "",
    "roll-when-you-need": "",
}
"""By game, the preset that is shown; the first one where none is named."""
DOTS_PER_INCH = 100


def draw(system: str, key: str) -> Path | None:
    """Draw the first page of a preset's sheet; None where the game has no presets."""
    presets = {preset.key: preset for preset in ready_made.presets(system)}
    if not presets:
        return None
    preset = presets[key] if key else next(iter(presets.values()))
    checked = pipeline.check(Input(preset.key, preset.path))
    printed = pdf(pipeline.sheet(checked), paper=paper("A4"))
    page = pypdfium2.PdfDocument(printed.content)[0]
    path = FOLDER / f"{system}.png"
    FOLDER.mkdir(parents=True, exist_ok=True)
    page.render(scale=DOTS_PER_INCH / 72).to_pil().convert("P", palette=1, colors=32).save(path, optimize=True)
    return path


if __name__ == "__main__":
    for system, key in SHOWN.items():
        print(draw(system, key) or f"{system} has no presets")
