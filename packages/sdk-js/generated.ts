/** Made from the API document by `npm run sdk:types`. Not edited by hand. */

/** A condition on a column that rows must meet */
export type Filter = {
  /** Name of a column of the index */
  column: string;
  /** Dates and numbers are compared by size, codes and names as whole values without regard to case and accents. `in` takes a list, `exists` asks whether the cell has a value. Of codes and names, `begins` takes the first characters and `contains` any; `under` takes a class symbol and finds all below it: `A01K` has `A01K 47/06`; `named` takes words of a name, legal forms apart: `Hartwell Optics` finds `HARTWELL OPTICS CO., LTD.` */
  operator: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'exists' | 'begins' | 'contains' | 'under' | 'named';
  /** Dates are written as 2018-07-01. A year or a month stands for all its days. If a cell lists several codes, one of them must match. For `exists`: `true`, the default, or `false` */
  value?: string | readonly string[];
};

/** Words that stand one after the other */
export type PhraseCondition = {
  /** Words that stand one after the other, as written but for case, accents and hyphens. `word*` stands for all words with this beginning */
  phrase: string;
  /** Searched columns in one of which the words stand. All if absent */
  columns?: readonly string[];
};

/** Two phrases that stand near each other */
export type NearCondition = {
  /** Two phrases in one column, in any order */
  near: readonly string[];
  /** How many words may stand between them */
  within: number;
  /** Searched columns in one of which the words stand. All if absent */
  columns?: readonly string[];
};

/** Conditions all of which must hold */
export type AllConditions = {
  and: readonly Condition[];
};

/** Conditions one of which must hold */
export type AnyCondition = {
  or: readonly Condition[];
};

/** A condition that must not hold */
export type NoCondition = {
  not: Condition;
};

/** A condition on a column or on words, or conditions joined by `and`, `or` and `not` */
export type Condition = Filter | PhraseCondition | NearCondition | AllConditions | AnyCondition | NoCondition;

/** What the signals of a ranking count, 1 if absent */
export type SignalWeights = {
  /** Words of the text, in any form of them */
  words?: number;
  /** How near rows are to the text in meaning */
  meaning?: number;
  /** The vector, beside the weight that the index has given it */
  vector?: number;
};

/** Counts all matches by what a column holds */
export type FacetRequest = {
  /** Name of a column of the index */
  column: string;
  /** Of codes and names: how many of the most frequent values are listed. 10 if absent */
  top?: number;
  /** Of codes and names: counts their beginnings of so many characters, spaces apart. 4 counts `A01K 47/06` as `A01K` */
  prefix?: number;
  /** Of codes and names: counts only those that begin with this text, spaces apart. At most as long as `prefix` */
  begins?: string;
  /** Of numbers: the width of the intervals that are counted; of dates: `year`, `month` or `day`. Of both, `auto`: the matches decide, and the answer says how. Both need it */
  interval?: number | 'year' | 'month' | 'day' | 'auto';
  /** Of codes and names: a column of numbers or dates by whose intervals the matches of each listed value are counted, too. `top` is then at most 50 */
  by?: {
    column: string;
    interval: number | 'year' | 'month' | 'day' | 'auto';
  };
};

/** `rows` is the order of the index; a column of numbers or dates orders by it, rows without a value last */
export type SortOrder = 'rows' | {
  /** A column of numbers or dates */
  column: string;
  descending?: boolean;
};

/** Why a row was found. Shares are of the row’s score */
export type Explanation = {
  /** Words of the query that the row contains */
  terms: readonly {
    term: string;
    share: number;
    /** The word of the query that `term` is a synonym of, by the synonyms of the index */
    synonymOf?: string;
  }[];
  /** Words of the row that are near the query in meaning */
  concepts: readonly {
    term: string;
    share: number;
    /** The word of the query that `term` is a synonym of, by the synonyms of the index */
    synonymOf?: string;
  }[];
  /** With `vector`: the share that the vector of the row has in the score */
  vector?: number;
  /** Whether `relevantOnly` keeps the row. Absent in lists that nothing ranks, of rows that are found by their id, and for keys that see a part of the index */
  isRelevant?: boolean;
  /** The best matching passage, with its offsets in UTF-16 code units; ranges are [start, end) within `text` */
  passage: {
    /** The column that it is from, if that is not the index column: another column of text is quoted where only that has words of the query */
    column?: string;
    text: string;
    start: number;
    end: number;
    /** Where `text` has words of the query, in any form of them */
    termRanges: readonly (readonly number[])[];
    /** Where `text` has words that are listed in `concepts` */
    conceptRanges: readonly (readonly number[])[];
  } | null;
  /** Where the returned columns of text have words of the query: [start, end) in UTF-16 code units, by column */
  highlights: { [name: string]: readonly (readonly number[])[] };
};

/** The metadata columns and the score of a row */
export type FoundItem = {
  /** How well the item fits the query. Comparable within one index */
  conceptScore: number;
  /** With `distinct`: how many matches have the same value, this one included */
  sameValue?: number;
  explanation?: Explanation;
};

/** How many matches have which value of a column */
export type Facet = {
  /** That of the request */
  column: string;
  /** Values as the first row that has them writes them, the most frequent first; or intervals in their order by their least value, without empty ones. `by`: the matches of a value by the intervals that were asked for */
  counts: readonly {
    value: string;
    count: number;
    by?: readonly {
      value: string;
      count: number;
    }[];
  }[];
  /** Different values or intervals among the matches, more than are listed */
  distinct: number;
  /** Matches without a value */
  missing: number;
  /** If it was asked for as `auto`: the one that is counted by, of the facet or of its `by` */
  interval?: number | 'year' | 'month' | 'day';
};

