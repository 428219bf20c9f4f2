"""Times as people type them: dates, days, hours, zones."""
