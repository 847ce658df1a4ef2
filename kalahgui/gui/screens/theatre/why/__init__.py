"""The page Why of the theatre, which explains a computer's last turn."""
