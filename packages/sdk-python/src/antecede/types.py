"""Made from the API document by `npm run sdk:types`. Not edited by hand."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, Union


class Route(NamedTuple):
    """Where a call goes, and whether it may be sent again when no answer came: always, by-key or never."""

    method: str
    path: str
    repeat: str


ROUTES = {
    "query-index": Route("POST", "/api/v1/indexes/{index_id}/query", "always"),
    "query-index-several": Route("POST", "/api/v1/indexes/{index_id}/queries", "always"),
    "search-indexes": Route("POST", "/api/v1/search", "always"),
    "query-similar-rows": Route("POST", "/api/v1/indexes/{index_id}/similar", "always"),
    "get-query-vector": Route("POST", "/api/v1/indexes/{index_id}/vectors", "always"),
    "get-dictionary": Route("POST", "/api/v1/indexes/{index_id}/dictionary", "always"),
    "warm-index": Route("POST", "/api/v1/indexes/{index_id}/warm", "always"),
    "upsert-rows": Route("PUT", "/api/v1/indexes/{index_id}/rows", "always"),
    "update-rows": Route("PATCH", "/api/v1/indexes/{index_id}/rows", "always"),
    "delete-rows": Route("DELETE", "/api/v1/indexes/{index_id}/rows", "always"),
    "record-click": Route("POST", "/api/v1/indexes/{index_id}/clicks", "never"),
    "create-search-export": Route("POST", "/api/v1/indexes/{index_id}/exports", "by-key"),
    "get-search-export": Route("GET", "/api/v1/indexes/{index_id}/exports/{export_id}", "always"),
    "delete-search-export": Route("DELETE", "/api/v1/indexes/{index_id}/exports/{export_id}", "never"),
    "get-management-caller": Route("GET", "/api/manage/management-keys/caller", "always"),
    "list-datasets": Route("GET", "/api/manage/datasets", "always"),
    "delete-datasets": Route("DELETE", "/api/manage/datasets", "never"),
    "get-dataset-files": Route("GET", "/api/manage/datasets/files", "always"),
    "list-dataset-sources": Route("GET", "/api/manage/datasets/sources", "always"),
    "create-dataset-source": Route("POST", "/api/manage/datasets/sources", "never"),
    "fetch-dataset-source": Route("POST", "/api/manage/datasets/sources/{source_id}/fetch", "never"),
    "delete-dataset-source": Route("DELETE", "/api/manage/datasets/sources/{source_id}", "never"),
    "create-cli-upload": Route("POST", "/api/manage/cli-presigned", "by-key"),
    "create-part-urls": Route("POST", "/api/cli-uploads/{upload_id}/part-urls", "always"),
    "complete-cli-upload": Route("POST", "/api/cli-uploads/{upload_id}/complete", "always"),
    "abort-cli-upload": Route("DELETE", "/api/cli-uploads/{upload_id}", "never"),
    "list-indexes": Route("GET", "/api/manage/indexes", "always"),
    "create-index": Route("POST", "/api/manage/indexes", "by-key"),
    "rebuild-index": Route("PUT", "/api/manage/indexes", "never"),
    "delete-index": Route("DELETE", "/api/manage/indexes/{index_id}", "never"),
    "list-index-rejects": Route("GET", "/api/manage/indexes/rejects", "always"),
    "list-index-keys": Route("GET", "/api/manage/index", "always"),
    "create-index-key": Route("POST", "/api/manage/index", "by-key"),
    "rotate-index-key": Route("POST", "/api/manage/index/rotate", "by-key"),
    "delete-index-key": Route("POST", "/api/manage/index/delete", "never"),
}


class Filter(TypedDict):
    """A condition on a column that rows must meet"""

    column: str
    """Name of a column of the index"""
    operator: Literal["=", "!=", "<", "<=", ">", ">=", "in", "exists", "begins", "contains", "under", "named"]
    """Dates and numbers are compared by size, codes and names as whole values without regard to case and accents. `in` takes a list, `exists` asks whether the cell has a value. Of codes and names, `begins` takes the first characters and `contains` any; `under` takes a class symbol and finds all below it: `A01K` has `A01K 47/06`; `named` takes words of a name, legal forms apart: `Hartwell Optics` finds `HARTWELL OPTICS CO., LTD.`"""
    value: NotRequired[Union[str, list[str]]]
    """Dates are written as 2018-07-01. A year or a month stands for all its days. If a cell lists several codes, one of them must match. For `exists`: `true`, the default, or `false`"""


class PhraseCondition(TypedDict):
    """Words that stand one after the other"""

    phrase: str
    """Words that stand one after the other, as written but for case, accents and hyphens. `word*` stands for all words with this beginning"""
    columns: NotRequired[list[str]]
    """Searched columns in one of which the words stand. All if absent"""


class NearCondition(TypedDict):
    """Two phrases that stand near each other"""

    near: list[str]
    """Two phrases in one column, in any order"""
    within: int
    """How many words may stand between them"""
    columns: NotRequired[list[str]]
    """Searched columns in one of which the words stand. All if absent"""

AllConditions = TypedDict("AllConditions", {"and": 'list[Condition]'})

AnyCondition = TypedDict("AnyCondition", {"or": 'list[Condition]'})

NoCondition = TypedDict("NoCondition", {"not": 'Condition'})

Condition = Union["Filter", "PhraseCondition", "NearCondition", "AllConditions", "AnyCondition", "NoCondition"]


class SignalWeights(TypedDict):
    """What the signals of a ranking count, 1 if absent"""

    words: NotRequired[float]
    """Words of the text, in any form of them"""
    meaning: NotRequired[float]
    """How near rows are to the text in meaning"""
    vector: NotRequired[float]
    """The vector, beside the weight that the index has given it"""


class FacetRequestBy(TypedDict):
    """Of codes and names: a column of numbers or dates by whose intervals the matches of each listed value are counted, too. `top` is then at most 50"""

    column: str
    interval: Union[float, Literal["year", "month", "day", "auto"]]


class FacetRequest(TypedDict):
    """Counts all matches by what a column holds"""

    column: str
    """Name of a column of the index"""
    top: NotRequired[int]
    """Of codes and names: how many of the most frequent values are listed. 10 if absent"""
    prefix: NotRequired[int]
    """Of codes and names: counts their beginnings of so many characters, spaces apart. 4 counts `A01K 47/06` as `A01K`"""
    begins: NotRequired[str]
    """Of codes and names: counts only those that begin with this text, spaces apart. At most as long as `prefix`"""
    interval: NotRequired[Union[float, Literal["year", "month", "day", "auto"]]]
    """Of numbers: the width of the intervals that are counted; of dates: `year`, `month` or `day`. Of both, `auto`: the matches decide, and the answer says how. Both need it"""
    by: NotRequired["FacetRequestBy"]
    """Of codes and names: a column of numbers or dates by whose intervals the matches of each listed value are counted, too. `top` is then at most 50"""


class SortOrder2(TypedDict):
    column: str
    """A column of numbers or dates"""
    descending: NotRequired[bool]

SortOrder = Union[Literal["rows"], "SortOrder2"]


class ExplanationTermsItem(TypedDict):
    term: str
    share: float
    synonymOf: NotRequired[str]
    """The word of the query that `term` is a synonym of, by the synonyms of the index"""


class ExplanationConceptsItem(TypedDict):
    term: str
    share: float
    synonymOf: NotRequired[str]
    """The word of the query that `term` is a synonym of, by the synonyms of the index"""


class ExplanationPassage1(TypedDict):
    column: NotRequired[str]
    """The column that it is from, if that is not the index column: another column of text is quoted where only that has words of the query"""
    text: str
    start: int
    end: int
    termRanges: list[list[int]]
    """Where `text` has words of the query, in any form of them"""
    conceptRanges: list[list[int]]
    """Where `text` has words that are listed in `concepts`"""


class Explanation(TypedDict):
    """Why a row was found. Shares are of the row’s score"""

    terms: list["ExplanationTermsItem"]
    """Words of the query that the row contains"""
    concepts: list["ExplanationConceptsItem"]
    """Words of the row that are near the query in meaning"""
    vector: NotRequired[float]
    """With `vector`: the share that the vector of the row has in the score"""
    isRelevant: NotRequired[bool]
    """Whether `relevantOnly` keeps the row. Absent in lists that nothing ranks, of rows that are found by their id, and for keys that see a part of the index"""
    passage: Union["ExplanationPassage1", None]
    """The best matching passage, with its offsets in UTF-16 code units; ranges are [start, end) within `text`"""
    highlights: dict[str, list[list[int]]]
    """Where the returned columns of text have words of the query: [start, end) in UTF-16 code units, by column"""

FoundItem = dict[str, Any]


class FacetCountsItemByItem(TypedDict):
    value: str
    count: int


class FacetCountsItem(TypedDict):
    value: str
    count: int
    by: NotRequired[list["FacetCountsItemByItem"]]


class Facet(TypedDict):
    """How many matches have which value of a column"""

    column: str
    """That of the request"""
    counts: list["FacetCountsItem"]
    """Values as the first row that has them writes them, the most frequent first; or intervals in their order by their least value, without empty ones. `by`: the matches of a value by the intervals that were asked for"""
    distinct: int
    """Different values or intervals among the matches, more than are listed"""
    missing: int
    """Matches without a value"""
    interval: NotRequired[Union[float, Literal["year", "month", "day"]]]
    """If it was asked for as `auto`: the one that is counted by, of the facet or of its `by`"""


class SearchExport(TypedDict):
    """All matches of a search as a file"""

    export_id: str
    """Names the export in later calls"""
    index_id: str
    """The index that was searched"""
    format: Literal["csv", "xlsx", "jsonl", "parquet"]
    """That of the request"""
    status: Literal["writing", "ready", "failed"]
    """Only of a `ready` export is there a file"""
    failure: NotRequired[Literal["refused", "index-gone", "too-large", "interrupted"]]
    """Why it failed. `refused`: the index was built again, and the search is not possible any more. `index-gone`: the index was deleted. `too-large`: ask for fewer `fields` or rows. `interrupted`: try again. The searches that it counted as are given back, except one"""
    ranked: bool
    """Whether rows are in the order of relevance and have a `conceptScore`. A thousand are ranked at most; more are listed in the order of the index"""
    total_found: int
    """Number of matching rows"""
    rows_wanted: int
    """Rows that the file gets: all, or the first 1,000,000"""
    rows: int
    """Rows that are written"""
    counted_searches: int
    """What it counts as towards the quota of the day: one search for each 100 rows, as if they were paged through"""
    size_bytes: NotRequired[int]
    """Size of a ready file"""
    created_at: str
    """ISO 8601, UTC"""
    ended_at: NotRequired[str]
    """ISO 8601, UTC"""
    available_until: NotRequired[str]
    """When a ready file is removed"""
    download_url: NotRequired[str]
    """Of a ready file. Presigned for this answer, valid for five minutes"""


class Dataset(TypedDict):
    id: str
    """Path of the file"""
    dataset_name: str
    """Name of the file"""
    size: int
    """Bytes"""
    modified_at: str
    """ISO 8601, UTC"""
    author: NotRequired[str]


class FilePreviewColumnsItem(TypedDict):
    name: str
    type: Literal["text", "keyword", "number", "date", "date-day-first", "date-month-first", "id", "link", "vector"]
    sure: bool
    """False for dates of which day and month cannot be told apart"""
    suggested: Literal["index", "metadata", "ignore"]
    """Role that the column may have in an index"""
    embedding_usd: NotRequired[float]
    """Estimate of what embedding this column costs in all rows: the first 8,000 characters of each, at four bytes a token"""
    suggested_use: NotRequired[Literal["title", "link", "id"]]
    """What the column may be to a row: its title, its link or its id"""


class FilePreviewDamaged(TypedDict):
    """Those among them with bytes that mean nothing in the encoding of the file. They become U+FFFD"""

    count: int
    lines: list[int]
    """The first ones"""


class FilePreviewRejectedExamplesItem(TypedDict):
    line: int
    text: str


class FilePreviewRejected(TypedDict):
    """Those among them that cannot be read"""

    count: int
    reason: str
    """The commonest reason"""
    examples: list["FilePreviewRejectedExamplesItem"]


class FilePreviewEmbedder(TypedDict):
    """The model that gives rows and queries vectors, if there is one"""

    model: str


class FilePreviewBuild(TypedDict):
    """Estimate of the build of an index from this file"""

    seconds: int
    """How long it takes"""
    usd: NotRequired[float]
    """What AWS charges. For staff only"""
    place: Literal["functions", "cluster", "nowhere"]
    """What will hold the rows for searches. `nowhere`: the file is too large for this installation"""


class FilePreview(TypedDict):
    data: str
    """CSV text: the first whole rows as the file has them. A file in another format is shown as CSV"""
    size: int
    """Bytes of the whole file"""
    format: Literal["csv", "json-lines", "json", "parquet", "excel", "several"]
    """What the file is by its content. `csv` has any delimiter; `several` is an archive of files, read as one table"""
    packing: NotRequired[Literal["gzip", "zip"]]
    """What it is packed in"""
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-15", "macintosh", "windows-1250", "iso-8859-2", "windows-1251", "koi8-r", "koi8-u", "iso-8859-5", "x-mac-cyrillic", "ibm866", "windows-1253", "iso-8859-7", "windows-1254", "windows-1257", "windows-1255", "windows-1256", "windows-1258", "windows-874", "shift_jis", "euc-jp", "euc-kr", "gb18030", "big5"]
    delimiter: str
    """Character between the cells of the file"""
    has_header: bool
    """Whether the first row of the table names the columns. If not, they are numbered"""
    skipped_lines: int
    """Lines above the table that are left out: titles, comments, the line `sep=`"""
    columns: list["FilePreviewColumnsItem"]
    rows: list[list[str]]
    """The first rows, a cell for each column. Long cells are cut"""
    rows_read: int
    """Rows at the beginning of the file that were looked at"""
    repaired: int
    """Those among them with a delimiter in their text, which were joined again"""
    damaged: NotRequired["FilePreviewDamaged"]
    """Those among them with bytes that mean nothing in the encoding of the file. They become U+FFFD"""
    rejected: NotRequired["FilePreviewRejected"]
    """Those among them that cannot be read"""
    differences: NotRequired[list[str]]
    """Of an archive of several files: which of them have other columns than the first, and which. Absent if none has"""
    embedder: NotRequired["FilePreviewEmbedder"]
    """The model that gives rows and queries vectors, if there is one"""
    build: "FilePreviewBuild"
    """Estimate of the build of an index from this file"""


class DatasetFile(TypedDict):
    Key: str
    """Path of the file, beginning with the organization"""
    Size: int
    """Bytes"""
    LastModified: str
    """ISO 8601, UTC"""
    author: NotRequired[str]

DatasetSource = TypedDict("DatasetSource", {"source_id": 'str', "dataset_id": 'str', "dataset_name": 'str', "from": 'str', "kind": 'Literal["url", "s3", "datasets"]', "datasets": 'NotRequired[list[str]]', "every": 'Literal["once", "daily", "weekly"]', "rebuilds": 'list[str]', "state": 'Literal["fetching", "ready", "failed", "stopped"]', "problem": 'NotRequired[str]', "failures": 'int', "author": 'str', "created_at": 'str', "fetched_bytes": 'NotRequired[int]', "total_bytes": 'NotRequired[int]', "checked_at": 'NotRequired[str]', "changed_at": 'NotRequired[str]', "next_at": 'NotRequired[str]'})


class Presigned(TypedDict):
    api_base: str
    upload_id: str
    upload_token: str
    """Secret. Allows the upload of this one file"""
    filename: str
    filesize: int
    part_size: int
    """Bytes of every part except the last, which holds the rest"""
    expires_at: str
    """ISO 8601, UTC"""


class BuildProgressRead(TypedDict):
    """In the stage `planning`: bytes of the dataset that were read, of how many"""

    bytes: int
    of: int


class BuildProgress(TypedDict):
    stage: Literal["queued", "planning", "training", "indexing", "loading", "publishing", "done"]
    percent: float
    rows: int
    rejects: int
    read: NotRequired["BuildProgressRead"]
    """In the stage `planning`: bytes of the dataset that were read, of how many"""
    placement: NotRequired[Literal["functions", "cluster"]]
    """What will hold the rows for searches. Known once the rows are counted"""


class Index(TypedDict):
    item_id: str
    name: str
    created_at: str
    """ISO 8601, UTC"""
    modified_at: str
    """ISO 8601, UTC"""
    author: str
    status: Literal["Active", "Processing", "Failed"]
    builtin: bool
    version: str
    api_endpoint: str
    dataset_name: str
    dataset_size: int
    rows: int
    columns_role: dict[str, Literal["index", "metadata", "ignore"]]
    columns_type: NotRequired[dict[str, Literal["text", "keyword", "number", "date", "date-day-first", "date-month-first", "id", "link", "vector"]]]
    """What each column holds, which says how filters compare it. Absent before the first build"""
    vector_dimensions: NotRequired[int]
    """Numbers of a vector in the column of vectors. Absent without one"""
    columns_use: NotRequired[dict[str, Literal["title", "link", "id"]]]
    """Which columns are the title, the link and the id of a row. Absent if that was never chosen: then it is told from their names"""
    columns_data: NotRequired[str]
    """JSON list with one list per column: its name, then sample values. Only present when `index_id` is given"""
    progress: "BuildProgress"
    failure: NotRequired[str]
    """Why the last build failed, and what to do about it"""


class Reading(TypedDict):
    """How to read a file. What is absent is told from the file"""

    encoding: NotRequired[Literal["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-15", "macintosh", "windows-1250", "iso-8859-2", "windows-1251", "koi8-r", "koi8-u", "iso-8859-5", "x-mac-cyrillic", "ibm866", "windows-1253", "iso-8859-7", "windows-1254", "windows-1257", "windows-1255", "windows-1256", "windows-1258", "windows-874", "shift_jis", "euc-jp", "euc-kr", "gb18030", "big5"]]
    delimiter: NotRequired[str]
    """Character between cells"""
    header: NotRequired[bool]
    """Whether the first row of the table names the columns"""
    skip: NotRequired[int]
    """Lines above the table that are left out"""


class KeyRestrictions(TypedDict):
    """What narrows a key"""

    uses: NotRequired[list[Literal["search", "vectors", "exports", "mcp"]]]
    """`search` (query, map, warm, clicks), `vectors` (vectors, dictionary), `exports`, `mcp`. All if absent"""
    columns: NotRequired[list[str]]
    """Columns that the key sees: others are neither returned, counted, sorted by nor filtered by, as if the index had none of their names. Their words still rank. All if absent"""
    filters: NotRequired[list["Condition"]]
    """Conditions that every row must meet, as `filters` of a search. Other rows do not exist for the key. The columns need not be among `columns`"""
    origins: NotRequired[list[str]]
    """Pages that may call from a browser: `https://shop.example`, `https://*.shop.example`. A call without `Origin` or `Referer` of one of them is refused. Programs can write any, so this keeps out other pages, not other programs"""
    addresses: NotRequired[list[Union[str]]]
    """Addresses that may call, or networks of them: `192.0.2.0/24`"""
    queries_per_second: NotRequired[int]
    """At most so many calls a second, after ten times as many at once"""
    queries_per_day: NotRequired[int]
    """At most so many queries on a day (UTC), beside the quota of the organization"""
    expires_at: NotRequired[str]
    """From then on the key is refused"""


class ApiKeyMadeBy(TypedDict):
    """The management key that made it, and its name then. The key goes on when that ends. Absent of keys that people make"""

    id: str
    name: str


class ApiKeyPrevious(TypedDict):
    """The text that the key had before, as long as calls with it are answered"""

    valid_until: str
    """ISO 8601, UTC"""
    last_used_date: NotRequired[str]
    """ISO 8601, UTC"""


class ApiKey(TypedDict):
    id: str
    api_key: str
    """Dots and the last four characters, unless the caller may see it"""
    creation_date: str
    """ISO 8601, UTC"""
    name: NotRequired[str]
    """Absent if the key has none"""
    made_by: NotRequired["ApiKeyMadeBy"]
    """The management key that made it, and its name then. The key goes on when that ends. Absent of keys that people make"""
    changes_rows: NotRequired[bool]
    """Whether the key may also change rows of the index; absent if it may not"""
    last_used_date: NotRequired[str]
    """Absent if the key was never used"""
    restrictions: NotRequired["KeyRestrictions"]
    """Absent if the key may do all that keys may"""
    public_keys: NotRequired[list[str]]
    """Tenant tokens that one of these verifies are taken. Absent if none are"""
    tokens_last_used_date: NotRequired[str]
    """Absent if no tenant token of the key was used"""
    previous: NotRequired["ApiKeyPrevious"]
    """The text that the key had before, as long as calls with it are answered"""


class QueryIndexBodyRequest(TypedDict):
    conceptFeaturesString: NotRequired[str]
    """The text to search for: a sentence, an abstract, a whole claim. Without it and `vector`, `filters` or `sort` list rows, whose `conceptScore` is 0"""
    syntax: NotRequired[Literal["words", "query"]]
    """How `conceptFeaturesString` is read. `words`, the default: all of it ranks. `query`: `"phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` with brackets, `NEAR/5`, `word*` and `column:value` decide which rows may be found; the words still rank"""
    vector: NotRequired[list[float]]
    """For an index with a column of vectors: a vector of the same model and number of dimensions, of any length. Rows with near vectors are found, too, and their cosines count beside the text; without a text, they alone rank"""
    maxNumItems: NotRequired[int]
    """Maximum number of items to return"""
    filters: NotRequired[list["Condition"]]
    """Conditions on columns, which may be joined: `{"or": […]}`, `{"and": […]}`, `{"not": …}`. A row must meet all of the list"""
    fields: NotRequired[list[str]]
    """Columns to return. All metadata columns if absent"""
    relevantOnly: NotRequired[bool]
    """Stops where relevance does: leaves out items far below the best one of the index, which `lessRelevantItems` counts"""
    minimumScore: NotRequired[float]
    """Leaves out items with a lower `conceptScore`, and does not count them: `totalFoundItems`, `facets`, pages and lists by `sort` are of what is left of the best thousand rows. Needs a text or a vector"""
    weights: NotRequired["SignalWeights"]
    """What each signal counts: only the ratios matter, and 0 leaves a signal out. They order the rows that are found, and find no others. Needs a text"""
    explain: NotRequired[bool]
    """Adds to each item why it was found, its best passage, and where its columns have words of the query"""
    distinct: NotRequired[str]
    """A column of codes or names: of the matches with the same value, only the first is an item, with their number as `sameValue`. Whole cells are compared, without regard to case and accents; rows without a value are items each"""
    facets: NotRequired[list["FacetRequest"]]
    """Counts all matches, exactly those of `totalFoundItems`, by columns"""
    sort: NotRequired["SortOrder"]
    """Lists all matches in this order instead of ranking them: `rows`, the order of the index, or a column of numbers or dates"""
    pages: NotRequired[bool]
    """Gives `next` with ranked items, too, which go on to the thousandth. Without it, they have no `next`"""
    after: NotRequired[str]
    """The `next` of the answer that this one continues. All else must be as before"""


class QueryIndexBody(TypedDict):
    request: "QueryIndexBodyRequest"


class QueryIndexAnswerSynonymsItem(TypedDict):
    word: str
    synonyms: list[str]


class QueryIndexAnswer(TypedDict):
    totalFoundItems: int
    """Number of matching rows. The best of them are returned"""
    lessRelevantItems: NotRequired[int]
    """With `relevantOnly`: number of rows that match and are left out. Absent where the text is the id of a row"""
    foundItems: list["FoundItem"]
    """The best rows, best first: of each its metadata columns under their names, and `conceptScore`. As many as `maxNumItems` at most"""
    queryProblem: NotRequired[str]
    """With `syntax: "query"`: why the query, or a field of it that no column has, was read as words"""
    vectorProblem: NotRequired[str]
    """Of an index whose rows the installation embeds: why the text was searched without a vector"""
    synonyms: NotRequired[list["QueryIndexAnswerSynonymsItem"]]
    """Words and phrases of the text that were searched as others, too, by the synonyms of the index"""
    facets: NotRequired[list["Facet"]]
    """In the order of the request"""
    next: NotRequired[str]
    """If a list or pages go on: what `after` of the next request is. Valid until the index is rebuilt"""


class QueryIndexSeveralBodyRequestsItem(TypedDict):
    conceptFeaturesString: NotRequired[str]
    """The text to search for: a sentence, an abstract, a whole claim. Without it and `vector`, `filters` or `sort` list rows, whose `conceptScore` is 0"""
    syntax: NotRequired[Literal["words", "query"]]
    """How `conceptFeaturesString` is read. `words`, the default: all of it ranks. `query`: `"phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` with brackets, `NEAR/5`, `word*` and `column:value` decide which rows may be found; the words still rank"""
    vector: NotRequired[list[float]]
    """For an index with a column of vectors: a vector of the same model and number of dimensions, of any length. Rows with near vectors are found, too, and their cosines count beside the text; without a text, they alone rank"""
    maxNumItems: NotRequired[int]
    """Maximum number of items to return"""
    filters: NotRequired[list["Condition"]]
    """Conditions on columns, which may be joined: `{"or": […]}`, `{"and": […]}`, `{"not": …}`. A row must meet all of the list"""
    fields: NotRequired[list[str]]
    """Columns to return. All metadata columns if absent"""
    relevantOnly: NotRequired[bool]
    """Stops where relevance does: leaves out items far below the best one of the index, which `lessRelevantItems` counts"""
    minimumScore: NotRequired[float]
    """Leaves out items with a lower `conceptScore`, and does not count them: `totalFoundItems`, `facets`, pages and lists by `sort` are of what is left of the best thousand rows. Needs a text or a vector"""
    weights: NotRequired["SignalWeights"]
    """What each signal counts: only the ratios matter, and 0 leaves a signal out. They order the rows that are found, and find no others. Needs a text"""
    explain: NotRequired[bool]
    """Adds to each item why it was found, its best passage, and where its columns have words of the query"""
    distinct: NotRequired[str]
    """A column of codes or names: of the matches with the same value, only the first is an item, with their number as `sameValue`. Whole cells are compared, without regard to case and accents; rows without a value are items each"""
    facets: NotRequired[list["FacetRequest"]]
    """Counts all matches, exactly those of `totalFoundItems`, by columns"""
    sort: NotRequired["SortOrder"]
    """Lists all matches in this order instead of ranking them: `rows`, the order of the index, or a column of numbers or dates"""
    pages: NotRequired[bool]
    """Gives `next` with ranked items, too, which go on to the thousandth. Without it, they have no `next`"""
    after: NotRequired[str]
    """The `next` of the answer that this one continues. All else must be as before"""


class QueryIndexSeveralBody(TypedDict):
    requests: list["QueryIndexSeveralBodyRequestsItem"]
    """Searches, each as `request` of `POST /query`"""


class QueryIndexSeveralAnswerAnswersItem1SynonymsItem(TypedDict):
    word: str
    synonyms: list[str]


class QueryIndexSeveralAnswerAnswersItem1(TypedDict):
    totalFoundItems: int
    """Number of matching rows. The best of them are returned"""
    lessRelevantItems: NotRequired[int]
    """With `relevantOnly`: number of rows that match and are left out. Absent where the text is the id of a row"""
    foundItems: list["FoundItem"]
    """The best rows, best first: of each its metadata columns under their names, and `conceptScore`. As many as `maxNumItems` at most"""
    queryProblem: NotRequired[str]
    """With `syntax: "query"`: why the query, or a field of it that no column has, was read as words"""
    vectorProblem: NotRequired[str]
    """Of an index whose rows the installation embeds: why the text was searched without a vector"""
    synonyms: NotRequired[list["QueryIndexSeveralAnswerAnswersItem1SynonymsItem"]]
    """Words and phrases of the text that were searched as others, too, by the synonyms of the index"""
    facets: NotRequired[list["Facet"]]
    """In the order of the request"""
    next: NotRequired[str]
    """If a list or pages go on: what `after` of the next request is. Valid until the index is rebuilt"""


class QueryIndexSeveralAnswerAnswersItem2Error(TypedDict):
    code: str
    """As of an answer that is an error, such as `InvalidRequest`"""
    message: str
    """What is wrong with this search"""


class QueryIndexSeveralAnswerAnswersItem2(TypedDict):
    error: "QueryIndexSeveralAnswerAnswersItem2Error"


class QueryIndexSeveralAnswer(TypedDict):
    answers: list[Union["QueryIndexSeveralAnswerAnswersItem1", "QueryIndexSeveralAnswerAnswersItem2"]]
    """In the order of the requests. Each is an answer as that of `POST /query`, or has an `error`: what the index refuses fails alone, and does not count. So does what leaves no room in an answer of 6 MB (`AnswerTooLarge`)"""


class SearchIndexesBodyRequest(TypedDict):
    syntax: NotRequired[Literal["words", "query"]]
    """How `conceptFeaturesString` is read. `words`, the default: all of it ranks. `query`: `"phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` with brackets, `NEAR/5`, `word*` and `column:value` decide which rows may be found; the words still rank"""
    maxNumItems: NotRequired[int]
    """Maximum number of items to return"""
    relevantOnly: NotRequired[bool]
    """Stops where relevance does: leaves out items far below the best one of the index, which `lessRelevantItems` counts"""
    minimumScore: NotRequired[float]
    """Leaves out items with a lower `conceptScore`, and does not count them: `totalFoundItems`, `facets`, pages and lists by `sort` are of what is left of the best thousand rows. Needs a text or a vector"""
    weights: NotRequired["SignalWeights"]
    """What each signal counts: only the ratios matter, and 0 leaves a signal out. They order the rows that are found, and find no others. Needs a text"""
    explain: NotRequired[bool]
    """Adds to each item why it was found, its best passage, and where its columns have words of the query"""
    conceptFeaturesString: str
    """The text to search for: a sentence, an abstract, a whole claim"""


class SearchIndexesBodyIndexesItem(TypedDict):
    index_id: str
    """Id of the index, or the name of a catalogue"""
    api_key: str
    """A key of this index, or a tenant token. It decides what is found, as in a search of its own"""
    filters: NotRequired[list["Condition"]]
    """Conditions on columns, which may be joined: `{"or": […]}`, `{"and": […]}`, `{"not": …}`. A row must meet all of the list"""
    fields: NotRequired[list[str]]
    """Columns to return. All metadata columns if absent"""
    vector: NotRequired[list[float]]
    """For an index with a column of vectors: a vector of the same model and number of dimensions, of any length. Rows with near vectors are found, too, and their cosines count beside the text; without a text, they alone rank"""


class SearchIndexesBody(TypedDict):
    request: "SearchIndexesBodyRequest"
    indexes: list["SearchIndexesBodyIndexesItem"]


class SearchIndexesAnswerFoundItemsItem(TypedDict):
    index_id: str
    """The index that has the row"""
    item: "FoundItem"


class SearchIndexesAnswerIndexesItemSynonymsItem(TypedDict):
    word: str
    synonyms: list[str]


class SearchIndexesAnswerIndexesItemError(TypedDict):
    """Why this index was not searched: its key, its limits, or the index. The others were. If none could be, the call fails with the first error"""

    code: str
    """As of an answer that is an error, such as `InvalidRequest`"""
    message: str
    """What is wrong with this search"""


class SearchIndexesAnswerIndexesItem(TypedDict):
    index_id: str
    totalFoundItems: NotRequired[int]
    """Number of matching rows. The best of them are returned"""
    lessRelevantItems: NotRequired[int]
    """With `relevantOnly`: number of rows that match and are left out. Absent where the text is the id of a row"""
    queryProblem: NotRequired[str]
    """With `syntax: "query"`: why the query, or a field of it that no column has, was read as words"""
    vectorProblem: NotRequired[str]
    """Of an index whose rows the installation embeds: why the text was searched without a vector"""
    synonyms: NotRequired[list["SearchIndexesAnswerIndexesItemSynonymsItem"]]
    """Words and phrases of the text that were searched as others, too, by the synonyms of the index"""
    error: NotRequired["SearchIndexesAnswerIndexesItemError"]
    """Why this index was not searched: its key, its limits, or the index. The others were. If none could be, the call fails with the first error"""


class SearchIndexesAnswer(TypedDict):
    foundItems: list["SearchIndexesAnswerFoundItemsItem"]
    """The best rows of all indexes, by falling `conceptScore`; of equal ones, those of the index that is named first"""
    indexes: list["SearchIndexesAnswerIndexesItem"]
    """In the order of the request: what each index says beside its rows"""


class QuerySimilarRowsBodyRequest(TypedDict):
    column: str
    """A metadata column that names the row, such as its id"""
    value: str
    """What this column holds. All rows that hold it are left out of the answer"""
    maxNumItems: NotRequired[int]
    """Maximum number of items to return"""
    filters: NotRequired[list["Condition"]]
    """Conditions that the other rows must meet, as those of `POST /query`"""
    fields: NotRequired[list[str]]
    """Columns to return. All metadata columns if absent"""


class QuerySimilarRowsBody(TypedDict):
    request: "QuerySimilarRowsBodyRequest"


class QuerySimilarRowsAnswer(TypedDict):
    foundItems: list["FoundItem"]
    """The nearest rows, best first, as those of `POST /query`"""


class GetQueryVectorBodyRequest(TypedDict):
    query: str
    """The text to search for: a sentence, an abstract, a whole claim"""


class GetQueryVectorBody(TypedDict):
    request: "GetQueryVectorBodyRequest"


class GetQueryVectorAnswer(TypedDict):
    vector: list[float]
    """Unit length, or all zeros if the index knows no word of the text"""


class GetDictionaryBodyRequest(TypedDict):
    query: str
    """The text to search for: a sentence, an abstract, a whole claim"""


class GetDictionaryBody(TypedDict):
    request: "GetDictionaryBodyRequest"


class GetDictionaryAnswerTermsItem(TypedDict):
    term: str
    score: float


class GetDictionaryAnswer(TypedDict):
    terms: list["GetDictionaryAnswerTermsItem"]
    """Best first, with their cosine. Words of the text itself are left out"""


class WarmIndexBody(TypedDict):
    calls: NotRequired[list[Literal["query", "queries", "similar", "search"]]]
    """The calls that will follow: each is answered by a function of its own. `search` is `POST /api/v1/search`"""


class WarmIndexAnswer(TypedDict):
    pass


class UpsertRowsBody(TypedDict):
    rows: list[dict[str, Union[str, float, bool, None, list[str], list[float]]]]
    """Rows by the names of their columns. What is left out is empty. Of rows with the same key, the last counts"""


class UpsertRowsAnswer(TypedDict):
    version: str
    """The state of the index from which searches find the change. They do at once"""
    removed: int
    """Rows that were there before, and were replaced or deleted"""
    rows: int
    """Rows of the index now"""


class UpdateRowsBody(TypedDict):
    rows: list[dict[str, Union[str, float, bool, None, list[str], list[float]]]]
    """The key of each row and its new cells, by the names of their columns. A column of vectors is sent, too. Of rows with the same key, the last counts"""


class UpdateRowsAnswer(TypedDict):
    version: str
    """The state of the index from which searches find the change. They do at once"""
    removed: int
    """Rows that were there before, and were replaced or deleted"""
    rows: int
    """Rows of the index now"""


class DeleteRowsBody(TypedDict):
    keys: list[str]
    """Keys, without regard to case and accents"""


class DeleteRowsAnswer(TypedDict):
    version: str
    """The state of the index from which searches find the change. They do at once"""
    removed: int
    """Rows that were there before, and were replaced or deleted"""
    rows: int
    """Rows of the index now"""


class RecordClickBody(TypedDict):
    text: str
    """The text of the search, or the beginning of a longer one"""
    row: str
    """What names the row, such as its number or title"""
    position: NotRequired[int]
    """Place among what was found: 1 is the first"""


class RecordClickAnswer(TypedDict):
    recorded: bool
    """False for an organization that keeps no texts of searches: nothing is kept"""


class CreateSearchExportBodyRequest(TypedDict):
    """The search, as `POST /query` takes it"""

    conceptFeaturesString: NotRequired[str]
    """The text to search for: a sentence, an abstract, a whole claim. Without it and `vector`, `filters` or `sort` list rows, whose `conceptScore` is 0"""
    syntax: NotRequired[Literal["words", "query"]]
    """How `conceptFeaturesString` is read. `words`, the default: all of it ranks. `query`: `"phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` with brackets, `NEAR/5`, `word*` and `column:value` decide which rows may be found; the words still rank"""
    filters: NotRequired[list["Condition"]]
    """Conditions on columns, which may be joined: `{"or": […]}`, `{"and": […]}`, `{"not": …}`. A row must meet all of the list"""
    fields: NotRequired[list[str]]
    """Columns to return. All metadata columns if absent"""
    relevantOnly: NotRequired[bool]
    """Stops where relevance does: leaves out items far below the best one of the index, which `lessRelevantItems` counts"""
    sort: NotRequired["SortOrder"]
    """Lists all matches in this order instead of ranking them: `rows`, the order of the index, or a column of numbers or dates"""


class CreateSearchExportBody(TypedDict):
    format: Literal["csv", "xlsx", "jsonl", "parquet"]
    """`csv`: RFC 4180, every cell in quotes, an apostrophe before what a spreadsheet would calculate. `xlsx`: a workbook with one sheet, whose head has labels for people (`Priority date`), without columns that are empty unless `fields` names them; all others have the names of the columns. `jsonl`: an object a line. `parquet`: row groups of 64 MB of text, packed by gzip; cells are texts, and the score is a number"""
    request: "CreateSearchExportBodyRequest"
    """The search, as `POST /query` takes it"""


class DeleteSearchExportAnswer(TypedDict):
    pass


class GetManagementCallerAnswer(TypedDict):
    org_id: str
    auth_user_id: str
    email: str
    scopes: NotRequired[list[Literal["datasets:read", "datasets:write", "indexes:read", "indexes:write", "keys:read", "keys:write"]]]
    """Of a management key"""


class ListDatasetsAnswer(TypedDict):
    items: list["Dataset"]
    next: NotRequired[str]
    """Cursor of the next page, absent on the last"""


class DeleteDatasetsBody(TypedDict):
    ids: list[str]


class DeleteDatasetsAnswer(TypedDict):
    ids: list[str]


class ListDatasetSourcesAnswer(TypedDict):
    items: list["DatasetSource"]
    account_id: str
    external_id: str


class CreateDatasetSourceBodyS3(TypedDict):
    """Files in an S3 bucket of yours"""

    bucket: str
    region: NotRequired[str]
    """Region of the bucket. Absent: that of this installation"""
    role_arn: str
    """The role that may read the bucket. It trusts the account and the external id that `GET /api/datasets/sources` names"""
    key: NotRequired[str]
    """One file of the bucket"""
    prefix: NotRequired[str]
    """All files whose keys begin so, 1,000 at most, as one table. The dataset is a ZIP archive"""


class CreateDatasetSourceBody(TypedDict):
    filename: str
    """Name of a file in CSV, TSV, JSON, JSON lines, Parquet or Excel, or of one packed by gzip or ZIP: no path, no control characters, no marks of the writing direction"""
    url: NotRequired[str]
    """A public https address. It may lead on three times; none of these addresses may lead into a private network"""
    s3: NotRequired["CreateDatasetSourceBodyS3"]
    """Files in an S3 bucket of yours"""
    datasets: NotRequired[list[str]]
    """Datasets of the organization, whose rows the new one has in this order. Columns of the same name are one column; a dataset that lacks one has empty cells there. The dataset is a ZIP archive, and those that are joined stay as they are"""
    every: NotRequired[Literal["once", "daily", "weekly"]]
    """How often it is asked. What has not changed is not fetched again; what has is a new version of the dataset"""
    rebuilds: NotRequired[list[str]]
    """Indexes that are built again from a new version of the dataset"""


class DeleteDatasetSourceAnswer(TypedDict):
    pass


class CreateCliUploadBody(TypedDict):
    org_id: str
    email: str
    filename: str
    """Name of a file in CSV, TSV, JSON, JSON lines, Parquet or Excel, or of one packed by gzip or ZIP: no path, no control characters, no marks of the writing direction"""
    filesize: int
    part_size: NotRequired[int]
    """Bytes per part. Smaller parts suit unreliable connections"""


class CreatePartUrlsBodyPartsItem(TypedDict):
    number: int
    md5: str


class CreatePartUrlsBody(TypedDict):
    parts: list["CreatePartUrlsBodyPartsItem"]


class CreatePartUrlsAnswerUrlsItem(TypedDict):
    number: int
    url: str


class CreatePartUrlsAnswer(TypedDict):
    urls: list["CreatePartUrlsAnswerUrlsItem"]
    expires_at: str
    """ISO 8601, UTC"""


class CompleteCliUploadBody(TypedDict):
    digest: str
    """MD5 of all parts' MD5 values, a dash, and the number of parts"""


