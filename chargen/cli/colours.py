"""The colours of the terminal: they can be read on black and on white, and are no terminal's to change.

They are numbers among the 256 that all have. The sixteen with names are different everywhere: a yellow that stands out
on black is not seen on white, and a blue that is read on white is not seen on black.
"""

RED, AMBER, GREEN, TEAL = 160, 130, 28, 30
