"""Why a verdict was given: the codes that `explain.survival` words."""

from __future__ import annotations

SAME_WORDS = "same_words"
OTHER_WORDS = "other_words"
NOT_THE_WORDS = "not_the_words"
NUMBER = "number"
UNIT = "unit"
CURRENCY = "currency"
BOUND_TURNED = "bound_turned"
POLARITY = "polarity"
NAMED_VALUE = "named_value"
SUPERSEDED = "superseded"
BOUND_LOST = "bound_lost"
BOUND_ADDED = "bound_added"
FORCE = "force"
LIMITED = "limited"
ONLY_LOST = "only_lost"
EXCEPTION_LOST = "exception_lost"
EXCEPTION_ADDED = "exception_added"
CONDITION_LOST = "condition_lost"
CONDITION_ADDED = "condition_added"
NARROWER = "narrower"
PART_LOST = "part_lost"
VALUE_LOST = "value_lost"
UNSETTLED = "unsettled"
CURRENCY_MISSING = "currency_missing"
PERMITTED = "permitted"
TOPIC_ONLY = "topic_only"
NOT_STATED = "not_stated"

#: All of them.
REASONS = (
    SAME_WORDS,
    OTHER_WORDS,
    NOT_THE_WORDS,
    NUMBER,
    UNIT,
    CURRENCY,
    BOUND_TURNED,
    POLARITY,
    NAMED_VALUE,
    SUPERSEDED,
    BOUND_LOST,
    BOUND_ADDED,
    FORCE,
    LIMITED,
    ONLY_LOST,
    EXCEPTION_LOST,
    EXCEPTION_ADDED,
    CONDITION_LOST,
    CONDITION_ADDED,
    NARROWER,
    PART_LOST,
    VALUE_LOST,
    UNSETTLED,
    CURRENCY_MISSING,
    PERMITTED,
    TOPIC_ONLY,
    NOT_STATED,
)
