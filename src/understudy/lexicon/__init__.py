"""What is known about words: stems, synonyms, function words, paraphrases."""
