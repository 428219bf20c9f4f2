"""Deployment: units and compose files, a release's notes, its tag and its known risks."""
