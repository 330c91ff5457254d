from __future__ import annotations

import pytest

from ctxlab.model.profile import Encoding, Profile, TokenSettings
from ctxlab.tokens.models import counting_for, encoding_for, encoding_of


@pytest.mark.parametrize(
    "model",
    [
        "gpt-4o", "gpt-4o-mini", "gpt-4o-2024-08-06", "gpt-4.1", "gpt-4.1-nano", "gpt-4.5-preview", "gpt-5",
        "gpt-5-mini", "gpt-5.1", "o1", "o1-preview", "o3", "o3-mini", "o4-mini", "chatgpt-4o-latest",
        "openai/gpt-4o", "GPT-4o", "openrouter/openai/gpt-5", "ft:gpt-4o:team::id",
    ],
)  # fmt: skip
def test_models_of_o200k(model: str) -> None:
    assert encoding_of(model) is Encoding.O200K


@pytest.mark.parametrize(
    "model", ["gpt-4", "gpt-4-turbo", "gpt-4-32k-0613", "gpt-3.5-turbo", "gpt-3.5-turbo-16k", "openai/gpt-4"]
)
def test_models_of_cl100k(model: str) -> None:
    assert encoding_of(model) is Encoding.CL100K


@pytest.mark.parametrize(
    "model",
    [
        "", " ", "harbor-7b", "ollama/harbor:7b", "azure/my-deploy", "azure/gpt-4o", "claude-sonnet-4-5",
        "gemini-2.5-pro", "qwen/o1", "o100", "o1x", "gpt-4.9", "gpt-40", "gpt-50", "my-gpt-4o", "gpt-3.5",
        "openai/", "/", "text-gpt-4",
    ],
)  # fmt: skip
def test_other_models_are_not_guessed_at(model: str) -> None:
    """Case B74: no error, and no claim."""
    assert encoding_of(model) is None


@pytest.mark.parametrize(
    ("stated", "window", "session", "counted"),
    [
        ("", "", "gpt-4-turbo", "cl100k_base"),
        ("", "", "gpt-4o", "o200k_base"),
        ("", "", "claude-sonnet-4", "o200k_base"),
        ("", "", "", "o200k_base"),
        ("", "gpt-3.5-turbo", "gpt-4o", "cl100k_base"),
        ("o200k_base", "", "gpt-4", "o200k_base"),
        ("chars/4", "gpt-4", "gpt-4", "chars/4"),
    ],
)
def test_what_is_stated_wins_then_the_model_then_o200k(
    stated: str, window: str, session: str, counted: str
) -> None:
    profile = Profile().set("tokens.encoding", stated).set("window.model", window).set("tokens.factor", 120)
    assert encoding_for(profile, session).value == counted
    assert counting_for(profile, session) == TokenSettings(encoding=Encoding(counted), factor=120)
