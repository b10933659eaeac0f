import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { RecordedSearch } from '#shared/contract/admin.ts';
import { limits } from '#shared/limits.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { converse, newConversation } from './support/chat.ts';
import { waitForMail } from './support/cognito.ts';
import { expectFailure } from './support/expect-failure.ts';
import {
  anonymous,
  type Member,
  newAdmin,
  newMember,
  origin,
  type Person,
} from './support/people.ts';
import { requestReport, waitForReport } from './support/reports.ts';
import { grantStaff, inSecondStep, newStaff } from './support/staff.ts';
import { snapshotOf } from './support/stores.ts';

interface Asked {
  /** On the search page of this person. Without, a program with a key of the organization. */
  by?: Member;
  filters?: { column: string; operator: '='; value: string }[];
  rows?: number;
  sort?: { column: string; descending: boolean };
}

/** A search with the organization's key for the patents. */
async function searchAs({ call }: Member, text: string, { by, filters, rows, sort }: Asked = {}) {
  const key = by
    ? await by.call('create-search-key', { body: { index_id: 'us_patents' } })
    : (await call('list-index-keys', { query: {} })).us_patents![0]!;
  return anonymous()('query-index', {
    params: { index_id: 'us_patents' },
    apiKey: key.api_key,
    body: { request: { conceptFeaturesString: text, filters, maxNumItems: rows, sort } },
  });
}

/** Reports a click with the organization's key for the patents, or with another one. */
async function clickAs(
  { call }: Member,
  body: { text: string; row: string; position?: number },
  key?: string,
) {
  const apiKey = key ?? (await call('list-index-keys', { query: {} })).us_patents![0]!.api_key;
  return anonymous()('record-click', { params: { index_id: 'us_patents' }, apiKey, body });
}

const analysed = (
  { call }: Member,
  query: { org_id?: string; index_id?: string; key_id?: string },
) => call('get-search-analytics', { query });

const nothingAnalysed = {
  confidential: true,
  searches: 0,
  clicks: 0,
  frequent: [],
  without_results: [],
  without_clicks: [],
  opened: [],
};

let staff: Person;
beforeAll(async () => {
  staff = await newStaff();
});

const historyOf = async ({ orgId }: Member, filter: { text?: string } = {}) =>
  (await staff.call('list-search-history', { query: { org_id: orgId, ...filter } })).items;

/** The history once it has so many searches, newest first. */
const waitForHistory = (admin: Member, searches: number): Promise<RecordedSearch[]> =>
  waitFor(`${searches} searches in the history`, async () => {
    const items = await historyOf(admin);
    return items.length >= searches && items;
  });

/** Names of the functions whose logs have a text. */
function logsWith(text: string): string[] {
  const folder = join(inject('installation').dataDir, 'logs');
  const files = readdirSync(folder).filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes(text),
  );
  return files.map((name) => name.replace(/^antecede-local-|\.log$/g, ''));
}

const nothing = [{ column: 'kind_code', operator: '=', value: 'none' } as const];

