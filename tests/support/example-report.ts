import { createHash } from 'node:crypto';
import type { Report, ReportPassage } from '#shared/report/report.ts';

/** A small report with every grade, category and tier, for tests of what is made of reports. */

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const quoted = (
  part: ReportPassage['part'],
  number: number | null,
  start: number,
  quote: string,
): ReportPassage => ({
  part,
  number,
  start,
  end: start + quote.length,
  quote,
  hash: sha256(quote),
  where: part === 'paragraph' ? `[${String(number).padStart(4, '0')}]` : 'claim 1',
});

const claimText =
  'A charging dock for an unmanned aerial vehicle, comprising: a receptacle having inclined guide surfaces; and means for identifying a polarity of contacts on the vehicle.';

function element(label: string, role: 'preamble' | 'limitation', text: string) {
  const start = claimText.indexOf(text);
  const meansPlusFunction = text.startsWith('means for');
  return { label, role, text, start, end: start + text.length, meansPlusFunction };
}

const funnel = 'US-99030011-B2';
const tether = 'US-20160990033-A1';
const hive = 'US-99050011-B2';

const bars = quoted('claim', 1, 0, 'A landing station for a multicopter, comprising a mast');
const slope = quoted(
  'paragraph',
  6,
  0,
  'Their slope of 48 degrees lets it slide downwards and inwards until each leg sits in a cup 3.',
);
const circuit = quoted('paragraph', 9, 27, 'send half a milliampere through each pair of cups');
const fork = quoted('paragraph', 5, 0, 'A fork of carbon tube travels along a rail.');

