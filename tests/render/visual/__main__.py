"""`make approve`: the looks of the sheets as they are now become the approved ones."""

from chargen import registry
from tests.characters import concept, sheet_of
from tests.render.sample_cards import GAMES
from tests.render.visual.looks import APPROVED, approve, card_picture, picture

if __name__ == "__main__":
    for game in registry.list_games():
        renewed = approve(game, picture(sheet_of(concept(game))))
        print(f"{APPROVED / game}.png: {'approved' if renewed else 'as before'}")
    for game, card in GAMES.items():
        renewed = approve(f"card-{game}", card_picture(card))
        print(f"{APPROVED / f'card-{game}'}.png: {'approved' if renewed else 'as before'}")
