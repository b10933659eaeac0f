import { strToU8, zipSync } from 'fflate';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page as screen, userEvent } from 'vitest/browser';
import type { OwnSearch } from '#shared/contract/own-searches.ts';
import type { SavedSearch } from '#shared/contract/saved-searches.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, person, signIn } from './support/open-page.tsx';
import { catalog } from './support/samples.ts';
import { answer, requestId, requestsTo, sampleOf } from './support/server.ts';

const address = '/search?index=us_patents&q=protect+a+hive+from+parasites';

beforeEach(() => {
  signIn();
  answer('list-indexes', { output: { items: [catalog('us_patents', 'Patents')] } });
});

test('before the first search the page says what to type', async () => {
  const at = '2026-11-01T10:00:00.000Z';
  const own: OwnSearch = {
    at,
    index_id: 'us_patents',
    text: '+bees pd:2001..',
    syntax: 'query',
    filters: [
      {
        or: [
          { column: 'cpc', operator: 'under', value: 'A01K' },
          { column: 'cpc', operator: 'under', value: 'B65D' },
        ],
      },
    ],
    sort: { column: 'publication_date', descending: true },
    results: 3,
  };
  answer('list-own-searches', { output: { items: [own] } });
  const page = await openPage('/search');
  await expect.element(page.getByRole('heading', { name: 'Search by meaning' })).toBeVisible();
  const earlier = page.getByRole('region', { name: 'Your latest searches' });
  await expect
    .element(earlier.getByText(/^Patents · CPC class: A01K or B65D · 3 results/))
    .toBeVisible();
  await expect
    .element(earlier.getByRole('link', { name: own.text }))
    .toHaveAttribute(
      'href',
      '/search?index=us_patents&q=%2Bbees+pd%3A2001..&filter=cpc%3Aunder%3AA01K%3BB65D&order=-publication_date',
    );
});

test('a search that has begun says so', async () => {
  answer('query-index', 'pending');
  const page = await openPage(address);
  await expect.element(page.getByRole('status', { name: /^Searching/ })).toBeVisible();
});

test('a search that finds nothing says so, to screen readers too', async () => {
  answer('query-index', { output: { totalFoundItems: 0, foundItems: [] } });
  const page = await openPage(address);
  await expect.element(page.getByRole('heading', { name: 'No item found.' })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('No item found.');
  answer('query-index', {
    output: { totalFoundItems: 1, foundItems: [{ conceptScore: 0.3, title: 'A far hit' }] },
  });
  await page.getByRole('button', { name: 'Show less relevant results too' }).click();
  await expect.element(page.getByText('A far hit')).toBeVisible();
});

test('a failed search shows the request id and can be retried', async () => {
  answer('query-index', { failure: 'IndexNotReady' });
  const page = await openPage(address);
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(requestId)).toBeVisible();
  answer('query-index', { output: { totalFoundItems: 0, foundItems: [] } });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'No item found.' })).toBeVisible();
});

test('offline a second search says that it failed, without the results of the first', async () => {
  answer('query-index', {
    output: {
      totalFoundItems: 1,
      foundItems: [{ title: 'Hive with a drawer', conceptScore: 0.5 }],
    },
  });
  const page = await openPage(address);
  await expect.element(page.getByText('Hive with a drawer')).toBeVisible();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void window.dispatchEvent(new Event('online')));
  answer('query-index', 'unreachable');
  await page.getByLabelText('Search text').fill('a charging dock');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(page.getByText('Hive with a drawer').elements()).toEqual([]);
});

test('everybody can take the tour of the search', async () => {
  const subscription = {
    status: 'active',
    current_period_start: 0,
    _isExpired: false,
    _daysInPeriod: 0,
  };
  answer('get-user', { output: { ...person, subscription } });
  answer('list-indexes', { output: { items: [patents] } });
  answer('query-index', { output: counted });
  const page = await openPage('/search');
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const tour = page.getByRole('dialog', { name: 'Search by meaning' });
  await expect.element(tour).toBeVisible();
  // It shows an example, because nothing was searched for yet.
  expect(window.location.search).toContain('q=solar+powered+drone');
  for (const title of ['Filters', 'Results', 'Documents', 'Charts']) {
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await expect.element(tour).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

test('a search that the server fails to answer is tried three times more, and then says so', async () => {
  answer('query-index', { failure: 'Internal' });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const page = await openPage(address);
  const alert = page.getByRole('alert');
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      return alert.elements().map(({ textContent }) => textContent);
    })
    .toEqual([expect.stringContaining('The server is busy right now. Please try again later.')]);
  expect(requestsTo('query-index')).toHaveLength(4);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'any answer that fits the contract can be shown: %i',
  async (seed) => {
    const found = sampleOf('query-index', seed);
    answer('query-index', { output: found });
    const page = await openPage(address);
    const hits = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
    await expect.poll(() => hits.elements().length).toBeGreaterThanOrEqual(found.foundItems.length);
  },
);

const hive = {
  ucid: 'US-99990001-A',
  title: 'Hive with a floor of mesh',
  assignee: 'Comb Works',
  status: 'In force',
  conceptScore: 0.8123,
  explanation: {
    terms: [{ term: 'hive', share: 0.4 }],
    concepts: [{ term: 'mites', share: 0.1 }],
    passage: {
      text: 'Parasites fall through.',
      start: 12,
      end: 35,
      termRanges: [[0, 9] as [number, number]],
      conceptRanges: [],
    },
    highlights: {},
  },
};

test('a hit shows title, score and passage; the rest is one click away', async () => {
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [hive] } });
  const page = await openPage(address);
  const hit = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  await expect
    .element(hit.getByRole('link', { name: hive.title }))
    .toHaveAttribute(
      'href',
      '/patents/US-99990001-A?q=protect+a+hive+from+parasites&quote=Parasites+fall+through.',
    );
  await expect.element(hit.getByText('0.81', { exact: true })).toBeVisible();
  await expect.element(hit.getByText('0.8123')).not.toBeVisible();
  await expect.element(hit.getByRole('mark')).toHaveTextContent('Parasites');
  for (const fact of ['US-99990001-A', 'Comb Works', 'United States', 'In force']) {
    await expect.element(hit.getByText(fact).first()).toBeVisible();
  }
  await expect.element(hit.getByText('Words of your text')).not.toBeVisible();
  await hit.getByText(/Details/).click();
  await expect.element(hit.getByText('Words of your text')).toBeVisible();
  await expectNoViolations();
});

