"""Numbers that carry a checksum: payment cards, Chinese identity cards, international bank accounts."""

from __future__ import annotations

_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_SIGNS = "10X98765432"
_SHORTEST_IBAN, _LONGEST_IBAN = 15, 34


def is_card(digits: str) -> bool:
    """Whether the digits end in the check digit of a payment card (Luhn's, ISO/IEC 7812)."""
    if not digits.isascii() or not digits.isdigit():
        return False
    doubled = (2 * int(digit) for digit in digits[-2::-2])
    total = sum(map(int, digits[-1::-2])) + sum(value - 9 if value > 9 else value for value in doubled)
    return total % 10 == 0


def is_chinese_id(sign: str) -> bool:
    """Whether 17 digits and a sign are the number of a Chinese identity card (GB 11643, ISO 7064 11-2)."""
    if len(sign) != 18 or not sign.isascii() or not sign[:17].isdigit():
        return False
    total = sum(weight * int(digit) for weight, digit in zip(_ID_WEIGHTS, sign, strict=False))
    return _ID_SIGNS[total % 11] == sign[17].upper()


def is_iban(account: str) -> bool:
    """Whether letters and digits without blanks are an international bank account (ISO 13616, ISO 7064)."""
    if not _SHORTEST_IBAN <= len(account) <= _LONGEST_IBAN or not (account.isascii() and account.isalnum()):
        return False
    moved = account[4:] + account[:4]
    return int("".join(str(int(char, 36)) for char in moved)) % 97 == 1
