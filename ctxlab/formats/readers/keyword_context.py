"""Reader of the keywords of build_context(): a JSON object, or one a line."""

from __future__ import annotations

from ctxlab.formats.keyword_forms import likeness, read_form
from ctxlab.formats.protocol import Document
from ctxlab.model.keywords import BUILD_CONTEXT
from ctxlab.model.session import Session


class KeywordContextReader:
    """User input, history, rag results and tool results of one call."""

    name = "keyword-build-context"
    title = "Keywords of build_context()"
    experimental = False

    def sniff(self, document: Document) -> float:
        """Looks at the key names."""
        return likeness(document, BUILD_CONTEXT)

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session an object, with one request; raises FormatError where no record is an object."""
        return read_form(document, BUILD_CONTEXT, self.name)
