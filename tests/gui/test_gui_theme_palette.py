"""The palettes can be read: contrast, completeness, and no two fates that only hue tells apart."""

from __future__ import annotations

from dataclasses import fields

import pytest

from ctxlab.gui.theme.palette import DARK, LIGHT, THEMES, Theme, contrast, luminance
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row

BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def test_contrast_of_known_pairs() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#ffffff", "#ffffff") == pytest.approx(1.0)
    # the grey that is known as the lightest readable one on white
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#ffffff", "#767676") == contrast("#767676", "#ffffff")


@BOTH
def test_every_text_has_a_contrast_of_at_least_4_5(theme: Theme) -> None:
    poor = {
        name: round(contrast(ink, ground), 2)
        for name, ink, ground in theme.text_pairs()
        if contrast(ink, ground) < 4.5
    }
    assert poor == {}


@BOTH
def test_every_mark_has_a_contrast_of_at_least_4_5(theme: Theme) -> None:
    poor = {
        name: round(contrast(ink, ground), 2)
        for name, ink, ground in theme.mark_pairs()
        if contrast(ink, ground) < 4.5
    }
    assert poor == {}


@BOTH
def test_the_two_colours_of_a_hatch_can_be_told_apart(theme: Theme) -> None:
    # what is hatched has its shape from one of them; the other one only has to be another
    assert contrast(theme.missing, theme.missing_stripe) > 1.5
    assert contrast(theme.missing, theme.bar) > 1.0
    assert theme.hatch != theme.hatch_ground


@BOTH
def test_the_pairs_name_every_row_and_every_fate_that_is_shown(theme: Theme) -> None:
    named = " ".join(name for name, _, _ in theme.text_pairs())
    assert all(f"on row {row}" in named for row in Row)
    assert all(f"pill of {fate.word}" in named for fate in Fate if fate > Fate.KEPT)


@BOTH
def test_each_row_has_a_colour_of_its_own_and_each_fate_a_ground(theme: Theme) -> None:
    assert set(theme.rows) == set(Row)
    assert len(set(theme.rows.values())) == len(Row)
    grounds = [theme.tone(fate).ground for fate in Fate if fate > Fate.KEPT]
    assert len(set(grounds)) == len(grounds)


def test_the_themes_differ_in_everything_that_is_a_colour() -> None:
    assert luminance(LIGHT.base) > 0.9
    assert luminance(DARK.base) < 0.05
    same = [
        field.name
        for field in fields(Theme)
        if field.name not in ("on_accent", "missing")
        and getattr(LIGHT, field.name) == getattr(DARK, field.name)
    ]
    assert same == []


def test_fates_have_marks_besides_colours() -> None:
    marks = [fate.mark for fate in Fate if fate > Fate.KEPT]
    assert sorted(marks) == sorted(["+", "~", "Σ", "∪", "−"])
