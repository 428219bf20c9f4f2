"""Lines of text: what of a name can be written, in which font, and its glyphs put together."""
