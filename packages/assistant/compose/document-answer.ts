import type { CitationsOutput } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { coverage, stemSet, weigh } from '../terms.ts';
import type { Fact, Part } from '../understand/intent.ts';
import {
  bestQuotes,
  type Passage,
  passagesOf,
  sentencesOf,
  titleOf,
  wholeQuote,
} from './best-quote.ts';
import { recordLines } from './record-answer.ts';
import { inMarks, plain, type Quote, Sources, shorten, unsourced } from './sources.ts';

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

/** What somebody wants to see of a document. */
interface Wanted {
  part: Part;
  claimNumber?: number | undefined;
  /** Facts of its record that the question names. */
  asked?: readonly Fact[] | undefined;
  /** Who cites it, as far as that was looked up. */
  citing?: CitationsOutput | undefined;
  /** The application that was named, where the document is the patent that was granted on it. */
  instead?: string | undefined;
}

/** A part of a document in its own words. */
export function partAnswer(
  document: PatentDocument,
  { part, claimNumber, asked = [], citing, instead }: Wanted,
): string {
  if (part === 'claims') return claimsAnswer(document, claimNumber);
  if (part === 'independent' || part === 'dependent')
    return someClaims(document, part, part === 'dependent' ? claimNumber : undefined);
  if (part === 'tree') return claimTree(document);
  if (part === 'figures') return figuresAnswer(document);
  if (part === 'facts') return factsAnswer(document, asked, citing, instead);
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

/** The independent claims, or those that refer to one, or to any. */
function someClaims(
  document: PatentDocument,
  part: 'independent' | 'dependent',
  parent: number | undefined,
): string {
  const { claims } = document;
  const wanted = claims.filter(({ dependsOn }) =>
    part === 'independent'
      ? dependsOn.length === 0
      : parent
        ? dependsOn.includes(parent)
        : dependsOn.length > 0,
  );
  const name = parent ? `claims that depend on claim ${parent}` : `${part} claims`;
  if (wanted.length === 0) return unsourced(`${heading(document)} has no ${name}.`);
  const sources = new Sources();
  return sources.close([
    `${heading(document)}, ${name}: ${wanted.map(({ number }) => number).join(', ')}.`,
    wanted
      .slice(0, maxClaims)
      .map(({ number, text }) => {
        const quote = wholeQuote({ part: 'claim', number, text });
        return quote
          ? `- Claim ${number}: ${inMarks(quote)} ${sources.cite(document.ucid, quote)}`
          : `- Claim ${number}`;
      })
      .join('\n'),
  ]);
}

const maxTreeClaims = 60;
const treeTextLength = 90;

/** Which claim depends on which, each with its first words. */
function claimTree(document: PatentDocument): string {
  const { claims, ucid } = document;
  if (claims.length === 0) return unsourced(`${heading(document)} has no claims here.`);
  const sources = new Sources();
  const lines: string[] = [];
  const shown = claims.slice(0, maxTreeClaims);
  const visit = (claim: (typeof claims)[number], depth: number) => {
    const [first] = sentencesOf(claim.text.replace(/\s+/g, ' '));
    const quote: Quote | undefined = first
      ? {
          text: withoutEllipsis(shorten(first, treeTextLength)),
          place: { part: 'claim', number: claim.number },
        }
      : undefined;
    const others = claim.dependsOn.slice(1);
    const also = others.length > 0 ? ` (and on ${others.join(', ')})` : '';
    const said = quote ? ` ${inMarks(quote)} ${sources.cite(ucid, quote)}` : '';
    lines.push(`${'  '.repeat(depth)}- claim ${claim.number}${also}:${said}`);
    // A claim that names several parents stands under the first of them.
    for (const child of shown)
      if (child.dependsOn[0] === claim.number && child.number > claim.number)
        visit(child, depth + 1);
  };
  for (const claim of shown)
    if (claim.dependsOn.length === 0 || claim.dependsOn[0]! >= claim.number) visit(claim, 0);
  return sources.close([`${heading(document)} has ${claims.length} claims:`, lines.join('\n')]);
}

const withoutEllipsis = (text: string) => text.replace(/…$/, '').trimEnd();

const maxFigures = 12;
const figureMention = /\bfig(?:ure|s)?s?\.?\s*(?<label>\d+[A-Za-z]?)/gi;

/** What the text says of each figure: the first sentence that mentions it. */
function figuresAnswer(document: PatentDocument): string {
  const sources = new Sources();
  const lines = new Map<string, string>();
  for (const { number, text } of document.paragraphs) {
    for (const sentence of sentencesOf(text.replace(/\b(FIGS?|Figs?)\. /g, '$1.\u00a0')))
      for (const { groups } of sentence.matchAll(figureMention)) {
        const label = groups!.label!.toUpperCase();
        const said = sentence.replaceAll('\u00a0', ' ');
        if (lines.has(label) || !text.includes(said)) continue;
        const quote: Quote = { text: said, place: { part: 'paragraph', number } };
        lines.set(
          label,
          `- FIG. ${label}: ${inMarks(quote)} ${sources.cite(document.ucid, quote)}`,
        );
      }
  }
  const sheets = document.drawings?.length ?? 0;
  const drawn =
    sheets > 0
      ? ` ${sheets} ${sheets === 1 ? 'sheet' : 'sheets'} of drawings can be seen on its page.`
      : '';
  if (lines.size === 0)
    return unsourced(`The text of ${heading(document)} describes no figure by its number.${drawn}`);
  return sources.close([
    `Figures of ${heading(document)}, as its text introduces them:`,
    [...lines.values()].slice(0, maxFigures).join('\n'),
    drawn.trim() || undefined,
  ]);
}

/** Dates, people, codes and family, as the record has them; first what was asked for. */
function factsAnswer(
  document: PatentDocument,
  asked: readonly Fact[],
  citing: CitationsOutput | undefined,
  instead: string | undefined,
): string {
  const sources = new Sources();
  const quote = titleOf(document);
  const mark = quote ? ` ${sources.cite(document.ucid, quote)}` : '';
  const lines = asked.flatMap((fact) => recordLines(document, fact, citing));
  const said = lines.length > 0 ? lines : factLines(document);
  return sources.close([
    instead
      ? `${plain(instead)} is an application. The patent that was granted in its family is meant here.`
      : undefined,
    `${heading(document)}, from its record${mark}:`,
    said.map((line) => `- ${line}${mark}`).join('\n'),
    asked.includes('status') || asked.length === 0
      ? 'Whether it is valid or infringed, the record does not say.'
      : undefined,
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

/** Words of a question that say where to look, and what is said there. */
const partWords =
  /\b(?:claims?|claimed|description|specification|text|requires?|demands?|states?|anything|something|first|one|of)\b/gi;

/** Passages of one document that answer a question, or a statement that there are none. */
export function questionAnswer(document: PatentDocument, question: string): string {
  const all = passagesOf(document);
  const asksClaims = /\bclaim(?:s|ed)?\b/i.test(question) && document.claims.length > 0;
  const passages = asksClaims ? all.filter(({ part }) => part === 'claim') : all;
  const weights = weigh(
    stemSet(question.replace(partWords, ' ')),
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
