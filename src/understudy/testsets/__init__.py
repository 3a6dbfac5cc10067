"""Test sets by name: a catalogue, the folders in which other programs keep them, and downloads that were asked for."""
