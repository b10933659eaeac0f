import { linesInBatches, type Many } from './batches.ts';
import {
  type Call,
  type CallOptions,
  type ConnectionOptions,
  openCalls,
  type Secret,
  sleep,
} from './call.ts';
import { AntecedeError } from './error.ts';
import type { Operations, SearchExport } from './generated.ts';
import type {
  Column,
  ExportFormat,
  ExportRequest,
  Hit,
  RowInput,
  SearchAnswer,
  SearchRequest,
  SimilarOptions,
} from './typed-search.ts';

export interface IndexOptions extends ConnectionOptions {
  /** Address of the index, as its documentation names it: `https://…/api/v1/indexes/{id}`. */
  endpoint: string;
  /** A key of the index, a tenant token, or a function that gives one. */
  apiKey: Secret;
}

/** What a change of rows has done. */
export interface RowsChanged {
  /** The state of the index from which searches find the change; undefined if there was nothing to change. */
  version: string | undefined;
  /** Rows that were there before, and were replaced or deleted. */
  removed: number;
  /** Rows of the index now. */
  rows: number;
}

interface RowOptions<Row> extends CallOptions {
  /** Column whose values tell rows apart. The id of rows if absent. */
  key?: Column<Row>;
}

type RowCall = 'upsert-rows' | 'update-rows' | 'delete-rows';

/** Searches of one call. */
const mostSearches = 10;
/** Values of one filter. */
const mostValues = 100;
const exportPollMs = 1000;

/**
 * An index, searched and changed with a key of it.
 * @typeParam Row the columns, all of which are text: `antecede types NAME` prints it
 */
export class AntecedeIndex<Row extends object = Record<string, string>> {
  /** Its id. */
  readonly id: string;
  readonly #call: Call;

  /** @throws {TypeError} if the endpoint is no address of an index */
  constructor({ endpoint, apiKey, ...connection }: IndexOptions) {
    const { origin, id } = addressOf(endpoint);
    this.id = id;
    this.#call = openCalls(origin, 'x-api-key', apiKey, connection);
  }

