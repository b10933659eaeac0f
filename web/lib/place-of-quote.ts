import type { PatentDocument, PatentPlace } from '#shared/patent-document.ts';

/**
 * Where a patent has a quote of its row in the index; undefined if nowhere. The row has abstract and claims
 * as lines of one text, so a quote can run over several of them: then its longest line counts.
 */
export function placeOfQuote(patent: PatentDocument, quote: string): PatentPlace | undefined {
  const { ucid, abstract, claims } = patent;
  const parts = [
    { part: 'abstract', number: null, text: abstract } as const,
    ...claims.map(({ number, text }) => ({ part: 'claim', number, text }) as const),
  ];
  const lines = quote.split('\n').toSorted((a, b) => b.length - a.length);
  for (const wanted of [quote, ...lines].map((line) => line.trim()).filter(Boolean)) {
    for (const { part, number, text } of parts) {
      const start = text.indexOf(wanted);
      if (start >= 0) return { ucid, part, number, start, end: start + wanted.length };
    }
  }
  return undefined;
}
