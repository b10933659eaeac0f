import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { describePlace } from '#shared/citations.ts';
import { type ChatCitation, chat } from '#shared/contract/chat.ts';
import { limits } from '#shared/limits.ts';
import { ownThread } from '../own-thread.ts';
import { listMessages, type ThreadItem } from '../thread-items.ts';
import { toMessage } from '../to-chat.ts';

export const handler = lambda(
  chat,
  'export-chat-thread',
  visitor,
  async ({ params, principal, now }) => {
    const thread = await ownThread(principal, params.id, now);
    const parts = [`# ${inert(thread.title)}`];
    let length = 0;
    let after: string | undefined;
    do {
      const page = await listMessages(thread.thread_id, after);
      const part = messagesMarkdown(page.items);
      parts.push(part);
      length += part.length;
      after = page.next;
    } while (after !== undefined && length < limits.chatTextsMaxBytes);
    if (after !== undefined) parts.push('The conversation goes on. Its page has the rest.');
    return `${parts.filter(Boolean).join('\n\n')}\n`;
  },
);

/** Questions, answers, and under each answer its quotes with their places. */
function messagesMarkdown(items: readonly ThreadItem[]): string {
  const parts = items.flatMap((item) => {
    const message = toMessage(item);
    if (!message) return [];
    const heading = `## ${message.isUser ? 'Question' : 'Answer'}, ${message.created_at}`;
    const citations = message.citations.map(citationLine).join('\n');
    return [[heading, inert(message.text), citations].filter(Boolean).join('\n\n')];
  });
  return parts.join('\n\n');
}

function citationLine({ number, ucid, title, quote, place, where, status }: ChatCitation): string {
  const found = where ?? (place && describePlace(place));
  const at = found ? `, ${found}` : '';
  const name = title ? `, ${title}` : '';
  return `${number}. ${ucid}${inert(name)}${at}: “${inert(quote)}” (${status})`;
}

/**
 * A text without what a reader of Markdown would load or follow: HTML, images, links. Titles, questions and patents are written by anybody,
 * and the page shows none of it either.
 */
const inert = (text: string) =>
  text.replaceAll('<', '&lt;').replaceAll('](', ']\\(').replaceAll(']:', ']\\:');
