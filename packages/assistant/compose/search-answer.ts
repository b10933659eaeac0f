import type { RerankOutput, SearchOutput } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { stemSet } from '../terms.ts';
import { describeFilters, filtersInForce } from '../understand/filters.ts';
import { excludes, isOnlyFilter } from '../understand/refinement.ts';
import { titleOf } from './best-quote.ts';
import { elementTable, factsOf } from './chart.ts';
import {
  hasWordOf,
  listFound,
  listLessClose,
  type Ranked,
  rankFound,
  type SearchIntent,
  textOf,
} from './rank-found.ts';
import { inMarks, plain, Sources, shorten, unsourced } from './sources.ts';

const maxListed = 5;

interface Extras {
  /** The same search without the filters, where they left nothing. */
  unfiltered?: SearchOutput | undefined;
  /** Whatever there is of the owner or inventor that is wanted, where the filters left nothing. */
  people?: SearchOutput | undefined;
  /** Features of a described invention in the documents found. */
  features?: RerankOutput | undefined;
  /** The document that the others should be like. */
  like?: PatentDocument;
}

/** The results of a search. */
export function searchAnswer(
  intent: SearchIntent,
  found: SearchOutput | undefined,
  { unfiltered, people, features, like }: Extras,
): string {
  if (!found)
    return unsourced('The search could not be made: its answer cannot be read. Please try again.');
  const sources = new Sources();
  const ranked = listFound(intent, found.documents, like);
  if (intent.language && ranked.length === 0) return inEnglishPlease(intent, intent.language);
  const asked = whatWasAsked(intent, found.applied, like, sources);
  const { documents } = found;
  const others = like || intent.language ? [] : listLessClose(intent, documents, ranked);
  const outside = unfiltered && rankFound(intent.query, unfiltered.documents)[0];
  if (ranked.length === 0 && (outside || others.length === 0))
    return nothing(intent, asked, found, { outside, people, others }, sources);
  const listed = ranked.slice(0, maxListed);
  const lines = listed.map((one, position) => `${position + 1}. ${describe(one, sources)}`);
  const further = others
    .slice(0, maxListed - listed.length)
    .map((one, position) => `${listed.length + position + 1}. ${describe(one, sources)}`);
  return sources.close([
    asked,
    headline(intent, ranked.length, found, like),
    lines.join('\n'),
    further.length > 0 ? `${nameOfLessClose(intent, others)}\n\n${further.join('\n')}` : undefined,
    like || isOnlyFilter(intent) ? undefined : compareListed(intent.query, listed, sources),
    intent.language &&
      `You asked in ${intent.language}, and I searched for your words as they are. Most documents here are in English: words in English find more.`,
    features && `Feature by feature:\n\n${elementTable(features, sources)}`,
    'Ask me to open, compare or chart any of them by its number, or to narrow the dates.',
  ]);
}

function whatWasAsked(
  intent: SearchIntent,
  applied: readonly string[],
  like: PatentDocument | undefined,
  sources: Sources,
): string {
  const { query, filters, notes } = intent;
  const title = like && titleOf(like);
  const words =
    isOnlyFilter(intent) && !like
      ? 'Listed what has these filters, the latest publications first'
      : like
        ? `Searched for documents like **${plain(like.title)}** (${like.ucid})${title ? ` ${sources.cite(like.ucid, title)}` : ''}`
        : `Searched for “${shorten(plain(query), 160)}”`;
  const inForce = filtersInForce(filters, applied);
  const filtered = inForce.length > 0 ? `, filtered by ${inForce.join('; ')}` : '';
  const remarks = notes.length > 0 ? ` (${notes.map(plain).join('; ')})` : '';
  return `${words}${filtered}${remarks}.`;
}

function headline(
  intent: SearchIntent,
  count: number,
  output: SearchOutput,
  like: PatentDocument | undefined,
): string {
  const { shown } = intent;
  const { found } = output;
  const inventions = count === 1 ? 'invention' : 'inventions';
  if (isOnlyFilter(intent) && !like)
    return `${found} ${found === 1 ? 'publication has' : 'publications have'} them. The latest ${Math.min(count, maxListed)} ${inventions}:`;
  const more = shown.length > 0 && !like ? 'more ' : '';
  const by = byOthers(intent);
  const rest = leftOut(output) + (count > maxListed ? ` The closest ${maxListed}:` : '');
  if (count === 0)
    return `${excludes(intent.filters) ? 'Nothing that is left' : 'No document here'} clearly speaks of this.${rest}`;
  if (like)
    return `${count === 1 ? 'One comes' : `${count} come`} near to it by the whole text.${rest}`;
  return `${count} ${more}${inventions}${by} ${count === 1 ? 'speaks' : 'speak'} of this.${rest}`;
}

