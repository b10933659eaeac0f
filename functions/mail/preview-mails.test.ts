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

test('mails have all their content as plain text, too', () => {
  for (const { name, html, text, subject } of mails) {
    expect.soft(text.startsWith(subject), name).toBe(true);
    const body = html.slice(html.indexOf('<h1'));
    const plain = body
      .replaceAll(/<!--.*?-->/gs, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll('&#x27;', "'");
    const words = plain.split(/\s+/).filter((word) => /\p{L}{3}/u.test(word));
    expect
      .soft(
        words.filter((word) => !text.includes(word)),
        name,
      )
      .toEqual([]);
    for (const [, link] of html.matchAll(/href="([^"]*)"/g))
      expect.soft(text, name).toContain(link);
  }
});

test('mails load nothing, and have a dark look', () => {
  for (const { name, html } of mails) {
    expect.soft(html, name).not.toMatch(/<img|<link|<script|url\(|@import|\ssrc=/);
    expect.soft(html, name).toContain('@media (prefers-color-scheme: dark)');
    expect.soft(html, name).toContain('name="color-scheme" content="light dark"');
  }
});

test('mails link only to the product', () => {
  for (const { name, html } of mails) {
    for (const [, link] of html.matchAll(/href="([^"]*)"/g))
      expect.soft(link, name).toMatch(`${origin}/`);
  }
});
