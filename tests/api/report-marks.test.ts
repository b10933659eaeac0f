/** What people of an organization add to an invalidation report: theirs alone, never lost, and in their files. */
import { createHash } from 'node:crypto';
import mammoth from 'mammoth';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#shared/client.ts';
import type { ReportFile } from '#shared/contract/report-files.ts';
import { limits } from '#shared/limits.ts';
import { partText } from '#shared/part-text.ts';
import type { NewMark } from '#shared/report/marks.ts';
import { type Report, reportSchema } from '#shared/report/report.ts';
import { reports } from '#tables/reports.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin, newMember } from './support/people.ts';
import { makeReport, newMailbox } from './support/reports.ts';
import { endShare, setAttributes, shareOlder } from './support/stores.ts';

const patent = 'US-99030012-B2';

let admin: Member;
let colleague: Member;
let stranger: Member;
let report: Report;
beforeAll(async () => {
  await makeReport(anonymous(), 'invalidation', patent);
  admin = await newAdmin();
  [colleague, stranger] = await Promise.all([newMember(admin), newAdmin()]);
  ({ report } = await anonymous()('get-invalidation-report', { query: { ucid: patent } }));
});

const read = ({ call }: Member) => call('get-report-marks', { query: { ucid: patent } });
const save = ({ call }: Member, mark: NewMark, revision: number) =>
  call('save-report-mark', { body: { report: patent, mark, revision } });
const cellAt = (position: number) => {
  const { element, ucid } = report.chart[position]!;
  return { element, ucid };
};

test('a mark is kept for the team, and nobody else sees it', async () => {
  const cell = cellAt(0);
  const { mark } = await save(
    admin,
    { ...cell, grade: 'not found', note: 'Another kind of dock' },
    0,
  );
  expect(mark).toMatchObject({ ...cell, grade: 'not found', revision: 1, by: admin.name });
  expect((await read(colleague)).marks).toEqual([mark]);
  expect(await read(stranger)).toEqual({ marks: [], added: [] });
  const machine = await anonymous()('get-invalidation-report', { query: { ucid: patent } });
  expect(machine.report).toEqual(report);
});

test('in a confidential project what the team adds is seen by its people alone', async () => {
  const { project_id } = await admin.call('create-project', {
    body: { name: 'Docks', confidential: true },
  });
  const params = { project_id };
  const subject = { kind: 'invalidation', ucid: patent } as const;
  await admin.call('add-project-entry', {
    params,
    body: { kind: 'report', report: subject, title: 'Docks' },
  });
  const cell = cellAt(1);
  await save(admin, { ...cell, note: 'Ours alone' }, 0);
  expect(JSON.stringify(await read(admin))).toContain('Ours alone');
  expect(await read(colleague)).toEqual({ marks: [], added: [] });
  await expectFailure(save(colleague, { ...cell, note: 'Mine' }, 1), 'ReportConfidential');
  const file = { ...subject, format: 'csv' as const };
  await expectFailure(
    colleague.call('export-report', { body: { ...file, marks: true } }),
    'ReportConfidential',
  );
  const listed = async ({ call }: Member) =>
    (await call('list-reports', { query: {} })).items.map(({ ucid }) => ucid);
  expect(await listed(admin)).toContain(patent);
  expect(await listed(colleague)).not.toContain(patent);
  const { work } = await admin.call('get-project', { params });
  expect(work[0]).toMatchObject({ action: 'marked', object: { kind: 'report' }, by: admin.name });
  await admin.call('delete-project', { params });
  expect(JSON.stringify(await read(colleague))).toContain('Ours alone');
  await save(colleague, cell, 1);
});

