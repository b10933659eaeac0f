import type { PatentDocument } from '#shared/patent-document.ts';
import { coverage, stemSet, weigh } from '../terms.ts';
import type { Part } from '../understand/intent.ts';
import {
  bestQuotes,
  type Passage,
  passagesOf,
  sentencesOf,
  titleOf,
  wholeQuote,
} from './best-quote.ts';
import { inMarks, plain, type Quote, Sources, unsourced } from './sources.ts';

const maxClaims = 12;
const maxParagraphs = 4;
const maxQuotes = 3;
/** Share of the question's weighted terms that the quotes must hold to answer it. */
const minAnswered = 0.4;

export const unreadable = (ucid: string): string =>
  unsourced(
    `I cannot read ${plain(ucid)}: no such document is here, or its text was not given to me.`,
    'A publication number has a country, a number and a kind code, as in US-10123456-B2.',
  );

/** A part of a document in its own words. */
export function partAnswer(document: PatentDocument, part: Part, claimNumber?: number): string {
  if (part === 'claims') return claimsAnswer(document, claimNumber);
  if (part === 'facts') return factsAnswer(document);
  const passages: Passage[] =
    part === 'abstract'
      ? [{ part: 'abstract', number: null, text: document.abstract }]
      : document.paragraphs
          .slice(0, maxParagraphs)
          .map(({ number, text }) => ({ part: 'paragraph', number, text }));
  const sources = new Sources();
  const lines = passages.map((passage) => quoteAll(document, passage, sources)).filter(Boolean);
  if (lines.length === 0) return unsourced(`${heading(document)} has no ${part}.`);
  const more = part === 'description' ? document.paragraphs.length - maxParagraphs : 0;
  return sources.close([
    `${heading(document)}:`,
    lines.join('\n\n'),
    more > 0
      ? `${more} more paragraphs follow. Ask me about a detail, and I look it up.`
      : undefined,
  ]);
}

const heading = ({ title, ucid }: PatentDocument) => `**${plain(title)}** (${ucid})`;

/** All sentences of a passage, each with its source. */
function quoteAll(
  { ucid }: PatentDocument,
  { text, part, number }: Passage,
  sources: Sources,
): string {
  return sentencesOf(text)
    .map((sentence): Quote => ({ text: sentence, place: { part, number } }))
    .map((quote) => `${inMarks(quote)} ${sources.cite(ucid, quote)}`)
    .join(' ');
}

function claimsAnswer(document: PatentDocument, claimNumber: number | undefined): string {
  const { claims } = document;
  const wanted = claimNumber ? claims.filter(({ number }) => number === claimNumber) : claims;
  if (wanted.length === 0)
    return unsourced(
      claims.length === 0
        ? `${heading(document)} has no claims here.`
        : `${heading(document)} has no claim ${claimNumber}; it has ${claims.length}.`,
    );
  const sources = new Sources();
  const lines = wanted.slice(0, maxClaims).map(({ number, text, dependsOn }) => {
    const quote = wholeQuote({ part: 'claim', number, text });
    const said = quote && `${inMarks(quote)} ${sources.cite(document.ucid, quote)}`;
    return `${number}. ${dependsOn.length > 0 ? `(depends on ${dependsOn.join(', ')}) ` : ''}${said ?? ''}`;
  });
  const more = wanted.length - maxClaims;
  const independent = claims.filter(({ dependsOn }) => dependsOn.length === 0);
  return sources.close([
    claimNumber
      ? `${heading(document)}, claim ${claimNumber}:`
      : `${heading(document)} has ${claims.length} claims; independent: ${independent.map(({ number }) => number).join(', ')}.`,
    lines.join('\n'),
    more > 0 ? `${more} more claims follow. Name one, as in “claim ${maxClaims + 1}”.` : undefined,
  ]);
}

/** Dates, people, codes and family, as the record has them. */
function factsAnswer(document: PatentDocument): string {
  const sources = new Sources();
  const quote = titleOf(document);
  const mark = quote ? ` ${sources.cite(document.ucid, quote)}` : '';
  return sources.close([
    `${heading(document)}, from its record${mark}:`,
    factLines(document)
      .map((line) => `- ${line}${mark}`)
      .join('\n'),
    'Whether it is valid, in force or infringed, the record does not say.',
  ]);
}

export function factLines(document: PatentDocument): string[] {
  const { priority_claims, citations, claims } = document;
  const lines: [string, string | undefined][] = [
    ['Assignee', document.assignees.map(plain).join(', ')],
    ['Inventors', document.inventors.map(plain).join(', ')],
    ['Priority date', document.priority_date],
    ['Filing date', document.filing_date],
    ['Publication date', document.publication_date],
    ['Grant date', document.grant_date],
    ['Kind code', document.kind_code],
    ['CPC', document.cpc.map(plain).join(', ')],
    ['Family', document.family_id && plain(document.family_id)],
    [
      'Priority claims',
      priority_claims
        .map(({ number, date }) => plain(`${number}${date ? ` of ${date}` : ''}`))
        .join(', '),
    ],
    ['Cites', citations.map(({ number }) => plain(number)).join(', ')],
    ['Claims', String(claims.length)],
  ];
  return lines.map(([name, value]) => `${name}: ${value || 'not known'}`);
}

/** Passages of one document that answer a question, or a statement that there are none. */
export function questionAnswer(document: PatentDocument, question: string): string {
  const passages = passagesOf(document);
  const weights = weigh(
    stemSet(question),
    passages.map(({ text }) => text),
  );
  const quotes = distinct(bestQuotes(passages, weights, maxQuotes * 4)).slice(0, maxQuotes);
  const answered = coverage(weights, quotes.map(({ text }) => text).join(' '));
  if (answered < minAnswered)
    return unsourced(
      `I found no passage in ${heading(document)} that speaks of this.`,
      'I only find words and their forms; other words for the same may help.',
    );
  const sources = new Sources();
  return sources.close([
    `What ${heading(document)} says that is closest to your question:`,
    quotes.map((quote) => `- ${inMarks(quote)} ${sources.cite(document.ucid, quote)}`).join('\n'),
  ]);
}

/** Leaves out quotes that repeat an earlier one, as claims and description often do. */
function distinct<Q extends Quote>(quotes: readonly Q[]): Q[] {
  const kept: Q[] = [];
  for (const quote of quotes) {
    const words = stemSet(quote.text);
    const repeats = kept.some((other) => {
      const theirs = stemSet(other.text);
      const shared = [...words].filter((word) => theirs.has(word)).length;
      return shared > 0.7 * Math.min(words.size, theirs.size);
    });
    if (!repeats) kept.push(quote);
  }
  return kept;
}
