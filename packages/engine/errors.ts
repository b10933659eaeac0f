/** Error codes for datasets that cannot be used at all. Stable and documented: callers can switch on them. */
export type DatasetErrorCode =
  | 'empty_file'
  | 'not_csv'
  | 'damaged_file'
  | 'too_large'
  | 'header_only'
  | 'wrong_encoding'
  | 'mostly_rejected'
  | 'one_column'
  | 'unknown_column'
  | 'bad_roles'
  | 'no_vectors'
  | 'vectors_on_cluster'
  | 'unclosed_quote'
  | 'no_rows'
  | 'not_changeable';

/**
 * A problem of the dataset that only the customer can fix. `message` is written for the customer and says
 * what to do; `line` is the physical line of the file, counted from 1.
 */
export class DatasetError extends Error {
  readonly code: DatasetErrorCode;
  readonly line?: number;
  constructor(code: DatasetErrorCode, message: string, line?: number) {
    super(message);
    this.name = 'DatasetError';
    this.code = code;
    this.line = line;
  }
}

/** An invalid query, such as a filter on an unknown column. `message` is written for the caller. */
export class QueryError extends Error {
  readonly code:
    | 'unknown_column'
    | 'not_filterable'
    | 'bad_filter'
    | 'bad_limit'
    | 'bad_vector'
    | 'bad_facet'
    | 'bad_sort'
    | 'bad_distinct'
    | 'bad_weights'
    | 'bad_minimum'
    | 'bad_cursor'
    | 'bad_scope';
  constructor(code: QueryError['code'], message: string) {
    super(message);
    this.name = 'QueryError';
    this.code = code;
  }
}

/** A model or segment file that is damaged, of another kind or of another format version. */
export class CorruptFileError extends Error {
  readonly file: string;
  readonly section: string;
  readonly offset: number;
  constructor(file: string, section: string, offset: number, detail: string) {
    super(`${file}, section "${section}", byte ${offset}: ${detail}`);
    this.name = 'CorruptFileError';
    this.file = file;
    this.section = section;
    this.offset = offset;
  }
}
