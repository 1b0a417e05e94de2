"""Edit the experience ledger in a character's file, plan purchases, and compare characters."""
