from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from helpers.bug_cases import contents
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.paths import resource
from ctxlab.text.demands import hard_demands, kind_of, load_rules
from ctxlab.text.sentences import sentences


def demanded(text: str) -> list[str]:
    return [text[demand.start : demand.end] for demand in hard_demands(text)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("预算三千以内", "budget"),
        ("不吃辣", "health"),
        ("不要2号吊车", "prohibition"),
        ("禁止A区停车", "prohibition"),
        ("千万别直接推送到主分支", "prohibition"),
        ("严禁编造引用", "prohibition"),
        ("不要使用繁体字", "prohibition"),
        ("必须3人在场", "requirement"),
        ("确保全部212个测试通过", "requirement"),
        ("只看2020年以后发表的论文", "requirement"),
        ("公开接口保持不变", "requirement"),
        ("最多5吨", "limit"),
        ("转机时间不超过两小时", "limit"),
        ("迁移要在30分钟内完成", "limit"),
        ("评分要4.5分以上", "range"),
        ("总费用不得超过两万五千元", "limit"),
        ("人均最多四十块", "budget"),
        ("我对花生过敏", "health"),
        ("我坐轮椅", "health"),
        ("方案必须在周五下午五点之前交给我", "deadline"),
        ("用简体中文", "format"),
        ("请以JSON格式返回", "format"),
        ("Never add a co-author line", "prohibition"),
        ("Nothing that needs a car", "prohibition"),
        ("do not touch the migrations", "prohibition"),
        ("Please don’t use pandas", "prohibition"),
        ("Stop suggesting sushi places", "prohibition"),
        ("Output must be Markdown", "requirement"),
        ("Always cite the source with a link", "requirement"),
        ("keep the public API unchanged", "requirement"),
        ("At least two reviewers are required", "requirement"),
        ("at most 3000", "limit"),
        ("We need exactly three options", "limit"),
        ("7 kg max", "limit"),
        ("my budget is $900 all in", "budget"),
        ("I'm allergic to peanuts", "health"),
        ("It has to be ready by Friday 5pm", "deadline"),
        ("Reply in Spanish", "format"),
        ("Return the answer as JSON", "format"),
    ],
)
def test_hard_demands_are_found_whole_with_their_kind(text: str, kind: str) -> None:
    for ending in ("", "。" if text > "\u2e80" else "."):
        (demand,) = hard_demands(text + ending)
        assert (demand.start, demand.end) == (0, len(text))
        assert kind in {kind_of(rule) for rule in demand.rules}
        assert demand.sentence == (0, len(text + ending))


@pytest.mark.parametrize(
    "text",
    [
        "I must say I was impressed by the last version.",
        "You must be joking, it rained the whole week.",
        "She must have forgotten it. There must be a reason.",
        "I don't know why the build fails. I don't mind waiting. Don't worry!",
        "No worries, never mind. No problem at all.",
        "I have never been to Lisbon and it always rains there.",
        "I only just got back from Berlin.",
        "It took under 30 minutes and we paid 640 dollars.",
        "Is it true that you can't divide by zero?",
        "Must I bring a towel?",
        "A mustard jar; the maximum of joy; at least it worked.",
        "The report is about 12 pages long and was written in 2021.",
        "不得不说，这个版本确实比上次好多了。",
        "没关系，不要紧，我可以等。",
        "要不要一起去喝杯咖啡？",
        "别人的特别多，类别分别不同，性别不限。",
        "这是不可能的，准不准确我不知道。",
        "机票花了640块，我们昨天刚回来。",
        "别担心，不用谢。",
        "为什么零不能做除数？",
    ],
)
def test_what_only_looks_like_a_demand_is_left_alone(text: str) -> None:
    assert demanded(text) == []


def test_each_clause_is_a_demand_of_its_own() -> None:
    (text,) = contents("B119_zh_constraints.json")
    assert demanded(text) == ["不要2号吊车", "禁止A区停车", "必须3人在场", "最多5吨"]


