import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { describePlace } from '#shared/citations.ts';
import { type ChatCitation, chat } from '#shared/contract/chat.ts';
import { ownThread } from '../own-thread.ts';
import { listItems, type ThreadItem } from '../thread-items.ts';
import type { ThreadRecord } from '../threads.ts';
import { toMessage } from '../to-chat.ts';

export const handler = lambda(
  chat,
  'export-chat-thread',
  visitor,
  async ({ params, principal, now }) => {
    const thread = await ownThread(principal, params.id, now);
    return threadMarkdown(thread, await listItems(thread.thread_id));
  },
);

/** A conversation as a document: questions, answers, and under each answer its quotes with their places. */
function threadMarkdown(thread: ThreadRecord, items: readonly ThreadItem[]): string {
  const parts = items.flatMap((item) => {
    const message = toMessage(item);
    if (!message) return [];
    const heading = `## ${message.isUser ? 'Question' : 'Answer'}, ${message.created_at}`;
    const citations = message.citations.map(citationLine).join('\n');
    return [[heading, message.text, citations].filter(Boolean).join('\n\n')];
  });
  return `${[`# ${thread.title}`, ...parts].join('\n\n')}\n`;
}

function citationLine({ number, ucid, title, quote, place, where, status }: ChatCitation): string {
  const found = where ?? (place && describePlace(place));
  const at = found ? `, ${found}` : '';
  const name = title ? `, ${title}` : '';
  return `${number}. ${ucid}${name}${at}: “${quote}” (${status})`;
}
