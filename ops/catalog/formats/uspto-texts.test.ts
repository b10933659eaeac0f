import { expect, it } from 'vitest';
import { patentDocumentSchema } from '#shared/patent-document.ts';
import { RecordSplitter } from '../input/record-splitter.ts';
import { brsText, greenbookText, ppubsJson } from '../test-files/made-up-2001.ts';
import { patentTexts } from './format.ts';
import { usPatents } from './us-patents.ts';

/** The documents of a file. */
function documentsOf(text: string) {
  const bytes = Buffer.from(text);
  const format = usPatents.formatOf(bytes, { patentTexts })!;
  const splitter = new RecordSplitter(format.cut, 0);
  return [...splitter.push(bytes), ...splitter.finish()].flatMap((record) => {
    const outcome = format.read(record.bytes!);
    if ('reason' in outcome) throw new Error(outcome.reason);
    return 'document' in outcome ? patentDocumentSchema.parse(outcome.document) : [];
  });
}

it('reads grants of 1976 to 2001: indices, signs, structures, tables, levels, reissues', () => {
  const [grant, reissue] = documentsOf(greenbookText);
  expect(grant).toEqual({
    ucid: 'US-4399901-A',
    title: 'Kite balance',
    abstract: 'A kite of α-silk.',
    claims: [
      {
        number: 1,
        text: 'A kite comprising:\na frame; and\na sail of [formula 1]',
        dependsOn: [],
        levels: [0, 1, 2],
        marks: [{ start: 42, end: 53, kind: 'formula', ref: 'formula 1' }],
      },
      expect.objectContaining({ number: 2, text: 'The kite of claim 1.', dependsOn: [1] }),
    ],
    paragraphs: [
      {
        number: 1,
        heading: 'BACKGROUND',
        text: 'At 10⁻³ ° C. the R₁ of [structure 1] wherein R_(max) < 2.\nTABLE 1\nspan\t200\nsail\tsilk',
        marks: [
          { start: 23, end: 36, kind: 'chemistry', ref: 'structure 1' },
          { start: 46, end: 52, kind: 'sub' },
          { start: 58, end: 84, kind: 'table' },
        ],
      },
      {
        number: 2,
        text: 'As FIG. 1 shows.',
        marks: [{ start: 3, end: 9, kind: 'figure', ref: '1' }],
      },
    ],
    objects: [
      { id: 'structure 1', kind: 'chemistry' },
      { id: 'formula 1', kind: 'formula' },
    ],
    filing_date: '1980-03-10',
    priority_date: '1978-07-10',
    publication_date: '1982-09-07',
    grant_date: '1982-09-07',
    application_number: 'US-06199929',
    kind_code: 'A',
    type: 'utility',
    language: 'en',
    assignees: ['Kites & Sons'],
    inventors: ['Ada Plum'],
    cpc: [],
    ipc: ['A63H27/08'],
    uspc: ['446/69.1', '446/5'],
    citations: [
      { number: 'US-3999383', date: '1973-11', name: 'Quill' },
      { number: 'JP-2999674', date: '1970-07' },
    ],
    literature: [{ text: 'A book on kites, 1970.' }],
    national_stage_date: '1980-03-10',
    international_filing_date: '1979-07-05',
    international_publication: 'WO-8009999',
    priority_claims: [
      { number: 'JP-53/99999', date: '1978-07-10', relation: 'foreign' },
      { number: 'WO-PCT/JP79/09999', date: '1979-07-05', relation: 'national-stage' },
    ],
  });
  expect(reissue).toMatchObject({
    ucid: 'US-RE39999-E',
    type: 'reissue',
    claims: [{ number: 2, text: 'A reel [[of ash]] of silk.' }],
  });
});

