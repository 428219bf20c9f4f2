"""The position of the day: which it is, who answered it, and the channels that are told of it."""