describe('the search history', () => {
  test('records user, index, text, results and time of every search', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    const text = 'rearing  queen bees, 2 at a time';
    const { totalFoundItems } = await searchAs(admin, text);
    await searchAs(admin, 'on the page', { by: member });
    await searchAs(admin, 'nothing of this kind', { filters: nothing });
    const unknown = [{ column: 'no such column', operator: '=', value: '1' } as const];
    await expectFailure(searchAs(admin, 'refused', { filters: unknown }), 'InvalidRequest');
    const items = await waitForHistory(admin, 4);
    const find = (wanted: string) => items.find((item) => item.text === wanted)!;
    expect(find(text)).toMatchObject({
      kind: 'api',
      org_id: admin.orgId,
      organization: 'Analytical Engines',
      index_id: 'us_patents',
      words: 7,
      tokens: 7,
      size_bytes: 32,
      results: totalFoundItems,
    });
    expect(find(text).key_id).toMatch(/^key_/);
    expect(find(text).elapsed_ms).toBeGreaterThan(0);
    const { items: team } = await admin.call('list-users', { query: {} });
    const { user_id } = team.find(({ email }) => email === member.email)!;
    expect(find('on the page')).toMatchObject({ kind: 'product', user_id });
    expect(find('on the page')).not.toHaveProperty('key_id');
    // On the page people see their own searches, once each, and nobody else's.
    const ownOf = async ({ call }: Member) => (await call('list-own-searches')).items;
    expect(await ownOf(admin)).toEqual([]);
    const filters = [{ column: 'kind_code', operator: '=', value: 'B2' } as const];
    const sort = { column: 'publication_date', descending: true };
    // Nobody typed what a page asks for to show one row, but what a program asks for.
    await searchAs(admin, 'one row of a page', { by: member, rows: 1 });
    await searchAs(admin, 'one row of a program', { rows: 1 });
    await searchAs(admin, 'on the page', { by: member, filters, sort });
    const later = (await waitForHistory(admin, 6)).map(({ text }) => text);
    expect(later).toContain('one row of a program');
    expect(later).not.toContain('one row of a page');
    // With the filters and the order that it had last.
    expect(await ownOf(member)).toEqual([
      {
        at: expect.any(String),
        index_id: 'us_patents',
        text: 'on the page',
        syntax: 'words',
        filters,
        sort,
        results: expect.any(Number),
      },
    ]);
    expect(find('nothing of this kind')).toMatchObject({ results: 0 });
    expect(find('refused')).toMatchObject({ failure: 'InvalidRequest' });
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
  });

  test('is filtered and paged for staff, of one organization and of all', async () => {
    const admin = await newAdmin();
    const word = `zebra${Date.now()}`;
    for (const position of [1, 2, 3]) await searchAs(admin, `${word} ${position}`);
    await searchAs(admin, `${word} none`, { filters: nothing });
    await waitForHistory(admin, 4);
    const list = (query: object) => staff.call('list-search-history', { query });
    const texts = ({ items }: { items: RecordedSearch[] }) => items.map(({ text }) => text);
    const first = await list({ text: word, limit: 3 });
    expect(texts(first)).toEqual([`${word} none`, `${word} 3`, `${word} 2`]);
    const second = await list({ text: word, limit: 3, cursor: first.next });
    expect(texts(second)).toEqual([`${word} 1`]);
    const { orgId: org_id } = admin;
    expect(texts(await list({ org_id, outcome: 'empty' }))).toEqual([`${word} none`]);
    expect(texts(await list({ org_id, outcome: 'found', index: 'us_patents' }))).toHaveLength(3);
    expect(texts(await list({ org_id, index: 'custom' }))).toEqual([]);
    expect(texts(await list({ org_id, kind: 'chat' }))).toEqual([]);
    expect(texts(await list({ org_id, from: '2020-01-01', to: '2020-01-02' }))).toEqual([]);
    const backwards = { from: '2020-01-02', to: '2020-01-01' };
    await expectFailure(list(backwards), 'InvalidRequest');
    await expectFailure(staff.call('get-search-figures', { query: backwards }), 'InvalidRequest');
    await expectFailure(admin.call('get-usage', { query: backwards }), 'InvalidRequest');
  });

  test('tells the trail of an organization that staff have read it, and shows staff nothing of their own', async () => {
    const [admin, own] = await Promise.all([newAdmin(), newAdmin()]);
    const word = `heron${Date.now()}`;
    await searchAs(admin, `${word} of others`);
    await searchAs(own, `${word} of my own`);
    await Promise.all([admin, own].map((one) => waitForHistory(one, 1)));
    const { items: before } = await admin.call('list-audit', { query: {} });
    const viewed = before.filter(({ action }) => action === 'searches.viewed');
    expect(viewed[0]).toMatchObject({
      object: { id: admin.orgId },
      person: { full_name: 'Antecede staff' },
    });
    await grantStaff(own.email);
    const insider = await inSecondStep(own);
    const list = (query: object) => insider.call('list-search-history', { query });
    await expectFailure(list({ org_id: own.orgId }), 'Forbidden');
    const { items } = await list({ text: word });
    expect(items.map(({ text }) => text)).toEqual([`${word} of others`]);
    const { items: after } = await admin.call('list-audit', { query: {} });
    expect(after.filter(({ action }) => action === 'searches.viewed')).toHaveLength(
      viewed.length + 1,
    );
  });

  test('has the questions to the assistant', async () => {
    const admin = await newAdmin();
    await converse(await newConversation(admin.call), 'Who rears queen bees?');
    const [chat] = await waitForHistory(admin, 1);
    expect(chat).toMatchObject({ kind: 'chat', org_id: admin.orgId, index_id: 'us_patents' });
    expect(chat!.text).toBeTruthy();
    expect(chat!.user_id).toBeTruthy();
    expect(chat!.tokens).toBeGreaterThan(10);
  });

  test('has the searches of visitors, but those of the assistant only as its question', async () => {
    const query = `whales and ships ${Date.now()}`;
    const search = (visitor: boolean) =>
      anonymous()('get-filtered-data', { body: { query, limit: 1, visitor } });
    await search(false);
    const { found } = await search(true);
    const recorded = await waitFor('the search of a visitor', async () => {
      const { items } = await staff.call('list-search-history', { query: { text: query } });
      return items.length > 0 && items;
    });
    expect(recorded).toMatchObject([
      { kind: 'visitor', index_id: 'us_patents', text: query, results: found, words: 4 },
    ]);
    for (const who of ['org_id', 'user_id', 'key_id']) expect(recorded[0]).not.toHaveProperty(who);
  });

  test('is kept for a time, and tells neither keys nor persons to the logs', async () => {
    const admin = await newAdmin();
    const [key] = (await admin.call('list-index-keys', { query: {} })).us_patents!;
    await searchAs(admin, 'whose is this?', { by: admin });
    await converse(await newConversation(admin.call), 'Who rears queen bees?');
    await waitForHistory(admin, 2);
    const lines = await snapshotOf([admin.orgId]);
    const searches = lines.filter((line) => line.includes('SEARCHES#'));
    expect(searches.length).toBeGreaterThanOrEqual(2);
    for (const line of searches) {
      const [at = ''] = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(line) ?? [];
      const end = Date.parse(at) / 1000 + limits.searchHistoryDays * 86_400;
      expect(line).toContain(String(Math.floor(end)));
    }
    expect([...logsWith(key!.api_key), ...logsWith(admin.email)]).toEqual([]);
  });

  test('has the reports that people asked for, when they are mailed', async () => {
    const admin = await newAdmin();
    const ucid = 'US-99030012-B2';
    await requestReport(admin.call, 'invalidation', ucid, admin.email);
    await waitForReport(origin(), admin.email);
    const [report, ...others] = await waitForHistory(admin, 1);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ kind: 'report', text: ucid, index_id: 'us_patents' });
    expect(report!.user_id).toBeTruthy();
    expect(report!.results).toBeGreaterThan(0);
    expect(report!.elapsed_ms).toBeGreaterThan(0);
    expect(report).not.toHaveProperty('failure');
  });

  test('is erased with the person and with the organization', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    const text = `private ${Date.now()}`;
    await searchAs(admin, text, { by: member });
    const [{ user_id }] = (await waitForHistory(admin, 1)) as [RecordedSearch];
    await member.call('request-data-export', { body: { auth_user_id: member.authUserId } });
    await waitForMail(origin(), member.email, /^Your data is ready to download$/);
    const { download_url } = await member.call('get-data-export');
    const zip = new Uint8Array(await (await fetch(download_url!)).arrayBuffer());
    const searches = Buffer.from(unzipSync(zip)['searches.json']!).toString();
    expect(JSON.parse(searches)).toMatchObject([{ text, kind: 'product' }]);

    const erase = ({ call, authUserId, email }: Member) =>
      call('erase-user', {
        body: { auth_user_id: authUserId, email, erase_organization: true },
      });
    await erase(member);
    await waitForMail(origin(), member.email, /^Your account has been erased$/);
    const [kept] = await historyOf(admin);
    expect(kept).toMatchObject({ kind: 'product', words: 2 });
    expect(JSON.stringify(kept)).not.toContain(user_id);
    expect(kept).not.toHaveProperty('text');
    await clickAs(admin, { text: 'of the organization', row: 'US-1' });
    await erase(admin);
    await waitForMail(origin(), admin.email, /^Your account has been erased$/);
    const left = await snapshotOf([admin.orgId]);
    expect(left.filter((line) => /SEARCHES|USAGE|CLICKS/.test(line))).toEqual([]);
  });
});

