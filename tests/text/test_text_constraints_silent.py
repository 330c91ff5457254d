from __future__ import annotations

import pytest

from ctxlab.text.constraints.cited import cited
from ctxlab.text.constraints.silent import Silence, outputs


@pytest.mark.parametrize(
    "line",
    [
        "> never do that again",
        "diff --git a/x b/x",
        "+++ b/must_not.py",
        "| never | always |",
        "12→    must = 1",
        "2026-01-02t10:11:12 worker must stop",
        "[2026-01-02 10:11] never",
        "10:11:12 must stop",
        "[error] the value must not be empty",
        "error: src/a.py(3): must not be empty",
        "valueerror: must not be empty",
        "traceback (most recent call last)",
        "at main(app.ts:4)",
        'file "a.py", line 3',
        "src/a.py:12:5 must not be empty",
        "$ never --only",
        "def must(x):",
        "class never:",
        "const only = 3",
        "from x import only",
        "import must;",
        "return only(x)",
        "assert x == 3, must",
        "if (must) return",
        "select only from never where 1",
        "never.only(1)",
        "// do not touch",
        "only = 3",
        '"never": "always",',
        "x.never();",
        "must be {",
    ],
)
def test_a_line_that_was_pasted_is_told_by_its_form(line: str) -> None:
    assert Silence(line).covers(0, len(line))


@pytest.mark.parametrize(
    "line",
    [
        "never do that again",
        "do not touch src/main.py: it works (for now)",
        "return the answer as json",
        "import the data from the old file, but only once",
        "use class names in camelcase",
        "select only the rows of 2026",
        "errors must be logged",
        "for each row, add a line",
        "if it fails, tell me",
    ],
)
def test_what_somebody_says_is_not_pasted(line: str) -> None:
    assert not Silence(line).covers(0, len(line))


def test_fences_hold_until_they_are_closed() -> None:
    text = "never a\n```\nnever b\n```\nnever c\n~~~\nnever d"
    silence = Silence(text)
    covered = [silence.covers(text.index(word), len(text)) for word in ("never a", "never b", "never c")]
    assert covered == [False, True, False]
    assert silence.covers(text.index("never d"), len(text))


def test_output_lies_between_tags_of_one_name() -> None:
    text = "<bash-stdout>a</bash-stderr>b</bash-stdout> <log x=1>c</log> <output>d <rules>e</rules>"
    assert [text[start:end] for start, end in outputs(text)] == ["a</bash-stderr>b", "c"]


def test_quotations_are_cited_where_they_are_spoken_about() -> None:
    text = 'translate "do not enter" and call it "my house rules". it says “never again” there'
    assert [text[start:end] for start, end in cited(text)] == ["do not enter", "never again"]


def test_a_quotation_of_ones_own_is_not_cited() -> None:
    assert cited('my first request is "never use the letter e"') == []
    assert cited('"never" is what i mean') == []
    assert cited('say "no end') == []


def test_what_is_handed_over_goes_to_the_end_of_its_paragraph() -> None:
    text = "please translate this to french: i must go.\nnever mind.\n\nuse short words."
    assert [text[start:end] for start, end in cited(text)] == ["i must go.\nnever mind."]
