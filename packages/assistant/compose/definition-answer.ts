import type { PatentDocument } from '#shared/patent-document.ts';
import { stemsOf } from '../terms.ts';
import { type Passage, sentencesOf } from './best-quote.ts';
import { inMarks, plain, type Quote, Sources, unsourced } from './sources.ts';

const maxPassages = 4;
const maxClaims = 6;
/** What follows or precedes a term where a text says what it means. */
const defining =
  /\b(?:means|meaning|refers? to|is defined|defined as|as used herein|is understood|denotes|i\.e\.|that is|is called|such as|comprises|consists of|is an?|are)\b/i;

/** Sentences with a term, each with its place and whether it says what the term means. */
function uses(
  passages: readonly Passage[],
  term: readonly string[],
): { quote: Quote; score: number }[] {
  return passages.flatMap(({ text, part, number }) =>
    sentencesOf(text).flatMap((sentence) => {
      const stems = stemsOf(sentence);
      const side = stems.some((_, at) => term.every((stem, offset) => stems[at + offset] === stem));
      const all = term.every((stem) => stems.includes(stem));
      if (!all) return [];
      const score = (side ? 1 : 0) + (defining.test(sentence) ? 0.6 : 0) - sentence.length / 1000;
      return [{ quote: { text: sentence, place: { part, number } }, score }];
    }),
  );
}

/** How a term of the claims is to be read: where the claims use it, passages that give it meaning, claims that narrow it. */
export function definitionAnswer(document: PatentDocument, term: string): string {
  const { claims, paragraphs, abstract, ucid } = document;
  const stems = stemsOf(term);
  const name = `**${plain(document.title)}** (${ucid})`;
  const asked = `“${plain(term)}”`;
  if (stems.length === 0)
    return unsourced(`Which term of ${name} do you mean? Put it in quotation marks.`);
  const inClaims = claims.flatMap((claim) => {
    const [first] = uses([{ part: 'claim', number: claim.number, text: claim.text }], stems);
    return first ? [{ claim, quote: first.quote }] : [];
  });
  const described = uses(
    [
      { part: 'abstract', number: null, text: abstract },
      ...paragraphs.map(({ number, text }): Passage => ({ part: 'paragraph', number, text })),
    ],
    stems,
  )
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxPassages);
  if (inClaims.length === 0 && described.length === 0)
    return unsourced(
      `${name} does not use ${asked}, in its claims or in its description.`,
      'I find words and their forms; the patent may have another word for it.',
    );
  const sources = new Sources();
  const cited = (quote: Quote) => `${inMarks(quote)} ${sources.cite(ucid, quote)}`;
  const [first] = inClaims;
  const narrowing = inClaims.filter(
    ({ claim }) => claim !== first?.claim && claim.dependsOn.length > 0,
  );
  return sources.close([
    `${asked} in ${name}:`,
    first
      ? `- Claim ${first.claim.number} uses it: ${cited(first.quote)}`
      : `- No claim has the term.`,
    described.length > 0
      ? `Where the text says what it is:\n\n${described.map(({ quote }) => `- ${cited(quote)}`).join('\n')}`
      : 'The description does not use the term.',
    narrowing.length > 0
      ? `Dependent claims that say more of it:\n\n${narrowing
          .slice(0, maxClaims)
          .map(
            ({ claim, quote }) =>
              `- claim ${claim.number} (depends on ${claim.dependsOn.join(', ')}): ${cited(quote)}`,
          )
          .join('\n')}`
      : 'No dependent claim says more of it.',
    'What the term covers in law is for a person to judge: these are the places to judge by.',
  ]);
}