describe('an organization that keeps its texts to itself', () => {
  test('stores only counts, in the log too, if its admins choose so', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    const { orgId: org_id } = admin;
    const change = (person: Member, confidential: boolean) =>
      person.call('update-query-texts', {
        body: { org_id, auth_user_id: person.authUserId, confidential },
      });
    await expectFailure(change(member, true), 'Forbidden');
    const early = `early${Date.now()}`;
    await searchAs(admin, early);
    await waitForHistory(admin, 1);
    expect(await change(admin, true)).toEqual({ confidential: true, earlier_texts: 'hidden' });
    expect(JSON.stringify(await historyOf(admin))).not.toContain(early);
    expect(await historyOf(admin, { text: early })).toEqual([]);
    const { organization } = await admin.call('get-user', { query: {} });
    expect(organization).toMatchObject({ confidential_queries: true });
    const action = 'organization.query-texts-changed';
    const { items: entries } = await admin.call('list-audit', { query: { action } });
    expect(entries).toMatchObject([
      {
        action,
        details: { texts: 'not kept, earlier ones hidden' },
      },
    ]);

    const secret = `secret${Date.now()}`;
    await searchAs(admin, `${secret} one`, { by: admin });
    expect((await admin.call('list-own-searches')).items).toEqual([]);
    const [kept] = await waitForHistory(admin, 2);
    expect(kept).toMatchObject({ words: 2, tokens: 3, kind: 'product' });
    expect(kept).not.toHaveProperty('text');
    const click = { text: secret, row: secret };
    expect(await clickAs(admin, click)).toEqual({ recorded: false });
    expect(await admin.call('get-search-analytics', { query: {} })).toEqual(nothingAnalysed);
    expect((await snapshotOf([org_id])).filter((line) => line.includes('CLICKS'))).toEqual([]);
    await converse(await newConversation(admin.call), `${secret} two`);
    const ucid = 'US-99030012-B2';
    await requestReport(admin.call, 'prior-art', ucid, admin.email);
    await waitForHistory(admin, 4);
    expect(JSON.stringify(await historyOf(admin))).not.toContain(secret);
    expect(JSON.stringify(await historyOf(admin))).not.toContain(ucid);
    expect(logsWith(org_id)).toEqual(expect.arrayContaining(['query-index', 'answer-chat']));
    expect(logsWith(secret)).toEqual([]);
    await change(admin, false);
    await searchAs(admin, `${secret} three`);
    const [newest] = await waitForHistory(admin, 5);
    expect(newest).toMatchObject({ text: `${secret} three` });
  });
});

