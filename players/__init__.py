"""Computer players. Each names an action for the view of its seat; none sees more than that."""
