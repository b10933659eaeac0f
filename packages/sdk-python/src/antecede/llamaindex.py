"""A retriever for LlamaIndex. Needs ``antecede[llamaindex]``."""

from __future__ import annotations

from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from ._index import Index, SearchOptions
from ._passages import passage_of


class AntecedeRetriever(BaseRetriever):
    """The nearest rows as nodes: their best passage, or a column, and the other columns as metadata.

    content: column that is the text of a node. The best matching passage if absent.
    options: what else the search takes, such as filters.
    """

    def __init__(
        self,
        index: Index,
        *,
        k: int = 10,
        content: str | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        self._index = index
        self._k = k
        self._content = content
        self._options = options or {}
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        options: SearchOptions = {"maxNumItems": self._k, "explain": True, **self._options}  # type: ignore[typeddict-item]
        hits = self._index.search(query_bundle.query_str, **options)["foundItems"]
        nodes = []
        for hit in hits:
            text, row = passage_of(hit, self._content)
            nodes.append(
                NodeWithScore(node=TextNode(text=text, metadata=row), score=hit["conceptScore"])
            )
        return nodes
