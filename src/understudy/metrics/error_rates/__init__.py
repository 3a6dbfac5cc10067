"""WER, CER, MER, WIL, WIP and PER: the edit distance and its relatives."""
