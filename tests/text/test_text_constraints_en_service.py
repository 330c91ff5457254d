"""What customers tell an agent that books, sends and refunds: demands by their forms, and plain reports."""

from __future__ import annotations

import pytest

from ctxlab.model.constraint import Kind, Tier
from ctxlab.text.constraints import find_constraints


def _hard(text: str) -> list[tuple[Kind, str]]:
    return [(one.kind, one.text) for one in find_constraints(text) if one.tier is Tier.HARD]


@pytest.mark.parametrize(
    ("text", "kind", "demand"),
    [
        # answers without a verb
        ("Thursday evening, please.", Kind.DEADLINE, "Thursday evening"),
        ("Sometime next month, maybe on a Friday.", Kind.DEADLINE, "Sometime next month"),
        ("May 21st.", Kind.DEADLINE, "May 21st"),
        ("just 3 please", Kind.LIMIT, "just 3"),
        ("Five of us.", Kind.LIMIT, "Five of us"),
        ("Around 900 rupees.", Kind.BUDGET, "Around 900 rupees"),
        ("Under 75.", Kind.BUDGET, "Under 75"),
        ("The shorter one.", Kind.REQUIREMENT, "The shorter one"),
        ("Something with a wooden handle.", Kind.REQUIREMENT, "with a wooden handle"),
        # what they will do and when
        ("We'll collect it this Sunday and return it next Tuesday.", Kind.DEADLINE, "return it next Tuesday"),
        (
            "I'm planning to check-in on June 4th and check-out on June 9th.",
            Kind.DEADLINE,
            "check-out on June 9th",
        ),
        ("We need the crib tonight.", Kind.DEADLINE, "tonight"),
        ("I want the parcel today.", Kind.DEADLINE, "today"),
        (
            "Could you send it so it arrives by my son's graduation?",
            Kind.DEADLINE,
            "by my son's graduation",
        ),
        (
            "Stop the plan at the end of the billing period.",
            Kind.DEADLINE,
            "at the end of the billing period",
        ),
        ("We won't be home until 7.", Kind.DEADLINE, "won't be home until 7"),
        ("Afternoons don't work for us.", Kind.REQUIREMENT, "Afternoons don't work for us"),
        # how it is paid
        ("I'd like to pay in cash.", Kind.REQUIREMENT, "pay in cash"),
        ("we'll pay at the front desk", Kind.REQUIREMENT, "pay at the front desk"),
        ("Put the credit on that Mastercard.", Kind.REQUIREMENT, "on that Mastercard"),
        ("Please issue it as store credit.", Kind.REQUIREMENT, "as store credit"),
        ("Could you rebook us at no extra charge?", Kind.BUDGET, "at no extra charge"),
        ("I refuse to pay a resort fee.", Kind.PROHIBITION, "refuse to pay a resort fee"),
        # what is left out, this or that
        ("Send back everything but the scarf.", Kind.PROHIBITION, "everything but the scarf"),
        ("I'm not looking to cancel the plan.", Kind.PROHIBITION, "not looking to cancel the plan"),
        ("Anything but olives.", Kind.PROHIBITION, "Anything but olives"),
        ("It can be grey or green but not white.", Kind.PROHIBITION, "not white"),
        ("I want either a voucher or a new kettle.", Kind.REQUIREMENT, "either a voucher or a new kettle"),
        ("Either the 9am or the noon train.", Kind.REQUIREMENT, "Either the 9am or the noon train"),
        # on what condition, in which order
        (
            "As long as it stays under 30 euros, go ahead.",
            Kind.CONDITIONAL,
            "As long as it stays under 30 euros",
        ),
        ("That's fine as long as it ships today.", Kind.CONDITIONAL, "as long as it ships today"),
        ("Could I swap it if you still have the oak one?", Kind.CONDITIONAL, "if you still have the oak one"),
        ("Once the refund is through, please write to me.", Kind.CONDITIONAL, "Once the refund is through"),
        (
            "Before you close the account, can you send me a statement?",
            Kind.REQUIREMENT,
            "Before you close the account",
        ),
        ("If that is sold out then the plain one.", Kind.CONDITIONAL, "then the plain one"),
        (
            "Please do the return first and then the exchange.",
            Kind.REQUIREMENT,
            "first and then the exchange",
        ),
        # attributes, also behind a polite beginning
        ("Can you exchange it for a medium, same fabric and same color?", Kind.REQUIREMENT, "same color"),
        (
            "I was wondering if you could change my seat to an aisle one.",
            Kind.REQUIREMENT,
            "to an aisle one",
        ),
        (
            "We were hoping you could send it on Friday, same address, and bill the cost to my debit card.",
            Kind.REQUIREMENT,
            "to my debit card",
        ),
        ("I'm in the mood for a drama with a strong cast.", Kind.REQUIREMENT, "with a strong cast"),
        ("Book me on the earliest flight.", Kind.REQUIREMENT, "on the earliest flight"),
        ("A table by the window, please.", Kind.REQUIREMENT, "by the window"),
        ("We'd like to be seated together.", Kind.REQUIREMENT, "seated together"),
        ("Whichever one ships fastest.", Kind.REQUIREMENT, "Whichever one ships fastest"),
        ("I'd like to extend my stay by two nights.", Kind.LIMIT, "by two nights"),
    ],
)
def test_a_customer_demands(text: str, kind: Kind, demand: str) -> None:
    found = _hard(text)
    hits = [one for one in found if demand.lower() in one[1].lower() or one[1].lower() in demand.lower()]
    assert hits, found
    assert kind in {one[0] for one in hits}


