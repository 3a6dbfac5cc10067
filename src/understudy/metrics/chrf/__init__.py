"""chrF and chrF++: F-score of character and word n-grams."""
