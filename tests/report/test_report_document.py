"""The document of a report: what each part says, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers import reports

from ctxlab.model.cause import Cause, Passed
from ctxlab.model.constraint import Survival, Survived
from ctxlab.model.diff import ContextDiff, DiffBlock, DiffKind
from ctxlab.model.matrix import Cell, Column, Matrix, MatrixRow, Under
from ctxlab.model.report import DiffRow, Excerpt, MatrixBlock, Phrase, Table, Tone
from ctxlab.model.rescue import Rescues
from ctxlab.report.compose import compose
from ctxlab.report.pieces import plain
from ctxlab.report.subject import Neighbours


def _words(phrase: Phrase) -> str:
    return "".join(map(plain, phrase))


def _sentence(language: str = "en", **parts: object) -> str:
    return _words(reports.report(language, **parts).verdict.phrase)


def test_the_verdict_names_stage_cause_and_numbers_and_under_what() -> None:
    verdict = reports.report().verdict
    assert (verdict.tone, verdict.sign, verdict.word) == (Tone.LOST, "−", "lost")
    assert _words(verdict.phrase) == (
        "“at most 3000 yuan” is not in the context of request 1. Lost in Select: history has 6 of 30 "
        "tokens left, and 9 are needed."
    )
    assert _words(verdict.under) == "under tight"


def test_the_verdict_in_chinese() -> None:
    assert _sentence("zh") == (
        "“at most 3000 yuan”不在第 1 次请求的上下文中。丢失于“选择”阶段：历史对话"
        "只剩 6 / 30 个 token，需要 9。"
    )


def test_the_recorders_own_context_is_judged_as_recorded() -> None:
    subject = reports.subject()
    profile = subject.profile.with_parts(name="as-recorded")
    verdict = compose(replace(subject, profile=profile), reports.VERSIONS).verdict
    assert _words(verdict.under) == "as recorded"


def test_it_says_since_when_it_is_not_kept() -> None:
    verdicts = [Survived.VERBATIM, Survived.LOST]
    subject = reports.subject(matrix=reports.matrix(*verdicts))
    snapshot = replace(subject.snapshot, request=replace(subject.snapshot.request, index=2))
    told = _words(compose(replace(subject, snapshot=snapshot), reports.VERSIONS).verdict.phrase)
    assert told.endswith("Not kept since request 2 (turn 1); kept for the last time at request 1 (turn 1).")


def test_a_changed_value_is_told_with_both_values_and_the_words() -> None:
    text = "a1.1 at most 5000 yuan"
    found = Survival(Survived.CHANGED, 5, 22, was="3000", now="5000")
    told = reports.diagnosis(
        cause=Cause.VALUE_CHANGED, survival=found, evidence_item="a1", stage=None, displaced_by=()
    )
    report = reports.report(texts={"a1": text}, diagnosis=told)
    assert "says 5000, not 3000" in _words(report.verdict.phrase)
    stages = reports.words(report, "stages").replace("\n", "")
    assert "What the context says: assistant · turn 1 · a1: …at most 5000 yuan" in stages


def test_what_is_there_is_told_with_its_depth() -> None:
    found = reports.diagnosis(
        cause=Cause.DEEP,
        survival=Survival(Survived.VERBATIM, 8, 25),
        stage=None,
        evidence_item="u1",
        depth=1200,
        follows=0.62,
        displaced_by=(),
    )
    report = reports.report(diagnosis=found, rescues=None)
    assert report.verdict.tone is Tone.VERBATIM
    assert _words(report.verdict.phrase) == (
        "“at most 3000 yuan” is in the context of request 1. Present but deep: 1,200 tokens come before "
        "user · turn 1 · u1, and 62 % of the context after it."
    )
    assert reports.section(report, "excerpt").title == "Where it stands"
    assert not any(one.id == "rescues" for one in report.sections)


def test_what_is_superseded_and_there_is_told_with_its_depth() -> None:
    survival = Survival(Survived.VERBATIM, 8, 25)
    found = reports.diagnosis(
        cause=Cause.SUPERSEDED, survival=survival, stage=None, by="u3", depth=1200, follows=0.62
    )
    told = reports.words(reports.report(diagnosis=found, rescues=None), "stages")
    assert "≈1,200 tokens stand before it, 62 % of the context after it." in told


def test_what_nothing_states_is_told_by_gather() -> None:
    lost = Survival(Survived.LOST)
    stages = tuple(
        replace(one, item="", reason=None, passed=Passed.NEVER_REACHED, held=lost)
        for one in reports.diagnosis().stages
    )
    found = reports.diagnosis(cause=Cause.NEVER_GATHERED, stages=stages, item="", stage=None, displaced_by=())
    report = reports.report(diagnosis=found, matrix=reports.matrix(Survived.LOST))
    assert _words(report.verdict.phrase).endswith("Never gathered: nothing before this request states it.")
    (table, *_) = reports.section(report, "stages").blocks
    assert isinstance(table, Table)
    assert [_words(row[2].phrase) for row in table.rows] == ["no item states it", "", "", ""]


@pytest.mark.parametrize(
    ("verdicts", "sentence", "tone"),
    [
        ([Survived.VERBATIM], "Nothing is lost: the one must-keep that is judged", Tone.VERBATIM),
        ([], "Nothing is asked for here", Tone.QUIET),
    ],
)
def test_where_nothing_is_lost_it_says_so(verdicts: list[Survived], sentence: str, tone: Tone) -> None:
    nothing = {"must_keep": None, "diagnosis": None, "neighbours": None, "rescues": None}
    subject = reports.subject(matrix=reports.matrix(*verdicts), **nothing)
    if not verdicts:
        subject = replace(subject, trace=replace(subject.trace, must_keeps=()))
    report = compose(subject, reports.VERSIONS)
    assert _words(report.verdict.phrase).startswith(sentence)
    assert report.verdict.tone is tone
    assert {one.id for one in report.sections} >= {"profile", "facts"}
    assert not {one.id for one in report.sections} & {"stages", "excerpt", "rescues"}


def test_the_stage_table_has_test_numbers_and_what_stands() -> None:
    (table, *_) = reports.section(reports.report(), "stages").blocks
    assert isinstance(table, Table)
    rows = [[f"{cell.sign} {_words(cell.phrase)}".strip() for cell in row] for row in table.rows]
    assert rows == [
        ["Gather", "✓ passed", "user · turn 1 · u1: a candidate", "✓ verbatim"],
        ["Select", "− failed", "over its cap: 2 newer items hold 24 of 30; 6 left, 9 needed", "− lost"],
        ["Summarize", "· never reached", "", "− lost"],
        ["Construct", "· never reached", "", "− lost"],
    ]


def test_what_displaced_it_is_told_with_tokens() -> None:
    told = reports.words(reports.report(), "stages").replace("\n", "")
    assert told.endswith(
        "Displaced by: assistant · turn 2 · a2, ≈20 tokens; "
        "user · turn 2 · u2, ≈4 tokens, the row stopped at it"
    )


def _excerpt(diff: ContextDiff) -> tuple[DiffRow, ...]:
    report = reports.report(neighbours=Neighbours(diff, 1, 2))
    (block,) = reports.section(report, "excerpt").blocks
    assert isinstance(block, Excerpt)
    return block.rows


def _diff(*blocks: DiffBlock) -> ContextDiff:
    return ContextDiff("", "", blocks, 0, 0, 0, 0, 10, 10)


def _block(kind: DiffKind, at: int, text: str, *items: str) -> DiffBlock:
    before = None if kind is DiffKind.ADDED else at
    after = None if kind is DiffKind.REMOVED else at
    old, new = (text if before else ""), (text if after else "")
    return DiffBlock(kind, before, after, "user", "user · 1", old, new, 1, 1, items=items)


def test_the_excerpt_shows_the_loss_and_folds_the_rest() -> None:
    equal = [_block(DiffKind.EQUAL, at, f"m{at}") for at in range(1, 21)]
    lost = _block(DiffKind.REMOVED, 10, "keep it at most 3000 yuan", "u1")
    rows = _excerpt(_diff(*equal[:9], lost, *equal[9:]))
    assert rows[0].fold == "7 equal messages"
    assert rows[-1].fold == "9 equal messages"
    (gone,) = (row for row in rows if row.sign == "−")
    (passage,) = gone.before
    assert [passage.text[one.start : one.end] for one in passage.marks] == ["at most 3000 yuan"]
    assert passage.kept == ((8, 25),)


def test_of_many_changes_the_nearest_are_shown() -> None:
    changes = [_block(DiffKind.REMOVED, at, f"gone {at}") for at in range(1, 41)]
    changes[20] = _block(DiffKind.REMOVED, 21, "keep it at most 3000 yuan", "u1")
    rows = _excerpt(_diff(*changes))
    assert sum(row.sign == "−" for row in rows) == 12
    assert [row.fold for row in rows if row.fold] == ["14 more changes", "14 more changes"]


def test_a_long_message_is_shown_around_the_must_keep() -> None:
    text = "x " * 2000 + "at most 3000 yuan" + " y" * 2000
    rows = _excerpt(_diff(_block(DiffKind.REMOVED, 1, text, "u1")))
    shown = _words(rows[0].before)
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert "at most 3000 yuan" in shown
    assert len(shown) < 400


def test_without_an_earlier_context_the_one_without_management_stands_before() -> None:
    subject = reports.subject()
    assert subject.neighbours is not None
    neighbours = replace(subject.neighbours, before=None, after=1)
    told = reports.words(reports.report(neighbours=neighbours), "excerpt")
    assert "without any management · ≈68 tokens" in told


def _matrix(matrix: Matrix) -> MatrixBlock:
    report = reports.report(matrix=matrix)
    (block,) = (one for one in reports.section(report, "matrix").blocks if isinstance(one, MatrixBlock))
    return block


def test_the_matrix_has_a_sign_for_each_verdict() -> None:
    block = _matrix(reports.matrix(None, *Survived))
    _, *cells = block.rows[0]
    assert [cell.sign for cell in cells] == ["·", "✓", "≈", "?", "≲", "≠", "−"]
    assert _words(cells[-1].hint) == "lost, Select"
    assert [cell.first for cell in cells] == [False, False, False, True, False, False, False]
    assert block.columns == ("1", "2", "3", "4", "5", "6", "7")
    assert block.chosen == 0


def test_a_wide_matrix_is_folded_by_turn_and_the_worst_counts() -> None:
    verdicts = [Survived.VERBATIM] * 80
    verdicts[41] = Survived.LOST
    block = _matrix(reports.matrix(*verdicts))
    assert len(block.columns) == 40
    _, *cells = block.rows[0]
    assert [at for at, cell in enumerate(cells) if cell.sign == "−"] == [20]
    assert block.columns[20] == "21"


def test_a_cell_tells_what_differs_and_how_deep() -> None:
    cells = (Cell(Survived.CHANGED, was="3000", now="5000"), Cell(Survived.VERBATIM, follows=0.5))
    columns = (Column(1, 1), Column(2, 1))
    block = _matrix(Matrix(Under.RECORDED, columns, (MatrixRow("budget", "b", cells),)))
    _, changed, deep = block.rows[0]
    assert _words(changed.hint) == "changed, 3000 → 5000, first not kept"
    assert deep.deep
    assert _words(deep.hint) == "verbatim, deep"


def test_rescues_are_told_with_cost_and_side_effects() -> None:
    (table, *_) = reports.section(reports.report(), "rescues").blocks
    assert isinstance(table, Table)
    rows = [[_words(cell.phrase) for cell in row] for row in table.rows]
    assert rows == [
        ["budget.history.cap: 1,200 → 2,024", "≈+812", "nothing", "nothing"],
        ["pin user · turn 1 · u1", "≈−9", "assistant · turn 2 · a2", "loses at most 3000 yuan"],
    ]
    assert _words(table.rows[0][0].note) == "no smaller value does"


def test_where_nothing_keeps_it_the_conflict_is_told() -> None:
    none = Rescues("budget", conflict=("a2", "u2"), builds=200, complete=False)
    told = reports.words(reports.report(rescues=none), "rescues").replace("\n", "")
    assert told.startswith("No change of one or two settings keeps it.These stand against it: assistant")
    assert told.endswith("The search was stopped before it was complete.")


def test_the_facts_name_versions_and_hashes() -> None:
    (table,) = reports.section(reports.report(), "facts").blocks
    assert isinstance(table, Table)
    facts = {_words(name.phrase): _words(value.phrase) for name, value in table.rows}
    assert facts["session"] == "trip.json"
    assert facts["session sha256"] == "ab" * 32
    assert len(facts["profile sha256"]) == 64
    assert facts["encoding"] == "o200k_base"
    assert facts["counts"] == "≈: o200k_base stands in for an unnamed model"
    assert (facts["ctxlab"], facts["Python"], facts["tiktoken"]) == ("9.9.9", "3.11.0", "0.1.0")


def test_equal_subjects_give_equal_reports() -> None:
    assert reports.report("zh") == reports.report("zh")
