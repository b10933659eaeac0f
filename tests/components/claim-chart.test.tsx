import { beforeEach, expect, test } from 'vitest';
import { page as screen, userEvent } from 'vitest/browser';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, signIn, visit } from './support/open-page.tsx';
import {
  answerReports,
  invalidationReport,
  lever,
  mark,
  pawl,
  spring,
  subject,
} from './support/reports.ts';
import { answer, requestsTo, sampleOf } from './support/server.ts';

const path = `/claim-chart/${subject}`;

beforeEach(async () => {
  sessionStorage.clear();
  await screen.viewport(1280, 800);
  signIn();
  answerReports();
});

type Page = Awaited<ReturnType<typeof openPage>>;

/** The button of a cell, if it shows this. */
const cell = (page: Page, element: string, ucid: string, shown = '') =>
  page
    .getByRole('grid')
    .getByRole('button', { name: new RegExp(`^${element}, ${ucid}:.*${shown}`) });

/** The panel below a cell. */
const editor = (page: Page, element: string, ucid: string) =>
  page.getByRole('region', { name: `${element} in ${ucid}` });

test('a visitor is asked to sign in and comes back', async () => {
  visit();
  await openPage(path);
  await expect
    .poll(() => window.location.pathname + window.location.search)
    .toBe(`/sign-in?from=${encodeURIComponent(path)}`);
});

test('the chart has a row for each element and a column for each reference', async () => {
  const page = await openPage(path);
  await expect.element(page.getByRole('columnheader', { name: pawl.ucid })).toBeVisible();
  await expect
    .element(page.getByRole('rowheader', { name: /^1c.*Worded as a means for a function/ }))
    .toBeVisible();
  await expect.element(cell(page, '1b', pawl.ucid, 'Strong match.*0004')).toBeVisible();
  await expect.element(cell(page, '1b', spring.ucid, 'No match')).toBeVisible();
  // Cells stand side by side below the names of their references, as wide as these.
  for (const ucid of [pawl.ucid, spring.ucid]) {
    const header = page.getByRole('columnheader', { name: ucid }).element();
    const [above, below] = [header, cell(page, '1b', ucid).element()].map((one) =>
      one.getBoundingClientRect(),
    );
    expect(Math.abs(above!.left - below!.left)).toBeLessThan(3);
    expect(Math.abs(above!.width - below!.width)).toBeLessThan(3);
  }
  const coverage = page.getByRole('region', { name: 'Coverage' });
  await expect.element(coverage.getByText('1c', { exact: true })).toBeVisible();
  await expectNoViolations();
});

test('references are searched like and unlike those that a person says, and what is found can be added', async () => {
  const again = {
    like: [pawl.ucid],
    unlike: [spring.ucid],
    queries: [
      {
        id: 'q1',
        source: 'liked' as const,
        label: pawl.ucid,
        text: 'A pawl',
        filters: [],
        found: 9,
        taken: 9,
      },
    ],
    compared: 9,
    references: [
      {
        ucid: 'US-7000001-A',
        title: 'Latch with a tooth',
        assignees: [],
        tier: 'published-before' as const,
        tier_reason: 'Published on 1999-01-05',
        score: 0.7,
      },
    ],
    by: 'Ada Lovelace',
    at: '2026-11-23T10:00:00.000Z',
  };
  answer('search-report-again', { output: again });
  answer('add-report-reference', { failure: 'ReferenceExists' });
  const page = await openPage(path);
  await page.getByRole('button', { name: `Like this: ${pawl.ucid}` }).click();
  await page.getByRole('button', { name: `Not this: ${spring.ucid}` }).click();
  const section = page.getByRole('region', { name: 'Search again' });
  await section.getByRole('button', { name: 'Search again' }).click();
  await expect
    .element(section.getByText(new RegExp(`Ada Lovelace searched like ${pawl.ucid} and unlike`)))
    .toBeVisible();
  const { like, unlike } = again;
  expect(requestsTo('search-report-again').map(({ body }) => body)).toEqual([
    { report: subject, like, unlike },
  ]);
  await section.getByRole('button', { name: 'Add US-7000001-A to the chart' }).click();
  expect(requestsTo('add-report-reference').map(({ body }) => body)).toEqual([
    { report: subject, reference: 'US-7000001-A' },
  ]);
  await expectNoViolations();
});

