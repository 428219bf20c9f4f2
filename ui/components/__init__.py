"""Buttons, menus and forms that outlive any restart: all they need stands in their custom ids."""
