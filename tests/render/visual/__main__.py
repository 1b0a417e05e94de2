"""`make approve`: the looks of sheets and cards as they are now become the approved ones, where they differ."""

from PIL import Image

from tests.render.visual.looks import APPROVED, GREYS, NAMES, compare, picture

if __name__ == "__main__":
    for name in NAMES:
        path = APPROVED / f"{name}.png"
        differs = not path.is_file() or compare(name)
        if differs:
            picture(name).quantize(GREYS, dither=Image.Dither.NONE).save(path, optimize=True)
        print(f"{path}: {'approved' if differs else 'as before'}")
