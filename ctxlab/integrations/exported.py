"""Exported files run as they are: what is verified is what is shipped."""

from __future__ import annotations

import importlib.util
from importlib import metadata
from types import ModuleType

from ctxlab.errors import PluginError
from ctxlab.model.settings_export import Exported, Form
from ctxlab.paths import resource
from ctxlab.tokens.vocabulary import build, read_ranks, vocabulary_of

#: The module that each library is imported by.
_MODULES = {
    "langchain": "langchain",
    "langchain-core": "langchain_core",
    "openai-agents": "agents",
    "anthropic": "anthropic",
}


def version_of(form: Form) -> str:
    """The version of the library of a form that is installed.

    Raises:
        PluginError: It is not installed.
    """
    if importlib.util.find_spec(_MODULES[form.library]) is None:
        raise PluginError(f"{form.library} is not installed", hint=f"pip install {form.library}")
    return metadata.version(form.library)


def run(exported: Exported) -> ModuleType:
    """The module that an exported file is, its code executed.

    Counting needs no network: the vocabularies that ship with ctxlab are the published ones, and stand
    ready where the file asks tiktoken for them by name.

    Raises:
        PluginError: Its code does not run with the libraries that are installed.
    """
    _offer_vocabularies(exported.text)
    module = ModuleType("exported")
    try:
        exec(compile(exported.text, f"exported{exported.ending}", "exec", dont_inherit=True), module.__dict__)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise PluginError(
            f"the exported file does not run with what is installed: {reason}",
            hint="another version of the library may have what it uses",
        ) from error
    return module


def _offer_vocabularies(text: str) -> None:
    if "tiktoken" not in text:
        return
    from tiktoken import registry

    for name in ("o200k_base", "cl100k_base"):
        if f'"{name}"' in text and name not in registry.ENCODINGS:
            vocabulary = vocabulary_of(name)
            registry.ENCODINGS[name] = build(vocabulary, read_ranks(vocabulary, resource("tokenizers")))
