"""The style sheet and the Qt palette can be read too: each text colour on the grounds that it can have."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QPalette
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.palette import THEMES, Theme, contrast
from ctxlab.gui.theme.style import qt_palette, style_sheet

BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
HEX = re.compile(r"#[0-9a-f]{6}")


def rules(sheet: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each selector with its declarations, one for each of a list of selectors."""
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        told = dict(part.split(":", 1) for part in body.split(";") if ":" in part)
        declared = {name.strip(): value.strip() for name, value in told.items()}
        for selector in selectors.split(","):
            yield selector.strip(), declared


def plain(selector: str) -> str:
    """A selector without the state behind it, so that a state inherits from what it is a state of."""
    return re.sub(r":(?!:)[a-z-]+$", "", selector)


@BOTH
def test_every_rule_with_a_text_colour_can_be_read(theme: Theme) -> None:
    declared: dict[str, dict[str, str]] = {}
    poor: list[str] = []
    checked = 0
    for selector, own in rules(style_sheet(theme)):
        inherited = declared.get(plain(selector), {})
        whole = {**inherited, **own}
        declared.setdefault(selector, {}).update(whole)
        for ink_name, ground_name in (
            ("color", "background"),
            ("selection-color", "selection-background-color"),
        ):
            ink, ground = whole.get(ink_name, ""), whole.get(ground_name, "")
            if not HEX.fullmatch(ink):
                continue
            # where a rule has no ground of its own, its text stands on a page or on a bar
            grounds = [ground] if HEX.fullmatch(ground) else [theme.base, theme.panel]
            for one in grounds:
                checked += 1
                if contrast(ink, one) < 4.5:
                    poor.append(f"{selector}: {ink} on {one}")
    assert checked > 40
    assert poor == []


@BOTH
def test_every_colour_of_the_sheet_is_one_of_the_theme(theme: Theme) -> None:
    known = set(HEX.findall(repr(theme)))
    assert set(HEX.findall(style_sheet(theme))) <= known


@BOTH
def test_the_qt_palette_can_be_read_in_every_state(qtbot: QtBot, theme: Theme) -> None:
    palette = qt_palette(theme)
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    pairs = (
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.PlaceholderText, role.Base),
        (role.ButtonText, role.Button),
        (role.ToolTipText, role.ToolTipBase),
        (role.HighlightedText, role.Highlight),
        (role.Link, role.Base),
        (role.Link, role.Window),
        (role.BrightText, role.Base),
    )
    poor = [
        f"{state.name} {ink.name} on {ground.name}"
        for state in (group.Active, group.Inactive, group.Disabled)
        for ink, ground in pairs
        if contrast(palette.color(state, ink).name(), palette.color(state, ground).name()) < 4.5
    ]
    assert poor == []
