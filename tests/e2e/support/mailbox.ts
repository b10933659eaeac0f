import { expect, type Page } from '@playwright/test';

interface Mail {
  to: string | string[];
  subject: string;
  text: string;
  date: string;
}

/**
 * Waits for a mail to an address and gives the newest.
 * @param count how many of the kind there must be by then
 */
export async function waitForMail(
  page: Page,
  to: string,
  subject: RegExp,
  count = 1,
): Promise<Mail> {
  let found: Mail[] = [];
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/_local/mail', {
          headers: { accept: 'application/json' },
        });
        const mails = (await answer.json()) as Mail[];
        found = mails.filter((mail) => [mail.to].flat().includes(to) && subject.test(mail.subject));
        return found.length;
      },
      { message: `a mail to ${to} with a subject like ${subject}`, timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(count);
  return found.toSorted((a, b) => b.date.localeCompare(a.date))[0]!;
}

/** The six digits in a mail. */
export function codeIn({ text }: Mail): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`No code in: ${text}`);
  return code;
}
