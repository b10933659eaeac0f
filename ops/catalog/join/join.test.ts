import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PatentDocument } from '#shared/patent-document.ts';
import { patentTexts } from '../formats/format.ts';
import { patentColumns } from '../formats/patent-row.ts';
import { joinedRecords } from './joined-records.ts';
import { aboutApplication, aboutNumber, aboutUcid, type PatentPiece, ranks } from './piece.ts';
import { PieceStore } from './piece-store.ts';

let folder: string;
let store: PieceStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'antecede-join-'));
  store = new PieceStore(path.join(folder, 'pieces.sqlite'), 0);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const kite = 'EP-4999999-A1';
const whole: PatentPiece = {
  about: aboutUcid(kite),
  source: 'Office',
  rank: ranks.office,
  parts: {
    title: 'Kite',
    claims: [{ number: 1, text: 'A kite.', dependsOn: [] }],
    publication_date: '2031-02-03',
    application_number: 'EP-30111111',
    citations: [{ number: 'EP-4000001-A1', by: 'applicant' }],
    priority_claims: [{ number: 'DE-102030111', date: '2030-01-01' }],
  },
  row: [kite, 'Kite', 'A kite.'],
};
const converted: PatentPiece = {
  ...whole,
  source: 'Collection',
  rank: ranks.collection,
  parts: {
    title: 'KITE (machine)',
    abstract: 'It flies.',
    family_id: '77',
    citations: [
      { number: 'EP-4000001-A1', category: 'X', by: 'search-report' },
      { number: 'US-19999999-B2' },
    ],
  },
};
const owners: PatentPiece = {
  about: aboutApplication('EP30111111.4')!,
  source: 'Assignments',
  rank: ranks.record,
  parts: { owners: [{ name: 'Kites Ltd', since: '2032-01-01' }] },
};
const events: PatentPiece = {
  about: aboutNumber('EP', '04999999'),
  source: 'Legal events',
  rank: ranks.record,
  parts: {
    events: [{ date: '2033-01-01', text: 'Fee paid', source: 'Legal events' }],
    status: { text: 'In force', as_of: '2033-01-01', source: 'Legal events' },
  },
};
const olderStatus: PatentPiece = {
  ...events,
  parts: { status: { text: 'Pending', as_of: '2031-05-05', source: 'Legal events' } },
};

const load = (pieces: readonly PatentPiece[]) => {
  pieces.forEach((piece, offset) => {
    store.add([piece], { file: '/in/a.xml', offset });
  });
  store.commit();
  const outcomes = [...joinedRecords(store, { text: 0, offset: 0 }, { patentTexts })].map(
    ({ outcome }) => outcome,
  );
  return {
    documents: outcomes.flatMap((one) => ('row' in one ? (one.document as PatentDocument) : [])),
    rows: outcomes.flatMap((one) =>
      'row' in one ? [Object.fromEntries(patentColumns.map((name, i) => [name, one.row[i]!]))] : [],
    ),
    /** Documents that are read by their number only. */
    unfound: outcomes.flatMap((one) => ('document' in one && !('row' in one) ? one.document : [])),
    reasons: outcomes.flatMap((one) => ('reason' in one ? one.reason : [])),
  };
};

it.each([
  ['after', [whole, converted, owners, olderStatus, events]],
  ['before', [events, owners, olderStatus, converted, whole]],
])('makes one document of records that come %s it, with the better parts of each', (_, pieces) => {
  const { documents, rows, reasons } = load(pieces);
  expect(reasons).toEqual([]);
  expect(documents).toEqual([
    expect.objectContaining({
      ucid: kite,
      title: 'Kite',
      abstract: 'It flies.',
      family_id: '77',
      citations: [
        { number: 'EP-4000001-A1', by: 'applicant', category: 'X' },
        { number: 'US-19999999-B2' },
      ],
      owners: [{ name: 'Kites Ltd', since: '2032-01-01' }],
      status: { text: 'In force', as_of: '2033-01-01', source: 'Legal events' },
    }),
  ]);
  const sources = Object.fromEntries(
    documents[0]!.sources!.map(({ name, parts }) => [name, parts]),
  );
  expect(sources.Office).toContain('claims');
  expect(sources.Collection).toEqual(['abstract', 'citations', 'family_id']);
  expect(sources.Assignments).toEqual(['owners']);
  expect(rows[0]).toMatchObject({
    ucid: kite,
    title: 'Kite',
    text: 'It flies.',
    claims: 'A kite.',
    cites: 'EP-4000001; US-19999999',
    cited_by: '0',
  });
});

