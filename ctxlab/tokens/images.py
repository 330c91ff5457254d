"""How many tokens an image takes, by the rules that providers publish; always an estimate.

Rules as they stood in 2026:

- OpenAI, guide "Images and vision", "Calculating costs". Tiles: low detail takes the base; else the image is
  scaled down to fit 2,048 x 2,048, then until its shorter side is 768, and takes the base and so much for
  each tile of 512 x 512. Patches (the mini and nano models since 4.1, o4-mini): one for each 32 x 32, times a
  factor; an image of more than 1,536 is scaled down first.
- Anthropic, guide "Vision": width x height / 750, after an image over 1,568 pixels on its long side or over
  some 1,600 tokens was scaled down; since Opus 4.7 the bounds are 2,576 pixels and 4,784 tokens. (Newer
  editions of the guide count patches of 28 x 28, which comes to 4 % less.)
- Google, guides "Understand and count tokens" and "Media resolution": 258 where neither side is over 384
  pixels, else 258 for each tile of 768 x 768; since Gemini 3 a fixed figure for each level of resolution,
  high by default.

A model that none of these names takes OpenAI's most common tiles.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Protocol

from ctxlab.model.items import Part
from ctxlab.model.media import ImageInfo, image_info

#: The size that an image is taken to have where nothing tells it.
TYPICAL_SIDE = 1024


class Vision(Protocol):
    """A provider's rule."""

    @property
    def by_size(self) -> bool:
        """Whether the size of an image tells at all."""
        ...

    def tokens(self, width: int, height: int, detail: str) -> int:
        """Tokens of an image of that size in pixels, at the detail that the log asks for, if any."""
        ...


@dataclass(frozen=True, slots=True)
class Tiles:
    """OpenAI's tiles: a base, and so much for each tile."""

    base: int
    tile: int
    by_size: bool = True

    def tokens(self, width: int, height: int, detail: str) -> int:
        """The base alone at low detail."""
        if detail == "low":
            return self.base
        scale = min(1.0, 2048 / max(width, height))
        scale *= min(1.0, 768 / (min(width, height) * scale))
        return self.base + self.tile * _tiles(width * scale, 512) * _tiles(height * scale, 512)


@dataclass(frozen=True, slots=True)
class Patches:
    """OpenAI's patches: so much for each of at most `most`; the level of detail changes nothing."""

    factor: float
    most: int = 1536
    side: int = 32
    by_size: bool = True

    def tokens(self, width: int, height: int, detail: str) -> int:
        """Whole patches times the factor, rounded."""
        patches = _tiles(width, self.side) * _tiles(height, self.side)
        if patches > self.most:
            scale = sqrt(self.side**2 * self.most / (width * height))
            across, down = width * scale / self.side, height * scale / self.side
            # a whole number of patches on one side, so that the other is not cut through
            scale *= min(max(1, floor(across)) / across, max(1, floor(down)) / down)
            patches = _tiles(width * scale, self.side) * _tiles(height * scale, self.side)
        return round(min(patches, self.most) * self.factor)


@dataclass(frozen=True, slots=True)
class Area:
    """Anthropic's rule: 750 pixels a token, of an image within bounds."""

    longest: int
    most: int
    by_size: bool = True

    def tokens(self, width: int, height: int, detail: str) -> int:
        """The same at each level of detail."""
        scale = min(1.0, self.longest / max(width, height))
        return max(1, min(self.most, ceil(width * scale * height * scale / 750)))


@dataclass(frozen=True, slots=True)
class Crops:
    """Google's rule up to Gemini 2.5: one figure for a small image, and for each tile of a larger one."""

    tile: int = 258
    by_size: bool = True

    def tokens(self, width: int, height: int, detail: str) -> int:
        """The same at each level of detail."""
        if max(width, height) <= 384:
            return self.tile
        return self.tile * _tiles(width, 768) * _tiles(height, 768)


@dataclass(frozen=True, slots=True)
class Levels:
    """Google's rule since Gemini 3: a figure for each level, whatever the size."""

    by_size: bool = False

    def tokens(self, width: int, height: int, detail: str) -> int:
        """That of the level, of high where none is named."""
        return next((tokens for level, tokens in _LEVELS if detail.endswith(level)), 1120)


_LEVELS = (("low", 280), ("medium", 560), ("ultra_high", 2240), ("high", 1120))
DEFAULT = Tiles(85, 170)

#: The first that fits a model's name without its provider counts.
_RULES: tuple[tuple[str, Vision], ...] = (
    (r"gpt-4o-mini", Tiles(2833, 5667)),
    (r"gpt-(?:4\.1|5)-mini", Patches(1.62)),
    (r"gpt-(?:4\.1|5)-nano", Patches(2.46)),
    (r"o4-mini", Patches(1.72)),
    (r"gpt-5(?![.0-9])", Tiles(70, 140)),
    (r"o[13](?![0-9])", Tiles(75, 150)),
    (r"computer-use-preview", Tiles(65, 129)),
    (r"(?:.*[.])?claude-(?:[a-z]+-)?(?:4-[7-9]|[5-9])(?![0-9])", Area(2576, 4784)),
    (r"(?:.*[.])?claude", Area(1568, 1600)),
    (r"gemini-(?:[3-9]|[1-9][0-9])(?![0-9])", Levels()),
    (r"gemini", Crops()),
)
_COMPILED = tuple((re.compile(pattern), rule) for pattern, rule in _RULES)


def vision_of(model: str) -> Vision:
    """The rule for a model, by its name as it stands in logs, such as `anthropic/claude-opus-4-1`."""
    name = model.strip().lower().rpartition("/")[2].removeprefix("ft:")
    return next((rule for pattern, rule in _COMPILED if pattern.match(name)), DEFAULT)


def image_tokens(part: Part, vision: Vision) -> tuple[int, bool]:
    """The tokens of an image part, and whether they follow from what is known of it.

    They do not where its size tells and nothing tells its size: it is then taken to be 1,024 pixels square.
    """
    return tokens_of(image_info(part), vision)


def tokens_of(info: ImageInfo, vision: Vision) -> tuple[int, bool]:
    """The tokens of an image of which that is known, and whether they follow from it."""
    width, height = (info.width, info.height) if info.sized else (TYPICAL_SIDE, TYPICAL_SIDE)
    known = info.sized or not vision.by_size or (isinstance(vision, Tiles) and info.detail == "low")
    return vision.tokens(width, height, info.detail), known


def _tiles(length: float, side: int) -> int:
    """How many tiles cover a length; what rounding left over is no tile of its own."""
    return max(1, ceil(round(length / side, 6)))
