"""Bounds that stand far from their value, denials that come to a demand, and what is no opposite of them."""

from __future__ import annotations

import pytest

from ctxlab.text.survival import survival


@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        ("Nobody trains more than six hours a week.", "Training time is six hours a week at most."),
        ("Repairs within four working days.", "Repairs must be done in four business days or less."),
        ("The lease must run for two years at least.", "The minimum lease is two years."),
        ("A page has no more than nine photos.", "Nine photos a page is the limit."),
        ("The flat must have a balcony.", "A flat without a balcony is not an option."),
        (
            "At least three witnesses must sign the will.",
            "No will is valid without three witnesses to sign it.",
        ),
        ("No smoking on the terrace.", "The terrace is smoke-free."),
        ("No meat.", "All meals are vegetarian."),
        ("不接受分期付款。", "货款必须一次性付清。"),
        ("上午十点之后才能送货。", "上午十点以前不要送货。"),
        ("租赁期限不少于三年。", "租赁期限至少三年。"),
        ("必须使用正版软件。", "盗版软件一律不许用。"),
        ("腰不好，不能搬重物。", "他不能搬重物。"),
        ("桌子要胡桃木。", "桌子选胡桃木的。"),
    ],
)
def test_kept(constraint: str, text: str) -> None:
    assert survival(constraint, text, False).verdict.kept


@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        ("A page has no more than nine photos.", "A page has nine photos or more."),
        ("Each guest may bring one friend at most.", "Each guest may bring two friends."),
        ("The flat must have a balcony.", "A flat without a garden is not an option."),
        ("A flat without a balcony is not acceptable.", "A flat without a balcony is fine."),
        ("No meat.", "Some meals are vegetarian."),
        ("Don't call me at work.", "The customer called about a broken kettle."),
        ("Deliver to the side entrance only.", "Deliveries go to the main entrance only."),
        ("All images must be compressed.", "Images are compressed where that makes sense."),
        ("上午十点之后才能送货。", "上午十点以后不要送货。"),
        ("租赁期限不少于三年。", "租赁期限不超过三年。"),
        ("不接受分期付款。", "货款必须分期付款。"),
        ("必须使用正版软件。", "软件要用最新版。"),
    ],
)
def test_not_kept(constraint: str, text: str) -> None:
    assert not survival(constraint, text, False).verdict.kept
