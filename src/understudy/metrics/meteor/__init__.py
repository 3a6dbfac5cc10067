"""METEOR: aligned words, stems, synonyms and paraphrases."""
