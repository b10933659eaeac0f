import type { PatentDocument, PatentPlace } from './patent-document.ts';

/** Text of one part of a document; undefined if there is no claim or paragraph of that number. */
export function partText(
  document: PatentDocument,
  { part, number }: Pick<PatentPlace, 'part' | 'number'>,
): string | undefined {
  if (part === 'title') return document.title;
  if (part === 'abstract') return document.abstract;
  const numbered = part === 'claim' ? document.claims : document.paragraphs;
  return numbered.find((one) => one.number === number)?.text;
}
