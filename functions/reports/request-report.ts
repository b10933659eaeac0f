import { mailboxOf } from '#core/request/mailbox-of.ts';
import { isAllowed, requireAttempt } from '#core/request/require-attempt.ts';
import type { VisitorPrincipal } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { askAddress } from './ask-address.ts';
import { getAddress } from './confirmed-addresses.ts';
import { listReport } from './report-list.ts';
import { findReportPatent } from './report-patent.ts';
import { enqueueReport, type ReportMessage } from './report-queue.ts';
import { putReportRequest } from './report-requests.ts';
import { reportSettings } from './report-settings.ts';
import { servedReport } from './report-version.ts';
import { beginReport, type ReportSubject } from './reports.ts';

/**
 * Has a report made if there is none, and mailed in any case. What the caller learns does not depend on whether
 * it is made already. Throws `UcidInvalid`, `ReportNotFound` for a patent whose text we do not have, and
 * `TooManyAttempts`.
 */
export async function requestReport(
  kind: ReportSubject['kind'],
  { email, ucid: text }: { email: string; ucid: string },
  principal: VisitorPrincipal,
  now: Date,
): Promise<{ ucid: string }> {
  const subject = await requireAllowed(kind, text, principal, now);
  if (await mayBeMailed(email, principal, now)) await mailReport(subject, email, principal, now);
  return { ucid: subject.ucid };
}

/** Has a report made if there is none. Throws as `requestReport`. */
export async function prepareReport(
  kind: ReportSubject['kind'],
  text: string,
  principal: VisitorPrincipal,
  now: Date,
): Promise<ReportSubject> {
  const subject = await requireAllowed(kind, text, principal, now);
  await orderReport(subject, principal, now);
  return subject;
}

/**
 * Counts a request for the report of a patent, and lists it in the account of who is signed in. People who are signed in share their limit with nobody. What visitors share is
 * counted after the patent is found, so that requests for patents that nobody has do not use it up.
 */
async function requireAllowed(
  kind: ReportSubject['kind'],
  text: string,
  { user, address }: VisitorPrincipal,
  now: Date,
): Promise<ReportSubject> {
  if (user) await requireAttempt('report_person', user.item_id, now);
  else await requireAttempt('report_address', address, now);
  const patent = await findReportPatent(text);
  if (!patent) throw new ProductError('ReportNotFound');
  if (!user) {
    await requireAttempt('report_visitors', 'all', now);
    await requireAttempt('report_patent', `${kind} ${patent.ucid}`, now);
  }
  const subject = { kind, ucid: patent.ucid };
  if (user) await listReport(user, { ...subject, title: patent.title }, now);
  return subject;
}

/**
 * Whether one more mail with a report may go to an address. Only its owner is told that it may not: to anybody
 * else that would say that somebody has asked for reports with this address.
 */
async function mayBeMailed(email: string, { user }: VisitorPrincipal, now: Date): Promise<boolean> {
  if (user?.email !== email) return isAllowed('report_stranger', mailboxOf(email), now);
  await requireAttempt('report_email', mailboxOf(email), now);
  return true;
}

/** Has a report made and mailed. An address whose owner has not asked for it, nor confirmed it, gets one mail that asks. */
async function mailReport(
  subject: ReportSubject,
  email: string,
  principal: VisitorPrincipal,
  now: Date,
): Promise<void> {
  const { user } = principal;
  const isOwn = user?.email === email;
  const confirmed = isOwn || (await getAddress(email, now))?.confirmed_at !== undefined;
  await putReportRequest(subject, { email, user, confirmed }, now);
  // At once, so that the time does not tell who is asked.
  await Promise.all([
    orderReport(subject, principal, now),
    confirmed || askAddress(email, principal, now),
  ]);
}

async function orderReport(
  subject: ReportSubject,
  { user }: VisitorPrincipal,
  now: Date,
): Promise<void> {
  const wanted = await servedReport(subject);
  if (wanted) await beginReport(wanted, now);
  const message: ReportMessage = user ? subject : { ...subject, visitor: true };
  await Promise.all([
    enqueueReport(message),
    // A worker that is killed with the message in its hands gives it back only after the queue's visibility timeout.
    enqueueReport({ ...message, begun: true }, reportSettings.takeUpSeconds),
  ]);
}
