"""Generate many NPCs in chunks, on this machine or on a cluster, and join the chunks to files."""
