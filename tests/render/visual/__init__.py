"""How sheets look: pictures of their first pages beside the approved ones. `make approve` renews these."""