test.each([
  [{ exists: true, status: 'ready' }, true, 'Prior-art report', '/prior-art/'],
  [{ exists: false, status: 'none' }, true, 'Make a prior-art report', '/download-prior-art/'],
  [{ exists: false, status: 'none' }, false, undefined, undefined],
] as const)('a hit whose report is %o, text stored: %s, offers: %s', async (...row) => {
  const [report, isStored, name, path] = row;
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [hive] } });
  answer('check-prior-art', { output: report });
  answer('check-report-data', { output: { exists: isStored } });
  const page = await openPage(address);
  await page.getByText(/Details/).click();
  const links = page.getByRole('link', { name: /prior-art report/i });
  await expect.poll(() => requestsTo('check-report-data').length).toBe(1);
  const offered = () =>
    links.elements().map((link) => [link.textContent, link.getAttribute('href')]);
  await expect.poll(offered).toEqual(name ? [[name, `${path}US-99990001-A`]] : []);
});

test('a small index is ranked as a whole, and says where relevance ends', async () => {
  const small = { ...catalog('us_patents', 'Patents'), rows: 2 };
  answer('list-indexes', { output: { items: [small] } });
  const near = { ...hive, explanation: { ...hive.explanation, isRelevant: true } };
  const far = {
    ...hive,
    ucid: 'US-99990003-A',
    title: 'Control Of A Kiln By Gps',
    explanation: { ...hive.explanation, isRelevant: false },
  };
  answer('query-index', { output: { totalFoundItems: 2, foundItems: [near, far] } });
  const page = await openPage(address);
  await expect.element(page.getByText('1 result, 1 less relevant').last()).toBeVisible();
  const hits = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  await expect.element(hits.nth(1).getByText('Less relevant')).toBeVisible();
  await expect.element(hits.nth(1).getByText('Control of a Kiln by GPS')).toBeVisible();
  expect(lastSearch()).toMatchObject({ relevantOnly: false });
  await expectNoViolations();
  answer('query-index', { output: { totalFoundItems: 2, foundItems: [far, far] } });
  await page.getByLabelText('Search text').fill('another thing');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'No item found.' })).toBeVisible();
  await page.getByRole('button', { name: 'Show less relevant results too' }).click();
  await expect.element(page.getByText('0 results, 2 less relevant').last()).toBeVisible();
});

test('filters without results are removed with one click', async () => {
  // Of what a filter keeps, all rows match if they are few.
  answer('query-index', {
    output: { totalFoundItems: 1, lessRelevantItems: 44, foundItems: [hive] },
  });
  const page = await openPage(`${address}&filter=assignee%3DNobody`);
  const left = page.getByRole('button', { name: '44 others pass the filters' });
  await expect.element(left).toBeVisible();
  answer('query-index', { output: { totalFoundItems: 0, lessRelevantItems: 7, foundItems: [] } });
  await page.getByLabelText('Search text').fill('another thing');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'No item found.' })).toBeVisible();
  await expect.element(page.getByText(/^7 rows pass the filters, and none/)).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Show 7 rows all the same' }))
    .toBeVisible();
  await expect.element(page.getByRole('listitem').getByText('Owner: Nobody')).toBeVisible();
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [hive] } });
  await page.getByRole('button', { name: 'Remove filters' }).click();
  await expect.element(page.getByRole('link', { name: hive.title })).toBeVisible();
  expect(page.getByText('Owner: Nobody').elements()).toEqual([]);
});

const patents = {
  ...catalog('us_patents', 'Patents'),
  columns_role: {
    ucid: 'metadata',
    title: 'metadata',
    text: 'index',
    assignee: 'metadata',
    publication_date: 'metadata',
  },
  columns_type: {
    ucid: 'id',
    title: 'text',
    text: 'text',
    assignee: 'keyword',
    publication_date: 'date',
  },
} as const;
const lastSearch = () =>
  (requestsTo('query-index').at(-1)!.body as { request: Record<string, unknown> }).request;

