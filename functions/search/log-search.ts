import { logger, tellWithRequest } from '#core/runtime/log.ts';
import type { ColumnOrder } from '#shared/contract/search-conditions.ts';
import { limits } from '#shared/limits.ts';

/**
 * The log line of one search. The function does nothing else for the history: `record-searches` gets the
 * line from CloudWatch. It never contains a key, an address or a name.
 */
export interface LoggedSearch {
  kind: 'search' | 'visitor' | 'chat' | 'report' | 'alert';
  indexId: string;
  text: string;
  /** Conditions beside the text, as JSON, and how the text is read: with these a page runs it again. */
  filters?: string | undefined;
  syntax?: 'words' | 'query' | undefined;
  sort?: ColumnOrder | undefined;
  /** If true, text, filters and order are left out of the line and therefore of the history. */
  confidential: boolean;
  /** Absent when nobody is signed in. */
  orgId?: string | undefined;
  /** `item_id` of the user. */
  userId?: string | undefined;
  keyId?: string | undefined;
  /** Whether a page searched to show a part of itself, such as the rows that follow or one document: nobody typed it. */
  isPart?: boolean | undefined;
  /** Absent for calls that compute something instead of searching. */
  results?: number | undefined;
  /** Of a language model, input and output; by default words and numbers of the text. */
  tokens?: number | undefined;
  elapsedMs: number;
  /** Code of the error, if it failed. */
  failure?: string | undefined;
}

/** A line of its own, for what answers no request. */
export const logSearch = (logged: LoggedSearch): void => logger.info('search', factsOf(logged));

/** The same as a part of the line of the request that is being answered. */
export const tellSearch = (logged: LoggedSearch): void => tellWithRequest(factsOf(logged));

function factsOf(logged: LoggedSearch) {
  const { text, filters, sort, confidential, elapsedMs, ...search } = logged;
  return {
    search: {
      ...search,
      text: confidential ? undefined : text.slice(0, limits.searchTextKept).toWellFormed(),
      filters: confidential ? undefined : filters,
      sort: confidential ? undefined : sort,
      words: text.match(/\S+/g)?.length ?? 0,
      sizeBytes: Buffer.byteLength(text),
      tokens: search.tokens ?? text.match(/[\p{L}\p{M}]+|\p{N}+/gu)?.length ?? 0,
      elapsedMs: Math.round(elapsedMs * 10) / 10,
    },
  };
}
