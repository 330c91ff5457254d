"""A talk that is degraded level by level as its window shrinks, worked out by hand."""

from __future__ import annotations

#: Charges: prompt 10; rounds 8 + 23, 8 + 33, 8 + 23; documents 90; the user message 13.
#: Shared: end 3, system message 3, documents 3 with a heading of 3 and a rule of 1 each. Together 231; 199 at
#: the first level of degradation, 173 at the second.
TALK = """
i1 system 10 prompt
i2 user 5
i3 assistant 20
i4 user 5
i5 assistant 30
i6 user 5
i7 assistant 20
i8 system 30 doc rel:0.9
i9 system 30 doc rel:0.1
i10 system 30 doc rel:0.5
i11 user 10
"""
LEVELS = (
    "degrade.levels=3 degrade.docs=2 degrade.rounds=1 recent.rounds=3 recent.tier=1 retrieved_doc.tier=3 "
    "retrieved_doc.order=relevance summarize.max_tokens=40"
)
