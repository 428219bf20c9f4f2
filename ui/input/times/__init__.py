"""Typed times: dates, days, hours, zones."""
