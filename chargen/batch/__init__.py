"""Many NPCs at once: chunks of work, made here or on a cluster, and the files put together from them."""
