from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.displayed import displayed_messages

SAID = st.tuples(
    st.sampled_from(["user", "assistant", "tool", "system"]),
    st.text(st.characters(exclude_characters=":"), max_size=20),
)


def test_a_message_goes_on_over_lines_and_blanks() -> None:
    text = "user: a\n\nb: c\n user: d\nassistant: None\ntool: {}\n"
    assert list(displayed_messages(text)) == [
        ("user", "a\n\nb: c\n user: d"),
        ("assistant", "None"),
        ("tool", "{}\n"),
    ]


def test_what_stands_before_the_first_has_no_role() -> None:
    assert list(displayed_messages("A chat.\nuser: a")) == [("", "A chat.\n"), ("user", "a")]
    assert list(displayed_messages("no chat")) == [("", "no chat")]
    assert list(displayed_messages(" \n")) == []


@given(st.lists(SAID, min_size=1, max_size=6))
def test_what_was_displayed_is_read_again(said: list[tuple[str, str]]) -> None:
    assert list(displayed_messages("\n".join(f"{role}: {text}" for role, text in said))) == said
