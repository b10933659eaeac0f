import { expect, test } from 'vitest';
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

test('escapes what a customer named', async () => {
  const reason = 'The column "<img src=x onerror=alert(1)>" occurs twice.';
  const mail = await renderMail(
    { ...message, template: 'index-failed', data: { indexId: 'i', indexName: 'I', reason } },
    'https://antecede.example',
  );
  expect(mail.html).not.toContain('<img');
  expect(mail.text).toContain(reason);
});
