"""Lists that a heading demands: where their items are, and how far a list goes."""

from __future__ import annotations

import pytest

from ctxlab.text.constraints import find_constraints


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("要求：语言生动，结构完整。谢谢你的帮助", ["语言生动", "结构完整"]),
        ("要求：1. 手机能看；2. 数据存本地；3. 有夜间模式", ["手机能看", "数据存本地", "有夜间模式"]),
        ("写个脚本，要求体积小，启动快", ["要求体积小", "启动快"]),
        ("注意事项：\n\n- 周末送\n* 放门口\n\n我住三楼", ["周末送", "放门口"]),
        ("规则：\n语气：温和\n轮流发言\n\n开始", ["温和", "轮流发言"]),
        ("## 编码规范\n1、缩进两格\n2、类名大写\n## 技术栈\n- Go", ["缩进两格", "类名大写"]),
        ("要求：\n" + "这一行很长而且没有项目符号所以它是一段话" * 4, []),
        ("岗位要求：\n1. 本科以上\n2. 三年经验", []),
        ("要求：", []),
    ],
)
def test_items_are_found_up_to_the_end_of_the_list(text: str, items: list[str]) -> None:
    assert [one.text for one in find_constraints(text)] == items


def test_a_list_is_no_longer_than_a_list_is() -> None:
    lines = "\n".join(f"- 第{number}项内容" for number in range(80))
    assert len(find_constraints("要求：\n" + lines)) == 60
