"""Paths against globs as people write them."""

from __future__ import annotations

import pytest

from ctxlab.analysis.path_globs import matches


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("db/migrations/**", "db/migrations/0007.sql"),
        ("db/migrations/**", "/srv/app/db/migrations/2024/0007.sql"),
        ("db/migrations/**", "./db/x/../migrations/0007.sql"),
        ("db/migrations/**", "db/migrations"),
        ("db/migrations/", "db\\migrations\\0007.sql"),
        ("migrations", "app/db/migrations/0007.sql"),
        ("Migrations", "db/migrations"),
        ("src/a.py", "/srv/app/src/a.py"),
        ("*.sql", "db/0007.sql"),
        ("db/*/0007.sql", "db/migrations/0007.sql"),
        ("src/**/test_?.py", "src/deep/er/test_a.py"),
        ("src/**/test_?.py", "src/test_a.py"),
        ("/etc/**", "/etc/passwd"),
        ("**", "anything"),
        ("a+b(c).py", "x/a+b(c).py"),
        ("db/migrations/**", "db/migrations/*.sql"),
    ],
)
def test_it_matches(glob: str, path: str) -> None:
    assert matches(path, glob)


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("db/migrations/**", "db/migrations_old/0007.sql"),
        ("db/migrations/**", "mydb/migrations/0007.sql"),
        ("migrations", "src/migrations.py"),
        ("src/a.py", "src/b/a.py"),
        ("*.sql", "db/0007.sqlite"),
        ("db/*/0007.sql", "db/a/b/0007.sql"),
        ("/etc/**", "/srv/etc/passwd"),
        ("a.b", "axb"),
        ("", "a"),
        ("a", ""),
    ],
)
def test_it_does_not_match(glob: str, path: str) -> None:
    assert not matches(path, glob)
