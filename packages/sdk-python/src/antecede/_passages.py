from __future__ import annotations

from typing import Any


def passage_of(hit: dict[str, Any], content: str | None) -> tuple[str, dict[str, Any]]:
    """The text of a hit, which is a column or its best passage, and its other members."""
    row = {name: value for name, value in hit.items() if name != "explanation"}
    if content is not None:
        return str(row.pop(content, "")), row
    passage = (hit.get("explanation") or {}).get("passage") or {}
    return str(passage.get("text", "")), row
