"""What the OpenAI Agents SDK keeps: its databases of sessions, and the state of an interrupted run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ctxlab.formats.dialects.responses import item_kind
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.lookups import as_list, as_object, decoded
from ctxlab.formats.responses.usage import responses_usage
from ctxlab.formats.sqlite_file import Database, quoted
from ctxlab.formats.values import is_list, is_object, mend
from ctxlab.model.items import Place
from ctxlab.model.session import Usage

#: Columns by which its table of messages is told; the tables' names can be chosen.
_COLUMNS = frozenset({"session_id", "message_data"})

#: Columns of the table that says which message is on which branch, where a session can branch.
_BRANCH_COLUMNS = frozenset({"message_id", "branch_id", "sequence_number"})

#: What marks the serialised state of a run.
_STATE = ("$schemaVersion", "original_input")

#: Fields of a state that hold its items, some of them once more.
_STATE_FIELDS = (
    *("original_input", "session_items", "generated_items", "model_responses"),
    *("last_model_response", "current_step"),
)

#: Fields that say that the provider keeps the rest of the context.
_ON_SERVER = ("previous_response_id", "conversation_id")

#: Entries that repeat a call because it waits to be approved.
_APPROVAL = "tool_approval_item"


@dataclass(frozen=True, slots=True)
class Stored:
    """One item of a session: its value, where it stands, when it was stored, what its response used.

    `value` is the stored text where that is no JSON. `branches` are those that it is on, the first its own.
    """

    value: Any
    place: Place
    time: str = ""
    usage: Usage | None = None
    branches: tuple[str, ...] = ()


@dataclass(slots=True)
class Talk:
    """One session of the SDK. `waiting` are the ids of calls that wait to be approved.

    `on_server` is the field that says that the provider keeps the rest, and `extra` what else there is.
    """

    title: str = ""
    items: list[Stored] = field(default_factory=list[Stored])
    waiting: list[str] = field(default_factory=list[str])
    on_server: str = ""
    extra: str = ""


def is_state(value: Any) -> bool:
    """Whether the value is the state of a run."""
    return is_object(value) and all(key in value for key in _STATE)


def message_tables(database: Database) -> dict[str, tuple[str, ...]]:
    """The tables of messages, with their columns."""
    return {
        name: columns for name, columns in database.tables().items() if columns and set(columns) >= _COLUMNS
    }


def stored_talks(database: Database) -> list[Talk]:
    """The sessions of a database, in the order in which they begin; those without messages come last."""
    talks: dict[str, Talk] = {}
    branches = _branches(database)
    for table, columns in message_tables(database).items():
        time = "created_at" if "created_at" in columns else "NULL"
        order = "id" if "id" in columns else "rowid"
        query = f"SELECT {order}, session_id, message_data, {time} FROM {quoted(table)} ORDER BY {order}"
        for number, session, data, stored in database.rows(query):
            talk = talks.setdefault(str(session), Talk(str(session)))
            place = Place(0, f"{table}/{number}")
            one = Stored(_value(data), place, "" if stored is None else str(stored))
            talk.items.append(replace(one, branches=branches.get(number, ())))
    for name in _sessions(database):
        talks.setdefault(name, Talk(name))
    return list(talks.values())


def state_talk(state: Mapping[str, Any]) -> Talk:
    """The session in the state of a run: what it was given, then what came of it."""
    kept = next((key for key in _ON_SERVER if state.get(key)), "")
    talk = Talk(on_server=kept, extra=extra_of(state, _STATE_FIELDS))
    given = state.get("original_input")
    if is_list(given):
        talk.items += [Stored(one, Place(0, f"/original_input/{i}")) for i, one in enumerate(given)]
    elif given is not None:
        talk.items.append(Stored({"role": "user", "content": given}, Place(0, "/original_input")))
    key = next((one for one in ("session_items", "generated_items") if state.get(one)), "")
    usages = _usages(state.get("model_responses"))
    listed = state.get(key)
    for i, entry in enumerate(as_list(listed)):
        item = entry.get("raw_item") if is_object(entry) else entry
        if is_object(entry) and entry.get("type") == _APPROVAL:
            talk.waiting.append(text_field(as_object(item), "call_id", "id"))
        else:
            usage = usages.get(_key(item))
            talk.items.append(Stored(item, Place(0, f"/{key}/{i}/raw_item"), usage=usage))
    return talk


def _branches(database: Database) -> dict[Any, tuple[str, ...]]:
    """The branches of each message, in the order in which it came to be on them."""
    found: dict[Any, tuple[str, ...]] = {}
    for table, columns in database.tables().items():
        if set(columns) >= _BRANCH_COLUMNS:
            query = f"SELECT message_id, branch_id FROM {quoted(table)} ORDER BY rowid"
            for message, branch in database.rows(query):
                found[message] = (*found.get(message, ()), str(branch))
    return found


def _sessions(database: Database) -> list[str]:
    """The ids in the tables of sessions, of which some may have no message."""
    found: list[str] = []
    for table, columns in database.tables().items():
        if "session_id" in columns and "updated_at" in columns:
            query = f"SELECT session_id FROM {quoted(table)} ORDER BY rowid"
            found += [str(name) for (name,) in database.rows(query)]
    return found


def _value(data: Any) -> Any:
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    value = decoded(text)
    return text if value is text else mend(value)[0]


def _usages(responses: Any) -> dict[tuple[str, str], Usage]:
    """What each response used, by each of its items."""
    found: dict[tuple[str, str], Usage] = {}
    for response in as_list(responses):
        usage = responses_usage(response.get("usage")) if is_object(response) else None
        output = as_object(response).get("output")
        if usage is not None and is_list(output):
            found.update((_key(item), usage) for item in output)
    return found


def _key(item: Any) -> tuple[str, str]:
    """By what an item is known again."""
    if not is_object(item):
        return "", ""
    return item_kind(item), text_field(item, "call_id", "id")
