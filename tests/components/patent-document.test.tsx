import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { PatentDocument } from '#shared/patent-document.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { answer, requestId, sampleOf } from './support/server.ts';

beforeEach(() => {
  signIn();
  const near = { ucid: 'US-99990007-A', title: 'Ladder rack', conceptScore: 0.5 };
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [near] } });
});

const ladder: PatentDocument = {
  ucid: 'US-99990001-B2',
  title: 'Hinge for a folding ladder',
  abstract: 'A hinge locks at two angles.',
  claims: [
    { number: 1, text: 'A hinge comprising:\na pawl; and\na spring.', dependsOn: [] },
    { number: 2, text: 'The hinge of claim 1, wherein the pawl is of steel.', dependsOn: [1] },
  ],
  paragraphs: [
    { number: 1, heading: 'BACKGROUND', text: 'Ladders fold and pinch fingers.' },
    { number: 12, printed: 12, text: 'The pawl 4 drops into a notch 5 under its own weight.' },
  ],
  filing_date: '2014-03-04',
  priority_date: '2013-03-05',
  publication_date: '2016-07-08',
  grant_date: '2016-07-08',
  family_id: '99990001',
  kind_code: 'B2',
  assignees: ['Ladder Works'],
  inventors: ['Ada Plum'],
  cpc: ['E06C1/18'],
  citations: [{ number: 'US-99990002-A' }, { number: 'JP 12-3' }],
  priority_claims: [{ number: 'US-99/1', date: '2013-03-05', relation: 'provisional' }],
};

test('a patent is shown with claims, dependencies, numbered paragraphs, dates and family', async () => {
  answer('get-patent-text', { output: ladder });
  const page = await openPage('/patents/US-99990001-B2');
  await expect.element(page.getByRole('heading', { level: 1, name: ladder.title })).toBeVisible();
  const claims = page.getByRole('region', { name: 'Claims' });
  await expect.element(claims.getByText('Independent claim')).toBeVisible();
  await expect.element(claims.getByRole('link', { name: '1' })).toHaveAttribute('href', '#claim-1');
  const description = page.getByRole('region', { name: 'Description' });
  await expect.element(description.getByRole('heading', { name: 'BACKGROUND' })).toBeVisible();
  await expect.element(description.getByText('[0012]')).toBeVisible();
  await expect.element(page.getByText('Mar 4, 2014')).toBeVisible();
  await expect.element(page.getByText('99990001', { exact: true })).toBeVisible();
  await expect.element(page.getByText('US-99/1, Mar 5, 2013 (provisional)')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'US-99990002-A' })).toBeVisible();
  expect(page.getByRole('link', { name: 'JP 12-3' }).elements()).toEqual([]);
  expect(page.getByRole('mark').elements()).toEqual([]);
  await expectNoViolations();
});

