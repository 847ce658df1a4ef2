"""Why a computer has played its turn."""
