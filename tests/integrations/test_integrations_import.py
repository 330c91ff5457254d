"""Other libraries are loaded only where one of them is asked for."""

from __future__ import annotations

import subprocess
import sys

_ASK = """
import sys
import ctxlab.integrations, ctxlab.lab, ctxlab.cli.main
loaded = {name.split('.')[0] for name in sys.modules}
print(sorted(loaded & {'langchain_core', 'langchain', 'agents', 'anthropic', 'distributed', 'pytest'}))
"""


def test_no_other_library_is_loaded_with_ctxlab() -> None:
    shown = subprocess.run([sys.executable, "-c", _ASK], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
