"""The training of evaluations: what each game brings along for it, the fit, and its rounds."""
