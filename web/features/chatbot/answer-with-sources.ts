import { withEllipses } from '#shared/citations.ts';
import type { ChatMessage } from '#shared/contract/chat.ts';
import { describeCitation } from './describe-citation.ts';

/** An answer as plain Markdown, with its sources below: the numbers, where each quote stands, and whether it was verified. */
export function answerWithSources({ text, citations }: Pick<ChatMessage, 'text' | 'citations'>) {
  const sources = citations.map(
    (citation) =>
      `[${citation.number}] ${describeCitation(citation)}: “${withEllipses(citation.quote, citation.place)}”`,
  );
  return [text, sources.join('\n')].filter(Boolean).join('\n\n');
}
