"""What people type: which game is meant, squares, cards and draws, and what is suggested."""
