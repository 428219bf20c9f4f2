"""The alert rules fire for what a bot's scrapes show, judged by Prometheus's own tool."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from cogs.monitoring import Figures
from db.outbox import Backlog
from ui.services import Metrics

ROOT: Final = Path(__file__).parents[3]
RULES: Final = ROOT / "deploy/monitoring/alerts.yml"
NAMES: Final = [
    rule["alert"]
    for rule in yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"][0]["rules"]
]
OUTAGE: Final = Path(__file__).with_name("outage.json")

pytestmark = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="Prometheus (promtool) is not installed"
)

Series = dict[str, str]


def judge(folder: Path, groups: Sequence[Mapping[str, Any]]) -> None:
    """Runs promtool's unit tests of the rules; fails with what it says."""
    file = folder / "alerts_test.yml"
    tests = {"rule_files": [str(RULES)], "evaluation_interval": "1m", "tests": [*groups]}
    file.write_text(yaml.safe_dump(tests), encoding="utf-8")
    judging = ["promtool", "test", "rules", str(file)]
    done = subprocess.run(judging, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def firing(at: str, *alerts: str) -> dict[str, Any]:
    return {
        "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
        "eval_time": at,
        "exp_samples": [
            {"labels": f'{{alertname="{alert}"}}', "value": 1} for alert in sorted(alerts)
        ],
    }


def group(series: Series, *expected: Mapping[str, Any]) -> dict[str, Any]:
    """A unit test of promtool; the series have a value a minute."""
    return {
        "interval": "1m",
        "input_series": [{"series": name, "values": values} for name, values in series.items()],
        "promql_expr_test": [*expected],
    }


def answers(outcome: str, le: str | None, values: str) -> dict[str, str]:
    name = f"arkadia_answer_seconds_{'bucket' if le else 'count'}"
    bound = f',le="{le}"' if le else ""
    return {f'{name}{{instance="bot",outcome="{outcome}"{bound}}}': values}


def one(name: str, values: str, labels: str = "") -> dict[str, str]:
    return {f'{name}{{instance="bot",job="arkadia"{labels}}}': values}


# An hour of series in which an alert has its reason, and the time at which it fires alone.
REASONS: Final[dict[str, tuple[Series, str]]] = {
    "ArkadiaDown": (one("up", "1 1 0x8"), "6m"),
    "ArkadiaShardDisconnected": (one("arkadia_shard_ready", "1 0x9", ',shard="3"'), "8m"),
    "ArkadiaDatabaseDown": (one("arkadia_database_up", "1 0x9"), "5m"),
    "ArkadiaDatabaseDamaged": (one("arkadia_database_damaged", "0 1x9"), "5m"),
    "ArkadiaDatabaseSlow": (
        one("arkadia_database_seconds_bucket", "0x30", ',le="0.5"')
        | one("arkadia_database_seconds_bucket", "0+12x30", ',le="1.0"')
        | one("arkadia_database_seconds_bucket", "0+12x30", ',le="+Inf"'),
        "20m",
    ),
    "ArkadiaHistoryLost": (one("arkadia_history_lost_timestamp_seconds", "0x9 600x90"), "20m"),
    "ArkadiaAnswersFail": (answers("failed", None, "0 0 1x20"), "4m"),
    "ArkadiaAnswersLost": (
        answers("answered", None, "0+40x30") | answers("lost", None, "0+1x30"),
        "20m",
    ),
    "ArkadiaAnswersSlow": (
        answers("answered", "2.0", "0+9x40")
        | answers("answered", "5.0", "0+10x40")
        | answers("answered", "+Inf", "0+10x40"),
        "30m",
    ),
    "ArkadiaLoopLate": (one("arkadia_loop_lag_seconds", "0 0.7x9"), "5m"),
    "ArkadiaNewsWaits": (one("arkadia_games_unshown", "0 2x30"), "25m"),
    "ArkadiaOutboxWaits": (
        one("arkadia_outbox_waiting_seconds", "600+60x30", ',kind="game",why="unavailable"'),
        "12m",
    ),
    "ArkadiaGamesAside": (one("arkadia_games", "0x20 1x20", ',state="aside"'), "25m"),
    "ArkadiaReconnects": (one("arkadia_gateway_reconnections_total", "0+1x60"), "60m"),
    "ArkadiaThinkingWaits": (one("arkadia_thinking_waiting", "0 60x20"), "15m"),
    "ArkadiaThinkingFails": (one("arkadia_thinking_failures_total", "0 0 1x20"), "5m"),
    "ArkadiaRateLimited": (
        one("arkadia_discord_requests_total", "0+60x40", ',status="200"')
        | one("arkadia_discord_requests_total", "0+1x40", ',status="429"'),
        "30m",
    ),
    "ArkadiaTokenRefused": (
        one("arkadia_discord_requests_total", "0 0 1x20", ',status="401"'),
        "5m",
    ),
    "ArkadiaBackupOld": (one("arkadia_backup_age_seconds", "129000+60x30"), "20m"),
    "ArkadiaBackupMissing": (one("arkadia_database_up", "1x2300"), "2200m"),
}


@pytest.mark.nightly
def test_each_alert_fires_for_its_reason_and_no_other(tmp_path: Path) -> None:
    assert sorted(REASONS) == sorted(NAMES)
    judge(tmp_path, [group(series, firing(at, name)) for name, (series, at) in REASONS.items()])


def test_operators_read_what_to_do_for_each_alert() -> None:
    page = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"`{name}`" not in page] == []


def test_the_dashboard_draws_only_figures_that_the_bot_has(bots_figures: set[str]) -> None:
    text = (ROOT / "deploy/monitoring/dashboard.json").read_text(encoding="utf-8")
    for source in (text, RULES.read_text(encoding="utf-8")):
        named = set(re.findall(r"\barkadia_[a-z_]+", source))
        assert named
        assert named <= bots_figures


@pytest.fixture
def bots_figures() -> set[str]:
    metrics = Metrics()
    read = Figures(metrics.registry)
    gauges = read.database_gauges
    gauges.up, gauges.games, gauges.unshown, gauges.backup_age = True, {"running": 1}, 0, 1.0
    gauges.backlog = [Backlog("game", "unavailable", 1, 1, 2)]
    read.shards.labels("0").set(1)
    read.connections.labels("0")
    families = [*metrics.registry.collect()]
    samples = {sample.name for family in families for sample in family.samples}
    return samples | {family.name for family in families}


def test_a_database_outage_pages_and_nothing_stays(bots_figures: set[str], tmp_path: Path) -> None:
    """What `lab.soak outage` scraped: people play, and the database is gone for five minutes."""
    outage = json.loads(OUTAGE.read_text(encoding="utf-8"))
    assert {name.split("{")[0] for name in outage["series"]} <= {"up", *bots_figures}
    gone, back = (int(outage[name].removesuffix("s")) for name in ("gone", "back"))
    test = group(
        outage["series"],
        firing(f"{gone - 30}s"),
        firing(f"{gone + 240}s", "ArkadiaAnswersFail", "ArkadiaDatabaseDown"),
        firing(f"{back + 690}s"),
    )
    judge(tmp_path, [{**test, "interval": outage["interval"]}])
