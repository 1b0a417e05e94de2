"""What games share, our own and plug-ins: checks, vocabularies, the ledger, NPCs, and blocks of a sheet."""
