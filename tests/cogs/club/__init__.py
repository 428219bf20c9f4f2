"""Tests of the club: figures, ranking, archive, challenges, digest."""
