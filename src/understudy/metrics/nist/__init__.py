"""NIST: n-gram precision weighted by information."""
