import { describe, expect, it } from 'vitest';
import { type PatentDocument, patentDocumentSchema } from '#shared/patent-document.ts';
import { grantXml, proseOf, publicationJson, sequenceDocument } from '../test-files/made-up.ts';
import { type PatentText, patentTexts } from './format.ts';
import { usPatents } from './us-patents.ts';

/** Reads a record of a file that begins with another one. */
const read = (record: string, texts: readonly PatentText[] = patentTexts, head = record) =>
  usPatents.formatOf(Buffer.from(head), { patentTexts: texts })!.read(Buffer.from(record));

function rowOf(record: string): Record<string, string> {
  const outcome = read(record);
  if (!('row' in outcome)) throw new Error(JSON.stringify(outcome));
  return Object.fromEntries(outcome.row.map((cell, i) => [usPatents.columns[i]!, cell]));
}

function documentOf(record: string): PatentDocument {
  const outcome = read(record);
  if (!('document' in outcome) || !outcome.document) throw new Error(JSON.stringify(outcome));
  return patentDocumentSchema.parse(outcome.document);
}

it.each([
  ['USPTO', grantXml(), ['A kite that folds.']],
  ['Google', publicationJson(), ['An umbrella that\nwinds itself.']],
])('leaves out the texts of %s that are not wanted', (_, record, texts) => {
  const { row } = read(record, ['abstract']) as { row: string[] };
  expect([row[2], row[usPatents.columns.indexOf('claims')]]).toEqual([texts.join('\n'), '']);
  expect(usPatents.headerOf!({ patentTexts: ['abstract'] })).not.toContain('claims');
});

it('takes all texts of a patent that has none of the wanted ones', () => {
  const design = grantXml().replace(/<abstract[\s\S]*<\/abstract>/, '');
  expect(read(design, ['abstract'])).toHaveProperty('row.2', expect.stringMatching(/^1\. A kite/));
});

