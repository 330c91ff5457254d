"""A talk that needs a summary and a document that is too long, with a profile that takes a model's."""

from __future__ import annotations

from ctxlab.lab import Lab
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session

ROAD = "The coast road has many small towns that are worth a stop and a walk along the old harbour. "
TALK = [
    {"role": "user", "content": "Plan the trip. Never book the night train."},
    {"role": "assistant", "content": ROAD * 12},
    {"role": "user", "content": "And where do we eat?"},
    {"role": "assistant", "content": ROAD * 2},
    {"role": "user", "content": "Which towns are old?"},
]
DOC = "The old town has a wall, a gate and a tower, and a market in the long square. " * 40
#: A good summary of the talk, and one of the document.
GOOD = "The user plans a trip and forbids the night train: never book it. The road has many towns."
OLD = "The old town has a wall, a gate, a tower and a market."


def talk(doc: bool = True) -> Session:
    """The session, with or without the document."""
    more = {"retrieved_docs": [{"content": DOC, "score": 0.9}]} if doc else {}
    return Session.from_parts(
        system_prompt="You plan trips.",
        user_message="Which towns are old?",
        conversation_history=TALK[:-1],
        **more,
    )


def profile(lab: Lab) -> Profile:
    """`gssc` with small caps, under a model's summaries."""
    found = lab.profile("gssc")
    settings = {
        "summarize.strategy": "model",
        "summarize.max_tokens": 120,
        "budget.recent.rounds": 0,
        "budget.history.cap": 160,
        "budget.retrieved_doc.per_item": 200,
        "gather.key_facts": False,
    }
    for key, value in settings.items():
        found = found.set(key, value)
    return found
