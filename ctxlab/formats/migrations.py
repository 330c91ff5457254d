"""Old versions of our own files become the current one, step by step; newer ones are refused and named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.errors import FormatError, Where

#: Turns the value of one version into that of the next, without changing what it is given.
Step = Callable[[Mapping[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Family:
    """The versions of one kind of file. `steps[n]` turns version n into n + 1, one for each old version."""

    name: str
    current: int
    steps: Mapping[int, Step] = field(default_factory=dict[int, Step])

    @property
    def schema(self) -> str:
        """What stands under `schema` in a file of the current version."""
        return f"{self.name}/{self.current}"

    def version(self, value: Mapping[str, Any]) -> int | None:
        """The version that the value states, or None if it is no file of this family."""
        schema = value.get("schema")
        if not isinstance(schema, str):
            return None
        name, slash, number = schema.partition("/")
        if name != self.name or not slash or not number.isascii() or not number.isdigit() or len(number) > 9:
            return None
        return int(number)

    def migrate(self, value: Mapping[str, Any], file: str) -> dict[str, Any]:
        """The value in the current version.

        Raises:
            FormatError: It is of another family, of a newer version, or of one that no step leads away from.
        """
        version = self.version(value)
        where = Where(file, key="schema")
        if version is None:
            shown = str(value.get("schema"))[:60]
            stated = f"the schema is {shown!r}" if "schema" in value else "it has no schema"
            raise FormatError(f"{stated}, not {self.schema!r}", where=where)
        if version > self.current:
            raise FormatError(
                f"a newer ctxlab wrote this file (version {version}; this one reads up to {self.current})",
                where=where,
                hint="update ctxlab",
            )
        out = dict(value)
        while version < self.current:
            step = self.steps.get(version)
            if step is None:
                raise FormatError(f"version {version} of the file is not known", where=where)
            out = step(out)
            version += 1
        return {**out, "schema": self.schema}


SESSION = Family("ctxlab.session", 1)
MARKS = Family("ctxlab.marks", 1)