test('a search follows what a person says of references, is kept for the team, and changes no report', async () => {
  const [like, unlike] = report.art.map(({ ucid }) => ucid) as [string, string];
  const search = (wishes: { like: string[]; unlike: string[] }) =>
    admin.call('search-report-again', { body: { report: patent, ...wishes } });
  const liked = await search({ like: [like], unlike: [] });
  expect(liked.queries.some(({ source, label }) => source === 'liked' && label === like)).toBe(
    true,
  );
  const known = [...report.art.map(({ ucid }) => ucid), patent];
  expect(liked.references.length).toBeGreaterThan(0);
  expect(liked.references.map(({ ucid }) => ucid).filter((one) => known.includes(one))).toEqual([]);
  const unwished = await search({ like: [], unlike: [like, unlike] });
  expect(unwished.references).not.toEqual(liked.references);
  expect((await read(colleague)).again).toEqual(unwished);
  expect(await read(stranger)).toEqual({ marks: [], added: [] });
  await expectFailure(search({ like: ['US-1-A1'], unlike: [] }), 'InvalidRequest');
  await expectFailure(search({ like: [like], unlike: [like] }), 'InvalidRequest');
  await expectFailure(search({ like: [], unlike: [] }), 'InvalidRequest');
  const { report: now } = await anonymous()('get-invalidation-report', { query: { ucid: patent } });
  expect(now).toEqual(report);
});

