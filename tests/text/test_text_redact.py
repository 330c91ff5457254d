"""Secrets in texts: what is found, what is not, and what stands in their place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.errors import RedactionError
from ctxlab.model.redaction import SecretKind
from ctxlab.text.redact import Redactor, find_secrets, redact
from ctxlab.text.redact_rules import load_rules

# Put together, so that nobody's scanner takes them for real ones.
OPENAI = "sk-" + "proj-abcDEF123456ghiJKL7890"
ANTHROPIC = "sk-" + "ant-api03-AbCdEf123456789012345"
GITHUB = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"
AWS = "AKIA" + "IOSFODNN7EXAMPLE"
GOOGLE = "AIza" + "SyA1234567890abcdefghijklmnopqrstuv"
JWT = "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "dozjgNryP4J3jVmNHl0w5NXgL0n3I9PlFUP0THsR8U"
PEM = (
    "-----BEGIN RSA "
    + "PRIVATE KEY-----\nMIIEowIBAAKCAQEAabcdefgh\n0123456789abcdef==\n-----END RSA "
    + "PRIVATE KEY-----"
)
HOME = "/" + "home/"

# rule, text with the secret in ⟦⟧
FOUND = [
    ("key.pem", f"before ⟦{PEM}⟧ after"),
    ("key.pem", "⟦-----BEGIN " + "PRIVATE KEY-----\nMIIEowIBAAKCAQEAabcdefgh⟧\nand then it was cut"),
    ("key.anthropic", f"key ⟦{ANTHROPIC}⟧."),
    ("key.openai", f"({'⟦' + OPENAI + '⟧'})"),
    ("key.openai", f'{{"cmd": "export K=1\\n⟦{OPENAI}⟧"}}'),
    ("key.github", f"⟦{GITHUB}⟧"),
    ("key.github", "⟦github_pat_" + "11ABCDEFG0abcdefghij_klmnop⟧"),
    ("key.gitlab", "⟦glpat-" + "abcdefghij1234567890⟧"),
    ("key.aws", f"id ⟦{AWS}⟧,"),
    ("key.google", f"maps ⟦{GOOGLE}⟧"),
    ("key.slack", "⟦xoxb-" + "123456789012-abcdefghij⟧"),
    ("key.web-hook", "https://hooks.slack.com/services/⟦T0000/B0000/abcdefghijkl⟧"),
    ("key.hugging-face", "⟦hf_" + "abcdefghijklmnopqrstuvwxyz⟧"),
    ("key.cloud", "⟦LTAI" + "5tAbCdEfGhIjKl⟧"),
    ("key.prefixed", "⟦gsk_" + "abcdefghij0123456789abcdef⟧"),
    ("key.telegram", "bot ⟦123456789:AA" + "HdqTcvCH1vGWJxfSeofSAs0K5PALDsaw⟧"),
    ("key.jwt", f"token ⟦{JWT}⟧ ends"),
    ("key.bearer", "Authorization: Bearer ⟦abc123def456ghi789⟧"),
    ("key.bearer", "-H 'authorization: bearer ⟦FAKE-0000-not-a-key⟧'"),
    ("key.basic", "Authorization: Basic ⟦dXNlcjpwYXNz⟧"),
    ("key.url", "https://⟦abcdefghij0123456789⟧@git.example.com/x"),
    ("key.query", "https://a.example/?access_token=⟦abc123def456⟧&n=1"),
    ("key.environment", "HARBOR_API_KEY=⟦zq-FAKE-22-not-a-key⟧\n"),
    ("key.assigned", "token=⟦FAKE44⟧\ntoken count: 512"),
    ("key.assigned", '{"client_secret": "⟦a1b2c3d4e5f6⟧"}'),
    ("key.named", "x-api-key: ⟦a1b2c3d4e5f6⟧"),
    ("password.url", "postgres://anna:⟦s3cret!⟧@db.example.com:5432/x"),
    ("password.quoted", 'password: "⟦correct horse, battery⟧"'),
    ("password.quoted", '{\\"password\\": \\"⟦hunter2⟧\\"}'),
    ("password.assigned", "mysql --password=⟦hunter⟧ -u root"),
    ("password.assigned", "https://a.example/?user=b&password=⟦hunter2⟧&n=1"),
    ("password.line", "DB_PASSWORD: ⟦FAKEpw-33⟧\n"),
    ("password.line", "password: ⟦hunter⟧"),
    ("password.said", "my password is ⟦hunter2⟧ by the way"),
    ("password.chinese", "密码：⟦FAKE55⟧，别忘了"),
    ("password.chinese", "验证码是⟦482913⟧"),
    ("id.chinese", "身份证⟦11010519491231002X⟧。"),
    ("card", "card ⟦4111 1111 1111 1111⟧"),
    ("card", "卡号⟦４１１１１１１１１１１１１１１１⟧"),
    ("card", "⟦3782-822463-10005⟧"),
    ("iban", "IBAN ⟦DE89 3704 0044 0532 0130 00⟧ PLEASE"),
    ("iban", "⟦GB29NWBK60161331926819⟧"),
    ("id.us", "SSN ⟦078-05-1120⟧"),
    ("e-mail", "mail ⟦bob.smith+trip@corp.example.com⟧."),
    ("e-mail", "邮箱⟦zhang@qq.com⟧。"),
    ("e-mail", "line\\n⟦bob@corp.example⟧\\n"),
    ("phone.international", "call ⟦+44 20 7946 0958⟧ 30 times"),
    ("phone.international", "⟦+86 138 1234 5678⟧"),
    ("phone.international", "⟦+1 (415) 555-2671⟧"),
    ("phone.chinese-mobile", "电话⟦13812345678⟧"),
    ("phone.chinese-mobile", "😀 ⟦138-1234-5678⟧!"),
    ("phone.chinese-landline", "⟦010-12345678⟧"),
    ("phone.chinese-landline", "客服⟦400-123-4567⟧"),
    ("phone.us", "or ⟦(415) 555-2671⟧"),
    ("phone.us", "⟦415-555-2671⟧,"),
    ("phone.named", "tel ⟦020 7946 0958⟧"),
    ("phone.named", "手机号：⟦6123 4567⟧"),
    ("user.home", HOME + "⟦anna⟧/project/x.py"),
    ("user.home", "at /Users/⟦anna⟧/project"),
    ("user.home", "C:\\Users\\⟦Anna⟧\\project"),
    ("user.home", "C:\\\\Users\\\\⟦Anna⟧\\\\project"),
    ("user.project-folder", "projects/-Users-⟦anna⟧-project"),
]  # fmt: skip

CLEAN = [
    "Keep it under 3000 yuan, from 5pm to 8pm, on 2026-05-01 or 5月1日.",
    "1,234,567 tokens; 13800000000 tokens; 15000000000元; max_tokens=4096; token: 3000; tokens: 12",
    "token count: 512, keyboard: qwertz, 令牌：3000, budget +12,345,678",
    "order 13812345678, 订单号：13812345678, order_id: 13812345678, 运单 13812345678, amount 13812345678",
    "4111 1111 1111 1112 has no check digit; 20260501123000 is a time; 1700000000000 too",
    "ids i8, call_abc123, toolu_01AbCdEfGh, 7f3c2a10-0000-4000-8000-1234567890ab",
    "icon@2x.png, git@github.com:org/repo, lodash@4.17.21, @types/node",
    "\\n@pytest.fixture, \\n@pytest.mark.asyncio",
    "password: required, password=None, password=os.environ['DB'], password: ${DB_PASSWORD}, PWD=/srv/x",
    "token = tokenizer.next(), api_key=settings.api_key, secret: <hidden>, \"token\": \"string\"",
    "primary key: customer_id1, PRIMARY_KEY=customer_id, the token is short",
    f"https://site.example{HOME}shop, /Users/Shared/x, C:\\Users\\Public\\x",
    "127.0.0.1 and v1.2.3 and 10.0.0.12:8080",
    "sk-learn-contrib-something-long, task-force, eyJ is a start",
    "预算三千以内，不吃辣，每天步行不超过三公里，晚上八点前",
    "room 555-1234, ratio 3.14, 300-500-2000, 2024-01-05 17:00:00+08:00, 12/31/2026",
]  # fmt: skip


@pytest.mark.parametrize(("rule", "marked"), FOUND)
def test_a_secret_is_found_where_it_stands(rule: str, marked: str) -> None:
    before, _, rest = marked.partition("⟦")
    secret, _, after = rest.partition("⟧")
    hits = find_secrets(before + secret + after)
    assert [(hit.rule, hit.start, hit.end) for hit in hits] == [(rule, len(before), len(before + secret))]


def test_every_rule_has_an_example() -> None:
    on = {rule.id for rule in load_rules() if not rule.off}
    assert on == {rule for rule, _ in FOUND}


@pytest.mark.parametrize("text", CLEAN)
def test_amounts_dates_ids_and_placeholders_are_no_secrets(text: str) -> None:
    assert find_secrets(text) == ()


def test_equal_secrets_have_one_stand_in_however_they_are_written() -> None:
    text = (
        "bob@corp.example, BOB@corp.example, eve@corp.example; +86 138 1234 5678, 13812345678, 138-1234-5678"
    )
    assert redact(text, find_secrets(text)) == (
        "[e-mail 1], [e-mail 1], [e-mail 2]; [phone 1], [phone 1], [phone 1]"
    )


def test_an_american_number_is_one_with_and_without_its_country() -> None:
    text = "+1 415 555 2671 or (415) 555-2671 or 1-415-555-2671"
    assert redact(text, find_secrets(text)) == "[phone 1] or [phone 1] or [phone 1]"


def test_a_key_is_known_again_without_its_name() -> None:
    text = "api_key=a1b2c3d4e5f6; later a1b2c3d4e5f6 alone, xa1b2c3d4e5f6 not"
    assert redact(text, find_secrets(text)) == "api_key=[key 1]; later [key 1] alone, xa1b2c3d4e5f6 not"


def test_one_redactor_knows_a_secret_in_all_its_texts() -> None:
    redactor = Redactor()
    assert redactor.hits("password=hunter2")[0].stand_in == "[password 1]"
    assert redactor.hits("it was hunter2, I think")[0].stand_in == "[password 1]"
    assert redactor.hits("mail eve@corp.example")[0].stand_in == "[e-mail 1]"


def test_stand_ins_speak_chinese() -> None:
    text = "邮箱 zhang@qq.com，电话 13812345678"
    assert redact(text, Redactor(language="zh").hits(text)) == "邮箱 [邮箱 1]，电话 [电话 1]"


def test_a_stand_in_that_is_there_already_is_not_given_to_another() -> None:
    text = "[e-mail 1] wrote to eve@corp.example"
    assert redact(text, find_secrets(text)) == "[e-mail 1] wrote to [e-mail 2]"


def test_addresses_of_machines_are_found_where_they_are_asked_for() -> None:
    text = "at 10.0.0.12:8080, v1.2.3, 2001:0db8:85a3:0000:0000:8a2e:0370:7334"
    assert find_secrets(text) == ()
    found = Redactor(also=["ip"]).hits(text)
    assert [text[hit.start : hit.end] for hit in found] == [
        "10.0.0.12",
        "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
    ]
    assert {hit.kind for hit in found} == {SecretKind.ADDRESS}


def test_a_rule_that_is_not_there_is_named() -> None:
    with pytest.raises(RedactionError, match=r"'ipv4'.*ip"):
        Redactor(also=["ipv4"])


def test_own_patterns_are_found_and_go_before_what_lies_in_them() -> None:
    text = "Project Falcon of bob@corp.example: Falcon"
    hits = find_secrets(text, ["Falcon", r"of \S+"])
    assert redact(text, hits) == "Project [redacted 1] [redacted 2] [redacted 1]"
    assert {hit.kind for hit in hits} == {SecretKind.OWN}
    assert [hit.rule for hit in hits] == ["Falcon", r"of \S+", "Falcon"]


def test_an_own_pattern_inside_a_key_leaves_no_rest_of_it() -> None:
    text = f"use {OPENAI} now"
    hits = find_secrets(text, ["DEF123"])
    assert redact(text, hits) == "use [key 1] now"


@pytest.mark.parametrize("pattern", ["(", "((a{1000}){1000}){1000}"])
def test_an_own_pattern_that_cannot_be_used_is_named(pattern: str) -> None:
    with pytest.raises(RedactionError) as error:
        find_secrets("text", ["fine", pattern])
    assert pattern in str(error.value)


def test_an_own_pattern_that_takes_too_long_is_named() -> None:
    with pytest.raises(RedactionError, match=r"\(a\|a\)\+\$' takes too long"):
        find_secrets("a" * 60 + "b", ["fine", "^(a|a)+$"])


FRAGMENTS = [
    *(marked.replace("⟦", "").replace("⟧", "") for _, marked in FOUND),
    *CLEAN,
    "[e-mail 1]", "[邮箱 1]", "[", "]", "1]", "@", " ", "\n", "\\n", "a", "1", "=", "\x00",
    "password=", "：", "-",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=7).map("".join)
OWN = st.sampled_from([[], [r"\d+"], [r"[a-z]+@"], [r"\b\w{3}\b", "x"], [r".$"], [r"^.{4}"], [r"[^a]{9}"]])


@given(TEXTS, OWN)
def test_redacting_twice_changes_nothing(text: str, own: list[str]) -> None:
    once = redact(text, find_secrets(text, own))
    assert redact(once, find_secrets(once, own)) == once


@given(TEXTS, OWN)
def test_nothing_outside_the_hits_changes(text: str, own: list[str]) -> None:
    hits = find_secrets(text, own)
    clean = redact(text, hits)
    at = place = 0
    for hit in hits:
        assert at <= hit.start < hit.end <= len(text)
        assert clean[place : place + hit.start - at] == text[at : hit.start]
        place += hit.start - at
        assert clean.startswith(hit.stand_in, place)
        place += len(hit.stand_in)
        at = hit.end
    assert clean[place:] == text[at:]


@given(TEXTS)
def test_what_was_found_does_not_stand_there_any_more(text: str) -> None:
    hits = find_secrets(text)
    clean = redact(text, hits)
    for hit in hits:
        if hit.kind is SecretKind.KEY and hit.end - hit.start >= 16:
            assert text[hit.start : hit.end] not in clean
