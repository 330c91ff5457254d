"""Finding secrets in texts, and putting stand-ins in their place.

The rules are data (`redact_rules`). What is left of a text after something was found is looked through again,
so that to redact a text twice changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from ctxlab.errors import ProfileError, RedactionError
from ctxlab.explain.redaction import KINDS, stand_in
from ctxlab.model.profile import Language
from ctxlab.model.redaction import Hit, SecretKind
from ctxlab.text.patience import PatientPattern
from ctxlab.text.redact_rules import Page, Rule, load_rules
from ctxlab.text.redact_view import Hidden, View

#: So often at most a text is looked through. Each round finds what an earlier one has uncovered: secrets that
#: follow one another without a sign between them.
_ROUNDS = 16

#: A key or password at least this long (code points) is known again without the words that tell what it is,
#: and one that is even longer also in the middle of other letters.
_TELLING, _UNIQUE = 6, 16

_PLAIN = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys((0xA0, 0x3000, *range(0x2000, 0x200B), 0x202F), ord(" ")),
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212), ord("-")),
}

_NAMES = "|".join(re.escape(name) for names in KINDS.values() for name in names)
_STAND_IN = re.compile(rf"\[(?:{_NAMES}) \d{{1,9}}\]")
_SEPARATORS = re.compile(r"[^0-9A-Za-z]")
_SPELLED = frozenset({SecretKind.PHONE, SecretKind.CARD, SecretKind.ID, SecretKind.IBAN})
_CASELESS = frozenset({SecretKind.EMAIL, SecretKind.USER})
#: What opens a door.
CREDENTIALS = frozenset({SecretKind.KEY, SecretKind.PASSWORD})
#: Country code → digits of a number that may be written with or without it.
_HOME = {"86": 13, "1": 11}
_WITH_COUNTRY = re.compile(r"\+|86[ -]?1|1[ .-]")


def find_secrets(text: str, own: Sequence[str] = ()) -> tuple[Hit, ...]:
    """The secrets in a text, ascending and apart, each with what replaces it.

    Args:
        text: Any text; spans are in its code points.
        own: Regular expressions of the user's, besides the shipped rules.

    Raises:
        RedactionError: One of them cannot be read, or takes too long.
    """
    return Redactor(own).hits(text)


def redact(text: str, hits: Iterable[Hit]) -> str:
    """The text with the stand-ins in place of the hits, which are ascending and apart."""
    pieces: list[str] = []
    at = 0
    for hit in hits:
        pieces += (text[at : hit.start], hit.stand_in)
        at = hit.end
    return "".join(pieces) + text[at:]


def without_credentials(text: str, beside: Sequence[str], language: Language | str = "en") -> str:
    """The text with stand-ins for keys and passwords, also for those that only the texts beside it tell."""
    redactor = Redactor(language=language)
    for other in beside:
        redactor.hits(other)
    return redact(text, [hit for hit in redactor.hits(text) if hit.kind in CREDENTIALS])


class Redactor:
    """Finds secrets in many texts; equal ones have the same stand-in in all of them.

    Keys and passwords that it has met are found again wherever they stand. `also` are ids or kinds of rules
    that are off unless asked for (`ip`).

    Raises:
        RedactionError: An own pattern cannot be read, or `also` names no rule.
    """

    def __init__(
        self, own: Sequence[str] = (), *, also: Collection[str] = (), language: Language | str = "en"
    ) -> None:
        self._own = tuple((pattern, _patient(pattern)) for pattern in own)
        self._rules = _chosen(also)
        self._language = language
        self._stand_ins: dict[tuple[SecretKind, str], str] = {}
        self._numbers: Counter[SecretKind] = Counter()
        self._taken: set[str] = set()
        self._known: dict[str, tuple[SecretKind, str]] = {}

    def reserve(self, text: str) -> None:
        """Keeps the stand-ins that stand in this text already from being given to other secrets."""
        self._taken.update(found.group() for found in _STAND_IN.finditer(text))

    def hits(self, text: str) -> tuple[Hit, ...]:
        """The secrets in a text, ascending and apart.

        Raises:
            RedactionError: An own pattern takes too long on it.
        """
        self.reserve(text)
        for _, patient in self._own:
            patient.begin()
        view = View(text, (Hidden(*found.span()) for found in _STAND_IN.finditer(text)))
        for _ in range(_ROUNDS):
            own = self._by_own(view)
            found = self._by_rules(view)
            found = self._by_memory(view) or found
            if not (own or found):
                break
            view.cover(own)
        return tuple(
            Hit(one.start, one.end, one.kind, one.rule, self._stand_in(one.kind, text[one.start : one.end]))
            for one in view.secrets
            if one.kind is not None
        )

    def _by_own(self, view: View) -> list[Hidden]:
        """What own patterns match, as spans of the whole text, not hidden yet.

        A secret that the rules find is found though a part of it is matched; the two are hidden as one then.
        """
        found: list[Hidden] = []
        for pattern, patient in self._own:
            found += (Hidden(*span, SecretKind.OWN, pattern) for span in patient.spans(view.text))
            if patient.too_slow:
                raise RedactionError(f"the pattern {pattern!r} takes too long on the texts of this report")
        return view.whole(found)

    def _by_rules(self, view: View) -> bool:
        found = False
        page = Page(_plain(view.text))
        for rule in self._rules:
            spans = rule.spans(page)
            for start, end in spans:
                self._learn(rule, page.text[start:end])
            if view.hide(Hidden(*span, rule.kind, rule.id) for span in spans):
                page, found = Page(_plain(view.text)), True
        return found

    def _learn(self, rule: Rule, secret: str) -> None:
        """Keeps a key or password in mind, unless it may as well be a word or an amount."""
        mixed = any(char.isalpha() for char in secret) and not secret.isalpha()
        if rule.kind in CREDENTIALS and len(secret) >= (_TELLING if mixed else _UNIQUE):
            self._known.setdefault(secret, (rule.kind, rule.id))

    def _by_memory(self, view: View) -> bool:
        found = False
        plain = _plain(view.text)
        for secret, (kind, rule) in self._known.items():
            if view.hide(Hidden(*span, kind, rule) for span in _places(secret, plain)):
                plain, found = _plain(view.text), True
        return found

    def _stand_in(self, kind: SecretKind, secret: str) -> str:
        key = (kind, _same(kind, _plain(secret)))
        if key not in self._stand_ins:
            self._numbers[kind] += 1
            while (name := stand_in(kind, self._numbers[kind], self._language)) in self._taken:
                self._numbers[kind] += 1
            self._stand_ins[key] = name
            self._taken.add(name)
        return self._stand_ins[key]


def _chosen(also: Collection[str]) -> tuple[Rule, ...]:
    """The rules that are on, and those asked for.

    Raises:
        RedactionError: There is no rule of that id or kind.
    """
    rules = load_rules()
    for name in also:
        if not any(name in (rule.id, rule.kind) for rule in rules):
            off = ", ".join(dict.fromkeys(rule.kind.value for rule in rules if rule.off))
            raise RedactionError(f"there is no rule {name!r}", hint=f"off unless asked for: {off}")
    return tuple(rule for rule in rules if not rule.off or not {rule.id, rule.kind.value}.isdisjoint(also))


def _patient(pattern: str) -> PatientPattern:
    try:
        return PatientPattern(pattern)
    except ProfileError as error:
        raise RedactionError(error.message) from error


def _plain(text: str) -> str:
    """The text with full-width signs, blanks and dashes as plain ones, as long as before."""
    return text if text.isascii() else text.translate(_PLAIN)


def _places(secret: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a secret stands; a short one by itself, not as a part of a longer word."""
    start = text.find(secret)
    while start >= 0:
        end = start + len(secret)
        around = text[max(0, start - 1) : start] + text[end : end + 1]
        if len(secret) >= _UNIQUE or not any(char.isascii() and char.isalnum() for char in around):
            yield (start, end)
        start = text.find(secret, end)


def _same(kind: SecretKind, secret: str) -> str:
    """What secrets have in common that are one, however they are written."""
    if kind in _CASELESS:
        return secret.casefold()
    if kind not in _SPELLED:
        return secret
    spelled = _SEPARATORS.sub("", secret).upper()
    if kind is SecretKind.PHONE and _WITH_COUNTRY.match(secret):
        for code, digits in _HOME.items():
            if spelled.startswith(code) and len(spelled) == digits:
                return spelled.removeprefix(code)
    return spelled
