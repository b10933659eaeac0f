import type { RerankOutput, SearchOutput } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { coverage, stemSet, weigh } from '../terms.ts';
import { filtersInForce } from '../understand/filters.ts';
import type { Intent } from '../understand/intent.ts';
import { bestQuotes, type FoundQuote, firstQuote, type Passage, titleOf } from './best-quote.ts';
import { elementTable, factsOf } from './chart.ts';
import { plain, Sources, shorten, unsourced } from './sources.ts';

type SearchIntent = Extract<Intent, { kind: 'search' }>;
type FoundDocument = SearchOutput['documents'][number];

const maxListed = 5;
/**
 * What a document must reach to be listed: either by its concept score, 0 to 1, or by the mean of that and its share
 * of the words. Below, sample searches for things that no patent here has began to find some.
 */
const usualLeast = { concept: 0.4, mean: 0.35 };
/** Where the person has narrowed the search to an owner or a class, less is enough. */
const leastWithin = { concept: 0.4, mean: 0.2 };
/** Everything found counts. */
const none = { concept: 0, mean: 0 };
/** Share of the best concept score where a whole patent is searched for: words differ, and scores are low. */
const minShareOfBest = 0.5;

/** An invention that was found, by the publication of it that came first. */
interface Ranked {
  document: FoundDocument;
  /** UCIDs of its other publications that were found. */
  also: string[];
  quote: FoundQuote;
}

const textsOf = ({ abstract, passages }: FoundDocument): Passage[] => [
  ...passages,
  { part: 'abstract', number: null, text: abstract },
];

const textOf = (document: FoundDocument) =>
  [document.title, ...textsOf(document).map(({ text }) => text)].join(' ');

/**
 * The inventions that speak of what was asked for, the closest first. Documents whose text is not here are left out,
 * because nothing could be quoted of them.
 */
function rankFound(query: string, found: readonly FoundDocument[], least = usualLeast) {
  const documents = found.filter(hasText);
  const weights = weigh(stemSet(query), documents.map(textOf));
  const ranked: Ranked[] = [];
  for (const document of documents) {
    const share = coverage(weights, textOf(document));
    const { conceptScore } = document;
    if (conceptScore < least.concept && (share + conceptScore) / 2 < least.mean) continue;
    const known = ranked.find((one) => isSameInvention(one.document, document));
    const quote = quoteFor(document, weights);
    if (known) known.also.push(document.ucid);
    else if (quote) ranked.push({ document, also: [], quote });
  }
  return ranked;
}

/** Whether a document is here in full, and not only as a row of the catalogue. */
export const hasText = (document: FoundDocument): boolean =>
  textsOf(document).some(({ text }) => text !== '');

function quoteFor(document: FoundDocument, weights: ReadonlyMap<string, number>) {
  const title: Passage = { part: 'title', number: null, text: document.title };
  const first = firstQuote(textsOf(document));
  return (
    bestQuotes(textsOf(document), weights)[0] ??
    bestQuotes([title], weights)[0] ??
    (first && { ...first, terms: new Set<string>(), score: 0 })
  );
}

/** Publications of one invention share their title and priority: search results do not tell the family. */
export const isSameInvention = (one: FoundDocument, other: FoundDocument): boolean =>
  one.title === other.title && one.priority_date === other.priority_date;

interface Extras {
  /** The same search without the filters, where they left nothing. */
  unfiltered?: SearchOutput;
  /** Features of a described invention in the documents found. */
  features?: RerankOutput;
  /** The document that the others should be like. */
  like?: PatentDocument;
}

/** What a search found. */
export function searchAnswer(
  intent: SearchIntent,
  found: SearchOutput | undefined,
  { unfiltered, features, like }: Extras,
): string {
  if (!found)
    return unsourced('The search could not be made: its answer cannot be read. Please try again.');
  const sources = new Sources();
  const asked = whatWasAsked(intent, found.applied, like, sources);
  const ranked = listFound(intent, found.documents, like);
  if (ranked.length === 0) return nothing(intent, asked, found, unfiltered, sources);
  const listed = ranked.slice(0, maxListed);
  const lines = listed.map((one, position) => `${position + 1}. ${describe(one, sources)}`);
  return sources.close([
    asked,
    headline(intent, ranked.length, like),
    lines.join('\n'),
    like ? undefined : compareListed(intent.query, listed, sources),
    features && `Feature by feature:\n\n${elementTable(features, sources)}`,
    'Ask me to open, compare or chart any of them by its number, or to narrow the dates.',
  ]);
}

/** What a search lists: without documents that were shown before and those of the owners to leave out. */
export function listFound(
  intent: SearchIntent,
  documents: readonly FoundDocument[],
  like?: PatentDocument,
): Ranked[] {
  const { query, shown, notBy } = intent;
  const kept = documents.filter(
    ({ ucid, assignees }) =>
      !shown.includes(ucid) &&
      !assignees.some((name) => notBy.some((other) => sameName(name, other))),
  );
  return rankFound(query, kept, leastFor(intent, like, kept));
}

