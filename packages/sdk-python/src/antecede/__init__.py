"""Searches, changes, exports and builds indexes of Antecede."""

from ._index import AsyncIndex, Index
from ._management import Antecede, AsyncAntecede
from ._errors import AntecedeError
from ._search_indexes import search_indexes, search_indexes_async
from ._version import __version__

#: The version of the API of indexes that this version of the client speaks: part of each address.
API_VERSION = "v1"

__all__ = [
    "API_VERSION",
    "Antecede",
    "AntecedeError",
    "AsyncAntecede",
    "AsyncIndex",
    "Index",
    "__version__",
    "search_indexes",
    "search_indexes_async",
]
