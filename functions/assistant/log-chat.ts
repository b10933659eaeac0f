import { patentsIndex } from '#functions/patents/index.ts';
import { getOrganization } from '#functions/people/index.ts';
import { logSearch } from '#functions/search/index.ts';
import type { RunRecord } from './runs.ts';
import type { ThreadItem } from './thread-items.ts';

/**
 * Logs a question to the assistant for the search history, when its answer has ended.
 * @param items of the conversation from its question on
 * @param results documents that the answer could cite
 */
export async function logChat(
  run: RunRecord,
  items: readonly ThreadItem[],
  results: number | undefined,
  now: Date,
): Promise<void> {
  const { user_id: userId, org_id: orgId, created_at } = run;
  const before = items.filter((item) => item.created_at <= created_at);
  const question = before.findLast(({ content }) => content.type === 'question')?.content;
  const organization = orgId ? await getOrganization(orgId) : undefined;
  logSearch({
    kind: 'chat',
    indexId: patentsIndex,
    orgId,
    userId,
    text: question?.type === 'question' ? question.text : '',
    confidential: organization?.confidential_queries === true,
    results,
    tokens: run.input_tokens + run.output_tokens,
    elapsedMs: now.getTime() - Date.parse(created_at),
    failure: run.failure,
  });
}
