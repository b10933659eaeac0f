import { type Item, textOf } from '#assistant/items.ts';
import { stemSet } from '#assistant/terms.ts';
import { readSupportQuestion } from '#shared/support-question.ts';

/** Share of a statement's words that its quotes have where they support it. A model would read them instead. */
const supportingShare = 0.5;

/** Which statements their quotes support, as the data that is asked for. */
export function supportJson(items: readonly Item[]): string {
  const last = items.findLast((one) => one.type === 'message');
  const statements = readSupportQuestion(last?.type === 'message' ? textOf(last) : '');
  const verdicts = statements.map(({ id, statement, quotes }) => {
    const words = stemSet(statement);
    const quoted = stemSet(quotes.join(' '));
    const shared = [...words].filter((word) => quoted.has(word)).length;
    return { id, supported: words.size === 0 || shared / words.size >= supportingShare };
  });
  return JSON.stringify({ verdicts });
}
