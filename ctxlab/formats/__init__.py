"""From files to sessions and back.

The way in: `load` opens a file, `decode` makes JSON values of its bytes (with `jsonl` and `values`), `detect`
asks the readers of `registry` whose it is, and one of `readers/` makes sessions of it. A reader for another
format is a file there and a line in `registry`.

What readers share: `assemble` and `requests` (items, turns, requests), `fields` (values of odd records),
`pairing` (calls and results). What serves one reader: `chat_*` OpenAI chats, `claude_*` and
`anthropic_blocks` transcripts of Claude Code, `keyword_forms` the three keyword forms, `taking` and
`migrations` our own files. `marks_file` reads and writes the sidecar, `writers/` all else that is written,
`looks` says what a file looks like that nobody reads.
"""
