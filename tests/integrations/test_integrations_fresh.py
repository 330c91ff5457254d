"""Exported files in processes of their own, as agents run them: with the real libraries, without ctxlab."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.chat import message, write_json

import ctxlab
from ctxlab.batch.corpus import corpus_of
from ctxlab.export import export
from ctxlab.integrations.verify import verify
from ctxlab.model.items import Row
from ctxlab.model.profile import MustKeepRule, Order, Overflow, Profile, RowBudget, SummarizeSettings, Window
from ctxlab.paths import resource
from ctxlab.profiles import builtin

TALK = [
    message("system", "You plan trips. 用中文回答。"),
    message("user", "第一个问题：预算三千以内，不吃辣。"),
    message("assistant", "记下了。" * 40),
    message("user", "What about the second day?"),
    message("assistant", "The lake in the morning, the tea hills after lunch. " * 10),
    message("user", "今晚吃什么？"),
]
ROWS = (
    (Row.SYSTEM_PROMPT, RowBudget(cap=40)),
    (Row.RECENT, RowBudget(cap=80, overflow=Overflow.STOP, order=Order.NEWEST)),
    (Row.HISTORY, RowBudget(cap=80, overflow=Overflow.COMPRESS, order=Order.NEWEST)),
    (Row.TOOL_RESULT, RowBudget(cap=10, overflow=Overflow.TRUNCATE, order=Order.NEWEST)),
)
#: 210 tokens and the question: the second turn fits, the first does not.
PROFILE = Profile(
    name="行程 'tight'",
    window=Window(size=4000, output_reserve=500),
    budget=ROWS,
    must_keep=(MustKeepRule(text="三千以内"), MustKeepRule(text="tea hills")),
    summarize=SummarizeSettings(max_tokens=10),
)


#: Where tiktoken has its vocabularies from; it keeps them under the digest of the address.
VOCABULARIES = "https://openaipublic.blob.core.windows.net/encodings"


def fresh(folder: Path, code: str, *arguments: object) -> Any:
    """What code prints as JSON in a process of its own, beside exported files, with tiktoken's own cache."""
    vocabularies = folder / "vocabularies"
    vocabularies.mkdir(exist_ok=True)
    for file in ("o200k_base.tiktoken", "cl100k_base.tiktoken"):
        name = hashlib.sha1(f"{VOCABULARIES}/{file}".encode()).hexdigest()
        shutil.copyfile(resource("tokenizers", file), vocabularies / name)
    script = folder / "script.py"
    script.write_text(code, encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script), *map(str, arguments)],
        env={**kept, "TIKTOKEN_CACHE_DIR": str(vocabularies), "PYTHONUTF8": "1"},
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def written(folder: Path, form: str, name: str, profile: Profile = PROFILE) -> Path:
    file = folder / name
    file.write_text(export(profile, form).text, encoding="utf-8")
    return file


TRIM = """
import json, sys
from langchain_core.messages import convert_to_messages
from trimming import trim

messages = convert_to_messages(json.load(open("talk.json", encoding="utf-8"))["messages"])
kept = trim(messages)
assert "ctxlab" not in sys.modules
print(json.dumps([message.content for message in kept], ensure_ascii=False))
"""


def test_langchain_trims_as_it_was_verified(tmp_path: Path) -> None:
    talk = write_json(tmp_path / "talk.json", {"messages": TALK})
    written(tmp_path, "langchain-trim", "trimming.py")
    kept = fresh(tmp_path, TRIM)
    assert kept == [one["content"] for one in (TALK[0], *TALK[3:])]
    (found,) = verify("langchain-trim", PROFILE, corpus_of([talk]).places, store=False).sessions
    assert found.theirs == ("profile:2",)


