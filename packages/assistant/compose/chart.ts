import type { RerankOutput, SearchOutput } from '#shared/assistant-tools.ts';
import { stemSet, weigh } from '../terms.ts';
import { bestQuotes } from './best-quote.ts';
import { inMarks, plain, type Quote, type Sources, shorten } from './sources.ts';

type ChartedDocument = RerankOutput['documents'][number];

const maxElementLength = 160;
/** Share of the best document's elements that a document must have to be charted. */
const minShareOfBest = 0.5;
/** Share and number of an element's words that a quote must have. A single word occurs in any text by chance. */
const minShared = 0.3;
const minTerms = 2;

/** The sentence of the passage that holds most of an element. */
function quoteOf(
  { passage, grade }: ChartedDocument['elements'][number],
  element: string,
): Quote | undefined {
  if (!passage || grade === 'none') return undefined;
  const weights = weigh(stemSet(element), []);
  const [quote] = bestQuotes([passage], weights);
  const minimum = Math.max(weights.size * minShared, Math.min(minTerms, weights.size));
  return quote && quote.terms.size >= minimum ? quote : undefined;
}

/** Each element with its quote in one document; undefined where nothing was found. */
function quotesIn(document: ChartedDocument, { elements }: RerankOutput) {
  return elements.map(({ label, text }) => {
    const match = document.elements.find((one) => one.label === label);
    return {
      label,
      score: match?.score ?? 0,
      grade: match?.grade ?? 'none',
      quote: match && quoteOf(match, text),
    };
  });
}

/** The best document for each element, or "not found" where none has a passage. */
export function elementTable(ranked: RerankOutput, sources: Sources): string {
  const documents = bestCovering(ranked);
  const rows = ranked.elements.map(({ label, text }, position) => {
    const element = `${plain(label)}: ${shorten(plain(text), maxElementLength)}`;
    const candidates = documents.flatMap(({ document, quotes }) => {
      const { score, grade, quote } = quotes[position]!;
      return quote ? [{ ucid: document.ucid, score, grade, quote }] : [];
    });
    const [best] = candidates.toSorted((one, other) => other.score - one.score);
    if (!best) return row(element, 'not found', '–', '–');
    const quoted = `${inMarks(best.quote)} ${sources.cite(best.ucid, best.quote)}`;
    return row(element, quoted, best.grade, best.ucid);
  });
  return [
    row('Element', 'Best passage', 'Text match', 'Document'),
    row('---', '---', '---', '---'),
    ...rows,
  ].join('\n');
}

/** The elements for which no document has a quote. */
export const missingElements = (ranked: RerankOutput): RerankOutput['elements'] => {
  const documents = bestCovering(ranked);
  return ranked.elements.filter(
    (_, position) => !documents.some(({ quotes }) => quotes[position]!.quote),
  );
};

/** Documents with their quotes, those with the most elements first, without those that have much fewer. */
function bestCovering(ranked: RerankOutput) {
  const covered = ranked.documents
    .map((document) => {
      const quotes = quotesIn(document, ranked);
      return { document, quotes, count: quotes.filter(({ quote }) => quote).length };
    })
    .toSorted((one, other) => other.count - one.count);
  const minimum = Math.max(1, (covered[0]?.count ?? 0) * minShareOfBest);
  return covered.filter(({ count }) => count >= minimum);
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
        ? `${inMarks(quote)} (${score!.toFixed(2)}) ${sources.cite(ucid, quote)}`
        : 'not found';
    });
    return row(`${plain(label)}: ${shorten(plain(text), maxElementLength)}`, ...cells);
  });
  return [row('', ...ucids), row('---', ...ucids.map(() => '---')), ...rows].join('\n');
}

interface Listing {
  /** The search results for the documents. */
  known: ReadonlyMap<string, SearchOutput['documents'][number]>;
  /** Day before which art counts, YYYY-MM-DD. */
  date: string | undefined;
  limit: number;
}

/** Documents with how many elements each has a passage for, the most first, each with one of these passages. */
export function coverageList(
  ranked: RerankOutput,
  { known, date, limit }: Listing,
  sources: Sources,
): string {
  return bestCovering(ranked)
    .slice(0, limit)
    .map(({ document: { ucid, title }, quotes, count }, position) => {
      const missing = quotes.filter(({ quote }) => !quote).map(({ label }) => plain(label));
      const [best] = quotes
        .toSorted((one, other) => other.score - one.score)
        .filter(({ quote }) => quote);
      const published = known.get(ucid)?.publication_date;
      const late = date && published && published >= date;
      const strong = quotes.filter(({ quote, grade }) => quote && grade === 'strong');
      const said = [
        `${count} of ${quotes.length} elements, ${strong.length} of them by a strong text match`,
        missing.length > 0 ? `not found: ${missing.join(', ')}` : '',
        late
          ? 'published on or after the date of the claim, so whether it counts depends on the law'
          : '',
      ].filter(Boolean);
      const facts = [ucid, ...factsOf(known.get(ucid))].join(', ');
      return `${position + 1}. **${plain(title)}** (${facts}): ${said.join('; ')} ${sources.cite(ucid, best!.quote!)}`;
    })
    .join('\n');
}

/** Documents that come nearest to the claim as a whole, each with its nearest passage: what can be read where no element has a match. */
export function nearestList(
  ranked: RerankOutput,
  { known, limit }: Listing,
  sources: Sources,
): string {
  const weights = weigh(stemSet(ranked.elements.map(({ text }) => text).join(' ')), []);
  const least = (ranked.documents[0]?.score ?? 0) * minShareOfBest;
  return ranked.documents
    .filter(({ score }) => score > 0 && score >= least)
    .slice(0, limit)
    .flatMap(({ ucid, title, passages }) => {
      const [quote] = bestQuotes(passages, weights);
      const facts = [ucid, ...factsOf(known.get(ucid))].join(', ');
      return quote
        ? [`**${plain(title)}** (${facts}): ${inMarks(quote)} ${sources.cite(ucid, quote)}`]
        : [];
    })
    .map((line, position) => `${position + 1}. ${line}`)
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
