from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from ctxlab.store.counts import SqliteCountStore
from ctxlab.store.database import Database
from ctxlab.tokens.cache import CachedCounter, ProvisionalCounter, digest_of, first_tokens, is_exact
from ctxlab.tokens.estimate import DivisionCounter, FallbackCounter
from ctxlab.tokens.exact import ExactCounter
from ctxlab.tokens.protocols import Counter, CountStore

TEXTS = ["the river moves", "预算三千以内", "the river moves", "", "{}"]


class Recorder:
    """A real estimate that remembers what it was asked."""

    encoding = "chars/4"
    vocabulary = "recorder/1"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._inner = DivisionCounter(4)

    def count(self, text: str) -> int:
        self.asked.append(text)
        return self._inner.count(text)

    def count_all(self, texts: Sequence[str]) -> list[int]:
        self.asked += texts
        return self._inner.count_all(texts)

    def prefix(self, text: str, limit: int) -> int:
        return self._inner.prefix(text, limit)


class DictStore:
    """A store that remembers how often it was used."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, bytes], int] = {}
        self.questions: list[int] = []
        self.saves = 0

    def load(self, vocabulary: str, digests: Sequence[bytes]) -> dict[bytes, int]:
        self.questions.append(len(digests))
        return {one: self.kept[vocabulary, one] for one in digests if (vocabulary, one) in self.kept}

    def save(self, vocabulary: str, counts: Iterable[tuple[bytes, int]]) -> None:
        self.saves += 1
        self.kept.update({(vocabulary, digest): tokens for digest, tokens in counts})


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def store() -> DictStore:
    return DictStore()


def test_the_digest_is_the_sha256_of_utf8() -> None:
    assert digest_of("预算") == sha256("预算".encode()).digest()
    assert digest_of("\ud800") == sha256(b"\xed\xa0\x80").digest() != digest_of("\ufffd")


def test_counts_are_those_of_the_inner_counter(o200k: ExactCounter, store: DictStore) -> None:
    counter: Counter = CachedCounter(o200k, store)
    expected = o200k.count_all(TEXTS)
    assert counter.count_all(TEXTS) == expected
    assert counter.count_all(TEXTS) == expected
    assert [counter.count(text) for text in TEXTS] == expected
    assert (counter.encoding, counter.vocabulary) == (o200k.encoding, o200k.vocabulary)


def test_a_text_is_counted_once(recorder: Recorder) -> None:
    counter = CachedCounter(recorder)
    counter.count_all(TEXTS)
    counter.count_all(TEXTS[::-1])
    counter.count("the river moves")
    assert recorder.asked == ["the river moves", "预算三千以内", "", "{}"]


def test_all_new_texts_are_one_question_and_one_save(recorder: Recorder, store: DictStore) -> None:
    typed: CountStore = store
    counter = CachedCounter(recorder, typed)
    counter.count_all(TEXTS)
    counter.count_all(TEXTS)
    assert store.questions == [4]
    assert store.saves == 1
    assert len(store.kept) == 4


def test_the_next_session_counts_nothing(recorder: Recorder, store: DictStore) -> None:
    first = CachedCounter(recorder, store).count_all(TEXTS)
    later = Recorder()
    assert CachedCounter(later, store).count_all([*TEXTS, "new"]) == [*first, 0]
    assert later.asked == ["new"]


def test_another_vocabulary_shares_no_counts(recorder: Recorder, store: DictStore) -> None:
    CachedCounter(recorder, store).count_all(TEXTS)
    other = Recorder()
    other.vocabulary = "recorder/2"
    CachedCounter(other, store).count_all(TEXTS)
    assert len(other.asked) == 4


def test_single_counts_reach_the_store_with_flush(recorder: Recorder, store: DictStore) -> None:
    counter = CachedCounter(recorder, store)
    assert counter.count("abcdefgh") == 2
    assert store.kept == {}
    counter.flush()
    counter.flush()
    assert store.kept == {("recorder/1", digest_of("abcdefgh")): 2}
    assert store.saves == 1


def test_only_long_texts_are_worth_a_question_of_their_own(recorder: Recorder, store: DictStore) -> None:
    counter = CachedCounter(recorder, store)
    counter.count("short")
    assert store.questions == []
    counter.count("long " * 200)
    assert store.questions == [1]


def test_many_single_counts_reach_the_store_by_themselves(recorder: Recorder, store: DictStore) -> None:
    counter = CachedCounter(recorder, store)
    for number in range(1200):
        counter.count(f"text {number}")
    assert 1000 <= len(store.kept) <= 1200


def test_missing_and_known_never_count(recorder: Recorder, store: DictStore) -> None:
    CachedCounter(recorder, store).count_all(["kept"])
    later = Recorder()
    counter = CachedCounter(later, store)
    assert counter.known("kept") is None
    assert counter.missing(["new", "kept", "newer", "new"]) == ["new", "newer"]
    assert counter.known("kept") == 1
    assert counter.known("new") is None
    assert later.asked == []


def test_texts_that_were_missing_are_not_asked_for_again(recorder: Recorder, store: DictStore) -> None:
    counter = CachedCounter(recorder, store)
    counter.missing(["one", "two"])
    counter.count_all(["one", "two", "three"])
    assert store.questions == [2, 1]
    assert {digest for _, digest in store.kept} == {digest_of(text) for text in ("one", "two", "three")}


def test_a_prefix_of_a_text_known_to_fit_is_all_of_it(recorder: Recorder) -> None:
    counter = CachedCounter(recorder)
    counter.count("abcdefgh")
    assert counter.prefix("abcdefgh", 2) == 8
    assert counter.prefix("abcdefgh", 1) == 7


def test_exactness_is_the_inner_counters(o200k: ExactCounter, recorder: Recorder) -> None:
    assert CachedCounter(o200k).is_exact("x")
    assert not CachedCounter(DivisionCounter(3)).is_exact("x")
    assert not is_exact(recorder, "x")


def test_the_provisional_counter_never_counts(recorder: Recorder) -> None:
    known = CachedCounter(recorder)
    known.count("abcdefgh")
    counter = ProvisionalCounter(known, FallbackCounter())
    assert counter.count_all(["abcdefgh", "预算三千"]) == [2, 3]
    assert recorder.asked == ["abcdefgh"]
    assert counter.is_known("abcdefgh")
    assert counter.is_known("")
    assert not counter.is_known("预算三千")


def test_provisional_counts_are_exact_only_where_known(o200k: ExactCounter) -> None:
    known = CachedCounter(o200k)
    counter = ProvisionalCounter(known, FallbackCounter())
    assert not counter.is_exact("hello world")
    known.count("hello world")
    assert counter.is_exact("hello world")
    assert counter.encoding == "o200k_base"
    assert counter.vocabulary != o200k.vocabulary


def test_a_provisional_prefix_fits_by_its_own_count(o200k: ExactCounter) -> None:
    text = "=" * 4000  # estimated 1000, really far less
    known = CachedCounter(o200k)
    counter = ProvisionalCounter(known, FallbackCounter())
    estimated = counter.prefix(text, 100)
    assert estimated == 400
    assert known.count(text) < 100
    assert counter.prefix(text, 100) == 4000
    assert counter.count(text[: counter.prefix(text, 30)]) <= 30


def test_a_provisional_prefix_of_a_text_that_counts_more_than_estimated(o200k: ExactCounter) -> None:
    text = "龘靐齉爩鱻麤" * 20
    known = CachedCounter(o200k)
    counter = ProvisionalCounter(known, FallbackCounter())
    exact = known.count(text)
    assert exact > FallbackCounter().count(text)
    end = counter.prefix(text, exact // 2)
    assert 0 < end <= len(text) // 2 + 1


def test_a_session_opened_again_needs_no_vocabulary(o200k: ExactCounter, tmp_path: Path) -> None:
    database = Database(tmp_path / "store.db")
    first = CachedCounter(o200k, SqliteCountStore(database)).count_all(TEXTS)
    database.close()
    # The rank file is not even there: only the store can know these counts.
    absent = ExactCounter("o200k_base", folder=tmp_path / "nowhere")
    again = Database(tmp_path / "store.db")
    assert CachedCounter(absent, SqliteCountStore(again)).count_all(TEXTS) == first
    assert CachedCounter(absent, SqliteCountStore(again)).count(TEXTS[0]) == first[0]
    again.close()


def test_first_tokens_are_decoded_where_there_are_tokens() -> None:
    exact = ExactCounter("o200k_base")
    text = "the river moves under the bridge"
    known = CachedCounter(exact)
    for counter in (exact, known):
        assert first_tokens(counter, text, 2) == "the river"
        assert first_tokens(counter, text, 99) == text
    known.count(text)
    assert first_tokens(known, text, 2) == "the river"
    assert first_tokens(known, text, 99) == text


def test_first_tokens_of_an_estimate_are_its_prefix() -> None:
    assert first_tokens(DivisionCounter(4), "abcdefghijklm", 2) == "abcdefghijk"
