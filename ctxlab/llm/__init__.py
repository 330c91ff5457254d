"""Calls of a language model behind an OpenAI-compatible endpoint; nothing here runs unless the user asks.

`endpoint` says where and with what key, `client` asks and tries again, `replies` reads what came back,
`faults` names what can go wrong, and `constraint_list` is the one question that is asked of a model so far.
"""
