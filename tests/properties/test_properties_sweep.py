"""A sweep gives for each session and profile what a Lab gives that builds nothing but that."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from helpers.any_session import marks_for, sessions
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.batch.corpus import corpus_of, open_place
from ctxlab.batch.sweep import sweep
from ctxlab.batch.sweep_job import outcome_of
from ctxlab.formats.writers.native import dumps_session
from ctxlab.lab import Lab
from ctxlab.model.profile import Profile
from ctxlab.model.sweep import Outcome, Place, Variant
from ctxlab.profiles import builtin


class Here:
    """Runs jobs at once, in this thread: hypothesis makes too many sweeps for a pool each."""

    workers = 1

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        """What the function returns, as a future that is done."""
        from concurrent.futures import Future

        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def profiles() -> st.SearchStrategy[Profile]:
    caps = st.integers(0, 2000)
    return st.builds(
        lambda name, history, recent: (
            builtin(name).set("budget.history.cap", history).set("budget.recent.cap", recent)
        ),
        st.sampled_from(["gssc", "long", "as-recorded", "split-budget"]),
        caps,
        caps,
    )


def alone(place: Place, profile: Profile, last: int | None) -> Outcome:
    """The outcomes of the last requests, each built by a Lab of its own, taken together by hand."""
    session = open_place(place)
    chain = session.chain()[-last if last else 0 :]
    found = [outcome_of(Lab(store=False).build(session.at(one.index), profile), profile) for one in chain]
    largest = max(found, key=lambda one: one.tokens)
    lost = {name for one in found for name in one.lost}
    judged = [name for one in found for name in one.judged]
    return Outcome(
        tokens=largest.tokens,
        limit=largest.limit,
        over=largest.over,
        level=max(one.level for one in found),
        exact=all(one.exact for one in found),
        judged=tuple(dict.fromkeys(judged)),
        lost=tuple(sorted(lost)),
    )


@settings(max_examples=25)
@given(st.data())
def test_a_sweep_gives_what_labs_give_that_build_nothing_else(data: st.DataObject) -> None:
    # marks of a session without items name items that are not there, and nothing can be judged by those
    session = data.draw(sessions().filter(lambda one: bool(one.items)))
    session = session.with_marks(data.draw(marks_for(session)))
    chosen = [
        Variant(str(at), one)
        for at, one in enumerate(data.draw(st.lists(profiles(), min_size=1, max_size=5)))
    ]
    requests = data.draw(st.sampled_from([1, 2, None]))
    with TemporaryDirectory() as folder:
        file = Path(folder, "one.ctx.json")
        file.write_text(dumps_session(session), "utf-8", errors="surrogatepass")
        places = corpus_of([file]).places
        asked: Any = {"requests": requests or "all", "executor": Here(), "store": False}
        *_, last = sweep(places, chosen, **asked)
        for variant, (found,) in zip(chosen, last.outcomes, strict=True):
            assert found is not None
            expected = alone(places[0], variant.profile, requests)
            known = {
                name: getattr(found, name) for name in ("tokens", "limit", "over", "level", "exact", "judged")
            }
            assert known == {name: getattr(expected, name) for name in known}
            assert sorted(found.lost) == list(expected.lost)
