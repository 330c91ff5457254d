"""The language of the window: which one, and the translations that tr() looks up."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ctxlab.paths import resource
from ctxlab.settings import UiLanguage


def language_of(wanted: UiLanguage, environment: Mapping[str, str]) -> str:
    """`en` or `zh`: as set, else as the environment or the desktop says."""
    if wanted is not UiLanguage.SYSTEM:
        return wanted.value
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "zh" if QLocale.system().language() is QLocale.Language.Chinese else "en"


def install(app: QCoreApplication, language: str) -> bool:
    """Makes tr() answer in a language; whether there are translations of it. English needs none.

    The translators belong to the application; those of an earlier language go.
    """
    for earlier in app.findChildren(QTranslator):
        app.removeTranslator(earlier)
        earlier.deleteLater()
    QLocale.setDefault(QLocale("zh_CN" if language == "zh" else "en_US"))
    if language == "en":
        return True
    found = False
    folders = (
        (f"ctxlab_{language}", str(resource("i18n"))),
        ("qtbase_zh_CN", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
    )
    for name, folder in folders:
        translator = QTranslator(app)
        if translator.load(name, folder):
            app.installTranslator(translator)
            found = found or name.startswith("ctxlab")
    return found
