"""Read the formulas and dice of game files and packages, and prove what they may come to."""