describe('full text of the USPTO', () => {
  it('gives title, text, parties, dates and classes', () => {
    expect(rowOf(grantXml())).toEqual({
      ucid: 'US-19000001-B2',
      title: 'Folding kite with H₂O ballast',
      text: [
        'A kite that folds.',
        'BACKGROUND',
        'A frame of ash wood carries a sail of waxed silk. See FIG. 1, at 10 mm.',
        'It obeys [formula 1] and the table:',
        'span\t200',
        'sail\tsilk',
      ].join('\n'),
      assignee: 'Kites & Sons; Cy Pear',
      priority_date: '2028-04-01',
      publication_date: '2031-01-07',
      grant_date: '2031-01-07',
      cpc: 'A63H27/082; B64C31/06',
      kind_code: 'B2',
      ipc: 'A63H27/08',
      inventors: 'Ada Plum; Bo Fig',
      claims: [
        '1. A kite, comprising:',
        'a frame; and',
        'a sail.',
        '2. The kite of claim 1, wherein the sail is silk.',
      ].join('\n'),
    });
  });

  it.each([
    ['D0900001', 'S1', 'US-D900001-S1'],
    ['RE050001', 'E1', 'US-RE50001-E1'],
    ['09000001', 'B1', 'US-9000001-B1'],
    ['PP040000', 'P2', 'US-PP40000-P2'],
  ])('writes the number %s %s as %s', (number, kind, ucid) => {
    expect(rowOf(grantXml({ number, kind })).ucid).toBe(ucid);
  });

  it('takes the earliest filing that the grant relies on, not an earlier publication', () => {
    const document = (date: string) =>
      `<document-id><country>US</country><doc-number>1</doc-number><date>${date}</date></document-id>`;
    const related = `<continuation><relation><parent-doc>${document('20270501')}<parent-grant-document>${document('20100101')}</parent-grant-document></parent-doc><child-doc>${document('20000101')}</child-doc></relation></continuation>
<us-provisional-application>${document('20260612')}</us-provisional-application>
<related-publication>${document('20000101')}</related-publication>`;
    expect(rowOf(grantXml({ related })).priority_date).toBe('2026-06-12');
  });

  it('finds inventors among the applicants of older documents', () => {
    const older = grantXml().replace(
      /<us-parties>[\s\S]*<\/us-parties>/,
      '<parties><applicants><applicant sequence="001" app-type="applicant-inventor"><addressbook><last-name>Quince</last-name><first-name>Di</first-name></addressbook></applicant></applicants></parties>',
    );
    expect(rowOf(older).inventors).toBe('Di Quince');
  });

  it('gives a document with claims, numbered paragraphs, dates, priority and citations', () => {
    const related = `<us-provisional-application><document-id><country>US</country><doc-number>99123456</doc-number><date>20280102</date></document-id></us-provisional-application>
<division><relation><parent-doc><document-id><country>US</country><doc-number>99234567</doc-number><date>20290203</date></document-id></parent-doc></relation></division>
<related-publication><document-id><country>US</country><doc-number>20300000009</doc-number><kind>A1</kind><date>20300506</date></document-id></related-publication>`;
    expect(documentOf(grantXml({ related }))).toEqual({
      ucid: 'US-19000001-B2',
      title: 'Folding kite with H₂O ballast',
      abstract: 'A kite that folds.',
      claims: [
        {
          number: 1,
          text: 'A kite, comprising:\na frame; and\na sail.',
          dependsOn: [],
          levels: [0, 1, 1],
        },
        {
          number: 2,
          text: 'The kite of claim 1, wherein the sail is silk.',
          dependsOn: [1],
          marks: [{ start: 12, end: 19, kind: 'claim', ref: '1' }],
        },
      ],
      paragraphs: [
        {
          number: 1,
          heading: 'BACKGROUND',
          text: 'A frame of ash wood carries a sail of waxed silk. See FIG. 1, at 10 mm.',
          marks: [{ start: 54, end: 60, kind: 'figure', ref: '1' }],
        },
        {
          number: 2,
          text: 'It obeys [formula 1] and the table:\nspan\t200\nsail\tsilk',
          marks: [
            { start: 9, end: 20, kind: 'formula', ref: 'formula 1' },
            { start: 36, end: 54, kind: 'table' },
          ],
        },
      ],
      objects: [
        { id: 'formula 1', kind: 'formula', mathml: '<math><mi>secretformula</mi></math>' },
      ],
      filing_date: '2029-03-15',
      priority_date: '2028-01-02',
      publication_date: '2031-01-07',
      grant_date: '2031-01-07',
      application_number: 'US-99123456',
      kind_code: 'B2',
      assignees: ['Kites & Sons', 'Cy Pear'],
      inventors: ['Ada Plum', 'Bo Fig'],
      cpc: ['A63H27/082', 'B64C31/06'],
      ipc: ['A63H27/08'],
      uspc: ['446/69.1'],
      type: 'utility',
      language: 'en',
      drawings: [{ figures: ['1'], image: 'x.TIF' }],
      term_adjustment_days: 36,
      terminal_disclaimer: true,
      international_filing_date: '2029-03-15',
      international_publication: 'WO-2029099999-A1',
      national_stage_date: '2030-01-02',
      citations: [{ number: 'US-18000000-A', date: '2020-01', name: 'Cited', by: 'examiner' }],
      literature: [{ text: 'A book on H₂O.', by: 'applicant' }],
      priority_claims: [
        { number: 'US-99123456', date: '2028-01-02', relation: 'provisional' },
        { number: 'FR-28 00001', date: '2028-04-01', relation: 'foreign' },
        { number: 'US-99234567', date: '2029-02-03', relation: 'division' },
        { number: 'WO-PCT/FR2029/099999', date: '2029-03-15', relation: 'national-stage' },
      ],
      related: [{ number: 'US-20300000009-A1', date: '2030-05-06' }],
    });
  });

  it('reads classes as they were written until 2005, and those of designs', () => {
    const classed = (classes: string) =>
      rowOf(grantXml().replace(/<classifications-ipcr>[\s\S]*<\/classifications-ipcr>/, classes))
        .ipc;
    expect(
      classed(
        '<classification-ipc><edition>07</edition><main-classification>A63H027/08</main-classification><further-classification>B64C 31/06</further-classification><further-classification>C07C24900</further-classification><further-classification>H01L 2994</further-classification></classification-ipc>',
      ),
    ).toBe('A63H27/08; B64C31/06; C07C249/00; H01L29/94');
    expect(
      classed(
        '<classification-locarno><edition>10</edition><main-classification>2101</main-classification></classification-locarno>',
      ),
    ).toBe('21-01');
  });

  it('keeps the printed numbers of an application beside paragraphs without one', () => {
    const application = grantXml({
      number: '20310000001',
      kind: 'A1',
      description: 'A first.</p><p num="0000">Goes on.</p><p num="0002">A second.',
    })
      .replaceAll('us-patent-grant', 'us-patent-application')
      .replaceAll('us-bibliographic-data-grant', 'us-bibliographic-data-application')
      .replace('<p id="p-0003" num="0002">', '<p num="0003">');
    expect(
      documentOf(application).paragraphs.map(({ number, printed }) => [number, printed]),
    ).toEqual([
      [1, 1],
      [2, undefined],
      [3, 2],
      [4, 3],
    ]);
  });

  it('keeps the numbers of claims where others are canceled', () => {
    const canceled = grantXml()
      .replace(
        '<claim id="CLM-00001" num="00001"><claim-text>1. A kite, comprising:',
        '<claim id="CLM-00001-00006" num="1-6"><claim-text>1-6. (canceled)',
      )
      .replaceAll('CLM-00002" num="00002"><claim-text>2.', 'CLM-00007" num="00007"><claim-text>7.');
    expect(
      documentOf(canceled).claims.map(({ number, text }) => [number, text.slice(0, 8)]),
    ).toEqual([
      [1, '1-6. (ca'],
      [7, 'The kite'],
    ]);
  });

  it('reads what a claim depends on from its words where it has no references', () => {
    const plain = grantXml().replace(/<claim-ref idref="CLM-00001">(claim 1)<\/claim-ref>/, '$1');
    expect(documentOf(plain).claims[1]!.dependsOn).toEqual([1]);
  });

  it('gives an application, which has no date of grant', () => {
    const application = grantXml({ number: '20310000001', kind: 'A1' })
      .replaceAll('us-patent-grant', 'us-patent-application')
      .replaceAll('us-bibliographic-data-grant', 'us-bibliographic-data-application');
    const { ucid, publication_date, grant_date } = documentOf(application);
    expect({ ucid, publication_date, grant_date }).toEqual({
      ucid: 'US-20310000001-A1',
      publication_date: '2031-01-07',
      grant_date: undefined,
    });
  });

  it('leaves out the end of a description that is too long to be served', () => {
    const record = grantXml({ description: `${proseOf(1, 900_000)}</p><p num="0009">End.` });
    const { paragraphs, truncated, claims } = documentOf(record);
    expect({ count: paragraphs.length, truncated }).toEqual({ count: 0, truncated: true });
    expect(claims).toHaveLength(2);
  });

  it('counts the sequences of the listings between the grants', () => {
    expect(read(sequenceDocument)).toMatchObject({
      pieces: [{ about: 'u:US-19000001-B2', parts: { sequences: 204 } }],
    });
  });

  it.each([
    [
      'is not well-formed',
      grantXml({ description: 'a <b>bold lie' }),
      /cannot be read as XML: \d+:\d+/,
    ],
    ['is cut', grantXml().slice(0, 3000), /cannot be read as XML/],
    [
      'is of another kind',
      grantXml().replaceAll('us-patent-grant', 'us-plant-variety'),
      /is a us-plant-variety/,
    ],
    ['has no number', grantXml({ number: '' }), /US--B2/],
    ['has no title', grantXml({ title: '' }), /US-19000001-B2 has no title/],
  ])('rejects a document that %s', (_, record, reason) => {
    expect(read(record, patentTexts, grantXml())).toEqual({
      reason: expect.stringMatching(reason),
    });
  });

  it('expands no entities of a document, and fetches none', () => {
    const entities = Array.from(
      { length: 9 },
      (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i};`.repeat(10)}">`,
    ).join('');
    const laughs = grantXml({ description: '&lol9;' }).replace(
      '[ ]>',
      `[ <!ENTITY lol0 "lol">${entities} ]>`,
    );
    expect(read(laughs)).toEqual({ reason: expect.stringMatching(/undefined entity/) });
    const external = grantXml({ description: '&passwords;' }).replace(
      '[ ]>',
      '[ <!ENTITY passwords SYSTEM "file:///etc/passwd"> ]>',
    );
    expect(read(external)).toEqual({ reason: expect.stringMatching(/undefined entity/) });
  });

  it.each([
    ['deeply nested elements', '<a>'.repeat(100_000), /nested more than/],
    ['too many elements', '<a/>'.repeat(100_001), /more than 100000 elements/],
  ])('rejects %s', (_, related, reason) => {
    expect(read(grantXml({ related }))).toEqual({ reason: expect.stringMatching(reason) });
  });
});

