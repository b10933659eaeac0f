import { openPatents } from '#functions/patents/index.ts';
import { splitAnswer } from '#shared/citations.ts';
import type { ChatCitation } from '#shared/contract/chat.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { placeName } from '#shared/place-name.ts';
import { locateQuote } from '#shared/quotes.ts';

/** An answer with checked quotes. */
export interface CheckedAnswer {
  /** Without the list of citations. */
  text: string;
  citations: ChatCitation[];
  /** How many quotes ended in which status. */
  quotes: Record<ChatCitation['status'], number>;
}

/**
 * Checks every quote of an answer against the stored texts, before a person sees it.
 * @param readable UCIDs that the tools of the run returned; an answer may cite only these
 */
export async function checkAnswer(
  answer: string,
  readable: ReadonlySet<string>,
): Promise<CheckedAnswer> {
  const { text, citations } = splitAnswer(answer);
  const documents = new Map<string, PatentDocument | undefined>();
  const findPatent = await openPatents();
  for (const { ucid } of citations) {
    if (readable.has(ucid) && !documents.has(ucid)) documents.set(ucid, await findPatent(ucid));
  }
  const checked = citations.map(({ number, ucid, quote, place }): ChatCitation => {
    const document = documents.get(ucid);
    if (!document) {
      return { number, ucid, title: null, quote, place: null, status: 'unverified' };
    }
    const { title } = document;
    const located = locateQuote(document, quote, place);
    const where = located.place && placeName(document, located.place);
    return { number, ucid, title, ...located, ...(where && { where }) };
  });
  const quotes = { verified: 0, repaired: 0, unverified: 0 };
  for (const { status } of checked) quotes[status] += 1;
  return { text, citations: checked, quotes };
}
