"""The review of a match: what its moves were worth, and what would have been better."""
