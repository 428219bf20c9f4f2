"""The audit of dependencies for known vulnerabilities: ``python -m deploy.audit LOCK``.

It asks public databases through ``pip-audit``, one after the other. A package that was not looked
up is reported as such, never as safe.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, Final

DATABASES: Final = {"advisories": (), "osv": ("--vulnerability-service", "osv")}
"""The databases that ``pip-audit`` can ask, with the options for each; its default comes first."""

VULNERABLE: Final = 1
UNKNOWN: Final = os.EX_UNAVAILABLE


@dataclass(frozen=True)
class Findings:
    """The report of a vulnerability database about the packages of a lock file.

    Attributes:
        checked: the packages that were looked up, with their versions.
        unchecked: the packages that could not be looked up.
        known: one line for each known vulnerability.
    """

    checked: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    known: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """The exit status: 1 if a vulnerability is known, 69 if a look-up failed, else 0."""
        if self.known:
            return VULNERABLE
        return 0 if self.checked and not self.unchecked else UNKNOWN

    @property
    def lines(self) -> list[str]:
        """The report for people, line by line."""
        if self.known:
            return list(self.known)
        total = len(self.checked) + len(self.unchecked)
        if self.status:
            return [
                f"NOT KNOWN: {len(self.unchecked)} of {total} packages could not be looked up, "
                "since no database of vulnerabilities answers for them."
            ]
        return [f"No vulnerability is known of the {total} packages."]


def findings_of(report: Any) -> Findings:
    """Read a JSON report of ``pip-audit``."""
    packages = report["dependencies"]
    return Findings(
        checked=tuple(_name(package) for package in packages if "skip_reason" not in package),
        unchecked=tuple(package["name"] for package in packages if "skip_reason" in package),
        known=tuple(
            f"{_name(package)}: {found['id']}, mended in {', '.join(found['fix_versions']) or '–'}"
            for package in packages
            for found in package.get("vulns", ())
        ),
    )


def _name(package: Any) -> str:
    return f"{package['name']} {package['version']}"


def ask(database: str, lock: str) -> Findings:
    """Run ``pip-audit`` on all packages of a lock file with one vulnerability database."""
    # The lock has every package with its hash, so nothing needs to be installed or resolved.
    asked = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip_audit",
            *DATABASES[database],
            "--requirement",
            lock,
            "--require-hashes",
            "--disable-pip",
            "--format",
            "json",
            "--progress-spinner",
            "off",
            "--timeout",
            "15",
        ],
        check=False,
        capture_output=True,
        text=True,
    )
    try:
        return findings_of(json.loads(asked.stdout))
    except json.JSONDecodeError:  # it reports nothing when the database cannot be reached
        why = asked.stderr.strip().splitlines()[-1:] or ["no reason given"]
        sys.stderr.write(f"The database “{database}” does not answer: {why[0][:200]}\n")
        return Findings()


def _reach(findings: Findings) -> tuple[int, int]:
    """Return the extent of a report, to compare it with another one."""
    return len(findings.checked), len(findings.unchecked)


def main(arguments: list[str]) -> int:
    """Ask vulnerability databases in turn until one knows all packages, and print its report.

    Returns:
        The exit status.
    """
    [lock] = arguments
    findings = Findings()
    for database in DATABASES:
        findings = max(findings, ask(database, lock), key=_reach)
        if findings.status != UNKNOWN:
            break
    sys.stdout.write("\n".join(findings.lines) + "\n")
    return findings.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
