"""Each provider's rule, with the examples that its guide works out."""

from __future__ import annotations

import pytest
from helpers.pictures import png
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.model.items import Part, PartKind
from ctxlab.tokens.images import DEFAULT, Area, Crops, Levels, Patches, Tiles, image_tokens, vision_of

SIDES = st.integers(1, 20_000)


@pytest.mark.parametrize(
    ("width", "height", "detail", "tokens"),
    [
        # OpenAI's own: 1,024 square is 4 tiles of 768; 2,048 x 4,096 is scaled to 768 x 1,536, 6 tiles
        (1024, 1024, "high", 765),
        (2048, 4096, "high", 1105),
        (4096, 8192, "low", 85),
        (1024, 768, "", 765),
        (512, 512, "auto", 255),
        (1, 1, "", 255),
        (769, 512, "", 425),
    ],
)
def test_tiles(width: int, height: int, detail: str, tokens: int) -> None:
    assert Tiles(85, 170).tokens(width, height, detail) == tokens


@pytest.mark.parametrize(
    ("width", "height", "tokens"),
    # OpenAI's own: 32 x 32 patches; 57 x 75 are too many and come down to 33 x 44
    [(1024, 1024, 1024), (1800, 2400, 1452), (32, 32, 1), (33, 1, 2)],
)
def test_patches(width: int, height: int, tokens: int) -> None:
    assert Patches(1).tokens(width, height, "") == tokens
    assert Patches(1.62).tokens(width, height, "low") == round(tokens * 1.62)


@pytest.mark.parametrize(
    ("width", "height", "tokens"),
    # Anthropic's own: 200 square is some 54, 1,000 square some 1,334, 1,092 square some 1,590
    [(200, 200, 54), (1000, 1000, 1334), (1092, 1092, 1590), (4000, 3000, 1600), (3136, 100, 105)],
)
def test_area(width: int, height: int, tokens: int) -> None:
    assert Area(1568, 1600).tokens(width, height, "") == tokens


def test_area_of_newer_models_is_larger() -> None:
    assert vision_of("claude-opus-4-7").tokens(2000, 1500, "") == 4000
    assert vision_of("claude-opus-4-7").tokens(8000, 8000, "") == 4784


@pytest.mark.parametrize(
    ("width", "height", "tokens"), [(384, 384, 258), (385, 10, 258), (600, 900, 516), (1600, 1600, 2322)]
)
def test_crops(width: int, height: int, tokens: int) -> None:
    assert Crops().tokens(width, height, "") == tokens


@pytest.mark.parametrize(
    ("detail", "tokens"),
    [("", 1120), ("low", 280), ("media_resolution_medium", 560), ("high", 1120), ("ultra_high", 2240)],
)
def test_levels_whatever_the_size(detail: str, tokens: int) -> None:
    assert Levels().tokens(1, 9000, detail) == tokens


@pytest.mark.parametrize(
    ("model", "rule"),
    [
        ("", DEFAULT),
        ("llama-3.2-vision", DEFAULT),
        ("gpt-4o-2024-08-06", Tiles(85, 170)),
        ("openai/gpt-4.1", Tiles(85, 170)),
        ("gpt-4o-mini", Tiles(2833, 5667)),
        ("gpt-4.1-mini-2025-04-14", Patches(1.62)),
        ("gpt-5-nano", Patches(2.46)),
        ("gpt-5-2025-08-07", Tiles(70, 140)),
        ("gpt-5.2", DEFAULT),
        ("o4-mini", Patches(1.72)),
        ("o3", Tiles(75, 150)),
        ("claude-3-5-sonnet-20241022", Area(1568, 1600)),
        ("claude-opus-4-20250514", Area(1568, 1600)),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", Area(1568, 1600)),
        ("anthropic/claude-opus-4-7", Area(2576, 4784)),
        ("gemini-2.5-pro", Crops()),
        ("google/gemini-3-pro-preview", Levels()),
    ],
)
def test_the_name_of_a_model_chooses_the_rule(model: str, rule: object) -> None:
    assert vision_of(model) == rule


@given(
    SIDES,
    SIDES,
    st.sampled_from(["gpt-4o", "gpt-4.1-mini", "claude-3-opus", "claude-opus-4-7", "gemini-2.0"]),
)
def test_no_image_is_free_and_turning_it_changes_nothing(width: int, height: int, model: str) -> None:
    rule = vision_of(model)
    assert rule.tokens(width, height, "") > 0
    assert rule.tokens(width, height, "") == rule.tokens(height, width, "")


@given(SIDES, SIDES)
def test_bounds_hold(width: int, height: int) -> None:
    assert Patches(1).tokens(width, height, "") <= 1536
    assert Area(1568, 1600).tokens(width, height, "") <= 1600
    # at most 2,048 x 768, which is 4 x 2 tiles
    assert DEFAULT.tokens(width, height, "") <= 85 + 8 * 170


def test_whether_a_count_follows_from_what_is_known() -> None:
    sized = Part(PartKind.IMAGE, data=png(1024, 768))
    unsized = Part(PartKind.IMAGE, data="https://pictures.example/1.png")
    low = Part(PartKind.IMAGE, data="https://pictures.example/1.png", extra='{"detail":"low"}')
    assert image_tokens(sized, DEFAULT) == (765, True)
    assert image_tokens(unsized, DEFAULT) == (765, False)
    assert image_tokens(low, DEFAULT) == (85, True)
    assert image_tokens(low, Patches(1.62)) == (1659, False)
    assert image_tokens(unsized, Levels()) == (1120, True)
