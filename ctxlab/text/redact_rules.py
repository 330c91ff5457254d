"""The rules that find secrets: `resources/rules/redaction.toml`, which says at its head what stands in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from ctxlab.model.redaction import SecretKind
from ctxlab.paths import resource
from ctxlab.text.checksums import is_card, is_chinese_id, is_iban

#: Stands in a text for secrets that are found already.
MASK = "\x00"

#: So many code points before a match are looked at for what speaks against it.
_BEFORE = 40
_PART = re.compile("@([a-z_]+)@")
_NO_SIGN = re.compile(r"[ ().\u2010-\u2015-]")
_DATE = re.compile(
    r"(?:19|20)\d\d[-./ ](?:0?[1-9]|1[0-2])(?:[-./ ]|\b)|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d"
)
_AMOUNT = re.compile(r"[\d.,_:/-]+\s?(?:[a-z]{1,12}|%)?", re.IGNORECASE)
_NUMBER = re.compile(r"\d(?:[ ().+-]{0,3}\d){6,}+")
_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_DIGIT = re.compile(r"\d")
_LETTER = re.compile("[A-Za-z]")
_SIGN = re.compile(r"[!@#$%^&*+=?~]")
_LONG_WORD = 24
_SHORT_CODE = 6
_PHONE_DIGITS = (7, 15)
_FULL_DIGITS = 9
_WHOLE_NUMBER = 10

#: Gives the end of the secret within the text between the two places; -1 where it is none.
Check = Callable[[str, int, int], int]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; its fields are those of the file."""

    id: str
    kind: SecretKind
    pattern: re.Pattern[str]
    needs: tuple[str, ...] = ()
    digits: bool = False
    back: int = 0
    check: Check | None = None
    after: re.Pattern[str] | None = None
    unless_after: re.Pattern[str] | None = None
    off: bool = False

    def spans(self, page: Page) -> list[tuple[int, int]]:
        """The secrets that it finds in a text, ascending and apart."""
        found: list[tuple[int, int]] = []
        at = 0
        for start, last in self._places(page):
            at = max(at, start - self.back)
            while at <= last and (match := self._match(page.text, at, last)):
                secret = match.span("secret" if "secret" in self.pattern.groupindex else "all")
                end = self._end(page.text, match.start("all"), secret)
                if end > secret[0]:
                    found.append((secret[0], end))
                at = max(end, match.start("all") + 1)
        return found

    def _places(self, page: Page) -> Iterable[tuple[int, int]]:
        """Where to look: the first and the last place at which a match has to begin, but for `back`."""
        if self.digits:
            return page.numbers
        if self.needs:
            return ((place, place) for place in page.places(self.needs))
        return ((0, len(page.text)),)

    def _match(self, text: str, at: int, last: int) -> re.Match[str] | None:
        """The first match that begins from `at` to `last`."""
        if last - at <= self.back:
            return self.pattern.match(text, at)
        while at <= last:
            if found := self.pattern.match(text, at):
                return found
            at += self.back + 1
        return None

    def _end(self, text: str, start: int, secret: tuple[int, int]) -> int:
        """Where the secret of a match ends; -1 where it is none after all."""
        before = text[max(0, start - _BEFORE) : start]
        if self.after is not None and self.after.search(before) is None:
            return -1
        if self.unless_after is not None and self.unless_after.search(before):
            return -1
        return secret[1] if self.check is None else self.check(text, *secret)


class Page:
    """A text with the places in it where rules look, each found once."""

    def __init__(self, text: str) -> None:
        self.text = text
        lower = text.lower()
        # a rare letter is longer in lower case, which would shift all places after it
        self._lower = lower if len(lower) == len(text) else text.translate(_LOWER)

    @cached_property
    def numbers(self) -> tuple[tuple[int, int], ...]:
        """The first and last places of long numbers, with what may stand in one written for people."""
        return tuple((found.start(), found.end()) for found in _NUMBER.finditer(self.text))

    def places(self, words: Sequence[str]) -> list[int]:
        """Where any of the words stands, ascending."""
        found: list[int] = []
        for word in words:
            at = self._lower.find(word)
            while at >= 0:
                found.append(at)
                at = self._lower.find(word, at + 1)
        return sorted(found) if len(words) > 1 else found


