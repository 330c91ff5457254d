"""YAML profiles: the document, and the line at which each of its keys stands.

Plain words are texts: of them only true, false, null and numbers in decimal mean anything else, so that `no`
is never false and `010` never eight. Anchors, tags and a second document are refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NoReturn

import yaml

from ctxlab.errors import ProfileError, Where
from ctxlab.model.profile_keys import Path, dotted

#: The parser is slow; no profile comes near this many characters.
LARGEST_TEXT = 400_000
#: Nor this many levels; with each the parser gets slower.
DEEPEST = 100

_OPENS = (
    yaml.FlowSequenceStartToken,
    yaml.FlowMappingStartToken,
    yaml.BlockSequenceStartToken,
    yaml.BlockMappingStartToken,
)
_CLOSES = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken, yaml.BlockEndToken)

_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_OCTAL = re.compile(r"[-+]?0[0-9]+")
_PLAIN_TAG = "tag:yaml.org,2002:"


def read_yaml(text: str, file: str = "") -> tuple[Any, Mapping[Path, int]]:
    """What a YAML text holds, and the first line of each key path.

    Raises:
        ProfileError: It is no YAML, or uses a part of YAML that no profile needs.
    """
    if len(text) > LARGEST_TEXT:
        raise ProfileError(f"{len(text):,} characters are too many for a profile", where=Where(file=file))
    reading = _Reading(text, file)
    try:
        node = reading.node()
        document = None if node is None else reading.value(node, ())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reading.refuse(f"this is no valid YAML: {error.problem or error.context}", mark)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise ProfileError(
            "this is no valid YAML: it holds a character that YAML does not allow",
            where=Where(file=file, line=line),
        ) from None
    return document, reading.lines


class _Reading:
    """One text on its way to a document."""

    def __init__(self, text: str, file: str) -> None:
        self.lines: dict[Path, int] = {}
        self._text = text
        self._file = file

    def node(self) -> yaml.Node | None:
        """The root of the one document; every scalar in it is a text, whatever it looks like."""
        depth = 0
        for token in yaml.scan(self._text, Loader=yaml.BaseLoader):
            if isinstance(token, yaml.AnchorToken | yaml.AliasToken):
                self.refuse("anchors and aliases are not read", token.start_mark)
            depth += isinstance(token, _OPENS) - isinstance(token, _CLOSES)
            if depth > DEEPEST:
                self.refuse("the profile is nested too deeply", token.start_mark)
        return yaml.compose(self._text, Loader=yaml.BaseLoader)

    def refuse(self, message: str, mark: yaml.Mark | None, path: Path = ()) -> NoReturn:
        """Stops at a place.

        Raises:
            ProfileError: Always.
        """
        line = None if mark is None else self._line(mark)
        where = Where(file=self._file, line=line, key=dotted(path))
        raise ProfileError(message, where=where) from None

    def value(self, node: yaml.Node, path: Path) -> Any:
        """What a node holds; its keys are noted with their lines."""
        if isinstance(node, yaml.MappingNode) and node.tag == f"{_PLAIN_TAG}map":
            return self._table(node, path)
        if isinstance(node, yaml.SequenceNode) and node.tag == f"{_PLAIN_TAG}seq":
            return self._list(node, path)
        if isinstance(node, yaml.ScalarNode) and node.tag == f"{_PLAIN_TAG}str":
            return self._scalar(node, path)
        tag = node.tag.replace(_PLAIN_TAG, "!!")
        return self.refuse(f"the tag {tag} is not read", node.start_mark, path)

    def _list(self, node: yaml.SequenceNode, path: Path) -> list[Any]:
        out: list[Any] = []
        for at, one in enumerate(node.value):
            self.lines[*path, at] = self._line(one.start_mark)
            out.append(self.value(one, (*path, at)))
        return out

    def _table(self, node: yaml.MappingNode, path: Path) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key, one in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.refuse("a key is no text", key.start_mark, path)
            place: Path = (*path, str(key.value))
            if place in self.lines:
                self.refuse("stands there twice", key.start_mark, place)
            self.lines[place] = self._line(key.start_mark)
            out[str(key.value)] = self.value(one, place)
        return out

    def _scalar(self, node: yaml.ScalarNode, path: Path) -> str | int | float | bool | None:
        text = str(node.value)
        if node.style is not None:
            return text
        if text.lower() in _WORDS:
            return _WORDS[text.lower()]
        try:
            if _WHOLE.fullmatch(text):
                return int(text)
            if _NUMBER.fullmatch(text) and not _OCTAL.fullmatch(text):
                return float(text)
        except ValueError:
            self.refuse("the number has too many digits", node.start_mark, path)
        return text

    def _line(self, mark: yaml.Mark) -> int:
        return self._text.count("\n", 0, mark.index) + 1
