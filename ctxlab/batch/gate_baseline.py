"""Baselines: what a session was like under another profile, or when it was last checked."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from ctxlab.batch.gate_facts import mistake_key, wire_mistakes
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import FormatError, ProfileError, Where
from ctxlab.formats.values import is_object
from ctxlab.model.gate import Before
from ctxlab.model.profile import Profile
from ctxlab.profiles import parse
from ctxlab.profiles.load import decode

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.session import Snapshot
    from ctxlab.model.sweep import Place

#: What an answer of `check --json` says that it is.
SCHEMA = "ctxlab.check/1"
#: Seconds that git may take to show a file.
_PATIENCE = 60
#: What git tells its hooks of the repository that they belong to.
_HOOKS = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"})
_MAKE_ANEW = "make it with: ctxlab check FILES --profile OLD --json > baseline.json"


class Baseline(Protocol):
    """What sessions are compared with."""

    def before(
        self, lab: Lab, place: Place, snapshot: Snapshot, profile: Profile, wire: str
    ) -> Before | None:
        """The session at this request as it was; None where nothing comparable is known.

        `profile` is the one that is judged, by whose must-keeps the baseline is judged too.
        """
        ...


@dataclass(frozen=True, slots=True)
class ProfileBaseline:
    """The sessions as they are built under another profile."""

    profile: Profile

    def before(
        self, lab: Lab, place: Place, snapshot: Snapshot, profile: Profile, wire: str
    ) -> Before | None:
        """The run under this profile, judged by the must-keeps of the other.

        Raises:
            ProfileError: It names a strategy that is not there.
        """
        asked = self.profile.with_parts(must_keep=profile.must_keep)
        trace = lab.build(snapshot, asked)
        labels = {keep.id: keep.label for keep in must_keeps(asked, snapshot.session.marks)}
        lost = frozenset(labels[one] for one in trace.lost)
        mistakes = wire_mistakes(lab, trace, snapshot.session, asked, wire)
        return Before(
            tokens=trace.totals.counted,
            counted_in=trace.counted_in,
            over=trace.totals.over or 0,
            level=trace.degraded,
            kept=frozenset(labels[one.id] for one in trace.must_keeps) - lost,
            lost=lost,
            invalid=frozenset(map(mistake_key, mistakes)),
            not_asked=_labels(self.profile, snapshot) - _labels(profile, snapshot),
        )


class _Part(BaseModel):
    """A part of an answer; what later versions say beside it is left alone."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class _Keep(_Part):
    label: str
    lost_at: str | None = None


class _Known(_Part):
    """What an answer has of a session that was built."""

    sha256: str
    index: int
    request: int
    chain: str = ""
    total: int
    counted_in: str
    over: int | None = None
    level: int = 0
    must_keeps: tuple[_Keep, ...] = ()
    invalid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerBaseline:
    """The sessions as an earlier `check --json` had them, by the content of their files."""

    known: dict[tuple[str, int], _Known]

    def before(
        self, lab: Lab, place: Place, snapshot: Snapshot, profile: Profile, wire: str
    ) -> Before | None:
        """What the answer has of this session at this request; None where it was another, or not there."""
        found = self.known.get((snapshot.session.origin.sha256, place.index))
        if found is None or (found.request, found.chain) != (snapshot.request.index, snapshot.request.chain):
            return None
        judged = frozenset(one.label for one in found.must_keeps)
        lost = frozenset(one.label for one in found.must_keeps if one.lost_at is not None)
        return Before(
            tokens=found.total,
            counted_in=found.counted_in,
            over=found.over or 0,
            level=found.level,
            kept=judged - lost,
            lost=lost,
            invalid=frozenset(found.invalid),
            not_asked=judged - _labels(profile, snapshot),
        )


def baseline_of(lab: Lab, named: str | Path | Profile) -> Baseline:
    """A baseline that is named: a profile, its built-in name or its file, or the file of an earlier answer.

    Raises:
        ProfileError: There is no such profile, or it has mistakes.
        FormatError: The file is JSON, and neither a profile nor an answer.
    """
    if (
        not isinstance(named, Profile)
        and Path(named).suffix.lower() == ".json"
        and not _is_profile(Path(named))
    ):
        return read_answer(Path(named))
    return ProfileBaseline(lab.profile(named))


def _is_profile(path: Path) -> bool:
    """Whether a JSON file says that it is a profile."""
    try:
        document = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return is_object(document) and str(document.get("schema", "")).startswith("ctxlab.profile/")


class _Answer(_Part):
    """The answer of a whole `check --json`; what could not be built then has no figures, and is left out."""

    results: tuple[dict[str, Any], ...]


def read_answer(path: Path) -> AnswerBaseline:
    """The answer of an earlier `check --json`, as a file holds it.

    Raises:
        FormatError: It cannot be read, or is no such answer.
    """
    where = Where(path.name)
    try:
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise FormatError(f"cannot read the baseline: {error.strerror}", where=where) from None
    except (ValueError, RecursionError):
        raise FormatError("the baseline is no valid JSON", where=where, hint=_MAKE_ANEW) from None
    if not is_object(document) or document.get("schema") != SCHEMA:
        raise FormatError("the baseline is no answer of ctxlab check --json", where=where, hint=_MAKE_ANEW)
    try:
        built = [one for one in _Answer.model_validate(document).results if "total" in one]
        known = [_Known.model_validate(one) for one in built]
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise FormatError(f"the baseline lacks {place}", where=where, hint=_MAKE_ANEW) from None
    return AnswerBaseline({(one.sha256, one.index): one for one in known})


def profile_at(path: Path, revision: str) -> Profile:
    """A profile file as it was in a revision of the git repository that it stands in.

    Raises:
        ProfileError: There is no git, no repository, no such revision, or no such file in it; or the profile
            has mistakes.
    """
    name = f"{revision}:{path.name}"
    if revision.startswith("-") or ":" in revision or not revision.strip():
        raise ProfileError(f"{revision!r} is no revision", hint="such as HEAD~1, a branch or a tag")
    command = ["git", "-C", str(path.absolute().parent), "show", f"{revision}:./{path.name}"]
    try:
        done = subprocess.run(
            command,
            # the repository is the profile's, whichever one a hook that calls this belongs to
            env={name: value for name, value in os.environ.items() if name not in _HOOKS},
            capture_output=True,
            check=False,
            timeout=_PATIENCE,
            stdin=subprocess.DEVNULL,
        )
    except OSError as error:
        raise ProfileError(f"git does not run: {error.strerror}", where=Where(name)) from None
    except subprocess.TimeoutExpired:
        raise ProfileError(f"git gave no answer in {_PATIENCE} seconds", where=Where(name)) from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise ProfileError(
            f"git does not have it: {said.removeprefix('fatal: ')}",
            where=Where(name),
            hint="commit the profile, or name a revision that has it",
        )
    return parse(decode(done.stdout, name), name)


def _labels(profile: Profile, snapshot: Snapshot) -> frozenset[str]:
    return frozenset(one.label for one in must_keeps(profile, snapshot.session.marks))
