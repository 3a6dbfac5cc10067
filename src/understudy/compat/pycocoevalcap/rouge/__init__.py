"""As in pycocoevalcap; import from the module within."""
