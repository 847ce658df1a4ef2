"""Kalah and other board games against a computer that shows how it thinks."""

import logging

__version__ = "1.0.0"

# Defects are logged; without somebody who keeps them, as in the window, nothing prints them.
logging.getLogger(__name__).addHandler(logging.NullHandler())