describe('Google Patents Public Data', () => {
  it('gives the same columns, the English texts, and dates from whole numbers', () => {
    expect(rowOf(publicationJson())).toEqual({
      ucid: 'US-19000002-B1',
      title: 'Self-winding umbrella',
      text: 'An umbrella that\nwinds itself.',
      assignee: 'Rain Corp',
      priority_date: '2028-01-02',
      publication_date: '2031-02-04',
      grant_date: '2031-02-04',
      cpc: 'A45B25/00; A45B19/04',
      kind_code: 'B1',
      ipc: 'A45B25/00',
      inventors: 'PLUM ADA',
      claims: '1. An umbrella with a spring.',
    });
  });

  it('gives a document with family, citations and priority', () => {
    const record = publicationJson({
      family_id: '77000001',
      claims_localized: [
        { text: '1. An umbrella.\n2. The umbrella of claim 1, in silk.', language: 'en' },
      ],
      description_localized: [{ text: 'BACKGROUND\n[0001] It rains.', language: 'en' }],
      citation: [
        { publication_number: 'US-2015123456-A1', type: '', category: 'SEA' },
        { publication_number: '', npl_text: 'A book on rain' },
        { publication_number: 'SU-A12/34-X', category: 'SEA' },
      ],
      priority_claim: [
        { application_number: 'US-201899123456-P', filing_date: 20280102 },
        { application_number: 'JP-2028000001-A', filing_date: '20280301' },
      ],
      parent: [{ application_number: 'US-201899123456-P', type: 'Provisional', filing_date: 0 }],
    });
    expect(documentOf(record)).toMatchObject({
      ucid: 'US-19000002-B1',
      filing_date: '2029-01-01',
      family_id: '77000001',
      application_number: 'US-99999999-A',
      claims: [{ dependsOn: [] }, { number: 2, dependsOn: [1] }],
      paragraphs: [{ number: 1, printed: 1, heading: 'BACKGROUND', text: 'It rains.' }],
      citations: [{ number: 'US-20150123456-A1' }, { number: 'SU-A12/34-X' }],
      priority_claims: [
        { number: 'US-201899123456-P', date: '2028-01-02', relation: 'provisional' },
        { number: 'JP-2028000001-A', date: '2028-03-01', relation: 'foreign' },
      ],
    });
  });

  it('leaves out a date that does not exist', () => {
    const { filing_date, priority_date } = documentOf(publicationJson({ filing_date: '20310231' }));
    expect({ filing_date, priority_date }).toEqual({
      filing_date: undefined,
      priority_date: '2028-01-02',
    });
  });

  it('leaves a date of 0 empty, as for an application that was not granted', () => {
    const application = {
      publication_number: 'US-2031000001-A1',
      kind_code: 'A1',
      grant_date: '0',
    };
    expect(rowOf(publicationJson(application))).toMatchObject({
      ucid: 'US-20310000001-A1',
      grant_date: '',
    });
  });

  it.each([
    ['WO-2031012345-A1', 'WO-2031012345-A1'],
    ['JP-2031123456-A', 'JP-2031123456-A'],
    ['CN-208123456-B', 'CN-208123456-B'],
    ['KR-20310012345-A', 'KR-20310012345-A'],
    ['KR-20-0123456-Y1', 'KR-200123456-Y1'],
    ['EP-1900000-A1', 'EP-1900000-A1'],
  ])('reads %s of another country as %s', (publication_number, ucid) => {
    expect(documentOf(publicationJson({ publication_number, kind_code: '' }))).toMatchObject({
      ucid,
      abstract: expect.stringMatching(/^An umbrella/),
    });
  });

  it('takes English texts first, else those of the country, and keeps the others', () => {
    const record = publicationJson({
      publication_number: 'JP-2031123456-A',
      assignee: ['株式会社カサ'],
      assignee_harmonized: [{ name: 'KASA KK', country_code: 'JP' }],
      title_localized: [
        { text: '自動傘', language: 'ja' },
        { text: 'Self-winding umbrella', language: 'en' },
      ],
      abstract_localized: [{ text: '自動で巻く傘。', language: 'ja' }],
      claims_localized: [
        { text: '1. 傘。', language: 'ja' },
        { text: '1. Ein Schirm.', language: 'de' },
      ],
      description_localized: [{ text: '[0001] 雨が降る。', language: 'ja' }],
      citation: [
        { publication_number: 'JP-H0712345-A', type: 'X', category: 'SEA' },
        { publication_number: '', npl_text: 'A book on rain', category: 'APP' },
      ],
    });
    expect(documentOf(record)).toMatchObject({
      title: 'Self-winding umbrella',
      titles: { ja: '自動傘' },
      abstract: '自動で巻く傘。',
      language: 'ja',
      claims: [{ number: 1, text: '傘。' }],
      translated_claims: { de: [{ number: 1, text: 'Ein Schirm.' }] },
      paragraphs: [{ printed: 1, text: '雨が降る。' }],
      assignees_normalized: ['KASA KK'],
      citations: [{ number: 'JP-H712345-A', by: 'search-report', phase: 'SEA', category: 'X' }],
      literature: [{ text: 'A book on rain', by: 'applicant', phase: 'APP' }],
    });
  });

  it('keeps bibliographic data of another country that come without a text', () => {
    const record = publicationJson({
      publication_number: 'CN-208123456-B',
      abstract_localized: [],
      claims_localized: [],
    });
    expect(rowOf(record)).toMatchObject({
      ucid: 'CN-208123456-B',
      text: 'Self-winding umbrella',
    });
  });

  it.each([
    ['is not JSON', '{"publication_number": \n', /not a JSON object/],
    ['has no number', publicationJson({ publication_number: null }), /publication number ""/],
    [
      'has a number of no known form',
      publicationJson({ publication_number: 'IN-1234DEL2004-A' }),
      /publication number "IN-1234DEL2004-A" is not valid/,
    ],
    ['has no title', publicationJson({ title_localized: [] }), /has no title/],
    [
      'has no text',
      publicationJson({ abstract_localized: [], claims_localized: 'none' }),
      /neither abstract/,
    ],
  ])('rejects a line that %s', (_, record, reason) => {
    expect(read(record)).toEqual({ reason: expect.stringMatching(reason) });
  });
});
