"""Pictures for one person alone: the steps of a turn, and what lies behind a screen."""
