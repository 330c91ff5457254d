"""What one call of the model used, from the running totals that OpenHands writes down.

A total is written when a call ended, right before the events of its reply. The difference to the total before
it is that call's usage where it agrees with what the total states of its last call, and is unknown elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import count_field, text_field
from ctxlab.formats.lookups import as_object
from ctxlab.formats.values import is_object
from ctxlab.model.session import Usage

#: Who else calls models: to make summaries.
_ASIDE = ("condenser",)
_COUNTS = ("prompt_tokens", "completion_tokens", "cache_read_tokens", "cache_write_tokens")


class UsageLog:
    """Follows the totals. `model` is the name of the model that was called last."""

    def __init__(self) -> None:
        self.model = ""
        self._totals: dict[str, tuple[int, ...]] = {}
        self._usage: Usage | None = None

    def stats(self, value: Any) -> None:
        """Takes in the totals of all who call models."""
        users = as_object(value).get("usage_to_metrics")
        for name, metrics in users.items() if is_object(users) else ():
            if name not in _ASIDE and is_object(metrics):
                self.metrics(name, metrics)

    def metrics(self, name: str, metrics: Mapping[str, Any]) -> None:
        """Takes in the total of one who calls models."""
        total = metrics.get("accumulated_token_usage")
        if not is_object(total):
            return
        now = tuple(count_field(total, key) or 0 for key in _COUNTS)
        before = self._totals.get(name, (0,) * len(_COUNTS))
        if now == before:
            return
        self._totals[name] = now
        self.model = text_field(metrics, "model_name") or text_field(total, "model") or self.model
        prompt, output, read, written = (new - old for new, old in zip(now, before, strict=True))
        stated = count_field(total, "per_turn_token")
        agrees = prompt + output == stated and min(prompt - read - written, output, read, written) >= 0
        self._usage = Usage(prompt - read - written, read, written, output) if agrees else None

    def know(self, usage: Usage) -> None:
        """Takes in what a response itself says of its call."""
        self._usage = usage

    def take(self) -> Usage | None:
        """The usage of the call whose reply comes now; of each call once."""
        usage, self._usage = self._usage, None
        return usage

    def forget(self) -> None:
        """Something else came: what was noted last is not the next reply's."""
        self._usage = None