class CompleteCliUploadAnswer(TypedDict):
    key: str


class AbortCliUploadAnswer(TypedDict):
    upload_id: str


class ListIndexesAnswer(TypedDict):
    items: list["Index"]
    next: NotRequired[str]
    """Cursor of the next page, absent on the last"""


class CreateIndexBodyDataset(TypedDict):
    value: str
    label: str


class CreateIndexBody(TypedDict):
    name: str
    orgId: str
    userId: str
    email: str
    columnsRole: dict[str, Literal["index", "metadata", "ignore"]]
    """Role of each column. Absent ones are ignored. At most 500 are used, whose names have at most 32000 bytes of UTF-8 together"""
    columnsType: NotRequired[dict[str, Literal["text", "keyword", "number", "date", "date-day-first", "date-month-first", "id", "link", "vector"]]]
    """What columns hold. For a column that is absent it is told from its values. The names have at most 32000 bytes of UTF-8 together"""
    columnsUse: NotRequired[dict[str, Literal["title", "link", "id"]]]
    """Which metadata columns are the title, the link and the id of a row, as pages show it. Each is one column at most. Without it, it is told from the names of the columns; `{}` says that no column is one"""
    vectorWeight: NotRequired[float]
    """What the column of vectors counts beside words, whose scores are 0 to 1. Absent: the build chooses by halves of documents"""
    embed: NotRequired[bool]
    """Whether the model of this installation gives rows and queries vectors. Only if the preview of a file names an `embedder`; its provider charges what the preview says at most, and texts that a build before has embedded are not sent again"""
    columnsData: str
    reading: NotRequired["Reading"]
    datasetSize: int
    dataset: "CreateIndexBodyDataset"
    status: Literal["Processing"]


