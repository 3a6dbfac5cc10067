"""CharacTER: characters to edit after phrases were shifted."""
