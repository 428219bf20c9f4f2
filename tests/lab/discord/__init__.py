"""The soak: its Discord refuses and fails, its verdict finds what is wrong, and a short one."""