/** All matches of a search as a file */
export type SearchExport = {
  /** Names the export in later calls */
  export_id: string;
  /** The index that was searched */
  index_id: string;
  /** That of the request */
  format: 'csv' | 'xlsx' | 'jsonl' | 'parquet';
  /** Only of a `ready` export is there a file */
  status: 'writing' | 'ready' | 'failed';
  /** Why it failed. `refused`: the index was built again, and the search is not possible any more. `index-gone`: the index was deleted. `too-large`: ask for fewer `fields` or rows. `interrupted`: try again. The searches that it counted as are given back, except one */
  failure?: 'refused' | 'index-gone' | 'too-large' | 'interrupted';
  /** Whether rows are in the order of relevance and have a `conceptScore`. A thousand are ranked at most; more are listed in the order of the index */
  ranked: boolean;
  /** Number of matching rows */
  total_found: number;
  /** Rows that the file gets: all, or the first 1,000,000 */
  rows_wanted: number;
  /** Rows that are written */
  rows: number;
  /** What it counts as towards the quota of the day: one search for each 100 rows, as if they were paged through */
  counted_searches: number;
  /** Size of a ready file */
  size_bytes?: number;
  /** ISO 8601, UTC */
  created_at: string;
  /** ISO 8601, UTC */
  ended_at?: string;
  /** When a ready file is removed */
  available_until?: string;
  /** Of a ready file. Presigned for this answer, valid for five minutes */
  download_url?: string;
};

export type Dataset = {
  /** Path of the file */
  id: string;
  /** Name of the file */
  dataset_name: string;
  /** Bytes */
  size: number;
  /** ISO 8601, UTC */
  modified_at: string;
  author?: string;
};

export type FilePreview = {
  /** CSV text: the first whole rows as the file has them. A file in another format is shown as CSV */
  data: string;
  /** Bytes of the whole file */
  size: number;
  /** What the file is by its content. `csv` has any delimiter; `several` is an archive of files, read as one table */
  format: 'csv' | 'json-lines' | 'json' | 'parquet' | 'excel' | 'several';
  /** What it is packed in */
  packing?: 'gzip' | 'zip';
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'macintosh' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'koi8-r' | 'koi8-u' | 'iso-8859-5' | 'x-mac-cyrillic' | 'ibm866' | 'windows-1253' | 'iso-8859-7' | 'windows-1254' | 'windows-1257' | 'windows-1255' | 'windows-1256' | 'windows-1258' | 'windows-874' | 'shift_jis' | 'euc-jp' | 'euc-kr' | 'gb18030' | 'big5';
  /** Character between the cells of the file */
  delimiter: string;
  /** Whether the first row of the table names the columns. If not, they are numbered */
  has_header: boolean;
  /** Lines above the table that are left out: titles, comments, the line `sep=` */
  skipped_lines: number;
  columns: readonly {
    name: string;
    type: 'text' | 'keyword' | 'number' | 'date' | 'date-day-first' | 'date-month-first' | 'id' | 'link' | 'vector';
    /** False for dates of which day and month cannot be told apart */
    sure: boolean;
    /** Role that the column may have in an index */
    suggested: 'index' | 'metadata' | 'ignore';
    /** Estimate of what embedding this column costs in all rows: the first 8,000 characters of each, at four bytes a token */
    embedding_usd?: number;
    /** What the column may be to a row: its title, its link or its id */
    suggested_use?: 'title' | 'link' | 'id';
  }[];
  /** The first rows, a cell for each column. Long cells are cut */
  rows: readonly (readonly string[])[];
  /** Rows at the beginning of the file that were looked at */
  rows_read: number;
  /** Those among them with a delimiter in their text, which were joined again */
  repaired: number;
  /** Those among them with bytes that mean nothing in the encoding of the file. They become U+FFFD */
  damaged?: {
    count: number;
    /** The first ones */
    lines: readonly number[];
  };
  /** Those among them that cannot be read */
  rejected?: {
    count: number;
    /** The commonest reason */
    reason: string;
    examples: readonly {
      line: number;
      text: string;
    }[];
  };
  /** Of an archive of several files: which of them have other columns than the first, and which. Absent if none has */
  differences?: readonly string[];
  /** The model that gives rows and queries vectors, if there is one */
  embedder?: {
    model: string;
  };
  /** Estimate of the build of an index from this file */
  build: {
    /** How long it takes */
    seconds: number;
    /** What AWS charges. For staff only */
    usd?: number;
    /** What will hold the rows for searches. `nowhere`: the file is too large for this installation */
    place: 'functions' | 'cluster' | 'nowhere';
  };
};

export type DatasetFile = {
  /** Path of the file, beginning with the organization */
  Key: string;
  /** Bytes */
  Size: number;
  /** ISO 8601, UTC */
  LastModified: string;
  author?: string;
};

/** Where a dataset comes from */
export type DatasetSource = {
  source_id: string;
  /** Path of the dataset */
  dataset_id: string;
  dataset_name: string;
  /** Where it comes from, for people: an address without its query, a bucket, or names of datasets */
  from: string;
  kind: 'url' | 's3' | 'datasets';
  /** The datasets that are joined */
  datasets?: readonly string[];
  /** How often it is asked. What has not changed is not fetched again; what has is a new version of the dataset */
  every: 'once' | 'daily' | 'weekly';
  /** Indexes that are built again from a new version of the dataset */
  rebuilds: readonly string[];
  state: 'fetching' | 'ready' | 'failed' | 'stopped';
  /** Why the last fetch failed */
  problem?: string;
  /** Fetches that failed in a row. After 5 of them it is stopped */
  failures: number;
  /** For whom it is fetched. It is stopped when this person leaves */
  author: string;
  /** ISO 8601, UTC */
  created_at: string;
  /** While it is fetched: how much is stored */
  fetched_bytes?: number;
  /** Of how much, if that is known */
  total_bytes?: number;
  /** When it was asked last, with success */
  checked_at?: string;
  /** When it last had something new */
  changed_at?: string;
  /** When it is asked next */
  next_at?: string;
};

export type Presigned = {
  api_base: string;
  upload_id: string;
  /** Secret. Allows the upload of this one file */
  upload_token: string;
  filename: string;
  filesize: number;
  /** Bytes of every part except the last, which holds the rest */
  part_size: number;
  /** ISO 8601, UTC */
  expires_at: string;
};

export type BuildProgress = {
  stage: 'queued' | 'planning' | 'training' | 'indexing' | 'loading' | 'publishing' | 'done';
  percent: number;
  rows: number;
  rejects: number;
  /** In the stage `planning`: bytes of the dataset that were read, of how many */
  read?: {
    bytes: number;
    of: number;
  };
  /** What will hold the rows for searches. Known once the rows are counted */
  placement?: 'functions' | 'cluster';
};

