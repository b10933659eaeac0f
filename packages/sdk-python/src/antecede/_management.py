"""An installation, managed with a management key."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from os.path import basename, getsize
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import httpx

from ._errors import AntecedeError
from ._flow import Calls, Flow, Pause, Send, pause, run, run_async
from ._index import AsyncIndex, Index
from .types import ApiKey, Dataset, FilePreview, KeyRestrictions
from .types import Index as IndexRecord

if TYPE_CHECKING:
    from typing_extensions import Unpack

Path = str | PathLike[str]
Role = Literal["index", "metadata", "ignore"]

_POLL_SECONDS = 3.0
_JOIN_POLL_SECONDS = 1.0
_PART_BYTES = 8 * 1024**2
#: A store takes 10,000 parts.
_MOST_PARTS = 9500
#: Rows and characters of the sample values that the documentation of an index shows.
_SAMPLE_ROWS = 5
_SAMPLE_LENGTH = 30


class IndexOptions(TypedDict, total=False):
    """What a new index is made of, in place of what its file suggests."""

    text: str
    """The column that is searched"""
    columnsRole: Mapping[str, Role]
    columnsType: Mapping[str, str]
    embed: bool


class KeyOptions(TypedDict, total=False):
    """What a key is for, and what narrows it."""

    name: str
    restrictions: KeyRestrictions
    public_keys: Sequence[str]
    changes_rows: bool


class _Flows:
    """The calls of a management key, for both kinds of clients."""

    def __init__(self, address: str, key: str, retries: int, longest_pause: float) -> None:
        self.limits: dict[str, Any] = {"retries": retries, "longest_pause": longest_pause}
        self.calls = Calls(address, "authorization", key, **self.limits)
        self._caller: dict[str, Any] | None = None

    def caller(self) -> Flow[dict[str, Any]]:
        if self._caller is None:
            self._caller = yield from self.calls.call("get-management-caller")
        assert self._caller is not None
        return self._caller

    def key_of(self, name: str) -> Flow[str]:
        """The path of a file by its name."""
        if name.startswith("org/"):
            return name
        caller = yield from self.caller()
        return f"org/{caller['org_id']}/{name}"

    def every(self, name: str) -> Flow[list[Any]]:
        items: list[Any] = []
        cursor: str | None = None
        while True:
            page = yield from self.calls.call(name, query={"cursor": cursor})
            items += page["items"]
            cursor = page.get("next")
            if cursor is None:
                return items

    def upload(self, path: Path, name: str | None) -> Flow[str]:
        named = name or basename(fspath(path))
        size = getsize(path)
        caller = yield from self.caller()
        part_size = max(_PART_BYTES, -(-size // _MOST_PARTS))
        body = {
            "org_id": caller["org_id"],
            "email": caller["email"],
            "filename": named,
            "filesize": size,
            "part_size": part_size,
        }
        presigned = yield from self.calls.call("create-cli-upload", body=body)
        yield from self._send_parts(presigned, path)
        return named

    def _send_parts(self, presigned: Mapping[str, Any], path: Path) -> Flow[None]:
        token = presigned["upload_token"]
        calls = Calls(presigned["api_base"], "x-upload-token", token, **self.limits)
        params = {"upload_id": presigned["upload_id"]}
        digests: list[bytes] = []
        try:
            with open(path, "rb") as file:
                while part := file.read(presigned["part_size"]):
                    digest = hashlib.md5(part, usedforsecurity=False).digest()
                    yield from self._send_part(calls, params, len(digests) + 1, part, digest)
                    digests.append(digest)
            whole = hashlib.md5(b"".join(digests), usedforsecurity=False).hexdigest()
            body = {"digest": f"{whole}-{len(digests)}"}
            yield from calls.call("complete-cli-upload", params=params, body=body)
        except (AntecedeError, OSError):
            try:
                yield from calls.call("abort-cli-upload", params=params)
            except AntecedeError:
                pass  # The store deletes what is left of it in some days.
            raise

    def _send_part(
        self, calls: Calls, params: Mapping[str, str], number: int, part: bytes, digest: bytes
    ) -> Flow[None]:
        retry = 0
        while True:
            # A new address for each attempt: the previous one may have ended.
            body = {"parts": [{"number": number, "md5": digest.hex()}]}
            urls = yield from calls.call("create-part-urls", params=params, body=body)
            headers = {"content-md5": base64.b64encode(digest).decode()}
            try:
                answer = yield Send("PUT", urls["urls"][0]["url"], headers, content=part)
                if answer.is_success:
                    return
                status = answer.status_code
                failure = AntecedeError(
                    "Unreachable", f"The store answered {status}.", status=status
                )
            except httpx.TransportError:
                failure = AntecedeError("Unreachable", "The store cannot be reached.")
            if retry >= calls.retries:
                raise failure
            yield Pause(pause(retry))
            retry += 1

    def delete_datasets(self, names: Sequence[str]) -> Flow[None]:
        ids = []
        for name in names:
            ids.append((yield from self.key_of(name)))
        yield from self.calls.call("delete-datasets", body={"ids": ids})

    def join_datasets(
        self, name: str, names: Sequence[str], every: Literal["once", "daily", "weekly"]
    ) -> Flow[None]:
        datasets = []
        for each in names:
            datasets.append((yield from self.key_of(each)))
        body = {"filename": name, "datasets": datasets, "every": every}
        begun = yield from self.calls.call("create-dataset-source", body=body)
        while True:
            page = yield from self.calls.call("list-dataset-sources")
            mine = [one for one in page["items"] if one["source_id"] == begun["source_id"]]
            if mine and mine[0]["state"] == "ready":
                return
            if not mine or mine[0]["state"] != "fetching":
                reason = mine[0].get("problem", "") if mine else "somebody has stopped it."
                raise AntecedeError("JoinFailed", f"{name} was not joined: {reason}")
            yield Pause(_JOIN_POLL_SECONDS)

    def preview(self, name: str) -> Flow[FilePreview]:
        key = yield from self.key_of(name)
        found: FilePreview = yield from self.calls.call("get-dataset-files", query={"key": key})
        if "columns" not in found:
            raise ValueError(f"{name} is no name of a file.")
        return found

    def find(self, name_or_id: str) -> Flow[IndexRecord]:
        indexes = yield from self.every("list-indexes")
        wanted = name_or_id.lower()
        for index in indexes:
            if index["item_id"] == name_or_id or index["name"].lower() == wanted:
                found: IndexRecord = index
                return found
        raise AntecedeError(
            "IndexNotFound",
            f'There is no index "{name_or_id}".',
            status=404,
            docs_url=f"{self.calls.address}/errors#IndexNotFound",
        )

    def create_index(
        self, name: str, dataset: str, options: IndexOptions
    ) -> Flow[IndexRecord]:
        caller = yield from self.caller()
        value = yield from self.key_of(dataset)
        file = yield from self.preview(dataset)
        chosen = {key: option for key, option in options.items() if key != "text"}
        body = {
            "name": name,
            "orgId": caller["org_id"],
            "userId": caller["auth_user_id"],
            "email": caller["email"],
            "columnsRole": _roles(file, options.get("text")),
            "columnsUse": {
                column["name"]: column["suggested_use"]
                for column in file["columns"]
                if "suggested_use" in column
            },
            **chosen,
            "columnsData": _samples(file),
            "datasetSize": file["size"],
            "dataset": {"value": value, "label": dataset},
            "status": "Processing",
        }
        made: IndexRecord = yield from self.calls.call("create-index", body=body)
        return made

    def rebuild_index(self, name_or_id: str, dataset: str | None) -> Flow[IndexRecord]:
        index = yield from self.find(name_or_id)
        body: dict[str, Any] = {"index_id": index["item_id"]}
        if dataset is not None:
            value = yield from self.key_of(dataset)
            body["dataset"] = {"value": value, "label": dataset}
        begun: IndexRecord = yield from self.calls.call("rebuild-index", body=body)
        return begun

    def wait_for_index(self, name_or_id: str) -> Flow[IndexRecord]:
        index = yield from self.find(name_or_id)
        query = {"index_id": index["item_id"]}
        while True:
            page = yield from self.calls.call("list-indexes", query=query)
            now: IndexRecord = page["items"][0]
            if "failure" in now:
                message = f"The build of {now['name']} failed: {now['failure']}"
                raise AntecedeError("BuildFailed", message)
            if now["progress"]["stage"] == "done":
                return now
            yield Pause(_POLL_SECONDS)

    def delete_index(self, name_or_id: str) -> Flow[None]:
        index = yield from self.find(name_or_id)
        yield from self.calls.call("delete-index", params={"index_id": index["item_id"]})

    def list_keys(self, index: str) -> Flow[list[ApiKey]]:
        found = yield from self.find(index)
        keys = yield from self.calls.call("list-index-keys")
        own: list[ApiKey] = keys.get(found["item_id"], [])
        return own

    def _owner(self, index: str) -> Flow[dict[str, Any]]:
        found = yield from self.find(index)
        caller = yield from self.caller()
        return {"org_id": caller["org_id"], "index": found["item_id"]}

    def create_key(self, index: str, options: KeyOptions) -> Flow[ApiKey]:
        owner = yield from self._owner(index)
        made: ApiKey = yield from self.calls.call("create-index-key", body={**owner, **options})
        return made

    def rotate_key(self, index: str, key_id: str, overlap_hours: int) -> Flow[ApiKey]:
        owner = yield from self._owner(index)
        body = {**owner, "api_key_id": key_id, "overlap_hours": overlap_hours}
        rotated: ApiKey = yield from self.calls.call("rotate-index-key", body=body)
        return rotated

    def delete_key(self, index: str, key_id: str) -> Flow[None]:
        owner = yield from self._owner(index)
        yield from self.calls.call("delete-index-key", body={**owner, "api_key_id": key_id})

    def endpoint(self, index: str) -> Flow[str]:
        found = yield from self.find(index)
        return f"{self.calls.address}/api/v1/indexes/{found['item_id']}"


def _roles(file: FilePreview, text: str | None) -> dict[str, Role]:
    """The roles that a file suggests; ``text`` names the column that is searched."""
    names = [column["name"] for column in file["columns"]]
    if text is not None and text not in names:
        listed = ", ".join(names)
        raise ValueError(f'The file has no column "{text}". Its columns are: {listed}.')
    roles: dict[str, Role] = {}
    for column in file["columns"]:
        role: Role = column["suggested"]
        if text is not None and role == "index":
            role = "metadata"
        roles[column["name"]] = "index" if column["name"] == text else role
    return roles


def _samples(file: FilePreview) -> str:
    """Sample values, as an index keeps them for its documentation."""
    rows = file["rows"][:_SAMPLE_ROWS]
    return json.dumps(
        [
            [column["name"], *(row[at][:_SAMPLE_LENGTH] if at < len(row) else "" for row in rows)]
            for at, column in enumerate(file["columns"])
        ]
    )


class Antecede:
    """An installation, managed with a management key, which an admin makes on the page Settings.

    address: origin of the installation: ``https://example.com``
    """

    def __init__(
        self,
        address: str,
        management_key: str,
        *,
        retries: int = 3,
        longest_pause: float = 30.0,
        timeout: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._flows = _Flows(address, management_key, retries, longest_pause)
        self._options: dict[str, Any] = {
            "retries": retries,
            "longest_pause": longest_pause,
            "timeout": timeout,
            "transport": transport,
        }
        self._client = httpx.Client(timeout=timeout, transport=transport)

    def __enter__(self) -> Antecede:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()

    def index(self, name_or_id: str, api_key: str) -> Index:
        """An index by its name or id, with a key of it."""
        return Index(run(self._flows.endpoint(name_or_id), self._client), api_key, **self._options)

    def list_datasets(self) -> list[Dataset]:
        return run(self._flows.every("list-datasets"), self._client)

    def preview(self, name: str) -> FilePreview:
        """Columns and first rows of a file, as an index is built from it."""
        return run(self._flows.preview(name), self._client)

    def upload(self, path: Path, *, name: str | None = None) -> str:
        """Uploads a file. It appears when all of it is there, in place of one with its name, which is returned."""
        return run(self._flows.upload(path, name), self._client)

    def join_datasets(
        self,
        name: str,
        names: Sequence[str],
        *,
        every: Literal["once", "daily", "weekly"] = "once",
    ) -> None:
        """Makes one dataset, whose name ends with ``.zip``, of the rows of others, which stay. Returns when it is there.

        ``every`` is how often they are joined again if they have changed. Raises ``JoinFailed``.
        """
        run(self._flows.join_datasets(name, names, every), self._client)

    def delete_datasets(self, names: Sequence[str]) -> None:
        run(self._flows.delete_datasets(names), self._client)

    def list_indexes(self) -> list[IndexRecord]:
        return run(self._flows.every("list-indexes"), self._client)

    def find_index(self, name_or_id: str) -> IndexRecord:
        return run(self._flows.find(name_or_id), self._client)

    def create_index(
        self, name: str, dataset: str, **options: Unpack[IndexOptions]
    ) -> IndexRecord:
        """Creates an index from a file and starts its build. The file suggests what ``options`` leave out."""
        return run(self._flows.create_index(name, dataset, options), self._client)

    def rebuild_index(self, name_or_id: str, *, dataset: str | None = None) -> IndexRecord:
        """Builds an index again. It answers from its old version until then."""
        return run(self._flows.rebuild_index(name_or_id, dataset), self._client)

    def wait_for_index(self, name_or_id: str) -> IndexRecord:
        """Waits for the end of a build."""
        return run(self._flows.wait_for_index(name_or_id), self._client)

    def delete_index(self, name_or_id: str) -> None:
        """Deletes an index with its keys. Its file stays. This cannot be undone."""
        run(self._flows.delete_index(name_or_id), self._client)

    def list_keys(self, index: str) -> list[ApiKey]:
        return run(self._flows.list_keys(index), self._client)

    def create_key(self, index: str, **options: Unpack[KeyOptions]) -> ApiKey:
        """Makes a key. Its text, ``api_key``, is not shown again."""
        return run(self._flows.create_key(index, options), self._client)

    def rotate_key(self, index: str, key_id: str, *, overlap_hours: int = 24) -> ApiKey:
        """Gives a key a new text, ``api_key``. The old one goes on for so many hours."""
        return run(self._flows.rotate_key(index, key_id, overlap_hours), self._client)

    def delete_key(self, index: str, key_id: str) -> None:
        run(self._flows.delete_key(index, key_id), self._client)


class AsyncAntecede:
    """The same as ``Antecede`` for programs of asyncio. Files are read in pieces of 8 MB, for which the loop waits."""

    def __init__(
        self,
        address: str,
        management_key: str,
        *,
        retries: int = 3,
        longest_pause: float = 30.0,
        timeout: float = 60.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._flows = _Flows(address, management_key, retries, longest_pause)
        self._options: dict[str, Any] = {
            "retries": retries,
            "longest_pause": longest_pause,
            "timeout": timeout,
            "transport": transport,
        }
        self._client = httpx.AsyncClient(timeout=timeout, transport=transport)

    async def __aenter__(self) -> AsyncAntecede:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._client.aclose()

    async def index(self, name_or_id: str, api_key: str) -> AsyncIndex:
        endpoint = await run_async(self._flows.endpoint(name_or_id), self._client)
        return AsyncIndex(endpoint, api_key, **self._options)

    async def list_datasets(self) -> list[Dataset]:
        return await run_async(self._flows.every("list-datasets"), self._client)

    async def preview(self, name: str) -> FilePreview:
        return await run_async(self._flows.preview(name), self._client)

    async def upload(self, path: Path, *, name: str | None = None) -> str:
        return await run_async(self._flows.upload(path, name), self._client)

    async def join_datasets(
        self,
        name: str,
        names: Sequence[str],
        *,
        every: Literal["once", "daily", "weekly"] = "once",
    ) -> None:
        await run_async(self._flows.join_datasets(name, names, every), self._client)

    async def delete_datasets(self, names: Sequence[str]) -> None:
        await run_async(self._flows.delete_datasets(names), self._client)

    async def list_indexes(self) -> list[IndexRecord]:
        return await run_async(self._flows.every("list-indexes"), self._client)

    async def find_index(self, name_or_id: str) -> IndexRecord:
        return await run_async(self._flows.find(name_or_id), self._client)

    async def create_index(
        self, name: str, dataset: str, **options: Unpack[IndexOptions]
    ) -> IndexRecord:
        return await run_async(self._flows.create_index(name, dataset, options), self._client)

    async def rebuild_index(self, name_or_id: str, *, dataset: str | None = None) -> IndexRecord:
        return await run_async(self._flows.rebuild_index(name_or_id, dataset), self._client)

    async def wait_for_index(self, name_or_id: str) -> IndexRecord:
        return await run_async(self._flows.wait_for_index(name_or_id), self._client)

    async def delete_index(self, name_or_id: str) -> None:
        await run_async(self._flows.delete_index(name_or_id), self._client)

    async def list_keys(self, index: str) -> list[ApiKey]:
        return await run_async(self._flows.list_keys(index), self._client)

    async def create_key(self, index: str, **options: Unpack[KeyOptions]) -> ApiKey:
        return await run_async(self._flows.create_key(index, options), self._client)

    async def rotate_key(self, index: str, key_id: str, *, overlap_hours: int = 24) -> ApiKey:
        return await run_async(
            self._flows.rotate_key(index, key_id, overlap_hours), self._client
        )

    async def delete_key(self, index: str, key_id: str) -> None:
        await run_async(self._flows.delete_key(index, key_id), self._client)
