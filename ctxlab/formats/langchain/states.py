"""Finds the conversations in a document of LangChain or LangGraph.

A *thread* is one conversation: a list or lines of messages, a graph's state, a checkpoint or snapshot with
the state in it, or what a retrieval chain took and gave. Each may stand as JSON in a string.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ctxlab.formats.dialects.langchain import is_langchain, is_langchain_message, opened
from ctxlab.formats.entries import Placed, each_placed, inside, place_of, records_in
from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.langchain.chunks import merged_chunks
from ctxlab.formats.lookups import Path, as_object, pointer_of, value_at
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.retrieved import Retrieved, retrieved_document, retrieved_documents, state_documents
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import Place

#: Where a record has the state, the record itself first; the last but one only in what LangGraph writes.
_PATHS: tuple[Path, ...] = (
    (),
    ("values",),
    ("kwargs",),
    ("state",),
    ("output",),
    ("channel_values",),
    ("checkpoint", "channel_values"),
)
_LISTS = ("messages", "chat_history", "history")
_QUESTIONS = ("input", "question", "query", "user_input")
_ANSWERS = ("answer", "output", "result", "generation", "response")

_SAMPLE = 50


@dataclass(frozen=True, slots=True)
class Thread:
    """One conversation. The documents stand before the message of that index, or after all of them.

    `is_state`: it is what a graph keeps, to which a system prompt may be added when the model is called.
    `key` tells which snapshots are of one thread; it is empty for what is no snapshot.
    """

    messages: Sequence[Placed]
    documents: Sequence[tuple[Retrieved, Place]] = ()
    documents_at: int = 0
    is_state: bool = False
    title: str = ""
    extra: str = ""
    key: str = ""


def likeness(value: Any) -> float:
    """How much a record looks like LangChain's, 0 to 1."""
    inner = unwrap(value)
    if _streamed(inner, Place()):
        return 0.9
    if is_object(inner):
        return 0.95 if _found_state(inner) else 0.8 if retrieved_document(inner) else 0.0
    if not is_list(inner) or not inner:
        return 0.0
    if is_langchain(inner):
        return 0.95
    return max(likeness(one) for one in inner[:_SAMPLE]) * 0.95


def threads_of(document: Document) -> tuple[list[Thread], list[Record]]:
    """The threads of a document, in file order, and the records that are none."""
    records = document.records
    value = unwrap(records[0].value) if len(records) == 1 and not document.lines else None
    if is_list(value) and not _is_list_of_messages(value):
        entries = records_in(records[0], value)
    else:
        entries = [(one, place_of(document, one)) for one in records]
    threads: list[Thread] = []
    strange: list[Record] = []
    messages: list[Placed] = []
    documents: list[tuple[Retrieved, Place]] = []
    for record, place in entries:
        one = unwrap(record.value)
        streamed = _streamed(one, place)
        if streamed:
            if not messages:
                threads.append(Thread(messages))
            messages += streamed
        elif (found := retrieved_document(one)) is not None:
            if not documents:
                threads.append(Thread((), documents))
            documents.append((found, place))
        elif (thread := _thread(one, place)) is not None:
            threads.append(thread)
        else:
            strange.append(record)
    messages[:] = merged_chunks(messages)
    return _without_earlier(threads), strange


def _streamed(value: Any, place: Place) -> list[Placed]:
    """The messages of a record of a stream: one, one with its metadata, or those that a graph's nodes gave.

    What any other record is, is none.
    """
    if is_list(value) and len(value) == 2 and is_object(value[1]) and not is_langchain_message(value[1]):
        return [(value[0], inside(place, "/0"))] if _is_message(value[0]) else []
    if _is_message(value):
        return [(value, place)]
    if not is_object(value) or _found_state(value):
        return []
    if not all(one is None or is_object(one) for one in value.values()):
        return []
    found: list[Placed] = []
    for node, update in value.items():
        listed = update.get("messages") if update else None
        if is_list(listed) and is_langchain(listed):
            found += _placed(listed, place, f"/{node}/messages")
    return found


def _is_message(value: Any) -> bool:
    return is_object(value) and is_langchain_message(value)


def _thread(value: Any, place: Place) -> Thread | None:
    if is_list(value):
        return Thread(_placed(value, place, "")) if _is_list_of_messages(value) else None
    found = _found_state(value) if is_object(value) else None
    if not is_object(value) or found is None:
        return None
    state, path = found
    pointer = pointer_of(path)
    messages, taken = _messages(state, place, pointer)
    documents: list[tuple[Retrieved, Place]] = []
    for key, index, one in state_documents(state):
        taken.add(key)
        documents.append((one, inside(place, f"{pointer}/{key}/{index}")))
    outer = {key: one for key, one in value.items() if not path or key != path[0]} if path else {}
    thread = _thread_id(value)
    return Thread(
        messages,
        documents,
        documents_at=_after_question(messages),
        is_state=path != ("kwargs",),
        title=thread,
        extra=extra_of({**outer, **{key: one for key, one in state.items() if key not in taken}}, ()),
        key=(thread or "*") if path and path[-1] in ("values", "channel_values") else "",
    )


