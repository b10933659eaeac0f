import { noSearchFilters, type SearchOutput } from '#shared/assistant-tools.ts';
import { splitAnswer } from '#shared/citations.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { locateQuote } from '#shared/quotes.ts';
import type { Expectation } from './conversation.ts';
import type { Said } from './converse.ts';

/** What is counted over all conversations: how often it held, of how often it was asked. */
export const measures = ['intents', 'filters', 'documents', 'texts', 'quotes', 'sourced'] as const;
export type Score = Record<(typeof measures)[number], { held: number; asked: number }>;

export const emptyScore = (): Score => ({
  intents: { held: 0, asked: 0 },
  filters: { held: 0, asked: 0 },
  documents: { held: 0, asked: 0 },
  texts: { held: 0, asked: 0 },
  quotes: { held: 0, asked: 0 },
  sourced: { held: 0, asked: 0 },
});

/**
 * Judges an answer by what was expected, and by what holds of every answer: quotes stand in their documents at the
 * place given, cited documents came from this turn's tools, and what is said of a document has a source.
 * @returns what did not hold, in words
 */
export function judge(
  said: Said,
  expected: Expectation,
  documents: ReadonlyMap<string, PatentDocument>,
  score: Score,
): string[] {
  const problems: string[] = [];
  const check = (measure: keyof Score, holds: boolean, problem: string) => {
    score[measure].asked += 1;
    if (holds) score[measure].held += 1;
    else problems.push(`${measure}: ${problem}`);
  };
  const { text, citations } = splitAnswer(said.answer);
  const cited = citations.map(({ ucid }) => ucid);
  const { intent, filters, first, says = [], never = [], absent = [] } = expected;

  if (intent) check('intents', said.intent === intent, `${said.intent} instead of ${intent}`);
  if (filters) {
    const search = said.calls.find(({ name }) => name === 'antecede_API');
    const used = search ? JSON.parse(search.arguments).filters : undefined;
    const wanted = { ...noSearchFilters, ...filters };
    check('filters', JSON.stringify(used) === JSON.stringify(wanted), JSON.stringify(used));
  }
  const familyOf = (ucid: string | undefined) => documents.get(ucid ?? '')?.family_id ?? ucid;
  const families = cited.map(familyOf);
  for (const ucid of expected.documents ?? [])
    check('documents', families.includes(familyOf(ucid)), `${ucid} is not cited, but ${cited}`);
  if (first)
    check('documents', families[0] === familyOf(first), `${cited[0]} comes first, not ${first}`);
  for (const ucid of absent) check('documents', !cited.includes(ucid), `${ucid} is cited`);
  if (expected.citesNothing) check('documents', cited.length === 0, `${cited} are cited`);
  for (const words of says) check('texts', said.answer.includes(words), `does not say “${words}”`);
  for (const words of never) check('texts', !said.answer.includes(words), `says “${words}”`);
  if (expected.calls) {
    const names = said.calls.map(({ name }) => name);
    check('texts', names.join() === expected.calls.join(), `calls ${names}`);
  }

  const given = said.calls.map(({ output }) => output).join('\n');
  for (const { ucid, quote, place } of citations) {
    const document = documents.get(ucid);
    const located = document && locateQuote(document, quote, place);
    const isThere =
      located?.status === 'verified' &&
      located.place?.part === place.part &&
      located.place.number === place.number;
    // The assistant cannot know a forged output from a true one; the server then holds the quote against its text.
    const isGiven = given.includes(ucid) && (said.isForged ? given.includes(quote) : isThere);
    check('quotes', isGiven, `“${quote}” is not at ${ucid}`);
  }
  const facts = new Set(cited.flatMap((ucid) => datesOf(documents.get(ucid))));
  const own = new Set(datesIn(said.context));
  for (const line of text.split('\n').filter((one) => statesSomething(one, said.context))) {
    const marks = [...line.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
    const known = marks.every((mark) => citations.some(({ number }) => number === mark));
    if (isCatalogueEntry(line, said.calls)) continue;
    const dated = datesIn(line).every((date) => facts.has(date) || own.has(date));
    check('sourced', marks.length > 0 && known && dated, `no source for: ${line}`);
  }
  const speakers = said.answer.match(/built-in assistant/gi) ?? [];
  check('texts', speakers.length === 1, 'does not say once who speaks');
  return problems;
}

/** Whether a line lists a document with what the search said of it, and says that there is no text to quote. */
function isCatalogueEntry(line: string, calls: Said['calls']): boolean {
  if (!line.includes('its full text is not stored here')) return false;
  const searches = calls.filter(({ name }) => name === 'antecede_API');
  const found = searches.flatMap(
    ({ output }): SearchOutput['documents'] => JSON.parse(output).documents,
  );
  return found.some(
    ({ ucid, title, has_text, ...facts }) =>
      !has_text &&
      line.includes(`**${title}** (${ucid}`) &&
      datesIn(line).every((date) => JSON.stringify(facts).includes(date)),
  );
}

/** Whether a line says something of a document: it quotes, lists a title, or gives a date that is not the person's. */
function statesSomething(line: string, context: string): boolean {
  const quotes = [...line.matchAll(/“([^”]{12,})”/g)].map(([, quote]) => quote!);
  const quoted = quotes.some((quote) => !repeats(context, quote));
  return (
    quoted || datesIn(line).some((date) => !context.includes(date)) || /^\d+\. \*\*/.test(line)
  );
}

/** What the assistant repeats of the person's words does not count as a statement about a document. */
function repeats(context: string, quote: string): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const said = new Set(wordsOf(context));
  // A long one is cut in its last word.
  return wordsOf(quote)
    .slice(0, -1)
    .every((word) => said.has(word));
}

const datesIn = (text: string): string[] => text.match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? [];

const datesOf = (document: PatentDocument | undefined): string[] =>
  document ? datesIn(JSON.stringify({ ...document, claims: [], paragraphs: [] })) : [];
