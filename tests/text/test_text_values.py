"""Values in texts: money, counts, measures, moments."""

from __future__ import annotations

from decimal import Decimal

import pytest
from helpers.values import units


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("$3,000", "3000", "USD"),
        ("US$ 20", "20", "USD"),
        ("3000 dollars", "3000", "USD"),
        ("50 bucks", "50", "USD"),
        ("1.2k USD", "1200", "USD"),
        ("$1.5M", "1500000", "USD"),
        ("half a million dollars", "500000", "USD"),
        ("€50", "50", "EUR"),
        ("50 euros", "50", "EUR"),
        ("£20", "20", "GBP"),
        ("¥500", "500", "CNY"),
        ("3000元", "3000", "CNY"),
        ("400块", "400", "CNY"),
        ("400块钱", "400", "CNY"),
        ("人民币5000元", "5000", "CNY"),
        ("5000人民币", "5000", "CNY"),
        ("两万五千元", "25000", "CNY"),
        ("3千元", "3000", "CNY"),
        ("３０００元", "3000", "CNY"),
        ("1.2万美元", "12000", "USD"),
        ("3万日元", "30000", "JPY"),
        ("5 million yen", "5000000", "JPY"),
        ("预算20万", "200000", "money"),
        ("预算大概30w", "300000", "money"),
        ("my budget is 3000", "3000", "money"),
        ("a 3000 budget", "3000", "money"),
        ("no more than 1 000 EUR", "1000", "EUR"),
        ("12 500 000 yuan", "12500000", "CNY"),
        ("at most\u00a03000\u00a0yuan", "3000", "CNY"),
    ],
)
def test_money(text: str, number: str, unit: str) -> None:
    assert units(text) == [(Decimal(number), unit)]


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("200 words", "200", "word"),
        ("at most 1/2 of the budget", "0.5", ""),
        ("at most 1e3 requests", "1000", ""),
        ("100字", "100", "character"),
        ("100个字符", "100", "character"),
        ("280 characters", "280", "character"),
        ("three guests", "3", "person"),
        ("2 adults", "2", "person"),
        ("5个人", "5", "person"),
        ("3位客人", "3", "person"),
        ("twenty-five people", "25", "person"),
        ("5 new python files", "5", "file"),
        ("3 short paragraphs", "3", "paragraph"),
        ("10 lines", "10", "line"),
        ("10行", "10", "line"),
        ("2 nights", "2", "night"),
        ("住三晚", "3", "night"),
        ("3 times", "3", "occurrence"),
        ("twice a day", "2", "occurrence"),
        ("every item once a week", "1", "occurrence"),
        ("每周三次", "3", "occurrence"),
        ("a 4-star hotel", "4", "star"),
        ("四星级酒店", "4", "star"),
        ("评分4.5分", "4.5", "point"),
        ("三个选项", "3", "option"),
        ("推荐3个", "3", ""),
        ("a dozen eggs", "12", ""),
        ("one page", "1", "page"),
        ("two approvals", "2", ""),
        ("less than a page", "1", "page"),
        ("a couple of files", "2", "file"),
    ],
)
def test_counts(text: str, number: str, unit: str) -> None:
    assert units(text) == [(Decimal(number), unit)]


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("2 kg", "2000", "gram"),
        ("两公斤", "2000", "gram"),
        ("500g", "500", "gram"),
        ("3斤", "1500", "gram"),
        ("5km", "5000", "metre"),
        ("5公里", "5000", "metre"),
        ("1米75厘米", "1.75", "metre"),
        ("10 cm", "0.1", "metre"),
        ("5 feet 10 inches", "1.778", "metre"),
        ("500 ml", "0.5", "litre"),
        ("80平米", "80", "square metre"),
        ("20°C", "20", "degree"),
        ("20度", "20", "degree"),
        ("68°F", "20", "degree"),
        ("5 MB", "5000000", "byte"),
        ("10%", "10", "%"),
        ("10 percent", "10", "%"),
        ("百分之五", "5", "%"),
        ("八成", "80", "%"),
        ("打八折", "80", "%"),
        ("85折", "85", "%"),
        ("一半的人", "50", "%"),
    ],
)
def test_measures_come_in_their_base_unit(text: str, number: str, unit: str) -> None:
    ((found, found_unit),) = units(text)
    assert (round(found, 9), found_unit) == (Decimal(number), unit)


