"""Buttons, menus and modals that outlive any restart: all they need stands in their custom ids."""
