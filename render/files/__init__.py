"""Pictures as files: the palette, tiles put together into rasters, PNG and GIF."""
