import { expect, it } from 'vitest';
import { patentDocumentSchema } from '#shared/patent-document.ts';
import { application2001Xml, grant2001Xml } from '../test-files/made-up-2001.ts';
import { patentTexts } from './format.ts';
import { usPatents } from './us-patents.ts';

function documentOf(record: string) {
  const bytes = Buffer.from(record);
  const outcome = usPatents.formatOf(bytes, { patentTexts })!.read(bytes);
  if (!('document' in outcome)) throw new Error(JSON.stringify(outcome));
  return patentDocumentSchema.parse(outcome.document);
}

it('reads a grant of 2001 to 2004', () => {
  expect(documentOf(grant2001Xml)).toEqual({
    ucid: 'US-6999001-B1',
    title: 'Kite with ₂ sails',
    abstract: 'A kite “of 2 sails”.',
    claims: [
      {
        number: 1,
        text: 'A kite comprising:\na frame; and\na sail.',
        dependsOn: [],
        levels: [0, 1, 2],
      },
      {
        number: 2,
        text: 'The kite of claim 1, of silk.',
        dependsOn: [1],
        marks: [{ start: 12, end: 19, kind: 'claim', ref: '1' }],
      },
    ],
    paragraphs: [
      {
        number: 1,
        heading: 'BACKGROUND',
        text: 'At α_(max) the kite of FIG. 1 obeys [formula 1]\nspan\t200',
        marks: [
          { start: 4, end: 10, kind: 'sub' },
          { start: 23, end: 29, kind: 'figure', ref: '1' },
          { start: 36, end: 47, kind: 'formula', ref: 'formula 1' },
          { start: 48, end: 56, kind: 'table' },
        ],
      },
      { number: 2, text: 'It flies.' },
    ],
    objects: [
      {
        id: 'formula 1',
        kind: 'formula',
        mathml: '<math><mi>Φ</mi></math>',
        image: 'X-M00001.TIF',
      },
    ],
    drawings: [
      { figures: [], image: 'X-D00000.TIF' },
      { figures: ['1'], image: 'X-D00001.TIF' },
    ],
    filing_date: '2000-01-02',
    priority_date: '1998-01-01',
    publication_date: '2002-03-05',
    grant_date: '2002-03-05',
    application_number: 'US-09999123',
    kind_code: 'B1',
    type: 'utility',
    language: 'en',
    assignees: ['Kites & Sons'],
    inventors: ['Ada Plum'],
    cpc: [],
    ipc: ['A63H27/08'],
    uspc: ['446/69.1'],
    term_adjustment_days: 41,
    citations: [
      { number: 'US-D299999', date: '1988-03', name: 'Quill et al.', by: 'examiner' },
      { number: 'DE-19999111-A1', date: '1999-05', by: 'other' },
    ],
    literature: [{ text: 'A book on kites, 1990.', by: 'other' }],
    priority_claims: [
      { number: 'US-60099999', date: '1998-01-01', relation: 'provisional' },
      { number: 'US-08999000', date: '1998-06-07', relation: 'continuation' },
      { number: 'FR-99 12345', date: '1999-02-03', relation: 'foreign' },
    ],
  });
});

it('reads an application of 2001 to 2004', () => {
  expect(documentOf(application2001Xml)).toEqual({
    ucid: 'US-20019999001-A1',
    title: 'Kite of “silk”',
    abstract: 'A kite of silk.',
    claims: [
      { number: 1, text: 'A kite, where\na<b\nb<c', dependsOn: [] },
      expect.objectContaining({ text: 'The kite of claim 1, of silk.', dependsOn: [1] }),
    ],
    paragraphs: [
      { number: 1, printed: 1, heading: 'Background', text: 'It weighs 10⁻³ kg.' },
      {
        number: 2,
        printed: 2,
        text: 'As FIG. 2 shows:\nsilk\nash',
        marks: [
          { start: 3, end: 9, kind: 'figure', ref: '2' },
          { start: 17, end: 25, kind: 'table' },
        ],
      },
    ],
    drawings: [{ figures: [], image: 'Y-D00001.TIF' }],
    filing_date: '2000-12-04',
    priority_date: '1999-04-05',
    publication_date: '2001-10-18',
    international_filing_date: '2000-04-04',
    application_number: 'US-09999456',
    kind_code: 'A1',
    type: 'utility',
    language: 'en',
    assignees: ['Kites Ltd'],
    inventors: ['Ada B. Plum'],
    cpc: [],
    ipc: ['A63H27/08'],
    uspc: ['446/69.1'],
    citations: [],
    priority_claims: [
      { number: 'JP-11-999727', date: '1999-04-05', relation: 'foreign' },
      { number: 'WO-PCT/JP00/09999', date: '2000-04-04', relation: 'national-stage' },
    ],
  });
});