test('the newest results stand first where somebody wants it', async () => {
  answer('list-indexes', { output: { items: [patents] } });
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [hive] } });
  const page = await openPage(address);
  const order = page.getByLabelText('Order of the results');
  await order.selectOptions('Publication date, newest first');
  await expect
    .poll(() => lastSearch().sort)
    .toEqual({ column: 'publication_date', descending: true });
  expect(lastSearch()).toMatchObject({ relevantOnly: true });
  expect(lastSearch().pages).toBeUndefined();
  await expect.element(order).toHaveValue('-publication_date');
  await expectNoViolations();
  await order.selectOptions('Nearest in meaning first');
  // The first answer is still at hand.
  await expect.element(order).toHaveValue('');
});

test('a query says how it was understood; its conditions are changed, removed, or read as words', async () => {
  answer('list-indexes', { output: { items: [patents] } });
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [hive] } });
  const query = 'bees AND title:hive AND -"fuel cell" pd:2001..2010';
  const page = await openPage(`/search?index=us_patents&q=${encodeURIComponent(query)}`);
  const conditions = page.getByRole('list', { name: 'Must be met' });
  const shown = () =>
    conditions
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent);
  await expect
    .poll(shown)
    .toEqual(['bees', 'Title: hive', 'not “fuel cell”', 'Publication date 2001–2010']);
  await expect.element(page.getByText('Ranked by bees hive')).toBeVisible();
  await expect.element(page.getByRole('link', { name: hive.title })).toBeVisible();
  expect(lastSearch()).toMatchObject({
    conceptFeaturesString: query,
    syntax: 'query',
    relevantOnly: false,
  });
  await expectNoViolations();

  await page.getByRole('button', { name: 'Change Title: hive' }).click();
  const box = page.getByLabelText('Search text');
  await expect.element(box).toHaveFocus();
  const field = box.element() as HTMLTextAreaElement;
  expect(query.slice(field.selectionStart, field.selectionEnd)).toBe('title:hive');
  await page.getByRole('button', { name: 'Remove Title: hive' }).click();
  await expect.element(box).toHaveValue('bees AND -"fuel cell" pd:2001..2010');

  await page.getByRole('button', { name: 'Read as words' }).click();
  await expect.poll(() => lastSearch().syntax).toBeUndefined();
  await expect.element(page.getByText(/^Everything is read as words/)).toBeVisible();
  await box.fill('hive AND (bees');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^This was read as words.*not closed/)).toBeVisible();
  await box.fill('bees claims:hive');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This index has no “claims:”: read as words.')).toBeVisible();
});

test('a number that somebody types opens its document, if there is one only', async () => {
  answer('list-indexes', { output: { items: [patents] } });
  answer('query-index', { output: { totalFoundItems: 2, foundItems: [hive, hive] } });
  const page = await openPage('/search?index=us_patents');
  await page.getByLabelText('Search text').fill('us 9999 0001');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: hive.title }).first()).toBeVisible();
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [hive] } });
  await page.getByLabelText('Search text').fill('US 9999 0001 A');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => window.location.pathname).toBe('/patents/US-99990001-A');
  // The way back leads to the hit, and not here again.
  window.history.back();
  await expect.element(page.getByRole('link', { name: hive.title })).toBeVisible();
});

test('a number of an application finds its publications, or it says that none is known', async () => {
  const ucids: Record<string, string> = {
    'US 99/000,001': 'US-99990001-A',
    'PCT/US2001/099999': 'WO-2002999999-A1',
  };
  answer('list-indexes', { output: { items: [patents] } });
  answer('suggest-patents', {
    output: (url) => {
      const ucid = ucids[url.searchParams.get('number')!];
      return { items: ucid ? [{ ucid, why: 'application' as const }] : [] };
    },
  });
  answer('query-index', { output: { totalFoundItems: 2, foundItems: [hive, hive] } });
  const page = await openPage(`/search?index=us_patents&q=${Object.keys(ucids).join('; ')}`);
  await expect
    .element(page.getByText(/^Searched as the publications of applications US 99.000,001 and PCT/))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: hive.title }).first()).toBeVisible();
  expect(requestsTo('query-index')).toHaveLength(1);
  expect(requestsTo('query-index')[0]).toMatchObject({
    body: {
      request: {
        conceptFeaturesString: 'US-99990001-A; WO-2002999999-A1',
        syntax: 'query',
      },
    },
  });
  await page.getByLabelText('Search text').fill('99/110,012');
  await userEvent.keyboard('{Enter}');
  const note = 'No publication of application 99/110,012 is known here: read as words.';
  await expect.element(page.getByText(note)).toBeVisible();
  await expectNoViolations();
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [hive] } });
  await page.getByLabelText('Search text').fill('US 99/000,001');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => window.location.pathname).toBe('/patents/US-99990001-A');
});

test('a question mark shows how to search, with the fields of the index', async () => {
  answer('list-indexes', { output: { items: [patents] } });
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [hive] } });
  const page = await openPage(address);
  await expect.element(page.getByRole('link', { name: hive.title })).toBeVisible();
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'How to search' });
  await expect.element(help.getByText('owner:(Hartwell OR Norden)')).toBeVisible();
  expect(help.getByText('cpc:A01K47').elements()).toEqual([]);
  await expectNoViolations();
  await help.getByRole('button', { name: 'pd:2001..2010' }).click();
  await expect.element(page.getByLabelText('Search text')).toHaveValue('pd:2001..2010');
  await expect.element(page.getByText(/Listed, not ranked/)).toBeVisible();
});

