"""Chinese constraints: what is found, what only looks like one, and how firm it is."""

from __future__ import annotations

import pytest

from ctxlab.model.constraint import Constraint, Kind, Tier
from ctxlab.text.constraints import find_constraints

PROHIBITION, REQUIREMENT, LIMIT = Kind.PROHIBITION, Kind.REQUIREMENT, Kind.LIMIT
RANGE, BUDGET, HEALTH, DEADLINE = Kind.RANGE, Kind.BUDGET, Kind.HEALTH, Kind.DEADLINE
FORMAT, CONDITIONAL = Kind.FORMAT, Kind.CONDITIONAL


def covering(text: str, words: str) -> Constraint:
    """The constraint that covers these words of a text."""
    start = text.index(words)
    for found in find_constraints(text):
        if found.start < start + len(words) and start < found.end:
            return found
    raise AssertionError(f"nothing found at {words!r} in {text!r}")


HARD = [
    # prohibitions
    ("不要修改 migrations 目录下的任何文件", "不要修改", PROHIBITION),
    ("别动数据库迁移脚本，只改前端代码。", "别动数据库迁移脚本", PROHIBITION),
    ("请勿在文章里提到竞争对手", "请勿在文章里提到竞争对手", PROHIBITION),
    ("严禁泄露任何个人信息", "严禁泄露", PROHIBITION),
    ("不能使用第三方库", "不能使用第三方库", PROHIBITION),
    ("你不得编造数据来源", "不得编造", PROHIBITION),
    ("不用写单元测试", "不用写单元测试", PROHIBITION),
    ("无需解释原理", "无需解释", PROHIBITION),
    ("帮我生成一个密码，不含特殊字符", "不含特殊字符", PROHIBITION),
    ("除了首页，其他页面都不要改", "其他页面都不要改", PROHIBITION),
    ("请回复结论，而不是推导过程", "而不是推导过程", PROHIBITION),
    ("避免使用专业术语", "避免使用", PROHIBITION),
    ("没有我的允许不要提交代码", "不要提交代码", PROHIBITION),
    # requirements
    ("你必须先跑测试再提交", "必须先跑测试", REQUIREMENT),
    ("务必保留原来的注释", "务必保留", REQUIREMENT),
    ("改完以后，确保所有测试都通过", "确保所有测试都通过", REQUIREMENT),
    ("每次修改后都要运行 lint", "都要运行 lint", REQUIREMENT),
    ("保持现有接口不变", "保持现有接口不变", REQUIREMENT),
    ("您应该根据我给的素材来写", "应该根据我给的素材", REQUIREMENT),
    ("函数要有类型注解和文档字符串", "要有类型注解", REQUIREMENT),
    ("代码需要兼容 Python 3.8", "需要兼容", REQUIREMENT),
    ("写一份报告，其中包含市场规模、竞争对手和风险", "其中包含市场规模", REQUIREMENT),
    ("先给我方案，等我确认后再动手", "等我确认后再动手", REQUIREMENT),
    ("一个一个地问我问题", "一个一个地问我", REQUIREMENT),
    # what a thing sought must have
    ("我想找一家有酸辣粉的餐馆", "有酸辣粉", REQUIREMENT),
    ("附近有提供洗衣服务的酒店吗", "提供洗衣服务", REQUIREMENT),
    ("有没有可以带宠物的酒店？", "可以带宠物", REQUIREMENT),
    ("有没有推荐菜是烤鱼的餐馆？", "推荐菜是烤鱼", REQUIREMENT),
    ("离火车站近的酒店", "离火车站近", REQUIREMENT),
    ("我想订一张去上海的机票，要经济舱，直飞", "直飞", REQUIREMENT),
    # limits, ranges, budgets
    ("回答不超过100字", "不超过100字", LIMIT),
    ("标题不要超过20个字", "不要超过20个字", LIMIT),
    ("至少给出三个例子", "至少给出三个", LIMIT),
    ("每天最多安排三个景点", "最多安排三个", LIMIT),
    ("写一篇800字左右的议论文", "800字", LIMIT),
    ("请列出五个安全提示。", "五个安全提示", LIMIT),
    ("列出纽约市的三个旅游景点。", "三个旅游景点", LIMIT),
    ("用一句话概括这本书", "一句话", LIMIT),
    ("帮我生成一个12位的随机密码", "12位", LIMIT),
    ("我们想在那里玩3天", "玩3天", LIMIT),
    ("我只有两天时间", "只有两天", LIMIT),
    ("需要在30分钟内完成", "30分钟内", LIMIT),
    ("帮我找评分4.5分以上的景点", "评分4.5分以上", RANGE),
    ("推荐个游玩时间是半天到1天的景点吧", "游玩时间是半天到1天", RANGE),
    ("哪家的价格在500-600元之间？", "价格在500-600元之间", BUDGET),
    ("预算3000以内，去杭州", "预算3000以内", BUDGET),
    ("住宿每晚不超过400元", "不超过400元", BUDGET),
    ("我想找一个门票免费的景点", "门票免费", BUDGET),
    # health, deadlines
    ("我对花生过敏，推荐几道菜", "对花生过敏", HEALTH),
    ("我妈妈有糖尿病", "有糖尿病", HEALTH),
    ("周五下午五点之前发给我", "周五下午五点之前", DEADLINE),
    # format
    ("请始终用中文回复", "用中文回复", FORMAT),
    ("请以JSON格式返回", "以JSON格式返回", FORMAT),
    ("用Markdown表格列出来", "用Markdown表格", FORMAT),
    ("以第一人称写一封道歉信", "以第一人称", FORMAT),
    ("变量名用驼峰命名", "用驼峰命名", FORMAT),
    ("你只会回复译文，别无其他", "只会回复译文", FORMAT),
    ("语气要正式", "语气要正式", FORMAT),
    ("回答要简洁明了", "要简洁明了", FORMAT),
    ("把结果写在表格里", "把结果写在表格", FORMAT),
    ("输出格式：JSON", "JSON", FORMAT),
    ("你的回答必须以“遵命”开头", "以“遵命”开头", FORMAT),
    ("一步一步地思考", "一步一步地思考", FORMAT),
    ("分三段写", "分三段", LIMIT),
    # conditionals
    ("如果查不到就直接说不知道", "如果查不到就直接说", CONDITIONAL),
    ("除非我要求，否则不要给出代码", "否则不要给出代码", CONDITIONAL),
    ("当我说停的时候，请停止输出", "请停止输出", CONDITIONAL),
]


