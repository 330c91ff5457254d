"""Which icon stands beside which action in the menus."""

from __future__ import annotations

from ctxlab.gui.actions import Actions
from ctxlab.gui.theme.icons import IconName, icon
from ctxlab.gui.theme.style import Look

#: Icons by the object names of actions; the others have none.
ICONS = {
    "open": IconName.FOLDER_OPEN,
    "pasteRequest": IconName.CLIPBOARD_PASTE,
    "save": IconName.SAVE,
    "revert": IconName.RESET,
    "export": IconName.ARROW_RIGHT,
    "closeSession": IconName.X,
    "reopenSession": IconName.HISTORY,
    "undo": IconName.UNDO,
    "redo": IconName.REDO,
    "mustKeep": IconName.STAR,
    "pin": IconName.PIN,
    "find": IconName.SEARCH,
    "palette": IconName.COMMAND,
    "pageInvestigate": IconName.EYE,
    "showDiff": IconName.GIT_COMPARE,
    "showMessages": IconName.FILE_TEXT,
    "showSensitivity": IconName.SLIDERS,
    "showProblems": IconName.WARNING,
    "editCaps": IconName.SETTINGS,
    "resetLayout": IconName.COLUMNS,
    "theme-light": IconName.SUN,
    "theme-dark": IconName.MOON,
    "runAgain": IconName.REFRESH,
    "firstLost": IconName.CIRCLE_ALERT,
    "setBefore": IconName.BOOKMARK,
    "why": IconName.HELP,
    "report": IconName.FILE_TEXT,
    "findViolation": IconName.SEARCH,
    "nextChange": IconName.CHEVRON_DOWN,
    "profileGallery": IconName.LIST,
    "keys": IconName.KEYBOARD,
    "showHint": IconName.LIGHTBULB,
    "about": IconName.INFO,
}


def dress(actions: Actions, look: Look) -> None:
    """Gives the actions their icons, which are drawn when a menu is opened."""
    for action in actions.all:
        name = ICONS.get(action.objectName())
        if name is not None:
            action.setIcon(icon(name, look))
