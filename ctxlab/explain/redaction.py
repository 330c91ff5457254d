"""What stands in a secret's place, in words: one entry a kind, in English and in Chinese."""

from __future__ import annotations

from ctxlab.model.profile import Language
from ctxlab.model.redaction import SecretKind

#: Kind → what a stand-in calls it, in English and in Chinese.
KINDS: dict[SecretKind, tuple[str, str]] = {
    SecretKind.KEY: ("key", "密钥"),
    SecretKind.PASSWORD: ("password", "密码"),
    SecretKind.EMAIL: ("e-mail", "邮箱"),
    SecretKind.PHONE: ("phone", "电话"),
    SecretKind.CARD: ("card", "卡号"),
    SecretKind.ID: ("ID", "证件号"),
    SecretKind.IBAN: ("IBAN", "账号"),
    SecretKind.USER: ("user", "用户名"),
    SecretKind.ADDRESS: ("address", "IP 地址"),
    SecretKind.OWN: ("redacted", "已隐去"),
}

_OWN = ("own pattern", "自定义模式")


def secret(kind: SecretKind, language: Language | str) -> str:
    """What a secret of that kind is called."""
    names = _OWN if kind is SecretKind.OWN else KINDS[kind]
    return names[Language(language) is Language.CHINESE]


def stand_in(kind: SecretKind, number: int, language: Language | str) -> str:
    """What stands in the place of the secret of that number among those of its kind: `[e-mail 1]`."""
    return f"[{KINDS[kind][Language(language) is Language.CHINESE]} {number}]"
