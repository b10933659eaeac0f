"""What needs no installation: `python -m unittest`."""

from __future__ import annotations

import asyncio
import base64
import json
import time
import unittest
from collections.abc import Callable
from typing import Any

import httpx
import numpy
import pandas

from antecede import Antecede, AntecedeError, AsyncIndex, Index
from antecede._batches import batches, rows_of

ENDPOINT = "https://api.example/api/v1/indexes/bees"
FOUND = {"totalFoundItems": 0, "foundItems": []}
SOON = {"retry-after": "0"}


def refusal(code: str) -> dict[str, Any]:
    return {"errors": [{"code": code, "message": "No", "docsUrl": "https://d#c"}]}


class Answers:
    """Answers so, one after the other, and keeps what was sent."""

    def __init__(self, *answers: httpx.Response | type[httpx.TransportError]) -> None:
        self.answers = answers
        self.sent: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        answer = self.answers[min(len(self.sent), len(self.answers)) - 1]
        if isinstance(answer, type):
            raise answer("broken", request=request)
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)


def index(answers: Answers, **options: Any) -> Index:
    options = {"api_key": "k", "longest_pause": 1.0, "retries": 1, **options}
    return Index(ENDPOINT, transport=httpx.MockTransport(answers), **options)


def good(body: Any = FOUND) -> httpx.Response:
    return httpx.Response(200, json=body)


class Retries(unittest.TestCase):
    def test_a_search_is_sent_again_while_it_is_refused_or_nothing_answers(self) -> None:
        for bad in (
            httpx.Response(429, json=refusal("RateLimited"), headers=SOON),
            httpx.Response(500, json={"message": "Internal Server Error"}),
            httpx.ConnectError,
            httpx.ReadTimeout,
        ):
            answers = Answers(bad, good())
            self.assertEqual(index(answers).search("a"), FOUND)
            self.assertEqual(len(answers.sent), 2)

    def test_what_was_refused_for_good_or_for_long_is_not(self) -> None:
        for bad, code in (
            (httpx.Response(400, json=refusal("InvalidRequest")), "InvalidRequest"),
            (
                httpx.Response(429, json=refusal("QuotaExceeded"), headers={"retry-after": "9999"}),
                "QuotaExceeded",
            ),
        ):
            answers = Answers(bad)
            with self.assertRaises(AntecedeError) as raised:
                index(answers).search("a")
            self.assertEqual((raised.exception.code, raised.exception.docs_url), (code, "https://d#c"))
            self.assertEqual(len(answers.sent), 1)

    def test_what_makes_something_makes_it_once(self) -> None:
        answers = Answers(httpx.ConnectError, good({}))
        index(answers).start_export("csv", "a")
        first, second = (request.headers["idempotency-key"] for request in answers.sent)
        self.assertEqual(first, second)

    def test_what_would_fail_the_second_time_is_not_repeated(self) -> None:
        listed = good({"items": [{"item_id": "bees", "name": "bees"}]})
        answers = Answers(listed, httpx.ConnectError, good({}))
        client = Antecede("https://api.example", "mk_1", transport=httpx.MockTransport(answers))
        with self.assertRaises(AntecedeError):
            client.delete_index("bees")
        self.assertEqual(len(answers.sent), 2)

    def test_a_token_is_asked_for_once_and_again_when_it_ends_or_is_refused(self) -> None:
        def token(seconds: float) -> str:
            claims = json.dumps({"exp": time.time() + seconds}).encode()
            return f"a.{base64.urlsafe_b64encode(claims).decode().rstrip('=')}.s"

        def keys(tokens: list[str], answers: Answers, searches: int) -> list[str]:
            left = iter(tokens)
            source: Callable[[], str] = lambda: next(left)
            client = index(answers, api_key=source)
            for _ in range(searches):
                client.search("a")
            return [request.headers["x-api-key"] for request in answers.sent]

        long, short = token(3600), token(20)
        self.assertEqual(keys([long], Answers(good()), 2), [long, long])
        self.assertEqual(keys([short, long], Answers(good()), 2), [short, long])
        refused = httpx.Response(401, json=refusal("InvalidApiKey"))
        self.assertEqual(keys([long, "b"], Answers(refused, good()), 1), [long, "b"])


class Paging(unittest.TestCase):
    def test_pages_follow_the_answers(self) -> None:
        def page(name: str, after: str | None = None) -> httpx.Response:
            body = {"totalFoundItems": 2, "foundItems": [{"id": name, "conceptScore": 0}]}
            return good({**body, "next": after} if after else body)

        answers = Answers(page("1", "x"), page("2"))
        self.assertEqual([hit["id"] for hit in index(answers).hits("bees")], ["1", "2"])
        requests = [json.loads(request.content)["request"] for request in answers.sent]
        self.assertEqual([request.get("after") for request in requests], [None, "x"])
        self.assertTrue(all(request["pages"] for request in requests))

        async def read() -> list[str]:
            transport = httpx.MockTransport(Answers(page("1", "x"), page("2")))
            async with AsyncIndex(ENDPOINT, "k", transport=transport) as bees:
                return [hit["id"] async for hit in bees.hits("bees")]

        self.assertEqual(asyncio.run(read()), ["1", "2"])


class Batches(unittest.TestCase):
    def test_rows_go_in_batches_that_a_call_takes(self) -> None:
        sizes = [len(lines.split(b"\n")) for lines in batches(str(i) for i in range(20_001))]
        self.assertEqual(sizes, [10_000, 10_000, 1])
        wide = list(batches(["ä" * 1_000_000] * 7))
        self.assertEqual(len(wide), 4)
        self.assertTrue(all(len(lines) <= 5_000_000 for lines in wide))
        self.assertEqual(list(batches([])), [])

    def test_a_data_frame_becomes_rows_without_what_is_missing(self) -> None:
        frame = pandas.DataFrame(
            {
                "id": ["a", "b"],
                "year": [2020, None],
                "day": pandas.to_datetime(["2020-01-02", None]),
                "n": numpy.array([1, 2]),
            }
        )
        lines = b"\n".join(batches(rows_of(frame))).decode().split("\n")
        self.assertEqual(
            [json.loads(line) for line in lines],
            [{"id": "a", "year": 2020.0, "day": "2020-01-02", "n": 1}, {"id": "b", "n": 2}],
        )

    def test_an_address_that_is_no_index_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            Index("https://api.example", "k")


if __name__ == "__main__":
    unittest.main()
