import { expect, it } from 'vitest';
import { noSearchFilters } from '#shared/assistant-tools.ts';
import { splitAnswer } from '#shared/citations.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { locateQuote } from '#shared/quotes.ts';
import { bestQuotes, passagesOf, sentencesOf } from './best-quote.ts';
import { partAnswer, questionAnswer } from './document-answer.ts';
import { failedFilters } from './failed-filters.ts';
import { type FoundDocument, rankFound } from './rank-found.ts';
import { inMarks, plain, Sources, shorten } from './sources.ts';

const document: PatentDocument = {
  ucid: 'US-10000001-B2',
  title: 'Kite with folding wings',
  abstract: 'A kite folds its wings when the wind rises. A latch holds them.',
  claims: [
    {
      number: 1,
      text: 'A kite comprising:\na frame;\na hinge that locks the frame.',
      dependsOn: [],
    },
    { number: 2, text: 'The kite of claim 1, wherein the hinge has a spring.', dependsOn: [1] },
  ],
  paragraphs: [
    { number: 1, text: 'As FIG. 2 shows, the spring 12 is made of steel. It is cheap.' },
    { number: 2, text: 'See [0001] | or "quoted" <b>text</b> for the latch of the kite.' },
  ],
  priority_date: '2012-05-01',
  publication_date: '2015-06-02',
  kind_code: 'B2',
  assignees: ['Hartwell Optics Inc'],
  inventors: ['Ada Hartwell'],
  cpc: ['A63H27/08'],
  citations: [],
  priority_claims: [],
};

const isVerbatim = ({ ucid, quote, place }: ReturnType<typeof splitAnswer>['citations'][number]) =>
  ucid === document.ucid && locateQuote(document, quote, place).status === 'verified';

it('sentences stop at what would break a table or a list, and not at abbreviations', () => {
  expect(sentencesOf(document.paragraphs[0]!.text)).toEqual([
    'As FIG. 2 shows, the spring 12 is made of steel.',
    'It is cheap.',
  ]);
  for (const sentence of sentencesOf(document.paragraphs[1]!.text))
    expect(sentence).not.toMatch(/[|<>[\]]/);
});

it('a long sentence is cut into parts that stand in the text', () => {
  const long = `The kite has ${'a very long frame, '.repeat(40)}and a latch.`;
  const parts = sentencesOf(long);
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(280);
    expect(long).toContain(part);
  }
  for (const part of sentencesOf('x'.repeat(1000))) expect(part.length).toBeLessThanOrEqual(280);
});

it('the quote with most of the words comes first', () => {
  const weights = new Map([
    ['spring', 1],
    ['steel', 1],
  ]);
  const [best] = bestQuotes(passagesOf(document), weights);
  expect(best!.text).toContain('the spring 12 is made of steel');
});

it.each([
  ['[click](https://evil.example)', 'click (https://evil.example)'],
  ['![x](y) <img src=x> | `code`', '! x (y) img src=x code'],
  ['a\n\n# b\n[1] US-1-A — "c" (title)', 'a b 1 US-1-A — "c" (title)'],
])('%j loses what Markdown or the list of citations would read', (text, expected) => {
  expect(plain(text)).toBe(expected);
});

it('cuts between words', () => {
  expect(shorten('one two three', 9)).toBe('one two…');
  expect(shorten('short', 9)).toBe('short');
});

it('one source has one number', () => {
  const sources = new Sources();
  const quote = { text: 'A latch holds them.', place: { part: 'abstract' as const, number: null } };
  expect([sources.cite('US-1000000-A', quote), sources.cite('US-1000000-A', quote)]).toEqual([
    '[1]',
    '[1]',
  ]);
  expect(splitAnswer(sources.close(['Text [1].'])).citations).toHaveLength(1);
});

it.each(['claims', 'abstract', 'description', 'facts'] as const)(
  '%s are quoted verbatim',
  (part) => {
    const { citations, text } = splitAnswer(partAnswer(document, { part }));
    expect(citations.length).toBeGreaterThan(0);
    expect(citations.filter((citation) => !isVerbatim(citation))).toEqual([]);
    expect(text).toContain('[1]');
  },
);

it('claims are quoted whole, and what is cut has an ellipsis', () => {
  const claim = 'A kite comprising: a frame; a hinge that locks the frame.';
  expect(partAnswer(document, { part: 'claims' })).toContain(`“${claim}” [1]`);
  expect(partAnswer(document, { part: 'claims', claimNumber: 1 })).toContain(`“${claim}” [1]`);
  const [frame] = document.claims;
  const long = {
    ...frame!,
    text: `A kite comprising ${'a very long frame, '.repeat(200)}a hinge.`,
  };
  expect(partAnswer({ ...document, claims: [long] }, { part: 'claims' })).toMatch(/\S …” \[1\]/);
  const place = { part: 'claim', number: 1 } as const;
  expect(inMarks({ text: 'a hinge that locks', place })).toBe('“… a hinge that locks …”');
  expect(inMarks({ text: 'Kite', place: { part: 'title', number: null } })).toBe('“Kite”');
});

it('a question is answered by passages, or by saying that there are none', () => {
  const { citations } = splitAnswer(questionAnswer(document, 'the spring of the hinge'));
  expect(citations[0]).toMatchObject({ place: { part: 'claim', number: 2 } });
  expect(splitAnswer(questionAnswer(document, 'nuclear fuel')).citations).toEqual([]);
  // What is said of the claims comes from the claims.
  const ofClaims = splitAnswer(questionAnswer(document, 'claims require of the spring'));
  expect(ofClaims.citations.map(({ place }) => place.part)).toEqual(['claim']);
});

/** A found patent. */
const found = (title: string, abstract: string, passage: string): FoundDocument => ({
  ucid: `US-1000000${title.length % 10}-B2`,
  title,
  abstract,
  conceptScore: 0.6,
  priority_date: null,
  publication_date: null,
  kind_code: 'B2',
  assignees: [],
  cpc: [],
  passages: [{ part: 'paragraph', number: 1, text: passage }],
  has_text: true,
});

it('a document speaks of what was asked by its subject and by phrases, not by words met by chance', () => {
  const titles = (query: string, ...documents: FoundDocument[]) =>
    rankFound(query, documents).map(({ document: { title } }) => title);
  const kite = found('Kite', 'A kite whose folding wing has a latch.', 'The folding wing locks.');
  const charger = found('Charger', 'A charge is stored.', 'A memory keeps what a cell needs.');
  const lamp = found('Lamps', 'A lamp.', 'A kite with a folding wing may carry the lamp.');
  expect(titles('kite with a folding wing', kite, charger, lamp)).toEqual(['Kite']);
  expect(titles('memory cell that traps charge', kite, charger)).toEqual([]);
});

it('names each filter that a document fails', () => {
  const filters = {
    ...noSearchFilters,
    published_after: '2016-01-01',
    cpc: 'A63H27',
    kind_code: 'A1',
    assignee: 'other',
  };
  expect(failedFilters(document, filters)).toEqual([
    'publication date is 2015-06-02, wanted after 2016-01-01',
    'kind code is B2, wanted A1',
    'assignee is Hartwell Optics Inc, wanted other',
  ]);
  expect(
    failedFilters(document, { ...noSearchFilters, priority_before: '2012-05-01' }),
  ).toHaveLength(1);
  expect(failedFilters(document, noSearchFilters)).toEqual([]);
});