test('of two who change the same mark, one is told', async () => {
  const cell = cellAt(1);
  const changes = await Promise.allSettled([
    save(admin, { ...cell, note: 'mine' }, 0),
    save(colleague, { ...cell, note: 'yours' }, 0),
  ]);
  expect(changes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = changes.find((change) => change.status === 'rejected');
  expect(refused?.reason.code).toBe('MarkChanged');
  const { mark } = await save(colleague, { ...cell, note: 'both' }, 1);
  expect(mark).toMatchObject({ note: 'both', revision: 2 });
  await expectFailure(save(admin, cell, 1), 'MarkChanged');
  expect(await save(admin, cell, 2)).toEqual({ mark: null });
});

test('marks of a report have a bound in all, and shorter ones make room', async () => {
  const own = await newAdmin();
  // As if many had long notes: five records are nearly as large as a record can be.
  for (const position of [0, 1, 2, 3, 4]) {
    const { ucid, element } = cellAt(position);
    await save(own, { ucid, element, note: 'x' }, 0);
    const { pk, sk } = reports.mark.key({ org_id: own.orgId, report: patent, ucid, element });
    await setAttributes('Reports', [pk, sk], { note: 'x'.repeat(399_000) });
  }
  const long = { ...cellAt(5), note: '\u3042'.repeat(limits.reportNoteMaxLength) };
  await expectFailure(save(own, long, 0), 'MarksFull');
  await save(own, { ...cellAt(0), note: 'short' }, 1);
  await save(own, long, 0);
});

describe('a passage that somebody picks', () => {
  const place = { part: 'abstract' as const, number: null, start: 0, end: 20 };

  test('is quoted word for word from the document', async () => {
    const cell = cellAt(2);
    const { mark } = await save(admin, { ...cell, passage: place }, 0);
    const document = await admin.call('get-patent-text', { body: { ucid: cell.ucid } });
    expect(mark?.passage).toMatchObject({
      ...place,
      quote: partText(document, place)!.slice(place.start, place.end),
      where: 'abstract',
    });
  });

  test.each([
    ['ends after the text', { ...place, end: 1_000_000 }],
    ['is empty', { ...place, end: 0 }],
    ['ends before it begins', { ...place, start: 20, end: 10 }],
    ['is in a claim that there is not', { ...place, part: 'claim' as const, number: 999 }],
    ['is too long', { ...place, end: limits.reportQuoteMaxLength + 1 }],
  ])('is refused when it %s', async (_, passage) => {
    await expectFailure(save(admin, { ...cellAt(3), passage }, 0), 'InvalidRequest');
  });
});

test.each([
  ['element', { element: '99z', ucid: '' }],
  ['reference', { element: '', ucid: 'US-99050011-B2' }],
])('a mark needs a cell of the chart: not of another %s', async (_, wrong) => {
  const { element, ucid } = cellAt(0);
  const mark = { element: wrong.element || element, ucid: wrong.ucid || ucid, note: 'x' };
  await expectFailure(save(admin, mark, 0), 'InvalidRequest');
});

describe('a reference that somebody adds', () => {
  const add = ({ call }: Member, reference: string) =>
    call('add-report-reference', { body: { report: patent, reference } });
  const remove = ({ call }: Member, reference: string) =>
    call('remove-report-reference', { query: { report: patent, reference } });
  /** Published long before, on beehives, so that no report on a drone dock has it. */
  const other = 'US-20110990013-A1';

  test('is compared with every element, can be marked, and goes with its marks', async () => {
    const added = await add(colleague, 'us 2011/0990013 a1');
    expect(added.reference.ucid).toBe(other);
    expect(added.reference.tier_reason).not.toBe('');
    const labels = [...new Set(report.chart.map(({ element }) => element))];
    expect(added.chart.map(({ element }) => element)).toEqual(labels);
    for (const { passages } of added.chart) {
      for (const { quote, ...place } of passages) {
        const document = await admin.call('get-patent-text', { body: { ucid: other } });
        expect(partText(document, place)!.slice(place.start, place.end)).toBe(quote);
      }
    }
    const mark = { element: labels[0]!, ucid: other, grade: 'disclosed' as const };
    await save(admin, mark, 0);
    const seen = await read(admin);
    expect(seen.added).toEqual([added]);
    expect(seen.marks).toContainEqual(expect.objectContaining(mark));
    expect((await read(stranger)).added).toEqual([]);
    await expectFailure(remove(stranger, other), 'NotFound');
    await expectFailure(add(admin, other), 'ReferenceExists');
    await remove(admin, other);
    const left = await read(admin);
    expect(left.added).toEqual([]);
    expect(left.marks.some(({ ucid }) => ucid === other)).toBe(false);
  });

  test('is the only kind that can be taken out: the marks of the report’s own ones stay', async () => {
    const cell = cellAt(6);
    const { mark } = await save(admin, { ...cell, note: 'Stays' }, 0);
    await expectFailure(remove(admin, cell.ucid), 'NotFound');
    expect((await read(admin)).marks).toContainEqual(mark);
    await save(admin, cell, 1);
  });

  test('is refused when it is there, unknown, or no art', async () => {
    await expectFailure(add(admin, report.art[0]!.ucid), 'ReferenceExists');
    await expectFailure(add(admin, 'US-99000001-B2'), 'PatentNotFound');
    await expectFailure(add(admin, '=1+1'), 'UcidInvalid');
    await expectFailure(add(admin, patent), 'ReferenceNotArt');
  });
});

describe('an export', () => {
  const download = async (
    { call }: Member,
    format: 'csv' | 'pdf' | 'docx' | 'xlsx' | 'citations',
    marks = true,
  ) => {
    const body = { kind: 'invalidation' as const, ucid: patent, format, marks };
    const { url } = await call('export-report', { body });
    return fetch(url);
  };

  test.each([
    ['pdf', '%PDF-'],
    ['docx', 'PK'],
    ['xlsx', 'PK'],
  ] as const)('as %s can be downloaded', async (format, magic) => {
    const answer = await download(admin, format);
    expect(answer.headers.get('content-disposition')).toContain(`${patent}.${format}"`);
    expect((await answer.text()).startsWith(magic)).toBe(true);
  });

  test('has the marks of the own organization only, and none where they are not wanted', async () => {
    const note = 'A note that stands nowhere else';
    await save(admin, { ...cellAt(4), note }, 0);
    expect(await (await download(admin, 'csv')).text()).toContain(note);
    expect(await (await download(admin, 'csv', false)).text()).not.toContain(note);
    expect(await (await download(stranger, 'csv')).text()).not.toContain(note);
  });

  test('as citations names every reference', async () => {
    const text = await (await download(stranger, 'citations')).text();
    expect(text.length).toBeGreaterThan(report.art.length * 10);
  });
});

describe('reports in the account', () => {
  const subject = { kind: 'invalidation' as const, ucid: patent };
  const list = async ({ call }: Member) => (await call('list-reports', { query: {} })).items;
  const share = ({ call }: Member, wanted: { audience: 'organization' | 'anyone'; days?: 1 | 7 }) =>
    call('share-report', { body: { ...subject, days: 7, marks: true, ...wanted } });
  const tokenOf = ({ url }: { url: string }) => new URL(url).hash.slice(1);
  const open = (call: Client, token: string) => call('open-shared-report', { body: { token } });

  test('the team sees who asked for what, and in which state it is; nobody else does', async () => {
    const [worked] = await list(colleague);
    expect(worked).toMatchObject({ ...subject, exists: true, status: 'ready' });
    const { call } = colleague;
    const email = newMailbox();
    await call('request-prior-art', { body: { ucid: 'us 99,020,012 b2', email } });
    const [asked, ...others] = await list(admin);
    expect(asked).toMatchObject({ kind: 'prior-art', ucid: 'US-99020012-B2', by: colleague.name });
    expect(others.map(({ ucid }) => ucid)).toEqual([patent]);
    const first = await call('list-reports', { query: { limit: 1 } });
    const second = await call('list-reports', { query: { limit: 1, cursor: first.next } });
    expect([...first.items, ...second.items].map(({ ucid }) => ucid)).toEqual(
      [asked, ...others].map((one) => one?.ucid),
    );
    expect((await list(stranger)).every(({ by }) => by === stranger.name)).toBe(true);
    await expectFailure(
      stranger.call('remove-listed-report', { query: { kind: 'prior-art', ucid: patent } }),
      'NotFound',
    );
  });

  test('a link shows the report with the marks to everybody, until it is taken back', async () => {
    await save(admin, { ...cellAt(8), note: 'For our counsel' }, 0);
    const made = await share(admin, { audience: 'anyone' });
    expect(new URL(made.url).pathname).toBe('/shared-report');
    const shown = await open(anonymous(), tokenOf(made));
    expect(shown.report).toEqual(report);
    expect(shown.marks?.marks.map(({ note }) => note)).toContain('For our counsel');
    expect(shown.shared_by).toBe('Analytical Engines');
    expect(shown.versions).toHaveLength(1);
    const downloaded = async (format: ReportFile) => {
      const body = { token: tokenOf(made), format };
      const { url } = await anonymous()('export-shared-report', { body });
      return Buffer.from(await (await fetch(url)).arrayBuffer());
    };
    expect((await downloaded('csv')).toString()).toContain('For our counsel');
    for (const format of ['pdf', 'docx', 'xlsx'] as const) {
      expect((await downloaded(format)).length).toBeGreaterThan(5000);
    }
    // What was added is compared for each reader, so that readers are limited.
    const { item_id } = await stranger.call('get-user', { query: {} });
    const person = createHash('sha256').update(item_id).digest('hex');
    const emptied = { tat: Date.now() + 10 * 365 * 86_400_000 };
    await setAttributes('Activity', [`ATTEMPTS#report_files#${person}`, 'ATTEMPTS'], emptied);
    await expectFailure(open(stranger.call, tokenOf(made)), 'TooManyAttempts');
    const bare = await admin.call('share-report', {
      body: { ...subject, audience: 'anyone', days: 1 },
    });
    expect((await open(anonymous(), tokenOf(bare))).marks).toBeUndefined();

    const shares = async ({ call }: Member) =>
      (await call('list-report-shares', { query: subject })).items;
    expect((await shares(colleague)).map(({ share_id }) => share_id)).toEqual(
      expect.arrayContaining([made.share.share_id, bare.share.share_id]),
    );
    expect(await shares(stranger)).toEqual([]);
    const revoke = ({ call }: Member) =>
      call('revoke-report-share', { query: { share_id: made.share.share_id } });
    await expectFailure(revoke(stranger), 'ShareNotFound');
    await revoke(colleague);
    await expectFailure(revoke(colleague), 'ShareNotFound');
    await expectFailure(open(anonymous(), tokenOf(made)), 'ShareRevoked');
    await expectFailure(open(anonymous(), made.share.share_id), 'ShareNotFound');

    await admin.call('remove-listed-report', { query: subject });
    await expectFailure(open(anonymous(), tokenOf(bare)), 'ShareRevoked');
    expect((await list(admin)).some(({ kind }) => kind === 'invalidation')).toBe(false);
    const trail = await admin.call('list-audit', { query: {} });
    const actions = trail.items.slice(0, 4).map(({ action }) => action);
    // The report and its last link went in the same instant.
    expect(actions.slice(0, 2).toSorted()).toEqual(['report.removed', 'report.share-revoked']);
    expect(actions.slice(2)).toEqual(['report.share-revoked', 'report.shared']);
    expect(JSON.stringify(trail)).not.toContain(tokenOf(bare));
  });

  test('a link shows the newest report, and the one that was shared if it is another one', async () => {
    const made = await share(admin, { audience: 'anyone' });
    const token = tokenOf(made);
    const older = structuredClone(report);
    older.record.made_at = '2026-01-02T03:04:05.000Z';
    await shareOlder(made.share.share_id, older);
    const newest = await open(anonymous(), token);
    expect(newest.report).toEqual(report);
    expect(newest.versions.map(({ version }) => version)).toEqual(['newest', 'shared']);
    const body = { token, version: 'shared' as const };
    expect((await anonymous()('open-shared-report', { body })).report).toEqual(older);
    const { url } = await anonymous()('export-shared-report', {
      body: { ...body, format: 'docx' },
    });
    const { value } = await mammoth.extractRawText({
      buffer: Buffer.from(await (await fetch(url)).arrayBuffer()),
    });
    expect(value).toContain('Invalidation report');
  });

  test('a link for the organization opens for its people only, until it expires', async () => {
    const made = await share(admin, { audience: 'organization' });
    const token = tokenOf(made);
    const download = (call: Client) =>
      call('export-shared-report', { body: { token, format: 'csv' } });
    expect((await fetch((await download(colleague.call)).url)).ok).toBe(true);
    await expectFailure(download(stranger.call), 'ShareNotYours');
    await expectFailure(download(anonymous()), 'ShareNotYours');
    expect((await open(colleague.call, token)).report).toEqual(report);
    await expectFailure(open(stranger.call, token), 'ShareNotYours');
    await expectFailure(open(anonymous(), token), 'ShareNotYours');
    await endShare(made.share.share_id);
    await expectFailure(open(colleague.call, token), 'ShareExpired');
  });

  test('links that are made at once are no more than the limit', async () => {
    const own = await newAdmin();
    const many = await Promise.allSettled(
      Array.from({ length: limits.reportSharesMax + 4 }, () => share(own, { audience: 'anyone' })),
    );
    const made = many.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).toHaveLength(limits.reportSharesMax);
    await expectFailure(share(own, { audience: 'anyone' }), 'ShareLimitReached');
    await own.call('revoke-report-share', { query: { share_id: made[0]!.share.share_id } });
    await share(own, { audience: 'anyone' });
  });
});

test('the report that is read is whole', () => {
  expect(reportSchema.parse(report)).toEqual(report);
});

test('a set that arises from marks has its reasons to combine', async () => {
  const own = await newAdmin();
  const claim = report.claims.find(({ independent }) => independent)!;
  const labels = claim.elements
    .filter(({ role }) => role === 'limitation')
    .map(({ label }) => label);
  const set = report.art
    .filter(({ tier }) => tier !== 'unknown')
    .slice(0, 2)
    .map(({ ucid }) => ucid);
  const [first, second] = set as [string, string];
  const isTold = (label: string, ucid: string) => ucid === (label === labels[0] ? second : first);
  const marks = report.chart
    .filter(({ element }) => labels.includes(element))
    .filter(({ element, ucid, grade }) => isTold(element, ucid) || grade === 'strong');
  await Promise.all(
    marks.map(({ element, ucid }) =>
      save(own, { element, ucid, grade: isTold(element, ucid) ? 'disclosed' : 'not found' }, 0),
    ),
  );
  const told = [...(report.combinations ?? []), ...((await read(own)).combinations ?? [])];
  expect(told.map(({ ucids }) => ucids)).toContainEqual(set);
  expect((await read(stranger)).combinations).toBeUndefined();
});