/** What documents must reach. Where a filter is all that was given, everything found counts. */
function leastFor(
  { query, filters }: SearchIntent,
  like: PatentDocument | undefined,
  documents: readonly FoundDocument[],
) {
  if (like) {
    const best = Math.max(...documents.map(({ conceptScore }) => conceptScore));
    return { concept: best * minShareOfBest, mean: 1 };
  }
  if (query === filters.assignee || query === filters.cpc) return none;
  return filters.assignee || filters.cpc ? leastWithin : usualLeast;
}

function whatWasAsked(
  { query, filters, notes }: SearchIntent,
  applied: readonly string[],
  like: PatentDocument | undefined,
  sources: Sources,
): string {
  const title = like && titleOf(like);
  const words = like
    ? `Searched for documents like **${plain(like.title)}** (${like.ucid})${title ? ` ${sources.cite(like.ucid, title)}` : ''}`
    : `Searched for “${shorten(plain(query), 160)}”`;
  const inForce = filtersInForce(filters, applied);
  const filtered = inForce.length > 0 ? `, filtered by ${inForce.join('; ')}` : '';
  const remarks = notes.length > 0 ? ` (${notes.map(plain).join('; ')})` : '';
  return `${words}${filtered}${remarks}.`;
}

function headline(
  { notBy, shown }: SearchIntent,
  count: number,
  like: PatentDocument | undefined,
): string {
  const more = shown.length > 0 && !like ? 'more ' : '';
  const by = notBy.length > 0 ? ` by others than ${notBy.map(plain).join(' or ')}` : '';
  const inventions = count === 1 ? 'invention' : 'inventions';
  const rest = count > maxListed ? ` The closest ${maxListed}:` : '';
  return `${count} ${more}${inventions}${by} ${count === 1 ? 'speaks' : 'speak'} of this.${rest}`;
}

function describe({ document, quote, also }: Ranked, sources: Sources): string {
  const { ucid, title } = document;
  const others = also.length > 0 ? `; also ${also.join(', ')}` : '';
  const facts = [ucid, ...factsOf(document)].join(', ') + others;
  return `**${plain(title)}** (${facts}): “${quote.text}” ${sources.cite(ucid, quote)}`;
}

/** Which words of the question the closest document lacks, and who has them. */
function compareListed(
  query: string,
  listed: readonly Ranked[],
  sources: Sources,
): string | undefined {
  const [closest, ...others] = listed;
  if (!closest || others.length === 0) return undefined;
  const held = stemSet(textOf(closest.document));
  const lacking = wordsOf(query).filter(({ stem }) => !held.has(stem));
  const mark = sources.cite(closest.document.ucid, closest.quote);
  if (lacking.length === 0) return `The closest is number 1, which has all your words ${mark}.`;
  const names = lacking.slice(0, 5).map(({ word }) => `“${word}”`);
  const helping = others.find(({ document }) => {
    const words = stemSet(textOf(document));
    return lacking.some(({ stem }) => words.has(stem));
  });
  const help = helping
    ? ` Number ${listed.indexOf(helping) + 1} speaks of ${sharedWords(lacking, helping)} ${sources.cite(helping.document.ucid, helping.quote)}.`
    : '';
  return `The closest is number 1 ${mark}; what I was given of it does not speak of ${names.join(', ')}.${help}`;
}

function sharedWords(
  lacking: readonly { word: string; stem: string }[],
  { document }: Ranked,
): string {
  const words = stemSet(textOf(document));
  return lacking
    .filter(({ stem }) => words.has(stem))
    .slice(0, 3)
    .map(({ word }) => `“${word}”`)
    .join(', ');
}

/** Words of a question with their stems, each stem once. */
function wordsOf(query: string): { word: string; stem: string }[] {
  const seen = new Map<string, string>();
  for (const word of query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    for (const stem of stemSet(word)) if (!seen.has(stem)) seen.set(stem, word);
  return [...seen].map(([stem, word]) => ({ word, stem }));
}

function nothing(
  intent: SearchIntent,
  asked: string,
  found: SearchOutput,
  unfiltered: SearchOutput | undefined,
  sources: Sources,
): string {
  const { notBy, shown } = intent;
  const outside = unfiltered && rankFound(intent.query, unfiltered.documents)[0];
  if (outside)
    return sources.close([
      asked,
      'Nothing that speaks of this passes these filters. Without yours, the closest is:',
      `1. ${describe(outside, sources)}`,
      'Shall I search with wider filters? Say, for instance, *without the date filter*.',
    ]);
  if (notBy.length > 0)
    return sources.close([
      asked,
      `I found nothing on this by others than ${notBy.map(plain).join(' or ')}.`,
    ]);
  if (shown.length > 0) return sources.close([asked, 'I found nothing more that speaks of this.']);
  return sources.close([
    asked,
    found.documents.length > 0
      ? 'The search gave some documents, but what I can read of them does not speak of what you asked for, so I list none.'
      : 'The search found nothing.',
    'Try other words: what the thing is, what it does, and what is special about it.',
  ]);
}

/** Names of one owner are written in several ways: "Hartwell Optics", "HARTWELL OPTICS INC". */
function sameName(one: string, other: string): boolean {
  const words = (name: string) =>
    name
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? '';
  return words(one).includes(words(other)) || words(other).includes(words(one));
}
