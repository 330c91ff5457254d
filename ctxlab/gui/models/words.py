from __future__ import annotations

from ctxlab.model.decision import *
from ctxlab.model.items import *


def row_name(row, language="en"):
    return row.value.replace("_", " ")


def stage_name(stage, language="en"):
    return stage.value.capitalize()


def fate_word(fate, language="en"):
    return {Fate.TRUNCATED: "cut", Fate.COMPRESSED: "summarised"}.get(fate, fate.word)


def sentence(decision, language="en"):
    return f"{decision.reason.code} " + ", ".join(f"{k} {v}" for k, v in decision.numbers)


def diagnostic(d, language="en"):
    return d.code + " " + ", ".join(f"{k} {v}" for k, v in d.numbers)


def reason_name(reason, language="en"):
    return reason.code.replace("_", " ")
