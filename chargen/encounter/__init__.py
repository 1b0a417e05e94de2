"""What happens when two sides fight: exact where it can be, else simulated and said to be."""
