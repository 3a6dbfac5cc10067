"""LEPOR, hLEPOR and nLEPOR: length, position and n-gram factors."""
