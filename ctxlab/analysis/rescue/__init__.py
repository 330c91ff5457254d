"""Rescues: the smallest change of settings or marks that keeps a lost must-keep to the end of a run.

`question` judges, `trials` makes the runs, `obstacles` says what is in the way. From that `caps`, `limits`,
`rows` and `beside` propose changes of each kind, `search` tries them one by one and then in pairs, `effects`
says what each does besides, and `conflict` what stands against it where nothing helps.
"""

from __future__ import annotations

from ctxlab.analysis.rescue.search import rescues

__all__ = ["rescues"]
