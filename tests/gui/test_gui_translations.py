"""Simplified Chinese for the whole window: every string is found, translated, released and shown."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import PySide6
import pytest
from gui.gui_helpers import counters, dispose, settle, write_talk
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtGui import QFontDatabase, QTextLayout
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

import ctxlab.gui
from ctxlab.explain.survival import survived
from ctxlab.gui.i18n import install
from ctxlab.gui.keys import KeysDialog
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.survived_words import word
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.theme.style import Look, ui_font
from ctxlab.model.constraint import Survived
from ctxlab.paths import resource
from ctxlab.profiles import builtin_names
from ctxlab.settings import LoadedSettings, Settings, UiLanguage

SOURCES = sorted(Path(ctxlab.gui.__file__).parent.rglob("*.py"))
TS = Path(str(resource("i18n"))) / "ctxlab_zh.ts"
CHINESE = re.compile(r"[\u4e00-\u9fff]")
LATIN = re.compile(r"[A-Za-z]{2,}")

#: Words that Chinese keeps: names of products, formats and keys, the filter's language, examples.
_NAMES = """
    Codex CLI Cline opencode usage factor window unknown
    ctxlab LLM MIT Python ContextBudget BUDGET CONTEXT JSON json jsonl CSV ctx toml py Claude Code OpenAI
    Responses Gemini Lab record True run runs settings false model base keyring set gssc
    Anthropic chat completions English token id ms HTML html Markdown md ACME IP db migrations CNY
    Ctrl Alt Shift Tab Enter Esc Page Up up Down down Del Home End
    fate stage row source turn tool role tokens must is made current lost kept any dropped room for two
"""
NAMES = frozenset(_NAMES.split())


class Key(NamedTuple):
    """A string of the window: its context and its words in English."""

    context: str
    source: str


class Found(NamedTuple):
    """What a file of translations says of a string; `state` is empty where it is done."""

    words: str
    state: str


def read(ts: Path) -> dict[Key, Found]:
    found: dict[Key, Found] = {}
    for context in ElementTree.parse(ts).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            key = Key(context.findtext("name") or "", message.findtext("source") or "")
            found[key] = Found(translation.text or "", translation.get("type") or "")
    return found


@cache
def translations() -> dict[Key, Found]:
    return read(TS)


def words_kept(text: str) -> set[str]:
    return set(LATIN.findall(text)) - NAMES


def test_lupdate_finds_no_string_without_a_translation(tmp_path: Path) -> None:
    lupdate = shutil.which("lupdate", path=str(Path(PySide6.__file__).parent))
    if lupdate is None:
        pytest.skip("this Qt comes without lupdate")
    copy = tmp_path / TS.name
    shutil.copy(TS, copy)
    told = subprocess.run([lupdate, "-silent", *map(str, SOURCES), "-ts", str(copy)], check=True)
    assert told.returncode == 0
    fresh = read(copy)
    assert [key for key, found in fresh.items() if found.state] == []
    assert fresh == translations()


def asked_for(tree: ast.AST, around: str = "") -> Iterator[tuple[ast.Call, str]]:
    """The calls of tr and translate, with the class they stand in."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and name_of(node) in ("tr", "translate"):
            yield node, around
        yield from asked_for(node, node.name if isinstance(node, ast.ClassDef) else around)


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def test_every_call_names_its_string_where_lupdate_sees_it() -> None:
    unseen: list[str] = []
    for path in SOURCES:
        for call, around in asked_for(ast.parse(path.read_text(encoding="utf-8"))):
            literals = [one.value for one in call.args if isinstance(one, ast.Constant)]
            if name_of(call) == "translate" and not isinstance(call.args[0], ast.Constant):
                continue  # of bytes and texts
            key = Key(*literals) if name_of(call) == "translate" else Key(around, *literals)
            if key not in translations():
                unseen.append(f"{path.name}:{call.lineno}: {key}")
    assert unseen == []


def shown_literals(node: ast.AST) -> Iterator[str]:
    """Texts with words that an expression hands on as they are."""
    match node:
        case ast.Constant(value=str() as text) if LATIN.search(text):
            yield text
        case ast.IfExp():
            yield from shown_literals(node.body)
            yield from shown_literals(node.orelse)
        case ast.JoinedStr() | ast.BinOp() | ast.BoolOp() | ast.List() | ast.Tuple():
            for part in ast.iter_child_nodes(node):
                yield from shown_literals(part)
        case ast.Call(func=ast.Attribute(value=held, attr="format" | "join")):
            yield from shown_literals(held)
            for part in node.args:
                yield from shown_literals(part)


#: What puts its first argument before the eyes or ears of a person.
_SHOWING = """
    setText setToolTip setPlaceholderText setAccessibleName setAccessibleDescription setWindowTitle setTitle
    setInformativeText setDetailedText setStatusTip setWhatsThis addItem addAction addMenu setTabText
    setItemText showMessage tell QLabel QPushButton QToolButton QCheckBox QRadioButton QGroupBox QAction
    QMenu plain_label tooltip one_line
"""
SHOWING = frozenset(_SHOWING.split())


def test_no_text_is_shown_that_is_not_translated() -> None:
    bare: list[str] = []
    for path in SOURCES:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and name_of(call) in SHOWING and call.args:
                texts = [text for text in shown_literals(call.args[0]) if words_kept(text)]
                bare += [f"{path.name}:{call.lineno}: {text}" for text in texts]
    assert bare == []


def test_places_and_letters_of_a_string_are_kept() -> None:
    wrong = []
    for key, found in translations().items():
        places = [sorted(re.findall(r"\{\d\}", text)) for text in (key.source, found.words)]
        letters = [re.findall(r"&(\w)", text.upper()) for text in (key.source, found.words)]
        endings = [text.endswith("…") for text in (key.source, found.words)]
        if any(one != other for one, other in (places, letters, endings)):
            wrong.append((key, found.words))
    assert wrong == []