/** How what is less close is announced. */
const nameOfLessClose = ({ query }: SearchIntent, others: readonly Ranked[]) =>
  others.some(({ document }) => hasWordOf(query, document))
    ? 'Less close, perhaps of use:'
    : 'What passes the filters has none of your words:';

/** The answer where words of another language have found nothing. */
function inEnglishPlease({ filters }: SearchIntent, language: string): string {
  const set = describeFilters(filters);
  const kept = set.length > 0 ? ` I keep ${set.map(plain).join('; ')}.` : '';
  return unsourced(
    `I understand that you want to search, in ${language}. No document here has your words as they are; most are in English, and I do not translate: what should they be about, in English?${kept}`,
  );
}

/** What a search for words did not list. */
function leftOut({ left_out = 0, unread = 0 }: SearchOutput): string {
  const said = [
    left_out > 0 && `${left_out} ${left_out === 1 ? 'was' : 'were'} left out by the words`,
    unread > 0 && `${unread} could not be read for them, because only their abstracts are held`,
  ].filter(Boolean);
  return said.length > 0 ? ` Of the closest, ${said.join(', and ')}.` : '';
}

const byOthers = ({ filters: { not_assignee: names } }: SearchIntent) =>
  names ? ` by others than ${names.split(' | ').map(plain).join(' or ')}` : '';

function describe({ document, quote, also }: Ranked, sources: Sources): string {
  const { ucid, title } = document;
  const others = also.length > 0 ? `; also ${also.join(', ')}` : '';
  const facts = [ucid, ...factsOf(document)].join(', ') + others;
  const said = quote
    ? `${inMarks(quote)} ${sources.cite(ucid, quote)}`
    : 'its full text is not stored here, so I cannot quote it.';
  return `**${plain(title)}** (${facts}): ${said}`;
}

/** Which words of the question the closest document lacks, and which document has them. */
function compareListed(
  query: string,
  listed: readonly Ranked[],
  sources: Sources,
): string | undefined {
  const [closest, ...others] = listed;
  if (!closest || others.length === 0) return undefined;
  const held = stemSet(textOf(closest.document));
  const lacking = wordsOf(query).filter(({ stem }) => !held.has(stem));
  const mark = markOf(closest, sources);
  if (lacking.length === 0) return `The closest is number 1, which has all your words${mark}.`;
  const names = lacking.slice(0, 5).map(({ word }) => `“${word}”`);
  const helping = others.find(({ document }) => {
    const words = stemSet(textOf(document));
    return lacking.some(({ stem }) => words.has(stem));
  });
  const help = helping
    ? ` Number ${listed.indexOf(helping) + 1} speaks of ${sharedWords(lacking, helping)}${markOf(helping, sources)}.`
    : '';
  return `The closest is number 1${mark}; what I was given of it does not speak of ${names.join(', ')}.${help}`;
}

/** The source of what is said of a document, if its text is here. */
const markOf = ({ document, quote }: Ranked, sources: Sources) =>
  quote ? ` ${sources.cite(document.ucid, quote)}` : '';

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
  {
    outside,
    people,
    others,
  }: Pick<Extras, 'people'> & { outside: Ranked | undefined; others: readonly Ranked[] },
  sources: Sources,
): string {
  const { shown, filters } = intent;
  const names = [filters.assignee, filters.inventor].flatMap((one) =>
    one ? plain(one.replaceAll(' | ', ' or ')) : [],
  );
  const unknown =
    people?.found === 0
      ? `The catalogue has no publication at all by ${names.join(', ')}.`
      : undefined;
  if (outside) {
    const within = others
      .slice(0, maxListed)
      .map((one, position) => `${position + 1}. ${describe(one, sources)}`);
    return sources.close([
      asked,
      unknown,
      within.length > 0
        ? `No document that passes these filters clearly speaks of this. ${nameOfLessClose(intent, others)}\n\n${within.join('\n')}`
        : undefined,
      `${within.length > 0 ? '' : 'Nothing that speaks of this passes these filters. '}Without your filters, the closest is:`,
      `- ${describe(outside, sources)}`,
      'Shall I search with wider filters? Say, for instance, *without the date filter*.',
    ]);
  }
  if (unknown)
    return sources.close([asked, unknown, 'Try another spelling, or a shorter part of the name.']);
  if (filters.office && filters.office !== 'US')
    return sources.close([
      asked,
      `I found no publication of office ${plain(filters.office.replaceAll(' | ', ' or '))} with that. What an office has published need not be held here.`,
    ]);
  if (filters.not_assignee)
    return sources.close([asked, `I found nothing on this${byOthers(intent)}.`]);
  if (found.left_out || found.unread)
    return sources.close([
      asked,
      `None is left.${leftOut(found)}`,
      'Say *without the words* to lift that.',
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