class RebuildIndexBodyDataset(TypedDict):
    value: str
    label: str


class RebuildIndexBody(TypedDict):
    index_id: NotRequired[str]
    name: NotRequired[str]
    """Name of the index, in upper or lower case. Needed without `index_id`"""
    orgId: NotRequired[str]
    userId: NotRequired[str]
    email: NotRequired[str]
    dataset: NotRequired["RebuildIndexBodyDataset"]
    datasetSize: NotRequired[int]
    """Not used: the size is that of the stored file"""
    status: NotRequired[Literal["Processing"]]
    columnsRole: NotRequired[dict[str, Literal["index", "metadata", "ignore"]]]
    """Role of each column. Absent ones are ignored. At most 500 are used, whose names have at most 32000 bytes of UTF-8 together"""
    columnsType: NotRequired[dict[str, Literal["text", "keyword", "number", "date", "date-day-first", "date-month-first", "id", "link", "vector"]]]
    """What columns hold. For a column that is absent it is told from its values. The names have at most 32000 bytes of UTF-8 together"""
    columnsUse: NotRequired[dict[str, Literal["title", "link", "id"]]]
    """Which metadata columns are the title, the link and the id of a row, as pages show it. Each is one column at most. Without it, it is told from the names of the columns; `{}` says that no column is one"""
    vectorWeight: NotRequired[Union[float, None]]
    """As for a new index. `null`: the build chooses again"""
    embed: NotRequired[bool]
    """Whether the model of this installation gives rows and queries vectors. Only if the preview of a file names an `embedder`; its provider charges what the preview says at most, and texts that a build before has embedded are not sent again"""
    columnsData: NotRequired[str]
    reading: NotRequired["Reading"]


