import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { limits } from '#shared/limits.ts';
import { endOldRun } from '../end-old-run.ts';
import { getReady } from '../get-ready.ts';
import { ownThread } from '../own-thread.ts';
import { requireToolUse } from '../require-chat-allowance.ts';
import { isFull, itemsFrom, putQuestion } from '../thread-items.ts';
import { toMessage } from '../to-chat.ts';

export const handler = lambda(
  chat,
  'create-chat-message',
  visitor,
  async ({ params, body, principal, now, fail }) => {
    const thread = await ownThread(principal, params.id, now);
    await requireToolUse(principal, now);
    if (isFull(thread)) throw fail('ConversationFull');
    await endOldRun(thread, now);
    const replaced = body.instead_of ? await itemsFrom(thread.thread_id, body.instead_of) : [];
    if (!replaced) throw fail('NotFound');
    // The first question names a thread that has no name of its own.
    const [old] = replaced;
    const named = old?.content.type === 'question' && titleOf(old.content.text) === thread.title;
    const isFirst = thread.updated_at === thread.created_at || named;
    const title = isFirst ? titleOf(body.content) : thread.title;
    const asked = { text: body.content, filters: body.filters ?? {}, title };
    const question = await putQuestion(thread, asked, now, replaced);
    if (!question) throw fail('RunActive');
    return toMessage(question)!;
  },
  getReady,
);

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ');
  const { chatTitleMaxLength: length } = limits;
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line;
}