@cache
def load_rules() -> tuple[Rule, ...]:
    """The shipped rules in their order, read once."""
    with resource("rules", "redaction.toml").open("rb") as file:
        data = tomllib.load(file)
    checks = _checks(re.compile(data["placeholders"]), frozenset(data["generic_users"]))
    return tuple(_rule(entry, data["parts"], checks) for entry in data["rule"])


def _rule(entry: Mapping[str, Any], parts: Mapping[str, str], checks: Mapping[str, Check]) -> Rule:
    def optional(name: str) -> re.Pattern[str] | None:
        return re.compile(_filled(entry[name], parts)) if name in entry else None

    back = entry.get("back", 0)
    skipped = f"[\\s\\S]{{0,{back}}}?" if back else ""
    return Rule(
        id=entry["id"],
        kind=SecretKind(entry["kind"]),
        pattern=re.compile(
            f"{skipped}(?P<all>{_filled(entry['pattern'], parts)})",
            0 if entry.get("case", True) else re.IGNORECASE,
        ),
        needs=tuple(entry.get("needs", ())),
        digits=entry.get("digits", False),
        back=back,
        check=checks[entry["check"]] if "check" in entry else None,
        after=optional("after"),
        unless_after=optional("unless_after"),
        off=entry.get("off", False),
    )


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    return _PART.sub(lambda found: parts[found.group(1)], pattern)


def _checks(placeholder: re.Pattern[str], generic: frozenset[str]) -> Mapping[str, Check]:
    def whole(text: str, start: int, end: int) -> int:
        return -1 if placeholder.fullmatch(text, start, end) else end

    def no_placeholder(text: str, start: int, end: int) -> int:
        return whole(text, start, _unpunctuated(text, start, end))

    def is_set(text: str, start: int, end: int) -> int:
        end = no_placeholder(text, start, end)
        return -1 if _AMOUNT.fullmatch(text, start, end) else end

    def mixed(text: str, start: int, end: int) -> int:
        end = no_placeholder(text, start, end)
        value = text[start:end]
        letters, digits = bool(_LETTER.search(value)), bool(_DIGIT.search(value))
        strange = (letters and (digits or _SIGN.search(value))) or (
            value.isdigit() and len(value) >= _SHORT_CODE
        )
        return end if strange and not _DATE.match(value) else -1

    def opaque(text: str, start: int, end: int) -> int:
        end = no_placeholder(text, start, end)
        value = text[start:end]
        both = _LETTER.search(value) and _DIGIT.search(value)
        shuffled = len(value) >= _LONG_WORD and value not in (value.lower(), value.upper())
        plain = _AMOUNT.fullmatch(value) or _DATE.match(value)
        return end if (both or shuffled) and not plain else -1

    def user(text: str, start: int, end: int) -> int:
        end = start + len(text[start:end].rstrip(".-"))
        return end if text[start:end].lower() not in generic else -1

    return {
        "whole": whole,
        "no_placeholder": no_placeholder,
        "set": is_set,
        "mixed": mixed,
        "opaque": opaque,
        "user": user,
        "card": _card,
        "chinese_id": lambda text, start, end: end if is_chinese_id(text[start:end]) else -1,
        "iban": _iban,
        "phone": _phone,
    }


def _unpunctuated(text: str, start: int, end: int) -> int:
    """The end of a value without the full stop or colon of the sentence that it ends."""
    return start + len(text[start:end].rstrip(".:"))


def _card(text: str, start: int, end: int) -> int:
    return end if is_card(_NO_SIGN.sub("", text[start:end])) else -1


def _iban(text: str, start: int, end: int) -> int:
    """The longest run of groups that is an account: what follows in capitals is none of it."""
    while end > start:
        if is_iban(text[start:end].replace(" ", "")):
            return end
        end = text.rfind(" ", start, end)
    return -1


def _phone(text: str, start: int, end: int) -> int:
    """The number without those groups behind blanks that follow one that is whole already."""
    if _DATE.match(text, start):
        return -1
    digits = 0
    for at in range(start, end):
        if text[at] == " " and digits >= _WHOLE_NUMBER:
            end = at
            break
        digits += text[at].isdigit()
    least = _FULL_DIGITS if text[start] == "+" else _PHONE_DIGITS[0]
    return end if least <= digits <= _PHONE_DIGITS[1] else -1
