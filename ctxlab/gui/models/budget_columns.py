"""The columns of the budget table: what each shows, which setting it edits, and how."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.models.budget_entry import MOST_ITEMS
from ctxlab.model.profile import MAX_TOKENS


class Column(IntEnum):
    """The columns of the table, in order. Those from `TIER` on are folded away until they are asked for."""

    NAME = 0
    CAP = 1
    BAR = 2
    USED = 3
    OVERFLOW = 4
    KEPT = 5
    TIER = 6
    MAX_ITEMS = 7
    PER_ITEM = 8
    ITEM_ACTION = 9
    ORDER = 10
    ELASTIC = 11
    ROUNDS = 12
    PUBLISHED = 13
    P50 = 14
    P90 = 15
    MOST = 16


#: What can be folded away, and what always shows.
MORE = tuple(column for column in Column if column >= Column.TIER)
ALWAYS = tuple(column for column in Column if column < Column.TIER)

#: The setting of a row that a column edits, by its name in the profile.
FIELDS = {
    Column.CAP: "cap",
    Column.OVERFLOW: "overflow",
    Column.TIER: "tier",
    Column.MAX_ITEMS: "max_items",
    Column.PER_ITEM: "per_item",
    Column.ITEM_ACTION: "per_item_action",
    Column.ORDER: "order",
    Column.ELASTIC: "elastic",
    Column.ROUNDS: "rounds",
}
COLUMN_OF = {field: column for column, field in FIELDS.items()}
CHOICES = (Column.OVERFLOW, Column.TIER, Column.ITEM_ACTION, Column.ORDER)
NUMBERS = (Column.CAP, Column.MAX_ITEMS, Column.PER_ITEM, Column.ROUNDS)
#: Of sessions that were looked at, in tokens.
STATS = (Column.P50, Column.P90, Column.MOST)
#: Columns of numbers, which end at one edge.
RIGHT = (*NUMBERS, Column.USED, Column.KEPT, *STATS)


@dataclass(frozen=True, slots=True)
class NumberRule:
    """What a number of the table may be: at most `most`, and none at all where it is `optional`."""

    optional: bool = True
    most: int = MAX_TOKENS

    @property
    def tokens(self) -> bool:
        """Whether it counts tokens; else items or rounds."""
        return self.most == MAX_TOKENS


#: By the field of a row or of the window.
RULES = {
    "cap": NumberRule(),
    "max_items": NumberRule(most=MOST_ITEMS),
    "per_item": NumberRule(),
    "rounds": NumberRule(optional=False, most=MOST_ITEMS),
    "size": NumberRule(),
    "output_reserve": NumberRule(optional=False),
    "soft_limit": NumberRule(),
    "warn_at": NumberRule(),
    "buffer": NumberRule(optional=False),
}


def header(column: Column) -> str:
    """A column's name, as short as its header has to be; the bar has none."""
    names = {
        Column.NAME: QCoreApplication.translate("BudgetModel", "source"),
        Column.CAP: QCoreApplication.translate("BudgetModel", "cap"),
        Column.BAR: "",
        Column.USED: QCoreApplication.translate("BudgetModel", "used"),
        Column.OVERFLOW: QCoreApplication.translate("BudgetModel", "overflow"),
        Column.KEPT: QCoreApplication.translate("BudgetModel", "kept"),
        Column.TIER: QCoreApplication.translate("BudgetModel", "tier"),
        Column.MAX_ITEMS: QCoreApplication.translate("BudgetModel", "max items"),
        Column.PER_ITEM: QCoreApplication.translate("BudgetModel", "per item"),
        Column.ITEM_ACTION: QCoreApplication.translate("BudgetModel", "item action"),
        Column.ORDER: QCoreApplication.translate("BudgetModel", "order"),
        Column.ELASTIC: QCoreApplication.translate("BudgetModel", "elastic"),
        Column.ROUNDS: QCoreApplication.translate("BudgetModel", "rounds"),
        Column.PUBLISHED: QCoreApplication.translate("BudgetModel", "published name"),
        Column.P50: QCoreApplication.translate("BudgetModel", "p50"),
        Column.P90: QCoreApplication.translate("BudgetModel", "p90"),
        Column.MOST: QCoreApplication.translate("BudgetModel", "max"),
    }
    return names[column]


def meaning(column: Column) -> str:
    """What a column shows, in a sentence."""
    told = {
        Column.NAME: QCoreApplication.translate("BudgetModel", "where the items of a row come from"),
        Column.CAP: QCoreApplication.translate("BudgetModel", "the most tokens that the row may hold"),
        Column.BAR: QCoreApplication.translate("BudgetModel", "what is used of the cap; drag the ring"),
        Column.USED: QCoreApplication.translate("BudgetModel", "tokens that the row is charged in this run"),
        Column.OVERFLOW: QCoreApplication.translate(
            "BudgetModel", "what the row does with an item that does not fit"
        ),
        Column.KEPT: QCoreApplication.translate("BudgetModel", "items kept, of those that reached the row"),
        Column.TIER: QCoreApplication.translate(
            "BudgetModel", "which rows are cut first where all rows together exceed the limit"
        ),
        Column.MAX_ITEMS: QCoreApplication.translate("BudgetModel", "the most items that the row may hold"),
        Column.PER_ITEM: QCoreApplication.translate("BudgetModel", "the most tokens of one item of the row"),
        Column.ITEM_ACTION: QCoreApplication.translate(
            "BudgetModel", "what happens to an item over its limit"
        ),
        Column.ORDER: QCoreApplication.translate("BudgetModel", "which items the row serves first"),
        Column.ELASTIC: QCoreApplication.translate(
            "BudgetModel", "whether the row may use what other rows leave free"
        ),
        Column.ROUNDS: QCoreApplication.translate(
            "BudgetModel", "how many rounds before the current turn are recent"
        ),
        Column.PUBLISHED: QCoreApplication.translate(
            "BudgetModel", "what the figure is called in the published budget"
        ),
        Column.P50: QCoreApplication.translate(
            "BudgetModel", "half of the open sessions ask for no more tokens than this"
        ),
        Column.P90: QCoreApplication.translate(
            "BudgetModel", "nine in ten open sessions ask for no more tokens than this"
        ),
        Column.MOST: QCoreApplication.translate(
            "BudgetModel", "the most tokens that an open session asks for"
        ),
    }
    return told[column]
