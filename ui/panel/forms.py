"""The modals that the panel opens: one field, whose text comes back as a press."""

from __future__ import annotations

import discord

from ui.components.modals import modal_of
from ui.panel.address import PanelAddress
from ui.panel.page import Ask


def modal_for(address: PanelAddress, ask_for: Ask) -> discord.ui.Modal:
    """Return the modal for what a step asks for; its submission comes back to the same place."""
    return modal_of(
        ask_for.title,
        address.custom_id("form", ask_for.verb),
        discord.ui.TextInput(
            label=ask_for.label, placeholder=ask_for.example, custom_id="text", max_length=40
        ),
    )
