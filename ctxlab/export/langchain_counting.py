"""Python source that counts LangChain's messages as a profile does, and trims them; two forms share it."""

from __future__ import annotations

from ctxlab.export.ceiling import Ceiling, ceiling_of, least, limit_words
from ctxlab.export.counting import FRAMING, PICTURE, settings, tokens_source
from ctxlab.export.source import comment
from ctxlab.model.items import Row
from ctxlab.model.profile import Overflow, Profile

_COUNT = f'''\
def count_tokens(messages: Iterable[BaseMessage]) -> int:
    """Tokens of messages: {FRAMING} for each beside its texts and calls; a picture is taken for {PICTURE}."""
    total = 0
    for message in messages:
        blocks = [message.content] if isinstance(message.content, str) else message.content
        for block in blocks:
            if isinstance(block, str):
                total += tokens(block)
            elif block.get("type") in ("image", "image_url"):
                total += {PICTURE}
            else:
                total += sum(tokens(str(block[key])) for key in TEXTS if block.get(key))
        if isinstance(message, AIMessage):
            for call in message.tool_calls:
                total += tokens(call["name"]) + tokens(json.dumps(call["args"], ensure_ascii=False))
            for call in message.invalid_tool_calls:
                total += tokens(call["name"] or "") + tokens(call["args"] or "")
        total += {FRAMING}
    return total'''


def counter_settings(profile: Profile) -> list[str]:
    """What `counter_source` reads."""
    return [
        "# What holds words in a block of a message's content.",
        'TEXTS = ("text", "thinking", "reasoning")',
        *settings(profile),
    ]


def counter_source(profile: Profile) -> list[list[str]]:
    """`tokens` and `count_tokens`, counting as the profile does."""
    return [tokens_source(profile), _COUNT.splitlines()]


def trim_settings(profile: Profile) -> list[str]:
    """The figures that `trim_source` reads, each with where it comes from."""
    ceiling = ceiling_of(profile)
    lines: list[str] = []
    if ceiling.limit is not None:
        lines += [*comment(f"The limit of the window: {limit_words(profile)}."), f"LIMIT = {ceiling.limit}"]
    if ceiling.together is not None:
        caps = ", ".join(f"{row} {cap}" for row, cap in ceiling.rows)
        lines += [*comment(f"The caps of the rows, as one figure: {caps}."), f"ROWS = {ceiling.together}"]
    if profile.select.max_messages is not None:
        lines += [
            "# Messages of earlier turns and tool results at most.",
            f"MAX_MESSAGES = {profile.select.max_messages}",
        ]
    return lines


def trims(profile: Profile) -> bool:
    """Whether there is anything to trim to."""
    return ceiling_of(profile).least is not None or profile.select.max_messages is not None


def trim_source(profile: Profile) -> list[str]:
    """A function `trim(messages, tool_tokens=0)`: LangChain's own trimming with the profile's figures."""
    ceiling = ceiling_of(profile)
    lines = [
        "def trim(messages: Sequence[BaseMessage], tool_tokens: int = 0) -> list[BaseMessage]:",
        '    """The messages that fit, from a user\'s message on; the system message at their head stays.',
        "",
        "    `tool_tokens` is what the schemas of the tools take, which go beside the messages.",
        '    """',
    ]
    if not trims(profile):
        return [*lines, "    return list(messages)  # the profile limits nothing that can be trimmed to"]
    if ceiling.least is not None:
        lines += _by_tokens(profile, ceiling)
    if profile.select.max_messages is not None:
        lines += _by_messages(profile)
    return [*lines, "    return list(messages)"]


#: How each row that may come on top is found among the messages.
_ON_TOP = {
    Row.SYSTEM_PROMPT: ("system", 'system = [one for one in messages[:1] if one.type == "system"]'),
    Row.USER_MESSAGE: ("question", 'question = [one for one in messages if one.type == "human"][-1:]'),
}


def _by_tokens(profile: Profile, ceiling: Ceiling) -> list[str]:
    lines = [f"    {_ON_TOP[row][1]}" for row in ceiling.on_top]
    if lines:
        lines.insert(0, f"    # The profile has no cap for {' and '.join(ceiling.on_top)}: on top of ROWS.")
    beside = ", ".join(f"*{_ON_TOP[row][0]}" for row in ceiling.on_top)
    figures = ["LIMIT - tool_tokens"] if ceiling.limit is not None else []
    if ceiling.rows:
        figures.append(f"ROWS + count_tokens([{beside}])" if beside else "ROWS")
    return [*lines, *_call(least(figures), "count_tokens", partial=cuts(profile))]


def _by_messages(profile: Profile) -> list[str]:
    return [
        "    # The system message and the current question are not among those that are counted.",
        '    beside = sum(one.type == "system" for one in messages[:1]) + 1',
        *_call("MAX_MESSAGES + beside", "len", partial=False),
    ]


def _call(most: str, counter: str, *, partial: bool) -> list[str]:
    return [
        "    messages = trim_messages(",
        "        messages,",
        f"        max_tokens={most},",
        f"        token_counter={counter},",
        '        strategy="last",',
        f"        allow_partial={partial},",
        "        include_system=True,",
        '        start_on="human",',
        "    )",
    ]


def cuts(profile: Profile) -> bool:
    """Whether the message at the edge is cut: where the profile cuts older messages."""
    return profile.row(Row.HISTORY).overflow is Overflow.TRUNCATE
