"""Reports: what became of a must-keep and why, on one page that can be sent to others.

`build` asks a Lab for all that a report needs and `compose` makes the document of it (`subject` is what they
hand on; `head`, `stages`, `excerpt`, `matrix`, `rescues`, `facts` are its parts). `review` finds the secrets
in it and replaces them. `html` and `markdown` put it in words, `forms` writes it.
"""

from __future__ import annotations

from ctxlab.report.build import Asked, build_report, report_steps
from ctxlab.report.forms import Form, form_of, write_report, written
from ctxlab.report.review import Redaction, redacted, review

__all__ = [
    "Asked",
    "Form",
    "Redaction",
    "build_report",
    "form_of",
    "redacted",
    "report_steps",
    "review",
    "write_report",
    "written",
]
