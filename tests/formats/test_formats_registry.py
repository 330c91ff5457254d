from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats import readers as package
from ctxlab.formats.decode import decode
from ctxlab.formats.detect import detect
from ctxlab.formats.load import load_bytes
from ctxlab.formats.protocol import Document
from ctxlab.formats.registry import builtin_readers, readers
from ctxlab.model.session import Session
from ctxlab.paths import sample_sessions


class Outsider:
    """A reader from elsewhere."""

    name = "outside"
    title = "Outside"
    experimental = True

    def sniff(self, document: Document) -> float:
        return 0.99 if "outside" in document.text else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        return ()


class Impostor(Outsider):
    """A reader that takes one of our names."""

    name = "native"


def test_outside_readers_join_ours_but_take_no_name() -> None:
    found = readers((Outsider, Impostor(), object()))
    assert [one.name for one in found] == [*(one.name for one in builtin_readers()), "outside"]
    assert found[0].title != Impostor.title


class Faulty(Outsider):
    """A reader with faults."""

    def sniff(self, document: Document) -> float:
        if "sniff" in document.text:
            raise KeyError("sniff")
        return 1.0

    def read(self, document: Document) -> tuple[Session, ...]:
        raise ZeroDivisionError("oops")


def test_a_faulty_outside_reader_spoils_only_what_it_claims() -> None:
    found = readers((Faulty(),))
    with pytest.raises(FormatError, match="the reader 'outside' failed: ZeroDivisionError: oops"):
        load_bytes(b'{"a": 1}', "x", among=found)
    (session,) = load_bytes(b'[{"role": "user", "content": "sniff"}]', "x", among=found)
    assert session.origin.format == "openai-chat"


def test_every_reader_of_the_package_is_listed_under_its_own_name() -> None:
    written = {}
    for module in pkgutil.iter_modules(package.__path__):
        for name, kind in vars(import_module(f"{package.__name__}.{module.name}")).items():
            if name.endswith("Reader") and hasattr(kind, "sniff") and kind.__module__.endswith(module.name):
                written[kind.name] = (kind.title, kind.experimental)
    assert {one.name: (one.title, one.experimental) for one in builtin_readers()} == written


def test_of_a_native_file_only_its_own_reader_is_loaded() -> None:
    ask = """
import sys
from ctxlab.formats.load import load
load(sys.argv[1])
print(*(name for name in sys.modules if name.startswith("ctxlab.formats.readers.")))
"""
    sample = sorted(sample_sessions().glob("*.ctx.json"))[0]
    ended = subprocess.run(
        [sys.executable, "-c", ask, str(sample)], capture_output=True, text=True, check=True
    )
    assert ended.stdout.split() == ["ctxlab.formats.readers.native"]


def test_the_surest_reader_takes_a_document() -> None:
    found = readers((Outsider(),))
    chat = decode(b'[{"role": "user", "content": "hi"}]', "x")
    assert detect(chat, found).name == "openai-chat"
    assert detect(decode(b'[{"role": "user", "content": "outside"}]', "x"), found).name == "outside"


class Unmade(Outsider):
    """A reader that cannot be made."""

    def __init__(self) -> None:
        raise OSError("no such folder")


def test_an_outside_reader_that_cannot_be_made_is_none() -> None:
    assert [one.name for one in readers((Unmade, Outsider))][-1] == "outside"
    assert len(readers((Unmade,))) == len(builtin_readers())
