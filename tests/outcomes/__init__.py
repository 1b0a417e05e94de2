"""What games compute, as it was approved."""
