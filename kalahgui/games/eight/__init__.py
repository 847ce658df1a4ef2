"""Eight: rules in notation, events and drafts."""
