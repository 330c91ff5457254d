"""The workers of a Dask cluster as an executor."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

from ctxlab.errors import ExecutorError

_P = ParamSpec("_P")
_T = TypeVar("_T")

#: What an address has to be: Dask itself leaves a half-made client behind where it is not.
_ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://\S+:\d+")

#: Seconds within which a scheduler has to answer.
_PATIENCE = 5


class Cluster(Executor):
    """The workers of a Dask cluster, `workers` of them. They read files themselves, by the same paths."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor: Any = client.get_executor(pure=False)
        self.workers = int(sum(client.ncores().values()))

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Runs a function of a module on a worker."""
        future: Future[_T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leaves the cluster, which goes on without us; jobs that are not waited for are taken back."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()


def cluster_at(address: str) -> Cluster:
    """The cluster whose scheduler is at an address such as `tcp://10.0.0.5:8786`.

    Raises:
        ExecutorError: The package is missing, nobody answers there, or the cluster has no worker.
    """
    if importlib.util.find_spec("distributed") is None:
        hint = f"{sys.executable} -m pip install distributed"
        raise ExecutorError("a Dask cluster needs the package distributed, which is not installed", hint=hint)
    if _ADDRESS.fullmatch(address) is None:
        raise ExecutorError(f"{address!r} is no address of a Dask scheduler", hint="tcp://HOST:PORT")
    try:
        client = _connected(address)
    except (OSError, ValueError) as error:
        hint = "is it running, and is the address right? tcp://HOST:PORT"
        raise ExecutorError(f"no Dask scheduler answers at {address}: {error}", hint=hint) from error
    if not client.ncores():
        client.close()
        raise ExecutorError(f"the Dask cluster at {address} has no worker", hint=f"dask worker {address}")
    return Cluster(client)


def _connected(address: str) -> Any:
    """A client of the scheduler at an address; the package has no types to speak of."""
    import distributed

    connect: Callable[..., Any] = distributed.Client
    return connect(address, timeout=_PATIENCE, set_as_default=False)
