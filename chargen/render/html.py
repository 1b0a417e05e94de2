"""A sheet as HTML."""

from html import unescape

from chargen.core.sheet import Sheet
from chargen.render import fonts, page
from chargen.render.coverage import faces_for
from chargen.render.paper import Paper
from chargen.render.theme import Theme, of_game
from chargen.render.theme import theme as theme_of


def html(sheet: Sheet, *, paper: Paper, theme: str | Theme = "plain", standalone: bool = True) -> str:
    """The sheet as HTML.

    ``standalone``: one file that needs nothing else, with its style, the letters it uses, and the portrait within.
    Otherwise it has no style, and is what `pdf` prints.
    """
    chosen = of_game(theme_of(theme), sheet.masthead)
    if not standalone:
        return page.document(sheet, page.body(sheet, chosen, page.Layout(paper, chosen)))
    inside = page.body(sheet, chosen, paper=paper)
    text = unescape(page.document(sheet, inside))
    characters = {*text, *text.upper(), *page.LETTERS_OF_THE_STYLE, *page.script()}  # titles are in capitals
    needed = (*fonts.FACES, *faces_for(text))
    faces = {face: fonts.data_uri("font/ttf", fonts.subset(face, characters)) for face in needed}
    return page.document(sheet, inside, page.style(paper, chosen, faces=faces, sheet=sheet), page.script())
