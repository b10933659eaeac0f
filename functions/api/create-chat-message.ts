import { endOldRun } from '#functions/domain/end-old-run.ts';
import { ownThread } from '#functions/domain/own-thread.ts';
import { requireToolUse } from '#functions/domain/require-chat-allowance.ts';
import { toMessage } from '#functions/domain/to-chat.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { putQuestion } from '#functions/store/thread-items.ts';
import { chat } from '#shared/contract/chat.ts';
import { limits } from '#shared/limits.ts';

export const handler = lambda(
  chat,
  'create-chat-message',
  visitor,
  async ({ params, body, principal, now }) => {
    const thread = await ownThread(principal, params.id, now);
    await requireToolUse(principal, now);
    await endOldRun(thread, now);
    // The first question names a thread that has no name of its own.
    const isFirst = thread.updated_at === thread.created_at;
    const title = isFirst ? titleOf(body.content) : thread.title;
    const question = { text: body.content, filters: body.filters ?? {}, title };
    return toMessage(await putQuestion(thread, question, now))!;
  },
);

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ');
  const { chatTitleMaxLength: length } = limits;
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line;
}