it('reads texts of the former search system', () => {
  expect(documentsOf(brsText)).toEqual([
    {
      ucid: 'US-9999581-B2',
      title: 'Kite of silk',
      abstract: 'A kite of silk.',
      claims: [
        { number: 1, text: 'A kite.', dependsOn: [] },
        expect.objectContaining({ number: 2, text: 'The kite of claim 1.', dependsOn: [1] }),
      ],
      paragraphs: [{ number: 1, heading: 'BACKGROUND', text: 'A kite of VO₂ flies.' }],
      filing_date: '2012-11-14',
      priority_date: '2011-11-14',
      publication_date: '2015-12-01',
      grant_date: '2015-12-01',
      application_number: 'US-13999098',
      kind_code: 'B2',
      type: 'utility',
      language: 'en',
      assignees: ['KITES LTD'],
      inventors: ['Ada Plum'],
      cpc: ['A63H27/082'],
      ipc: ['A63H27/08'],
      citations: [
        { number: 'US-20030999838-A1', date: '2003-09', name: 'Quill et al.', by: 'examiner' },
        { number: 'CN-1999605-A', date: '2003-03', by: 'applicant' },
      ],
      literature: [{ text: '"A book"', by: 'applicant' }],
      priority_claims: [{ number: 'US-61999247', date: '2011-11-14', relation: 'provisional' }],
      related: [{ number: 'US-20139999958-A1' }],
    },
  ]);
});

it('reads a record of the public search, whose HTML may hold signs that are not elements', () => {
  expect(documentsOf(ppubsJson())).toEqual([
    {
      ucid: 'US-20179999151-A1',
      title: 'KITE OF SILK',
      abstract: 'A kite of silk, <2 % wet.',
      claims: [
        { number: 1, text: '1-6. (canceled)', dependsOn: [] },
        { number: 7, text: 'A kite:\nof silk.', dependsOn: [] },
        expect.objectContaining({ number: 8, text: 'The kite of claim 7.', dependsOn: [7] }),
      ],
      paragraphs: [
        { number: 2, printed: 2, heading: 'FIELD OF KITES', text: 'Kites & sails' },
        {
          number: 3,
          printed: 3,
          text: 'obey [formula 1].',
          marks: [{ start: 5, end: 16, kind: 'formula', ref: 'formula 1' }],
        },
        {
          number: 24,
          printed: 24,
          text: 'See FIG. 1.',
          marks: [{ start: 4, end: 10, kind: 'figure', ref: '1' }],
        },
      ],
      objects: [{ id: 'formula 1', kind: 'formula', mathml: '<math><mi>a</mi></math>' }],
      filing_date: '2015-12-29',
      priority_date: '2014-12-30',
      publication_date: '2017-12-28',
      international_filing_date: '2015-12-29',
      national_stage_date: '2017-06-29',
      term_adjustment_days: 81,
      application_number: 'US-15999593',
      family_id: '77000002',
      kind_code: 'A1',
      type: 'utility',
      language: 'en',
      assignees: ['Kites Ltd'],
      inventors: ['Ada PLUM'],
      cpc: ['A63H27/082', 'B64C31/06'],
      ipc: ['A63H27/08'],
      citations: [
        { number: 'US-8999601-B2', date: '2014-07', name: 'Quill et al.', by: 'examiner' },
        { number: 'US-5999005', date: '1994-07', name: 'Card' },
        { number: 'CA-2999320', date: '2000-04', by: 'applicant' },
      ],
      literature: [{ text: 'A "book"', by: 'applicant' }, { text: 'Another.' }],
      priority_claims: [
        { number: 'US-62999644', date: '2014-12-30', relation: 'provisional' },
        { number: 'US-14999581', date: '2015-02-20', relation: 'continuation-in-part' },
      ],
      related: [{ number: 'US-20160999974-A1', date: '2016-04-10' }],
    },
  ]);
});

it('reads the text of a public-search record whose elements do not match', () => {
  const [document] = documentsOf(ppubsJson({ abstractHtml: 'A <b>kite of <i>silk</b>.' }));
  expect(document!.abstract).toBe('A kite of silk .');
});