test('what a model judged stands in its cell with its name and quotes, and the page says what was not judged', async () => {
  const judgement = {
    verdict: 'partly' as const,
    reason: 'It has the pawl, and no word of its spring.',
    quotes: invalidationReport.chart.find(({ passages }) => passages.length > 0)!.passages,
    unsupported: ['spring'],
    dropped: 0,
    model: 'large',
    judged_at: '2026-11-22T10:00:00.000Z',
    earlier: { verdict: 'disclosed' as const, model: 'small' },
  };
  const judging = {
    models: ['small', 'large'],
    budget: { tokens: 9000 },
    used: { input_tokens: 8000, output_tokens: 500 },
    judged: 1,
    unjudged: [{ element: '1c', ucid: pawl.ucid }],
    unconfirmed: [],
    stopped: 'budget' as const,
  };
  const { record, chart } = invalidationReport;
  const ucids = [pawl.ucid, spring.ucid];
  const cites = { kind: 'cites' as const, between: [pawl.ucid, spring.ucid] as [string, string] };
  const report = {
    ...invalidationReport,
    combinations: [{ ucids, reasons: [{ ...cites, passages: [] }] }],
    literature: [
      {
        catalog: 'arxiv' as const,
        id: '1201.00001',
        title: 'On latches',
        authors: 'Ada Plum',
        link: 'https://arxiv.org/abs/1201.00001',
        published: '2012-01-10',
        tier: 'published-before' as const,
        provision: '35 U.S.C. 102(a)(1)',
        tier_reason: 'Published on 2012-01-10',
        nearness: 0.2,
        passages: [],
        hash: '0'.repeat(64),
      },
    ],
    record: { ...record, judging },
    chart: chart.map((one) =>
      one.element === '1b' && one.ucid === pawl.ucid ? { ...one, judgement } : one,
    ),
  };
  answer('get-invalidation-report', { output: { ucid: subject, report } });
  const page = await openPage(path);
  await expect
    .element(page.getByText(/^Not judged, because what a report may use.* 1 cell, 1c in/))
    .toBeVisible();
  await expect
    .element(page.getByText(`${spring.ucid} is among the citations of ${pawl.ucid}.`))
    .toBeVisible();
  await expect.element(page.getByText('Ada Plum: On latches. arXiv 1201.00001')).toBeVisible();
  await cell(page, '1b', pawl.ucid).click();
  const judged = page.getByRole('region', { name: 'Judgement of the model' });
  await expect
    .element(
      judged.getByText(
        'Judged by large on Nov 22, 2026: partly disclosed (small before: disclosed)',
      ),
    )
    .toBeVisible();
  await expect.element(judged.getByText('Without support: spring.')).toBeVisible();
});

test('a design has no chart, and the page says why', async () => {
  const design = { ...pawl, shared: ['class 25-01'], considered: 'examiner' as const };
  answer('get-invalidation-report', {
    output: {
      ucid: subject,
      report: { ...invalidationReport, no_chart: 'design', claims: [], art: [design], chart: [] },
    },
  });
  const page = await openPage(path);
  await expect
    .element(page.getByRole('status').getByText(/^This is a design patent/))
    .toBeVisible();
  await expect.element(page.getByText('In common: class 25-01.')).toBeVisible();
  await expect.element(page.getByText(/^Cited by the examiner/)).toBeVisible();
  expect(page.getByRole('grid').elements()).toEqual([]);
});

