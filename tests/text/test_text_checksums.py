"""Checksums: published examples hold, and a changed digit breaks them."""

from __future__ import annotations

import pytest

from ctxlab.text.checksums import is_card, is_chinese_id, is_iban


@pytest.mark.parametrize(
    "digits",
    ["4111111111111111", "5555555555554444", "378282246310005", "30569309025904", "6011111111111117"],
)
def test_the_test_numbers_of_card_companies_hold(digits: str) -> None:
    assert is_card(digits)
    assert not is_card(digits[:-1] + str((int(digits[-1]) + 1) % 10))


@pytest.mark.parametrize("digits", ["", "4111 1111", "４１１１１１１１１１１１１１１１", "abc"])
def test_what_is_not_all_digits_is_no_card(digits: str) -> None:
    assert not is_card(digits)


def test_the_example_of_the_standard_for_identity_cards_holds() -> None:
    assert is_chinese_id("11010519491231002X")
    assert is_chinese_id("11010519491231002x")
    assert not is_chinese_id("110105194912310021")
    assert not is_chinese_id("11010519491231002")


@pytest.mark.parametrize(
    "account",
    ["DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606", "NO9386011117947"],
)
def test_the_registered_examples_of_accounts_hold(account: str) -> None:
    assert is_iban(account)
    assert not is_iban(account[:-1] + ("1" if account[-1] == "0" else "0"))


def test_an_account_has_a_length() -> None:
    assert not is_iban("DE89")
    assert not is_iban("DE89 3704 0044 0532 0130 00")