AGENT = """
import asyncio, json, sys
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, convert_to_messages
from context import middleware

given = []

class Model(GenericFakeChatModel):
    def _generate(self, messages, *args, **kwargs):
        given.append([str(one.content) for one in messages])
        return super()._generate(messages, *args, **kwargs)

answers = iter([AIMessage("the summary"), AIMessage("one"), AIMessage("the summary"), AIMessage("two")])
model = Model(messages=answers)
system, *talk = convert_to_messages(json.load(open("talk.json", encoding="utf-8"))["messages"])
agent = create_agent(model, [], system_prompt=system.content, middleware=middleware(model))
first = agent.invoke({"messages": talk})["messages"][-1].content
second = asyncio.run(agent.ainvoke({"messages": talk}))["messages"][-1].content
assert "ctxlab" not in sys.modules
print(json.dumps({"answers": [first, second], "given": [given[1], given[3]]}, ensure_ascii=False))
"""


def test_an_agent_of_langchain_runs_with_the_middleware(tmp_path: Path) -> None:
    write_json(tmp_path / "talk.json", {"messages": TALK})
    written(tmp_path, "langchain-agent", "context.py")
    found = fresh(tmp_path, AGENT)
    assert found["answers"] == ["one", "two"]
    summary = "Here is a summary of the conversation to date:\n\nthe summary"
    expected = [TALK[0]["content"], summary, *(one["content"] for one in TALK[3:])]
    assert found["given"] == [expected, expected]


SDK = """
import asyncio, json, sys
from agents import Agent, Runner, SQLiteSession
from agents.testing import ScriptedModel, assistant_message
from dataclasses import replace
from context import RUN_CONFIG

system, *talk = json.load(open("talk.json", encoding="utf-8"))["messages"]

async def main():
    session = SQLiteSession("s")
    await session.add_items(talk[:-1])
    model = ScriptedModel([[assistant_message("done")]])
    agent = Agent("planner", instructions=system["content"], model=model)
    config = replace(RUN_CONFIG, tracing_disabled=True)
    result = await Runner.run(agent, talk[-1]["content"], session=session, run_config=config)
    session.close()
    return result.final_output, model.last_call

output, call = asyncio.run(main())
assert "ctxlab" not in sys.modules
given = [one["content"] for one in call.input]
most = call.model_settings.max_tokens
print(json.dumps({"output": output, "given": given, "max": most}, ensure_ascii=False))
"""


def test_the_agents_sdk_runs_with_the_settings(tmp_path: Path) -> None:
    write_json(tmp_path / "talk.json", {"messages": TALK})
    written(tmp_path, "openai-agents", "context.py")
    found = fresh(tmp_path, SDK)
    assert found == {"output": "done", "given": [one["content"] for one in TALK[3:]], "max": 500}


def test_the_published_forms_run_by_themselves(tmp_path: Path) -> None:
    written(tmp_path, "context-budget", "budget.py")
    written(tmp_path, "dict", "table.py")
    code = (
        "import json, sys\nfrom dataclasses import asdict\nfrom budget import ContextBudget\n"
        "from table import CONTEXT_BUDGET\nassert 'ctxlab' not in sys.modules\n"
        "print(json.dumps([asdict(ContextBudget()), CONTEXT_BUDGET]))\n"
    )
    budget, table = fresh(tmp_path, code)
    assert (budget["total_tokens"], budget["output_reserve"], budget["history_max"]) == (4000, 500, 80)
    assert table == {"system_prompt": 40, "conversation": 160, "tool_results": 10, "reserved": 500}


@pytest.mark.parametrize(("form", "name"), [("toml", "p.toml"), ("json", "p.json"), ("yaml", "p.yaml")])
def test_a_profile_builds_the_same_context_in_another_process(form: str, name: str, tmp_path: Path) -> None:
    talk = write_json(tmp_path / "talk.json", {"messages": TALK})
    done = subprocess.run(
        [sys.executable, "-m", "ctxlab", "run", talk, "--profile", written(tmp_path, form, name), "--json"],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    here = ctxlab.build(ctxlab.open(talk).at(), PROFILE)
    assert json.loads(done.stdout) == json.loads(here.to_json())


def test_a_shipped_profile_runs_too(tmp_path: Path) -> None:
    write_json(tmp_path / "talk.json", {"messages": TALK})
    written(tmp_path, "langchain-trim", "trimming.py", builtin("split-budget"))
    assert len(fresh(tmp_path, TRIM)) == len(TALK)
