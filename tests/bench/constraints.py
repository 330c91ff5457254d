"""How well constraints are found and their survival is judged, on one half of the labelled sets.

    python tests/bench/constraints.py build [--show]     the half that rules are written from
    python tests/bench/constraints.py held --why TEXT    the other half: figures only; the look is logged
    python tests/bench/constraints.py more [--show]      survival pairs of other hands, since tuned on

The halves are told apart by hash, messages by their own text, survival pairs by the text they share, so that
the split is the same on every machine and was made before a rule was written. A look at the held half goes
into `constraints-looks.md` beside this file. `--show` prints misses of the build half, and of no other.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import ctxlab
from ctxlab.model.constraint import Survived
from ctxlab.text.survival import encoder

HERE = Path(__file__).parent
DATA = HERE.parent / "data" / "constraints"
LOOKS = HERE / "constraints-looks.md"
HALVES = ("build", "held")
MORE = "more"
Span = tuple[int, int]
Record = dict[str, Any]


def half_of(key: str) -> str:
    """The half that a text belongs to."""
    return HALVES[sha256(("half " + key).encode()).digest()[0] % 2]


def messages(half: str) -> list[Record]:
    """The labelled messages of a half."""
    return [record for record in _records("messages.jsonl") if half_of(record["text"]) == half]


def pairs(half: str) -> list[Record]:
    """The survival pairs of a half, or those of other hands; pairs that share a text are in the same half."""
    if half == MORE:
        return list(_records("survival-more.jsonl"))
    return [record for record in _records("survival.jsonl") if half_of(record["text"]) == half]


def _records(name: str) -> Iterator[Record]:
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def interval(hits: int, of: int) -> str:
    """A share with its Wilson interval at 95 %."""
    if not of:
        return "none"
    z, share = 1.96, hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{share:.2f} ({middle - spread:.2f}-{middle + spread:.2f}; {hits}/{of})"


def shared(one: Span, other: Span) -> int:
    """How many code points two spans share."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def matches(found: Span, label: Span, labels: Sequence[Span]) -> bool:
    """Whether a found span is a label's: half of the shorter is shared; at most thrice what it touches."""
    shorter = min(found[1] - found[0], label[1] - label[0])
    touched = sum(end - start for start, end in labels if shared(found, (start, end)))
    return 2 * shared(found, label) >= shorter and found[1] - found[0] <= 3 * touched


@dataclass(slots=True)
class Tally:
    """Hits of one language: spans found and labelled, and messages without a constraint that were flagged."""

    right: int = 0
    found: int = 0
    labelled: int = 0
    recalled: int = 0
    empty: int = 0
    flagged: int = 0


def score(records: Sequence[Record], tier: str, *, show: bool) -> tuple[Tally, Counter[str], Counter[str]]:
    """The tally of a tier (`hard`, `soft`, `any`), the kinds of labels missed and of spans wrongly found."""
    tally, missed, wrong = Tally(), Counter[str](), Counter[str]()
    for record in records:
        labels = record["constraints"]
        core = [label for label in labels if not label.get("optional")]
        optional = [_span(label) for label in labels if label.get("optional")]
        wanted = [label for label in core if tier in ("any", label["tier"])]
        found = [one for one in ctxlab.find_constraints(record["text"]) if tier in ("any", one.tier)]
        everything = [_span(label) for label in labels]
        false = 0
        for one in found:
            if any(matches((one.start, one.end), _span(label), everything) for label in wanted):
                tally.right += 1
                tally.found += 1
            elif not any(matches((one.start, one.end), span, everything) for span in optional):
                tally.found += 1
                false += 1
                wrong[one.kind] += 1
                _tell(show, "WRONG", tier, record, one.text, f"{one.kind} {one.tier} {','.join(one.rules)}")
        for label in wanted:
            tally.labelled += 1
            if any(matches((one.start, one.end), _span(label), everything) for one in found):
                tally.recalled += 1
            else:
                missed[label["type"]] += 1
                _tell(show, "MISSED", tier, record, label["span"], f"{label['type']} {label['tier']}")
        if not core:
            tally.empty += 1
            tally.flagged += false > 0
    return tally, missed, wrong


def _span(label: Record) -> Span:
    return label["start"], label["end"]


