"""A/B: sessions under two profiles, sent to a model several times, judged by what the user checks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from ctxlab.analysis.paired import sign_flip
from ctxlab.analysis.violation import find_violations
from ctxlab.analysis.wilson import wilson
from ctxlab.analysis.wires import wire_view
from ctxlab.errors import ModelError, RequestError
from ctxlab.llm.client import Client, Prompt, nobody
from ctxlab.llm.endpoint import Endpoint, Estimate, estimate
from ctxlab.llm.replies import Reply
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.profile import Wire
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from ctxlab.model.trial import AbResult, CaseRates, Check, Rate, Trial
from ctxlab.model.wire_view import request_body
from ctxlab.stages.protocol import never
from ctxlab.text.patience import PatientPattern

#: Tokens of an answer that a plan reckons with; a model may say more.
ANSWER_TOKENS = 500


@dataclass(frozen=True, slots=True)
class Case:
    """One session at one request: its context under each arm, as a model is sent it, and its tokens."""

    title: str
    prompts: tuple[Prompt, Prompt]
    tokens: tuple[int, int]


@dataclass(frozen=True, slots=True)
class AbPlan:
    """What would be sent: each case under each arm, `times` times, and what that comes to."""

    arms: tuple[str, str]
    cases: tuple[Case, ...]
    times: int
    estimate: Estimate


def case_of(title: str, first: Trace, second: Trace) -> Case:
    """The case of a session's two runs, as OpenAI-compatible endpoints take them."""
    return Case(
        title,
        (_prompt(first), _prompt(second)),
        (first.totals.counted, second.totals.counted),
    )


def plan_ab(arms: tuple[str, str], cases: Sequence[Case], times: int, endpoint: Endpoint) -> AbPlan:
    """The plan of an A/B; nothing is sent by it."""
    calls = 2 * times * len(cases)
    there = times * sum(sum(case.tokens) for case in cases)
    return AbPlan(arms, tuple(cases), times, estimate(endpoint, calls, there, calls * ANSWER_TOKENS))


def refuse_unreadable(check: Check) -> None:
    """Refuses a check by whose patterns nothing can be judged.

    Raises:
        ProfileError: One of them cannot be read.
    """
    for pattern in (check.expect, check.sign.regex if check.sign else ""):
        PatientPattern(pattern)


def run_ab(
    plan: AbPlan,
    endpoint: Endpoint,
    check: Check,
    *,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[int], None] = nobody,
) -> AbResult:
    """Sends what is planned and judges the answers; a call that fails is told and counts for neither arm.

    The two arms take turns, so that an endpoint that changes in the middle changes for both.

    Raises:
        ModelError: All calls failed; it is the first error.
        ProfileError: A pattern of the check cannot be read; nothing was sent.
        CancelledError: `cancelled` said so.
    """
    refuse_unreadable(check)
    places = [(case, arm) for case in range(len(plan.cases)) for _ in range(plan.times) for arm in range(2)]
    prompts = [plan.cases[case].prompts[arm] for case, arm in places]
    answers = Client(endpoint).ask_all(prompts, cancelled, progress)
    failed = [one for one in answers if isinstance(one, ModelError)]
    if failed and len(failed) == len(answers):
        raise failed[0]
    trials = tuple(
        _trial(case, arm, answer, check) for (case, arm), answer in zip(places, answers, strict=True)
    )
    replies = [one for one in answers if isinstance(one, Reply)]
    used = (sum(one.tokens_in or 0 for one in replies), sum(one.tokens_out or 0 for one in replies))
    return judged(plan.arms, [case.title for case in plan.cases], trials, used)


def judged(
    arms: tuple[str, str], titles: Sequence[str], trials: tuple[Trial, ...], used: tuple[int, int] = (0, 0)
) -> AbResult:
    """The rates of trials, by arm and by session, and the paired test over sessions."""
    cases = tuple(_case_rates(at, title, trials) for at, title in enumerate(titles))
    both = [case for case in cases if all(case.judged)]
    differences = [
        Fraction(case.holds[1], case.judged[1]) - Fraction(case.holds[0], case.judged[0]) for case in both
    ]
    return AbResult(
        rates=(_rate(0, arms[0], trials), _rate(1, arms[1], trials)),
        cases=cases,
        trials=trials,
        p=sign_flip(differences) if both else None,
        better=sum(one > 0 for one in differences),
        worse=sum(one < 0 for one in differences),
        tokens_in=used[0],
        tokens_out=used[1],
    )


def holds(reply: Reply, check: Check) -> bool:
    """Whether an answer holds: what is expected is in its words or calls, and no sign of a breach is.

    Raises:
        RequestError: A pattern takes too long on it.
    """
    return not breaks(reply, check) and _shows_expected(reply, check)


def breaks(reply: Reply, check: Check) -> bool:
    """Whether an answer shows the sign of a breach.

    Raises:
        RequestError: A pattern takes too long on it.
    """
    return check.sign is not None and bool(find_violations(_answer(reply), check.sign))


def _shows_expected(reply: Reply, check: Check) -> bool:
    if not check.expect:
        return True
    pattern = PatientPattern(check.expect)
    found = any(pattern.found(item.text) for item in _answer(reply).items)
    if pattern.too_slow:
        raise RequestError(f"the pattern {check.expect[:60]!r} takes too long on this answer")
    return found


def _answer(reply: Reply) -> Session:
    """An answer as a session of its own, so that it is judged as recorded ones are."""
    parts = [Part(PartKind.TEXT, reply.text)] if reply.text.strip() else []
    parts += [
        Part(PartKind.CALL, arguments, name=name, call_id=f"call{at}")
        for at, (name, arguments) in enumerate(reply.calls, 1)
    ]
    items = tuple(
        Item(id=f"i{at}", role="assistant", parts=(part,), message=0, part=at - 1)
        for at, part in enumerate(parts, 1)
    )
    return Session("answer", items, ())


def _trial(case: int, arm: int, answer: Reply | ModelError, check: Check) -> Trial:
    if isinstance(answer, ModelError):
        return Trial(case, arm, None, str(answer))
    calls = (f"{name}({arguments})" for name, arguments in answer.calls)
    words = "\n".join(one for one in (answer.text, *calls) if one)
    try:
        broken = breaks(answer, check)
        return Trial(case, arm, not broken and _shows_expected(answer, check), words, broken)
    except RequestError as error:
        return Trial(case, arm, None, f"{error}\n{words}")


def _rate(arm: int, name: str, trials: Sequence[Trial]) -> Rate:
    own = [one.holds for one in trials if one.arm == arm]
    held, seen = sum(one is True for one in own), sum(one is not None for one in own)
    return Rate(name, held, seen, len(own) - seen, *wilson(held, seen))


def _case_rates(at: int, title: str, trials: Sequence[Trial]) -> CaseRates:
    own = [[one.holds for one in trials if one.case == at and one.arm == arm] for arm in range(2)]
    return CaseRates(
        title,
        tuple(sum(one is True for one in arm) for arm in own),
        tuple(sum(one is not None for one in arm) for arm in own),
    )


def _prompt(trace: Trace) -> Prompt:
    body = request_body(wire_view(trace, Wire.OPENAI_CHAT.value))
    tools = cast("list[dict[str, Any]]", body.get("tools") or [])
    return Prompt(tuple(body["messages"]), tuple(tools))
