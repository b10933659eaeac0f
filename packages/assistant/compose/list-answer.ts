import type { RerankOutput } from '#shared/assistant-tools.ts';
import { coverage, stemSet, weigh } from '../terms.ts';
import type { Context } from '../understand/context.ts';
import { bestQuotes, type Passage } from './best-quote.ts';
import { inMarks, plain, Sources, unsourced } from './sources.ts';

/** Share of the question's weighted terms that a passage must hold to answer it. */
const minAnswered = 0.4;

/** Which of several documents have a passage that answers a question, and which do not. */
export function listQuestionAnswer(
  question: string,
  ucids: readonly string[],
  ranked: RerankOutput | undefined,
  known: Context['known'],
): string {
  if (!ranked) return unsourced('These documents could not be compared. Please try again.');
  const sources = new Sources();
  const weights = weigh(stemSet(question), []);
  const lines: string[] = [];
  const silent: string[] = [];
  for (const [position, ucid] of ucids.entries()) {
    const document = ranked.documents.find((one) => one.ucid === ucid);
    const passages = (document?.elements ?? []).flatMap(({ passage }): Passage[] =>
      passage ? [passage] : [],
    );
    // An answer may only cite documents from outputs of its own run.
    const [quote] = document ? bestQuotes([...passages, ...foundBefore(known, ucid)], weights) : [];
    if (!quote || coverage(weights, quote.text) < minAnswered) silent.push(`${position + 1}`);
    else
      lines.push(
        `${position + 1}. **${plain(document?.title ?? ucid)}** (${ucid}): ${inMarks(quote)} ${sources.cite(ucid, quote)}`,
      );
  }
  if (lines.length === 0)
    return unsourced(
      ucids.length === 1
        ? 'I found no passage on this in the document of my last list.'
        : `I found no passage on this in any of the ${ucids.length} documents of my last list.`,
    );
  return sources.close([
    `${lines.length} of ${ucids.length} documents have a passage on this:`,
    lines.join('\n'),
    silent.length > 0 ? `I found none in number ${silent.join(', ')}.` : undefined,
  ]);
}

/** Passages from an earlier search of the thread. */
function foundBefore(known: Context['known'], ucid: string): Passage[] {
  const document = known.get(ucid);
  if (!document) return [];
  return [...document.passages, { part: 'abstract', number: null, text: document.abstract }];
}
