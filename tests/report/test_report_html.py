"""The HTML page: whole, accessible, legible in light and dark, and closed to whatever the session holds."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from helpers import reports

from ctxlab.model.constraint import Survived
from ctxlab.paths import resource
from ctxlab.report.html import to_html

HOSTILE = (
    "</style></td><script>alert(1)</script><img src=http://tracker.invalid/x.png onerror=x> "
    "at most 3000 yuan \"'&<b> \u202egnp.exe \x1b[31m <!-- --> https://site.invalid"
)
VOID = {"meta", "link", "br", "img", "hr", "input"}
CSS = resource("report", "report.css").read_text(encoding="utf-8")


class _Page(HTMLParser):
    """The elements of a page with their attributes, and what stands open at its end."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, Any]]] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def of(self, tag: str) -> list[dict[str, Any]]:
        return [attributes for name, attributes in self.found if name == tag]


def _page(language: str = "en", **parts: Any) -> _Page:
    return _Page(to_html(reports.report(language, **parts)))


@pytest.mark.parametrize("texts", [{}, {"u1": HOSTILE, "a1": HOSTILE, "u2": HOSTILE}])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_element_is_closed(language: str, texts: dict[str, str]) -> None:
    page = _page(language, texts=texts)
    assert (page.wrong, page.open) == ([], [])


def test_text_of_the_session_is_text() -> None:
    page = _page(texts={"u1": HOSTILE, "a1": HOSTILE})
    assert not page.of("script")
    assert not page.of("img")
    assert "<script>alert(1)</script>" in "".join(page.text)


def test_what_cannot_be_seen_is_made_visible() -> None:
    text = to_html(reports.report(texts={"u1": HOSTILE}))
    assert "\u202e" not in text
    assert "⟨U+202E⟩" in text
    assert "␛[31m" in text


def test_the_page_names_nothing_outside_itself() -> None:
    page = _page(texts={"u1": HOSTILE})
    for tag, attributes in page.found:
        assert tag not in ("script", "iframe", "object", "embed", "base", "form", "a")
        assert not {"src", "srcset", "action", "background", "onload", "style"} & attributes.keys()
        assert attributes.get("href", "data:,") == "data:,"
    assert "url(" not in CSS
    assert "@import" not in CSS
    (policy,) = (one["content"] for one in page.of("meta") if "http-equiv" in one)
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:")


@pytest.mark.parametrize(("language", "lang"), [("en", "en"), ("zh", "zh-CN")])
def test_the_page_says_its_language_and_has_one_main_heading(language: str, lang: str) -> None:
    page = _page(language)
    assert page.of("html") == [{"lang": lang}]
    assert len(page.of("h1")) == 1
    assert len(page.of("h2")) == 6
    assert len(page.of("main")) == 1


def test_tables_have_headers_for_columns_and_rows() -> None:
    page = _page()
    scopes = [one.get("scope") for one in page.of("th")]
    assert set(scopes) == {"col", "row"}
    # four stages, one must-keep, two rescues, eleven facts
    assert scopes.count("row") == 4 + 1 + 2 + 11


def test_a_cell_of_the_matrix_is_told_in_words() -> None:
    page = _page(matrix=reports.matrix(None, Survived.VERBATIM, Survived.LOST))
    squares = [one for one in page.of("span") if str(one.get("class", "")).startswith("square ")]
    assert all(one["aria-hidden"] == "true" for one in squares)
    told = [one.get("title") for one in squares][:3]
    assert told == ["not judged", "verbatim", "lost, Select, first not kept"]
    assert "lost, Select, first not kept" in "".join(page.text)


def test_signs_tell_verdicts_apart_without_colours() -> None:
    page = _page(matrix=reports.matrix(*Survived))
    told = "".join(page.text)
    for sign in "✓≈?≲≠−":
        assert sign in told


def _colours(dark: bool) -> dict[str, str]:
    light, _, rest = CSS.partition("@media screen and (prefers-color-scheme: dark)")
    block = rest.partition("@media print")[0] if dark else light
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def _contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_text_can_be_read_on_its_ground(dark: bool) -> None:
    colours = _colours(dark)
    pairs = [(colours[f"{name}-on"], colours[f"{name}-bg"]) for name in (*Survived, "quiet", "plain")]
    grounds = (
        "page",
        "card",
        "code",
        "chosen",
        "gone",
        "new",
        "highlight",
        "gone-part",
        "new-part",
        "hidden",
    )
    pairs += [(colours["text"], colours[ground]) for ground in grounds]
    pairs += [(colours["muted"], colours[ground]) for ground in ("page", "card", "gone", "new")]
    pairs += [(colours["gone-ink"], colours[ground]) for ground in ("gone", "card", "page")]
    pairs += [(colours["new-ink"], colours["new"]), (colours["accent"], colours["chosen"])]
    assert [pair for pair in pairs if _contrast(*pair) < 4.5] == []


def test_light_and_dark_have_the_same_colours() -> None:
    assert _colours(dark=False).keys() == _colours(dark=True).keys()
    used = set(re.findall(r"var\(--([\w-]+)\)", CSS))
    assert used <= _colours(dark=False).keys()
