"""What a Lab answers about what was really sent, and what recorded items became in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from ctxlab.model.forensic import Basis, Course, Forensic
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session, Snapshot
from ctxlab.stages.protocol import never
from ctxlab.tokens.cache import CachedCounter
from ctxlab.tokens.items import item_texts
from ctxlab.tokens.models import encoding_for

if TYPE_CHECKING:
    from ctxlab.analysis.forensic.align import Aligner


class SentAnswers(ABC):
    """Answers about what was sent, given counters and the profile that a session is first shown under."""

    _aligner: Aligner | None = None
    _forensic: tuple[Hashable, Session, Forensic] | None = None

    @abstractmethod
    def counter(self, encoding: str) -> CachedCounter:
        """The counter of an encoding."""

    @abstractmethod
    def default_profile(self, session: Session) -> Profile:
        """What a session is first shown under."""

    def forensic(self, snapshot: Snapshot, *, basis: Basis | None = None, counted: bool = True) -> Forensic:
        """What became of each item before a request in what was sent there, told by comparing alone.

        `basis` None takes what was really sent where that is recorded, else the recorder's own account.
        Without `counted` all tokens are 0. The last answer is kept.

        Raises:
            RequestError: What was sent is asked for and not recorded.
            FormatError: What was sent cannot be read.
        """
        from ctxlab.analysis.forensic.align import Aligner
        from ctxlab.analysis.forensic.request import basis_of, forensic, sent_of

        session, request = snapshot.session, snapshot.request
        held = basis or basis_of(snapshot)
        key = (request, held, counted)
        last = self._forensic
        if last is not None and last[0] == key and last[1].items is session.items:
            return last[2]
        sent = sent_of(snapshot) if held is Basis.SENT else None
        self._aligner = self._aligner or Aligner()
        found = forensic(snapshot, basis=held, aligner=self._aligner, sent=sent)
        if counted:
            found = self._counted_fates(found, session, sent)
        self._forensic = (key, session, found)
        return found

    def _counted_fates(self, found: Forensic, session: Session, sent: Session | None) -> Forensic:
        """The same with tokens, counted as the session is when it is first shown."""
        from ctxlab.analysis.forensic.counted import counted_fates

        counter = self.counter(encoding_for(self.default_profile(session), session.model).value)
        items = {one.item for one in found.items}
        texts = [text for item in session.items if item.id in items for text in item_texts(item)]
        texts += [text for item in (sent.items if sent else ()) for text in item_texts(item)]
        counter.count_all(list(dict.fromkeys(texts)))
        return counted_fates(found, session, sent or session, counter)

    def forensic_course(
        self,
        session: Session,
        chain: str = "",
        *,
        until: int | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Course:
        """Since which request items are not what they were, and rules that would do that; see `forensic`."""
        from ctxlab.analysis.forensic.course import course

        return course(session, chain, cancelled=cancelled, until=until)