describe('usage', () => {
  test('counts the searches of one organization by day, index and key', async () => {
    const [admin, other] = await Promise.all([newAdmin(), newAdmin()]);
    for (const text of ['Whales', ' whales ', 'bees']) await searchAs(admin, text);
    await searchAs(admin, 'nothing', { filters: nothing });
    await searchAs(other, 'theirs');
    await waitForHistory(admin, 4);
    const usage = await waitFor('the counts', async () => {
      const told = await admin.call('get-usage', { query: {} });
      return told.total.searches === 4 && told;
    });
    expect(usage.days).toHaveLength(30);
    expect(usage.days.at(-1)).toMatchObject({ searches: 4, empty: 1, failed: 0 });
    expect(usage.days[0]).toMatchObject({ searches: 0, p50: null });
    const { p50, p99 } = usage.total;
    expect(p50).toBeGreaterThan(0);
    expect(p99).toBeGreaterThanOrEqual(p50!);
    expect(usage.rows).toMatchObject([
      { index_id: 'us_patents', kind: 'api', key_id: expect.stringMatching(/^key_/), searches: 4 },
    ]);
    const { searches: read, since, ...lists } = await analysed(admin, {});
    expect({ read, since }).toEqual({ read: 4, since: undefined });
    const whales = { text: 'whales', searches: 2, empty: 0, clicks: 0 };
    const none = { text: 'nothing', searches: 1, empty: 1, clicks: 0 };
    expect(lists.frequent[0]).toEqual(whales);
    expect(lists.without_results).toEqual([none]);
    expect(lists.without_clicks).toEqual([]);

    for (const position of [1, 4]) await clickAs(admin, { text: 'WHALES', row: 'US-1', position });
    await clickAs(admin, { text: 'minnows', row: 'US-2' });
    const clicked = await analysed(admin, { index_id: 'us_patents' });
    expect(clicked.frequent[0]).toEqual({ ...whales, clicks: 2, position: 2.5 });
    expect(clicked.without_clicks).toEqual([{ ...none, text: 'bees', empty: 0 }]);
    expect(clicked.opened).toEqual([
      { index_id: 'us_patents', row: 'US-1', clicks: 2 },
      { index_id: 'us_patents', row: 'US-2', clicks: 1 },
    ]);
    for (const other of [{ index_id: 'arxiv' }, { key_id: 'key_0' }]) {
      expect(await analysed(admin, other)).toMatchObject({ searches: 0, clicks: 0, opened: [] });
    }
    const session = await admin.call('create-search-key', { body: { index_id: 'us_patents' } });
    await expectFailure(
      clickAs(admin, { text: 'typed', row: 'US-3' }, session.api_key),
      'KeyRestricted',
    );
    expect(await analysed(other, {})).toMatchObject({ searches: 1, clicks: 0 });
    await expectFailure(analysed(admin, { org_id: other.orgId }), 'NotFound');
    expect(usage.quota).toEqual({ per_day: 10_000, used_today: 4, left: 9996 });
    expect(await admin.call('get-quota')).toEqual(usage.quota);
    expect(usage.storage).toEqual({ files: 0, size_bytes: 0 });
    const theirs = { query: { org_id: other.orgId } };
    await expectFailure(admin.call('get-usage', theirs), 'NotFound');
    const { total } = await staff.call('get-search-figures', { query: { org_id: admin.orgId } });
    expect(total).toMatchObject({ searches: 4, empty: 1 });
    const all = await staff.call('get-search-figures', { query: { index: 'us_patents' } });
    expect(all.total.searches).toBeGreaterThanOrEqual(5);
  });
});
