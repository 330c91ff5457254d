"""What a build was made from as texts that are kept, and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ctxlab.errors import FormatError, Where
from ctxlab.formats.decode import decode
from ctxlab.formats.marks_file import marks_from, marks_to
from ctxlab.formats.readers.native import NativeReader
from ctxlab.formats.values import ParseError, is_object, parse
from ctxlab.formats.writers.native import dumps_session
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.profiles import dumps
from ctxlab.profiles import parse as parse_profile
from ctxlab.store.kept import KeptText, digest_of
from ctxlab.store.runs import KeptState

if TYPE_CHECKING:
    from ctxlab.formats.without_secrets import Hiding

_NO_MARKS = Marks()


class StateTexts:
    """Makes the texts of builds; what it made of a session it knows as long as that one is built again.

    `hidden` tells of a digest how many secrets are hidden in its text, None where that is not kept yet.
    """

    def __init__(self, hidden: Callable[[bytes], int | None]) -> None:
        self._hidden = hidden
        self._last: tuple[Session, KeptText, Hiding | None] | None = None

    def of(self, session: Session, profile: Profile, marks: Marks) -> tuple[KeptText, KeptText, KeptText]:
        """The texts of session, profile and marks, with stand-ins for the credentials in them."""
        kept, hiding = self._session(session)
        words = [one.text or one.regex for one in profile.must_keep]
        words += [one.text or one.regex for one in marks.must_keeps]
        if any(words):
            from ctxlab.formats.without_secrets import Hiding

            # only a session that holds credentials can tell more of them than their own words do
            hiding = hiding or Hiding(session if kept.hidden else replace(session, items=(), requests=()))
            marks = hiding.marks(marks)
            rules = tuple(
                rule.model_copy(update={"text": hiding.text(rule.text), "regex": hiding.text(rule.regex)})
                for rule in profile.must_keep
            )
            profile = profile if rules == profile.must_keep else profile.with_parts(must_keep=rules)
        told = json.dumps(marks_to(marks), ensure_ascii=False)
        # how the profile came about names other sessions, and changes nothing
        return kept, KeptText.of(dumps(profile, provenance=False)), KeptText.of(told)

    def title(self, session: Session) -> str:
        """The session's title, with stand-ins for the credentials in it."""
        kept, hiding = self._session(session)
        if not (kept.hidden and session.title):
            return session.title
        if hiding is None:
            from ctxlab.formats.without_secrets import Hiding

            hiding = Hiding(session)
            self._last = (session, KeptText(kept.digest, None, kept.hidden), hiding)
        return hiding.text(session.title)

    def _session(self, session: Session) -> tuple[KeptText, Hiding | None]:
        if self._last is not None and self._last[0] is session:
            known = self._last[1]
            if self._hidden(known.digest) is not None:
                return known, self._last[2]
        plain = session.with_marks(_NO_MARKS)
        text = dumps_session(plain)
        digest = digest_of(text)
        found = self._hidden(digest)
        if found is not None:
            kept, hiding = KeptText(digest, None, found), None
        else:
            from ctxlab.formats.without_secrets import Hiding

            hiding = Hiding(plain)
            clean = hiding.session(plain)
            kept = KeptText(digest, text if clean is plain else dumps_session(clean), hiding.count)
        # the text itself need not be held: once it is kept its digest is enough
        self._last = (session, KeptText(digest, None, kept.hidden), hiding)
        return kept, hiding


def read_state(state: KeptState, session_id: str, title: str) -> tuple[Session, Profile, Marks]:
    """What a build was made from; the session under those marks.

    Args:
        state: The texts that were kept.
        session_id: The session's id, which an unnamed one has nowhere else.
        title: Its title.

    Raises:
        FormatError: Session or marks cannot be read, such as those of a later ctxlab.
        ProfileError: The profile cannot be, such as one that names what is not there any more.
    """
    data = state.session.encode("utf-8", "surrogatepass")
    (session,) = NativeReader().read(decode(data, "kept.ctx.json"))
    try:
        value = parse(state.marks)
    except ParseError as error:
        raise FormatError(
            f"the kept marks cannot be read: {error}", where=Where("kept.marks.json")
        ) from error
    if not is_object(value):
        raise FormatError("the kept marks are no JSON object", where=Where("kept.marks.json"))
    marks = marks_from(value, "kept.marks.json")
    found = replace(session, id=session.id or session_id, title=session.title or title, marks=marks)
    return found, parse_profile(state.profile), marks
