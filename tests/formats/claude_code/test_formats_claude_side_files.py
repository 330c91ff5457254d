"""Files of sub-agents beside a Claude Code transcript: joined with it, alone, in folders and in ZIP files."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from formats.transcripts import REAL, said, user
from helpers.sound import assert_sound

from ctxlab.batch.sweep_keys import files_digest
from ctxlab.formats.beside import MOST_SIDE_FILES
from ctxlab.formats.folders import session_files_in
from ctxlab.formats.load import load, load_bytes
from ctxlab.model.items import Item
from ctxlab.model.session import Session

AGENT = "a1b77fea2c0a2269b"
SIDE = REAL / f"subagent-{AGENT}.jsonl"


def task(ident: str, prompt: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": ident, "name": "Task", "input": {"prompt": prompt}}


def answered(uuid: str, parent: str, ident: str, agent: str = "") -> dict[str, Any]:
    content = [{"type": "tool_result", "tool_use_id": ident, "content": "done"}]
    return user(uuid, parent, content, **({"toolUseResult": {"agentId": agent}} if agent else {}))


def side(agent: str, prompt: str, session: str = "s", **more: Any) -> list[dict[str, Any]]:
    own = {"isSidechain": True, "agentId": agent, "sessionId": session, **more}
    return [
        {**user(f"{agent}-u", None, prompt), **own},
        {**said(f"{agent}-a", f"{agent}-u", f"{agent}-m", "found it"), **own},
    ]


def main_lines() -> list[dict[str, Any]]:
    return [
        user("u1", None, "look around"),
        said("a1", "u1", "m1", task("t1", "look left")),
        said("a2", "a1", "m1", task("t2", "look right")),
        answered("r1", "a1", "t1", "left"),
        answered("r2", "a2", "t2"),
        said("a3", "r2", "m2", "all seen"),
    ]


def write(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    return path


def opened(path: Path) -> Session:
    (session,) = load(path)
    assert_sound(session)
    return session


def chain(session: Session, name: str) -> list[Item]:
    return [item for item in session.items if item.chain == name]


def told(session: Session) -> dict[str, dict[str, Any]]:
    return {one.code: dict(one.numbers) for one in session.diagnostics}


@pytest.mark.parametrize("place", ["s/subagents/agent-left.jsonl", "agent-left.jsonl"])
def test_a_side_file_is_a_side_chain_of_the_call_that_made_it(tmp_path: Path, place: str) -> None:
    main = write(tmp_path / "s.jsonl", main_lines())
    alone = opened(main)
    write(tmp_path / place, side("left", "look left"))
    session = opened(main)
    assert session.items[: len(alone.items)] == alone.items
    assert session.requests[: len(alone.requests)] == alone.requests
    added = chain(session, "left")
    assert [item.parts[0].text for item in added] == ["look left", "found it"]
    assert json.loads(added[0].extra)["made_by_call"] == "t1"
    assert [str(item.place) for item in added] == [f"line {n} {place}#" for n in (1, 2)]
    assert [(one.end, one.live, one.turn) for one in session.chain("left")] == [(7, ((6, 6),), 1)]
    assert told(session) == {"side_files_joined": {"count": 1}}


def test_the_call_is_also_told_by_the_note_beside_the_file_or_by_the_prompt(tmp_path: Path) -> None:
    main = write(tmp_path / "s.jsonl", main_lines())
    folder = tmp_path / "s" / "subagents"
    write(folder / "agent-x.jsonl", side("x", "look right"))
    write(folder / "deep" / "agent-y.jsonl", side("y", "something else"))
    (folder / "deep" / "agent-y.meta.json").write_text('{"agentType": "Explore", "toolUseId": "t2"}', "utf-8")
    write(folder / "agent-z.jsonl", side("z", "nobody asked"))
    session = opened(main)
    abouts = {name: json.loads(chain(session, name)[0].extra) for name in "xyz"}
    assert abouts["x"] == {"agent": "x", "made_by_call": "t2"}
    assert abouts["y"] == {"agent": "y", "agentType": "Explore", "toolUseId": "t2", "made_by_call": "t2"}
    assert abouts["z"] == {"agent": "z"}
    assert told(session)["side_files_without_call"] == {"count": 1, "names": "s/subagents/agent-z.jsonl"}


def test_a_sub_agent_of_a_sub_agent_is_joined_too(tmp_path: Path) -> None:
    main = write(tmp_path / "s.jsonl", main_lines())
    folder = tmp_path / "s" / "subagents"
    own = {"isSidechain": True, "agentId": "left"}
    deeper = [
        *side("left", "look left")[:1],
        {**said("l2", "left-u", "lm", task("t9", "look down")), **own},
        {**answered("l3", "l2", "t9", "down"), **own},
    ]
    write(folder / "agent-left.jsonl", deeper)
    write(folder / "agent-down.jsonl", side("down", "look down"))
    session = opened(main)
    assert json.loads(chain(session, "down")[0].extra)["made_by_call"] == "t9"


def test_a_side_file_alone_is_a_session_of_its_own(tmp_path: Path) -> None:
    write(tmp_path / "s.jsonl", main_lines())
    folder = tmp_path / "s" / "subagents"
    write(folder / "agent-right.jsonl", side("right", "look right"))
    session = opened(write(folder / "agent-left.jsonl", side("left", "look left")))
    assert [item.chain for item in session.items] == ["", ""]
    assert session.diagnostics == ()


def test_a_real_side_file_is_the_same_as_alone_but_for_its_chain(tmp_path: Path) -> None:
    alone = opened(SIDE)
    stated = json.loads(SIDE.read_text("utf-8").split("\n")[0])["sessionId"]
    main = write(tmp_path / "renamed.jsonl", [{**one, "sessionId": stated} for one in main_lines()])
    (tmp_path / f"agent-{AGENT}.jsonl").write_bytes(SIDE.read_bytes())
    session = opened(main)
    added = chain(session, AGENT)
    assert [item.parts for item in added] == [item.parts for item in alone.items]
    shift = len(session.items) - len(added)
    live = [tuple((a + shift, b + shift) for a, b in one.live) for one in alone.requests]
    assert [one.live for one in session.chain(AGENT)] == live
    assert [one.turn for one in session.chain(AGENT)] == [one.turn for one in alone.requests]
    assert [one.usage for one in session.chain(AGENT)] == [one.usage for one in alone.requests]


def test_side_files_of_other_sessions_are_not_joined(tmp_path: Path) -> None:
    main = write(tmp_path / "s.jsonl", main_lines())
    write(tmp_path / "agent-left.jsonl", side("left", "look left", session="other"))
    assert told(opened(main)) == {}
    assert [path.name for path in session_files_in(tmp_path).files] == ["agent-left.jsonl", "s.jsonl"]


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    main = write(tmp_path / "s.jsonl", main_lines())
    folder = tmp_path / "s" / "subagents"
    write(folder / "agent-left.jsonl", side("left", "look left"))
    with (folder / "agent-left.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"type": "user", "uu')
    (folder / "agent-none.jsonl").write_bytes(b"\x00\x01 no json")
    session = opened(main)
    assert told(session)["side_files_odd"] == {"count": 1, "names": "s/subagents/agent-left.jsonl"}
    assert told(session)["side_files_unread"] == {"count": 1, "names": "s/subagents/agent-none.jsonl"}
    assert len(chain(session, "left")) == 2


def test_an_agent_that_the_transcript_holds_itself_is_not_joined_again(tmp_path: Path) -> None:
    inline = side("left", "look left")
    main = write(tmp_path / "s.jsonl", [*main_lines(), *inline])
    write(tmp_path / "agent-left.jsonl", inline)
    session = opened(main)
    assert len(chain(session, "left")) == 2
    assert told(session) == {}


def test_a_folder_gives_a_session_once_and_what_has_no_session_by_itself(tmp_path: Path) -> None:
    write(tmp_path / "s.jsonl", main_lines())
    write(tmp_path / "s" / "subagents" / "agent-left.jsonl", side("left", "look left"))
    write(tmp_path / "agent-right.jsonl", side("right", "look right"))
    write(tmp_path / "gone" / "subagents" / "agent-old.jsonl", side("old", "look", session="gone"))
    names = [path.relative_to(tmp_path).as_posix() for path in session_files_in(tmp_path).files]
    assert names == ["s.jsonl", "gone/subagents/agent-old.jsonl"]
    inside = session_files_in(tmp_path / "s").files
    assert [path.name for path in inside] == ["agent-left.jsonl"]


@pytest.mark.parametrize("data", [b"", b"no transcript", b'{"type": "user"}'])
def test_side_files_of_what_is_no_transcript_are_not_lost(tmp_path: Path, data: bytes) -> None:
    write(tmp_path / "s" / "subagents" / "agent-left.jsonl", side("left", "look left"))
    (tmp_path / "s.jsonl").write_bytes(data)
    assert [path.name for path in session_files_in(tmp_path).files] == ["s.jsonl", "agent-left.jsonl"]


def test_a_transcript_of_bookkeeping_alone_has_its_side_files_too(tmp_path: Path) -> None:
    main = write(tmp_path / "s.jsonl", [{"type": "last-prompt", "sessionId": "s", "leafUuid": "u"}])
    write(tmp_path / "s" / "subagents" / "agent-left.jsonl", side("left", "look left"))
    assert [item.chain for item in opened(main).items] == ["left", "left"]
    assert session_files_in(tmp_path).files == (main,)


def test_side_files_beyond_the_bound_stay_sessions_of_their_own(tmp_path: Path) -> None:
    main = write(tmp_path / "s.jsonl", main_lines())
    for n in range(MOST_SIDE_FILES + 2):
        write(tmp_path / "s" / "subagents" / f"agent-{n:05}.jsonl", side(f"{n:05}", "look")[:1])
    notes = told(opened(main))
    assert notes["side_files_joined"] == {"count": MOST_SIDE_FILES}
    assert notes["side_files_left"] == {"count": 2}
    names = [path.name for path in session_files_in(tmp_path).files]
    assert names == ["s.jsonl", "agent-01000.jsonl", "agent-01001.jsonl"]


def test_a_zip_file_of_a_projects_folder_joins_them_too(tmp_path: Path) -> None:
    write(tmp_path / "s.jsonl", main_lines())
    write(tmp_path / "s" / "subagents" / "agent-left.jsonl", side("left", "look left"))
    (tmp_path / "s" / "subagents" / "agent-left.meta.json").write_text('{"agentType": "Explore"}', "utf-8")
    write(tmp_path / "agent-right.jsonl", side("right", "look right"))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(one for one in tmp_path.rglob("*") if one.is_file()):
            archive.write(path, f"p/{path.relative_to(tmp_path).as_posix()}")
    (session,) = load_bytes(packed.getvalue(), "p.zip")
    assert_sound(session)
    assert json.loads(chain(session, "left")[0].extra)["agentType"] == "Explore"
    assert json.loads(chain(session, "right")[0].extra)["made_by_call"] == "t2"
    assert told(session) == {"side_files_joined": {"count": 2}}


def test_another_side_file_makes_another_digest_of_what_a_session_is_read_from(tmp_path: Path) -> None:
    main = write(tmp_path / "s.jsonl", main_lines())
    before = files_digest(str(main))
    write(tmp_path / "s" / "subagents" / "agent-left.jsonl", side("left", "look left"))
    joined = files_digest(str(main))
    write(tmp_path / "s" / "subagents" / "agent-left.jsonl", side("left", "look there"))
    assert len({before, joined, files_digest(str(main))}) == 3
