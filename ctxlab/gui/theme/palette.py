"""The two palettes as plain data: hex colours by role, testable without a window.

Every (text, background) pair that the window paints is listed by `text_pairs` and has a contrast of at least
4.5:1. Hue never stands alone: fates also have a mark and a word, rows a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row


@dataclass(frozen=True, slots=True)
class Tone:
    """The colours of one fate or verdict: ink on the row's ground, and the pill with its own ink.

    `outline` says that the pill is drawn as an outline in `ink` instead of a filled shape.
    """

    ink: str
    ground: str
    pill: str
    pill_ink: str
    outline: bool = False


@dataclass(frozen=True, slots=True)
class Theme:
    """One look. `base` is the ground of lists and pages, `panel` of bars and heads, `rule` of hairlines.

    `rows` are the colours of budget rows; text on them takes `on_row`. `hatch` is the second colour of
    hatched areas that stand for reserved room. `passed`, `failed` and `neutral` are the tones of verdicts,
    `gone_part` and `new_part` the grounds of what differs inside a changed text. `survived` are the tones of
    what became of a must-keep; its cells are filled with `pill`.
    """

    name: str
    dark: bool
    base: str
    panel: str
    text: str
    muted: str
    rule: str
    border: str
    accent: str
    on_accent: str
    link: str
    chosen: str
    on_row: str
    hatch: str
    hatch_ground: str
    free: str
    warn: str
    bar: str
    missing: str
    missing_stripe: str
    track: str
    highlight: str
    gone_part: str
    new_part: str
    failed: Tone
    passed: Tone
    neutral: Tone
    rows: Mapping[Row, str]
    fates: Mapping[Fate, Tone]
    survived: Mapping[Survived, Tone]

    def tone(self, fate: Fate) -> Tone:
        """The colours of a fate; kept, and what never reached the stage, are plain."""
        return self.fates.get(fate, Tone(self.text, self.base, self.panel, self.muted))

    def text_pairs(self) -> list[tuple[str, str, str]]:
        """All (what, text colour, ground) combinations that the window paints."""
        pairs = [
            (f"{ink_name} on {ground_name}", ink, ground)
            for ink_name, ink in (("text", self.text), ("muted", self.muted), ("link", self.link))
            for ground_name, ground in (("base", self.base), ("panel", self.panel), ("chosen", self.chosen))
        ]
        pairs.append(("accent button", self.on_accent, self.accent))
        inks = (("text", self.text), ("muted", self.muted), ("link", self.link))
        pairs.extend((f"{name} on highlight", ink, self.highlight) for name, ink in inks)
        pairs.append(("text on reserved room", self.text, self.hatch_ground))
        pairs.append(("text on the ledger", self.base, self.muted))
        pairs.append(("warning on a banner", self.warn, self.chosen))
        pairs.append(("refused", self.failed.ink, self.failed.ground))
        pairs.extend(("text on what differs", self.text, one) for one in (self.gone_part, self.new_part))
        pairs.append(("text on hatch", self.text, self.hatch))
        for row, colour in self.rows.items():
            pairs.append((f"on row {row}", self.on_row, colour))
            grounds = [self.base, self.panel, self.chosen, *(tone.ground for tone in self.fates.values())]
            pairs.extend((f"row {row} on {ground}", colour, ground) for ground in grounds)
        tones = [("failed", self.failed), ("passed", self.passed), ("neutral", self.neutral)]
        for name, tone in [*tones, *((fate.word, tone) for fate, tone in self.fates.items())]:
            pairs.append((f"ink of {name}", tone.ink, tone.ground))
            pairs.append((f"text on {name}", self.text, tone.ground))
            pairs.append((f"muted on {name}", self.muted, tone.ground))
            pairs.append((f"pill of {name}", tone.pill_ink, tone.ground if tone.outline else tone.pill))
        for verdict, tone in self.survived.items():
            pairs.append((f"sign of {verdict}", tone.pill_ink, tone.pill))
            pairs.append((f"ink of {verdict}", tone.ink, tone.ground))
        pairs.append(("failed on chosen", self.failed.ink, self.chosen))
        pairs.append(("failed on base", self.failed.ink, self.base))
        return pairs

    def mark_pairs(self) -> list[tuple[str, str, str]]:
        """All (what, colour, ground) combinations of what is drawn and means something without a word.

        Ticks, rings, lines and bars; hairlines and the stripes of an area are none, they only part or fill.
        """
        grounds = (("base", self.base), ("chosen", self.chosen), ("track", self.track))
        pairs = [
            (f"{name} on {ground_name}", ink, ground)
            for name, ink in (("tick", self.muted), ("tick of a must-keep", self.failed.ink))
            for ground_name, ground in grounds
        ]
        pairs += [(f"{row} used, on its track", colour, self.track) for row, colour in self.rows.items()]
        pairs.append(("used over the cap", self.failed.ink, self.failed.ground))
        page = (
            ("request", self.bar),
            ("request that lacks a must-keep", self.missing),
            ("request that is shown", self.text),
            ("link", self.muted),
            ("link of what is lost", self.missing),
            ("link of the chosen item", self.link),
            ("cap as it is now", self.link),
            ("cap as it is saved", self.muted),
            ("cap that is pointed at", self.text),
            ("cap of a must-keep", self.failed.ink),
            ("warn line", self.warn),
            ("box", self.muted),
            ("first loss", self.failed.ink),
            ("deep must-keep", self.warn),
        )
        pairs += [(f"{name} on the page", ink, self.base) for name, ink in page]
        pairs += [(f"icon on {name}", self.text, ground) for name, ground in grounds[:2]]
        pairs += [(f"quiet icon on {name}", self.muted, ground) for name, ground in grounds[:2]]
        pairs.append(("check in a box", self.on_accent, self.accent))
        return pairs


LIGHT = Theme(
    name="light",
    dark=False,
    base="#ffffff",
    panel="#f4f5f7",
    text="#1b222c",
    muted="#566070",
    rule="#eceff1",
    border="#d5dae0",
    accent="#1f5fd0",
    on_accent="#ffffff",
    link="#1f5fd0",
    chosen="#eaf1fd",
    on_row="#ffffff",
    hatch="#cdd3da",
    hatch_ground="#e6e9ed",
    free="#f4f5f7",
    warn="#8a4b00",
    bar="#4f75bd",
    missing="#bf3a32",
    missing_stripe="#eda59e",
    track="#e4e7ea",
    highlight="#ffec99",
    gone_part="#f8c3be",
    new_part="#b5e3c5",
    failed=Tone("#a8201a", "#fdeceb", "#b3261e", "#ffffff"),
    passed=Tone("#1f6b3f", "#ffffff", "#e5f4ea", "#1f6b3f"),
    neutral=Tone("#4c5665", "#ffffff", "#e6e9ed", "#4c5665"),
    rows={
        Row.SYSTEM_PROMPT: "#6d4fc4",
        Row.TOOL_SCHEMAS: "#5f6670",
        Row.USER_MESSAGE: "#1c2430",
        Row.KEY_FACT: "#a03c78",
        Row.TASK_STATE: "#27723b",
        Row.AGENT_NOTE: "#a3466b",
        Row.SUMMARY: "#1a56ad",
        Row.RECENT: "#1f5fd0",
        Row.HISTORY: "#2f63c4",
        Row.TOOL_RESULT: "#0b6e6c",
        Row.RETRIEVED_DOC: "#8a5a00",
    },
    fates={
        Fate.ADDED: Tone("#1f6b3f", "#f2faf5", "#e0f2e7", "#1f6b3f"),
        Fate.TRUNCATED: Tone("#8a4b00", "#fff1da", "#fff1da", "#8a4b00", outline=True),
        Fate.COMPRESSED: Tone("#1a56ad", "#e7f0fd", "#1a56ad", "#ffffff"),
        Fate.MERGED: Tone("#5b3fb5", "#f0ecfc", "#5b3fb5", "#ffffff"),
        Fate.DROPPED: Tone("#a8201a", "#fdeceb", "#b3261e", "#ffffff"),
    },
    survived={
        Survived.VERBATIM: Tone("#1f6b3f", "#ffffff", "#cfe9d6", "#1b5c36"),
        Survived.REWORDED: Tone("#1a56ad", "#ffffff", "#cfe1fb", "#174b97"),
        Survived.UNSURE: Tone("#4c5665", "#ffffff", "#dfe3e8", "#434c59"),
        Survived.WEAKENED: Tone("#8a4b00", "#ffffff", "#fde0a8", "#6f3d00"),
        Survived.CHANGED: Tone("#74308a", "#ffffff", "#e6c3ef", "#652878"),
        Survived.LOST: Tone("#a8201a", "#ffffff", "#f2b3ae", "#8a1410"),
    },
)

DARK = Theme(
    name="dark",
    dark=True,
    base="#1a1e25",
    panel="#13161b",
    text="#e6eaf0",
    muted="#a4aebb",
    rule="#262c35",
    border="#3b424d",
    accent="#2f6bd3",
    on_accent="#ffffff",
    link="#84b0ff",
    chosen="#1c2b47",
    on_row="#14181e",
    hatch="#343b46",
    hatch_ground="#272d36",
    free="#13161b",
    warn="#ffb95c",
    bar="#7591c4",
    missing="#e0716a",
    missing_stripe="#8a3a34",
    track="#343b46",
    highlight="#453800",
    gone_part="#7a302b",
    new_part="#22593a",
    failed=Tone("#ff9a91", "#3b1d1c", "#8c2b24", "#ffffff"),
    passed=Tone("#7ddba0", "#1a1e25", "#15301f", "#7ddba0"),
    neutral=Tone("#b4bdc9", "#1a1e25", "#2b323c", "#b4bdc9"),
    rows={
        Row.SYSTEM_PROMPT: "#b29df3",
        Row.TOOL_SCHEMAS: "#a7afba",
        Row.USER_MESSAGE: "#e4e8ee",
        Row.KEY_FACT: "#e58fc0",
        Row.TASK_STATE: "#6fcf8c",
        Row.AGENT_NOTE: "#f095b8",
        Row.SUMMARY: "#a9c6ff",
        Row.RECENT: "#84b4ff",
        Row.HISTORY: "#8fb4ff",
        Row.TOOL_RESULT: "#4fd0cc",
        Row.RETRIEVED_DOC: "#e6b25a",
    },
    fates={
        Fate.ADDED: Tone("#7ddba0", "#18261f", "#15301f", "#7ddba0"),
        Fate.TRUNCATED: Tone("#ffb95c", "#37270e", "#37270e", "#ffb95c", outline=True),
        Fate.COMPRESSED: Tone("#9cc2ff", "#16294a", "#1f4d92", "#ffffff"),
        Fate.MERGED: Tone("#c3b2ff", "#282044", "#4b3a94", "#ffffff"),
        Fate.DROPPED: Tone("#ff9a91", "#3b1d1c", "#8c2b24", "#ffffff"),
    },
    survived={
        Survived.VERBATIM: Tone("#7ddba0", "#1a1e25", "#1d4a2e", "#a5ebc0"),
        Survived.REWORDED: Tone("#9cc2ff", "#1a1e25", "#1f4070", "#c3dbff"),
        Survived.UNSURE: Tone("#b4bdc9", "#1a1e25", "#39414d", "#d3dae3"),
        Survived.WEAKENED: Tone("#ffb95c", "#1a1e25", "#57400f", "#ffd594"),
        Survived.CHANGED: Tone("#e0a6f2", "#1a1e25", "#56286a", "#f0d0fa"),
        Survived.LOST: Tone("#ff9a91", "#1a1e25", "#702722", "#ffcfca"),
    },
)

THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK)}


def luminance(colour: str) -> float:
    """The relative luminance of an sRGB hex colour, 0 to 1 (WCAG 2)."""

    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: str, ground: str) -> float:
    """The contrast ratio of two hex colours, 1 to 21 (WCAG 2)."""
    lighter, darker = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
