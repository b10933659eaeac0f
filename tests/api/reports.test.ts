/** Reports for anybody: read, asked for, mailed; and what attackers try. */
import { beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#shared/client.ts';
import { limits } from '#shared/limits.ts';
import { reportKinds, reportSchema } from '#shared/report/report.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { readMailbox, waitForMail } from './support/cognito.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, newUser, origin } from './support/people.ts';
import {
  destinationOf,
  linkIn,
  makeReport,
  newMailbox,
  reportMails,
  requestReport,
  waitForReport,
} from './support/reports.ts';

const patent = 'US-99030012-B2';
const unknown = 'US-99000001-B2';
const call = anonymous();

const reads = {
  'prior-art': 'get-prior-art',
  invalidation: 'get-invalidation-report',
} as const;
const checks = {
  'prior-art': 'check-prior-art',
  invalidation: 'check-invalidation-report',
} as const;

describe.each(reportKinds)('the %s report', (kind) => {
  let email: string;
  beforeAll(async () => {
    email = newMailbox();
    await requestReport(call, kind, patent, email);
    await waitForReport(origin(), email);
  });

  test('is there when the mail has arrived, and anybody can read it', async () => {
    const { report } = await call(reads[kind], { query: { ucid: patent } });
    expect(reportSchema.parse(report)).toEqual(report);
    expect(report).toMatchObject({ kind, subject: { ucid: patent } });
    expect(report.art.length).toBeGreaterThan(0);
    const exists = await call(checks[kind], { query: { ucid: patent } });
    expect(exists).toEqual({ exists: true, status: 'ready' });
  });

  test('comes by a link that leads to the PDF', async () => {
    const mail = await waitForReport(origin(), email);
    expect(mail.text).toContain(`for ${limits.reportLinkDays} days`);
    const answer = await fetch(linkIn(mail));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${kind}-${patent}.pdf"`,
    );
    expect((await answer.text()).slice(0, 5)).toBe('%PDF-');
  });

  test.each(['us99030012b2', 'US 99,030,012 B2', 'US99030012', 'us\u201199030012\u2011b2'])(
    'is found by %s',
    async (spelling) => {
      const { report } = await call(reads[kind], { query: { ucid: spelling } });
      expect(report.subject.ucid).toBe(patent);
      expect(await requestReport(call, kind, spelling, newMailbox())).toEqual({ ucid: patent });
    },
  );

  test('of an unknown patent is not available', async () => {
    const failure = await expectFailure(
      call(reads[kind], { query: { ucid: unknown } }),
      'ReportNotFound',
    );
    expect(failure.message).toMatch(
      /^(Prior art|Invalidation) report for this patent is not available\.$/,
    );
    await expectFailure(requestReport(call, kind, unknown, newMailbox()), 'ReportNotFound');
    await expectFailure(
      call('prepare-report', { body: { kind, ucid: unknown } }),
      'ReportNotFound',
    );
    expect(await call(checks[kind], { query: { ucid: unknown } })).toEqual({
      exists: false,
      status: 'none',
    });
  });

  test.each([
    '../../exports/org',
    '..%2f..%2fexports',
    'US-99030012-B2/../../secret',
    '=HYPERLINK("https://evil.example","US-99030012-B2")',
    '@SUM(1+1)',
    'US-99030012-B2\u0000',
    'US-99030012-B2\r\nBcc: eve@example.com',
    '13/834,919',
    'x',
  ])('refuses %j as a bad request', async (ucid) => {
    const read = await expectFailure(call(reads[kind], { query: { ucid } }), 'UcidInvalid');
    expect(read.message).toBe('Bad request');
    await expectFailure(call(checks[kind], { query: { ucid } }), 'UcidInvalid');
    await expectFailure(requestReport(call, kind, ucid, newMailbox()), 'UcidInvalid');
  });

  test.each([
    'eve@example.com\r\nBcc: others@example.com',
    'eve@example.com, others@example.com',
    '"Eve\r\nBcc: others@example.com" <eve@example.com>',
    'eve@example.com\u0000',
    'eve',
    '',
  ])('is not mailed to %j', async (address) => {
    await expectFailure(requestReport(call, kind, patent, address), 'InvalidRequest');
  });
});