@pytest.mark.parametrize(("text", "words", "kind"), HARD)
def test_hard_constraints_are_found_with_their_kind(text: str, words: str, kind: Kind) -> None:
    found = covering(text, words)
    assert found.tier is Tier.HARD
    assert found.kind is kind
    assert found.text == text[found.start : found.end]
    assert all(rule.startswith("zh-") for rule in found.rules)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("最好不要超过三段", "不要超过三段"),
        ("尽量避免过多的技术细节", "避免过多的技术细节"),
        ("我希望回答能简短一些", "希望回答能简短一些"),
        ("我比较喜欢靠海的房间", "喜欢靠海的房间"),
        ("用英文回答，可以的话", "用英文回答"),
        ("便宜一点的", "便宜一点"),
        ("改写这句话，使其更加流畅", "使其更加流畅"),
        ("它家的评分是4.5分以上吗？", "评分是4.5分以上"),
    ],
)
def test_wishes_and_questions_about_a_value_are_soft(text: str, words: str) -> None:
    assert covering(text, words).tier is Tier.SOFT


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我希望您只回复代码", "只回复代码"),
        ("不吃辣，最好清淡一点", "不吃辣"),
        ("有评分4分以上的餐馆吗？", "评分4分以上"),
    ],
)
def test_only_and_searches_stay_hard(text: str, words: str) -> None:
    assert covering(text, words).tier is Tier.HARD