def _found_state(value: Mapping[str, Any]) -> tuple[Mapping[str, Any], Path] | None:
    """The state in a record, and the path to it."""
    for path in _PATHS:
        state = value_at(value, path)
        snapshot = path == ("values",) and ("next" in value or "config" in value)
        if is_object(state) and _is_state(state, sure=snapshot or path[-1:] == ("channel_values",)):
            return state, path
    return None


def _is_state(state: Mapping[str, Any], *, sure: bool) -> bool:
    """Whether it holds messages of LangChain's or retrieved documents, or, where `sure`, any messages."""
    lists = [_flat(state[key]) for key in _LISTS if is_list(state.get(key))]
    if any(is_langchain([unwrap(value) for value in one]) for one in lists) or (sure and lists):
        return True
    return any(is_list(one) and bool(retrieved_documents(one)) for one in state.values())


def _is_list_of_messages(value: list[Any]) -> bool:
    """Whether the list is of messages: then all in it is taken as such, also what looks like none."""
    return is_langchain(_flat(value)) and not any(is_list(one) and is_langchain(one) for one in value[1:])


def _flat(value: list[Any]) -> list[Any]:
    """The list itself, or the only list in it."""
    return value[0] if len(value) == 1 and is_list(value[0]) else value


def _messages(state: Mapping[str, Any], place: Place, pointer: str) -> tuple[list[Placed], set[str]]:
    """The messages of a state and the fields that they were taken from.

    Where a chain keeps them as its history, question and answer stand beside that.
    """
    key = next((one for one in _LISTS if is_list(state.get(one))), "")
    taken = {key} if key else set[str]()
    messages = _placed(state[key], place, f"{pointer}/{key}") if key else []
    if key == "messages":
        return messages, taken
    for names, kind in ((_QUESTIONS, "human"), (_ANSWERS, "ai")):
        name = next((one for one in names if state.get(one) and one not in taken), "")
        value = state.get(name)
        if isinstance(value, str) or _is_message(value):
            message = {"type": kind, "content": value} if isinstance(value, str) else value
            messages.append((message, inside(place, f"{pointer}/{name}")))
            taken.add(name)
    return messages, taken


def _placed(values: list[Any], place: Place, pointer: str) -> list[Placed]:
    inner = _flat(values)
    deeper = pointer if inner is values else f"{pointer}/0"
    return merged_chunks(each_placed(map(_message, inner), place, deeper))


def _message(value: Any) -> Any:
    """A message of a list; also the short forms are such: a text, or a pair of a type and a text."""
    if is_list(value) and len(value) == 2 and all(isinstance(one, str) for one in value):
        return {"type": value[0], "content": value[1]}
    one = unwrap(value)
    return {"type": "human", "content": one} if isinstance(one, str) else one


def _after_question(messages: Sequence[Placed]) -> int:
    """The index behind the last message of the user, for which the documents were retrieved."""
    for index in range(len(messages) - 1, -1, -1):
        value = messages[index][0]
        found = opened(value) if is_object(value) else None
        if found is not None and found.kind in ("human", "user"):
            return index + 1
    return 0


def _thread_id(value: Mapping[str, Any]) -> str:
    """The id of the thread that a snapshot or checkpoint is of."""
    configurable = as_object(value.get("config")).get("configurable")
    for holder in (configurable, value.get("metadata"), value.get("checkpoint"), value):
        if is_object(holder) and (found := text_field(holder, "thread_id")):
            return found
    return ""


def _without_earlier(threads: Sequence[Thread]) -> list[Thread]:
    """The threads without the snapshots with whose messages another one of the same thread begins."""
    longer: set[int] = set()
    whole: set[int] = set()
    walks = [_prefixes(one) if one.key else [] for one in threads]
    for walk in walks:
        longer.update(walk[:-1])
    kept: list[Thread] = []
    for thread, walk in zip(threads, walks, strict=True):
        if walk and (walk[-1] in longer or walk[-1] in whole):
            continue
        whole.update(walk[-1:])
        kept.append(thread)
    return kept


def _prefixes(thread: Thread) -> list[int]:
    """A number for each beginning of the thread's messages, the empty one first."""
    number = hash(thread.key)
    walk = [number]
    for message, _ in thread.messages:
        number = hash((number, compact(message)))
        walk.append(number)
    return walk
