import { type Mail, readMailbox } from '#tests/api/support/cognito.ts';
import { waitFor } from '#tests/support/wait-for.ts';

/**
 * Waits for a mail to an address and gives the newest.
 * @param count how many of the kind there must be by then
 */
export const waitForMail = (to: string, subject: RegExp, count = 1): Promise<Mail> =>
  waitFor(`mail ${count} to ${to} about ${subject}`, async () => {
    const mails = await readMailbox(process.env.E2E_ORIGIN!, to);
    const found = mails.filter((mail) => subject.test(mail.subject));
    return found.length >= count && found[0];
  });

/** The six digits in a mail. */
export function codeIn({ text }: Mail): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`No code in: ${text}`);
  return code;
}
