"""The text of a file: YAML with places, diagnostics, slips and what was meant, edits that keep comments."""
