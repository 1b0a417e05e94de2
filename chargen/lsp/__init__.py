"""A language server: what `chargen check` finds, as it is typed, and what could stand where the cursor is."""
