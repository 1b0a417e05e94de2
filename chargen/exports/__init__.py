"""Write checked characters in the formats of other programs."""
