import { gunzipSync } from 'node:zlib';
import type { CloudWatchLogsDecodedData, CloudWatchLogsEvent } from 'aws-lambda';
import * as z from 'zod';
import { type NewSearch, putSearches, searchRecord } from '../search-history.ts';
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

/** Turns the log lines of searches into the history and its counts. Every step may be repeated. */
export async function handler({ awslogs }: CloudWatchLogsEvent): Promise<void> {
  const text = gunzipSync(Buffer.from(awslogs.data, 'base64')).toString();
  const { messageType, logEvents }: CloudWatchLogsDecodedData = JSON.parse(text);
  // CloudWatch also sends control messages to test the subscription.
  if (messageType !== 'DATA_MESSAGE') return;
  const records = logEvents.map(({ id, message }) =>
    searchRecord(toSearch(id, searchLine.parse(JSON.parse(message)))),
  );
  await putSearches(records);
  await countSearches(logEvents[0]!.id, records, new Date());
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
    words: search.words,
    size_bytes: search.sizeBytes,
    tokens: search.tokens,
    results: search.results,
    elapsed_ms: search.elapsedMs,
    failure: search.failure,
  };
}
