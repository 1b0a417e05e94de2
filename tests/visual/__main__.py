"""`make approve`: the looks of the sheets as they are now become the approved ones."""

from chargen import shelf
from tests.characters import concept, sheet_of
from tests.visual.looks import APPROVED, approve, picture

if __name__ == "__main__":
    for game in shelf.names():
        renewed = approve(game, picture(sheet_of(concept(game))))
        print(f"{APPROVED / game}.png: {'approved' if renewed else 'as before'}")