  get #params() {
    return { index_id: this.id };
  }

  /** Finds the rows that are nearest in meaning to a text, or lists rows. */
  search(
    request: string | SearchRequest<Row>,
    options: CallOptions = {},
  ): Promise<SearchAnswer<Row>> {
    const body = { request: requestOf(request) } as Operations['query-index']['body'];
    const answer = this.#call('query-index', { params: this.#params, body, ...options });
    return answer as Promise<SearchAnswer<Row>>;
  }

  /**
   * Several searches, ten a call. Answers in the order of the requests; each counts as a query. In place of one that the index
   * refuses stands its error: `answer instanceof AntecedeError`.
   */
  async searchMany(
    requests: readonly (string | SearchRequest<Row>)[],
    options: CallOptions = {},
  ): Promise<(SearchAnswer<Row> | AntecedeError)[]> {
    const found: (SearchAnswer<Row> | AntecedeError)[] = [];
    for (let at = 0; at < requests.length; at += mostSearches) {
      const sent = requests.slice(at, at + mostSearches).map(requestOf);
      const body = { requests: sent } as Operations['query-index-several']['body'];
      const request = { params: this.#params, body, ...options };
      for (const answer of (await this.#call('query-index-several', request)).answers) {
        found.push(
          'error' in answer
            ? new AntecedeError({ ...answer.error, status: 400 })
            : (answer as SearchAnswer<Row>),
        );
      }
    }
    return found;
  }

  /** The rows that are nearest in meaning to the one with this value in a column of ids. Throws `NotFound` if there is none. */
  async similar(
    column: Column<Row>,
    value: string,
    { signal, ...narrowed }: CallOptions & SimilarOptions<Row> = {},
  ): Promise<Hit<Row>[]> {
    const request = { column, value, ...narrowed };
    const body = { request } as Operations['query-similar-rows']['body'];
    const answer = await this.#call('query-similar-rows', { params: this.#params, body, signal });
    return answer.foundItems as Hit<Row>[];
  }

  /** The answers of a search page by page: of a text up to the thousandth hit, of a list all matches. */
  async *pages(
    request: string | SearchRequest<Row>,
    options: CallOptions = {},
  ): AsyncGenerator<SearchAnswer<Row>, void> {
    const first = requestOf(request);
    let after = first.after;
    do {
      const page = { ...first, ...(!first.sort && { pages: true }), ...(after && { after }) };
      const answer = await this.search(page, options);
      yield answer;
      after = answer.next;
    } while (after);
  }

  /** The hits of all {@link pages}, one after the other. */
  async *hits(
    request: string | SearchRequest<Row>,
    options: CallOptions = {},
  ): AsyncGenerator<Hit<Row>, void> {
    for await (const { foundItems } of this.pages(request, options)) yield* foundItems;
  }

  /** The rows that have one of these values in a column of ids or codes, in the order of the index. */
  async get(
    column: Column<Row>,
    values: readonly string[],
    options: CallOptions & { fields?: readonly Column<Row>[] } = {},
  ): Promise<Row[]> {
    const { fields, signal } = options;
    const found: Row[] = [];
    for (let at = 0; at < values.length; at += mostValues) {
      const value = values.slice(at, at + mostValues);
      const request: SearchRequest<Row> = {
        filters: [{ column, operator: 'in', value }],
        sort: 'rows',
        ...(fields && { fields }),
      };
      for await (const { conceptScore: _, ...row } of this.hits(request, { signal })) {
        found.push(row as unknown as Row);
      }
    }
    return found;
  }

  /** The vector of a text in the concept space of the index. */
  async vector(query: string, options: CallOptions = {}): Promise<readonly number[]> {
    const body = { request: { query } };
    return (await this.#call('get-query-vector', { params: this.#params, body, ...options }))
      .vector;
  }

  /** The terms of the index that are nearest in meaning to a text, best first. */
  async terms(query: string, options: CallOptions = {}) {
    const body = { request: { query } };
    return (await this.#call('get-dictionary', { params: this.#params, body, ...options })).terms;
  }

  /** Reports that somebody opened a row that a search found, for the analytics of searches. Free. */
  async recordClick(
    click: Operations['record-click']['body'],
    options: CallOptions = {},
  ): Promise<void> {
    await this.#call('record-click', { params: this.#params, body: click, ...options });
  }

  /** Prepares the index for searches that will follow within minutes. Free. */
  async warm({
    calls,
    signal,
  }: CallOptions & Operations['warm-index']['body'] = {}): Promise<void> {
    await this.#call('warm-index', { params: this.#params, body: { calls }, signal });
  }

  /** Changes of rows, by a key that may. Each batch of 10,000 rows or 5 MB happens whole or not at all, in order. */
  readonly rows = {
    /** Adds rows, or replaces those with the same key. */
    upsert: (rows: Many<RowInput<Row>>, options: RowOptions<Row> = {}): Promise<RowsChanged> =>
      this.#change('upsert-rows', rows, options),
    /** Changes cells of rows; what is left out stays. */
    update: (rows: Many<RowInput<Row>>, options: RowOptions<Row> = {}): Promise<RowsChanged> =>
      this.#change('update-rows', rows, options),
    /** Deletes rows by their keys. */
    delete: (keys: Many<string>, options: RowOptions<Row> = {}): Promise<RowsChanged> =>
      this.#change('delete-rows', keys, options),
  };

  async #change(
    name: RowCall,
    items: Many<unknown>,
    { key, signal }: RowOptions<Row>,
  ): Promise<RowsChanged> {
    const changed: RowsChanged = { version: undefined, removed: 0, rows: 0 };
    for await (const lines of linesInBatches(items)) {
      const request = { params: this.#params, query: { key }, lines, signal };
      const { version, removed, rows } = await this.#call(name, request);
      Object.assign(changed, { version, removed: changed.removed + removed, rows });
    }
    return changed;
  }

  /** All matches of a search as a file. */
  readonly exports = {
    /** Begins an export. */
    start: (
      request: string | ExportRequest<Row>,
      format: ExportFormat,
      options: CallOptions = {},
    ): Promise<SearchExport> => {
      const body = { format, request: requestOf(request) };
      return this.#call('create-search-export', {
        params: this.#params,
        body,
        ...options,
      });
    },
    /** How far an export is. */
    get: (export_id: string, options: CallOptions = {}): Promise<SearchExport> =>
      this.#call('get-search-export', { params: { ...this.#params, export_id }, ...options }),
    /** Waits until the file is there. Throws `ExportFailed`. */
    wait: async (
      export_id: string,
      { onProgress, signal }: CallOptions & { onProgress?: (now: SearchExport) => void } = {},
    ): Promise<SearchExport> => {
      for (;;) {
        const now = await this.exports.get(export_id, { signal });
        if (now.status === 'ready') return now;
        if (now.status === 'failed') {
          throw new AntecedeError({ code: 'ExportFailed', message: `${now.failure}` });
        }
        onProgress?.(now);
        await sleep(exportPollMs, signal);
      }
    },
    /** The file of a ready export, as an answer whose body can be streamed. */
    download: async (export_id: string, { signal }: CallOptions = {}): Promise<Response> => {
      const { download_url } = await this.exports.wait(export_id, { signal });
      const answer = await fetch(download_url!, { signal });
      if (answer.ok) return answer;
      throw new AntecedeError({
        code: 'Unreachable',
        message: `The file cannot be downloaded: ${answer.status}.`,
        status: answer.status,
      });
    },
    /** Stops an export and deletes its file. */
    delete: async (export_id: string, options: CallOptions = {}): Promise<void> => {
      await this.#call('delete-search-export', {
        params: { ...this.#params, export_id },
        ...options,
      });
    },
  };
}

/** @throws {TypeError} if the endpoint is no address of an index */
export function addressOf(endpoint: string): { origin: string; id: string } {
  const [, origin = '', id = ''] = /^(.+)\/api\/v1\/indexes\/([^/]+)\/?$/.exec(endpoint) ?? [];
  if (id) return { origin, id: decodeURIComponent(id) };
  throw new TypeError(`${endpoint} is no index: its address ends with /api/v1/indexes/{id}.`);
}

const requestOf = <Request extends { conceptFeaturesString?: string }>(
  request: string | Request,
): Request =>
  typeof request === 'string' ? ({ conceptFeaturesString: request } as Request) : request;