test('publications of one invention are one hit that unfolds, or are all listed', async () => {
  const folded = { ...patents, columns_role: { ...patents.columns_role, family_id: 'metadata' } };
  answer('list-indexes', { output: { items: [folded as typeof patents] } });
  const best = { ...hive, family_id: '77', sameValue: 2, drawing: 'hive-1.png' };
  const twin = { ...hive, ucid: 'EP-99990001-A1', family_id: '77' };
  const families = { column: 'family_id', counts: [], distinct: 1, missing: 1 };
  const found = { totalFoundItems: 3, facets: [families], foundItems: [best, other] };
  answer('query-index', {
    output: (_, body) => {
      const { filters } = (body as { request: { filters: unknown[] } }).request;
      return filters.length === 0 ? found : { totalFoundItems: 2, foundItems: [best, twin] };
    },
  });
  const page = await openPage(address);
  await expect.element(page.getByText('2 families, 3 publications').last()).toBeVisible();
  await expect.element(page.getByAltText(`First drawing of ${hive.title}`)).toBeInTheDocument();
  const unfold = page.getByRole('button', { name: `2 publications of ${hive.title}` });
  await expect.element(unfold).toHaveTextContent('2 publications: US, EP');
  await unfold.click();
  const family = page.getByRole('list', { name: `Publications of ${hive.title}` });
  await expect
    .element(family.getByRole('link', { name: twin.ucid }))
    .toHaveAttribute('href', '/patents/EP-99990001-A1?q=protect+a+hive+from+parasites');
  await expectNoViolations();
  expect(lastSearch()).toMatchObject({
    relevantOnly: false,
    filters: [{ column: 'family_id', operator: 'in', value: ['77'] }],
  });
  await page.getByRole('button', { name: 'More for the results' }).click();
  await page.getByRole('menuitem', { name: 'Show all publications' }).click();
  await expect.element(page.getByText('First 2 of 3 results').last()).toBeVisible();
  expect(lastSearch().distinct).toBeUndefined();
});

const counted = {
  totalFoundItems: 40,
  foundItems: [hive],
  facets: [
    {
      column: 'assignee',
      counts: [
        { value: 'Comb Works', count: 30 },
        { value: 'Norden AB', count: 9 },
      ],
      distinct: 12,
      missing: 0,
    },
    { column: 'ucid', counts: [{ value: 'US', count: 40 }], distinct: 1, missing: 0 },
    {
      column: 'publication_date',
      counts: [
        { value: '2001', count: 25 },
        { value: '2004', count: 15 },
      ],
      distinct: 2,
      missing: 0,
      interval: 'year' as const,
    },
  ],
};

