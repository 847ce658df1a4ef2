"""What screens share and none of them owns: settings, words, files, sounds, jobs."""
