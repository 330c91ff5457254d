from __future__ import annotations

from base64 import b64decode, b64encode, urlsafe_b64encode

import pytest
from helpers.pictures import gif_head, jpeg_head, png, png_bytes, png_url, webp_head
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.model.items import Part, PartKind
from ctxlab.model.media import ImageInfo, head_of, image_info, is_embedded, payload

SIDES = st.integers(1, 16_000)


def image(data: str = "", media_type: str = "", extra: str = "") -> Part:
    return Part(PartKind.IMAGE, media_type=media_type, data=data, extra=extra)


def b64(data: bytes) -> str:
    return b64encode(data).decode()


def test_a_png_tells_its_size_as_base64_and_as_a_data_url() -> None:
    assert head_of(png(40, 30)) == ("PNG", 40, 30)
    assert head_of(png_url(40, 30)) == ("PNG", 40, 30)


@given(SIDES, SIDES, st.integers(0, 200_000))
def test_a_jpeg_tells_its_size_behind_any_exif(width: int, height: int, before: int) -> None:
    assert head_of(b64(jpeg_head(width, height, before=before))) == ("JPEG", width, height)


@given(SIDES, SIDES, st.sampled_from(["VP8", "VP8L", "VP8X"]))
def test_each_sort_of_webp_tells_its_size(width: int, height: int, sort: str) -> None:
    assert head_of(b64(webp_head(width, height, sort))) == ("WebP", width, height)


@given(SIDES, SIDES)
def test_a_gif_tells_its_size(width: int, height: int) -> None:
    assert head_of(b64(gif_head(width, height))) == ("GIF", width, height)


@given(st.binary(max_size=40))
def test_base64_in_the_alphabet_of_urls_is_given_in_the_usual_one(data: bytes) -> None:
    for_urls = urlsafe_b64encode(data).decode().rstrip("=")
    assert b64decode(payload(for_urls) + "=" * (-len(payload(for_urls)) % 4)) == data
    assert payload(b64(data)) == b64(data)
    assert payload("https://a.example/a-b_c.wav") == "https://a.example/a-b_c.wav"


def test_a_jpeg_in_the_alphabet_of_urls_tells_its_size() -> None:
    data = urlsafe_b64encode(jpeg_head(540, 360)).decode()
    assert data.startswith("_9j_")
    assert head_of(data) == ("JPEG", 540, 360)


def test_lines_and_blanks_in_the_base64_change_nothing() -> None:
    data = png(40, 30)
    broken = "\r\n".join(data[at : at + 16] for at in range(0, len(data), 16))
    assert head_of(broken) == ("PNG", 40, 30)


@pytest.mark.parametrize(
    "data",
    [
        "",
        "data:",
        "data:image/png;base64,",
        "data:image/png,abc",
        "QUJD",
        "no base64 ✗",
        "=",
        "iVBORw0KGgo=",
        "/9j/",
    ],
)
def test_what_is_no_picture_tells_nothing(data: str) -> None:
    format_, width, height = head_of(data)
    assert (width, height) == (0, 0)
    assert not format_ or format_ == "JPEG"


@given(st.binary(max_size=60), st.sampled_from([b"\x89PNG\r\n\x1a\n", b"\xff\xd8", b"RIFF", b"GIF89a", b""]))
def test_broken_heads_never_fail(rest: bytes, begin: bytes) -> None:
    _, width, height = head_of(b64(begin + rest))
    assert min(width, height) >= 0


@given(st.text(max_size=80))
def test_no_text_fails(data: str) -> None:
    head_of(data)


def test_a_cut_picture_is_told_by_what_is_there() -> None:
    whole = b64(png_bytes(40, 30))
    assert head_of(whole[:34]) == ("PNG", 40, 30)
    assert head_of(whole[:20]) == ("", 0, 0)


def test_a_remote_picture_tells_what_the_log_states() -> None:
    address = "https://pictures.example/1.png"
    assert image_info(image(address)) == ImageInfo()
    stated = image(address, extra='{"width":640,"height":480,"detail":"low"}')
    assert image_info(stated) == ImageInfo("", 640, 480, "low")
    assert not is_embedded(stated)


def test_the_head_counts_over_what_the_log_states() -> None:
    part = image(png(40, 30), "image/jpeg", '{"width":640,"height":480}')
    assert image_info(part) == ImageInfo("PNG", 40, 30)
    assert is_embedded(part)


@pytest.mark.parametrize(("kind", "named"), [("image/webp", "WebP"), ("image/heic", "HEIC"), ("", "")])
def test_without_a_head_the_media_type_names_the_format(kind: str, named: str) -> None:
    assert image_info(image("QUJD", kind)) == ImageInfo(named)


@pytest.mark.parametrize(
    "extra", ["", "[1]", "{", '{"width":"a","height":2}', '{"width":-1,"height":2}', '{"detail":7}']
)
def test_what_the_log_states_wrongly_is_not_taken(extra: str) -> None:
    assert image_info(image("QUJD", extra=extra)) == ImageInfo()
