"""What belongs to one person, and forgetting it."""
