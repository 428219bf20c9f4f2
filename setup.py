"""The build step that pyproject.toml cannot express: catalogues are made before packing."""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent))  # not given to a build in an environment of its own

from i18n.catalogues import build


class BuildWithCatalogues(build_py):
    """Makes the catalogues, then packs everything."""

    def run(self) -> None:
        """Do it."""
        build()
        super().run()


setup(cmdclass={"build_py": BuildWithCatalogues})
