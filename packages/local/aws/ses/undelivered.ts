import type { ServiceEvent } from '#local/aws/events/events.ts';

/** Addresses of SES's mailbox simulator; a label may follow, as in `bounce+1@…`. */
const simulator = /^(bounce|suppressionlist|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/i;

interface SentMail {
  messageId: string;
  source: string;
  destination: readonly string[];
  configurationSet: string;
  account: string;
  time: string;
}

/**
 * The event for a mail to the addresses of SES's mailbox simulator: a hard bounce or a complaint. Undefined
 * for other addresses, because the local SES delivers to all of them.
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-email-simulator
 */
export function undeliveredEvent(sent: SentMail): ServiceEvent | undefined {
  const recipient = sent.destination.find((address) => simulator.test(address));
  const [, kind] = simulator.exec(recipient ?? '') ?? [];
  if (!recipient || !kind) return undefined;
  const mail = {
    timestamp: sent.time,
    source: sent.source,
    sendingAccountId: sent.account,
    messageId: sent.messageId,
    destination: sent.destination,
    tags: { 'ses:configuration-set': [sent.configurationSet] },
  };
  if (kind.toLowerCase() === 'complaint') {
    const complaint = {
      feedbackId: sent.messageId,
      complaintFeedbackType: 'abuse',
      complainedRecipients: [{ emailAddress: recipient }],
      timestamp: sent.time,
    };
    return {
      source: 'aws.ses',
      detailType: 'Email Complaint Received',
      detail: { eventType: 'Complaint', complaint, mail },
    };
  }
  const bounce = {
    feedbackId: sent.messageId,
    bounceType: 'Permanent',
    bounceSubType: kind.toLowerCase() === 'bounce' ? 'General' : 'Suppressed',
    bouncedRecipients: [
      {
        emailAddress: recipient,
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      },
    ],
    timestamp: sent.time,
  };
  return {
    source: 'aws.ses',
    detailType: 'Email Bounced',
    detail: { eventType: 'Bounce', bounce, mail },
  };
}
