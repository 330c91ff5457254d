"""Calls of a language model behind an OpenAI-compatible endpoint; nothing here runs unless the user asks.

`endpoint` says where and with what key, `client` asks and tries again, `replies` reads what came back,
`faults` names what can go wrong. `keys` finds the key. Questions are asked by `constraint_list`, and by
`summary_question`, of whose answers `summary_answer` takes what is a summary.
"""