/** What stands in texts that is not text, and all that a searcher asks for. */
const kite: PatentDocument = {
  ...ladder,
  kind_code: 'A1',
  claims: [
    {
      number: 1,
      text: 'A kite comprising:\na frame of\nash wood; and\na sail.',
      levels: [0, 1, 2, 1],
      dependsOn: [],
    },
    { number: 2, text: 'The kite of claim 1, wherein the sail is silk.', dependsOn: [1] },
    { number: 3, text: 'A reel.', dependsOn: [] },
    { number: 4, text: 'The kite of claim 2, which is red.', dependsOn: [2] },
  ],
  paragraphs: [
    {
      number: 1,
      printed: 1,
      heading: 'EXAMPLES',
      text: 'FIG. 2A shows C_(n)H_(2n+2).\n[formula 1]\nspan\tsail\n200\tsilk\nSee [structure 1] and [formula 2].',
      marks: [
        { start: 0, end: 7, kind: 'figure', ref: '2A' },
        { start: 15, end: 19, kind: 'sub' },
        { start: 20, end: 27, kind: 'sub' },
        { start: 29, end: 40, kind: 'formula', ref: 'formula 1' },
        { start: 41, end: 59, kind: 'table', head_rows: 1 },
        { start: 64, end: 77, kind: 'chemistry', ref: 'structure 1' },
        { start: 82, end: 93, kind: 'formula', ref: 'formula 2' },
      ],
    },
  ],
  objects: [
    {
      id: 'formula 1',
      kind: 'formula',
      mathml:
        '<math><mfrac><mi onclick="alert(1)">a</mi><mn>2</mn></mfrac><script>alert(1)</script><a href="https://a.example"><mi>b</mi></a><annotation-xml encoding="text/html"><img src="x" onerror="alert(1)"></annotation-xml></math>',
    },
    { id: 'formula 2', kind: 'formula', mathml: 'no formula', tex: 'a^2' },
    { id: 'structure 1', kind: 'chemistry', image: 'c1.tif' },
  ],
  drawings: [{ figures: ['1', '2A'], image: 'd1.tif', stored: 'd1.png' }],
  citations: [
    { number: 'US-99990002-A', by: 'examiner', date: '2001-02-03' },
    {
      number: 'EP-9999003-A1',
      by: 'search-report',
      category: 'X',
      claims: '1-2',
      passages: 'fig. 3',
    },
  ],
  literature: [{ text: 'Plum, On kites, 1999' }],
  status: { text: 'In force', as_of: '2020-01-02', source: 'made-up register' },
  owners: [{ name: 'Kite Holding', since: '2019-05-06' }],
  family: [{ ucid: 'EP-9999004-A1', date: '2015-06-07', title: 'Kite' }],
  events: [
    ...Array.from({ length: 20 }, () => ({ text: 'Lapse in a state', source: 'made-up register' })),
    { date: '2018-01-02', text: 'Fee paid', source: 'made-up register' },
  ],
  language: 'de',
  titles: { fr: 'Cerf-volant' },
  translated_claims: { fr: [{ number: 1, text: 'Cerf-volant.' }] },
  international_publication: 'WO-2014999999-A1',
  international_language: 'ja',
  sequences: 7,
  sources: [
    { name: 'made-up register', parts: ['events'] },
    { name: 'made-up full text', parts: ['claims', 'filing_date'] },
  ],
};

