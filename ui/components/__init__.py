"""Buttons, menus and modals that work after a restart: their state is in their custom ids."""
