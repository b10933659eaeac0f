import * as z from 'zod';
import { sendMessage } from '#core/storage/send-message.ts';
import { ucidSchema } from '#shared/patent-document.ts';
import { reportKinds } from '#shared/report/report.ts';

/** A reference that people of an organization added to a report, which models are to judge. */
const addedMessage = z.object({
  org_id: z.string(),
  ucid: ucidSchema,
  /** Workers that took it up before. */
  tries: z.int().nonnegative(),
});
export type AddedMessage = z.output<typeof addedMessage>;

/** A report to make, if it is not made yet, and to send to everybody who waits for it. */
export const reportMessage = z.object({
  kind: z.enum(reportKinds),
  ucid: ucidSchema,
  /** Only to be taken up where a worker has ended in the middle of it. */
  begun: z.literal(true).optional(),
  /** For somebody who is not signed in: those have a queue of their own. */
  visitor: z.literal(true).optional(),
  /** Nothing is made: a reference that was added to the report is judged. */
  added: addedMessage.optional(),
});
export type ReportMessage = z.output<typeof reportMessage>;

export async function enqueueReport(message: ReportMessage, delaySeconds = 0): Promise<void> {
  if (message.visitor) await sendMessage('sqs:SendMessage VisitorReports', message, delaySeconds);
  else await sendMessage('sqs:SendMessage Reports', message, delaySeconds);
}
