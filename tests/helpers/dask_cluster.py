"""A Dask cluster of worker processes, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_PROGRAM = """\
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=int(sys.argv[1]),
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@contextmanager
def dask_cluster(workers: int, data: str) -> Iterator[str]:
    """The address of a cluster of so many processes, whose own store is in the folder `data`."""
    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, str(workers)],
        env={**os.environ, "CTXLAB_DATA_DIR": data},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.stdin.close()
