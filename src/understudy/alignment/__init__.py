"""Which word became which: alignments, confusions, and sclite's files of them."""