test('the results are narrowed by values, without values, and by years', async () => {
  answer('list-indexes', { output: { items: [patents] } });
  answer('query-index', { output: counted });
  const page = await openPage(address);
  const panel = page.getByRole('complementary', { name: 'Narrow the results' });
  await expect.element(panel.getByRole('checkbox', { name: 'Comb Works' })).toBeVisible();
  await expect.element(panel.getByText('Office', { exact: true })).toBeVisible();
  expect(lastSearch().facets).toEqual([
    { column: 'assignee', top: 6 },
    { column: 'ucid', top: 6, prefix: 2 },
    { column: 'publication_date', interval: 'auto' },
  ]);
  await expectNoViolations();
  const filters = () =>
    requestsTo('query-index').map(
      ({ body }) => (body as { request: { filters: unknown } }).request.filters,
    );
  await panel.getByRole('checkbox', { name: 'Comb Works' }).click();
  await panel.getByRole('checkbox', { name: 'Norden AB' }).click();
  const both = { column: 'assignee', operator: 'in', value: ['Comb Works', 'Norden AB'] };
  await expect.poll(filters).toContainEqual([both]);
  // What is chosen of owners does not change their counts.
  await expect.element(panel.getByRole('checkbox', { name: 'Norden AB' })).toBeChecked();
  await panel.getByRole('button', { name: 'Exclude US' }).click();
  const outside = { not: { column: 'ucid', operator: 'begins', value: 'US' } };
  await expect.poll(filters).toContainEqual([both, outside]);
  (panel.getByRole('slider', { name: 'Publication date from' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect
    .poll(filters)
    .toContainEqual([both, outside, { column: 'publication_date', operator: '>=', value: '2002' }]);
  await expect
    .element(page.getByRole('button', { name: 'Remove filter Office: not US' }))
    .toBeVisible();
  await panel.getByRole('button', { name: 'Clear Owner' }).click();
  await expect.element(panel.getByRole('checkbox', { name: 'Norden AB' })).not.toBeChecked();
});

interface Counting {
  request: { facets: unknown[] };
}

test('a landscape shows all results by owner and year; its parts lead to the results in them', async () => {
  answer('list-indexes', { output: { items: [patents] } });
  const years = [
    { value: '2001', count: 20 },
    { value: '2003', count: 10 },
  ];
  const [owners, classes] = counted.facets;
  const crossed = {
    ...owners!,
    counts: owners!.counts.map((count, at) => ({ ...count, by: years.slice(at) })),
    interval: 'year' as const,
  };
  answer('query-index', {
    output: (_, body) => ({
      ...counted,
      // If owners are both rows and bars, they are counted once.
      facets: JSON.stringify(body).includes('"by"')
        ? [crossed, classes!].slice(0, (body as Counting).request.facets.length)
        : counted.facets,
    }),
  });
  const page = await openPage(address);
  await page.getByText('Landscape', { exact: true }).click();
  const landscape = page.getByRole('region', { name: 'Landscape' });
  const first = landscape.getByRole('link', { name: 'Comb Works, 2001: 20 results' });
  await expect.element(first).toBeVisible();
  await expect
    .element(landscape.getByText(/^Counted of all 40 results\. The stronger/))
    .toBeVisible();
  await expectNoViolations();
  (first.element() as SVGElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await expect
    .element(landscape.getByRole('link', { name: 'Norden AB, 2003: 10 results' }))
    .toHaveFocus();
  // The search itself, and one for both pictures.
  expect(requestsTo('query-index')).toHaveLength(2);
  await landscape.getByLabelText('Bars').selectOptions('Owner');
  expect(window.location.search).toContain('view=landscape&bars=assignee');
  await expect.element(landscape.getByRole('link', { name: 'Norden AB, 9 results' })).toBeVisible();
  expect(requestsTo('query-index')).toHaveLength(3);
  await landscape.getByText('Show as table').first().click();
  const table = landscape.getByRole('region', { name: 'Show as table' }).first();
  await expect.element(table.getByRole('link', { name: '10' }).last()).toBeVisible();
  answer('map-hits', {
    output: {
      totalFoundItems: 40,
      foundItems: Array.from({ length: 10 }, (_, i) => ({
        ucid: `US-9999000${i}-B1`,
        title: i < 5 ? 'Hive with a heater' : 'Drone with a camera',
        conceptScore: 0.5,
      })),
      bits: 32,
      codes: btoa('\0\0\0\0'.repeat(5) + '\xff\xff\xff\x01'.repeat(5)),
    },
  });
  await landscape.getByRole('button', { name: 'Map near documents' }).click();
  await expect.element(landscape.getByText(/^All 10 of 40 results\. What is near/)).toBeVisible();
  await expect
    .element(landscape.getByRole('link', { name: /^Hive with a heater, US-99990000-B1/ }))
    .toHaveAttribute('aria-label', expect.stringMatching(/heater|hive/));
  (landscape.getByRole('link', { name: /^Norden AB, 2003/ }).element() as SVGElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await expect
    .poll(() => lastSearch().filters)
    .toEqual([
      { column: 'assignee', operator: 'in', value: ['Norden AB'] },
      { column: 'publication_date', operator: '>=', value: '2003' },
    ]);
});

test('on a phone the counts are on a sheet', async () => {
  const { innerWidth, innerHeight } = window;
  await screen.viewport(360, 740);
  onTestFinished(() => screen.viewport(innerWidth, innerHeight));
  answer('list-indexes', { output: { items: [patents] } });
  answer('query-index', { output: counted });
  const page = await openPage(address);
  await page.getByRole('button', { name: 'Narrow the results' }).click();
  const sheet = page.getByRole('dialog', { name: 'Narrow the results' });
  await sheet.getByRole('checkbox', { name: 'Comb Works' }).click();
  await sheet.getByRole('button', { name: 'Show results' }).click();
  await expect.element(page.getByRole('button', { name: 'Narrow the results (1)' })).toBeVisible();
});

test('what finds nothing says what would: a condition less, other forms of a word, or words', async () => {
  answer('list-indexes', { output: { items: [patents] } });
  answer('query-index', { output: { totalFoundItems: 0, foundItems: [] } });
  const query = encodeURIComponent('bees AND title:hive');
  const page = await openPage(`/search?index=us_patents&q=${query}&filter=assignee%3DNobody`);
  await expect.element(page.getByRole('heading', { name: 'No item found.' })).toBeVisible();
  const tried = () =>
    requestsTo('query-index')
      .map(({ body }) => (body as { request: Record<string, unknown> }).request)
      .map(({ conceptFeaturesString, syntax, filters }) => [
        conceptFeaturesString,
        syntax,
        (filters as unknown[]).length,
      ]);
  await expect.poll(tried).toContainEqual(['bees AND title:hive', 'query', 0]);
  for (const text of ['title:hive', 'bees* AND title:hive', 'bees', 'bees AND title:hive*']) {
    expect(tried()).toContainEqual([text, text === 'bees' ? undefined : 'query', 1]);
  }
  expect(page.getByText('This would find something:').elements()).toEqual([]);

  // The index corrects plain words. What it marks is what was meant.
  const passage = { text: 'Of hives and bees', start: 0, end: 17, conceptRanges: [] };
  const marked = { ...passage, termRanges: [[3, 8] as [number, number]] };
  const meant = {
    title: 'Hive',
    conceptScore: 0.4,
    explanation: { ...hive.explanation, passage: marked },
  };
  answer('query-index', {
    output: (_, body) => {
      const { conceptFeaturesString: text } = (body as { request: Record<string, unknown> })
        .request;
      const isFound = text === 'hvies' || text === '+hives +stand';
      return { totalFoundItems: isFound ? 3 : 0, foundItems: text === 'hvies' ? [meant] : [] };
    },
  });
  await page.getByLabelText('Search text').fill('+hvies +stand');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Did you mean +hives +stand?' }).click();
  await expect.element(page.getByLabelText('Search text')).toHaveValue('+hives +stand');

  // So are words of names. What it marks in the column is the name.
  const norden = {
    conceptScore: 0.4,
    assignee: 'Comb Works; NORDEN AB',
    explanation: {
      ...hive.explanation,
      passage: null,
      highlights: { assignee: [[12, 18] as [number, number]] },
    },
  };
  answer('query-index', {
    output: (_, body) => {
      const { conceptFeaturesString: text } = (body as { request: Record<string, unknown> })
        .request;
      const isFound = text === 'hive +owner:"NORDEN AB"';
      return { totalFoundItems: isFound ? 4 : 0, foundItems: text === 'nordne' ? [norden] : [] };
    },
  });
  await page.getByLabelText('Search text').fill('hive +owner:nordne');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Did you mean NORDEN AB?' }).click();
  await expect.element(page.getByLabelText('Search text')).toHaveValue('hive +owner:"NORDEN AB"');

  answer('query-index', {
    output: (_, body) => {
      const { conceptFeaturesString: text } = (body as { request: Record<string, unknown> })
        .request;
      return { totalFoundItems: text === 'owner:"Honig und Wachs mit"' ? 2 : 0, foundItems: [] };
    },
  });
  await page.getByLabelText('Search text').fill('Honig und Wachs mit');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/This looks like German.*try English words/)).toBeVisible();
  await page.getByRole('button', { name: 'Owner with the words Honig und Wachs mit' }).click();
  await expect
    .element(page.getByLabelText('Search text'))
    .toHaveValue('owner:"Honig und Wachs mit"');
});

/** A PDF of one page with these lines. */
function pdfOf(lines: readonly string[]): string {
  const shown = lines.map((line, at) => `BT /F1 12 Tf 72 ${720 - 20 * at} Td (${line}) Tj ET`);
  const stream = shown.join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('');
  return `${text}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
}

test('the text of a document is shown before it is searched, and can be changed', async () => {
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [hive] } });
  const page = await openPage('/search');
  const drop = (name: string, parts: BlobPart[]) => {
    const files = new DataTransfer();
    files.items.add(new File(parts, name));
    document
      .querySelector('search')!
      .dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
  };
  await expect.element(page.getByLabelText('Search text')).toBeVisible();
  drop('hive.pdf', [pdfOf(['A hive with a +floor of', 'mesh, through which mites fall.', '7'])]);
  const dialog = page.getByRole('dialog', { name: 'Search with a document' });
  const found = dialog.getByLabelText('Text to search with');
  await expect
    .element(found)
    .toHaveValue('A hive with a +floor of\nmesh, through which mites fall.');
  expect(requestsTo('query-index')).toEqual([]);
  await expectNoViolations();
  await dialog.getByRole('button', { name: 'Another document' }).click();
  answer('get-patent-text', { failure: 'PatentNotFound' });
  await dialog.getByLabelText('Or the number of a patent').fill('US 1');
  await dialog.getByRole('button', { name: 'Get its text' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  const word = zipSync({
    'word/document.xml': strToU8(
      '<w:document xmlns:w="urn:w"><w:p><w:r><w:t>Bees &amp; </w:t></w:r><w:del><w:delText>wasps</w:delText></w:del><w:r><w:t>+mites</w:t></w:r></w:p></w:document>',
    ),
  });
  await userEvent.upload(dialog.element().querySelector('input[type="file"]')!, [
    new File([word], 'claim.docx'),
  ]);
  await expect.element(found).toHaveValue('Bees & +mites');
  await dialog.getByRole('button', { name: 'Search with this text' }).click();
  await expect.element(page.getByRole('link', { name: hive.title })).toBeVisible();
  expect(lastSearch()).toMatchObject({ conceptFeaturesString: 'Bees & +mites' });
  expect(lastSearch().syntax).toBeUndefined();
});

const other = { ...hive, ucid: 'US-99990002-A', title: '=SUM(A1)', conceptScore: 0.4 };

/** The text of the file that a click saves. */
async function savedBy(click: () => Promise<void>): Promise<string> {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:none');
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  await click();
  await expect.poll(() => clicked.mock.calls.length).toBe(1);
  const text = await (saved.mock.calls[0]![0] as Blob).text();
  vi.restoreAllMocks();
  return text;
}

test('hits are gone through, read beside the list, and selected by keys; what is selected is exported', async () => {
  const { innerWidth, innerHeight } = window;
  await screen.viewport(1400, 900);
  onTestFinished(() => screen.viewport(innerWidth, innerHeight));
  localStorage.clear();
  answer('query-index', { output: { totalFoundItems: 2, foundItems: [hive, other] } });
  answer('get-patent-text', { failure: 'PatentNotFound' });
  const page = await openPage(address);
  const title = page.getByRole('link', { name: hive.title });
  await expect.element(title).toBeVisible();
  await page.getByLabelText('Search text').click();
  await userEvent.keyboard('{End}{ArrowDown}');
  await expect.element(title).toHaveFocus();
  await userEvent.keyboard('jx{Enter}');
  const pane = page.getByRole('complementary', { name: `Document: ${other.title}` });
  await expect.element(pane.getByText(other.ucid)).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: `Select ${other.title}` })).toBeChecked();
  await expectNoViolations();
  await userEvent.keyboard('k');
  await expect
    .element(page.getByRole('complementary', { name: `Document: ${hive.title}` }))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(title).toHaveFocus();
  const isRead = () =>
    page
      .getByRole('region', { name: 'Results' })
      .getByRole('listitem')
      .elements()
      .map((hit) => (hit as HTMLElement).dataset.read);
  expect(isRead()).toEqual(['true', 'true']);
  await userEvent.keyboard('u');
  await expect.poll(isRead).toEqual(['false', 'true']);

  answer('list-lists', { output: { items: [{ ...sampleOf('create-list'), name: 'Hives' }] } });
  answer('add-list-item', { output: { added: true } });
  await page.getByRole('button', { name: 'Add these to a list' }).click();
  await page.getByRole('menuitem', { name: /^Hives/ }).click();
  await expect.element(page.getByText('Added to Hives')).toBeVisible();
  expect(requestsTo('add-list-item').map(({ body }) => body)).toEqual([
    { index_id: 'us_patents', id: other.ucid, title: other.title },
  ]);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.element(page.getByText('1 selected', { exact: true }).first()).toBeVisible();
  const csv = await savedBy(() => page.getByRole('menuitem', { name: /^CSV/ }).click());
  // A spreadsheet must not calculate what somebody wrote.
  expect(csv.split('\r\n')).toEqual([
    '"ucid","title","assignee","status","score","address"',
    `"US-99990002-A","'=SUM(A1)","Comb Works","In force","0.4","${location.origin}/patents/US-99990002-A"`,
    '',
  ]);
});

test('all that was found is exported, page by page', async () => {
  const all = { totalFoundItems: 2, foundItems: [hive], next: 'a' };
  answer('query-index', {
    output: (_, body) =>
      (body as { request: { relevantOnly: boolean } }).request.relevantOnly
        ? { totalFoundItems: 1, lessRelevantItems: 1, foundItems: [hive] }
        : all,
  });
  const page = await openPage(address);
  await expect.element(page.getByRole('link', { name: hive.title })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('1 result, 1 less relevant');
  await page.getByRole('button', { name: '1 less relevant' }).click();
  answer('query-index', { output: { totalFoundItems: 2, foundItems: [other] } });
  await page.getByRole('button', { name: 'Show 100 more' }).click();
  await expect.element(page.getByRole('link', { name: other.title })).toBeVisible();
  expect(lastSearch()).toMatchObject({ pages: true, after: 'a' });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.element(page.getByText('All 2')).toBeVisible();
  const ris = await savedBy(() => page.getByRole('menuitem', { name: /^RIS/ }).click());
  expect(ris.split('\r\n').filter((line) => line.startsWith('TI'))).toEqual(['TI  - =SUM(A1)']);
});

test('a table of all that was found is written by a job, which goes on without the page', async () => {
  answer('query-index', { output: { totalFoundItems: 2_000_000, foundItems: [hive] } });
  const begun = { ...sampleOf('create-search-export'), rows_wanted: 1_000_000 };
  const writing = { ...begun, export_id: 'exp_1', status: 'writing' as const, rows: 12_300 };
  answer('create-search-export', { output: writing });
  answer('list-own-exports', { output: { items: [writing] } });
  const page = await openPage(address);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect
    .element(page.getByText('The first 1,000,000 of 2,000,000, counts as 10,000 searches'))
    .toBeVisible();
  await expect.element(page.getByText(/^The first 50,000 of 2,000,000/)).toBeVisible();
  await page.getByRole('menuitem', { name: /^JSON lines/ }).click();
  await expect.element(page.getByText('Export: 12,300 of 1,000,000 rows')).toBeVisible();
  expect(requestsTo('create-search-export').at(-1)?.body).toMatchObject({
    format: 'jsonl',
    request: { conceptFeaturesString: 'protect a hive from parasites' },
  });
  await page.getByRole('button', { name: 'Close. The export goes on' }).click();
  await expect.element(page.getByText(/^The export goes on. You find it/)).toBeVisible();
});

test('the page of exports shows how far they are, what failed and why, and deletes', async () => {
  const one = { ...sampleOf('create-search-export'), index_id: 'us_patents', rows_wanted: 5000 };
  const { failure: _, download_url: __, ...fine } = one;
  answer('list-own-exports', {
    output: {
      items: [
        { ...fine, export_id: 'exp_1', status: 'writing', rows: 1200 },
        {
          ...fine,
          export_id: 'exp_2',
          status: 'ready',
          rows: 5000,
          total_found: 5000,
          size_bytes: 1_234_567,
          available_until: '2026-12-03T10:00:00.000Z',
          download_url: 'https://store.example/results.csv',
        },
        { ...fine, export_id: 'exp_3', status: 'failed', failure: 'index-gone', rows: 0 },
      ],
    },
  });
  answer('delete-search-export', { output: {} });
  const page = await openPage('/exports');
  const table = page.getByRole('table', { name: 'Exports' });
  await expect.element(table.getByText('1,200 of 5,000')).toBeVisible();
  await expect.element(table.getByText(/^1.23 MB, until/)).toBeVisible();
  await expect.element(table.getByText('Failed: the index does not exist any more.')).toBeVisible();
  await expect
    .element(table.getByRole('link', { name: /^Download/ }))
    .toHaveAttribute('href', 'https://store.example/results.csv');
  await expectNoViolations();
  await table
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete export' });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect
    .poll(() => requestsTo('delete-search-export').at(-1)?.address)
    .toBe('/api/v1/indexes/us_patents/exports/exp_1');
});

test('a search is saved with its filters and an alert', async () => {
  answer('query-index', {
    output: {
      totalFoundItems: 1,
      foundItems: [{ title: 'Hive with a drawer', conceptScore: 0.5 }],
    },
  });
  const saved = sampleOf('create-saved-search');
  answer('create-saved-search', { output: saved });
  const page = await openPage(`${address}&filter=kind_code%3DB2`);
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('protect a hive from parasites');
  await dialog.getByLabelText('Mail me what is new').selectOptions('Every Monday');
  await expect.element(dialog.getByText(/Each run counts as one search/)).toBeVisible();
  await expectNoViolations();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => requestsTo('create-saved-search').at(-1)?.body)
    .toEqual({
      name: 'protect a hive from parasites',
      frequency: 'weekly',
      index_id: 'us_patents',
      text: 'protect a hive from parasites',
      syntax: 'words',
      filters: [{ column: 'kind_code', operator: '=', value: 'B2' }],
    });
});

test('a saved search says what it is, and why its alert waits', async () => {
  const waiting: SavedSearch = {
    search_id: 'svs_1',
    name: 'Hives',
    index_id: 'us_patents',
    text: '+hive',
    syntax: 'query',
    filters: [{ column: 'kind_code', operator: '=', value: 'B2' }],
    frequency: 'weekly',
    created_at: '2026-11-01T10:00:00.000Z',
    problem: 'plan-ended',
  };
  answer('list-saved-searches', { output: { items: [waiting] } });
  const page = await openPage('/saved-searches');
  await expect.element(page.getByRole('link', { name: 'Hives' })).toBeVisible();
  await expect.element(page.getByText(/\+hive · Kind: B2$/)).toBeVisible();
  await expect.element(page.getByText(/^Waits: your plan has ended/)).toBeVisible();
  await expectNoViolations();
});

test('hits are rated for a list, by keys too, and found ones compared side by side', async () => {
  localStorage.clear();
  const hits = ['US-99990001-A', 'US-99990002-A'].map((ucid, at) => ({
    ...hive,
    ucid,
    title: `Hive ${at}`,
  }));
  answer('query-index', { output: { totalFoundItems: 2, foundItems: hits } });
  const list = { ...sampleOf('create-list'), list_id: 'lst_1', name: 'Hives' };
  answer('list-lists', { output: { items: [] } });
  answer('create-list', { output: list });
  const item = sampleOf('rate-list-item');
  const document = { index_id: 'us_patents', id: 'US-99990001-A', title: 'Hive 0' };
  const maybe = { ...item, ...document, rating: 'maybe', note: 'a drawer' } as const;
  answer('rate-list-item', { output: maybe });
  answer('get-list', { output: { list, items: [maybe] } });
  const page = await openPage(address);
  const first = page.getByRole('group', { name: 'Rate Hive 0' });
  await first.getByRole('button', { name: 'Maybe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rate for which list?' });
  await expect
    .element(dialog.getByLabelText('Name of the new list'))
    .toHaveValue('protect a hive from parasites');
  await dialog.getByRole('button', { name: 'Rate for this list' }).click();
  await expect
    .element(first.getByRole('button', { name: 'Maybe' }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText('a drawer')).toBeVisible();
  await expect.element(page.getByText(/0 relevant, 1 maybe, 0 not/)).toBeVisible();
  const answered = { ...item, ...document, rating: 'relevant' } as const;
  answer('rate-list-item', { output: answered });
  await expect.element(dialog).not.toBeInTheDocument();
  (window.document.querySelector('[data-hit="0"] h2 a') as HTMLElement).focus();
  await userEvent.keyboard('1');
  await expect.element(page.getByText(/1 relevant, 0 maybe, 0 not/)).toBeVisible();
  expect(requestsTo('rate-list-item').at(-1)?.body).toEqual({ ...document, rating: 'relevant' });
  await expect
    .element(page.getByRole('button', { name: 'More like the relevant ones' }))
    .toBeVisible();
  await expectNoViolations();
  for (const title of ['Hive 0', 'Hive 1']) await page.getByLabelText(`Select ${title}`).click();
  const compare = page.getByRole('link', { name: 'Compare' });
  await expect
    .element(compare)
    .toHaveAttribute('href', '/compare?index=us_patents&id=US-99990001-A&id=US-99990002-A');
  await compare.click();
  const side = page.getByRole('region', { name: 'Documents side by side' });
  await expect.element(side.getByRole('columnheader', { name: /Hive 0/ }).first()).toBeVisible();
  const owner = side.getByRole('row', { name: /Owner/ });
  await expect.element(owner.getByText('Comb Works').first()).toBeVisible();
  await expectNoViolations();
});
