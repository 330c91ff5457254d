"""What an outcome depends on, as keys: under the same key it never has to be made again."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from ctxlab.batch.code_mark import code_mark
from ctxlab.formats.beside import FolderBeside
from ctxlab.formats.marks_file import marks_path
from ctxlab.formats.summaries_file import replay_path
from ctxlab.lab import Lab
from ctxlab.model.decision import Stage
from ctxlab.model.profile import Profile
from ctxlab.model.sweep import Place, Variant
from ctxlab.profiles import profile_sha256
from ctxlab.store.database import Database
from ctxlab.store.summaries import SqliteSummaryStore
from ctxlab.tokens.models import OWN_ENCODINGS

#: Rises when an outcome holds something else than before.
_FORM = 2

#: Strategies that heed no model's summaries.
_WITHOUT_MODEL = ("extractive", "none")

_CHUNK = 1 << 20


def files_digest(file: str) -> str:
    """What a session is read from: its file, and all that is read with it; empty without a file."""
    path, found = Path(file), sha256()
    try:
        for part in (path, marks_path(path), replay_path(path), *FolderBeside(path).paths):
            found.update(_digest(part, needed=part is path))
    except (OSError, ValueError):
        return ""
    return found.hexdigest()


def _digest(path: Path, *, needed: bool) -> bytes:
    found = sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                found.update(chunk)
    except FileNotFoundError:
        if needed:
            raise
        return b"-"
    return found.digest()


class Keys:
    """The keys of the outcomes of one sweep; `asked` is what is asked of each session, as text."""

    def __init__(self, variants: Sequence[Variant], asked: str) -> None:
        lab = Lab(store=False)
        versions = {
            (stage, one.name): one.version for stage, known in lab.strategies().items() for one in known
        }
        summaries = ""
        self._variants: list[bytes] = []
        for one in variants:
            profile = one.profile
            if profile.summarize.strategy not in _WITHOUT_MODEL:
                summaries = summaries or _stored_summaries()
            named = (
                (Stage.GATHER, profile.gather.strategy),
                (Stage.SELECT, profile.select.strategy),
                (Stage.SUMMARIZE, profile.summarize.strategy),
                (Stage.CONSTRUCT, profile.construct.strategy),
            )
            told = (
                *(_FORM, code_mark(), asked, _settings_digest(profile)),
                *_vocabularies(lab, profile),
                *(versions.get(strategy, "") for strategy in named),
                *([summaries] if profile.summarize.strategy not in _WITHOUT_MODEL else []),
            )
            self._variants.append(sha256("\n".join(map(str, told)).encode()).digest())
        lab.close()

    def of(self, place: Place, digest: str, variant: int) -> bytes:
        """The key of a session under a variant; `digest` is that of its files."""
        told = f"{digest} {place.index}".encode()
        return sha256(told + self._variants[variant]).digest()


def _vocabularies(lab: Lab, profile: Profile) -> list[str]:
    """Those that sessions may be counted by; without a stated one their files say which."""
    stated = profile.tokens.encoding
    return [lab.counter(one.value).vocabulary for one in ((stated,) if stated else OWN_ENCODINGS)]


def _settings_digest(profile: Profile) -> str:
    """The digest of what a profile settles: not of its name, nor of anything else that it only tells."""
    return profile_sha256(profile.with_parts(name="", description="", engine="", published=()))


def _stored_summaries() -> str:
    """The digest of the models' summaries in the user's own store."""
    database = Database.default()
    found = sha256()
    for one in SqliteSummaryStore(database).load():
        found.update(f"{one.key} {one.source} {one.text}\n".encode("utf-8", "surrogatepass"))
    database.close()
    return found.hexdigest()
