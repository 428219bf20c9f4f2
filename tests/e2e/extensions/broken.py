"""A feature that cannot be loaded."""

from bot import ArkadiaBot


async def setup(_bot: ArkadiaBot) -> None:
    """Fails, as a feature does whose file is damaged."""
    raise RuntimeError("its file is damaged")