class DeleteIndexAnswer(TypedDict):
    pass


class ListIndexRejectsAnswerItemsItem(TypedDict):
    line: int
    reason: str


class ListIndexRejectsAnswer(TypedDict):
    items: list["ListIndexRejectsAnswerItemsItem"]
    """The first 1,000"""
    total: int


class CreateIndexKeyBody(TypedDict):
    org_id: str
    index: str
    """Id of the index. The catalogues are us_patents, wikipedia and arxiv; google_patents is an alias of us_patents"""
    name: NotRequired[str]
    """Spaces at both ends are removed, and do not count"""
    restrictions: NotRequired["KeyRestrictions"]
    public_keys: NotRequired[list[str]]
    """With the private key of one of them, your server signs tenant tokens, which narrow this key for a day at most"""
    changes_rows: NotRequired[bool]
    """Whether the key may also change rows of the index. Only admins make such keys, and management keys with the scopes `datasets:write` and `indexes:write`; not of catalogues"""


class RotateIndexKeyBody(TypedDict):
    org_id: str
    index: str
    """Id of the index. The catalogues are us_patents, wikipedia and arxiv; google_patents is an alias of us_patents"""
    api_key_id: str
    overlap_hours: NotRequired[int]
    """For how long calls with the old text are answered"""
    public_key: NotRequired[str]
    """Replaces the public key instead of the text. The one before stays, too, until the next is given, unless `overlap_hours` is 0"""


class DeleteIndexKeyBody(TypedDict):
    org_id: str
    index: str
    """Id of the index. The catalogues are us_patents, wikipedia and arxiv; google_patents is an alias of us_patents"""
    api_key_id: NotRequired[str]
    api_id: NotRequired[str]


class DeleteIndexKeyAnswer(TypedDict):
    id: str
