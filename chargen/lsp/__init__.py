"""Provide a language server: the diagnostics of `chargen check` while typing, and completion at the cursor."""
