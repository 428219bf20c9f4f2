"""The tables of all features that there are."""

import pkgutil
from importlib import import_module
from importlib.util import find_spec

import cogs
from db.features import FeatureTables


def all_tables() -> tuple[FeatureTables, ...]:
    """What stands as ``TABLES`` in the ``store.py`` of packages."""
    packages = [one.name for one in pkgutil.iter_modules(cogs.__path__, "cogs.") if one.ispkg]
    stores = [f"{name}.store" for name in packages if find_spec(f"{name}.store")]
    return tuple(import_module(name).TABLES for name in stores)
