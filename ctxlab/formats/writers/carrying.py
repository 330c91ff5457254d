"""Parts of any recording as the parts that an API takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ctxlab.formats.fields import compact
from ctxlab.formats.recorded import Group
from ctxlab.formats.writers.media_forms import detail_of
from ctxlab.formats.writers.names import Names
from ctxlab.formats.writers.turns import fields_of
from ctxlab.formats.writers.written import Losses
from ctxlab.model.items import Part, PartKind

MEDIA = frozenset({PartKind.IMAGE, PartKind.AUDIO, PartKind.FILE})

#: Unknown fields of parts that say nothing to another API.
_SILENT = frozenset(
    {"type", "id", "status", "index", "annotations", "logprobs", "detail", "source_type", "partMetadata"}
)

_MARKERS = frozenset({"type", "source_type", "source", "detail"})


@dataclass(frozen=True, slots=True)
class Rules:
    """What a wire format takes.

    `same` says that the session was recorded in it: thinking and unknown parts go over. With `fields` unknown
    fields do, too: they are the API's own, and none of the program that kept the log. `takes` is asked of
    media and thinking, `media_in_results` allows media in results, `detail` says how closely images are to be
    looked at. `apart` puts system texts beside the talk. With `alternates` neighbours of one role are one
    message, and the first is a user's; `with_results` joins what a user says to the results before it.
    `model_media` allows media in what the model said, `thinking_alone` thinking without anything beside it.
    """

    same: bool
    fields: bool
    takes: Callable[[Part], bool]
    media_in_results: bool = False
    detail: bool = False
    apart: bool = False
    alternates: bool = False
    with_results: bool = False
    model_media: bool = False
    thinking_alone: bool = True


class Carrying:
    """Carries parts over into a wire format; what is lost by that is counted."""

    def __init__(self, rules: Rules, names: Names, losses: Losses) -> None:
        self._rules, self._names, self._losses = rules, names, losses

    def said(self, group: Sequence[Part]) -> Group:
        """The parts as the wire takes them; some are gone, some stand as text.

        Of thinking in several parts one is signed for all.
        """
        thoughts = [part for part in group if part.kind is PartKind.THINKING]
        taken = self._rules.same and any(map(self._rules.takes, thoughts))
        return tuple(part for one in group for part in self._part(one, thinking=taken))

    def plain(self, part: Part) -> Part:
        """A part of a message in a role of its own: what no reader understands is its text."""
        if part.kind is not PartKind.UNKNOWN:
            return part
        self._losses.count("parts_as_text")
        return Part(PartKind.TEXT, part.text)

    def _part(self, part: Part, *, thinking: bool) -> Iterator[Part]:
        same, losses = self._rules.same, self._losses
        extra = part.extra
        if extra and not self._rules.fields:
            losses.count("fields_dropped", int(_tells(extra)))
            extra = _markers(extra) if same else ""
        if part.kind is PartKind.TEXT:
            if part.text.strip():
                yield replace(part, extra=extra, signature=part.signature if same else "")
        elif part.kind is PartKind.THINKING:
            if thinking:
                yield replace(part, extra=extra)
            else:
                losses.count("thinking_dropped")
        elif part.kind in MEDIA:
            yield from self._medium(part, extra)
        elif part.kind is PartKind.CALL:
            yield replace(
                part,
                name=self._names.tool(part.name),
                call_id=self._names.id(part.call_id),
                signature=part.signature if same else "",
                extra=extra,
            )
        elif part.kind is PartKind.RESULT:
            name, call_id = self._names.tool(part.name), self._names.id(part.call_id)
            yield replace(part, name=name, call_id=call_id, extra=extra)
        elif not same:
            yield self.plain(part)
        else:
            yield part

    def _medium(self, part: Part, extra: str) -> Iterator[Part]:
        if part.kind is PartKind.FILE and part.text and not part.data and not self._rules.same:
            yield Part(PartKind.TEXT, part.text)
        elif self._rules.takes(part):
            detail = detail_of(part) if self._rules.detail else {}
            told = compact(detail) if detail else ""
            kept = replace(part, extra=extra) if self._rules.same else replace(part, extra=told, signature="")
            yield kept
        else:
            yield self.named(part)

    def named(self, part: Part) -> Part:
        """A medium that cannot stand where it is, as a text that names it; any other part as it is."""
        if part.kind not in MEDIA:
            return part
        self._losses.count("media_dropped")
        return Part(PartKind.TEXT, f"[{' '.join(filter(None, (part.kind.value, part.name)))}]")


def _markers(extra: str) -> str:
    """Those of the unknown fields that readers themselves write down to tell sorts of parts."""
    kept = {key: value for key, value in fields_of(extra).items() if key in _MARKERS}
    return compact(kept) if kept else ""


def _tells(extra: str) -> bool:
    return any(value and key not in _SILENT for key, value in fields_of(extra).items())
