"""What is to be said in public, and what people have been told."""