def _tell(show: bool, what: str, tier: str, record: Record, words: str, note: str) -> None:
    if show:
        _say(f"  {what} {tier} {record['id']} [{note}] {words!r}\n      in {record['text'][:300]!r}")


def kinds_right(records: Sequence[Record]) -> tuple[int, int]:
    """Of core labels that were found: how many with the right kind, and how many in all."""
    right = of = 0
    for record in records:
        everything = [_span(label) for label in record["constraints"]]
        found = ctxlab.find_constraints(record["text"])
        for label in record["constraints"]:
            hits = [one for one in found if matches((one.start, one.end), _span(label), everything)]
            if hits and not label.get("optional"):
                of += 1
                right += any(one.kind == label["type"] for one in hits)
    return right, of


def _say(words: str) -> None:
    sys.stdout.write(words + "\n")


def report_messages(half: str, *, show: bool) -> list[str]:
    """The lines on finding constraints."""
    lines: list[str] = []
    for language in ("en", "zh"):
        records = [record for record in messages(half) if record["lang"] == language]
        for tier in ("hard", "soft", "any"):
            tally, missed, wrong = score(records, tier, show=show and tier != "any")
            lines.append(
                f"{language} {tier}: precision {interval(tally.right, tally.found)}, recall "
                f"{interval(tally.recalled, tally.labelled)}, messages without any flagged "
                f"{interval(tally.flagged, tally.empty)}; missed {dict(missed)}, wrong {dict(wrong)}"
            )
        lines.append(f"{language}: kind right {interval(*kinds_right(records))}")
    return lines


def report_survival(half: str, *, show: bool, semantic: bool) -> list[str]:
    """The lines on survival verdicts, by the core or with the encoder of the extra `semantic`."""
    records = pairs(half)
    right = exact = false = gone = 0
    missed = 0
    confusion: Counter[str] = Counter()
    for record in records:
        found = ctxlab.survival(record["constraint"], record["text"], semantic)
        label = Survived(record["verdict"])
        exact += found.verdict is label
        right += found.verdict.kept == label.kept
        gone += not label.kept
        false += found.verdict.kept and not label.kept
        missed += label.kept and not found.verdict.kept
        if found.verdict is not label:
            confusion[f"{label} as {found.verdict}"] += 1
        if show and found.verdict is not label:
            _say(
                f"  {label} judged {found.verdict} {record['id']} [{found.reason}: {found.was} / {found.now}]"
            )
            _say(
                f"      {record['constraint']!r}\n      in {record['text']!r}\n"
                f"      label: {record['reason']}"
            )
    by = "semantic" if semantic else "core"
    return [
        f"{by}: survived or not: right {interval(right, len(records))}; "
        f"false survived {interval(false, gone)}, missed {interval(missed, len(records) - gone)}",
        f"{by}: six verdicts: right {interval(exact, len(records))}; {dict(confusion)}",
    ]


def log_look(why: str, lines: Sequence[str]) -> None:
    """Writes a look at the held half down."""
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    with LOOKS.open("a", encoding="utf-8") as file:
        file.write(f"\n## {when} UTC: {why}\n\n" + "".join(f"- {line}\n" for line in lines))


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the figures of a half."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("half", choices=(*HALVES, MORE))
    parser.add_argument("--show", action="store_true", help="print what went wrong (build half only)")
    parser.add_argument("--why", default="", help="why the held half is looked at")
    parser.add_argument("--only", choices=("messages", "survival"), help="one of the two sets")
    parser.add_argument(
        "--semantic",
        action=argparse.BooleanOptionalAction,
        help="judge survival with the encoder, or by the core; both without this, where it is installed",
    )
    asked = parser.parse_args(arguments)
    if asked.half == "held" and (asked.show or not asked.why):
        parser.error("the held half shows figures only, and --why says what for")
    lines: list[str] = []
    if asked.only != "survival" and asked.half != MORE:
        lines += report_messages(asked.half, show=asked.show)
    if asked.only != "messages":
        both = (False, True) if encoder.installed() else (False,)
        for semantic in both if asked.semantic is None else (asked.semantic,):
            lines += report_survival(asked.half, show=asked.show, semantic=semantic)
    _say("\n".join(lines))
    if asked.half == "held":
        log_look(asked.why, lines)


if __name__ == "__main__":
    main()
