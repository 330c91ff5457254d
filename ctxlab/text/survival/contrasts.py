"""What two sentences say against each other that no single word of theirs shows: persons, order, amount."""

from __future__ import annotations

import re

_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白"
    "崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
)
#: A person by surname and title: 张经理, Ms. Huang.
_PERSON = re.compile(
    rf"(?P<han>[{_SURNAMES}])(?P<title>经理|总监|老师|医生|主任|律师|教授|先生|女士|小姐|奶奶|爷爷|阿姨|叔叔|师傅|会计|秘书|工程师|院长|校长|队长)"
    r"|\b(?:Mr|Mrs|Ms|Miss|Dr|Prof(?:essor)?)\.? (?P<name>[A-Z][a-z]+)"
)
_SEQUENCE = re.compile(
    "先(?P<one>[\u4e00-\u9fff]{1,6}?)[，,]?(?:再|后|然后|才能?)(?P<two>[\u4e00-\u9fff]{1,6})"
)
_SIDES = (
    "lane|side|hand|column|margin|door|wing|foot|leg|arm|eye|ear|turn|bank|wall|half|corner|edge|page|shoe"
)
_ENDS = "door|entrance|entry|row|seat|page|cover|yard|garden|wheel|room|gate|side|office|porch|pocket|end"
_LAYERS = "row|shelf|drawer|half|part|edge|layer|line|corner|margin|section|bunk|rack"
_COMPASS = (("north", "北"), ("south", "南"), ("east", "东"), ("west", "西"))
#: Words of which one in place of the other turns a demand round; many of them say nothing by themselves.
_GROUPS: tuple[tuple[re.Pattern[str], ...], ...] = tuple(
    tuple(re.compile(one, re.IGNORECASE) for one in group)
    for group in (
        tuple(rf"\b{name}(?:ern|wards?|bound)?\b|[朝向]{han}|{han}[门面侧边向]" for name, han in _COMPASS),
        (r"\bnewest\b|\bmost recent\b", r"\boldest\b"),
        (
            r"\b(?:deny|den(?:ied|ies|ying)|refus\w+)\b|拒绝",
            r"\b(?:grant(?:ed|s|ing)?|allow(?:ed|s|ing)?)\b|允许|放行",
        ),
        (
            r"\b(?:real|physical) devices?\b|真机|实机",
            r"\b(?:emulat\w+|simulator\w*|virtual devices?)\b|模拟器|虚拟机",
        ),
        (
            r"\bmore\b(?! than)|更多|多[加放给点些]",
            r"\b(?:less|fewer)\b(?! than)|更少|少[加放给点些]",
        ),
        (
            rf"\bleft(?=[ -](?:{_SIDES})s?\b)|左[边侧手转栏面]?",
            rf"\bright(?=[ -](?:{_SIDES})s?\b)|右[边侧手转栏面]?",
        ),
        (
            rf"\bfront (?=(?:{_ENDS})s?\b)|前[门排院座轮]",
            rf"\b(?:back|rear) (?=(?:{_ENDS})s?\b)|后[门排院座轮]",
        ),
        (
            r"\b(?:main|front) (?:entrance|door|gate)\b|[正大]门",
            r"\bside (?:entrance|door|gate)\b|[侧边]门",
            r"\b(?:back|rear) (?:entrance|door|gate)\b|后门",
        ),
        (
            rf"\b(?:top|upper) (?=(?:{_LAYERS})s?\b)|上[层格铺排]",
            rf"\b(?:bottom|lower) (?=(?:{_LAYERS})s?\b)|下[层格铺排]",
        ),
        (r"\bround\w* (?:\w+ )?up\b|向上取整|进位|进一法", r"\bround\w* (?:\w+ )?down\b|向下取整|舍去|去尾"),
        (
            r"\b(?:turn\w*|roll\w*|scal\w+) (?:\w+ )?up\b|调[高大]",
            r"\b(?:turn\w*|roll\w*|scal\w+) (?:\w+ )?down\b|调[低小]",
        ),
    )
)


def contrast(wanted: str, told: str) -> tuple[str, str] | None:
    """The words of a demand and of a sentence that are against each other; None without such."""
    return _other_person(wanted, told) or _other_sequence(wanted, told) or _turned_round(wanted, told)


def _other_person(wanted: str, told: str) -> tuple[str, str] | None:
    """Somebody else with a title is named: each name of the demand has to be told where the other has any."""
    ours = {one["han"] or one["name"]: one.group() for one in _PERSON.finditer(wanted)}
    theirs = {one["han"] or one["name"]: one.group() for one in _PERSON.finditer(told)}
    if not ours or not theirs or any((name > "\u2e80") != (min(theirs) > "\u2e80") for name in ours):
        return None
    gone = [said for name, said in ours.items() if name not in told]
    return (gone[0], next(iter(theirs.values()))) if gone else None


def _other_sequence(wanted: str, told: str) -> tuple[str, str] | None:
    """先付款后发货 against 先发货后付款."""
    one, other = _SEQUENCE.search(wanted), _SEQUENCE.search(told)
    if one is None or other is None:
        return None
    crossed = _shared(one["one"], other["two"]) + _shared(one["two"], other["one"])
    straight = _shared(one["one"], other["one"]) + _shared(one["two"], other["two"])
    return (one.group(), other.group()) if crossed > straight else None


def _shared(one: str, other: str) -> int:
    return len(set(one) & set(other))


def _turned_round(wanted: str, told: str) -> tuple[str, str] | None:
    """One of several opposites against another, where each side says only one of them."""
    for group in _GROUPS:
        ours = [one for one in group if one.search(wanted)]
        theirs = [one for one in group if one.search(told)]
        if len(ours) == len(theirs) == 1 and ours[0] is not theirs[0]:
            one, other = ours[0].search(wanted), theirs[0].search(told)
            return (one.group().strip(), other.group().strip()) if one and other else None
    return None