@pytest.mark.parametrize(
    "text",
    [
        "half an hour",
        "half-hour",
        "30 minutes",
        "30 min",
        "30min",
        "a 30-minute walk",
        "thirty minutes",
        "0.5 h",
        "半小时",
        "半个小时",
        "30分钟",
        "三十分钟",
        "两刻钟",
        "1800 seconds",
        "1800s",
    ],
)
def test_half_an_hour_is_thirty_minutes(text: str) -> None:
    assert units(text) == [(Decimal(1800), "second")]


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("90 min", "5400", "second"),
        ("1.5 hours", "5400", "second"),
        ("one and a half hours", "5400", "second"),
        ("1 hour 30 minutes", "5400", "second"),
        ("1 hour and 30 minutes", "5400", "second"),
        ("1h 30min", "5400", "second"),
        ("1小时30分钟", "5400", "second"),
        ("一个半小时", "5400", "second"),
        ("两个半小时", "9000", "second"),
        ("2 days", "172800", "second"),
        ("两天", "172800", "second"),
        ("两天半", "216000", "second"),
        ("3 weeks", "1814400", "second"),
        ("三周", "1814400", "second"),
        ("两个星期", "1209600", "second"),
        ("3 months", "3", "month"),
        ("三个月", "3", "month"),
        ("半个月", "0.5", "month"),
        ("2 years", "2", "year"),
        ("一年半", "1.5", "year"),
        ("18岁", "18", "year"),
        ("3个工作日", "3", "working day"),
    ],
)
def test_durations(text: str, number: str, unit: str) -> None:
    assert units(text) == [(Decimal(number), unit)]


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("5pm", 1020),
        ("5 p.m.", 1020),
        ("17:00", 1020),
        ("下午五点", 1020),
        ("下午5:00", 1020),
        ("17点", 1020),
        ("5 o'clock in the afternoon", 1020),
        ("five in the afternoon", 1020),
        ("6:30 pm", 1110),
        ("下午三点半", 930),
        ("下午3点15分", 915),
        ("晚上八点一刻", 1215),
        ("早上8点", 480),
        ("中午12点", 720),
        ("中午一点", 780),
        ("noon", 720),
        ("正午", 720),
        ("midnight", 0),
        ("晚上12点", 0),
        ("12am", 0),
        ("12:15 pm", 735),
        ("9:05", 545),
        ("凌晨2点", 120),
    ],
)
def test_clock_times_are_minutes_since_midnight(text: str, minutes: int) -> None:
    assert units(text) == [(Decimal(minutes), "time")]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("May 3rd", 503),
        ("May 3", 503),
        ("3 May", 503),
        ("the 3rd of may", 503),
        ("3rd May 2026", 20260503),
        ("May 3, 2026", 20260503),
        ("Dec. 24", 1224),
        ("5月3日", 503),
        ("五月三号", 503),
        ("2026年5月3日", 20260503),
        ("2026-05-03", 20260503),
        ("2026/5/3", 20260503),
        ("二〇二六年五月三日", 20260503),
        ("by the 15th", 15),
        ("15号之前", 15),
    ],
)
def test_dates(text: str, number: int) -> None:
    assert units(text) == [(Decimal(number), "date")]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Friday", 5),
        ("on fridays", 5),
        ("Fri", 5),
        ("周五", 5),
        ("星期五", 5),
        ("礼拜天", 7),
        ("每周三", 3),
        ("周日", 7),
        ("Monday", 1),
    ],
)
def test_weekdays(text: str, number: int) -> None:
    assert units(text) == [(Decimal(number), "weekday")]
