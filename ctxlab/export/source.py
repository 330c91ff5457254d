"""Python source as an export writes it: comments, and text of a profile that cannot break out of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from ctxlab.explain.gaps import why
from ctxlab.model.profile import Profile
from ctxlab.model.settings_export import Gap

_WIDTH = 96


def on_one_line(comment: str) -> str:
    """The comment with all that could end it, or hide what it says, written as escapes."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in comment)


def literal(text: str) -> str:
    """A text as a Python string on one line, readable where it can be."""
    return on_one_line(repr(text))


def comment(text: str, hanging: str = "") -> list[str]:
    """A text as lines of a comment; all but the first begin with `hanging`."""
    lines = wrap(on_one_line(text), _WIDTH, subsequent_indent=hanging, break_on_hyphens=False)
    return [f"# {line}" for line in lines]


def put_together(top: Iterable[Sequence[str]], definitions: Iterable[Sequence[str]]) -> str:
    """The text of a file: the blocks at its top, one empty line between them, then definitions with two."""
    begin = "\n\n".join("\n".join(block) for block in top if block)
    return "\n\n\n".join([begin, *("\n".join(block) for block in definitions if block)]) + "\n"


def imported(module: str, names: Sequence[str]) -> list[str]:
    """The import of names from a module, on as many lines as it takes."""
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= _WIDTH:
        return [line]
    return [f"from {module} import (", *(f"    {name}," for name in names), ")"]


def needs(packages: Sequence[str], written_for: str) -> list[str]:
    """The comments that tell what a file needs to run, and with which version of its library it was tried."""
    lines = [f"# Needs: pip install {' '.join(packages)} (tried with {written_for})"]
    if "tiktoken" in packages:
        lines.append(
            "# tiktoken fetches a vocabulary the first time; TIKTOKEN_CACHE_DIR is where it is kept."
        )
    return lines


def head(profile: Profile, title: str) -> list[str]:
    """The comments over a file: what it is, and what the profile says of itself."""
    lines = comment(f"{title}, as the profile {profile.name!r} asks for. Written by ctxlab.")
    told = (("Description", profile.description), ("Engine", profile.engine), ("Model", profile.window.model))
    for name, value in told:
        lines += comment(f"{name}: {value}") if value else []
    return lines


#: The settings that `head` tells.
TOLD = ("name", "description", "engine", "window.model")


def unsaid(gaps: Iterable[Gap], profile: Profile) -> list[str]:
    """The comments under a file: each setting that it does not express, in the profile's language."""
    language = profile.construct.language
    found = list(_unsaid(gaps, language))
    if not found:
        return []
    chinese = language == "zh"
    title = "本文件无法表达配置中的以下内容：" if chinese else "What this file cannot express of the profile:"
    return [*comment(title), *(line for one in found for line in comment(f"- {one}", "  "))]


def _unsaid(gaps: Iterable[Gap], language: str) -> Iterator[str]:
    """One line for all settings that go without for the same reason."""
    by_reason: dict[str, list[str]] = {}
    for gap in gaps:
        by_reason.setdefault(why(gap, language), []).append(f"{gap.key} = {gap.value}")
    for reason, settings in by_reason.items():
        colon = "：" if language == "zh" else ": "
        yield f"{', '.join(settings)}{colon}{reason}"
