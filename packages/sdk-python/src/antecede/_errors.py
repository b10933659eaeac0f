from __future__ import annotations

import email.utils
import time
from typing import Any

import httpx

#: Codes of answers that the gateway gave itself: it sends a status and no code.
_GATEWAY_CODES = {401: "Unauthenticated", 413: "TooLarge", 429: "Busy", 503: "Busy"}


class AntecedeError(Exception):
    """A call that failed.

    code: one of the codes that the installation explains at ``docs_url``. The client adds four: ``Unreachable`` (no answer
    came), ``TimedOut``, and ``ExportFailed`` and ``BuildFailed``, whose reason is the message.
    status: of HTTP; 0 if no answer came.
    request_id: under which the installation has logged the call. Quote it when you ask for help.
    retry_after: seconds after which the installation takes the call again, if it said so.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        request_id: str | None = None,
        docs_url: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.docs_url = docs_url
        self.retry_after = retry_after


def error_of(answer: httpx.Response) -> AntecedeError:
    """The error of an answer, in either form of the API. Any other body comes from the gateway or a proxy."""
    status = answer.status_code
    try:
        body: Any = answer.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {}
    first = (body.get("errors") or [{}])[0]
    return AntecedeError(
        body.get("Code") or first.get("code") or _GATEWAY_CODES.get(status, "Internal"),
        body.get("Message") or first.get("message") or f"The installation answered {status}.",
        status=status,
        request_id=body.get("RequestId") or answer.headers.get("apigw-requestid"),
        docs_url=body.get("DocsUrl") or first.get("docsUrl"),
        retry_after=_seconds(answer.headers.get("retry-after")),
    )


def _seconds(value: str | None) -> float | None:
    """``Retry-After``: seconds or a date."""
    if not value:
        return None
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
