"""A character's experience: entries written into its file, plans for what to buy, and two builds side by side."""