test('a request says the same, whether the report is there or not', async () => {
  const fresh = 'US-99050011-B2';
  const [first, email] = [newMailbox(), newMailbox()];
  const answers = [
    await requestReport(call, 'prior-art', fresh, first),
    await requestReport(call, 'prior-art', fresh, first),
  ];
  await waitForReport(origin(), first);
  answers.push(await requestReport(call, 'prior-art', fresh, email));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await waitForReport(origin(), email);
  expect(await reportMails(origin(), first)).toHaveLength(1);
});

test('a report can be prepared before anybody gives an address', async () => {
  const ucid = 'US-99050012-B1';
  await makeReport(call, 'invalidation', ucid);
  const { report } = await call('get-invalidation-report', { query: { ucid } });
  expect(report.subject.ucid).toBe(ucid);
});

test('whether there is data for a report is told', async () => {
  const isThere = async (ucid: string) =>
    (await call('check-report-data', { query: { ucid } })).exists;
  expect(await isThere('us 99,030,012')).toBe(true);
  expect(await isThere(unknown)).toBe(false);
  await expectFailure(isThere('../x'), 'UcidInvalid');
});

describe('a link', () => {
  let link: string;
  beforeAll(async () => {
    const email = newMailbox();
    await requestReport(call, 'prior-art', patent, email);
    link = linkIn(await waitForReport(origin(), email));
  });
  const page = `/download-prior-art/${patent}?link-expired=1`;

  test('that is guessed leads to the page where the report can be asked for', async () => {
    const [, token] = /([^/]+)$/.exec(link)!;
    for (const guess of [
      link.slice(0, -1),
      `${link}0`,
      link.replace(token!, `rt_${'0'.repeat(40)}`),
      link.replace(token!, token!.toUpperCase()),
    ]) {
      expect(await destinationOf(guess)).toBe(origin() + page);
    }
  });

  test('opens its own report only', async () => {
    const other = link.replace('/prior-art/', '/invalidation/');
    expect(await destinationOf(other)).toContain(`/generate-invalidation/${patent}`);
    const foreign = link.replace(patent, 'US-99050011-B2');
    expect(await destinationOf(foreign)).toContain('/download-prior-art/US-99050011-B2');
  });

  test('never leads to a place that its path names', async () => {
    for (const ucid of ['..%2f..%2fevil', '%2f%2fevil.example', 'US-99030012-B2%0d%0aX: 1']) {
      const answer = await fetch(link.replace(patent, ucid), { redirect: 'manual' });
      expect(answer.status).toBe(400);
    }
  });
});

test('a mailbox is spared, and only its owner is told so', async () => {
  const owner = await newUser();
  const victim = newMailbox();
  const ask = (as: typeof call, email: string) => requestReport(as, 'prior-art', patent, email);
  for (let request = 0; request < 3; request++) await ask(call, victim);
  const tagged = ['one', 'two'].map((tag) => victim.replace('@', `+${tag}@`));
  for (const email of tagged) await ask(call, email);
  const refused = await Promise.resolve()
    .then(async () => {
      for (let request = 0; request <= 25; request++) await ask(owner.call, owner.email);
      return undefined;
    })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect((refused as ApiError).code).toBe('TooManyAttempts');
  // Who never confirmed gets one mail, which asks.
  const { text } = await waitForMail(origin(), victim, /confirm your address/);
  await waitForReport(origin(), owner.email);
  // Another tag is the same mailbox.
  const mailed = await Promise.all([victim, ...tagged].map((one) => readMailbox(origin(), one)));
  expect(mailed.flat().map(({ subject }) => subject)).toEqual(['Please confirm your address']);
  const [, token] = /token=(\S+)/.exec(text)!;
  const confirm = (given: string) => call('confirm-report-address', { body: { token: given } });
  await expectFailure(confirm(token!.replace(/.$/, 'x').replace(/^./, '0')), 'LinkExpired');
  await confirm(token!);
  await confirm(token!);
  await waitForReport(origin(), victim);
  expect(await reportMails(origin(), victim)).toHaveLength(1);
  // From then on reports come at once.
  await ask(call, victim);
  await waitFor(
    'the second report',
    async () => (await reportMails(origin(), victim)).length === 2,
  );
});