def test_spans_are_code_points_also_after_emoji() -> None:
    (text,) = contents("B163_emoji_offsets.json")
    assert demanded(text) == ["must not exceed 5 t"]


def test_a_demand_takes_its_condition_and_exception_along() -> None:
    assert demanded("If you deploy on Friday, never touch the database.") == [
        "If you deploy on Friday, never touch the database"
    ]
    assert demanded("Never deploy on Friday, unless I say so.") == ["Never deploy on Friday, unless I say so"]
    assert demanded("如果下雨，不要去海边。") == ["如果下雨，不要去海边"]


def test_bullets_and_numbers_of_lists_are_no_part_of_a_demand() -> None:
    text = "Rules:\n- Never push to main\n2. Do not use tabs\n* 禁止停车"
    assert demanded(text) == ["Never push to main", "Do not use tabs", "禁止停车"]


def test_questions_count_only_where_they_carry_a_value() -> None:
    assert demanded("Can you find one for at most 3000 euros?") == ["Can you find one for at most 3000 euros"]
    assert demanded("Should it never stop?") == []
    assert demanded("有人均最多四十块的餐馆吗？") == ["有人均最多四十块的餐馆吗"]


def test_fenced_code_is_passed_over() -> None:
    text = "Never push.\n```\n# never commit\nassert x, 'must not be empty'\n```\nDo not use tabs."
    assert demanded(text) == ["Never push", "Do not use tabs"]


def test_a_line_of_data_is_no_sentence_that_somebody_said() -> None:
    assert demanded("must not " + "0123456789abcdef" * 200) == []


@given(
    st.lists(
        st.sampled_from(
            [
                "never ",
                "must ",
                "不要",
                "，",
                "。",
                "\n",
                "最多5",
                "if it ",
                ", ",
                "İ",
                "’",
                "🚢",
                "x ",
                "```",
            ]
        ),
        max_size=40,
    )
)
def test_demands_lie_apart_inside_their_sentences(pieces: list[str]) -> None:
    text = "".join(pieces)
    spans = set(sentences(text))
    last = 0
    for demand in hard_demands(text):
        assert last <= demand.start < demand.end
        assert demand.sentence in spans
        assert demand.sentence[0] <= demand.start
        assert demand.end <= demand.sentence[1]
        assert demand.rules
        last = demand.end


def test_the_shipped_rules_are_well_formed() -> None:
    data = tomllib.loads(resource("rules", "demands.toml").read_text(encoding="utf-8"))
    ids = [entry["id"] for entry in data["rule"]]
    assert len(ids) == len(set(ids))
    kinds = {"prohibition", "requirement", "limit", "range", "budget", "health", "deadline", "format"}
    for entry in data["rule"]:
        assert entry["kind"] in kinds
        assert ("words" in entry) != ("scan" in entry)
        assert "scan" not in entry or entry["language"] == "en" or entry["first"]
        # Scans are read in lower case: an escape in upper case would turn into another one.
        assert not re.search(r"\\[A-Z]", entry.get("scan", ""))
        assert all(word == word.lower() for word in entry.get("words", ()))
    assert kind_of("zh-budget") == "budget"
    assert kind_of("no-such-rule") == ""


def test_precision_on_written_messages_holds() -> None:
    path = Path(__file__).parents[1] / "data" / "constraints" / "messages-written.jsonl"
    right = found = missed = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        message = json.loads(line)
        labels = [(label["start"], label["end"]) for label in message["constraints"]]
        spans = [(demand.start, demand.end) for demand in hard_demands(message["text"])]
        found += len(spans)
        right += sum(any(start < end_ and start_ < end for start_, end_ in labels) for start, end in spans)
        missed += sum(
            not any(start < end_ and start_ < end for start_, end_ in spans) for start, end in labels
        )
    assert right >= 0.95 * found
    assert missed <= 20


def test_every_rule_is_read_with_its_language() -> None:
    rules = load_rules()
    assert set(rules.rules) == {"en", "zh"}
    assert all(
        rule.id.startswith(f"{language}-") for language, of_it in rules.rules.items() for rule in of_it
    )
