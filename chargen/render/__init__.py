"""From a sheet as data to a page: `html.html`, `pdf.pdf`, and the papers of `paper.paper`.

This room sees sheets and never a game. Nothing here imports a template engine or a printer until a page is asked for.
"""
