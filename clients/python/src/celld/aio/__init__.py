"""The client for asyncio."""

from .client import AsyncClient
from .session import AsyncSession
from .watch import AsyncWatch

__all__ = ["AsyncClient", "AsyncSession", "AsyncWatch"]