export type Index = {
  item_id: string;
  name: string;
  /** ISO 8601, UTC */
  created_at: string;
  /** ISO 8601, UTC */
  modified_at: string;
  author: string;
  status: 'Active' | 'Processing' | 'Failed';
  builtin: boolean;
  version: string;
  api_endpoint: string;
  dataset_name: string;
  dataset_size: number;
  rows: number;
  columns_role: { [name: string]: 'index' | 'metadata' | 'ignore' };
  /** What each column holds, which says how filters compare it. Absent before the first build */
  columns_type?: { [name: string]: 'text' | 'keyword' | 'number' | 'date' | 'date-day-first' | 'date-month-first' | 'id' | 'link' | 'vector' };
  /** Numbers of a vector in the column of vectors. Absent without one */
  vector_dimensions?: number;
  /** Which columns are the title, the link and the id of a row. Absent if that was never chosen: then it is told from their names */
  columns_use?: { [name: string]: 'title' | 'link' | 'id' };
  /** JSON list with one list per column: its name, then sample values. Only present when `index_id` is given */
  columns_data?: string;
  progress: BuildProgress;
  /** Why the last build failed, and what to do about it */
  failure?: string;
};

/** How to read a file. What is absent is told from the file */
export type Reading = {
  encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'macintosh' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'koi8-r' | 'koi8-u' | 'iso-8859-5' | 'x-mac-cyrillic' | 'ibm866' | 'windows-1253' | 'iso-8859-7' | 'windows-1254' | 'windows-1257' | 'windows-1255' | 'windows-1256' | 'windows-1258' | 'windows-874' | 'shift_jis' | 'euc-jp' | 'euc-kr' | 'gb18030' | 'big5';
  /** Character between cells */
  delimiter?: string;
  /** Whether the first row of the table names the columns */
  header?: boolean;
  /** Lines above the table that are left out */
  skip?: number;
};

/** What narrows a key */
export type KeyRestrictions = {
  /** `search` (query, map, warm, clicks), `vectors` (vectors, dictionary), `exports`, `mcp`. All if absent */
  uses?: readonly ('search' | 'vectors' | 'exports' | 'mcp')[];
  /** Columns that the key sees: others are neither returned, counted, sorted by nor filtered by, as if the index had none of their names. Their words still rank. All if absent */
  columns?: readonly string[];
  /** Conditions that every row must meet, as `filters` of a search. Other rows do not exist for the key. The columns need not be among `columns` */
  filters?: readonly Condition[];
  /** Pages that may call from a browser: `https://shop.example`, `https://*.shop.example`. A call without `Origin` or `Referer` of one of them is refused. Programs can write any, so this keeps out other pages, not other programs */
  origins?: readonly string[];
  /** Addresses that may call, or networks of them: `192.0.2.0/24` */
  addresses?: readonly string[];
  /** At most so many calls a second, after ten times as many at once */
  queries_per_second?: number;
  /** At most so many queries on a day (UTC), beside the quota of the organization */
  queries_per_day?: number;
  /** From then on the key is refused */
  expires_at?: string;
};

export type ApiKey = {
  id: string;
  /** Dots and the last four characters, unless the caller may see it */
  api_key: string;
  /** ISO 8601, UTC */
  creation_date: string;
  /** Absent if the key has none */
  name?: string;
  /** The management key that made it, and its name then. The key goes on when that ends. Absent of keys that people make */
  made_by?: {
    id: string;
    name: string;
  };
  /** Whether the key may also change rows of the index; absent if it may not */
  changes_rows?: boolean;
  /** Absent if the key was never used */
  last_used_date?: string;
  /** Absent if the key may do all that keys may */
  restrictions?: KeyRestrictions;
  /** Tenant tokens that one of these verifies are taken. Absent if none are */
  public_keys?: readonly string[];
  /** Absent if no tenant token of the key was used */
  tokens_last_used_date?: string;
  /** The text that the key had before, as long as calls with it are answered */
  previous?: {
    /** ISO 8601, UTC */
    valid_until: string;
    /** ISO 8601, UTC */
    last_used_date?: string;
  };
};

