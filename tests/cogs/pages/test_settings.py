"""The settings of the pages, and the compose file that sets them."""

from ipaddress import ip_address, ip_network

import pytest
import yaml

from cogs.pages.cog import PageSettings
from runtime.settings import SettingsError, read_own, read_settings
from tests.bot_process import ROOT


@pytest.mark.parametrize(
    "given",
    [{"ARKADIA_WEB_LISTEN": "127.0.0.1:8080"}, {"ARKADIA_WEB_URL": "https://arkadia.example.org"}],
)
def test_a_port_and_an_address_go_together(given: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match="go together"):
        read_settings(given, features=[PageSettings])


def test_the_compose_file_of_pages_names_its_proxy_and_publishes_no_port_of_the_bots() -> None:
    pages = yaml.safe_load((ROOT / "deploy" / "compose-pages.yaml").read_text())
    bot, caddy = pages["services"]["arkadia"], pages["services"]["caddy"]
    written = bot["environment"]
    given = {name: written[name].replace("${PAGES_DOMAIN:?}", "x") for name in written}
    settings = read_own(PageSettings, read_settings(given))
    assert (settings.web_url, settings.web_listen) == ("https://x", ("0.0.0.0", 8080))
    address = ip_address(caddy["networks"]["pages"]["ipv4_address"])
    assert settings.web_proxy == (ip_network(address),)
    [room] = pages["networks"]["pages"]["ipam"]["config"]
    assert address in ip_network(room["subnet"])
    assert "ports" not in bot
    # By no other network does the one reach the other, from an address that is not known.
    assert bot["networks"].keys() & caddy["networks"].keys() == {"pages"}
    assert caddy["command"][-1] == "arkadia:8080"
