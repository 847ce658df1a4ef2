"""The card with the settings."""
