"""Images and other media in both wire formats, whatever format they were recorded in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from helpers.check_trace import check_trace
from helpers.engine import word_engine
from helpers.pictures import png, png_url
from helpers.spec import numbers, profile, session

from ctxlab.model.items import Part, PartKind
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace

#: What 1,024 x 768 pixels come to by OpenAI's tiles.
TOKENS = 765


def talk(*parts: Part, model: str = "gpt-4o", stated: int = 0, flags: str = "") -> Session:
    """A user message with these parts, an answer, and a question."""
    made = session(f"i1 user 2 {flags}\ni2 assistant 2\ni3 user 2")
    first = replace(made.items[0], parts=parts, stated_tokens=stated)
    return replace(made, items=(first, *made.items[1:]), model=model)


def built(opened: Session, settings: str = "") -> Trace:
    trace = word_engine().run(opened.at(), profile(settings))
    check_trace(trace)
    return trace


def content(opened: Session, wire: str) -> Any:
    return built(opened, f"construct.wire={wire}").messages[0]["content"]


def image(data: str, extra: str = "", media_type: str = "image/png") -> Part:
    return Part(PartKind.IMAGE, media_type=media_type, data=data, extra=extra)


def test_a_picture_goes_out_in_either_wire_from_either_form() -> None:
    data, url = png(8, 8), png_url(8, 8)
    for recorded in (data, url):
        assert content(talk(image(recorded)), "openai-chat") == [
            {"type": "image_url", "image_url": {"url": url}}
        ]
        (block,) = content(talk(image(recorded)), "anthropic")
        assert block == {
            "type": "image",
            "source": {"type": "base64", "media_type": "image/png", "data": data},
        }


def test_base64_in_the_alphabet_of_urls_goes_out_in_the_usual_one() -> None:
    for recorded, sent in (("_9j_", "/9j/"), ("_-8", "/+8=")):
        (block,) = content(talk(image(recorded)), "openai-chat")
        assert block["image_url"]["url"] == f"data:image/png;base64,{sent}"
        (block,) = content(talk(image(recorded)), "anthropic")
        assert block["source"]["data"] == sent
        (block,) = content(talk(Part(PartKind.AUDIO, media_type="audio/wav", data=recorded)), "openai-chat")
        assert block["input_audio"] == {"data": sent, "format": "wav"}


def test_a_picture_in_a_bucket_keeps_its_address() -> None:
    (block,) = content(talk(image("gs://bucket/a_b.png")), "openai-chat")
    assert block["image_url"]["url"] == "gs://bucket/a_b.png"


def test_the_level_of_detail_that_was_asked_for_stays() -> None:
    url = png_url(8, 8)
    (block,) = content(talk(image(url, '{"detail":"low"}')), "openai-chat")
    assert block["image_url"] == {"url": url, "detail": "low"}
    (block,) = content(talk(image(url, '{"detail":"strange"}')), "openai-chat")
    assert block["image_url"] == {"url": url}


def test_audio_names_its_format_as_the_wire_has_it() -> None:
    clip = Part(PartKind.AUDIO, media_type="audio/wav", data="UklGRg==")
    (block,) = content(talk(clip), "openai-chat")
    assert block["input_audio"] == {"data": "UklGRg==", "format": "wav"}


def test_a_document_in_plain_text_keeps_its_text() -> None:
    document = Part(PartKind.FILE, "hello there", name="a.txt", extra='{"source_type":"text"}')
    (block,) = content(talk(document), "anthropic")
    assert block["source"] == {"type": "text", "media_type": "text/plain", "data": "hello there"}
    assert "hello there" in str(content(talk(document), "openai-chat"))
    assert built(talk(document)).pool.tokens[0] == 2


def test_a_picture_counts_by_its_size_and_the_model_of_log_or_profile() -> None:
    opened = talk(image(png(1024, 768)))
    assert built(opened).pool.tokens[0] == TOKENS
    assert built(opened, "window.model=claude-opus-4-1").pool.tokens[0] == 1049
    assert built(replace(opened, model="claude-opus-4-1")).pool.tokens[0] == 1049


def test_another_model_is_counted_anew_by_the_same_engine() -> None:
    engine, opened = word_engine(), talk(image(png(1024, 768)))
    assert engine.run(opened.at(), profile()).pool.tokens[0] == TOKENS
    assert engine.run(opened.at(), profile("window.model=gpt-5")).pool.tokens[0] == 630
    assert engine.run(replace(opened, model="gpt-5").at(), profile()).pool.tokens[0] == 630
    assert engine.run(opened.at(), profile()).pool.tokens[0] == TOKENS


def test_an_estimate_counts_pictures_the_same_when_it_is_counted_anew() -> None:
    for wire in ("openai-chat", "anthropic"):
        trace = built(talk(image(png(1024, 768))), f"tokens.encoding=chars/4 construct.wire={wire}")
        assert abs(trace.totals.counted - trace.totals.constructed) < TOKENS // 4


def test_unknown_sizes_and_lengths_are_said_once_a_kind() -> None:
    remote = image("https://pictures.example/1.png", media_type="")
    clip = Part(PartKind.AUDIO, media_type="audio/wav", data="UklGRg==")
    trace = built(talk(remote, clip))
    told = {one.code: (one.item, dict(one.numbers)) for one in trace.diagnostics}
    assert told["image_size_unknown"] == ("i1", {"count": 1, "side": 1024})
    assert told["audio_tokens_unknown"] == ("i1", {"count": 1, "tokens": 600})
    assert trace.pool.tokens[0] == TOKENS + 600


def test_what_the_log_states_of_audio_stands_and_nothing_is_said() -> None:
    clip = Part(PartKind.AUDIO, media_type="audio/wav", data="UklGRg==")
    trace = built(talk(clip, stated=92))
    assert trace.pool.tokens[0] == 92
    assert not any(one.code.endswith("_unknown") and one.item for one in trace.diagnostics)


def test_what_gather_leaves_out_is_not_spoken_of() -> None:
    trace = built(talk(image("https://pictures.example/1.png", media_type=""), flags="gone"))
    assert not any(one.code == "image_size_unknown" for one in trace.diagnostics)


def test_a_cut_takes_the_picture_whole_or_leaves_the_item_whole() -> None:
    words = Part(PartKind.TEXT, " ".join(f"w{at}" for at in range(300)))
    opened = talk(words, image(png(1024, 768)))
    settings = "recent.rounds=0 history.overflow=truncate history.order=newest history.cap="
    cut = built(opened, f"{settings}200")
    assert [part.kind for part in cut.altered[0].parts] == [PartKind.TEXT]
    assert cut.tokens_after(0) <= 200
    whole = built(opened, f"{settings}2000")
    assert 0 not in whole.altered
    assert whole.tokens_after(0) == 300 + TOKENS


def test_an_item_that_is_a_picture_is_dropped_and_never_cut() -> None:
    opened = talk(image(png(1024, 768)))
    settings = "recent.rounds=0 history.overflow=truncate history.order=newest history.cap=200"
    trace = built(opened, settings)
    assert trace.fate(0).word == "dropped"
    assert numbers(trace, "i1")["need"] == TOKENS + 3
