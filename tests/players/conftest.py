"""The players' properties are tried as the engine's are: the same examples in every run."""

import tests.engine.conftest  # noqa: F401 - it sets Hypothesis up
