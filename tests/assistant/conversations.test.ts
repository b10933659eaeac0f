import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { buildFromCsv } from '#engine/test-corpus.ts';
import { readSamplePatents, sampleRows } from '#local/catalog/sample-patents.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { type Conversation, readConversations } from './support/conversation.ts';
import { converse } from './support/converse.ts';
import { emptyScore, judge, measures, type Score } from './support/judge.ts';

/** What the catalogue holds while a conversation goes on. The product's tools read it in place of S3 and DynamoDB. */
const catalogue = vi.hoisted(() => ({
  index: undefined as unknown,
  documents: new Map<string, unknown>(),
}));
vi.mock('#functions/search/query-published-index.ts', () => ({
  wholeIndex: (indexId: string) => indexId,
  queryPublishedIndex: async (_: string, ask: (index: unknown) => unknown) => ask(catalogue.index),
}));
vi.mock('#functions/indexes/indexes.ts', () => ({
  getIndex: async () => ({ documents_version: 'sample' }),
}));
vi.mock('#functions/patents/patent-documents.ts', () => ({
  getPatentDocument: async (_: string, ucid: string) => catalogue.documents.get(ucid),
  listUcids: async (_: string, stem: string) =>
    [...catalogue.documents.keys()].filter((ucid) => ucid.startsWith(`${stem}-`)),
  linksFrom: async (_: string, stem: string) => {
    const all = [...catalogue.documents.values()] as PatentDocument[];
    const citing = all.filter(({ citations }) =>
      citations.some(({ number }) => number.startsWith(`${stem}-`)),
    );
    return {
      cited_by: {
        [stem]: citing.map(({ ucid, title, publication_date: date }) => ({ ucid, title, date })),
      },
    };
  },
}));

const root = join(import.meta.dirname, '../..');
const conversations = readConversations();
const scores: Record<Conversation['written'], Score> = {
  before: emptyScore(),
  after: emptyScore(),
};
/**
 * Shares that must hold. Those of conversations written after the assistant are what their first run reached; what it
 * showed to be wrong was mended afterwards.
 */
const floors = {
  before: { intents: 0.97, filters: 1, documents: 0.97, texts: 0.97, quotes: 1, sourced: 1 },
  after: { intents: 0.87, filters: 0.92, documents: 0.94, texts: 0.94, quotes: 1, sourced: 1 },
};
let patents: PatentDocument[] = [];

beforeAll(async () => {
  patents = await readSamplePatents(root);
  const rows =
    readFileSync(join(root, 'packages/local/catalog/us_patents.csv'), 'utf8') + sampleRows(patents);
  const built = await buildFromCsv(rows);
  catalogue.index = built.index;
});

/** The patents, with what was planted in them. */
function plant(planted: Conversation['planted']): Map<string, PatentDocument> {
  const documents = new Map(patents.map((patent) => [patent.ucid, patent]));
  for (const [ucid, text] of Object.entries(planted)) {
    const patent = documents.get(ucid)!;
    const number = patent.paragraphs.length + 1;
    const paragraphs = [...patent.paragraphs, { number, text }];
    documents.set(ucid, { ...patent, abstract: `${patent.abstract} ${text}`, paragraphs });
  }
  return documents;
}

test.each(conversations)('$name: $about', async (conversation) => {
  const documents = plant(conversation.planted);
  catalogue.documents = documents;
  const said = await converse(conversation.turns);
  const score = scores[conversation.written];
  const problems = said.flatMap((turn, position) =>
    judge(turn, conversation.turns[position]!.expect, documents, score).map(
      (problem) => `turn ${position + 1}: ${problem}`,
    ),
  );
  if (process.env.SHOW_CONVERSATIONS) show(conversation.name, said, problems);
  // Quotes and sources must hold everywhere, and in an attack everything.
  const absolute = conversation.attack
    ? problems
    : problems.filter((one) => /quotes|sourced/.test(one));
  expect(absolute).toEqual([]);
});

test('the scores stay where they were reached', () => {
  for (const written of ['before', 'after'] as const) {
    const score = scores[written];
    console.log(summary(written, score));
    for (const measure of measures) {
      const { held, asked } = score[measure];
      expect(held / asked, `${measure} ${written}`).toBeGreaterThanOrEqual(
        floors[written][measure],
      );
    }
  }
});

/** Scores for people: `intents 41/42, filters 17/17, …`. */
const summary = (written: string, score: Score) =>
  `Conversations written ${written} the assistant: ${measures
    .map((measure) => `${measure} ${score[measure].held}/${score[measure].asked}`)
    .join(', ')}`;

function show(name: string, said: Awaited<ReturnType<typeof converse>>, problems: string[]): void {
  const turns = said.map(({ question, intent, calls, answer }) =>
    [
      `USER: ${question}`,
      `(${intent})`,
      ...calls.map((call) => `CALL: ${call.name} ${call.arguments}`),
      `DEXI: ${answer}`,
    ].join('\n'),
  );
  console.log([`=== ${name}`, ...turns, ...problems.map((one) => `PROBLEM ${one}`)].join('\n\n'));
}
