"""``python -m lab.players``."""

import sys

from lab.players import main

sys.exit(main())
