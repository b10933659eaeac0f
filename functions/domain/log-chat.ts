import { logSearch } from '#functions/runtime/log-search.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import type { RunRecord } from '#functions/store/runs.ts';
import type { listItems } from '#functions/store/thread-items.ts';
import { patentsIndex } from './find-patent.ts';

/**
 * Logs a question to the assistant for the search history, when its answer has ended.
 * @param results documents that the answer could cite
 */
export async function logChat(
  run: RunRecord,
  items: Awaited<ReturnType<typeof listItems>>,
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
