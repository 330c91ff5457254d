"""Small pictures of images: decoded off the window's thread, bounded, never fetched."""

from __future__ import annotations

from base64 import b64encode
from threading import current_thread, main_thread

import pytest
from helpers.pictures import png, png_bytes, png_url
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from ctxlab.gui.models import thumbnails
from ctxlab.gui.models.thumbnails import FINER, MOST_HEIGHT, MOST_WIDTH, Thumbnails, decoded, shown_size


def encoded(format_: str, width: int, height: int) -> str:
    """A picture of one colour in that format, as Qt writes it."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#3377cc"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, format_)  # type: ignore[call-overload]
    return b64encode(QByteArray(buffer.data()).data()).decode()


@pytest.mark.parametrize(
    ("width", "height", "shown"),
    [
        (100, 50, (100, 50)),
        (1024, 768, (186, 140)),
        (2000, 100, (240, 12)),
        (1, 9000, (1, 140)),
        (0, 0, (1, 1)),
    ],
)
def test_a_picture_is_shown_within_bounds_and_never_larger(
    width: int, height: int, shown: tuple[int, int]
) -> None:
    assert shown_size(width, height).toTuple() == shown


@pytest.mark.parametrize("format_", ["PNG", "JPG", "WEBP"])
def test_each_format_is_decoded(qapp: object, format_: str) -> None:
    picture = decoded(encoded(format_, 60, 40))
    assert picture.size() == QSize(60, 40)
    color = picture.pixelColor(30, 20)
    assert (color.blue() > 150, color.red() < 110) == (True, True)


def test_a_large_picture_is_decoded_small(qapp: object) -> None:
    picture = decoded(png_url(3000, 2000))
    assert picture.width() <= MOST_WIDTH * FINER
    assert picture.height() <= MOST_HEIGHT * FINER
    assert abs(picture.width() / picture.height() - 1.5) < 0.02


@pytest.mark.parametrize(
    "data",
    [
        "",
        "https://pictures.example/1.png",
        "file:///etc/passwd",
        "data:image/svg+xml;base64," + b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>").decode(),
        b64encode(png_bytes(40, 30)[:40]).decode(),
    ],
)
def test_what_is_no_whole_picture_gives_a_null_one(qapp: object, data: str) -> None:
    assert decoded(data).isNull()


def test_too_many_pixels_are_not_decoded(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thumbnails, "MOST_PIXELS", 100)
    assert decoded(png(20, 20)).isNull()
    assert not decoded(png(10, 10)).isNull()


def test_pictures_come_from_another_thread_and_are_kept(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[bool] = []

    def spied(data: str) -> QImage:
        threads.append(current_thread() is main_thread())
        return decoded(data)

    monkeypatch.setattr(thumbnails, "decoded", spied)
    made, data = Thumbnails(), png(40, 30)
    with qtbot.waitSignal(made.ready):
        assert made.picture(data) is None
        assert made.picture(data) is None
    picture = made.picture(data)
    assert picture is not None
    assert picture.size() == QSize(40, 30)
    assert threads == [False]


def test_the_oldest_pictures_go(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thumbnails, "_KEPT", 2)
    made = Thumbnails()
    for side in (3, 4, 5):
        with qtbot.waitSignal(made.ready):
            made.picture(png(side, side))
    assert made.picture(png(5, 5)) is not None
    with qtbot.waitSignal(made.ready):
        assert made.picture(png(3, 3)) is None
