from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from typing import Any

#: What one change of rows takes.
MOST_ROWS = 10_000
MOST_BYTES = 5_000_000


def batches(items: Iterable[Any]) -> Iterator[bytes]:
    """JSON lines of the items, in pieces that one change takes."""
    lines: list[bytes] = []
    size = 0
    for item in items:
        line = json.dumps(item, ensure_ascii=False, allow_nan=False).encode()
        if len(lines) == MOST_ROWS or (lines and size + len(line) + 1 > MOST_BYTES):
            yield b"\n".join(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line) + 1
    if lines:
        yield b"\n".join(lines)


def rows_of(rows: Any) -> Iterable[Any]:
    """Rows as dictionaries; those of a data frame of pandas without what is missing."""
    if not hasattr(rows, "to_dict") or not hasattr(rows, "columns"):
        given: Iterable[Any] = rows
        return given
    return (
        {str(name): _plain(value) for name, value in row.items() if not _is_missing(value)}
        for row in rows.to_dict("records")
    )


def _is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and math.isnan(value)


def _plain(value: Any) -> Any:
    """A cell as JSON knows it: numbers of numpy become numbers, times become their date and time."""
    if hasattr(value, "isoformat"):
        text: str = value.isoformat()
        return text.removesuffix("T00:00:00")
    if hasattr(value, "tolist"):
        return value.tolist()
    return value
