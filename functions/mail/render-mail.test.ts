import { expect, test } from 'vitest';
import { mailMessage } from './mail-message.ts';
import { renderMail } from './render-mail.tsx';

const message = {
  template: 'index-ready',
  dedupeKey: 'build-ended/bld_1',
  to: 'ada@example.com',
  data: { indexId: 'idx_1', indexName: 'Whales', rows: 1234, rejects: 1 },
} as const;

test('says the same in HTML and in plain text', async () => {
  const mail = await renderMail(message, 'https://antecede.example');
  expect(mail.subject).toBe('Your index Whales is ready');
  for (const part of [
    '1,234 rows',
    '1 row could not be read',
    'https://antecede.example/indexes/idx_1',
  ]) {
    expect(mail.html).toContain(part);
    expect(mail.text).toContain(part);
  }
  expect(mail.html).toMatch(/^<!doctype html>/i);
  expect(mail.html).not.toContain('<script');
});

test('escapes names that customers chose', async () => {
  const reason = 'The column "<img src=x onerror=alert(1)>" occurs twice.';
  const mail = await renderMail(
    { ...message, template: 'index-failed', data: { indexId: 'i', indexName: 'I', reason } },
    'https://antecede.example',
  );
  expect(mail.html).not.toContain('<img');
  expect(mail.text).toContain(reason);
});

test('a report mail contains its link unchanged and says how long it works', async () => {
  const link = 'https://antecede.example/api/report-file?token=a.b-c&x=1';
  const mail = await renderMail(
    {
      ...message,
      template: 'report-ready',
      data: {
        kind: 'invalidation',
        ucid: 'US-99010012-B2',
        title: 'Hive <with> frames',
        link,
        days: 7,
        references: 12,
      },
    },
    'https://antecede.example',
  );
  expect(mail.subject).toBe('The invalidation report for US-99010012-B2 is ready');
  expect(mail.text).toContain(`Download the report: ${link}`);
  expect(mail.text).toContain('for 7 days');
  expect(mail.html).toContain(link.replace('&', '&amp;'));
  expect(mail.html).toContain('Hive &lt;with&gt; frames');
});

test('a report that cannot be made says why, and where to request it again', async () => {
  const reason = 'The patent has no claims in our catalogue.';
  const data = { kind: 'prior-art', ucid: 'US-99010012-B2', reason } as const;
  const mail = await renderMail(
    { ...message, template: 'report-failed', data },
    'https://antecede.example',
  );
  expect(mail.text).toContain(reason);
  expect(mail.text).toContain('https://antecede.example/download-prior-art/US-99010012-B2');
});

test('a dispute that an earlier version has queued, without a name, is told with the id of the organization', async () => {
  const queued = { orgId: 'org_1', disputeId: 'dp_1' };
  const mail = await renderMail(
    mailMessage.parse({ ...message, template: 'payment-disputed', data: queued }),
    'https://antecede.example',
  );
  expect(mail.subject).toBe('A payment of org_1 is disputed');
  expect(mail.text).toContain('dispute dp_1');
});