test('cells are reached by arrow keys, opened by Enter and closed by Escape', async () => {
  const page = await openPage(path);
  const first = cell(page, '1a', pawl.ucid);
  await expect.element(first).toBeVisible();
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(cell(page, '1a', spring.ucid)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Home}');
  await expect.element(cell(page, '1b', pawl.ucid)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const opened = editor(page, '1b', pawl.ucid);
  await expect.element(opened).toBeVisible();
  await expect
    .element(opened.getByRole('link', { name: `${pawl.ucid}, [0005]` }))
    .toHaveAttribute('href', `/patents/${pawl.ucid}?part=paragraph&number=5&start=10&end=35`);
  await expectNoViolations();
  await userEvent.keyboard('{Tab}');
  await expect.element(opened.getByRole('button', { name: 'Close the cell' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(opened).not.toBeInTheDocument();
  await expect.element(cell(page, '1b', pawl.ucid)).toHaveFocus();
  // The whole chart is one stop of the Tab key.
  const stops = page.getByRole('grid').element().querySelectorAll('[data-cell][tabindex="0"]');
  expect(stops).toHaveLength(1);
});

test('an overridden grade changes the coverage and is shown beside the machine’s grade', async () => {
  const page = await openPage(path);
  await cell(page, '1c', pawl.ucid).click();
  const opened = editor(page, '1c', pawl.ucid);
  const save = opened.getByRole('button', { name: 'Save' });
  await expect.element(save).toBeDisabled();
  await opened.getByRole('radio', { name: 'Disclosed', exact: true }).click();
  await opened.getByRole('textbox', { name: 'Note' }).fill('See figure 3');
  await expect.element(cell(page, '1c', pawl.ucid, 'not saved')).toBeVisible();
  answer('save-report-mark', { output: { mark: null } });
  answer('get-report-marks', {
    output: {
      marks: [mark({ element: '1c', ucid: pawl.ucid, grade: 'disclosed', note: 'See figure 3' })],
      added: [],
    },
  });
  await save.click();
  await expect
    .element(cell(page, '1c', pawl.ucid, 'Changed by your team: Disclosed.*machine: no match$'))
    .toBeVisible();
  expect(requestsTo('save-report-mark').map(({ body }) => body)).toEqual([
    {
      report: subject,
      mark: { element: '1c', ucid: pawl.ucid, grade: 'disclosed', note: 'See figure 3' },
      revision: 0,
    },
  ]);
  const coverage = page.getByRole('region', { name: 'Coverage with your team’s changes' });
  await expect.element(coverage.getByText(new RegExp(`^${pawl.ucid}`))).toBeVisible();
  await expect
    .element(page.getByText('X: has all limitations of an independent claim alone').first())
    .toBeVisible();
  await expectNoViolations();
});

test('another passage of the machine, or of the text, is picked', async () => {
  const text = 'A ladder. The pawl sits in a notch of brass, always.';
  answer('get-patent-text', {
    output: {
      ...sampleOf('get-patent-text'),
      ucid: pawl.ucid,
      claims: [],
      paragraphs: [{ number: 9, text }],
    },
  });
  const page = await openPage(path);
  await cell(page, '1b', pawl.ucid).click();
  const opened = editor(page, '1b', pawl.ucid);
  await opened.getByRole('button', { name: 'Use only this passage' }).nth(1).click();
  await expect.element(opened.getByText('Passage of your team')).toBeVisible();
  await opened.getByRole('button', { name: 'Back to the machine’s passages' }).click();
  await expect.element(opened.getByText('Passage of your team')).not.toBeInTheDocument();
  const words = opened.getByRole('textbox', { name: 'Another passage' });
  const find = opened.getByRole('button', { name: 'Find and use it' });
  await words.fill('nothing of the kind stands there');
  await find.click();
  await expect.element(opened.getByText(/The text does not contain these words/)).toBeVisible();
  await words.fill('The pawl sits in the notch of brass');
  await find.click();
  await expect.element(opened.getByText(/This comes nearest/)).toBeVisible();
  await words.fill('The pawl  sits in a notch of brass');
  await find.click();
  await expect.element(opened.getByText('Passage of your team')).toBeVisible();
  await opened.getByRole('button', { name: 'Save' }).click();
  const start = text.indexOf('The pawl');
  const end = text.indexOf(', always');
  await expect
    .poll(() => requestsTo('save-report-mark').map(({ body }) => body))
    .toEqual([
      {
        report: subject,
        mark: {
          element: '1b',
          ucid: pawl.ucid,
          passage: { part: 'paragraph', number: 9, start, end },
        },
        revision: 0,
      },
    ]);
});

test('a colleague’s faster change is shown, and the person chooses one of the two', async () => {
  answer('get-report-marks', {
    output: { marks: [mark({ element: '1a', ucid: spring.ucid, grade: 'disclosed' })], added: [] },
  });
  const page = await openPage(path);
  await cell(page, '1a', spring.ucid).click();
  const opened = editor(page, '1a', spring.ucid);
  await opened.getByRole('radio', { name: 'Not found', exact: true }).click();
  answer('save-report-mark', { failure: 'MarkChanged' });
  answer('get-report-marks', {
    output: {
      marks: [
        mark({
          element: '1a',
          ucid: spring.ucid,
          grade: 'partly',
          note: 'only the spring',
          revision: 2,
        }),
      ],
      added: [],
    },
  });
  await opened.getByRole('button', { name: 'Save' }).click();
  const alert = opened.getByRole('alert');
  await expect
    .element(
      alert.getByText(
        /Grace Hopper has changed this cell meanwhile: partly, note “only the spring”/,
      ),
    )
    .toBeVisible();
  await expectNoViolations();
  answer('save-report-mark', { output: { mark: null } });
  answer('get-report-marks', {
    output: {
      marks: [mark({ element: '1a', ucid: spring.ucid, grade: 'not found', revision: 3 })],
      added: [],
    },
  });
  await alert.getByRole('button', { name: 'Save mine' }).click();
  await expect.element(alert).not.toBeInTheDocument();
  expect(
    requestsTo('save-report-mark').map(({ body }) => (body as { revision: number }).revision),
  ).toEqual([1, 2]);
  await expect.element(cell(page, '1a', spring.ucid, 'machine: weak match')).toBeVisible();
});

test('after a change is saved or discarded, the cell keeps the focus', async () => {
  const page = await openPage(path);
  await cell(page, '1a', spring.ucid).click();
  const opened = editor(page, '1a', spring.ucid);
  for (const name of ['Save', 'Discard changes']) {
    await opened.getByRole('textbox', { name: 'Note' }).fill('important');
    (opened.getByRole('button', { name }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(opened).toHaveFocus();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(cell(page, '1a', spring.ucid)).toHaveFocus();
});

test('a failure to save keeps the change', async () => {
  const page = await openPage(path);
  await cell(page, '1a', spring.ucid).click();
  const opened = editor(page, '1a', spring.ucid);
  await opened.getByRole('textbox', { name: 'Note' }).fill('important');
  answer('save-report-mark', 'unreachable');
  await opened.getByRole('button', { name: 'Save' }).click();
  await expect.element(opened.getByRole('alert')).toBeVisible();
  await expect.element(opened.getByRole('textbox', { name: 'Note' })).toHaveValue('important');
  await expect.element(cell(page, '1a', spring.ucid, 'not saved')).toBeVisible();
});

test('unsaved changes survive the end of a session, and leaving the page asks', async () => {
  const page = await openPage(path);
  await cell(page, '1a', spring.ucid).click();
  await editor(page, '1a', spring.ucid).getByRole('textbox', { name: 'Note' }).fill('important');
  await expect.element(page.getByText(`Not saved yet: 1a in ${spring.ucid}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Some changes are not saved' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect.element(question).not.toBeInTheDocument();
  answer('save-report-mark', { failure: 'Unauthenticated' });
  await editor(page, '1a', spring.ucid).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => window.location.pathname).toBe('/sign-in');
  await page.unmount();
  signIn();
  answerReports();
  const again = await openPage(path);
  await cell(again, '1a', spring.ucid).click();
  const note = editor(again, '1a', spring.ucid).getByRole('textbox', { name: 'Note' });
  await expect.element(note).toHaveValue('important');
  await again.getByRole('link', { name: 'Search', exact: true }).click();
  await again.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => window.location.pathname).toBe('/search');
  expect(sessionStorage.length).toBe(1);
  await again.unmount();
  const fresh = await openPage(path);
  await expect.element(cell(fresh, '1a', spring.ucid, 'not saved')).not.toBeInTheDocument();
});

test('a reference is added by its number, and removed', async () => {
  const page = await openPage(path);
  const field = page.getByRole('textbox', { name: 'Add a reference' });
  await field.fill('nonsense');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/This is not a publication number/)).toBeVisible();
  answer('add-report-reference', { failure: 'ReferenceExists' });
  await field.fill(pawl.ucid);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^This reference is in the report already\./)).toBeVisible();
  answer('add-report-reference', { output: lever });
  answer('get-report-marks', { output: { marks: [], added: [lever] } });
  await field.fill('EP 9990013 A1');
  await userEvent.keyboard('{Enter}');
  await expect.element(cell(page, '1c', lever.reference.ucid, 'Strong match')).toBeVisible();
  await expect.element(page.getByText(/Added by Grace Hopper/)).toBeVisible();
  expect(requestsTo('add-report-reference').at(-1)?.body).toEqual({
    report: subject,
    reference: 'EP 9990013 A1',
  });
  await expectNoViolations();
  answer('get-report-marks', { output: { marks: [], added: [] } });
  await page.getByRole('button', { name: `Remove ${lever.reference.ucid}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(cell(page, '1c', lever.reference.ucid)).not.toBeInTheDocument();
});

test('the report is exported in five formats, with and without what people added', async () => {
  answer('get-report-marks', {
    output: { marks: [mark({ element: '1a', ucid: pawl.ucid, note: 'yes' })], added: [] },
  });
  answer('export-report', { failure: 'ReportNotFound' });
  const page = await openPage(path);
  await page.getByRole('button', { name: 'Export' }).click();
  const items = page.getByRole('menuitem');
  await expect.poll(() => items.elements().length).toBe(10);
  await expectNoViolations();
  for (const [position, format] of ['pdf', 'docx', 'xlsx', 'csv', 'citations'].entries()) {
    await items.nth(position).click();
    await expect
      .poll(() => requestsTo('export-report').at(-1)?.body)
      .toEqual({ kind: 'invalidation', ucid: subject, format, marks: true });
    await page.getByRole('button', { name: 'Export' }).click();
  }
  await items.nth(5).click();
  await expect
    .poll(() => requestsTo('export-report').at(-1)?.body)
    .toEqual({ kind: 'invalidation', ucid: subject, format: 'pdf', marks: false });
  await expect.element(page.getByText(/^Error: /).first()).toBeVisible();
});

test('a report that is not made yet can be made', async () => {
  answer('get-invalidation-report', { failure: 'ReportNotFound' });
  answer('get-report-marks', { failure: 'ReportNotFound' });
  const page = await openPage(path);
  await expect
    .element(page.getByRole('link', { name: 'Make the report' }))
    .toHaveAttribute('href', `/generate-invalidation/${subject}`);
  await expectNoViolations();
});

test('a report that is being made says so, and its chart is shown when it is there', async () => {
  answer('get-invalidation-report', { failure: 'ReportNotFound' });
  answer('get-report-marks', { failure: 'ReportNotFound' });
  answer('check-invalidation-report', { output: { exists: false, status: 'making' } });
  const page = await openPage(path);
  await expect.element(page.getByText(/^The report is being made\./)).toBeVisible();
  answerReports();
  answer('check-invalidation-report', { output: { exists: true, status: 'ready' } });
  await expect.element(page.getByRole('columnheader', { name: pawl.ucid })).toBeVisible();
});

test('an invalid number can be corrected', async () => {
  answer('get-invalidation-report', { failure: 'UcidInvalid' });
  answer('get-report-marks', { failure: 'UcidInvalid' });
  const page = await openPage('/claim-chart/nonsense');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect
    .element(page.getByRole('textbox', { name: 'Publication number' }))
    .toHaveValue('nonsense');
});

test('on a narrow screen the chart is a list for each element, without a second scroll bar', async () => {
  await screen.viewport(360, 740);
  const page = await openPage(path);
  const button = cell(page, '1a', pawl.ucid);
  await expect.element(button).toBeVisible();
  await expect.element(button.getByText(pawl.ucid, { exact: true })).toBeVisible();
  await button.click();
  await expect.element(editor(page, '1a', pawl.ucid)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  await expectNoViolations();
});

test.each([1, 2, 3])(
  'any report and marks that fit the contract can be shown: %i',
  async (seed) => {
    answer('get-invalidation-report', { output: sampleOf('get-invalidation-report', seed) });
    answer('get-report-marks', { output: sampleOf('get-report-marks', seed) });
    const page = await openPage(path);
    await expect.element(page.getByRole('heading', { name: 'Search record' })).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
  },
);