@pytest.mark.parametrize(
    "text",
    [
        # tasks, facts, small talk
        "请帮我写一首关于春天的诗",
        "我要你扮演一名医生",
        "我需要帮助选择一套衣服",
        "你是一个资深的前端工程师",
        "谢谢，不用了",
        "别客气",
        "不要紧，慢慢来",
        "我只是想问问",
        "系统只支持Windows",
        "昨天我花了300元买了这本书",
        # questions
        "这家酒店有停车场吗？",
        "这个酒店提供接机服务吗？",
        "这个景点的门票是免费的吗？",
        "故宫的门票多少钱？",
        "还有别的推荐吗",
        "要不要带伞？",
        "我应该怎么办",
        "你觉得应该怎么做？",
        "这段代码必须在主线程运行吗？",
        "为什么不能用递归？",
        "如何以健康的方式减肥？",
        "我不能登录了，怎么办",
        # words that only look like it
        "我不得不说这个结果很好",
        "这里的风景特别好，和别的地方有区别",
        "他告诉我不要担心",
        "这是一张密不可分的网",
        "疫苗接种有哪些需要注意的事项？",
        "我会给你一段文字，你来总结",
        "保持健康的睡眠时间表的重要性。",
        "举一个你必须委派任务的情况的例子。",
        # exam questions
        "小明有5个苹果，给了小红2个，还剩几个？",
        "一个长方形的长度是10厘米，宽度是5厘米，求面积",
        # quoted or handed over as data
        "请翻译以下句子：你必须在周五之前完成作业。",
        "帮我润色这段话：“我们不能再等了，必须马上行动。”",
        "我的第一句话是“语音识别系统必须能够处理噪声，不得中断。”",
        "改写句子\n输入：所有学生都要穿校服。",
    ],
)
def test_nothing_is_found_where_nothing_is_demanded(text: str) -> None:
    assert find_constraints(text) == ()


def test_a_quoted_request_of_the_writer_counts() -> None:
    text = "我的第一个请求是“写一篇不超过300字的短文”"
    assert covering(text, "不超过300字").kind is LIMIT


def test_several_filters_of_one_clause_stay_apart() -> None:
    text = "帮我找一家人均100元以下、评分4分以上、提供停车服务的火锅店"
    spans = [(found.text, found.kind) for found in find_constraints(text)]
    assert spans == [("人均100元以下", BUDGET), ("评分4分以上", RANGE), ("提供停车服务", REQUIREMENT)]


@pytest.mark.parametrize(
    "text", ["要安静的地方,别推荐酒吧,不要太远", "先看文档 别推荐酒吧 不要太远", "别推荐酒吧；不要太远"]
)
def test_half_width_commas_and_blanks_part_chinese_clauses(text: str) -> None:
    found = [one.text for one in find_constraints(text)]
    assert "别推荐酒吧" in found
    assert "不要太远" in found


def test_a_range_with_blanks_around_its_dash_stays_whole() -> None:
    assert covering("推荐一个游玩时间在1.5小时 - 2小时的景点", "1.5小时").text == "游玩时间在1.5小时 - 2小时"


def test_a_limit_in_the_negative_is_no_prohibition() -> None:
    assert covering("标题不要超过20个字", "不要超过").positive
    assert not covering("不要修改标题", "不要修改").positive


def test_a_message_of_many_demands() -> None:
    text = (
        "写一个200字以内的商品介绍，语言活泼，不要出现敏感词。\n"
        "1. 用中文写\n2. 分三段\n3. 如果信息不足，请先问我\n另外，周五前给我。"
    )
    found = [one.text for one in find_constraints(text)]
    assert found == [
        "写一个200字以内",
        "语言活泼",
        "不要出现敏感词",
        "用中文写",
        "分三段",
        "如果信息不足，请先问我",
        "周五前给我",
    ]
