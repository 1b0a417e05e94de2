"""What arguments of a command name: files of every kind, checked, and NPCs to generate, in any mixture."""
