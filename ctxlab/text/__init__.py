"""Text without models: what is in it, where it may be parted, and what stands for it when it is too long.

Finding: `sentences`, `clauses`, `numbers` (with `numerals`), `values` (numbers with unit and comparator),
`constraints` (rules that are data), `match` (what a must-keep says, by `fold`). Parting: `graphemes`,
`atoms`. Shortening: `cut` for any text, `cut_json` for JSON, `extract` for summaries (over `analysis`).
Showing: `visible`. Hiding: `redact` (rules that are data, `redact_rules`).
"""
