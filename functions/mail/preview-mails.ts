import { accountMail, accountMailSources } from './account-mails.ts';
import type { MailData, MailMessage, MailTemplate } from './mail-message.ts';
import { renderContent, renderMail } from './render-mail.tsx';

/** Example data for each template of the mail queue. A template without an example does not compile. */
const examples: { [Template in MailTemplate]: MailData<Template> } = {
  'index-ready': {
    indexId: 'idx_whales',
    indexName: 'Whales & dolphins',
    rows: 123_456,
    rejects: 7,
  },
  'index-failed': {
    indexId: 'idx_whales',
    indexName: 'Whales & dolphins',
    reason: 'The column “title” occurs twice. Rename one of them and upload the file again.',
  },
  'invitation-elsewhere': {},
  'export-ready': { days: 7 },
  'search-export-ended': { rows: 123_456, days: 7, failed: false },
  'key-ends': {
    key: 'Shop',
    indexId: 'idx_whales',
    index: 'Whales & dolphins',
    endsAt: '2026-12-03T12:00:00.000Z',
  },
  'webhook-stopped': { host: 'hooks.example.com', why: 'failing' },
  'source-failed': {
    dataset: 'whales.csv',
    problem: 'The server has no file there (404).',
    stopped: false,
    nextAt: '2026-11-27T06:00:00.000Z',
  },
  'trial-ending': { daysLeft: 3 },
  receipt: { total: 49_900 },
  'payment-failed': { total: 49_900 },
  'payment-action': { total: 49_900 },
  'card-expires': { label: 'Visa', last4: '4242' },
  'subscription-cancelled': { endsAt: 1_798_761_600 },
  'subscription-ended': {},
  'subscription-reactivated': {},
  'cancel-feedback': {
    orgId: 'org_1',
    organization: 'Analytical Engines',
    person: 'Ada Byron',
    email: 'ada@example.com',
    option: 'Too expensive',
    reason: 'We search once a month only.',
  },
  'payment-disputed': {
    orgId: 'org_1',
    organization: 'Analytical Engines',
    disputeId: 'dp_1',
  },
  'alert-news': {
    searchId: 'svs_1',
    name: 'Charging docks for drones',
    indexName: 'US Patents',
    news: 12,
    total: 345,
    rows: [
      {
        title: 'Self-aligning charging dock for unmanned aerial vehicles',
        about: 'US-99030012-B2 · Whales & Sons · 2026-11-24',
        path: '/patents/US-99030012-B2',
      },
    ],
    stopToken: 'org_1.usr_1.svs_1.abcdefghijklmnopqrstuvwxyz012345',
  },
  'alert-stopped': { problem: 'refused' },
  'staff-digest': {
    subject: 'Trials that end soon',
    lines: [
      { text: 'Analytical Engines, in 2 days', path: '/admin/organizations/org_1' },
      { text: 'Whales & Sons, in 3 days', path: '/admin/organizations/org_2' },
    ],
    more: 40,
  },
  'newsletter-confirm': { token: 'abcdefghijklmnopqrstuvwxyz0123456789' },
  'report-confirm': { token: 'abcdefghijklmnopqrstuvwxyz0123456789' },
  'demo-request': {
    person: 'Ada Byron',
    email: 'ada@example.com',
    message: 'We have two million invention disclosures.',
  },
  'security-notice': { event: 'new-device' },
  'account-erased': { organization: true },
  'report-ready': {
    kind: 'invalidation',
    ucid: 'US-99030012-B2',
    title: 'Self-aligning charging dock for unmanned aerial vehicles',
    link: 'https://antecede.example/api/report-file?token=abcdefghijklmnopqrstuvwxyz0123456789',
    days: 7,
    references: 12,
  },
  'report-failed': {
    kind: 'prior-art',
    ucid: 'US-99030012-B2',
    reason: 'Our catalogue has no text of this patent.',
  },
};

/** A mail as its reader gets it. */
interface PreviewedMail {
  /** Of its template, or of the trigger of the user pool. */
  name: string;
  subject: string;
  html: string;
  text: string;
}

/** Every mail that the product sends, with invented contents. */
export async function previewMails(origin: string): Promise<PreviewedMail[]> {
  const queued = Object.entries(examples).map(async ([template, data]) => {
    const message = { template, data, dedupeKey: template, to: 'ada@example.com' } as MailMessage;
    return { name: template, ...(await renderMail(message, origin)) };
  });
  const ofPool = accountMailSources.map(async (source) => {
    const placeholders = { code: '123456', signInName: 'ada@example.com' };
    const names = { inviter: 'Grace Hopper', organization: 'Analytical Engines' };
    const content = accountMail(source, placeholders, origin, names)!;
    return { name: source, ...(await renderContent(content)) };
  });
  return Promise.all([...queued, ...ofPool]);
}
