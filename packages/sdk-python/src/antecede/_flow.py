"""Calls without input and output of their own.

A flow is a generator that yields what is to be done, a request or a pause, and gets what came of it. So paging, retries and
waiting are written once, and run with a client that blocks and with one that does not.
"""

from __future__ import annotations

import asyncio
import base64
import json
import random
import time
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from ._errors import AntecedeError, error_of
from ._version import __version__
from .types import ROUTES

#: A secret, or a function that gives one: asked again when a tenant token is about to end, or is refused.
Secret = str | Callable[[], str]


@dataclass
class Send:
    """A request. Comes back as a response."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None
    #: Where the body of a successful answer is written.
    to: str | PathLike[str] | None = None


@dataclass
class Pause:
    seconds: float


T = TypeVar("T")
Flow = Generator[Send | Pause, Any, T]

#: A token with fewer seconds is renewed: it must still be valid when the call arrives.
_LEAST_TOKEN_SECONDS = 30
_FIRST_PAUSE_SECONDS = 0.5


def run(flow: Flow[T], client: httpx.Client) -> T:
    try:
        action = next(flow)
        while True:
            try:
                came = _do(action, client)
            except httpx.HTTPError as error:
                action = flow.throw(error)
            else:
                action = flow.send(came)
    except StopIteration as done:
        result: T = done.value
        return result


def _do(action: Send | Pause, client: httpx.Client) -> httpx.Response | None:
    if isinstance(action, Pause):
        time.sleep(action.seconds)
        return None
    if action.to is None:
        return client.send(_request(action, client))
    answer = client.send(_request(action, client), stream=True)
    try:
        if answer.is_success:
            with open(action.to, "wb") as file:
                for chunk in answer.iter_bytes():
                    file.write(chunk)
        return answer
    finally:
        answer.close()


async def run_async(flow: Flow[T], client: httpx.AsyncClient) -> T:
    try:
        action = next(flow)
        while True:
            try:
                came = await _do_async(action, client)
            except httpx.HTTPError as error:
                action = flow.throw(error)
            else:
                action = flow.send(came)
    except StopIteration as done:
        result: T = done.value
        return result


async def _do_async(action: Send | Pause, client: httpx.AsyncClient) -> httpx.Response | None:
    if isinstance(action, Pause):
        await asyncio.sleep(action.seconds)
        return None
    if action.to is None:
        return await client.send(_request(action, client))
    answer = await client.send(_request(action, client), stream=True)
    try:
        if answer.is_success:
            with open(action.to, "wb") as file:
                async for chunk in answer.aiter_bytes():
                    file.write(chunk)
        return answer
    finally:
        await answer.aclose()


def _request(action: Send, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
    return client.build_request(
        action.method,
        action.url,
        headers=action.headers,
        params=action.query or None,
        content=action.content,
    )


def pause(retry: int) -> float:
    """Seconds before a retry, the first being 0: exponential, with jitter, so that many clients do not come back at once."""
    return _FIRST_PAUSE_SECONDS * 2.0**retry * (0.5 + random.random() / 2)


class Calls:
    """The calls of an installation, with one secret.

    header: ``x-api-key``, ``authorization`` or ``x-upload-token``
    retries: how often a call is sent again that may be
    longest_pause: seconds. Nobody waits for the quota of the next day.
    """

    def __init__(
        self, address: str, header: str, secret: Secret, *, retries: int, longest_pause: float
    ) -> None:
        self.address = address.rstrip("/")
        self.retries = retries
        self.longest_pause = longest_pause
        self._header = header
        self._secret = secret
        self._held: str | None = None
        self._ends_at = 0.0

    def call(
        self,
        name: str,
        *,
        params: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        lines: bytes | None = None,
    ) -> Flow[Any]:
        route = ROUTES[name]
        path = route.path
        for param, value in (params or {}).items():
            path = path.replace("{" + param + "}", quote(value, safe=""))
        headers = {"user-agent": f"antecede-client-python/{__version__}"}
        if route.repeat == "by-key":
            headers["idempotency-key"] = str(uuid.uuid4())
        content = lines
        if lines is not None:
            headers["content-type"] = "application/x-ndjson"
        elif body is not None:
            headers["content-type"] = "application/json"
            content = json.dumps(body, allow_nan=False).encode()
        present = {name: str(value) for name, value in (query or {}).items() if value is not None}
        renewed = False
        retry = 0
        while True:
            request = Send(
                route.method,
                self.address + path,
                {**headers, self._header: self._credential()},
                present,
                content,
            )
            try:
                answer: httpx.Response = yield request
                if answer.is_success:
                    return answer.json()
                failure = error_of(answer)
            except httpx.TimeoutException:
                failure = AntecedeError("TimedOut", "No answer came in time.")
            except httpx.TransportError:
                failure = AntecedeError("Unreachable", f"{self.address} cannot be reached.")
            if failure.status == 401 and not renewed and not isinstance(self._secret, str):
                renewed = True
                self._held = None
                continue
            wait = max(failure.retry_after or 0.0, pause(retry))
            is_worth_it = _is_worth_it(failure.status, route.repeat != "never")
            if retry >= self.retries or wait > self.longest_pause or not is_worth_it:
                raise failure
            retry += 1
            yield Pause(wait)

    def _credential(self) -> str:
        if isinstance(self._secret, str):
            text = self._secret
        else:
            if self._held is None or self._ends_at - time.time() < _LEAST_TOKEN_SECONDS:
                self._held = self._secret()
                self._ends_at = _end_of(self._held)
            text = self._held
        return f"Bearer {text}" if self._header == "authorization" else text


def _is_worth_it(status: int, may_repeat: bool) -> bool:
    """Whether the same call may succeed later. 429: it was refused before anything was done."""
    return status == 429 or (may_repeat and (status in (0, 408) or status >= 500))


def _end_of(token: str) -> float:
    """When a JSON Web Token ends, in seconds of the epoch; other secrets do not."""
    try:
        payload = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        ends_at: float = float(claims["exp"])
        return ends_at
    except (IndexError, KeyError, TypeError, ValueError):
        return float("inf")
