"""Values in texts: numbers with their unit and comparator, times, dates and weekdays, English and Chinese.

`find` goes through it: `amounts` (numbers), `measures` (their units, named in `units`), `moments` (places in
time), `ranges` (what belongs together), `bounds` (comparators), `bare` (names and prices among bare numbers);
`words` are the English words that values are made of.
"""

from ctxlab.text.values.find import find_values

__all__ = ["find_values"]