export const exampleReport: Report = {
  format: 2,
  kind: 'invalidation',
  subject: {
    ucid: 'US-99030012-B2',
    title: 'Self-aligning charging dock for unmanned aerial vehicles',
    assignees: ['Parcelwing Logistics Inc'],
    inventors: ['Hannah Sorensen', 'Ravi Ketkar'],
    kind_code: 'B2',
    family_id: '99030002',
    cpc: ['B64U80/25', 'B60L53/16'],
    filing_date: '2017-09-12',
    priority_date: '2016-09-14',
    publication_date: '2019-12-24',
    grant_date: '2019-12-24',
    effective_date: '2016-09-14',
    effective_date_basis: 'Earliest priority claimed: US-62/990,031 of 2016-09-14 (provisional)',
    law: 'post-AIA',
    family: ['US-20180990031-A1'],
    family_basis: 'Family 99030002 in the documents',
    hash: sha256('subject'),
  },
  record: {
    made_at: '2026-11-22T10:00:00.000Z',
    index: {
      id: 'us_patents',
      version: 'build_1',
      checksum: '0a1b2c3d',
      rows: 164,
      model_seed: 1,
    },
    corpora: [
      {
        name: 'Patents',
        version: 'documents_1',
        rows: 164,
        first_date: '1972-11-28',
        last_date: '2024-01-30',
      },
    ],
    queries: [
      {
        id: 'q1',
        source: 'abstract',
        label: null,
        text: 'A dock for delivery drones has a receptacle with inclined guide surfaces.',
        filters: ['priority_date < 2016-09-14'],
        found: 120,
        taken: 100,
      },
      {
        id: 'q2',
        source: 'element',
        label: '1b',
        text: 'a receptacle having inclined guide surfaces',
        filters: ['priority_date < 2016-09-14'],
        found: 48,
        taken: 48,
      },
    ],
    classes: [{ symbol: 'B64U80/25', why: 'First class of the patent', hits: 1 }],
    seen: { read: 40, withoutText: 30, ownFamily: 1, tooLate: 2 },
    settings: { rulesVersion: 1, strongFrom: 0.5, weakFrom: 0.3 },
  },
  claims: [
    {
      number: 1,
      dependsOn: [],
      independent: true,
      charted: true,
      transition: { text: 'comprising', start: 48, end: 58 },
      elements: [
        element('1a', 'preamble', 'A charging dock for an unmanned aerial vehicle'),
        element('1b', 'limitation', 'a receptacle having inclined guide surfaces'),
        element('1c', 'limitation', 'means for identifying a polarity of contacts on the vehicle'),
      ],
    },
  ],
  art: [
    {
      ucid: funnel,
      title:
        'Landing mast that centres a multicopter by inclined bars and charges it through its legs',
      assignees: ['Aldebaran Rotors SAS'],
      filing_date: '2011-03-14',
      priority_date: '2010-03-16',
      publication_date: '2013-07-30',
      grant_date: '2013-07-30',
      tier: 'published-before',
      provision: '35 U.S.C. 102(a)(1)',
      tier_reason:
        'Published on 2013-07-30, more than a year before the effective filing date of 2016-09-14',
      family: ['EP-9903001-A1'],
      conceptScore: 0.8123,
      category: 'Y',
      passages: [bars],
      hash: sha256(funnel),
    },
    {
      ucid: tether,
      title: 'Recovery of a hovering aircraft by a weighted tether and a winch',
      assignees: ['Skerry Marine Systems Oy'],
      filing_date: '2015-02-02',
      priority_date: '2014-02-04',
      publication_date: '2016-08-04',
      tier: 'grace-year',
      provision: '35 U.S.C. 102(a)(1)',
      tier_reason:
        'Published on 2016-08-04, within the year before the effective filing date of 2016-09-14',
      family: [],
      conceptScore: 0.4011,
      category: 'Y',
      passages: [fork],
      hash: sha256(tether),
    },
    {
      ucid: hive,
      title: 'Beehive scale and microphone that foretell swarming',
      assignees: [],
      tier: 'unknown',
      provision: '',
      tier_reason: 'The document does not say when it was published',
      family: [],
      conceptScore: 0.1,
      category: 'A',
      passages: [],
      hash: sha256(hive),
    },
  ],
  chart: [
    { element: '1a', ucid: funnel, grade: 'strong', score: 0.61, passages: [bars] },
    { element: '1a', ucid: tether, grade: 'weak', score: 0.33, passages: [fork] },
    { element: '1a', ucid: hive, grade: 'none', score: 0.02, passages: [] },
    { element: '1b', ucid: funnel, grade: 'strong', score: 0.55, passages: [slope] },
    { element: '1b', ucid: tether, grade: 'none', score: 0.11, passages: [] },
    { element: '1b', ucid: hive, grade: 'none', score: 0, passages: [] },
    { element: '1c', ucid: funnel, grade: 'weak', score: 0.42, passages: [circuit] },
    { element: '1c', ucid: tether, grade: 'strong', score: 0.52, passages: [fork] },
    { element: '1c', ucid: hive, grade: 'none', score: 0, passages: [] },
  ],
  coverage: {
    uncovered: [],
    partly: [],
    covering: [
      {
        claim: 1,
        ucids: [funnel, tether],
        weakest: { label: '1c', score: 0.52 },
        evidence: ['text'],
      },
    ],
  },
  literature: [
    {
      catalog: 'arxiv',
      id: '1201.00001',
      title: 'On landing multicopters',
      authors: 'Ada Plum',
      link: 'https://arxiv.org/abs/1201.00001',
      published: '2012-01-10',
      text_date: '2012-01-10',
      tier: 'published-before',
      provision: '35 U.S.C. 102(a)(1)',
      tier_reason:
        'Published on 2012-01-10, more than a year before the effective filing date of 2016-09-14',
      nearness: 0.2,
      passages: [
        { quote: 'We land multicopters on cones.', start: 0, end: 30, hash: sha256('We land') },
      ],
      hash: sha256('paper'),
    },
  ],
  combinations: [
    {
      ucids: [funnel, tether],
      reasons: [
        { kind: 'cites', between: [tether, funnel], passages: [] },
        {
          kind: 'problem',
          between: [funnel, tether],
          passages: [
            { ucid: funnel, ...slope },
            { ucid: tether, ...fork },
          ],
        },
      ],
    },
  ],
};

/** The same after a model judged one cell, and its budget was used up. */
export const judgedReport: Report = {
  ...exampleReport,
  record: {
    ...exampleReport.record,
    judging: {
      models: ['small-model'],
      budget: { tokens: 9000 },
      used: { input_tokens: 7000, output_tokens: 500 },
      judged: 1,
      unjudged: [{ element: '1c', ucid: tether }],
      unconfirmed: [],
      stopped: 'budget',
    },
  },
  chart: exampleReport.chart.map((cell) =>
    cell.element === '1c' && cell.ucid === funnel
      ? {
          ...cell,
          judgement: {
            verdict: 'partly',
            reason: 'The circuit finds the pair of cups that a leg is in, not its polarity.',
            quotes: [circuit],
            unsupported: ['polarity'],
            dropped: 1,
            model: 'small-model',
            judged_at: '2026-11-23T09:30:00.000Z',
          },
        }
      : cell,
  ),
};
