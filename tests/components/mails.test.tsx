import axe from 'axe-core';
import { expect, test } from 'vitest';
import { previewMails } from '#functions/mail/preview-mails.ts';

const mails = await previewMails('https://antecede.example');
const looks = [
  ['light', 'not all'],
  ['dark', 'all'],
] as const;

/** Findings of axe for a separate page. */
async function violationsIn(html: string): Promise<string[]> {
  const frame = document.createElement('iframe');
  frame.style.width = '360px';
  frame.srcdoc = html;
  document.body.append(frame);
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
  });
  const page = frame.contentWindow as Window & { eval(code: string): void; axe: typeof axe };
  page.eval(axe.source);
  const { violations } = await page.axe.run(page.document);
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  frame.remove();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html: node }) => node)}`);
}

test.each(looks)('the mails are accessible, %s and on a phone', async (_, when) => {
  for (const { name, html } of mails) {
    const looked = html.replace('(prefers-color-scheme: dark)', when);
    expect(await violationsIn(looked), name).toEqual([]);
  }
});
