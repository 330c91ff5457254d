"""Counting tokens.

`protocols` says what a counter is; `exact` (with `vocabulary` and `pieces`) and `estimate` are the counters,
`cache` keeps what they counted. `items` says which texts of an item count, `framing` what a wire format adds,
`models` which model counts by which encoding.
"""
