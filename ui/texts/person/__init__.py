"""What is said to one person about themselves."""