it('counts the documents that cite a number, whatever the order and with whatever kind code', () => {
  const citing = (ucid: string, numbers: string[]): PatentPiece => ({
    ...whole,
    about: aboutUcid(ucid),
    parts: { title: ucid, citations: numbers.map((number) => ({ number })) },
    row: [ucid, ucid, 'A kite.'],
  });
  const first = citing('US-20000001-B2', ['EP-4999999', 'EP-4999999-B1', 'US-20000002-A1']);
  const { rows } = load([first, whole, citing('US-20000003-B2', ['EP-4999999-A1'])]);
  expect(rows.map(({ ucid, cited_by }) => [ucid, cited_by])).toEqual([
    ['US-20000001-B2', '0'],
    [kite, '2'],
    ['US-20000003-B2', '0'],
  ]);
});

it('lists the members of a family by shared priorities and by family id', () => {
  const member = (ucid: string, parts: PatentPiece['parts']): PatentPiece => ({
    ...whole,
    about: aboutUcid(ucid),
    parts: { title: ucid, ...parts },
  });
  const { documents, rows } = load([
    whole,
    member('US-20000001-B2', { priority_claims: [{ number: 'DE 10 2030 111' }] }),
    member('JP-2031000001-A', { family_id: '77' }),
    converted,
    member('US-20000002-B2', { priority_claims: [{ number: 'DE-9' }] }),
  ]);
  const families = documents.map(({ family = [], family_basis }) => [
    family.map(({ ucid }) => ucid).join(),
    family_basis,
  ]);
  expect(families).toEqual([
    ['JP-2031000001-A,US-20000001-B2', 'DOCDB simple family'],
    [kite, 'shared priorities'],
    [kite, 'DOCDB simple family'],
    ['', undefined],
  ]);
  // One name for all, also for the one whose source gives no family id.
  expect(rows.map(({ family_id }) => family_id)).toEqual(['77', '77', '77', '']);
});

it.each([[['A1', 'A8', 'A9', 'B1']], [['B1', 'A9', 'A8', 'A1']]])(
  'finds a reprint in place of what it prints anew, and corrects by first pages: %j',
  (kinds) => {
    const printed = (kind: string): PatentPiece => ({
      ...whole,
      about: aboutUcid(`EP-4999999-${kind}`),
      row: [`EP-4999999-${kind}`, 'Kite', 'A kite.'],
      parts: {
        ...whole.parts,
        kind_code: kind,
        title: `Kite ${kind}`,
        ...(kind === 'A8' && { claims: undefined, corrects: 'EP-4999999', inventors: ['Plum'] }),
      },
    });
    const outcomes = load(kinds.map(printed));
    expect(new Set(outcomes.rows.map(({ ucid }) => ucid))).toEqual(
      new Set(['EP-4999999-A9', 'EP-4999999-B1']),
    );
    const [first] = outcomes.unfound.filter(({ ucid }) => ucid.endsWith('A1'));
    expect(first).toMatchObject({
      replaced_by: 'EP-4999999-A9',
      title: 'Kite A8',
      inventors: ['Plum'],
      kind_code: 'A1',
      claims: [{ text: 'A kite.' }],
    });
    expect(first!.corrects).toBeUndefined();
    expect(new Set(outcomes.unfound.map(({ ucid }) => ucid))).toEqual(
      new Set([kite, 'EP-4999999-A8']),
    );
  },
);

it('rejects what no document takes by the name of its source', () => {
  const { documents, reasons } = load([events, { ...whole, about: aboutUcid('EP-1-A1') }, owners]);
  expect(documents).toHaveLength(1);
  expect(reasons).toEqual([
    expect.stringMatching(/^Legal events of publication EP-4999999: no doc/),
  ]);
});

it('collects who cites a number, and the publications of an application', () => {
  load([whole, converted]);
  const [digits, links] = store.filedLinks();
  const citing = { ucid: kite, date: '2031-02-03', title: 'Kite' };
  expect(digits).toBe(0);
  const found = [...links].filter(({ number }) => /^[A-Z]{2}-/.test(number));
  expect(found.toSorted((a, b) => (a.number < b.number ? -1 : 1))).toEqual([
    {
      file: 0,
      number: 'EP-30111111',
      cited_by: [],
      publications: [kite],
    },
    {
      file: 0,
      number: 'EP-4000001',
      cited_by: [{ ...citing, by: 'applicant', category: 'X' }],
      publications: [],
    },
    { file: 0, number: 'US-19999999', cited_by: [citing], publications: [] },
  ]);
});

it('places the printed lines that a record of its number has', () => {
  const text = 'It flies over the bay in the evening.';
  const printed: PatentPiece = {
    about: aboutNumber('EP', '4999999'),
    source: 'printed lines',
    rank: ranks.record,
    parts: {},
    lines: [{ column: 3, line: 4, text: 'It flies over the bay in' }],
  };
  const linesOf = (paragraph: PatentDocument['paragraphs'][number]) =>
    load([{ ...whole, parts: { ...whole.parts, paragraphs: [paragraph] } }, printed]).documents[0]!
      .printed_lines;
  expect(linesOf({ number: 1, text })).toEqual([
    { part: 'paragraph', number: 1, start: 0, column: 3, line: 4 },
  ]);
});
