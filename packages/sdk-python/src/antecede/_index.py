"""An index, searched and changed with a key of it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, TypedDict
from urllib.parse import unquote

import httpx

from ._batches import batches, rows_of
from ._errors import AntecedeError
from ._flow import Calls, Flow, Pause, Secret, Send, run, run_async
from .types import (
    Condition,
    FacetRequest,
    QueryIndexAnswer,
    SearchExport,
    SignalWeights,
    SortOrder,
)

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

#: A row that was found: its columns, which are text, and ``conceptScore``.
Hit = dict[str, Any]
Format = Literal["csv", "xlsx", "jsonl", "parquet"]
WarmedCall = Literal["query", "queries", "similar", "search"]

#: Searches of one call.
_MOST_SEARCHES = 10
#: Values of one filter.
_MOST_VALUES = 100
_POLL_SECONDS = 1.0


class SearchOptions(TypedDict, total=False):
    """What ``POST /query`` takes beside the text."""

    syntax: Literal["words", "query"]
    vector: Sequence[float]
    maxNumItems: int
    filters: Sequence[Condition]
    fields: Sequence[str]
    relevantOnly: bool
    minimumScore: float
    weights: SignalWeights
    explain: bool
    distinct: str
    facets: Sequence[FacetRequest]
    sort: SortOrder
    pages: bool
    after: str


class SimilarOptions(TypedDict, total=False):
    """What ``POST /similar`` takes beside the row."""

    maxNumItems: int
    filters: Sequence[Condition]
    fields: Sequence[str]


class ExportOptions(TypedDict, total=False):
    """What ``POST /exports`` takes beside the text."""

    syntax: Literal["words", "query"]
    filters: Sequence[Condition]
    fields: Sequence[str]
    relevantOnly: bool
    sort: SortOrder


class RowsChanged(TypedDict):
    """What a change of rows has done."""

    version: str | None
    """The state of the index from which searches find the change; None if there was nothing to change"""
    removed: int
    """Rows that were there before, and were replaced or deleted"""
    rows: int
    """Rows of the index now"""


def _request(text: str | None, options: Mapping[str, Any]) -> dict[str, Any]:
    return {**({} if text is None else {"conceptFeaturesString": text}), **options}


def address_of(endpoint: str) -> tuple[str, str]:
    """Origin and id of an index."""
    found = re.fullmatch(r"(.+)/api/v1/indexes/([^/]+)/?", endpoint)
    if not found:
        raise ValueError(f"{endpoint} is no index: its address ends with /api/v1/indexes/{{id}}.")
    origin, index_id = found.groups()
    return origin, unquote(index_id)


class _Flows:
    """The calls of an index, for both kinds of clients."""

    def __init__(self, endpoint: str, api_key: Secret, retries: int, longest_pause: float) -> None:
        origin, index_id = address_of(endpoint)
        self.params = {"index_id": index_id}
        self.calls = Calls(
            origin, "x-api-key", api_key, retries=retries, longest_pause=longest_pause
        )

    def search(self, request: Mapping[str, Any]) -> Flow[QueryIndexAnswer]:
        body = {"request": request}
        answer: QueryIndexAnswer = yield from self.calls.call(
            "query-index", params=self.params, body=body
        )
        return answer

    def search_many(
        self, requests: Sequence[str | Mapping[str, Any]]
    ) -> Flow[list[QueryIndexAnswer | AntecedeError]]:
        found: list[QueryIndexAnswer | AntecedeError] = []
        for at in range(0, len(requests), _MOST_SEARCHES):
            sent = [
                _request(request, {}) if isinstance(request, str) else request
                for request in requests[at : at + _MOST_SEARCHES]
            ]
            answer = yield from self.calls.call(
                "query-index-several", params=self.params, body={"requests": sent}
            )
            for each in answer["answers"]:
                error = each.get("error")
                found.append(
                    AntecedeError(error["code"], error["message"], status=400) if error else each
                )
        return found

    def similar(self, column: str, value: str, options: Mapping[str, Any]) -> Flow[list[Hit]]:
        body = {"request": {"column": column, "value": value, **options}}
        answer = yield from self.calls.call("query-similar-rows", params=self.params, body=body)
        hits: list[Hit] = answer["foundItems"]
        return hits

    def vector(self, query: str) -> Flow[list[float]]:
        body = {"request": {"query": query}}
        answer = yield from self.calls.call("get-query-vector", params=self.params, body=body)
        vector: list[float] = answer["vector"]
        return vector

    def terms(self, query: str) -> Flow[list[dict[str, Any]]]:
        body = {"request": {"query": query}}
        answer = yield from self.calls.call("get-dictionary", params=self.params, body=body)
        terms: list[dict[str, Any]] = answer["terms"]
        return terms

    def warm(self, calls: Sequence[str]) -> Flow[None]:
        body = {"calls": list(calls)}
        yield from self.calls.call("warm-index", params=self.params, body=body)

    def record_click(self, text: str, row: str, position: int | None) -> Flow[None]:
        body = {"text": text, "row": row, **({} if position is None else {"position": position})}
        yield from self.calls.call("record-click", params=self.params, body=body)

    def change(self, name: str, items: Iterable[Any], key: str | None) -> Flow[RowsChanged]:
        changed: RowsChanged = {"version": None, "removed": 0, "rows": 0}
        for lines in batches(items):
            answer = yield from self.calls.call(
                name, params=self.params, query={"key": key}, lines=lines
            )
            changed = {
                "version": answer["version"],
                "removed": changed["removed"] + answer["removed"],
                "rows": answer["rows"],
            }
        return changed

    def start_export(self, request: Mapping[str, Any], format: Format) -> Flow[SearchExport]:
        body = {"format": format, "request": request}
        started: SearchExport = yield from self.calls.call(
            "create-search-export", params=self.params, body=body
        )
        return started

    def get_export(self, export_id: str) -> Flow[SearchExport]:
        params = {**self.params, "export_id": export_id}
        found: SearchExport = yield from self.calls.call("get-search-export", params=params)
        return found

    def wait_for_export(self, export_id: str) -> Flow[SearchExport]:
        while True:
            now = yield from self.get_export(export_id)
            if now["status"] == "ready":
                return now
            if now["status"] == "failed":
                raise AntecedeError("ExportFailed", str(now.get("failure")))
            yield Pause(_POLL_SECONDS)

    def download_export(self, export_id: str, to: str | PathLike[str]) -> Flow[SearchExport]:
        ready = yield from self.wait_for_export(export_id)
        try:
            answer: httpx.Response = yield Send("GET", ready["download_url"], to=to)
        except httpx.TransportError as error:
            raise AntecedeError("Unreachable", "The download broke.") from error
        if answer.is_success:
            return ready
        status = answer.status_code
        raise AntecedeError(
            "Unreachable", f"The file cannot be downloaded: {status}.", status=status
        )

    def delete_export(self, export_id: str) -> Flow[None]:
        params = {**self.params, "export_id": export_id}
        yield from self.calls.call("delete-search-export", params=params)


def _first_page(request: dict[str, Any]) -> dict[str, Any]:
    return request if "sort" in request else {**request, "pages": True}


def _having(
    column: str, values: Sequence[str], fields: Sequence[str] | None
) -> Iterator[SearchOptions]:
    """Lists of the rows that have one of the values: as many as one filter takes."""
    for start in range(0, len(values), _MOST_VALUES):
        some = list(values[start : start + _MOST_VALUES])
        options: SearchOptions = {
            "filters": [{"column": column, "operator": "in", "value": some}],
            "sort": "rows",
        }
        if fields is not None:
            options["fields"] = fields
        yield options


def _without_score(hit: Hit) -> dict[str, str]:
    return {name: value for name, value in hit.items() if name != "conceptScore"}


class Index:
    """An index, searched and changed with a key of it.

    endpoint: address of the index, as its documentation names it: ``https://…/api/v1/indexes/{id}``
    api_key: a key of the index, a tenant token, or a function that gives one
    timeout: seconds for which an answer is waited, each time
    """

    def __init__(
        self,
        endpoint: str,
        api_key: Secret,
        *,
        retries: int = 3,
        longest_pause: float = 30.0,
        timeout: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._flows = _Flows(endpoint, api_key, retries, longest_pause)
        self._client = httpx.Client(timeout=timeout, transport=transport, follow_redirects=True)

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()

    def search(
        self, text: str | None = None, **options: Unpack[SearchOptions]
    ) -> QueryIndexAnswer:
        """Finds the rows that are nearest in meaning to a text, or lists rows."""
        return run(self._flows.search(_request(text, options)), self._client)

    def search_many(
        self, requests: Sequence[str | Mapping[str, Any]]
    ) -> list[QueryIndexAnswer | AntecedeError]:
        """Several searches, ten a call. Answers in the order of the requests; each counts as a query.

        In place of one that the index refuses stands its error.
        """
        return run(self._flows.search_many(requests), self._client)

    def similar(self, column: str, value: str, **options: Unpack[SimilarOptions]) -> list[Hit]:
        """The rows that are nearest in meaning to the one with this value in a column of ids.

        Raises ``NotFound`` if there is none.
        """
        return run(self._flows.similar(column, value, options), self._client)

    def pages(
        self, text: str | None = None, **options: Unpack[SearchOptions]
    ) -> Iterator[QueryIndexAnswer]:
        """The answers of a search page by page: of a text up to the thousandth hit, of a list all matches."""
        request = _first_page(_request(text, options))
        while True:
            answer = run(self._flows.search(request), self._client)
            yield answer
            if "next" not in answer:
                return
            request = {**request, "after": answer["next"]}

    def hits(self, text: str | None = None, **options: Unpack[SearchOptions]) -> Iterator[Hit]:
        """The hits of all pages, one after the other."""
        for page in self.pages(text, **options):
            yield from page["foundItems"]

    def get(
        self, column: str, values: Sequence[str], *, fields: Sequence[str] | None = None
    ) -> list[dict[str, str]]:
        """The rows that have one of these values in a column of ids or codes, in the order of the index."""
        return [
            _without_score(hit)
            for options in _having(column, values, fields)
            for hit in self.hits(**options)
        ]

    def frame(
        self, text: str | None = None, **options: Unpack[SearchOptions]
    ) -> pandas.DataFrame:
        """The hits of all pages as a data frame. Needs ``antecede[pandas]``."""
        import pandas

        return pandas.DataFrame.from_records(list(self.hits(text, **options)))

    def vector(self, query: str) -> list[float]:
        """The vector of a text in the concept space of the index."""
        return run(self._flows.vector(query), self._client)

    def terms(self, query: str) -> list[dict[str, Any]]:
        """The terms of the index that are nearest in meaning to a text, best first."""
        return run(self._flows.terms(query), self._client)

    def warm(self, *, calls: Sequence[WarmedCall] = ("query",)) -> None:
        """Prepares the index for searches that will follow within minutes, by these calls. Free."""
        run(self._flows.warm(calls), self._client)

    def record_click(self, text: str, row: str, position: int | None = None) -> None:
        """Reports that somebody opened a row that a search found, for the analytics of searches. Free."""
        run(self._flows.record_click(text, row, position), self._client)

    def upsert(self, rows: Any, *, key: str | None = None) -> RowsChanged:
        """Adds rows, dictionaries or a data frame, or replaces those with the same key.

        Each batch of 10,000 rows or 5 MB happens whole or not at all, in order.
        """
        return run(self._flows.change("upsert-rows", rows_of(rows), key), self._client)

    def update(self, rows: Any, *, key: str | None = None) -> RowsChanged:
        """Changes cells of rows; what is left out stays. In batches like ``upsert``."""
        return run(self._flows.change("update-rows", rows_of(rows), key), self._client)

    def delete(self, keys: Iterable[str], *, key: str | None = None) -> RowsChanged:
        """Deletes rows by their keys. In batches like ``upsert``."""
        return run(self._flows.change("delete-rows", keys, key), self._client)

    def start_export(
        self, format: Format, text: str | None = None, **options: Unpack[ExportOptions]
    ) -> SearchExport:
        """Begins to write all matches of a search as a file."""
        return run(self._flows.start_export(_request(text, options), format), self._client)

    def get_export(self, export_id: str) -> SearchExport:
        return run(self._flows.get_export(export_id), self._client)

    def wait_for_export(self, export_id: str) -> SearchExport:
        """Waits until the file is there."""
        return run(self._flows.wait_for_export(export_id), self._client)

    def download_export(self, export_id: str, to: str | PathLike[str]) -> SearchExport:
        """Waits until the file is there, and saves it."""
        return run(self._flows.download_export(export_id, to), self._client)

    def delete_export(self, export_id: str) -> None:
        """Stops an export and deletes its file."""
        run(self._flows.delete_export(export_id), self._client)


class AsyncIndex:
    """The same as ``Index`` for programs of asyncio."""

    def __init__(
        self,
        endpoint: str,
        api_key: Secret,
        *,
        retries: int = 3,
        longest_pause: float = 30.0,
        timeout: float = 60.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._flows = _Flows(endpoint, api_key, retries, longest_pause)
        self._client = httpx.AsyncClient(
            timeout=timeout, transport=transport, follow_redirects=True
        )

    async def __aenter__(self) -> AsyncIndex:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._client.aclose()

    async def search(
        self, text: str | None = None, **options: Unpack[SearchOptions]
    ) -> QueryIndexAnswer:
        return await run_async(self._flows.search(_request(text, options)), self._client)

    async def search_many(
        self, requests: Sequence[str | Mapping[str, Any]]
    ) -> list[QueryIndexAnswer | AntecedeError]:
        return await run_async(self._flows.search_many(requests), self._client)

    async def similar(
        self, column: str, value: str, **options: Unpack[SimilarOptions]
    ) -> list[Hit]:
        return await run_async(self._flows.similar(column, value, options), self._client)

    async def pages(
        self, text: str | None = None, **options: Unpack[SearchOptions]
    ) -> AsyncIterator[QueryIndexAnswer]:
        request = _first_page(_request(text, options))
        while True:
            answer = await run_async(self._flows.search(request), self._client)
            yield answer
            if "next" not in answer:
                return
            request = {**request, "after": answer["next"]}

    async def hits(
        self, text: str | None = None, **options: Unpack[SearchOptions]
    ) -> AsyncIterator[Hit]:
        async for page in self.pages(text, **options):
            for hit in page["foundItems"]:
                yield hit

    async def get(
        self, column: str, values: Sequence[str], *, fields: Sequence[str] | None = None
    ) -> list[dict[str, str]]:
        return [
            _without_score(hit)
            for options in _having(column, values, fields)
            async for hit in self.hits(**options)
        ]

    async def vector(self, query: str) -> list[float]:
        return await run_async(self._flows.vector(query), self._client)

    async def terms(self, query: str) -> list[dict[str, Any]]:
        return await run_async(self._flows.terms(query), self._client)

    async def warm(self, *, calls: Sequence[WarmedCall] = ("query",)) -> None:
        await run_async(self._flows.warm(calls), self._client)

    async def record_click(self, text: str, row: str, position: int | None = None) -> None:
        await run_async(self._flows.record_click(text, row, position), self._client)

    async def upsert(self, rows: Any, *, key: str | None = None) -> RowsChanged:
        return await run_async(self._flows.change("upsert-rows", rows_of(rows), key), self._client)

    async def update(self, rows: Any, *, key: str | None = None) -> RowsChanged:
        return await run_async(self._flows.change("update-rows", rows_of(rows), key), self._client)

    async def delete(self, keys: Iterable[str], *, key: str | None = None) -> RowsChanged:
        return await run_async(self._flows.change("delete-rows", keys, key), self._client)

    async def start_export(
        self, format: Format, text: str | None = None, **options: Unpack[ExportOptions]
    ) -> SearchExport:
        request = _request(text, options)
        return await run_async(self._flows.start_export(request, format), self._client)

    async def get_export(self, export_id: str) -> SearchExport:
        return await run_async(self._flows.get_export(export_id), self._client)

    async def wait_for_export(self, export_id: str) -> SearchExport:
        return await run_async(self._flows.wait_for_export(export_id), self._client)

    async def download_export(self, export_id: str, to: str | PathLike[str]) -> SearchExport:
        return await run_async(self._flows.download_export(export_id, to), self._client)

    async def delete_export(self, export_id: str) -> None:
        await run_async(self._flows.delete_export(export_id), self._client)
