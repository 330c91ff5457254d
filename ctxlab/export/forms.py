"""The forms that profiles are exported in, and the one function that writes any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ctxlab.errors import ProfileError
from ctxlab.export.anthropic import FORM as ANTHROPIC
from ctxlab.export.anthropic import anthropic
from ctxlab.export.documents import to_json, to_yaml
from ctxlab.export.langchain_agent import FORM as LANGCHAIN_AGENT
from ctxlab.export.langchain_agent import langchain_agent
from ctxlab.export.langchain_trim import FORM as LANGCHAIN_TRIM
from ctxlab.export.langchain_trim import langchain_trim
from ctxlab.export.openai_agents import FORM as OPENAI_AGENTS
from ctxlab.export.openai_agents import openai_agents
from ctxlab.export.python import CONTEXT_BUDGET, DICT, context_budget, table
from ctxlab.export.toml import to_toml
from ctxlab.model.profile import Profile
from ctxlab.model.settings_export import Exported, Form

#: How each form is written: without gaps, or with them.
Writer = Callable[[Profile], Exported]


def _whole(form: Form, write: Callable[[Profile], str]) -> tuple[Form, Writer]:
    return form, lambda profile: Exported(form.name, write(profile), form.ending)


TOML = Form("toml", "ctxlab profile, TOML", "ctxlab 配置，TOML", ".toml")

_FORMS: Mapping[str, tuple[Form, Writer]] = {
    form.name: (form, writer)
    for form, writer in (
        _whole(TOML, to_toml),
        _whole(Form("json", "ctxlab profile, JSON", "ctxlab 配置，JSON", ".json"), to_json),
        _whole(Form("yaml", "ctxlab profile, YAML", "ctxlab 配置，YAML", ".yaml"), to_yaml),
        (CONTEXT_BUDGET, context_budget),
        (DICT, table),
        (LANGCHAIN_TRIM, langchain_trim),
        (LANGCHAIN_AGENT, langchain_agent),
        (ANTHROPIC, anthropic),
        (OPENAI_AGENTS, openai_agents),
    )
}


def forms() -> tuple[Form, ...]:
    """All forms, in the order in which they are offered."""
    return tuple(form for form, _ in _FORMS.values())


def form_named(name: str) -> Form:
    """The form of that name.

    Raises:
        ProfileError: There is none.
    """
    if name not in _FORMS:
        raise ProfileError(f"there is no form {name!r} to export in", hint="known: " + ", ".join(_FORMS))
    return _FORMS[name][0]


def export(profile: Profile, form: str, *, base_text: str | None = None) -> Exported:
    """The profile in one form, with the settings that the form cannot express.

    As TOML it keeps the comments and the layout of `base_text`, the TOML that it was read from.

    Raises:
        ProfileError: There is no such form, or `base_text` is no valid profile.
    """
    chosen, write = _FORMS[form_named(form).name]
    if chosen is TOML and base_text is not None:
        return Exported(chosen.name, to_toml(profile, base_text), chosen.ending)
    return write(profile)
