"""The look of a running window: the current theme, its fonts, the Qt palette and the one style sheet.

Views get a `Look` and read colours from it when they paint, so switching themes needs no rebuilding.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from ctxlab.gui.text import Elider
from ctxlab.gui.theme.palette import DARK, LIGHT, Theme
from ctxlab.paths import resource

#: Tried in this order: Latin letters from the first that is there, Chinese from the first that has them.
FAMILIES = (
    "Inter",
    "Segoe UI Variable Text",
    "Segoe UI",
    ".AppleSystemUIFont",
    "Noto Sans",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Microsoft YaHei UI",
    "PingFang SC",
    "DejaVu Sans",
)

#: The same for text whose characters have one width.
MONO_FAMILIES = (
    "JetBrains Mono",
    "Cascadia Mono",
    "SF Mono",
    "Menlo",
    "Consolas",
    "DejaVu Sans Mono",
    "Noto Sans Mono",
    "Noto Sans Mono CJK SC",
    "Noto Sans CJK SC",
    "Microsoft YaHei UI",
    "PingFang SC",
)

#: The style that the sheet builds on, by the name that Qt gives it.
_STYLE = "fusion"

TEXT_PX = 13
SMALL_PX = 12


@lru_cache(maxsize=512)
def color(name: str) -> QColor:
    """The QColor of a hex name; shared, so never to be changed by its user."""
    return QColor(name)


def ui_font(pixels: int = TEXT_PX, *, bold: bool = False) -> QFont:
    """The window's font with its fallback list."""
    font = QFont()
    font.setFamilies(list(FAMILIES))
    font.setPixelSize(pixels)
    # digits of one width, so that numbers stand under each other
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def mono_font(pixels: int = SMALL_PX) -> QFont:
    """The font for code and data, all characters of one width, with its fallback list."""
    font = QFont()
    font.setFamilies(list(MONO_FAMILIES))
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(pixels)
    return font


