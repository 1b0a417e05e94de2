"""Compute the outcome of a fight between two sides: exact if possible, else simulated."""