/** What each call takes and answers. */
export interface Operations {
  /** Finds the rows of an index that are nearest in meaning to a text. */
  'query-index': {
    params: {
      index_id: string;
    };
    body: {
      request: {
        /** The text to search for: a sentence, an abstract, a whole claim. Without it and `vector`, `filters` or `sort` list rows, whose `conceptScore` is 0 */
        conceptFeaturesString?: string;
        /** How `conceptFeaturesString` is read. `words`, the default: all of it ranks. `query`: `"phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` with brackets, `NEAR/5`, `word*` and `column:value` decide which rows may be found; the words still rank */
        syntax?: 'words' | 'query';
        /** For an index with a column of vectors: a vector of the same model and number of dimensions, of any length. Rows with near vectors are found, too, and their cosines count beside the text; without a text, they alone rank */
        vector?: readonly number[];
        /** Maximum number of items to return */
        maxNumItems?: number;
        /** Conditions on columns, which may be joined: `{"or": […]}`, `{"and": […]}`, `{"not": …}`. A row must meet all of the list */
        filters?: readonly Condition[];
        /** Columns to return. All metadata columns if absent */
        fields?: readonly string[];
        /** Stops where relevance does: leaves out items far below the best one of the index, which `lessRelevantItems` counts */
        relevantOnly?: boolean;
        /** Leaves out items with a lower `conceptScore`, and does not count them: `totalFoundItems`, `facets`, pages and lists by `sort` are of what is left of the best thousand rows. Needs a text or a vector */
        minimumScore?: number;
        /** What each signal counts: only the ratios matter, and 0 leaves a signal out. They order the rows that are found, and find no others. Needs a text */
        weights?: SignalWeights;
        /** Adds to each item why it was found, its best passage, and where its columns have words of the query */
        explain?: boolean;
        /** A column of codes or names: of the matches with the same value, only the first is an item, with their number as `sameValue`. Whole cells are compared, without regard to case and accents; rows without a value are items each */
        distinct?: string;
        /** Counts all matches, exactly those of `totalFoundItems`, by columns */
        facets?: readonly FacetRequest[];
        /** Lists all matches in this order instead of ranking them: `rows`, the order of the index, or a column of numbers or dates */
        sort?: SortOrder;
        /** Gives `next` with ranked items, too, which go on to the thousandth. Without it, they have no `next` */
        pages?: boolean;
        /** The `next` of the answer that this one continues. All else must be as before */
        after?: string;
      };
    };
    output: {
      /** Number of matching rows. The best of them are returned */
      totalFoundItems: number;
      /** With `relevantOnly`: number of rows that match and are left out. Absent where the text is the id of a row */
      lessRelevantItems?: number;
      /** The best rows, best first: of each its metadata columns under their names, and `conceptScore`. As many as `maxNumItems` at most */
      foundItems: readonly FoundItem[];
      /** With `syntax: "query"`: why the query, or a field of it that no column has, was read as words */
      queryProblem?: string;
      /** Of an index whose rows the installation embeds: why the text was searched without a vector */
      vectorProblem?: string;
      /** Words and phrases of the text that were searched as others, too, by the synonyms of the index */
      synonyms?: readonly {
        word: string;
        synonyms: readonly string[];
      }[];
      /** In the order of the request */
      facets?: readonly Facet[];
      /** If a list or pages go on: what `after` of the next request is. Valid until the index is rebuilt */
      next?: string;
    };
  };
  /** Several searches in one call, 10 at most. Each counts as a query: all are carried out, or none if fewer are left. */
  'query-index-several': {
    params: {
      index_id: string;
    };
    body: {
      /** Searches, each as `request` of `POST /query` */
      requests: readonly {
        /** The text to search for: a sentence, an abstract, a whole claim. Without it and `vector`, `filters` or `sort` list rows, whose `conceptScore` is 0 */
        conceptFeaturesString?: string;
        /** How `conceptFeaturesString` is read. `words`, the default: all of it ranks. `query`: `"phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` with brackets, `NEAR/5`, `word*` and `column:value` decide which rows may be found; the words still rank */
        syntax?: 'words' | 'query';
        /** For an index with a column of vectors: a vector of the same model and number of dimensions, of any length. Rows with near vectors are found, too, and their cosines count beside the text; without a text, they alone rank */
        vector?: readonly number[];
        /** Maximum number of items to return */
        maxNumItems?: number;
        /** Conditions on columns, which may be joined: `{"or": […]}`, `{"and": […]}`, `{"not": …}`. A row must meet all of the list */
        filters?: readonly Condition[];
        /** Columns to return. All metadata columns if absent */
        fields?: readonly string[];
        /** Stops where relevance does: leaves out items far below the best one of the index, which `lessRelevantItems` counts */
        relevantOnly?: boolean;
        /** Leaves out items with a lower `conceptScore`, and does not count them: `totalFoundItems`, `facets`, pages and lists by `sort` are of what is left of the best thousand rows. Needs a text or a vector */
        minimumScore?: number;
        /** What each signal counts: only the ratios matter, and 0 leaves a signal out. They order the rows that are found, and find no others. Needs a text */
        weights?: SignalWeights;
        /** Adds to each item why it was found, its best passage, and where its columns have words of the query */
        explain?: boolean;
        /** A column of codes or names: of the matches with the same value, only the first is an item, with their number as `sameValue`. Whole cells are compared, without regard to case and accents; rows without a value are items each */
        distinct?: string;
        /** Counts all matches, exactly those of `totalFoundItems`, by columns */
        facets?: readonly FacetRequest[];
        /** Lists all matches in this order instead of ranking them: `rows`, the order of the index, or a column of numbers or dates */
        sort?: SortOrder;
        /** Gives `next` with ranked items, too, which go on to the thousandth. Without it, they have no `next` */
        pages?: boolean;
        /** The `next` of the answer that this one continues. All else must be as before */
        after?: string;
      }[];
    };
    output: {
      /** In the order of the requests. Each is an answer as that of `POST /query`, or has an `error`: what the index refuses fails alone, and does not count. So does what leaves no room in an answer of 6 MB (`AnswerTooLarge`) */
      answers: readonly ({
        /** Number of matching rows. The best of them are returned */
        totalFoundItems: number;
        /** With `relevantOnly`: number of rows that match and are left out. Absent where the text is the id of a row */
        lessRelevantItems?: number;
        /** The best rows, best first: of each its metadata columns under their names, and `conceptScore`. As many as `maxNumItems` at most */
        foundItems: readonly FoundItem[];
        /** With `syntax: "query"`: why the query, or a field of it that no column has, was read as words */
        queryProblem?: string;
        /** Of an index whose rows the installation embeds: why the text was searched without a vector */
        vectorProblem?: string;
        /** Words and phrases of the text that were searched as others, too, by the synonyms of the index */
        synonyms?: readonly {
          word: string;
          synonyms: readonly string[];
        }[];
        /** In the order of the request */
        facets?: readonly Facet[];
        /** If a list or pages go on: what `after` of the next request is. Valid until the index is rebuilt */
        next?: string;
      } | {
        error: {
          /** As of an answer that is an error, such as `InvalidRequest` */
          code: string;
          /** What is wrong with this search */
          message: string;
        };
      })[];
    };
  };
  /** Searches up to 5 indexes for one text, with a key of each, and merges what they find by score. Counts as a query of each. */
  'search-indexes': {
    body: {
      request: {
        /** How `conceptFeaturesString` is read. `words`, the default: all of it ranks. `query`: `"phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` with brackets, `NEAR/5`, `word*` and `column:value` decide which rows may be found; the words still rank */
        syntax?: 'words' | 'query';
        /** Maximum number of items to return */
        maxNumItems?: number;
        /** Stops where relevance does: leaves out items far below the best one of the index, which `lessRelevantItems` counts */
        relevantOnly?: boolean;
        /** Leaves out items with a lower `conceptScore`, and does not count them: `totalFoundItems`, `facets`, pages and lists by `sort` are of what is left of the best thousand rows. Needs a text or a vector */
        minimumScore?: number;
        /** What each signal counts: only the ratios matter, and 0 leaves a signal out. They order the rows that are found, and find no others. Needs a text */
        weights?: SignalWeights;
        /** Adds to each item why it was found, its best passage, and where its columns have words of the query */
        explain?: boolean;
        /** The text to search for: a sentence, an abstract, a whole claim */
        conceptFeaturesString: string;
      };
      indexes: readonly {
        /** Id of the index, or the name of a catalogue */
        index_id: string;
        /** A key of this index, or a tenant token. It decides what is found, as in a search of its own */
        api_key: string;
        /** Conditions on columns, which may be joined: `{"or": […]}`, `{"and": […]}`, `{"not": …}`. A row must meet all of the list */
        filters?: readonly Condition[];
        /** Columns to return. All metadata columns if absent */
        fields?: readonly string[];
        /** For an index with a column of vectors: a vector of the same model and number of dimensions, of any length. Rows with near vectors are found, too, and their cosines count beside the text; without a text, they alone rank */
        vector?: readonly number[];
      }[];
    };
    output: {
      /** The best rows of all indexes, by falling `conceptScore`; of equal ones, those of the index that is named first */
      foundItems: readonly {
        /** The index that has the row */
        index_id: string;
        item: FoundItem;
      }[];
      /** In the order of the request: what each index says beside its rows */
      indexes: readonly {
        index_id: string;
        /** Number of matching rows. The best of them are returned */
        totalFoundItems?: number;
        /** With `relevantOnly`: number of rows that match and are left out. Absent where the text is the id of a row */
        lessRelevantItems?: number;
        /** With `syntax: "query"`: why the query, or a field of it that no column has, was read as words */
        queryProblem?: string;
        /** Of an index whose rows the installation embeds: why the text was searched without a vector */
        vectorProblem?: string;
        /** Words and phrases of the text that were searched as others, too, by the synonyms of the index */
        synonyms?: readonly {
          word: string;
          synonyms: readonly string[];
        }[];
        /** Why this index was not searched: its key, its limits, or the index. The others were. If none could be, the call fails with the first error */
        error?: {
          /** As of an answer that is an error, such as `InvalidRequest` */
          code: string;
          /** What is wrong with this search */
          message: string;
        };
      }[];
    };
  };
  /** Finds the rows of an index that are nearest in meaning to one of them. */
  'query-similar-rows': {
    params: {
      index_id: string;
    };
    body: {
      request: {
        /** A metadata column that names the row, such as its id */
        column: string;
        /** What this column holds. All rows that hold it are left out of the answer */
        value: string;
        /** Maximum number of items to return */
        maxNumItems?: number;
        /** Conditions that the other rows must meet, as those of `POST /query` */
        filters?: readonly Condition[];
        /** Columns to return. All metadata columns if absent */
        fields?: readonly string[];
      };
    };
    output: {
      /** The nearest rows, best first, as those of `POST /query` */
      foundItems: readonly FoundItem[];
    };
  };
  /** The vector of a text in the concept space of an index. */
  'get-query-vector': {
    params: {
      index_id: string;
    };
    body: {
      request: {
        /** The text to search for: a sentence, an abstract, a whole claim */
        query: string;
      };
    };
    output: {
      /** Unit length, or all zeros if the index knows no word of the text */
      vector: readonly number[];
    };
  };
  /** The terms of an index that are nearest in meaning to a text. */
  'get-dictionary': {
    params: {
      index_id: string;
    };
    body: {
      request: {
        /** The text to search for: a sentence, an abstract, a whole claim */
        query: string;
      };
    };
    output: {
      /** Best first, with their cosine. Words of the text itself are left out */
      terms: readonly {
        term: string;
        score: number;
      }[];
    };
  };
  /** Prepares an index for searches that will follow within minutes. It is free and answers at once; the index is read meanwhile. */
  'warm-index': {
    params: {
      index_id: string;
    };
    body: {
      /** The calls that will follow: each is answered by a function of its own. `search` is `POST /api/v1/search` */
      calls?: readonly ('query' | 'queries' | 'similar' | 'search')[];
    };
    output: { [name: string]: never };
  };
  /** Adds rows to an index, or replaces those with the same key. All of them or none; the answer comes when they are stored and found. */
  'upsert-rows': {
    params: {
      index_id: string;
    };
    query: {
      /** Column whose values tell rows apart. The id of rows if absent. It stays the same until the index is built again */
      key?: string;
    };
    body: {
      /** Rows by the names of their columns. What is left out is empty. Of rows with the same key, the last counts */
      rows: readonly { [name: string]: string | number | boolean | null | readonly string[] | readonly number[] }[];
    };
    output: {
      /** The state of the index from which searches find the change. They do at once */
      version: string;
      /** Rows that were there before, and were replaced or deleted */
      removed: number;
      /** Rows of the index now */
      rows: number;
    };
  };
  /** Changes cells of rows of an index. All of them or none: a key that no row has is refused. What is left out stays. */
  'update-rows': {
    params: {
      index_id: string;
    };
    query: {
      /** Column whose values tell rows apart. The id of rows if absent. It stays the same until the index is built again */
      key?: string;
    };
    body: {
      /** The key of each row and its new cells, by the names of their columns. A column of vectors is sent, too. Of rows with the same key, the last counts */
      rows: readonly { [name: string]: string | number | boolean | null | readonly string[] | readonly number[] }[];
    };
    output: {
      /** The state of the index from which searches find the change. They do at once */
      version: string;
      /** Rows that were there before, and were replaced or deleted */
      removed: number;
      /** Rows of the index now */
      rows: number;
    };
  };
  /** Deletes rows of an index by their keys. All of them or none; unknown keys are no error. */
  'delete-rows': {
    params: {
      index_id: string;
    };
    query: {
      /** Column whose values tell rows apart. The id of rows if absent. It stays the same until the index is built again */
      key?: string;
    };
    body: {
      /** Keys, without regard to case and accents */
      keys: readonly string[];
    };
    output: {
      /** The state of the index from which searches find the change. They do at once */
      version: string;
      /** Rows that were there before, and were replaced or deleted */
      removed: number;
      /** Rows of the index now */
      rows: number;
    };
  };
  /** Reports that somebody opened a row that a search found, for the analytics of searches. It is free. */
  'record-click': {
    params: {
      index_id: string;
    };
    body: {
      /** The text of the search, or the beginning of a longer one */
      text: string;
      /** What names the row, such as its number or title */
      row: string;
      /** Place among what was found: 1 is the first */
      position?: number;
    };
    output: {
      /** False for an organization that keeps no texts of searches: nothing is kept */
      recorded: boolean;
    };
  };
  /** Writes all matches of a search, at most 1,000,000, as a file. The answer comes at once; the file is ready some seconds or minutes later. */
  'create-search-export': {
    params: {
      index_id: string;
    };
    body: {
      /** `csv`: RFC 4180, every cell in quotes, an apostrophe before what a spreadsheet would calculate. `xlsx`: a workbook with one sheet, whose head has labels for people (`Priority date`), without columns that are empty unless `fields` names them; all others have the names of the columns. `jsonl`: an object a line. `parquet`: row groups of 64 MB of text, packed by gzip; cells are texts, and the score is a number */
      format: 'csv' | 'xlsx' | 'jsonl' | 'parquet';
      /** The search, as `POST /query` takes it */
      request: {
        /** The text to search for: a sentence, an abstract, a whole claim. Without it and `vector`, `filters` or `sort` list rows, whose `conceptScore` is 0 */
        conceptFeaturesString?: string;
        /** How `conceptFeaturesString` is read. `words`, the default: all of it ranks. `query`: `"phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` with brackets, `NEAR/5`, `word*` and `column:value` decide which rows may be found; the words still rank */
        syntax?: 'words' | 'query';
        /** Conditions on columns, which may be joined: `{"or": […]}`, `{"and": […]}`, `{"not": …}`. A row must meet all of the list */
        filters?: readonly Condition[];
        /** Columns to return. All metadata columns if absent */
        fields?: readonly string[];
        /** Stops where relevance does: leaves out items far below the best one of the index, which `lessRelevantItems` counts */
        relevantOnly?: boolean;
        /** Lists all matches in this order instead of ranking them: `rows`, the order of the index, or a column of numbers or dates */
        sort?: SortOrder;
      };
    };
    output: SearchExport;
  };
  /** How far an export is, and where its file can be downloaded. Free. Exports of API keys are seen by all keys of the index, those of pages by the person alone. */
  'get-search-export': {
    params: {
      index_id: string;
      export_id: string;
    };
    output: SearchExport;
  };
  /** Stops an export and deletes its file. What it counted as stays counted. */
  'delete-search-export': {
    params: {
      index_id: string;
      export_id: string;
    };
    output: { [name: string]: never };
  };
  /** Says for whom the caller acts: what other calls take as ids and address. */
  'get-management-caller': {
    output: {
      org_id: string;
      auth_user_id: string;
      email: string;
      /** Of a management key */
      scopes?: readonly ('datasets:read' | 'datasets:write' | 'indexes:read' | 'indexes:write' | 'keys:read' | 'keys:write')[];
    };
  };
  /** Lists the organization’s datasets, which are its files, ordered by name. */
  'list-datasets': {
    query: {
      limit?: number;
      /** `next` of an answer to the same call in the same order. Anything else is refused */
      cursor?: string;
    };
    output: {
      items: readonly Dataset[];
      /** Cursor of the next page, absent on the last */
      next?: string;
    };
  };
  /** Deletes datasets of the organization. If one of them does not exist, none is deleted. */
  'delete-datasets': {
    body: {
      ids: readonly string[];
    };
    output: {
      ids: readonly string[];
    };
  };
  /** Lists the files of an organization (`key` is its id), or returns columns and first rows of one file (`key` is its path), read as an index is built from it. */
  'get-dataset-files': {
    query: {
      key: string;
      limit?: number;
      /** `next` of an answer to the same call in the same order. Anything else is refused */
      cursor?: string;
      /** Order of a list. Files of the same author are ordered by name */
      sort?: 'name' | 'date' | 'author';
      order?: 'ascending' | 'descending';
      /** Whether the files of the ready-made catalogues follow at the end of a list */
      catalogs?: 'none' | 'last';
      encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'macintosh' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'koi8-r' | 'koi8-u' | 'iso-8859-5' | 'x-mac-cyrillic' | 'ibm866' | 'windows-1253' | 'iso-8859-7' | 'windows-1254' | 'windows-1257' | 'windows-1255' | 'windows-1256' | 'windows-1258' | 'windows-874' | 'shift_jis' | 'euc-jp' | 'euc-kr' | 'gb18030' | 'big5';
      /** Character between cells */
      delimiter?: string;
      /** Whether the first row of the file names its columns */
      header?: string;
      /** Lines above the table that are left out */
      skip?: number;
      /** Only files whose names begin with this text, ignoring case. Sorted by name */
      prefix?: string;
    };
    output: FilePreview | {
      items: readonly DatasetFile[];
      /** Cursor of the next page, absent on the last */
      next?: string;
    };
  };
  /** Lists the sources of datasets, and names what roles for buckets trust: our account and the external id of the organization. */
  'list-dataset-sources': {
    output: {
      items: readonly DatasetSource[];
      account_id: string;
      external_id: string;
    };
  };
  /** Fetches a dataset from an address or from an S3 bucket, or joins datasets, once or again and again. A dataset has one source at most: a new one replaces it. */
  'create-dataset-source': {
    body: {
      /** Name of a file in CSV, TSV, JSON, JSON lines, Parquet or Excel, or of one packed by gzip or ZIP: no path, no control characters, no marks of the writing direction */
      filename: string;
      /** A public https address. It may lead on three times; none of these addresses may lead into a private network */
      url?: string;
      /** Files in an S3 bucket of yours */
      s3?: {
        bucket: string;
        /** Region of the bucket. Absent: that of this installation */
        region?: string;
        /** The role that may read the bucket. It trusts the account and the external id that `GET /api/datasets/sources` names */
        role_arn: string;
        /** One file of the bucket */
        key?: string;
        /** All files whose keys begin so, 1,000 at most, as one table. The dataset is a ZIP archive */
        prefix?: string;
      };
      /** Datasets of the organization, whose rows the new one has in this order. Columns of the same name are one column; a dataset that lacks one has empty cells there. The dataset is a ZIP archive, and those that are joined stay as they are */
      datasets?: readonly string[];
      /** How often it is asked. What has not changed is not fetched again; what has is a new version of the dataset */
      every?: 'once' | 'daily' | 'weekly';
      /** Indexes that are built again from a new version of the dataset */
      rebuilds?: readonly string[];
    };
    output: DatasetSource;
  };
  /** Asks a source now, for the caller. Begins a stopped one again. The answer comes at once. */
  'fetch-dataset-source': {
    params: {
      source_id: string;
    };
    output: DatasetSource;
  };
  /** Forgets where a dataset comes from, and stops fetching it. The dataset stays. */
  'delete-dataset-source': {
    params: {
      source_id: string;
    };
    output: { [name: string]: never };
  };
  /** Starts the upload of one CSV file of up to 5 TB with the command-line tool. */
  'create-cli-upload': {
    body: {
      org_id: string;
      email: string;
      /** Name of a file in CSV, TSV, JSON, JSON lines, Parquet or Excel, or of one packed by gzip or ZIP: no path, no control characters, no marks of the writing direction */
      filename: string;
      filesize: number;
      /** Bytes per part. Smaller parts suit unreliable connections */
      part_size?: number;
    };
    output: Presigned;
  };
  /** Issues signed URLs for up to 100 parts. Each URL takes one PUT of exactly the part’s bytes, with the header Content-MD5. */
  'create-part-urls': {
    params: {
      upload_id: string;
    };
    body: {
      parts: readonly {
        number: number;
        md5: string;
      }[];
    };
    output: {
      urls: readonly {
        number: number;
        url: string;
      }[];
      /** ISO 8601, UTC */
      expires_at: string;
    };
  };
  /** Joins the parts to one file and ends the upload. Refused unless the digest matches the stored parts. */
  'complete-cli-upload': {
    params: {
      upload_id: string;
    };
    body: {
      /** MD5 of all parts' MD5 values, a dash, and the number of parts */
      digest: string;
    };
    output: {
      key: string;
    };
  };
  /** Cancels an upload: deletes its parts and revokes its token. */
  'abort-cli-upload': {
    params: {
      upload_id: string;
    };
    output: {
      upload_id: string;
    };
  };
  /** Lists the indexes of the organization, newest first by default, then the catalogues. With `index_id`, returns only that index. */
  'list-indexes': {
    query: {
      org_id?: string;
      index_id?: string;
      limit?: number;
      /** `next` of an answer to the same call in the same order. Anything else is refused */
      cursor?: string;
      /** Ties are ordered by name */
      sort?: 'name' | 'date' | 'updated' | 'status' | 'author';
      /** By default dates descend and everything else ascends */
      order?: 'ascending' | 'descending';
      /** Only indexes whose names begin with this text, ignoring case. Sorted by name */
      prefix?: string;
    };
    output: {
      items: readonly Index[];
      /** Cursor of the next page, absent on the last */
      next?: string;
    };
  };
  /** Creates an index and starts its build. */
  'create-index': {
    body: {
      name: string;
      orgId: string;
      userId: string;
      email: string;
      /** Role of each column. Absent ones are ignored. At most 500 are used, whose names have at most 32000 bytes of UTF-8 together */
      columnsRole: { [name: string]: 'index' | 'metadata' | 'ignore' };
      /** What columns hold. For a column that is absent it is told from its values. The names have at most 32000 bytes of UTF-8 together */
      columnsType?: { [name: string]: 'text' | 'keyword' | 'number' | 'date' | 'date-day-first' | 'date-month-first' | 'id' | 'link' | 'vector' };
      /** Which metadata columns are the title, the link and the id of a row, as pages show it. Each is one column at most. Without it, it is told from the names of the columns; `{}` says that no column is one */
      columnsUse?: { [name: string]: 'title' | 'link' | 'id' };
      /** What the column of vectors counts beside words, whose scores are 0 to 1. Absent: the build chooses by halves of documents */
      vectorWeight?: number;
      /** Whether the model of this installation gives rows and queries vectors. Only if the preview of a file names an `embedder`; its provider charges what the preview says at most, and texts that a build before has embedded are not sent again */
      embed?: boolean;
      columnsData: string;
      reading?: Reading;
      datasetSize: number;
      dataset: {
        value: string;
        label: string;
      };
      status: 'Processing';
    };
    output: Index;
  };
  /** Rebuilds an index from the current state of its dataset, or from another dataset. Takes the payload of the creation too, and finds the index by its name then. The published version keeps serving until the new one is published. */
  'rebuild-index': {
    body: {
      index_id?: string;
      /** Name of the index, in upper or lower case. Needed without `index_id` */
      name?: string;
      orgId?: string;
      userId?: string;
      email?: string;
      dataset?: {
        value: string;
        label: string;
      };
      /** Not used: the size is that of the stored file */
      datasetSize?: number;
      status?: 'Processing';
      /** Role of each column. Absent ones are ignored. At most 500 are used, whose names have at most 32000 bytes of UTF-8 together */
      columnsRole?: { [name: string]: 'index' | 'metadata' | 'ignore' };
      /** What columns hold. For a column that is absent it is told from its values. The names have at most 32000 bytes of UTF-8 together */
      columnsType?: { [name: string]: 'text' | 'keyword' | 'number' | 'date' | 'date-day-first' | 'date-month-first' | 'id' | 'link' | 'vector' };
      /** Which metadata columns are the title, the link and the id of a row, as pages show it. Each is one column at most. Without it, it is told from the names of the columns; `{}` says that no column is one */
      columnsUse?: { [name: string]: 'title' | 'link' | 'id' };
      /** As for a new index. `null`: the build chooses again */
      vectorWeight?: number | null;
      /** Whether the model of this installation gives rows and queries vectors. Only if the preview of a file names an `embedder`; its provider charges what the preview says at most, and texts that a build before has embedded are not sent again */
      embed?: boolean;
      columnsData?: string;
      reading?: Reading;
    };
    output: Index;
  };
  /** Deletes an index with its keys. Its dataset stays. A build that runs stops. This cannot be undone. */
  'delete-index': {
    params: {
      index_id: string;
    };
    output: { [name: string]: never };
  };
  /** Lists the rows that the published index left out, with line number and reason. */
  'list-index-rejects': {
    query: {
      index_id: string;
    };
    output: {
      /** The first 1,000 */
      items: readonly {
        line: number;
        reason: string;
      }[];
      total: number;
    };
  };
  /** Lists the API keys of the organization by index id. Admins get their texts, which is noted in the audit trail and told by mail; members get the last four characters. */
  'list-index-keys': {
    query: {
      org_id?: string;
      /** Whether admins, too, get only the last four characters of each key. That is not noted */
      masked?: string;
      /** Only this key */
      key_id?: string;
    };
    output: { [name: string]: readonly ApiKey[] };
  };
  /** Adds an API key to a catalogue or an index of the organization. Only admins get its text. */
  'create-index-key': {
    body: {
      org_id: string;
      /** Id of the index. The catalogues are us_patents, wikipedia and arxiv; google_patents is an alias of us_patents */
      index: string;
      /** Spaces at both ends are removed, and do not count */
      name?: string;
      restrictions?: KeyRestrictions;
      /** With the private key of one of them, your server signs tenant tokens, which narrow this key for a day at most */
      public_keys?: readonly string[];
      /** Whether the key may also change rows of the index. Only admins make such keys, and management keys with the scopes `datasets:write` and `indexes:write`; not of catalogues */
      changes_rows?: boolean;
    };
    output: ApiKey;
  };
  /** Gives a key a new text. The old one goes on for some time, in which callers change over; the one before that ends at once. Only admins and management keys get the text. A key that changes rows needs the scopes that making it needs. */
  'rotate-index-key': {
    body: {
      org_id: string;
      /** Id of the index. The catalogues are us_patents, wikipedia and arxiv; google_patents is an alias of us_patents */
      index: string;
      api_key_id: string;
      /** For how long calls with the old text are answered */
      overlap_hours?: number;
      /** Replaces the public key instead of the text. The one before stays, too, until the next is given, unless `overlap_hours` is 0 */
      public_key?: string;
    };
    output: ApiKey;
  };
  /** Revokes an API key with immediate effect. */
  'delete-index-key': {
    body: {
      org_id: string;
      /** Id of the index. The catalogues are us_patents, wikipedia and arxiv; google_patents is an alias of us_patents */
      index: string;
      api_key_id?: string;
      api_id?: string;
    };
    output: {
      id: string;
    };
  };
}

