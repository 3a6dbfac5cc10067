"""What is done to a text before it is split."""
