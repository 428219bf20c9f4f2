"""What is said and shown of leagues, and which one somebody means."""
