"""Bringing the bot to a host: units and compose files, a release's notes, tag and known risks."""
