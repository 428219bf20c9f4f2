"""Tools around the pictures: the gallery, the palette's mixing, colour vision."""
