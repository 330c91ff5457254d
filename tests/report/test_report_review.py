"""Secrets of a report: which are offered, what is proposed, and the report without them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers import reports, spec

from ctxlab.errors import RedactionError
from ctxlab.model.constraint import Survived
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.redaction import SecretKind
from ctxlab.model.report import Look, Mark, Paragraph, Passage, Report, Section, Tone, Verdict
from ctxlab.report import redacted, review
from ctxlab.report.compose import compose
from ctxlab.report.pieces import plain
from ctxlab.report.walk import passages


def _with(*found: Passage, language: str = "en") -> Report:
    """A report of these passages alone."""
    section = Section("stages", "Stages", tuple(Paragraph((one,)) for one in found))
    return Report(language, (), (), Verdict(Tone.QUIET, "", "", (), ()), (section,))


def _shown(report: Report) -> list[str]:
    return [plain(one) for where, one in passages(report) if where == "stages"]


def test_a_secret_is_offered_with_its_places() -> None:
    (secret,) = review(reports.report()).secrets
    assert (secret.stand_in, secret.kind, secret.text) == ("[e-mail 1]", SecretKind.EMAIL, "bob@corp.example")
    (place,) = secret.sightings
    assert place.where == "Between request 1 and request 2"
    assert place.before.endswith("3000 yuan, mail ")
    assert place.after == ""


def test_without_a_choice_what_is_proposed_is_replaced() -> None:
    clean = redacted(reports.report())
    told = reports.words(clean)
    assert "bob@corp.example" not in told
    assert "Keep it at most 3000 yuan, mail [e-mail 1]" in told
    assert reports.words(clean, "redaction") == "Replaced: \n[e-mail 1]\n in 1 place"


def test_what_the_user_leaves_stays() -> None:
    clean = redacted(reports.report(), hide=())
    assert "bob@corp.example" in reports.words(clean)
    assert reports.words(clean, "redaction") == "Nothing was replaced."


def test_a_stand_in_that_stands_for_nothing_is_named() -> None:
    with pytest.raises(RedactionError, match=r"\[phone 7\]"):
        redacted(reports.report(), hide=["[e-mail 1]", "[phone 7]"])


def test_redacting_again_changes_nothing_but_the_note() -> None:
    once = redacted(reports.report())
    assert review(once).secrets == ()
    again = redacted(once)
    assert again.sections[:-1] == once.sections


def test_counts_and_settings_stay_true_whatever_the_pattern() -> None:
    report = reports.report()
    clean = redacted(report, patterns=[r"\d+"])
    for name in ("stages", "rescues", "facts"):
        before, after = reports.words(report, name), reports.words(clean, name)
        assert [one for one in before.split() if one.isdigit()] == [
            one for one in after.split() if one.isdigit()
        ]
    assert "cap = 30" in reports.words(clean, "profile")
    assert "2 newer items hold 24 of 30" in reports.words(clean, "stages")


def test_what_a_must_keep_says_stays_unless_the_user_decides() -> None:
    report = reports.report()
    number = next(one for one in review(report, [r"\d{4}"]).secrets if one.text == "3000")
    assert number.kept
    assert not number.hide
    assert "at most 3000 yuan" in reports.words(redacted(report, patterns=[r"\d{4}"]))
    hidden = redacted(report, {number.stand_in}, [r"\d{4}"])
    assert "at most [redacted 1] yuan" in reports.words(hidden)


@pytest.mark.parametrize(
    ("words", "kind", "hide"),
    [
        ("mail bob@corp.example", SecretKind.EMAIL, False),
        ("call 13812345678", SecretKind.PHONE, False),
        ("use the card 4111 1111 1111 1111", SecretKind.CARD, True),
        ("with password=hunter2", SecretKind.PASSWORD, True),
    ],
)
def test_a_credential_is_replaced_even_in_a_must_keep(words: str, kind: SecretKind, hide: bool) -> None:
    keep = MustKeep("budget", text=words, since="u1")
    subject = reports.subject(
        texts={"u1": f"Please {words} then"},
        must_keep=keep,
        matrix=reports.matrix(Survived.LOST, label=words),
    )
    report = compose(replace(subject, marks=Marks(must_keeps=(keep,))), reports.VERSIONS)
    (secret,) = review(report).secrets
    assert (secret.kind, secret.kept, secret.hide) == (kind, True, hide)


def test_a_key_that_one_place_names_is_known_in_the_others() -> None:
    report = _with(Passage("it was a1b2c3d4e5f6", True), Passage("api_key=a1b2c3d4e5f6", True))
    assert _shown(redacted(report)) == ["it was [key 1]", "api_key=[key 1]"]


def test_a_secret_that_is_shown_in_part_is_replaced_whole() -> None:
    text = "mail bob.smith@corp.example or not"
    report = _with(Passage(text, True, shown=((0, 9),)))
    assert _shown(report) == ["mail bob.…"]
    assert _shown(redacted(report)) == ["mail [e-mail 1]…"]


def test_a_secret_that_is_not_shown_is_not_offered() -> None:
    report = _with(Passage("some words, mail bob.smith@corp.example", True, shown=((0, 10),)))
    assert review(report).secrets == ()


def test_words_of_ctxlabs_are_no_secrets() -> None:
    report = _with(Passage("13812345678"), Passage('cap = 13812345678 # "x"', True, fixed=((0, 19),)))
    assert review(report).secrets == ()


def test_marks_stay_on_their_words() -> None:
    text = "mail bob@corp.example and keep 3000 yuan"
    start = text.index("3000")
    passage = Passage(text, True, marks=(Mark(start, len(text), Look.KEPT), Mark(0, 9, Look.NEW)))
    clean = next(one for _, one in passages(redacted(_with(passage))) if one.session)
    marked = {(clean.text[one.start : one.end], one.look) for one in clean.marks}
    assert marked == {
        ("3000 yuan", Look.KEPT),
        ("mail [e-mail 1]", Look.NEW),
        ("[e-mail 1]", Look.HIDDEN),
    }


def test_a_chinese_report_has_chinese_stand_ins() -> None:
    clean = redacted(reports.report("zh"))
    assert "mail [邮箱 1]" in reports.words(clean)
    assert reports.words(clean, "redaction") == "已替换：\n[邮箱 1]\n（1 处）"


def test_stand_ins_that_the_session_has_itself_are_not_given_again() -> None:
    report = _with(Passage("[e-mail 1] is a name here", True), Passage("bob@corp.example", True))
    assert _shown(redacted(report)) == ["[e-mail 1] is a name here", "[e-mail 2]"]


def test_addresses_are_found_where_they_are_asked_for() -> None:
    report = _with(Passage("at 10.0.0.12", True))
    assert review(report).secrets == ()
    assert _shown(redacted(report, also=["ip"])) == ["at [address 1]"]


def test_the_profile_is_looked_at_where_people_wrote() -> None:
    subject = reports.subject()
    profile = spec.profile("history.cap=30").with_parts(description="of bob@corp.example")
    report = compose(replace(subject, profile=profile, neighbours=None), reports.VERSIONS)
    told = reports.words(redacted(report), "profile")
    assert 'description = "of [e-mail 1]"' in told
    assert "cap = 30" in told
