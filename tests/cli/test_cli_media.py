"""Images and other media in the answers of `run` and `why`."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab
from helpers.pictures import png_url

LONG = "A line about the temple. " * 60


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A talk with a picture of 1,024 x 768, a remote one, and a tool's answer with a picture behind it."""
    shown = [
        {"type": "text", "text": "What is on this?"},
        {"type": "image_url", "image_url": {"url": png_url(1024, 768)}},
    ]
    remote = [{"type": "image_url", "image_url": {"url": "https://pictures.example/1.png", "detail": "low"}}]
    clip = [{"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}]
    talk = [
        message("user", shown),
        message("assistant", LONG),
        message("user", remote),
        message("assistant", "A lake."),
        message("user", clip),
    ]
    return write_json(tmp_path / "pictures.json", {"model": "gpt-4o", "messages": talk})


def test_run_names_the_media_of_the_context(pictures: Path) -> None:
    out = ctxlab("run", pictures).out
    assert (
        "with image 1024x768 PNG ≈765 (i2), image of unknown size https://pictures.example/1.png ≈85 (i4), "
        "audio audio/wav (i6)"
    ) in out


def test_run_says_that_a_figure_stands_in(pictures: Path) -> None:
    answer = ctxlab("run", pictures)
    said = answer.out + answer.err
    assert "600 tokens stand in" in said
    # low detail is a fixed figure, whatever the size
    assert "the size of" not in said


def test_many_media_are_named_up_to_three(tmp_path: Path) -> None:
    shown = [{"type": "image_url", "image_url": {"url": png_url(8, 8)}} for _ in range(5)]
    file = write_json(tmp_path / "many.json", {"model": "gpt-4o", "messages": [message("user", shown)]})
    assert "(i3) and 2 more" in ctxlab("run", file).out


def test_why_names_the_picture_where_a_text_would_stand(pictures: Path) -> None:
    assert ctxlab("why", pictures, "i2").out.splitlines()[0] == "i2  user  image 1024x768 PNG ≈765"
    assert (
        ctxlab("why", pictures, "i2", "--lang", "zh").out.splitlines()[0].endswith("图片 1024x768 PNG ≈765")
    )
    (item,) = ctxlab("why", pictures, "i2", "--json").json["items"]
    assert item["media"] == ["image 1024x768 PNG ≈765"]


def test_the_model_of_the_profile_counts_over_that_of_the_log(pictures: Path) -> None:
    (item,) = ctxlab("why", pictures, "i2", "--json", "--set", "window.model=claude-opus-4-1").json["items"]
    assert item["media"] == ["image 1024x768 PNG ≈1,049"]
    assert item["tokens"] == 1049


def test_what_was_dropped_is_named_too(pictures: Path) -> None:
    words = ["--set", "budget.recent.rounds=0", "--set", "budget.history.cap=0"]
    out = ctxlab("run", pictures, *words, "--set", "budget.history.overflow=skip").out
    assert "such as i1: " in out
    file = pictures.with_name("alone.json")
    talk = [
        message("user", [{"type": "image_url", "image_url": {"url": png_url(1024, 768)}}]),
        message("assistant", "A lake."),
        message("user", "And now?"),
    ]
    write_json(file, {"model": "gpt-4o", "messages": talk})
    out = ctxlab("run", file, *words, "--set", "budget.history.overflow=skip").out
    assert "such as i1 (image 1024x768 PNG ≈765): " in out


def test_a_cut_drops_the_picture_whole_and_says_so(tmp_path: Path) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    content = [
        {"type": "text", "text": LONG},
        {"type": "image_url", "image_url": {"url": png_url(1024, 768)}},
    ]
    talk = [
        message("user", "Look."),
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": content},
        message("user", "And now?"),
    ]
    file = write_json(tmp_path / "cut.json", {"model": "gpt-4o", "messages": talk})
    words = ["--set", "budget.tool_result.cap=200", "--set", "budget.tool_result.overflow=truncate"]
    (item,) = ctxlab("why", file, "i3", "--json", *words).json["items"]
    assert item["fate"] == "truncated"
    assert item["tokens_after"] <= 200
    assert item["media"] == ["image 1024x768 PNG ≈765, left out by the cut"]
    assert "data:image" not in str(ctxlab("run", file, "--json", *words).json["messages"])
    assert "data:image" in str(ctxlab("run", file, "--json").json["messages"])
