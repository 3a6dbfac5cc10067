"""p-values in tables and sentences."""

from __future__ import annotations


class Probability(float):
    """A p-value: always four decimals, and never 0, not even where it was too small for a float.

    >>> f"{Probability(0.003)}", f"{Probability(1e-9)}", f"{Probability(0.0)}"
    ('0.0030', '<0.0001', '<0.0001')
    """

    def __format__(self, _: str) -> str:
        return "<0.0001" if self < 0.00005 else super().__format__(".4f")

    @property
    def words(self) -> str:
        """The p-value as sentences have it.

        >>> Probability(0.003).words, Probability(0.0).words
        ('p = 0.0030', 'p < 0.0001')
        """
        return "p < 0.0001" if self < 0.00005 else f"p = {self}"
