import { randomBytes } from 'node:crypto';
import type { Client } from '#shared/client.ts';
import type { ReportKind } from '#shared/report/report.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type Mail, readMailbox, waitForMail } from './cognito.ts';
import { clientAt } from './people.ts';

export const newMailbox = () => `${randomBytes(8).toString('hex')}@example.com`;

const requests = {
  'prior-art': 'request-prior-art',
  invalidation: 'request-invalidation-report',
} as const;

/** Asks for a report as the form of its page does. */
export const requestReport = (call: Client, kind: ReportKind, ucid: string, email: string) =>
  call(requests[kind], { body: { email, ucid } });

const asking = 'Please confirm your address';

/** Clicks the link by which the owner of an address says that they want reports, once that mail has arrived. */
export async function confirmAddress(origin: string, email: string): Promise<void> {
  const { text } = await waitForMail(origin, email, new RegExp(`^${asking}$`));
  const [, token] = /confirm-address#token=(\S+)/.exec(text)!;
  await clientAt(origin)('confirm-report-address', { body: { token: token! } });
}

/** The newest mail that brings a report to somebody, once it has arrived. They confirm their address if they are asked. */
export async function waitForReport(origin: string, email: string): Promise<Mail> {
  const { subject } = await waitForMail(
    origin,
    email,
    new RegExp(`report for .* is ready$|^${asking}$`),
  );
  if (subject === asking) await confirmAddress(origin, email);
  return waitForMail(origin, email, /report for .* is ready$/);
}

/** Every mail about a report that somebody got. */
export const reportMails = async (origin: string, email: string): Promise<Mail[]> =>
  (await readMailbox(origin, email)).filter(({ subject }) => / report for /.test(subject));

/** The link to the report in a mail. */
export const linkIn = ({ text }: Mail): string =>
  /https?:\/\/\S+\/api\/reports\/links\/\S+/.exec(text)![0];

/** Where a link leads to. */
export async function destinationOf(link: string): Promise<string> {
  const { status, headers } = await fetch(link, { redirect: 'manual' });
  if (status !== 302) throw new Error(`${link} answers ${status}`);
  return headers.get('location')!;
}

/** Has a report made, and waits until it can be read. */
export async function makeReport(call: Client, kind: ReportKind, ucid: string): Promise<void> {
  const { status } = await call('prepare-report', { body: { kind, ucid } });
  if (status === 'ready') return;
  const check = kind === 'prior-art' ? 'check-prior-art' : 'check-invalidation-report';
  await waitFor(`the ${kind} report of ${ucid}`, async () => {
    const { status: now } = await call(check, { query: { ucid } });
    if (now === 'failed') throw new Error(`The ${kind} report of ${ucid} has failed`);
    return now === 'ready';
  });
}
