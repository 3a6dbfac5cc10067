"""The playground: scores, explanations and reports, served to a browser on this machine."""
