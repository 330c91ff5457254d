"""Errors in both languages: what users meet most is said in Chinese too, with its place and what to do."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ctxlab
from ctxlab.errors import CtxlabError, FormatError, ProfileError, Where
from ctxlab.explain.error_words import CHINESE
from ctxlab.explain.errors import message, words
from ctxlab.explain.wording import fields_of
from ctxlab.formats.load import load, load_bytes
from ctxlab.model.profile import Profile
from ctxlab.profiles import find_profile, parse
from ctxlab.tokens.vocabulary import vocabulary_of

HEAD = 'schema = "ctxlab.profile/1"\n'


def _said() -> Iterator[tuple[str, frozenset[str]]]:
    """Each key that an error of the package may carry, with the values that come with it."""
    for file in Path(ctxlab.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) not in ("Said", "Said.of"):
                continue
            names = frozenset(one.arg for one in node.keywords if one.arg)
            for key in _texts(node.args[0]):
                yield key, names


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def test_every_key_has_its_sentences_with_the_values_that_come_with_it() -> None:
    said = dict(_said())
    assert len(said) > 40
    for key, names in said.items():
        used = frozenset[str]().union(*map(fields_of, CHINESE[key]))
        assert used <= names, key


def caught(call: Callable[..., Any], *arguments: Any) -> CtxlabError:
    with pytest.raises(CtxlabError) as error:
        call(*arguments)
    return error.value


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("[windw]\nsize = 3\n", "第 3 行，windw.size", "没有此设置（最接近的有效名称：window.size）"),
        (
            '[budget.history]\ncap = "x"\n',
            "第 3 行，budget.history.cap",
            "不能是 'x'（可用：0 到 1,000,000,000 的整数，或不写）",
        ),
        (
            '[budget.history]\noverflow = "stopp"\n',
            "第 3 行，budget.history.overflow",
            "不能是 'stopp'（可用：keep、stop、skip、truncate、compress 之一）",
        ),
        ("[window]\nenforce = 1\n", "第 3 行，window.enforce", "不能是 1（可用：true 或 false，不加引号）"),
        ("window = 1\n", "第 2 行，window", "不能是 1（可用：一张表）"),
        (
            "[window]\nsize = 900\noutput_reserve = 900\n",
            "第 2 行，window",
            "window.output_reserve 900 占满了 window.size 900，输入没有余地"
            "（减小 window.output_reserve，或增大 window.size）",
        ),
        (
            "[window]\nsoft_limit = 400\nenforce_soft = true\nbuffer = 500\n",
            "第 2 行，window",
            "window.soft_limit 400 减去 window.buffer 500 后，输入没有余地"
            "（增大 window.soft_limit，或减小 window.buffer）",
        ),
        ("[[must_keep]]\nregex = '('\n", "第 3 行，must_keep[1].regex", None),
    ],
)
def test_what_is_wrong_with_a_profile(text: str, place: str, said: str | None) -> None:
    error = caught(parse, HEAD + text, "p.toml")
    told = words(error, "zh")
    assert told.startswith(f"p.toml，{place}：")
    assert said is None or told == f"p.toml，{place}：{said}"
    assert said is None or message(error, "zh") == said
    assert words(error, "en") == str(error)


def test_several_problems_stand_on_lines_of_their_own() -> None:
    error = caught(parse, f"{HEAD}nam = 1\nengine = 2\n", "p.toml")
    assert words(error, "zh").split("\n") == [
        "p.toml：2 处问题：",
        "  第 2 行，nam：没有此设置（最接近的有效名称：name）",
        "  第 3 行，engine：不能是 2（可用：加引号的文本）",
    ]


def test_a_setting_that_is_changed_alone_is_refused_in_the_same_words() -> None:
    error = caught(Profile().set, "window.sise", 3)
    assert words(error, "zh") == "window.sise：没有此设置（最接近的有效名称：window.size）"
    assert message(error, "zh") == "没有此设置（最接近的有效名称：window.size）"
    assert message(error, "en") == "unknown setting (the nearest valid name is window.size)"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert words(caught(load, tmp_path / "no.json"), "zh") == "no.json：没有这个文件"
    assert words(caught(load, tmp_path), "zh") == f"{tmp_path.name}：这是文件夹，不是文件"
    unknown = words(caught(load_bytes, b"a,b\n1,2\n", "x.csv"), "zh")
    assert unknown.startswith("x.csv：没有读取器能读：看起来是 ")
    assert unknown.endswith("（ctxlab formats 列出可读的格式）")
    named = caught(lambda: load_bytes(b"{}", "x.json", format="opnai-chat"))
    assert words(named, "zh").startswith("x.json：没有格式 opnai-chat（是否想写 openai-chat")
    assert words(caught(find_profile, "gsc"), "zh") == ("没有配置 gsc，既非内置也不是文件（最接近的是 gssc）")
    assert (
        words(caught(vocabulary_of, "p50k"), "zh") == "没有名为 p50k 的词表（已知：o200k_base, cl100k_base）"
    )


def test_an_error_without_chinese_words_is_told_in_english() -> None:
    error = FormatError("it is odd", where=Where("x.json", 3), hint="mend it")
    assert words(error, "zh") == str(error) == "x.json, line 3: it is odd (mend it)"
    assert words(OSError("odd"), "zh") == "odd"


def test_what_an_error_says_comes_back_from_another_process() -> None:
    error = caught(parse, f"{HEAD}[window]\nsise = 3\n", "p.toml")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, ProfileError)
    assert words(again, "zh") == words(error, "zh")
