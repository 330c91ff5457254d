"""Documents that a retriever found, as frameworks write them down, to items of their own."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.lookups import as_list, as_object
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Place, Source

_TEXTS = ("page_content", "pageContent")
_SCORES = ("score", "relevance_score", "relevanceScore", "_score", "similarity", "similarity_score")
_LISTS = ("documents", "docs", "nodes", "results", "source_nodes", "matches", "output")
_NODES = ("node", "document", "payload")
_FOUND_TEXTS = ("text", "content", "document", "page_content", "pageContent")
_NAMES = ("source", "title", "document_title", "name", "id", "url")

#: Names of fields under which agents keep what they found.
_FIELD = re.compile(r"retriev|docs|document|chunk|passage|^context$|search_results", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Retrieved:
    """One document: its text, what it is called, how relevant it was said to be, and all else as JSON."""

    text: str
    name: str = ""
    score: float | None = None
    extra: str = ""


def retrieved_document(value: object) -> Retrieved | None:
    """The document that LangChain's `Document` is, plain or serialised; None for everything else."""
    fields = _fields(value)
    text = next((fields[key] for key in _TEXTS if isinstance(fields.get(key), str)), None)
    if text is None:
        return None
    metadata: Any = fields.get("metadata")
    metadata = as_object(metadata)
    rest = {key: one for key, one in fields.items() if key not in (*_TEXTS, "type") and one not in (None, {})}
    return Retrieved(
        text,
        text_field(metadata, *_NAMES) or text_field(fields, "id"),
        _score(metadata) if _score(metadata) is not None else _score(fields),
        extra_of(rest, ()),
    )


def retrieved_documents(value: object) -> list[Retrieved]:
    """The documents that a list of nothing else holds; pairs of a document and its score are such, too."""
    found: list[Retrieved] = []
    for one in as_list(value):
        pair = is_list(one) and len(one) == 2 and isinstance(one[1], (int, float))
        document = retrieved_document(one[0] if pair else one)
        if document is None:
            return []
        score = _finite(one[1]) if pair else document.score
        found.append(Retrieved(document.text, document.name, score, document.extra))
    return found


def state_documents(state: Mapping[str, Any]) -> list[tuple[str, int, Retrieved]]:
    """The documents that a state or an answer keeps, each with its field and its index there.

    Those of LangChain are known anywhere; other objects with a text only where the field says what they are.
    """
    found: list[tuple[str, int, Retrieved]] = []
    for key, value in state.items():
        here = retrieved_documents(value)
        if not here and _FIELD.search(key) and is_list(value) and all(_is_chunk(one) for one in value):
            here = [_found_document(one) for one in value]
        found += [(key, index, one) for index, one in enumerate(here)]
    return found


def _is_chunk(value: object) -> bool:
    return (
        is_object(value)
        and "role" not in value
        and any(isinstance(value.get(key), str) for key in _FOUND_TEXTS)
    )


def found_documents(value: object) -> list[Retrieved]:
    """The documents in what a retriever gave: a list of them, or of texts, or of objects that have texts.

    Those that were read already, in a tuple, are given back.
    """
    if _are_read(value):
        return list(value)
    if is_object(value):
        inner = next((value[key] for key in _LISTS if is_list(value.get(key))), None)
        return found_documents([value] if inner is None else inner)
    if isinstance(value, str):
        return [Retrieved(value)] if value else []
    if found := retrieved_documents(value):
        return found
    found = [_found_document(one) for one in value] if is_list(value) else []
    return [one for one in found if one.text]


def _are_read(value: object) -> TypeGuard[tuple[Retrieved, ...]]:
    return isinstance(value, tuple)


def _found_document(value: object) -> Retrieved:
    if isinstance(value, str):
        return Retrieved(value)
    if not is_object(value):
        return Retrieved(compact(value))
    node = next((value[key] for key in _NODES if is_object(value.get(key))), value)
    text = next((node[key] for key in _FOUND_TEXTS if isinstance(node.get(key), str)), "")
    known = retrieved_document(node)
    score = _score(value) if _score(value) is not None else _score(node)
    if known is not None:
        return Retrieved(known.text, known.name, score if known.score is None else known.score, known.extra)
    rest = {key: one for key, one in value.items() if key not in _FOUND_TEXTS and one not in (None, {})}
    if not text:
        return Retrieved(compact(value), "", score)
    return Retrieved(text, text_field(node, *_NAMES), score, extra_of(rest, ()) if node is value else "")


def add_documents(
    builder: SessionBuilder,
    documents: Sequence[tuple[Retrieved, Place]],
    *,
    time: str = "",
    chain: str = "",
) -> None:
    """Adds an item for each; without a score a document stands behind all that have one."""
    unscored = 1.0 if all(one.score is None for one, _ in documents) else 0.0
    for one, place in documents:
        builder.add_fragment(
            "system",
            (Part(PartKind.TEXT, one.text),),
            Source.RETRIEVED_DOC,
            place=place,
            priority=4,
            relevance=unscored if one.score is None else one.score,
            time=time,
            name=one.name,
            chain=chain,
            extra=one.extra,
        )


def _fields(value: object) -> Mapping[str, Any]:
    if not is_object(value):
        return {}
    kwargs = value.get("kwargs")
    return kwargs if value.get("lc") is not None and is_object(kwargs) else value


def _score(fields: Mapping[str, Any]) -> float | None:
    return next((one for one in (_finite(fields.get(key)) for key in _SCORES) if one is not None), None)


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