@pytest.mark.parametrize(
    "text",
    [
        # dates that only say which thing is meant
        "Remove the haircut this Friday.",
        "Please cancel the meeting on Monday.",
        "I'd like to cancel my appointment for tomorrow at 10.",
        "Can you tell me what time my train leaves on Sunday?",
        "My checkup is on Tuesday at 9.",
        "The lesson scheduled for Monday at 4 pm needs a new teacher.",
        "My parcel should arrive on Monday.",
        # reports
        "They sent me the oak one instead of the pine one.",
        "My laptop seems to work fine on the same network.",
        "I tried everything but the lamp still flickers.",
        "Either the label is wrong or somebody took it.",
        "It opens on my tablet but not on my phone.",
        "The booking number should be 55120.",
        "They said the money would go back to my card.",
        "I pay online every month and it never failed.",
        "Once I logged in, it asked for a code.",
        "As long as I've been a member this never happened.",
        # questions about how it is
        "Does it come with a charger?",
        "How long does it take until the refund is on my card?",
        "So the refund will go to my original payment method?",
        "Can I exchange it if I lost the box?",
        # polite forms of the bare task
        "I'm hoping to make a change to my trip.",
        "I was hoping you could look that up for me.",
        "I was wondering where my parcel is.",
        "I don't want to give you the wrong date.",
        "I'd like to use it to buy a toy for my niece.",
        "I need help today.",
        "Once you have my number, you should be able to pull up the booking.",
        "You mentioned you'd need to look at my account.",
        "Just to be clear, I booked it myself.",
    ],
)
def test_what_a_customer_only_tells_or_asks_is_no_demand(text: str) -> None:
    assert _hard(text) == []


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("I usually prefer rooms without a carpet.", "prefer rooms without a carpet"),
        ("Money is not an issue.", "Money is not an issue"),
        ("Either Tuesday or Friday works for me.", "Either Tuesday or Friday works"),
        ("We're travelling with a toddler.", "We're travelling with a toddler"),
    ],
)
def test_a_customer_wishes_or_tells_a_fact(text: str, wish: str) -> None:
    found = [(one.tier, one.text) for one in find_constraints(text)]
    assert any(tier is Tier.SOFT and (said in wish or wish in said) for tier, said in found), found
