"""BLEU: modified n-gram precision with a brevity penalty."""