/** Where each call goes, and whether it may be sent again when no answer came: as it is, or with the header Idempotency-Key. */
export const routes = {
  'query-index': { method: 'POST', path: '/api/v1/indexes/{index_id}/query', repeat: 'always' },
  'query-index-several': { method: 'POST', path: '/api/v1/indexes/{index_id}/queries', repeat: 'always' },
  'search-indexes': { method: 'POST', path: '/api/v1/search', repeat: 'always' },
  'query-similar-rows': { method: 'POST', path: '/api/v1/indexes/{index_id}/similar', repeat: 'always' },
  'get-query-vector': { method: 'POST', path: '/api/v1/indexes/{index_id}/vectors', repeat: 'always' },
  'get-dictionary': { method: 'POST', path: '/api/v1/indexes/{index_id}/dictionary', repeat: 'always' },
  'warm-index': { method: 'POST', path: '/api/v1/indexes/{index_id}/warm', repeat: 'always' },
  'upsert-rows': { method: 'PUT', path: '/api/v1/indexes/{index_id}/rows', repeat: 'always' },
  'update-rows': { method: 'PATCH', path: '/api/v1/indexes/{index_id}/rows', repeat: 'always' },
  'delete-rows': { method: 'DELETE', path: '/api/v1/indexes/{index_id}/rows', repeat: 'always' },
  'record-click': { method: 'POST', path: '/api/v1/indexes/{index_id}/clicks', repeat: 'never' },
  'create-search-export': { method: 'POST', path: '/api/v1/indexes/{index_id}/exports', repeat: 'by-key' },
  'get-search-export': { method: 'GET', path: '/api/v1/indexes/{index_id}/exports/{export_id}', repeat: 'always' },
  'delete-search-export': { method: 'DELETE', path: '/api/v1/indexes/{index_id}/exports/{export_id}', repeat: 'never' },
  'get-management-caller': { method: 'GET', path: '/api/manage/management-keys/caller', repeat: 'always' },
  'list-datasets': { method: 'GET', path: '/api/manage/datasets', repeat: 'always' },
  'delete-datasets': { method: 'DELETE', path: '/api/manage/datasets', repeat: 'never' },
  'get-dataset-files': { method: 'GET', path: '/api/manage/datasets/files', repeat: 'always' },
  'list-dataset-sources': { method: 'GET', path: '/api/manage/datasets/sources', repeat: 'always' },
  'create-dataset-source': { method: 'POST', path: '/api/manage/datasets/sources', repeat: 'never' },
  'fetch-dataset-source': { method: 'POST', path: '/api/manage/datasets/sources/{source_id}/fetch', repeat: 'never' },
  'delete-dataset-source': { method: 'DELETE', path: '/api/manage/datasets/sources/{source_id}', repeat: 'never' },
  'create-cli-upload': { method: 'POST', path: '/api/manage/cli-presigned', repeat: 'by-key' },
  'create-part-urls': { method: 'POST', path: '/api/cli-uploads/{upload_id}/part-urls', repeat: 'always' },
  'complete-cli-upload': { method: 'POST', path: '/api/cli-uploads/{upload_id}/complete', repeat: 'always' },
  'abort-cli-upload': { method: 'DELETE', path: '/api/cli-uploads/{upload_id}', repeat: 'never' },
  'list-indexes': { method: 'GET', path: '/api/manage/indexes', repeat: 'always' },
  'create-index': { method: 'POST', path: '/api/manage/indexes', repeat: 'by-key' },
  'rebuild-index': { method: 'PUT', path: '/api/manage/indexes', repeat: 'never' },
  'delete-index': { method: 'DELETE', path: '/api/manage/indexes/{index_id}', repeat: 'never' },
  'list-index-rejects': { method: 'GET', path: '/api/manage/indexes/rejects', repeat: 'always' },
  'list-index-keys': { method: 'GET', path: '/api/manage/index', repeat: 'always' },
  'create-index-key': { method: 'POST', path: '/api/manage/index', repeat: 'by-key' },
  'rotate-index-key': { method: 'POST', path: '/api/manage/index/rotate', repeat: 'by-key' },
  'delete-index-key': { method: 'POST', path: '/api/manage/index/delete', repeat: 'never' },
} as const satisfies Record<
  keyof Operations,
  { method: string; path: string; repeat: 'always' | 'by-key' | 'never' }
>;
