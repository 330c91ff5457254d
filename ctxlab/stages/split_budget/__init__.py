"""The split budget as it was published: its parts, each as its users know it, faults included.

`messages` counts the conversation, `compressor` shortens it, `rag` and `tools` format hits and results,
`sections` puts the prompt's sections together, `builder` holds them to the ceiling, `levels` degrades them,
`monitor` reports on them.
"""
