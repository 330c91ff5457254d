"""From files to sessions and back.

The way in: `load` opens a file (`opening` looks into packed ones), `decode` makes JSON values of its bytes
(with `fast_lines`, `jsonl` and `values`), `detect` asks the readers of `registry` whose it is, and one of
`readers/` makes sessions of it. A reader for another format is a file there and a line in `registry`.

A message is read in two steps that many formats share: `parts/` reads what an API writes into one message,
`dialects/` the message as a whole, and `dialects/any` tells by a list of messages whose they are. What only
the readers of one family need lies in its folder (`chat/`, `codex/`, ...); `traces/` makes one
conversation of calls that each repeat the history.

What readers share: `assemble` and `requests` (items, turns, requests), `recorded` (a message before it has a
place), `pairing` (calls and results), `lookups` and `fields` (values of odd records), `noticing` (what is
told), `message_tree` and `live_history` (what was live). `keyword_forms` reads the three keyword forms,
`taking` and `migrations` our own files. `marks_file` and `summaries_file` are the sidecars, `writers/` all
else that is written, `looks` says what a file looks like that nobody reads.
"""