def test_chinese_is_chinese() -> None:
    left = {key: found.words for key, found in translations().items() if words_kept(found.words)}
    assert left == {}
    for key, found in translations().items():
        # “of” may be a stroke between two numbers
        assert CHINESE.search(found.words) or not words_kept(key.source) - {"of"}, key
        assert not re.search(r"[\u4e00-\u9fff][,;?!]|[\u4e00-\u9fff]: ", found.words), found.words


def test_what_is_released_is_what_is_written(qtbot: QtBot) -> None:
    translator = QTranslator()
    assert translator.load(str(TS.with_suffix(".qm")))
    said = {key: translator.translate(key.context, key.source) for key in translations()}
    assert said == {key: found.words for key, found in translations().items()}


def test_the_letters_of_a_menu_differ(chinese: MainWindow) -> None:
    for menu in [chinese.menuWidget(), *chinese.menuWidget().findChildren(QMenu)]:
        letters = re.findall(r"&(\w)", " ".join(action.text() for action in menu.actions()))
        assert sorted(letters) == sorted(set(letters)), [action.text() for action in menu.actions()]


@pytest.fixture
def chinese(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window in Chinese; English is put back afterwards."""
    app = QApplication.instance()
    assert app is not None
    before = QLocale()
    assert install(app, "zh")
    look = Look()
    settings = Settings(language=UiLanguage.CHINESE)
    preferences = Preferences(LoadedSettings(settings, settings), look, write=False)
    preferences.dress()
    made = MainWindow(look, preferences, counters(), ask_before_quit=False)
    made.resize(1680, 1050)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    dispose(made)
    install(app, "en")
    QLocale.setDefault(before)


def texts_of(root: QWidget) -> Iterator[tuple[QWidget, str]]:
    """All that widgets say of themselves: not what lists and fields hold, which is data."""
    for widget in [root, *root.findChildren(QWidget)]:
        for text in (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()):
            yield widget, text
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget, widget.text()
        if isinstance(widget, QLineEdit):
            yield widget, widget.placeholderText()
        if isinstance(widget, QTabBar):
            yield from ((widget, widget.tabText(at)) for at in range(widget.count()))
        if isinstance(widget, QComboBox):
            yield from ((widget, widget.itemText(at)) for at in range(widget.count()))
        if isinstance(widget, QMenu):
            yield widget, widget.title()
            for action in widget.actions():
                yield from ((widget, text) for text in (action.text(), action.toolTip()))
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model, sideways = widget.model(), Qt.Orientation.Horizontal
            for at in range(model.columnCount()):
                for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                    yield widget, str(model.headerData(at, sideways, role) or "")


def untranslated(root: QWidget, data: frozenset[str] = frozenset()) -> list[str]:
    """Texts with words in no Chinese and in no name."""
    return [
        f"{type(widget).__name__} {widget.objectName()}: {text}"
        for widget, text in texts_of(root)
        if not CHINESE.search(text) and words_kept(re.sub(r"</?(qt|br)>", " ", text)) - data
    ]


#: Names of profiles, strategies and wire forms: what a profile's file calls them.
_DATA = "sandwich chronological none layered gpt user"
DATA = frozenset(_DATA.split()) | {word for name in builtin_names() for word in LATIN.findall(name)}


def test_an_empty_window_speaks_chinese(chinese: MainWindow, qtbot: QtBot) -> None:
    assert untranslated(chinese, DATA) == []
    chinese.turn_to("investigate")
    assert untranslated(chinese, DATA) == []
    assert chinese.windowTitle() == "ctxlab"


def test_a_window_on_a_session_speaks_chinese(chinese: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    talk = [{"role": "user", "content": "周末去杭州。"}, {"role": "assistant", "content": "好的。"}] * 3
    chinese.open(write_talk(tmp_path, [*talk, talk[0]], "对话.json"))
    settle(qtbot, chinese)
    for view in (chinese.views.wire, chinese.views.sensitivity, chinese.views.diff):
        chinese.page.show_tab(view)
        QApplication.processEvents()
        assert untranslated(chinese, DATA) == []
    chinese.turn_to("investigate")
    assert untranslated(chinese, DATA) == []
    chinese.commands.palette.trigger()
    assert untranslated(chinese, DATA) == []


def test_the_keys_are_listed_in_chinese(chinese: MainWindow) -> None:
    dialog = KeysDialog(chinese.commands, chinese)
    said = [dialog.table.item(row, 1).text() for row in range(dialog.table.rowCount())]
    assert [text for text in said if not CHINESE.search(text) or "(" in text or "&" in text] == []
    dispose(dialog)


def test_every_character_has_a_glyph(qtbot: QtBot) -> None:
    if not QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese):
        pytest.skip("no Chinese font is installed")
    used = sorted(
        {letter for found in translations().values() for letter in found.words if letter.isprintable()}
    )
    layout = QTextLayout("".join(used), ui_font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    assert 0 not in [glyph for run in layout.glyphRuns() for glyph in run.glyphIndexes()]


@pytest.mark.parametrize("verdict", Survived)
def test_a_verdict_has_the_same_word_here_as_in_reports_and_the_command_line(verdict: Survived) -> None:
    context = next(one for one in ElementTree.parse(TS).iter("context") if one.findtext("name") == "Survived")
    chinese = {one.findtext("source"): one.findtext("translation") for one in context.iter("message")}
    assert word(verdict) == survived(verdict, "en")
    assert chinese[word(verdict)] == survived(verdict, "zh")
