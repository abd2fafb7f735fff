"""`python -m fivefold` is `fivefold`."""

import sys

from .cli import main

sys.exit(main())
