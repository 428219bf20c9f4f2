"""``python -m lab.reading``."""

from lab.reading import main

raise SystemExit(main())
