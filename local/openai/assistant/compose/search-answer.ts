import type { RerankOutput, SearchOutput } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { coverage, stemSet, weigh } from '../terms.ts';
import { describeFilters } from '../understand/filters.ts';
import type { Intent } from '../understand/intent.ts';
import { bestQuotes, type FoundQuote, firstQuote, type Passage, titleOf } from './best-quote.ts';
import { elementTable, factsOf } from './chart.ts';
import { plain, Sources, shorten, unsourced } from './sources.ts';

type SearchIntent = Extract<Intent, { kind: 'search' }>;
type FoundDocument = SearchOutput['documents'][number];

const maxListed = 5;
/** Share of the weighted terms of the question that a document must hold to be listed. */
const minCoverage = 0.3;
/** Questions beyond this many terms are descriptions, of which no document holds most words. */
const manyTerms = 8;
const minCoverageOfMany = 0.2;

interface Ranked {
  document: FoundDocument;
  share: number;
  quote: FoundQuote | undefined;
}

const passagesOf = ({ title, abstract, passages }: FoundDocument): Passage[] => [
  ...passages,
  { part: 'abstract', number: null, text: abstract },
  { part: 'title', number: null, text: title },
];

const textOf = (document: FoundDocument) =>
  passagesOf(document)
    .map(({ text }) => text)
    .join(' ');

/** The documents of a search that speak of what was asked for, the closest first. */
export function rankFound(query: string, documents: readonly FoundDocument[]) {
  const terms = stemSet(query);
  const weights = weigh(terms, documents.map(textOf));
  const least = terms.size > manyTerms ? minCoverageOfMany : minCoverage;
  const ranked: Ranked[] = documents.map((document) => ({
    document,
    share: coverage(weights, textOf(document)),
    quote: bestQuotes(passagesOf(document), weights)[0],
  }));
  return { weights, ranked: ranked.filter(({ share, quote }) => share >= least && quote) };
}

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
  const kept = found.documents.filter(
    ({ ucid, assignees }) =>
      !intent.shown.includes(ucid) &&
      !assignees.some((name) => intent.notBy.some((other) => sameName(name, other))),
  );
  const byFilterAlone =
    stemSet(intent.query).size === 0 ||
    intent.query === intent.filters.assignee ||
    intent.query === intent.filters.cpc;
  const ranked = byFilterAlone ? listAll(kept) : rankFound(intent.query, kept).ranked;
  if (ranked.length === 0) return nothing(intent, asked, found, unfiltered);
  const listed = ranked.slice(0, maxListed);
  const lines = listed.map((one, position) => `${position + 1}. ${describe(one, sources)}`);
  return sources.close([
    asked,
    headline(intent, ranked.length),
    lines.join('\n'),
    byFilterAlone || like ? undefined : compareListed(intent.query, listed, sources),
    features && `Feature by feature:\n\n${elementTable(features, sources)}`,
    'Ask me to open, compare or chart any of them by its number, or to narrow the dates.',
  ]);
}

const listAll = (documents: readonly FoundDocument[]): Ranked[] =>
  documents.map((document) => {
    const quote = firstQuote(passagesOf(document).toReversed().slice(1));
    return { document, share: 0, quote: quote && { ...quote, terms: new Set(), score: 0 } };
  });

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
  const inForce = applied.length > 0 ? applied : describeFilters(filters);
  const filtered = inForce.length > 0 ? `, filtered by ${inForce.map(plain).join('; ')}` : '';
  const remarks = notes.length > 0 ? ` (${notes.map(plain).join('; ')})` : '';
  return `${words}${filtered}${remarks}.`;
}

function headline({ notBy, shown }: SearchIntent, count: number): string {
  const others = shown.length > 0 ? 'more ' : '';
  const by = notBy.length > 0 ? ` that do not belong to ${notBy.map(plain).join(' or ')}` : '';
  const documents = count === 1 ? 'document speaks' : 'documents speak';
  const rest = count > maxListed ? ` The closest ${maxListed}:` : '';
  return `${count} ${others}${documents} of this${by}.${rest}`;
}

function describe({ document, quote }: Ranked, sources: Sources): string {
  const { ucid, title } = document;
  const said = quote ? `: “${quote.text}” ${sources.cite(ucid, quote)}` : '';
  return `**${plain(title)}** (${[ucid, ...factsOf(document)].join(', ')})${said}`;
}

/** Which words of the question the closest document lacks, and who has them. */
function compareListed(
  query: string,
  listed: readonly Ranked[],
  sources: Sources,
): string | undefined {
  const [closest, ...others] = listed;
  if (!closest?.quote || others.length === 0) return undefined;
  const held = stemSet(textOf(closest.document));
  const lacking = wordsOf(query).filter(({ stem }) => !held.has(stem));
  const mark = sources.cite(closest.document.ucid, closest.quote);
  if (lacking.length === 0) return `The closest is number 1, which has all your words ${mark}.`;
  const names = lacking.slice(0, 5).map(({ word }) => `“${word}”`);
  const helping = others.find(({ document, quote }) => {
    const words = stemSet(textOf(document));
    return quote && lacking.some(({ stem }) => words.has(stem));
  });
  const help = helping
    ? ` Number ${listed.indexOf(helping) + 1} speaks of ${sharedWords(lacking, helping)} ${sources.cite(helping.document.ucid, helping.quote!)}.`
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
): string {
  const set = describeFilters(intent.filters);
  if (intent.notBy.length > 0)
    return unsourced(
      asked,
      `I found nothing on this that does not belong to ${intent.notBy.map(plain).join(' or ')}.`,
    );
  if (intent.shown.length > 0) return unsourced(asked, 'I found nothing more that speaks of this.');
  const outside = unfiltered && rankFound(intent.query, unfiltered.documents).ranked;
  if (set.length > 0 && outside && outside.length > 0) {
    const sources = new Sources();
    return sources.close([
      asked,
      'Nothing that speaks of this passes these filters. Without yours, the closest is:',
      `1. ${describe(outside[0]!, sources)}`,
      'Shall I search with wider filters? Say, for instance, “without the date filter”.',
    ]);
  }
  const nearest =
    found.documents.length > 0
      ? 'The search gave some documents, but what I can read of them does not speak of what you asked for, so I list none.'
      : 'The search found nothing.';
  return unsourced(
    asked,
    nearest,
    'Try other words: what the thing is, what it does, and what is special about it.',
  );
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
