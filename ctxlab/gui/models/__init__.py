"""What the views show, worked out from a trace; nothing here draws.

`stage_model` (lines by `stage_lines`, cells by `stage_cells`, repaints by `trace_changes`), `budget_model`,
`diff_model` and `text_rows` are Qt models that patch themselves by key (`keyed_table`) when a new trace
arrives; what the budget's shows is made by `budget_lines`, `budget_head`, `budget_columns`, `budget_words`,
`budget_told` and `budget_ticks`. `context_segments` and `item_story` are plain values; `filter` and
`budget_entry` read what is typed.
"""
