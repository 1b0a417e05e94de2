"""A page as data: sheet, card, rolls, actions, and the form of the studio."""
