"""The talk about a trip that the pictures show, as a hand-made trace and diff."""

from __future__ import annotations

from gui.trace_builder import One, added, compressed, cut, dropped, kept, merged, trace_of

from ctxlab.model.decision import Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.diff import ContextDiff, DiffBlock, DiffKind
from ctxlab.model.items import Row
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Trace, Verdict


def trip() -> list[One]:
    """The talk of the pictures: kept, dropped, cut, compressed, merged and added items."""
    weather = '{"sat":"rain 80%","sun":"cloudy","source":"https://weather.example/hangzhou"}' * 40
    return [
        kept(
            One(
                "i1",
                Row.SYSTEM_PROMPT,
                "You are a travel planner. Ask before booking anything.",
                "system",
                0,
                1620,
            )
        ),
        *(
            kept(One(f"i{n}", Row.TOOL_SCHEMAS, '{"type":"function"}', "system", 0, 122, name=name))
            for n, name in enumerate(("search_trains", "search_hotels", "weather", "book"), 2)
        ),
        dropped(One("i6", Row.HISTORY, "你好，我在杭州周边玩，先聊聊", "user", 1, 16, line=10), by="i8"),
        dropped(
            One("i7", Row.HISTORY, "好的，请告诉我日期和偏好，我来安排行程。", "assistant", 1, 212, line=11),
            by="i8",
        ),
        dropped(One("i8", Row.HISTORY, "周末想去杭州，预算三千以内，不吃辣", "user", 2, 38, line=12)),
        *(
            kept(
                One(
                    f"i{n}",
                    Row.HISTORY,
                    f"An earlier message, number {n}, about trains and hotels.",
                    "assistant" if n % 2 else "user",
                    n // 3,
                    274,
                )
            )
            for n in range(9, 17)
        ),
        compressed(
            One(
                "i17",
                Row.HISTORY,
                "Here is a comparison table of eleven hotels near West Lake with prices.",
                "assistant",
                6,
                2567,
            ),
            412,
        ),
        merged(One("i18", Row.HISTORY, "And what about the museums?", "user", 7, 21), "i18~summary"),
        merged(One("i19", Row.HISTORY, "The three museums open at nine.", "assistant", 7, 33), "i18~summary"),
        added(
            One(
                "i18~summary",
                Row.SUMMARY,
                "The user asked about museums; they open at nine.",
                "system",
                7,
                14,
            ),
            Stage.SUMMARIZE,
            "i18",
            "i19",
        ),
        compressed(
            One(
                "i20",
                Row.HISTORY,
                "A long plan with museums, gardens and <b>tea houses</b> day by day.",
                "assistant",
                8,
                2450,
            ),
            412,
        ),
        kept(One("i21", Row.HISTORY, "cheaper?", "user", 9, 9)),
        kept(One("i22", Row.HISTORY, "Two options below: the first is a hostel.", "assistant", 9, 702)),
        dropped(
            One(
                "i23",
                Row.TOOL_RESULT,
                '{"trains":[{"no":"G7325","price":73}]}',
                "tool",
                4,
                940,
                name="search_trains",
            ),
            cap=1500,
            used=1500,
            count=1,
        ),
        added(
            One(
                "i23~placeholder",
                Row.TOOL_RESULT,
                "[omitted: 940 tokens]",
                "tool",
                4,
                9,
                name="search_trains",
            ),
            Stage.SELECT,
            "i23",
        ),
        *(
            kept(
                One(
                    f"i{n}",
                    Row.RECENT,
                    f"recent words {n} \u202e mixed",
                    "assistant" if n % 2 else "user",
                    10 + n // 4 - 6,
                    181,
                )
            )
            for n in range(24, 32)
        ),
        kept(
            One(
                "i32",
                Row.RETRIEVED_DOC,
                "Hangzhou in the rain: museums, tea houses and covered markets",
                "system",
                0,
                1180,
                relevance=0.91,
            )
        ),
        kept(One("i33", Row.RETRIEVED_DOC, "Metro lines and last trains", "system", 0, 620, relevance=0.88)),
        dropped(
            One(
                "i34",
                Row.RETRIEVED_DOC,
                "West Lake, the ten classic scenes",
                "system",
                0,
                2902,
                relevance=0.74,
            ),
            cap=2400,
            used=1800,
            count=2,
        ),
        kept(One("i35", Row.TASK_STATE, '{"objective":"weekend trip","step":3}', "system", 0, 210)),
        kept(One("i36", Row.AGENT_NOTE, "user travels with a child", "system", 0, 174)),
        kept(One("i37", Row.USER_MESSAGE, "那下雨天去合适吗？", "user", 14, 24)),
        cut(
            One("i38", Row.TOOL_RESULT, weather, "tool", 14, 6204, name="weather", exact=False),
            1500,
            (900, len(weather) - 300),
        ),
    ]


