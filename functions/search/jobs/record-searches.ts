import { gunzipSync } from 'node:zlib';
import type { CloudWatchLogsDecodedData, CloudWatchLogsEvent } from 'aws-lambda';
import * as z from 'zod';
import { columnOrder } from '#shared/contract/search-conditions.ts';
import { type NewSearch, putSearches } from '../search-packs.ts';
import { countSearches } from '../usage.ts';

/** The line that `logSearch` writes. */
const searchLine = z.object({
  timestamp: z.iso.datetime(),
  search: z.object({
    kind: z.enum(['search', 'visitor', 'chat', 'report', 'alert']),
    indexId: z.string(),
    text: z.string().optional(),
    syntax: z.enum(['words', 'query']).optional(),
    filters: z.string().optional(),
    sort: columnOrder.optional(),
    orgId: z.string().optional(),
    userId: z.string().optional(),
    keyId: z.string().optional(),
    isPart: z.boolean().optional(),
    words: z.number(),
    sizeBytes: z.number(),
    tokens: z.number(),
    results: z.number().optional(),
    elapsedMs: z.number(),
    failure: z.string().optional(),
  }),
});

type SearchLine = z.output<typeof searchLine>;

/**
 * Turns the log lines of searches into the history and its counts. Every step may be repeated. Throws when a line cannot
 * be read, so that an alarm tells, but after the others have been recorded.
 */
export async function handler({ awslogs }: CloudWatchLogsEvent): Promise<void> {
  const text = gunzipSync(Buffer.from(awslogs.data, 'base64')).toString();
  const { messageType, logEvents }: CloudWatchLogsDecodedData = JSON.parse(text);
  // CloudWatch also sends control messages to test the subscription.
  if (messageType !== 'DATA_MESSAGE') return;
  const read = logEvents.map(({ id, message }) => ({ id, line: readLine(message) }));
  const searches = read.flatMap(({ id, line }) => (line ? [toSearch(id, line)] : []));
  await putSearches(searches);
  await countSearches(logEvents[0]!.id, searches, new Date());
  const unread = read.flatMap(({ id, line }) => (line ? [] : [id]));
  // Without the text of the lines, which may be what somebody searched for.
  if (unread.length > 0) throw new Error(`lines that cannot be read: ${unread.join(', ')}`);
}

/** @returns undefined for a line that `logSearch` of this version does not write */
function readLine(message: string): SearchLine | undefined {
  try {
    return searchLine.parse(JSON.parse(message));
  } catch {
    return undefined;
  }
}

function toSearch(item_id: string, { timestamp, search }: SearchLine): NewSearch {
  // With the key of a session it is a person on a page.
  const kindOfSearch = search.userId ? 'product' : 'api';
  return {
    item_id,
    at: new Date(timestamp).toISOString(),
    kind: search.kind === 'search' ? kindOfSearch : search.kind,
    index_id: search.indexId,
    org_id: search.orgId,
    user_id: search.userId,
    key_id: search.keyId,
    is_part: search.isPart,
    text: search.text,
    syntax: search.syntax,
    filters: search.filters,
    sort: search.sort,
    words: search.words,
    size_bytes: search.sizeBytes,
    tokens: search.tokens,
    results: search.results,
    elapsed_ms: search.elapsedMs,
    failure: search.failure,
  };
}
