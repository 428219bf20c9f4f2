"""A feature that cannot be loaded."""

from bot import ArkadiaBot


async def setup(_bot: ArkadiaBot) -> None:
    raise RuntimeError("its file is damaged")
