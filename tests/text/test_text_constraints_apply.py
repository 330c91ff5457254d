from __future__ import annotations

from ctxlab.model.constraint import Kind, Tier
from ctxlab.text.constraints.apply import hits
from ctxlab.text.constraints.rules import Asked, Extent, Language, Marks, Rule
from ctxlab.text.constraints.scan import places, scan_source, words_of
from ctxlab.text.expression import Expression

_MARKS = Marks(
    soft=Expression(r"\bplease\b|\bif possible\b"),
    firm=Expression(r"\bonly\b"),
    question=Expression(r"\?$"),
    request=Expression(r"^could you\b"),
    silent=Expression(r"^he says\b"),
    begin=Expression(r"(?:and |could you |we )*"),
    lead=Expression(r"(?:and |could you )+"),
)


def rule(
    pattern: str,
    extent: Extent = Extent.MATCH,
    asked: Asked = Asked.NOTHING,
    tier: Tier = Tier.HARD,
    within: tuple[Expression, ...] = (),
    outside: tuple[Expression, ...] = (),
    *,
    whole: bool = False,
) -> Rule:
    """A rule that the word red leads to."""
    return Rule(
        id="r",
        kind=Kind.REQUIREMENT,
        tier=tier,
        language="en",
        negative=False,
        extent=extent,
        asked=asked,
        whole=whole,
        words=("red",),
        near="",
        then=None,
        pattern=Expression(pattern),
        within=within,
        outside=outside,
    )


def found(text: str, *rules: Rule, stops: tuple[str, ...] = ()) -> list[tuple[str, Tier]]:
    scan = Expression(scan_source("en", rules))
    spoken = Language("en", _MARKS, tuple(map(Expression, stops)), rules, scan, words_of(rules))
    hit = hits(text, (0, len(text)), places(text, spoken))
    return [(text[one.start : one.end], one.tier) for one in hit]


def spans(text: str, *rules: Rule, stops: tuple[str, ...] = ()) -> list[str]:
    return [words for words, _ in found(text, *rules, stops=stops)]


def test_extents() -> None:
    text = "and make it red now, then go"
    assert spans(text, rule("red")) == ["red"]
    assert spans(text, rule("red", extent=Extent.REST)) == ["red now"]
    assert spans(text, rule("red", extent=Extent.CLAUSE)) == ["make it red now"]
    assert spans(text, rule("make (?P<at>it red)", extent=Extent.MATCH)) == ["it red"]
    assert spans(text, rule("make (?P<at>it red)", extent=Extent.CLAUSE)) == ["it red now"]
    assert spans("if it rains, make it red", rule("red", extent=Extent.CLAUSE)) == [
        "if it rains, make it red"
    ]


def test_a_pattern_sees_its_clause_or_the_whole_sentence() -> None:
    text = "make it red, then go"
    assert spans(text, rule("red, then")) == []
    assert spans(text, rule("red, then", whole=True)) == ["red, then"]


def test_what_stands_before_an_imperative_is_looked_past() -> None:
    begins = rule(r"(?<![^\x01])paint it red")
    assert spans("paint it red", begins) == ["paint it red"]
    assert spans("and could you paint it red", begins) == ["paint it red"]
    assert spans("they paint it red", begins) == []
    # words that belong to the pattern itself are still there
    assert spans("we paint it red", rule(r"(?<![^\x01])we paint it red")) == ["we paint it red"]


def test_a_stop_blanks_out_what_only_looks_like_a_constraint() -> None:
    assert spans("he went red", rule("red"), stops=("went red",)) == []
    assert spans("he went red, but red it is", rule("red"), stops=("went red",)) == ["red"]
    assert spans("it is red hot", rule("it is"), stops=("it (?P<at>is red)",)) == []
    assert spans("it is red hot", rule(r"\bit\b"), stops=("it (?P<at>is red)",)) == ["it"]


def test_a_rule_holds_in_the_sentences_that_it_asks_for() -> None:
    asks = rule("red", within=(Expression("paint"), Expression("colour")))
    assert spans("paint it red", asks) == ["red"]
    assert spans("a colour: red", asks) == ["red"]
    assert spans("it is red", asks) == []
    forbids = rule("red", outside=(Expression("was"),))
    assert spans("it was red", forbids) == []
    assert spans("it is red", forbids) == ["red"]


def test_questions_and_silent_sentences() -> None:
    assert spans("is it red?", rule("red")) == []
    assert spans("could you paint it red?", rule("red")) == ["red"]
    assert found("is it red?", rule("red", asked=Asked.SOFT)) == [("red", Tier.SOFT)]
    assert found("is it red?", rule("red", asked=Asked.SAME)) == [("red", Tier.HARD)]
    assert spans("he says paint it red", rule("red")) == []


def test_wishes() -> None:
    assert found("paint it red please", rule("red")) == [("red", Tier.SOFT)]
    assert found("paint it red, if possible", rule("red")) == [("red", Tier.SOFT)]
    assert found("paint it red, and then go home, please, to your family", rule("red")) == [
        ("red", Tier.HARD)
    ]
    assert found("please paint it only red", rule("only red")) == [("only red", Tier.HARD)]
    assert found("paint it red", rule("red", tier=Tier.SOFT)) == [("red", Tier.SOFT)]
