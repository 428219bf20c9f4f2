"""Discord: commands, buttons, panels, the sentences people read. No rule of the game lives here."""
