import type { RerankOutput, SearchOutput } from '#shared/assistant-tools.ts';
import { stemSet, weigh } from '../terms.ts';
import { bestQuotes, firstQuote } from './best-quote.ts';
import { plain, type Quote, type Sources, shorten } from './sources.ts';

type ChartedDocument = RerankOutput['documents'][number];

const maxElementLength = 160;

/** The sentence of the passage that holds most of an element. */
function quoteOf(
  { passage }: ChartedDocument['elements'][number],
  element: string,
): Quote | undefined {
  if (!passage) return undefined;
  return bestQuotes([passage], weigh(stemSet(element), []))[0] ?? firstQuote([passage]);
}

/** Each element with its quote in one document; undefined where nothing was found. */
function quotesIn(document: ChartedDocument, { elements }: RerankOutput) {
  return elements.map(({ label, text }) => {
    const match = document.elements.find((one) => one.label === label);
    return { label, score: match?.score ?? 0, quote: match && quoteOf(match, text) };
  });
}

/** The best document for each element, or "not found" where none has a passage. */
export function elementTable(ranked: RerankOutput, sources: Sources): string {
  const byDocument = ranked.documents.map((document) => quotesIn(document, ranked));
  const rows = ranked.elements.map(({ label, text }, position) => {
    const element = `${plain(label)}: ${shorten(plain(text), maxElementLength)}`;
    const candidates = ranked.documents.flatMap(({ ucid }, at) => {
      const { score, quote } = byDocument[at]![position]!;
      return quote ? [{ ucid, score, quote }] : [];
    });
    const [best] = candidates.toSorted((one, other) => other.score - one.score);
    if (!best) return row(element, 'not found', '–');
    return row(element, `“${best.quote.text}” ${sources.cite(best.ucid, best.quote)}`, best.ucid);
  });
  return [row('Element', 'Best passage', 'Document'), row('---', '---', '---'), ...rows].join('\n');
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

/** Each element with its best passage in each of these documents, and the score. */
export function elementColumns(
  ranked: RerankOutput,
  ucids: readonly string[],
  sources: Sources,
): string {
  const columns = ucids.map((ucid) => {
    const document = ranked.documents.find((one) => one.ucid === ucid);
    return { ucid, cells: document ? quotesIn(document, ranked) : [] };
  });
  const rows = ranked.elements.map(({ label, text }, position) => {
    const cells = columns.map(({ ucid, cells: found }) => {
      const { quote, score } = found[position] ?? {};
      return quote
        ? `“${quote.text}” (${score!.toFixed(2)}) ${sources.cite(ucid, quote)}`
        : 'not found';
    });
    return row(`${plain(label)}: ${shorten(plain(text), maxElementLength)}`, ...cells);
  });
  return [row('', ...ucids), row('---', ...ucids.map(() => '---')), ...rows].join('\n');
}

/** Documents with how many elements each has a passage for, the most first, each with one of these passages. */
export function coverageList(
  ranked: RerankOutput,
  known: ReadonlyMap<string, SearchOutput['documents'][number]>,
  sources: Sources,
  limit: number,
): string {
  const covered = ranked.documents.map((document) => {
    const quotes = quotesIn(document, ranked);
    const found = quotes
      .flatMap(({ quote, score }) => (quote ? [{ quote, score }] : []))
      .toSorted((one, other) => other.score - one.score);
    const missing = quotes.filter(({ quote }) => !quote).map(({ label }) => plain(label));
    return { document, found, missing };
  });
  return covered
    .filter(({ found }) => found.length > 0)
    .toSorted((one, other) => other.found.length - one.found.length)
    .slice(0, limit)
    .map(({ document: { ucid, title }, found, missing }, position) => {
      const lacks = missing.length > 0 ? `; not found: ${missing.join(', ')}` : '';
      const facts = [ucid, ...factsOf(known.get(ucid))].join(', ');
      const mark = sources.cite(ucid, found[0]!.quote);
      return `${position + 1}. **${plain(title)}** (${facts}): ${found.length} of ${found.length + missing.length} elements${lacks} ${mark}`;
    })
    .join('\n');
}

/** Assignees and dates, as far as they are known. */
export function factsOf(document: SearchOutput['documents'][number] | undefined): string[] {
  if (!document) return [];
  const { assignees, priority_date, publication_date } = document;
  return [
    assignees.map(plain).join(', '),
    priority_date ? `priority ${priority_date}` : '',
    publication_date ? `published ${publication_date}` : '',
  ].filter(Boolean);
}
