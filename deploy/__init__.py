"""Deployment: service units, and commands for a release's notes, tag and security audit."""
