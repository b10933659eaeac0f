import type { PatentDocument, PatentPlace } from '#shared/patent-document.ts';

/**
 * Place of a quote in a patent; undefined if it is not found. The quote comes from the patent's row in the index,
 * where abstract and claims are lines of one text. If it covers several lines, the longest is looked up.
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
