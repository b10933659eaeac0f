import { expect, type Page } from '@playwright/test';

interface Mail {
  to: string | string[];
  subject: string;
  text: string;
}

/** Waits for a mail to an address. */
export async function waitForMail(page: Page, to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/_local/mail', {
          headers: { accept: 'application/json' },
        });
        const mails = (await answer.json()) as Mail[];
        found = mails.find((mail) => [mail.to].flat().includes(to) && subject.test(mail.subject));
        return found !== undefined;
      },
      { message: `a mail to ${to} with a subject like ${subject}`, timeout: 30_000 },
    )
    .toBe(true);
  return found!;
}

/** The six digits in a mail. */
export function codeIn({ text }: Mail): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`No code in: ${text}`);
  return code;
}
