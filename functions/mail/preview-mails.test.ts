import { expect, test } from 'vitest';
import { mailMessage } from './mail-message.ts';
import { previewMails } from './preview-mails.ts';

const origin = 'https://antecede.example';
const mails = await previewMails(origin);

test('every template is there', () => {
  const templates = mailMessage.options.flatMap(({ shape: { template } }) =>
    'options' in template ? template.options : [...template.values],
  );
  expect(mails.map(({ name }) => name)).toEqual(expect.arrayContaining(templates));
});

test.each(mails)('$name has all its content as plain text, too', ({ html, text, subject }) => {
  expect(text.startsWith(subject)).toBe(true);
  const body = html.slice(html.indexOf('<h1'));
  const plain = body
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'");
  const words = plain.split(/\s+/).filter((word) => /\p{L}{3}/u.test(word));
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
  for (const [, link] of html.matchAll(/href="([^"]*)"/g)) expect(text).toContain(link);
});

test.each(mails)('$name loads nothing, and has a dark look', ({ html }) => {
  expect(html).not.toMatch(/<img|<link|<script|url\(|@import|\ssrc=/);
  expect(html).toContain('@media (prefers-color-scheme: dark)');
  expect(html).toContain('name="color-scheme" content="light dark"');
});

test.each(mails)('$name links only to the product', ({ html }) => {
  for (const [, link] of html.matchAll(/href="([^"]*)"/g)) expect(link).toMatch(`${origin}/`);
});
