"""The whole as one run that tries to break it: `make soak`."""