test('formulas, tables, indices, structures and drawings are shown as such, and nothing of them acts', async () => {
  answer('get-patent-text', { output: kite });
  const page = await openPage('/patents/US-99990001-A1');
  const description = page.getByRole('region', { name: 'Description' });
  await expect.element(description.getByText('C', { exact: false }).first()).toBeVisible();
  const shown = description.element();
  expect(Array.from(shown.querySelectorAll('sub'), (sub) => sub.textContent)).toEqual([
    'n',
    '2n+2',
  ]);
  const formula = shown.querySelector('math mfrac')!;
  expect(formula.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
  expect(formula.textContent).toBe('a2');
  expect(shown.querySelectorAll('script, img, [onclick], math [href]')).toHaveLength(0);
  const table = description.getByRole('table');
  await expect.element(table.getByRole('columnheader', { name: 'sail' })).toBeVisible();
  await expect.element(table.getByRole('cell', { name: 'silk' })).toBeVisible();
  await expect
    .element(description.getByTitle('Chemical structure, image c1.tif of the source'))
    .toHaveTextContent('[structure 1]');
  await expect.element(description.getByText('a^2')).toBeVisible();
  // The server of these tests has no images.
  await description.getByRole('link', { name: 'FIG. 2A' }).click();
  const pane = page.getByRole('region', { name: 'Drawing with FIG. 2A' });
  await expect.element(pane.getByRole('button', { name: 'Close the drawing' })).toHaveFocus();
  await expectNoViolations();
  await userEvent.keyboard('{Escape}');
  await expect.element(pane).not.toBeInTheDocument();
  await expect.element(description.getByRole('link', { name: 'FIG. 2A' })).toHaveFocus();
});

test('dependent claims stand below their parents, on their lines, and can be collapsed', async () => {
  answer('get-patent-text', { output: kite });
  const page = await openPage('/patents/US-99990001-A1');
  const claims = page.getByRole('region', { name: 'Claims' });
  await expect.element(claims.getByText('which is red', { exact: false })).toBeVisible();
  const nested = claims.element().querySelector('#claim-1 #claim-2 #claim-4');
  expect(nested).not.toBeNull();
  const line = claims.getByText('ash wood; and', { exact: true }).element();
  expect(line.style.getPropertyValue('--level')).toBe('2');
  await claims.getByRole('button', { name: 'Show independent claims only' }).click();
  await expect.element(claims.getByText('which is red', { exact: false })).not.toBeVisible();
  await expect.element(claims.getByText('A reel.')).toBeVisible();
});

test('a passage that crosses an index is marked, and the words of the search', async () => {
  answer('get-patent-text', { output: kite });
  const page = await openPage(
    '/patents/US-99990001-A1?part=paragraph&number=1&start=14&end=21&q=silken+sails',
  );
  const marks = page.getByRole('region', { name: 'Description' }).getByRole('mark');
  await expect.element(marks.first()).toHaveFocus();
  const texts = marks.elements().map((mark) => mark.textContent);
  expect(texts[0]).toBe('CnH');
  expect(texts).toContain('sail');
});

test('status, owners, citations, family, events and the offices are shown', async () => {
  answer('get-patent-text', { output: kite });
  const citing = { ucid: 'US-99990009-B1', title: 'Later kite', date: '2021-02-03' };
  answer('list-citing-patents', { output: { items: [citing], total: 1 } });
  const page = await openPage('/patents/US-99990001-A1');
  const shows = async (text: string) => {
    await expect.element(page.getByText(text).first()).toBeVisible();
  };
  await shows('In force (as of Jan 2, 2020, made-up register)');
  await shows('Kite Holding, since May 6, 2019');
  await shows('Category X · search report · against claims 1-2 · fig. 3');
  await shows('Plum, On kites, 1999');
  await shows('Fee paid');
  await expect.element(page.getByText('1 earlier event')).toBeVisible();
  await shows('WO-2014999999-A1, in Japanese');
  await shows('Cerf-volant');
  await shows('7 sequences');
  await expect
    .element(page.getByText(/1 picture of formulas and structures was not/))
    .toBeVisible();
  await page.getByText('1 claim in French').click();
  await expect.element(page.getByText('Cerf-volant.', { exact: true })).toBeVisible();
  await page.getByText('made-up register; made-up full text').click();
  await expect.element(page.getByText('made-up full text: claims, filing date')).toBeVisible();
  const family = page.getByRole('region', { name: 'Family' });
  await expect
    .element(family.getByRole('link', { name: 'EP-9999004-A1', exact: true }))
    .toBeVisible();
  family.element().scrollIntoView();
  await expect
    .element(
      family.getByRole('link', { name: /^Publication EP-9999004-A1, Jun 7, 2015, European/ }),
    )
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'USPTO (PDF)' }).first()).toBeVisible();
  const citedBy = page.getByRole('region', { name: 'Cited by' });
  await expect.element(citedBy.getByRole('link', { name: citing.ucid })).toBeVisible();
  answer('get-citation-graph', {
    output: {
      nodes: [
        { number: kite.ucid, ucid: kite.ucid, title: kite.title, date: '2016-01-02', step: 0 },
        { number: 'DE-99990007', date: '2001-03', step: -1 },
        { number: citing.ucid, ucid: citing.ucid, date: citing.date, step: 1 },
      ],
      edges: [
        { citing: 0, cited: 1 },
        { citing: 2, cited: 0 },
      ],
      left_out: [{ step: -1, count: 3 }],
    },
  });
  const graph = page.getByRole('region', { name: 'Citation graph' });
  await graph.getByRole('button', { name: 'Show two steps each way' }).click();
  await expect.element(graph.getByText(/Cited by it: 3 more\./)).toBeVisible();
  const own = graph.getByRole('img', { name: new RegExp(`^${kite.ucid}`) });
  // The caption stands before the plot, which is drawn once its width is known.
  await expect.element(own).toBeVisible();
  (own.element() as SVGElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect
    .element(graph.getByRole('link', { name: `${citing.ucid}, Feb 3, 2021, Citing this patent` }))
    .toHaveFocus();
  // The citation between the two stands out.
  expect(graph.element().querySelectorAll('.plot-lines [data-near]')).toHaveLength(1);
  await graph.getByText('Show as table').click();
  await expect.element(graph.getByRole('cell', { name: 'DE-99990007' }).first()).toBeVisible();
  const contents = page.getByRole('navigation', { name: 'Parts of the patent' });
  await expect.element(contents.getByRole('link', { name: 'Claims (4)' })).toBeVisible();
  await expectNoViolations();
});

