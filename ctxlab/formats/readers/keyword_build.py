"""Reader of the keywords of build(): a JSON object, or one a line."""

from __future__ import annotations

from ctxlab.formats.keyword_forms import likeness, read_form
from ctxlab.formats.protocol import Document
from ctxlab.model.keywords import BUILD
from ctxlab.model.session import Session


class KeywordBuildReader:
    """Prompt, user message, history, tool results, docs, task state and notes of one published call."""

    name = "keyword-build"
    title = "Keywords of build()"
    experimental = False

    def sniff(self, document: Document) -> float:
        """Looks at the key names."""
        return likeness(document, BUILD)

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session an object, with one request; raises FormatError where no record is an object."""
        return read_form(document, BUILD, self.name)
