"""Anthropic messages, wherever they are embedded."""

from __future__ import annotations

from typing import Any

from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded, parts_of
from ctxlab.model.items import PartKind

CALL: dict[str, Any] = {"type": "tool_use", "id": "t1", "name": "gate", "input": {"n": 1}}
TALK: list[Any] = [
    {"role": "user", "content": "Open it.", "created_at": "2026-01-01"},
    {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm", "signature": "s"}, CALL]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "ok"}], "odd": 1},
]


def shown(message: Recorded) -> list[tuple[PartKind, str, str]]:
    return [(part.kind, part.text, part.name) for part in parts_of(message)]


def test_a_list_with_its_blocks_is_read_as_its_messages() -> None:
    user, answer, result = messages_of(TALK, Pairing())
    assert (user.role, user.time, user.extra) == ("user", "2026-01-01", "")
    assert shown(answer) == [(PartKind.THINKING, "hm", ""), (PartKind.CALL, '{"n":1}', "gate")]
    assert shown(result) == [(PartKind.RESULT, "ok", "gate")]
    assert result.extra == '{"odd":1}'


def test_with_fields_of_chat_completions_it_is_theirs() -> None:
    mixed: list[Any] = [*TALK, {"role": "assistant", "content": "x", "tool_calls": []}]
    kinds = [kind for message in messages_of(mixed, Pairing()) for kind, _, _ in shown(message)]
    assert PartKind.CALL not in kinds


def test_calls_without_ids_pair_by_their_order() -> None:
    call: dict[str, Any] = {"type": "tool_use", "name": "gate", "input": {}}
    result: dict[str, Any] = {"type": "tool_result", "content": "ok"}
    pairing = Pairing()
    _, last = messages_of(
        [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}], pairing
    )
    assert (shown(last), pairing.made) == ([(PartKind.RESULT, "ok", "gate")], 1)


def test_what_is_no_message_is_kept_as_it_came() -> None:
    odd, _ = messages_of([7, TALK[1]], Pairing())
    assert (odd.role, shown(odd), odd.answer) == ("unknown", [(PartKind.UNKNOWN, "7", "")], False)