test('a number that is not there suggests how it may be meant', async () => {
  answer('get-patent-text', { failure: 'PatentNotFound' });
  answer('suggest-patents', { output: { items: [{ ucid: 'US-99990001-A', why: 'kind-code' }] } });
  const page = await openPage('/patents/US-99990001-B9');
  await expect
    .element(page.getByRole('link', { name: 'US-99990001-A' }))
    .toHaveAttribute('href', '/patents/US-99990001-A');
  await expect.element(page.getByLabelText('Search patents')).toBeVisible();
  await expectNoViolations();
});

test.each([
  ['part=claim&number=2&start=0&end=9', 'The hinge'],
  ['part=paragraph&number=12&start=4&end=10', 'pawl 4'],
  ['part=abstract&start=2&end=7', 'hinge'],
  ['q=folding+hinges&quote=the+pawl+is+of+steel', 'the pawl is of steel'],
])('the passage of %s is marked, focused and in view', async (query, text) => {
  answer('get-patent-text', { output: ladder });
  const page = await openPage(`/patents/US-99990001-B2?${query}`);
  const mark = page.getByRole('mark').filter({ hasText: text }).first();
  await expect.element(mark).toHaveTextContent(text);
  await expect.element(mark).toHaveFocus();
  await expect.element(mark).toBeInViewport();
  await expectNoViolations();
});

test.each(['part=claim&number=9&start=0&end=9', 'part=abstract&start=5&end=900'])(
  'a passage that the patent does not have is told: %s',
  async (query) => {
    answer('get-patent-text', { output: ladder });
    const page = await openPage(`/patents/US-99990001-B2?${query}`);
    await expect.element(page.getByText(/The cited passage is not in this patent/)).toBeVisible();
    expect(page.getByRole('mark').elements()).toEqual([]);
  },
);

test('what a catalogue lacks is told, with the way to it', async () => {
  const drawings = [{ figures: [], image: 'd1.tif' }];
  answer('get-patent-text', { output: { ...ladder, claims: [], paragraphs: [], drawings } });
  const page = await openPage('/patents/US-99990001-B2');
  await expect
    .element(page.getByText(/The claims and the description of this publication are not in/))
    .toBeVisible();
  await expect.element(page.getByText(/1 sheet is not stored here/)).toBeVisible();
  expect(page.getByRole('region', { name: 'Description' }).elements()).toEqual([]);
});

test('missing facts are shown as unknown', async () => {
  answer('get-patent-text', {
    output: {
      ...ladder,
      filing_date: undefined,
      truncated: true,
    },
  });
  const page = await openPage('/patents/US-99990001-B2');
  await expect.element(page.getByText('unknown')).toBeVisible();
  await expect.element(page.getByText(/left out because of its length/)).toBeVisible();
});

test('a missing patent is told as such, and not as a failure', async () => {
  answer('get-patent-text', { failure: 'PatentNotFound' });
  const page = await openPage('/patents/US-99990001-B2');
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent('US-99990001-B2 is not in the collection');
  await expect
    .element(page.getByText('The text of this patent is not available here.'))
    .toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await expect.element(page.getByRole('link', { name: 'Espacenet' })).toBeVisible();
});

test('a patent that could not be loaded shows the request id and can be retried', async () => {
  answer('get-patent-text', { failure: 'Internal' });
  const page = await openPage('/patents/US-99990001-B2');
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(requestId)).toBeVisible();
  answer('get-patent-text', { output: ladder });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: ladder.title })).toBeVisible();
});

test.each([1, 2, 3, 4])('any answer that fits the contract can be shown: %i', async (seed) => {
  answer('get-patent-text', { output: sampleOf('get-patent-text', seed) });
  const page = await openPage('/patents/US-99990001-B2');
  await expect.element(page.getByRole('region', { name: 'Overview' })).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});
