"""Rescues in words: what is changed, what that costs, and what it does besides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ctxlab.explain.en import EN
from ctxlab.explain.setting_words import name_of, value_words
from ctxlab.explain.wording import Wording
from ctxlab.explain.zh import ZH
from ctxlab.model.profile import Language
from ctxlab.model.rescue import Change, Lever, Rescue, Rescues

Label = Callable[[str], str]

#: More names than this are not told one by one.
_NAMED = 4

_WORDS: dict[str, tuple[str, str]] = {
    "moved": ("{name} {before} → {after}", "{name} {before} → {after}"),
    "pin": ("pin {item}", "钉住 {item}"),
    "key_fact": ("key fact from {item}", "将 {item} 中的该句列为关键事实"),
    "rule": ("without the rule that excludes {before}", "去掉排除 {before} 的规则"),
    "and": (" and ", "，并且 "),
    "token": ("{cost} token", "{cost} 个 token"),
    "tokens": ("{cost} tokens", "{cost} 个 token"),
    "least": ("no smaller value does", "更小的值都不行"),
    "pushes_one": ("pushes out {items}", "挤出 {items}"),
    "pushes_out": ("pushes out {count} items: {items}", "挤出 {count} 条：{items}"),
    "suffers": ("loses {items}", "丢失 {items}"),
    "saves": ("also brings back {items}", "另找回 {items}"),
    "saves_stated": (
        "also brings back {items} (found, not marked)",
        "另找回 {items}（自动识别，未标为必留）",
    ),
    "heading": (
        "what keeps it, the best first, each shown by a run ({builds} made)",
        "能留住它的改动，最好的在前，每项都经一次运行证实（共 {builds} 次）",
    ),
    "nothing": ("no change of one setting or of two keeps it", "改动一项或两项设置都留不住"),
    "conflict": ("what cannot go holds its room: {items}", "占去空间又不能去掉的有：{items}"),
}


def change(one: Change, language: Language | str, *, label_of: Label = str) -> str:
    """One change, such as `history cap 8,000 → 8,002` or `pin assistant 6`; `label_of` names items."""
    at = _column(language)
    if one.lever is Lever.PIN or one.key == Lever.KEY_FACT.value:
        word = "pin" if one.lever is Lever.PIN else "key_fact"
        return _WORDS[word][at].format(item=label_of(str(one.after)))
    if one.key == "gather.rule":
        return _WORDS["rule"][at].format(before=one.before)
    before, after = (value_words(value, language) for value in (one.before, one.after))
    return _WORDS["moved"][at].format(name=name_of(one.key, language), before=before, after=after)


def setting(key: str, value: str, language: Language | str) -> str:
    """A setting and its value, both as a profile's file has them, in words such as `cap 1,200`."""
    name = name_of(key, language)
    if value.isascii() and value.isdigit():
        return f"{name} {int(value):,}"
    told = choice(value, language)
    return f"{name}{told}" if _column(language) and not told.isascii() else f"{name} {told}"


def choice(word: str, language: Language | str) -> str:
    """The value of a choice, by the word that a profile's file has for it."""
    return value_words(word, language)


def changes(found: Rescue, language: Language | str, *, label_of: Label = str) -> str:
    """All changes of a rescue in one phrase."""
    told = [change(one, language, label_of=label_of) for one in found.changes]
    return _WORDS["and"][_column(language)].join(told)


def rescue(
    found: Rescue,
    language: Language | str,
    *,
    label_of: Label = str,
    must_keep_of: Label = str,
    is_must_keep: Callable[[str], bool] = lambda _: True,
) -> tuple[str, ...]:
    """A rescue as phrases: its changes, its cost in tokens, and what it does besides.

    Args:
        found: The rescue.
        language: `en` or `zh`.
        label_of: What to call an item of which the id is given; by default, its id.
        must_keep_of: What to call a must-keep of which the id is given; by default, its id.
        is_must_keep: Whether that id is a must-keep's; demands that were found are told apart.
    """
    at, wording = _column(language), _wording(language)
    cost = _WORDS["token" if abs(found.tokens) == 1 else "tokens"][at].format(
        cost=f"{found.tokens:+,}".replace("-", "−")
    )
    phrases = [changes(found, language, label_of=label_of), cost]
    if found.pushes_out:
        count = len(found.pushes_out)
        word = _WORDS["pushes_one" if count == 1 else "pushes_out"][at]
        phrases.append(word.format(count=f"{count:,}", items=_list(found.pushes_out, label_of, wording)))
    saved = [one for one in found.saves if is_must_keep(one)]
    besides = [one for one in found.saves if not is_must_keep(one)]
    for word, ids in (("suffers", found.suffers), ("saves", saved), ("saves_stated", besides)):
        if ids:
            phrases.append(_WORDS[word][at].format(items=_list(ids, must_keep_of, wording)))
    if found.least:
        phrases.append(_WORDS["least"][at])
    return tuple(phrases)


def heading(found: Rescues, language: Language | str) -> str:
    """What stands above the rescues."""
    return _WORDS["heading"][_column(language)].format(builds=f"{found.builds:,}")


def no_rescue(found: Rescues, language: Language | str, *, label_of: Label = str) -> tuple[str, ...]:
    """That nothing keeps a must-keep, and what stands against it, as phrases."""
    at = _column(language)
    phrases = [_WORDS["nothing"][at]]
    if found.conflict:
        items = _list(found.conflict, label_of, _wording(language))
        phrases.append(_WORDS["conflict"][at].format(items=items))
    return tuple(phrases)


def _column(language: Language | str) -> int:
    return 1 if Language(language) is Language.CHINESE else 0


def _wording(language: Language | str) -> Wording:
    return ZH if Language(language) is Language.CHINESE else EN


def _list(ids: Sequence[str], label_of: Label, wording: Wording) -> str:
    """The first few names, and a sign where there are more."""
    shown = [label_of(one) for one in ids[:_NAMED]]
    return wording.joiner.join(shown if len(ids) <= _NAMED else [*shown, "…"])
