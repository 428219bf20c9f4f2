"""Tools around the pictures: the gallery, the palette's mixing, fonts' subsets, colour vision."""
