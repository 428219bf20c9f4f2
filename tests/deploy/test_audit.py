"""What is known of the packages is told as it is, also when nothing could be looked up."""

from __future__ import annotations

from typing import Any

import pytest

from deploy import audit
from deploy.audit import UNKNOWN, VULNERABLE, Findings, findings_of

SOUND: dict[str, Any] = {"name": "aiohttp", "version": "3.14.5", "vulns": []}
BROKEN: dict[str, Any] = {
    "name": "pillow",
    "version": "1.0",
    "vulns": [{"id": "CVE-1", "fix_versions": ["1.1", "2.0"]}, {"id": "CVE-2", "fix_versions": []}],
}
SKIPPED: dict[str, Any] = {"name": "yarl", "skip_reason": "not found"}


def test_all_looked_up_and_nothing_known() -> None:
    findings = findings_of({"dependencies": [SOUND]})
    assert findings.status == 0
    assert findings.lines == ["No vulnerability is known of the 1 packages."]


def test_what_is_known_is_told_and_how_to_mend_it() -> None:
    findings = findings_of({"dependencies": [SOUND, BROKEN, SKIPPED]})
    assert findings.status == VULNERABLE
    assert findings.lines == [
        "pillow 1.0: CVE-1, mended in 1.1, 2.0",
        "pillow 1.0: CVE-2, mended in –",
    ]


@pytest.mark.parametrize("packages", [[SOUND, SKIPPED], [SKIPPED], []])
def test_what_was_not_looked_up_is_not_called_sound(packages: list[dict[str, Any]]) -> None:
    findings = findings_of({"dependencies": packages})
    assert findings.status == UNKNOWN
    assert findings.lines[0].startswith("NOT KNOWN")


def test_the_next_database_is_asked_when_one_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {"advisories": Findings(unchecked=("yarl",)), "osv": Findings(checked=("yarl 1.0",))}
    monkeypatch.setattr(audit, "ask", lambda database, _: said[database])
    assert audit.main(["requirements.lock"]) == 0
    monkeypatch.setattr(audit, "ask", lambda *_: Findings())
    assert audit.main(["requirements.lock"]) == UNKNOWN
    assert "NOT KNOWN" in capsys.readouterr().out
