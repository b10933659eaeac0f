import * as z from 'zod';

const recipients = z.array(z.object({ emailAddress: z.string() }));

/** An event of SES about a mail that bounced or was reported. */
export const mailEvent = z.object({
  source: z.literal('aws.ses'),
  detail: z.discriminatedUnion('eventType', [
    z.object({
      eventType: z.literal('Bounce'),
      mail: z.object({ destination: z.array(z.string()) }),
      bounce: z.object({
        bounceType: z.enum(['Permanent', 'Transient', 'Undetermined']),
        bouncedRecipients: recipients,
      }),
    }),
    z.object({
      eventType: z.literal('Complaint'),
      mail: z.object({ destination: z.array(z.string()) }),
      complaint: z.object({ complainedRecipients: recipients }),
    }),
  ]),
});

/** An address that mail must not go to, and why. */
interface Undeliverable {
  address: string;
  reason: 'bounce' | 'complaint';
}

/**
 * The addresses to suppress after an event of SES. A full mailbox or an unreachable server (`Transient`,
 * `Undetermined`) is not a reason. Only recipients of the mail count, because a report of abuse may name
 * anybody.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export function undeliverable({ detail }: z.output<typeof mailEvent>): Undeliverable[] {
  const sentTo = new Set(detail.mail.destination.map(bareAddress));
  const found =
    detail.eventType === 'Complaint'
      ? { reason: 'complaint' as const, named: detail.complaint.complainedRecipients }
      : { reason: 'bounce' as const, named: hardBounces(detail.bounce) };
  return found.named
    .map(({ emailAddress }) => bareAddress(emailAddress))
    .filter((address) => sentTo.has(address))
    .map((address) => ({ address, reason: found.reason }));
}

interface Bounce {
  bounceType: string;
  bouncedRecipients: { emailAddress: string }[];
}

const hardBounces = ({ bounceType, bouncedRecipients }: Bounce) =>
  bounceType === 'Permanent' ? bouncedRecipients : [];

/** `ada@example.com` of `Ada <Ada@Example.com>`. */
const bareAddress = (text: string) =>
  text
    .replace(/^.*<|>.*$/g, '')
    .trim()
    .toLowerCase();
