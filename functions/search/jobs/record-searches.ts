import { gunzipSync } from 'node:zlib';
import type { CloudWatchLogsDecodedData, CloudWatchLogsEvent } from 'aws-lambda';
import * as z from 'zod';
import { getUser } from '#functions/people/index.ts';
import { type NewSearch, putSearches, searchRecord } from '../search-history.ts';
import { countSearches } from '../usage.ts';

/** The line that `logSearch` writes. */
const searchLine = z.object({
  timestamp: z.iso.datetime(),
  search: z.object({
    kind: z.enum(['search', 'visitor', 'chat', 'report']),
    indexId: z.string(),
    text: z.string().optional(),
    orgId: z.string().optional(),
    userId: z.string().optional(),
    claimedUserId: z.string().optional(),
    keyId: z.string().optional(),
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
  const memberId = memberFinder();
  const searches: NewSearch[] = [];
  for (const { id, message } of logEvents) {
    searches.push(await toSearch(id, searchLine.parse(JSON.parse(message)), memberId));
  }
  const records = searches.map(searchRecord);
  await putSearches(records);
  await countSearches(logEvents[0]!.id, records, new Date());
}

/** Finds the id of a member's record, each once. */
function memberFinder() {
  const known = new Map<string, Promise<string | undefined>>();
  return (authUserId: string, orgId: string) => {
    const found =
      known.get(authUserId) ??
      // A caller with the organization's key can claim to be any member of it, but nobody else.
      getUser(authUserId).then((user) => (user?.org_id === orgId ? user.item_id : undefined));
    known.set(authUserId, found);
    return found;
  };
}

async function toSearch(
  item_id: string,
  { timestamp, search }: SearchLine,
  memberId: ReturnType<typeof memberFinder>,
): Promise<NewSearch> {
  const { claimedUserId, orgId } = search;
  const claimed = claimedUserId && orgId ? await memberId(claimedUserId, orgId) : undefined;
  const kindOfSearch = claimed ? 'product' : 'api';
  return {
    item_id,
    at: new Date(timestamp).toISOString(),
    kind: search.kind === 'search' ? kindOfSearch : search.kind,
    index_id: search.indexId,
    org_id: orgId,
    user_id: claimed ?? search.userId,
    key_id: search.keyId,
    text: search.text,
    words: search.words,
    size_bytes: search.sizeBytes,
    tokens: search.tokens,
    results: search.results,
    elapsed_ms: search.elapsedMs,
    failure: search.failure,
  };
}
