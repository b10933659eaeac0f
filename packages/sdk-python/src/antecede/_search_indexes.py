"""Searches of several indexes at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import httpx

from ._flow import Calls, Flow, Secret, run, run_async
from ._index import address_of
from .types import SearchIndexesAnswer


def _flow(
    indexes: Sequence[tuple[str, Secret]],
    request: str | Mapping[str, Any],
    narrowed: Mapping[str, Mapping[str, Any]],
) -> Flow[SearchIndexesAnswer]:
    if not indexes:
        raise ValueError("Name an index.")
    keyed = [(*address_of(endpoint), api_key) for endpoint, api_key in indexes]
    origin, _, first = keyed[0]
    calls = Calls(origin, "x-api-key", first, retries=3, longest_pause=30.0)
    asked = {"conceptFeaturesString": request} if isinstance(request, str) else request
    body = {
        "request": asked,
        "indexes": [
            {
                "index_id": index_id,
                "api_key": secret if isinstance(secret, str) else secret(),
                **narrowed.get(index_id, {}),
            }
            for _, index_id, secret in keyed
        ],
    }
    answer = yield from calls.call("search-indexes", body=body)
    return cast(SearchIndexesAnswer, answer)


def search_indexes(
    indexes: Sequence[tuple[str, Secret]],
    request: str | Mapping[str, Any],
    *,
    narrowed: Mapping[str, Mapping[str, Any]] = {},
    timeout: float = 60.0,
) -> SearchIndexesAnswer:
    """Searches up to five indexes of one installation for one text, and merges what they find by score.

    indexes: endpoint and key of each
    narrowed: ``filters``, ``fields`` and ``vector`` by the id of an index

    Counts as a query of each. An index that could not be searched has its ``error`` among ``indexes``; if none could be, its
    error is raised.
    """
    with httpx.Client(timeout=timeout, follow_redirects=True) as client:
        return run(_flow(indexes, request, narrowed), client)


async def search_indexes_async(
    indexes: Sequence[tuple[str, Secret]],
    request: str | Mapping[str, Any],
    *,
    narrowed: Mapping[str, Mapping[str, Any]] = {},
    timeout: float = 60.0,
) -> SearchIndexesAnswer:
    async with httpx.AsyncClient(timeout=timeout, follow_redirects=True) as client:
        return await run_async(_flow(indexes, request, narrowed), client)
