"""An exported profile run by its own library, in a process of its own, so that the window is not held up."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, wait
from dataclasses import replace

from ctxlab.errors import CancelledError, PluginError
from ctxlab.gui.asking import Work
from ctxlab.model.profile import Profile
from ctxlab.model.settings_export import Verified
from ctxlab.model.sweep import Place

#: How often (seconds) it is asked whether the answer is still wanted.
_LOOK = 0.1


def verifying(form: str, profile: Profile, places: tuple[Place, ...]) -> Work[Verified]:
    """Runs it session by session; giving up ends the process, whatever the library is at."""

    def work(cancelled: Callable[[], bool], progress: Callable[[int, int], None]) -> Verified:
        from ctxlab.batch.pool import process_pool
        from ctxlab.integrations.verify import verify

        pool = process_pool(1)
        try:
            jobs = [pool.submit(verify, form, profile, (place,)) for place in places]
            parts: list[Verified] = []
            for job in jobs:
                parts.append(_result(job, cancelled))
                progress(len(parts), len(places))
        except BrokenExecutor as error:
            raise PluginError(f"the process in which the library ran has ended: {error}") from error
        finally:
            pool.stop()
        return replace(parts[0], sessions=tuple(one for part in parts for one in part.sessions))

    return work


def _result(job: Future[Verified], cancelled: Callable[[], bool]) -> Verified:
    while not wait([job], timeout=_LOOK).done:
        if cancelled():
            raise CancelledError("the verification was stopped")
    return job.result()
