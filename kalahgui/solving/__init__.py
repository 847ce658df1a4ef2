"""How whole games are proven, and work that is spread over processes or a cluster."""