class Look(QObject):
    """The theme in use, the fonts and their eliders; `changed` is emitted after another theme was set."""

    changed = Signal()

    def __init__(self, theme: Theme = LIGHT, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.font = ui_font()
        self.bold = ui_font(bold=True)
        self.small = ui_font(SMALL_PX)
        self.small_bold = ui_font(SMALL_PX, bold=True)
        self.mono = mono_font()
        self.text = Elider(self.font)
        self.strong = Elider(self.bold)
        self.fine = Elider(self.small)
        self.fine_strong = Elider(self.small_bold)
        self.fixed = Elider(self.mono)
        #: Small drawings that painters keep, by whatever they depend on.
        self.pictures: dict[tuple[object, ...], QPixmap] = {}

    @property
    def theme(self) -> Theme:
        """The theme in use."""
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        """Use another theme and dress the whole application in it."""
        if theme is self._theme:
            return
        self._theme = theme
        self.dress()
        self.changed.emit()

    def start_with(self, theme: Theme) -> None:
        """Use a theme before there are any widgets; the application is not dressed in it yet."""
        self._theme = theme

    def dress(self) -> None:
        """Give the application this look: style, palette, font and style sheet."""
        _take_off_sheet()
        self.dress_plainly()
        self.put_on_sheet()

    def dress_plainly(self) -> None:
        """Give the application style, palette and font, by which widgets that are made measure themselves."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            # setting it anew has every widget worked out anew; a style below a sheet has no name
            if app.style().name() != _STYLE:
                app.setStyle(_STYLE)
            app.setPalette(qt_palette(self._theme))
            app.setFont(self.font)

    def put_on_sheet(self) -> None:
        """Give the application the style sheet, which is worked out anew for each widget that then moves."""
        _take_off_sheet()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setStyleSheet(style_sheet(self._theme))


def _take_off_sheet() -> None:
    """Leave the application without a style sheet.

    A sheet that takes the place of another has Qt work out each widget once for itself and once for each
    widget around it; off and on again it is twice in all.
    """
    app = QApplication.instance()
    if isinstance(app, QApplication) and app.styleSheet():
        app.setStyleSheet("")


def has_chinese_font() -> bool:
    """Whether a font is installed that has Chinese characters: without one they show as empty boxes."""
    return bool(QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese))


def system_theme(app: QApplication) -> Theme:
    """The theme that the desktop asks for; light where it does not say."""
    return DARK if app.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT


def qt_palette(theme: Theme) -> QPalette:
    """The Qt palette of a theme, for what the style sheet does not reach."""
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: theme.panel,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Base: theme.base,
        QPalette.ColorRole.AlternateBase: theme.panel,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.muted,
        QPalette.ColorRole.Button: theme.base,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.BrightText: theme.failed.ink,
        QPalette.ColorRole.ToolTipBase: theme.panel,
        QPalette.ColorRole.ToolTipText: theme.text,
        QPalette.ColorRole.Highlight: theme.accent,
        QPalette.ColorRole.HighlightedText: theme.on_accent,
        QPalette.ColorRole.Link: theme.link,
        QPalette.ColorRole.Mid: theme.border,
        QPalette.ColorRole.Light: theme.rule,
        QPalette.ColorRole.Dark: theme.border,
    }
    for role, name in roles.items():
        palette.setColor(role, color(name))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, color(theme.muted))
    return palette


def style_sheet(theme: Theme) -> str:
    """The style sheet of a theme: quiet lines, no relief, a clear focus ring."""
    return _SHEET.format(
        base=theme.base,
        panel=theme.panel,
        text=theme.text,
        muted=theme.muted,
        rule=theme.rule,
        border=theme.border,
        accent=theme.accent,
        on_accent=theme.on_accent,
        link=theme.link,
        chosen=theme.chosen,
        track=theme.track,
        failed=theme.failed.ink,
        failed_ground=theme.failed.ground,
        # white in both themes, as what stands on the accent
        tick=resource("marks", "tick.svg").as_posix(),
    )


_SHEET = """
QMainWindow, QDialog {{ background: {base}; }}
QToolTip {{ background: {panel}; color: {text}; border: 1px solid {border}; padding: 3px 6px; }}
QMenuBar, QStatusBar, QToolBar {{ background: {panel}; color: {text}; border: 0; }}
QStatusBar {{ border-top: 1px solid {border}; color: {muted}; }}
QStatusBar QLabel {{ color: {muted}; }}
QMenuBar {{ border-bottom: 1px solid {border}; }}
QMenuBar::item {{ padding: 4px 9px; background: transparent; }}
QMenuBar::item:selected {{ background: {chosen}; color: {text}; }}
QMenu {{ background: {base}; border: 1px solid {border}; padding: 4px; }}
QMenu::item {{ padding: 4px 24px 4px 20px; border-radius: 4px; }}
QMenu::item:selected {{ background: {chosen}; color: {text}; }}
QMenu::item:disabled {{ color: {muted}; }}
QMenu::separator {{ height: 1px; background: {rule}; margin: 4px 8px; }}
QLabel {{ background: transparent; color: {text}; }}
QLabel[role="title"] {{ font-weight: 600; }}
QLabel[role="muted"] {{ color: {muted}; }}
QLabel[role="link"] {{ color: {link}; }}
QLabel[role="refused"] {{ color: {failed}; }}
QLabel[role="note"] {{
  background: {failed_ground}; color: {failed}; border: 1px solid {failed};
  border-radius: 4px; padding: 2px 6px;
}}
QFrame[role="card"] {{ background: {base}; border: 1px solid {border}; border-radius: 6px; }}
QFrame[role="failed-card"] {{ background: {base}; border: 2px solid {failed}; border-radius: 6px; }}
QFrame[role="bar"] {{ background: {panel}; border: 0; }}
QFrame[role="alert"] {{ background: {failed_ground}; border: 0; border-bottom: 1px solid {border}; }}
QFrame[role="notice"] {{ background: {chosen}; border: 0; border-bottom: 1px solid {border}; }}
QWidget[role="page"] {{ background: {base}; }}
QTableView {{
  background: {base}; color: {text}; border: 1px solid {base}; gridline-color: {rule};
  selection-background-color: {chosen}; selection-color: {text}; outline: 0;
}}
QTableView:focus {{ border: 1px solid {accent}; }}
QHeaderView {{ background: {base}; border: 0; }}
QHeaderView::section {{
  background: {base}; color: {muted}; border: 0; border-bottom: 1px solid {border}; padding: 0 4px;
}}
QTableCornerButton::section {{ background: {base}; border: 0; }}
QAbstractScrollArea::corner {{ background: transparent; border: 0; }}
QPlainTextEdit {{
  background: {base}; color: {text}; border: 1px solid {border}; border-radius: 6px; padding: 2px;
  selection-background-color: {accent}; selection-color: {on_accent};
}}
QLineEdit, QComboBox, QSpinBox {{
  background: {base}; color: {text}; border: 1px solid {border}; border-radius: 5px; padding: 2px 8px;
  selection-background-color: {accent}; selection-color: {on_accent};
}}
QLineEdit, QPlainTextEdit {{ placeholder-text-color: {muted}; }}
QLineEdit:focus, QComboBox:focus, QSpinBox:focus {{ border: 2px solid {accent}; padding: 1px 7px; }}
QPlainTextEdit:focus {{ border: 2px solid {accent}; padding: 1px; }}
QSpinBox QLineEdit, QSpinBox QLineEdit:focus {{ border: 0; padding: 0; background: transparent; }}
QTableView QLineEdit, QTableView QComboBox {{ border-radius: 0; padding: 0 4px; margin: 0; }}
QTableView QLineEdit:focus, QTableView QComboBox:focus {{ padding: 0 3px; }}
QSpinBox::up-button, QSpinBox::down-button {{ width: 0; border: 0; }}
QLineEdit[invalid="true"] {{
  border: 2px solid {failed}; background: {failed_ground}; color: {text}; padding: 1px 7px;
}}
QComboBox[role="arrow"]::drop-down {{ border: 0; width: 20px; }}
QComboBox QAbstractItemView {{ background: {base}; color: {text}; border: 1px solid {border}; }}
QRadioButton, QCheckBox {{ color: {text}; spacing: 7px; }}
QRadioButton:disabled, QCheckBox:disabled {{ color: {muted}; }}
QRadioButton:focus, QCheckBox:focus {{ text-decoration: underline; }}
QRadioButton::indicator, QCheckBox::indicator, QTableView::indicator {{
  width: 12px; height: 12px; border: 1px solid {muted}; background: {base};
}}
QRadioButton::indicator {{ border-radius: 7px; }}
QCheckBox::indicator, QTableView::indicator {{ border-radius: 3px; }}
QRadioButton::indicator:checked {{
  width: 4px; height: 4px; border: 5px solid {accent}; background: {on_accent};
}}
QCheckBox::indicator:checked, QTableView::indicator:checked {{
  background: {accent}; border: 1px solid {accent}; image: url("{tick}");
}}
QRadioButton::indicator:focus, QCheckBox::indicator:focus {{
  width: 10px; height: 10px; border: 2px solid {accent};
}}
QCheckBox::indicator:checked:focus {{ border: 2px solid {text}; }}
QRadioButton::indicator:checked:focus {{ width: 4px; height: 4px; border: 5px solid {text}; }}
QPushButton, QToolButton {{
  background: {base}; color: {text}; border: 1px solid {border}; border-radius: 5px; padding: 3px 10px;
}}
QPushButton:hover, QToolButton:hover {{ background: {chosen}; }}
QPushButton:checked, QToolButton:checked {{ background: {chosen}; border: 1px solid {accent}; }}
QPushButton:focus, QToolButton:focus {{ border: 2px solid {accent}; padding: 2px 9px; outline: 0; }}
QPushButton:disabled, QToolButton:disabled {{ color: {muted}; background: {panel}; }}
QPushButton[role="primary"], QToolButton[role="primary"] {{
  background: {accent}; color: {on_accent}; border: 1px solid {accent};
}}
QPushButton[role="primary"]:focus, QToolButton[role="primary"]:focus {{ border: 2px solid {text}; }}
QPushButton[role="primary"]:disabled, QToolButton[role="primary"]:disabled {{
  background: {panel}; color: {muted}; border: 1px solid {border};
}}
QToolButton::menu-indicator {{ image: none; width: 0; }}
QToolButton[role="quiet"] {{ background: transparent; border: 0; padding: 0 4px; color: {muted}; }}
QToolButton[role="quiet"]:hover {{ color: {text}; }}
QToolButton[role="quiet"]:focus {{ border: 2px solid {accent}; padding: 0 2px; }}
QFrame[role="segments"] {{ background: {base}; border: 1px solid {border}; border-radius: 6px; }}
QToolButton[role="segment"] {{ border: 0; border-radius: 0; padding: 4px 12px; }}
QToolButton[role="segment"][end="first"] {{ border-top-left-radius: 5px; border-bottom-left-radius: 5px; }}
QToolButton[role="segment"][end="last"] {{ border-top-right-radius: 5px; border-bottom-right-radius: 5px; }}
QToolButton[role="segment"]:checked {{ background: {accent}; color: {on_accent}; border: 0; }}
QToolButton[role="segment"]:focus {{ border: 2px solid {text}; padding: 2px 10px; }}
QFrame[role="tabs"] {{ background: transparent; border: 0; }}
QToolButton[role="tab"] {{
  background: transparent; color: {text}; padding: 4px 10px; border: 0; border-bottom: 2px solid transparent;
  border-radius: 0;
}}
QToolButton[role="tab"]:checked {{ font-weight: 600; border-bottom: 2px solid {accent}; }}
QToolButton[role="tab"]:focus {{ border: 2px solid {accent}; border-radius: 4px; padding: 2px 8px 4px 8px; }}
QToolButton[role="tab"]:disabled {{ color: {muted}; }}
QPushButton[role="link"] {{
  background: transparent; color: {link}; border: 0; padding: 0; text-align: left;
}}
QPushButton[role="link"]:focus {{
  text-decoration: underline; background: {chosen}; border: 0; padding: 0; border-radius: 3px;
}}
QPushButton[role="link"]:disabled {{ background: transparent; color: {muted}; border: 0; }}
QTabWidget::pane {{ border: 0; border-top: 1px solid {border}; }}
QTabBar {{ background: {panel}; qproperty-drawBase: 0; }}
QTabBar::tab {{
  background: {panel}; color: {muted}; padding: 5px 12px; border: 0; border-bottom: 2px solid transparent;
}}
QTabBar::tab:selected {{ color: {text}; border-bottom: 2px solid {accent}; }}
QDockWidget {{ color: {text}; }}
QDockWidget::title {{ background: {base}; padding: 4px 8px; }}
QMainWindow::separator {{ background: {border}; width: 1px; height: 1px; }}
QSplitter::handle {{ background: {border}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QScrollBar:vertical {{ background: transparent; width: 11px; margin: 0; border: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 11px; margin: 0; border: 0; }}
QScrollBar::handle {{ background: {border}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {muted}; }}
QScrollBar::handle:disabled {{ background: transparent; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""
