"""A retriever for LangChain. Needs ``antecede[langchain]``."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict, Field

from ._index import Index, SearchOptions
from ._passages import passage_of


class AntecedeRetriever(BaseRetriever):
    """The nearest rows as documents: their best passage, or a column, and the other columns as metadata."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    index: Index
    k: int = 10
    content: str | None = None
    """Column that is the content of a document. The best matching passage if absent"""
    options: dict[str, Any] = Field(default_factory=dict)
    """What else the search takes, such as filters"""

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        options: SearchOptions = {"maxNumItems": self.k, "explain": True, **self.options}  # type: ignore[typeddict-item]
        hits = self.index.search(query, **options)["foundItems"]
        passages = [passage_of(hit, self.content) for hit in hits]
        return [Document(page_content=text, metadata=row) for text, row in passages]