TRIP_VERDICTS = (Verdict("m1", Stage.SELECT), Verdict("m2", Stage.SELECT), Verdict("m3", None))

TRIP_DIAGNOSTICS = (
    Diagnostic("cut_in_json", "i38", (("from", 6204), ("to", 1500))),
    Diagnostic("near_miss", "i8", (("tokens", 2),)),
)


def trip_trace() -> Trace:
    """The trace of `trip` under `PROFILE`."""
    return trace_of(trip(), verdicts=TRIP_VERDICTS, diagnostics=TRIP_DIAGNOSTICS)


MUST_KEEPS = (
    MustKeep("m1", text="预算三千以内", since="i8"),
    MustKeep("m2", text="不吃辣", since="i8"),
    MustKeep("m3", text="当天能往返", since="i10"),
    MustKeep("m4", regex="only (Jiangsu|Zhejiang)"),
)


def trip_diff() -> ContextDiff:
    """A diff with every kind of block."""
    blocks = [
        DiffBlock(
            DiffKind.EQUAL,
            1,
            1,
            "system",
            "system",
            "You are a travel planner.",
            "You are a travel planner.",
            1620,
            1620,
            items=("i1",),
        ),
        DiffBlock(
            DiffKind.EQUAL,
            2,
            2,
            "system",
            "system",
            "## Relevant knowledge",
            "## Relevant knowledge",
            2310,
            2310,
            items=("i32",),
        ),
        DiffBlock(
            DiffKind.REMOVED,
            3,
            None,
            "user",
            "user · 1",
            "你好，我在杭州周边玩，先聊聊",
            "",
            19,
            0,
            Stage.SELECT,
            Reason.BEHIND_OVERFLOW,
            ("i6",),
        ),
        DiffBlock(
            DiffKind.REMOVED,
            4,
            None,
            "assistant",
            "assistant · 1",
            "好的，请告诉我日期和偏好。",
            "",
            215,
            0,
            Stage.SELECT,
            Reason.BEHIND_OVERFLOW,
            ("i7",),
        ),
        DiffBlock(
            DiffKind.REMOVED,
            5,
            None,
            "user",
            "user · 2",
            "周末想去杭州，预算三千以内，不吃辣",
            "",
            41,
            0,
            Stage.SELECT,
            Reason.OVER_CAP,
            ("i8",),
        ),
        *(
            DiffBlock(
                DiffKind.EQUAL,
                n,
                n - 3,
                "user",
                f"user · {n}",
                f"equal {n}",
                f"equal {n}",
                30,
                30,
                items=(f"i{n + 3}",),
            )
            for n in range(6, 28)
        ),
        DiffBlock(
            DiffKind.CHANGED,
            28,
            25,
            "tool",
            "weather · 14",
            '{"sat":"rain 80%","sun":"cloudy"}',
            '{"sat":"rain 80%"} …[4,704 tokens omitted]…',
            6204,
            1500,
            Stage.SELECT,
            Reason.CUT_TO_CAP,
            ("i38",),
        ),
        DiffBlock(
            DiffKind.ADDED,
            None,
            26,
            "assistant",
            "summary",
            "",
            "Summary of the talk so far",
            0,
            120,
            items=("i18~summary",),
        ),
        DiffBlock(
            DiffKind.MOVED,
            29,
            27,
            "user",
            "user · 14",
            "那下雨天去合适吗？",
            "那下雨天去合适吗？",
            24,
            24,
            items=("i37",),
        ),
    ]
    return ContextDiff("travel-agent.toml as saved", "history cap 8,000", blocks, 1, 3, 1, 1, 16_000, 15_725)
