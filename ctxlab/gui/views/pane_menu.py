"""The menu of a line in the panes: what may be done with its item."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from ctxlab import explain
from ctxlab.gui.models.filter import tool_name
from ctxlab.gui.text import one_line
from ctxlab.model.trace import Trace

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class MenuAsks:
    """What the entries of the menu do; each is handed ids, a filter's key and value, or a row."""

    why: Callable[[str], None]
    pin: Callable[[tuple[str, ...]], None]
    must_keep: Callable[[tuple[str, ...]], None]
    copy: Callable[[str], None]
    narrow: Callable[[str, str], None]
    show_row: Callable[[str], None]
    broke: Callable[[str], None]
    rule: Callable[[str], None]


def item_menu(
    trace: Trace, ids: tuple[str, ...], pinned: frozenset[str], asks: MenuAsks, language: str, parent: QWidget
) -> QMenu:
    """The menu of the items `ids`; what speaks of one item speaks of the first. The caller shows it."""
    menu = QMenu(parent)
    menu.setObjectName("itemMenu")
    menu.setAccessibleName(translate("ItemMenu", "What to do with the item"))
    first = ids[0]
    position = trace.position(first)
    # the keys hold in the pane itself: here they are only shown
    why, space = translate("ItemMenu", "Why"), translate("ItemMenu", "Space")
    _add(menu, "why", f"{why}\tW", lambda: asks.why(first))
    all_pinned = pinned.issuperset(ids)
    pin = translate("ItemMenu", "Unpin") if all_pinned else translate("ItemMenu", "Pin")
    _add(
        menu,
        "pin",
        f"{pin}\t{space}",
        lambda: asks.pin(ids),
    )
    many = translate("ItemMenu", "Must keep these {0} items").format(len(ids))
    _add(
        menu,
        "mustKeep",
        many if len(ids) > 1 else translate("ItemMenu", "Must keep this item"),
        lambda: asks.must_keep(ids),
    )
    if position is not None and trace.item(position).role == "assistant":
        broke = translate("ItemMenu", "This answer broke a must-keep")
        _add(menu, "brokeIt", broke, lambda: asks.broke(first))
    if position is not None and position < len(trace.pool):
        _add(menu, "ruleFrom", translate("ItemMenu", "Source rule from this…"), lambda: asks.rule(first))
    menu.addSeparator()
    _add(menu, "copyId", translate("ItemMenu", "Copy id"), lambda: asks.copy("\n".join(ids)))
    _add(menu, "copyText", translate("ItemMenu", "Copy text"), lambda: asks.copy(_texts(trace, ids)))
    if position is None:
        return menu
    menu.addSeparator()
    row, turn = trace.row(position), trace.turn(position)
    tool = tool_name(trace, position)
    title = translate("ItemMenu", "Filter: only row {0}").format(explain.row(row, language))
    _add(menu, "filterRow", title, lambda: asks.narrow("row", row.value))
    _add(
        menu,
        "filterTurn",
        translate("ItemMenu", "Filter: only turn {0}").format(turn),
        lambda: asks.narrow("turn", str(turn)),
    )
    if tool:
        title = translate("ItemMenu", "Filter: only tool {0}").format(one_line(tool, 40).replace("&", "&&"))
        _add(menu, "filterTool", title, lambda: asks.narrow("tool", tool))
    menu.addSeparator()
    _add(
        menu, "showRow", translate("ItemMenu", "Show its row in the budget"), lambda: asks.show_row(row.value)
    )
    return menu


def _texts(trace: Trace, ids: tuple[str, ...]) -> str:
    """The texts as they are stored, of several with a blank line between."""
    positions = (trace.position(one) for one in ids)
    return "\n\n".join(trace.item(position).text for position in positions if position is not None)


def _add(menu: QMenu, name: str, title: str, act: Callable[[], None]) -> None:
    action = QAction(title, menu)
    action.setObjectName(name)
    action.triggered.connect(lambda _checked=False: act())
    menu.addAction(action)
