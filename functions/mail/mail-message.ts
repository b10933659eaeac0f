import * as z from 'zod';
import { sendMessage } from '#core/storage/send-message.ts';

const common = {
  /** The same key is delivered once. */
  dedupeKey: z.string().min(1).max(500),
  to: z.email(),
};

/** What happened to an account. */
export const securityEvents = [
  'password-reset',
  'sessions-ended',
  'second-factor-added',
  'second-factor-removed',
  'new-device',
  'address-changed',
  'key-revealed',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

const reportKind = z.enum(['prior-art', 'invalidation']);

/** A message of the `Mail` queue: a template and its data. */
export const mailMessage = z.discriminatedUnion('template', [
  z.object({
    ...common,
    template: z.literal('index-ready'),
    data: z.object({
      indexId: z.string(),
      indexName: z.string(),
      rows: z.number(),
      rejects: z.number(),
    }),
  }),
  z.object({
    ...common,
    template: z.literal('index-failed'),
    data: z.object({ indexId: z.string(), indexName: z.string(), reason: z.string() }),
  }),
  z.object({ ...common, template: z.literal('invitation-elsewhere'), data: z.object({}) }),
  z.object({
    ...common,
    template: z.literal('export-ready'),
    data: z.object({ days: z.number() }),
  }),
  z.object({
    ...common,
    template: z.literal('search-export-ended'),
    data: z.object({ rows: z.number(), days: z.number(), failed: z.boolean() }),
  }),
  z.object({
    ...common,
    template: z.literal('key-ends'),
    data: z.object({
      key: z.string(),
      /** Of an API key. A management key has none. */
      indexId: z.string().optional(),
      index: z.string().optional(),
      endsAt: z.iso.datetime(),
    }),
  }),
  z.object({
    ...common,
    template: z.literal('webhook-stopped'),
    data: z.object({ host: z.string(), why: z.enum(['failing', 'gone']) }),
  }),
  z.object({
    ...common,
    template: z.literal('source-failed'),
    data: z.object({
      dataset: z.string(),
      problem: z.string(),
      stopped: z.boolean(),
      nextAt: z.string().optional(),
    }),
  }),
  z.object({
    ...common,
    template: z.literal('trial-ending'),
    data: z.object({ daysLeft: z.number() }),
  }),
  z.object({
    ...common,
    template: z.enum(['receipt', 'payment-failed', 'payment-action']),
    data: z.object({ total: z.number() }),
  }),
  z.object({
    ...common,
    template: z.literal('card-expires'),
    data: z.object({ label: z.string(), last4: z.string() }),
  }),
  z.object({
    ...common,
    template: z.literal('subscription-cancelled'),
    /** Seconds since 1970. */
    data: z.object({ endsAt: z.number().optional() }),
  }),
  z.object({
    ...common,
    template: z.enum(['subscription-ended', 'subscription-reactivated']),
    data: z.object({}),
  }),
  z.object({
    ...common,
    template: z.literal('cancel-feedback'),
    data: z.object({
      orgId: z.string(),
      organization: z.string(),
      person: z.string(),
      email: z.string(),
      option: z.string(),
      reason: z.string(),
    }),
  }),
  z.object({
    ...common,
    template: z.literal('payment-disputed'),
    data: z.object({
      orgId: z.string(),
      /** Its name. Messages of earlier versions lack it. */
      organization: z.string().optional(),
      disputeId: z.string(),
    }),
  }),
  z.object({
    ...common,
    template: z.literal('report-ready'),
    data: z.object({
      kind: reportKind,
      ucid: z.string(),
      title: z.string(),
      /** Of the PDF; expires. */
      link: z.url({ protocol: /^https?$/ }),
      /** For which the link works. */
      days: z.number(),
      references: z.number(),
    }),
  }),
  z.object({
    ...common,
    template: z.literal('report-failed'),
    /** `reason`: one sentence for the reader. */
    data: z.object({ kind: reportKind, ucid: z.string(), reason: z.string() }),
  }),
  z.object({
    ...common,
    template: z.literal('alert-news'),
    data: z.object({
      searchId: z.string(),
      /** Of the search and of its index. Absent in organizations that keep no texts. */
      name: z.string().optional(),
      indexName: z.string().optional(),
      /** How many rows are new, and how many the search finds in all. */
      news: z.number(),
      total: z.number(),
      /** The first of the new ones. `about` says number, owner and date; `path` is absent of rows without a page. */
      rows: z.array(
        z.object({ title: z.string(), about: z.string(), path: z.string().optional() }),
      ),
      stopToken: z.string(),
    }),
  }),
  z.object({
    ...common,
    template: z.literal('alert-stopped'),
    data: z.object({ problem: z.enum(['index-gone', 'refused', 'plan-ended']) }),
  }),
  z.object({
    ...common,
    template: z.literal('staff-digest'),
    data: z.object({
      subject: z.string(),
      /** Each with the path of the page that shows it. */
      lines: z.array(z.object({ text: z.string(), path: z.string() })),
      /** Number of lines that are left out. */
      more: z.number(),
    }),
  }),
  z.object({
    ...common,
    template: z.literal('newsletter-confirm'),
    data: z.object({ token: z.string() }),
  }),
  z.object({
    ...common,
    template: z.literal('report-confirm'),
    data: z.object({ token: z.string() }),
  }),
  z.object({
    ...common,
    template: z.literal('demo-request'),
    data: z.object({ person: z.string(), email: z.string(), message: z.string() }),
  }),
  z.object({
    ...common,
    template: z.literal('security-notice'),
    data: z.object({ event: z.enum(securityEvents) }),
  }),
  z.object({
    ...common,
    template: z.literal('account-erased'),
    data: z.object({ organization: z.boolean() }),
  }),
]);

export type MailMessage = z.output<typeof mailMessage>;
export type MailTemplate = MailMessage['template'];
export type MailData<T extends MailTemplate> = (MailMessage & { template: T })['data'];

/** Hands a mail over for delivery. Sending the same dedupe key twice delivers one mail. */
export async function enqueueMail(message: MailMessage): Promise<void> {
  await sendMessage('sqs:SendMessage Mail', message);
}
