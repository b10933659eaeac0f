import { formatDay, withDays } from '#shared/format-day.ts';
import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/plans.ts';
import type { MailData, MailMessage, SecurityEvent } from './mail-message.ts';

/** The content of a mail without layout. HTML and plain text are made from it. */
export interface MailContent {
  subject: string;
  /** What a mail program shows beside the subject. */
  preview: string;
  paragraphs: readonly string[];
  /** Shown large, to be copied. */
  code?: string;
  action?: { label: string; href: string };
  /** A list of places to look at. */
  links?: readonly { label: string; href: string; about?: string }[];
  /** A way to get no such mail any more: a link below the mail, and an address that mail programs call themselves. */
  stop?: { label: string; href: string; oneClick: string };
}

const count = (value: number) => value.toLocaleString('en-US');
/** "The first:" or "The first 20:" of more. */
const first = (value: number) => (value === 1 ? 'The first' : `The first ${count(value)}`);
const rows = (value: number) => (value === 1 ? '1 row' : `${count(value)} rows`);

function indexReady(data: MailData<'index-ready'>, origin: string): MailContent {
  const left =
    data.rejects > 0
      ? [`${rows(data.rejects)} could not be read. The page of the index says which and why.`]
      : [];
  return {
    subject: `Your index ${data.indexName} is ready`,
    preview: `${rows(data.rows)} can be searched now.`,
    paragraphs: [
      `${rows(data.rows)} can be searched now, over the API and on the search page.`,
      ...left,
    ],
    action: { label: 'Open the index', href: `${origin}/indexes/${data.indexId}` },
  };
}

function indexFailed(data: MailData<'index-failed'>, origin: string): MailContent {
  return {
    subject: `Your index ${data.indexName} could not be built`,
    preview: data.reason,
    paragraphs: [
      data.reason,
      'Nothing else has changed: what was published before goes on serving.',
    ],
    action: { label: 'Open the index', href: `${origin}/indexes/${data.indexId}` },
  };
}

/** It contains nothing that the inviter typed. Otherwise they could make us send any text to anybody. */
const invitationElsewhere: MailContent = {
  subject: 'You were invited to an organization on Antecede',
  preview: 'Your account stays as it is.',
  paragraphs: [
    'Somebody invited this address to their organization. You have an account already, and an account belongs to one organization, so nothing has changed.',
    'If you want to join them, ask them to invite another address of yours. They do not learn that you have an account.',
  ],
};

/** The archive needs a sign-in, so the mail alone does not give access to the data. */
function exportReady({ days }: MailData<'export-ready'>, origin: string): MailContent {
  return {
    subject: 'Your data is ready to download',
    preview: `It can be downloaded for ${days} days.`,
    paragraphs: [
      `The archive of your personal data can be downloaded from your profile for ${days} days. Then it is deleted.`,
      'If you did not ask for it, somebody else can sign in as you: please change your password.',
    ],
    action: { label: 'Open your profile', href: `${origin}/profile` },
  };
}

/** It names neither search nor index, so that one text serves confidential organizations, too. */
function searchExportEnded(
  { rows: written, days, failed }: MailData<'search-export-ended'>,
  origin: string,
): MailContent {
  const action = { label: 'Open your exports', href: `${origin}/exports` };
  if (failed) {
    return {
      subject: 'An export could not be written',
      preview: 'The page of your exports says why.',
      paragraphs: [
        'An export of search results that you asked for could not be written. The page of your exports says why.',
        'The searches that it counted as are given back, except one.',
      ],
      action,
    };
  }
  return {
    subject: 'Your export is ready',
    preview: `${rows(written)} can be downloaded for ${days} days.`,
    paragraphs: [
      `The search results that you asked for are written: ${rows(written)}. They can be downloaded for ${days} days. Then the file is deleted.`,
    ],
    action,
  };
}

function keyEnds(
  { key, indexId, index, endsAt }: MailData<'key-ends'>,
  origin: string,
): MailContent {
  const end = `${formatDay(endsAt)}, ${endsAt.slice(11, 16)} UTC`;
  const of = indexId ? `the index ${index}` : 'your organization';
  return {
    subject: `The key ${key} of ${index ?? 'your organization'} ends soon`,
    preview: `From ${end} on, calls with it are refused.`,
    paragraphs: [
      `The ${indexId ? 'API' : 'management'} key ${key} of ${of} was made to end. From ${end} on, calls with it${indexId ? ', and with tokens that it signs,' : ''} are refused.${indexId ? '' : ' API keys that it has made go on.'}`,
      'If a page or a program still uses it, make a new key and put it in its place before. If not, there is nothing to do.',
    ],
    action: indexId
      ? { label: 'Open the keys of the index', href: `${origin}/indexes/${indexId}` }
      : { label: 'Open the management keys', href: `${origin}/settings#management-keys` },
  };
}

/** The host alone: the address may hold a secret. */
function webhookStopped({ host, why }: MailData<'webhook-stopped'>, origin: string): MailContent {
  const reasons = {
    failing: `Every delivery to ${host} has failed for five days.`,
    gone: `The server ${host} answered that it takes no more events (410).`,
  };
  return {
    subject: 'A webhook was switched off',
    preview: reasons[why],
    paragraphs: [
      `${reasons[why]} So we have switched the webhook off, and send nothing there any more.`,
      'The page of your webhooks shows what was sent in the last 30 days, and with which answer. There you can switch it on and send what is missing.',
    ],
    action: { label: 'Open your webhooks', href: `${origin}/webhooks` },
  };
}

function sourceFailed(
  { dataset, problem, stopped, nextAt }: MailData<'source-failed'>,
  origin: string,
): MailContent {
  const next = nextAt && `${formatDay(nextAt)}, ${nextAt.slice(11, 16)} UTC`;
  return {
    subject: stopped ? `${dataset} is not fetched any more` : `${dataset} could not be fetched`,
    preview: problem,
    paragraphs: [
      `The dataset ${dataset} could not be fetched. ${problem}`,
      stopped
        ? 'That was so several times in a row, so it is not fetched any more. The dataset stays as it is. Once the cause is mended, fetch it once by hand, and it goes on.'
        : next
          ? `The dataset stays as it is. It is tried again on ${next}.`
          : 'Once the cause is mended, you can fetch it again.',
    ],
    action: { label: 'Open your datasets', href: `${origin}/dataset` },
  };
}

function accountErased({ organization }: MailData<'account-erased'>): MailContent {
  return {
    subject: 'Your account has been erased',
    preview: 'Nobody can sign in with it any more.',
    paragraphs: [
      organization
        ? 'Your account and your organization have been erased, with its datasets, indexes, API keys and audit trail.'
        : 'Your account has been erased. What you made for your organization stays there without your name.',
      'Copies in backups are overwritten within 35 days. This is the last mail that you get from us.',
    ],
  };
}

const securityTexts: Record<SecurityEvent, { subject: string; text: string }> = {
  'password-reset': {
    subject: 'Your password was changed',
    text: 'The password of your account was set anew with a code from your mailbox. All sessions have ended.',
  },
  'sessions-ended': {
    subject: 'All your sessions were ended',
    text: 'All sessions of your account were ended, as it happens when the password is changed on the profile page, or on demand there.',
  },
  'second-factor-added': {
    subject: 'An authenticator app was added to your account',
    text: 'From now on, sign-ins to your account ask for a code of an authenticator app.',
  },
  'second-factor-removed': {
    subject: 'The authenticator app was removed from your account',
    text: 'Sign-ins to your account do not ask for a code any more. The password alone is enough.',
  },
  'address-changed': {
    subject: 'Your account has another address now',
    text: 'Sign-ins to your account, and codes for a new password, use another email address from now on.',
  },
  'key-revealed': {
    subject: 'A secret key of your organization was revealed',
    text: 'Somebody, probably you, has looked at the text of secret keys with your account. The activity of your organization says which. If it was not you, delete these keys, too.',
  },
  'new-device': {
    subject: 'A new sign-in to your account',
    text: 'Somebody, probably you, has signed in to your account with a browser or from a network that we had not seen with it.',
  },
};

function securityNotice({ event }: MailData<'security-notice'>, origin: string): MailContent {
  const { subject, text } = securityTexts[event];
  return {
    subject,
    preview: text,
    paragraphs: [
      text,
      'If it was not you, set a new password at once: that ends all sessions. Then look at the second step on your profile page.',
    ],
    action: { label: 'Set a new password', href: `${origin}/reset-password` },
  };
}

const billingPage = (origin: string, label: string) => ({ label, href: `${origin}/subscription` });

function trialEnding({ daysLeft }: MailData<'trial-ending'>, origin: string): MailContent {
  const days = daysLeft === 1 ? '1 day' : `${daysLeft} days`;
  return {
    subject: `Your trial ends in ${days}`,
    preview: 'Choose a plan to keep your indexes searchable.',
    paragraphs: [
      `Your trial ends in ${days}. After that, uploads, builds and queries are refused. Your data and indexes stay.`,
      'To go on without a break, add a credit card or a bank account and choose a plan. Nothing is charged before the trial ends.',
    ],
    action: billingPage(origin, 'Choose a plan'),
  };
}

function receipt({ total }: MailData<'receipt'>, origin: string): MailContent {
  return {
    subject: `Receipt for ${formatCents(total)}`,
    preview: 'Thank you for your payment.',
    paragraphs: [
      `We have received your payment of ${formatCents(total)}. Thank you.`,
      'The invoice as a PDF is in the payment history.',
    ],
    action: billingPage(origin, 'Open the payment history'),
  };
}

function paymentFailed({ total }: MailData<'payment-failed'>, origin: string): MailContent {
  return {
    subject: `Your payment of ${formatCents(total)} failed`,
    preview: 'Please check your card or bank account.',
    paragraphs: [
      `We could not charge your payment of ${formatCents(total)}. We will try again several times during ${limits.paymentRetryDays} days. Until then everything works as before.`,
      'Please check with your bank, or add another card or bank account. A new one is charged at once.',
    ],
    action: billingPage(origin, 'Update the payment method'),
  };
}

function paymentAction({ total }: MailData<'payment-action'>, origin: string): MailContent {
  return {
    subject: `Please confirm your payment of ${formatCents(total)}`,
    preview: 'Your bank asks you to confirm it.',
    paragraphs: [
      `Your bank asks you to confirm the payment of ${formatCents(total)}. Please sign in and confirm it on the subscription page.`,
    ],
    action: billingPage(origin, 'Confirm the payment'),
  };
}

function cardExpires({ label, last4 }: MailData<'card-expires'>, origin: string): MailContent {
  return {
    subject: 'Your card expires this month',
    preview: `${label} ending in ${last4}`,
    paragraphs: [
      `Your card (${label} ending in ${last4}) expires at the end of this month. Please add the new one, so that the next payment goes through.`,
    ],
    action: billingPage(origin, 'Update the card'),
  };
}

function subscriptionCancelled(
  { endsAt }: MailData<'subscription-cancelled'>,
  origin: string,
): MailContent {
  const day =
    endsAt === undefined
      ? 'the end of the paid period'
      : formatDay(new Date(endsAt * 1000).toISOString());
  return {
    subject: 'Your subscription is cancelled',
    preview: `It ends on ${day}.`,
    paragraphs: [
      `Your subscription is cancelled and ends on ${day}. Until then everything works as before, and you can take the cancellation back.`,
      'Your data and indexes stay after that, but uploads, builds and queries are refused.',
    ],
    action: billingPage(origin, 'Open the subscription'),
  };
}

function subscriptionEnded(origin: string): MailContent {
  return {
    subject: 'Your subscription has ended',
    preview: 'Your data and indexes stay.',
    paragraphs: [
      'Your subscription has ended. Uploads, builds and queries are refused from now on. Your data and indexes stay.',
      'Activate the subscription again at any time, and everything works within seconds.',
    ],
    action: billingPage(origin, 'Activate the subscription'),
  };
}

function subscriptionReactivated(origin: string): MailContent {
  return {
    subject: 'Your subscription is active again',
    preview: 'Uploads, builds and queries work again.',
    paragraphs: ['Your subscription is active again. Uploads, builds and queries work as before.'],
    action: { label: 'Open your indexes', href: `${origin}/index` },
  };
}

const organizationPage = (origin: string, orgId: string) => ({
  label: 'Open the organization',
  href: `${origin}/admin/organizations/${orgId}`,
});

/** For staff. */
function cancelFeedback(data: MailData<'cancel-feedback'>, origin: string): MailContent {
  return {
    subject: `${data.organization} cancels: ${data.option}`,
    preview: data.reason || data.option,
    paragraphs: [
      `${data.person} (${data.email}) cancelled the subscription of ${data.organization}.`,
      `Reason: ${data.option}.`,
      ...(data.reason ? [`In their words: ${data.reason}`] : []),
    ],
    action: organizationPage(origin, data.orgId),
  };
}

/** For staff. */
function paymentDisputed(
  { orgId, organization = orgId, disputeId }: MailData<'payment-disputed'>,
  origin: string,
): MailContent {
  return {
    subject: `A payment of ${organization} is disputed`,
    preview: 'Please answer before the deadline of the bank.',
    paragraphs: [
      `The customer’s bank disputes a payment of the organization ${organization}. Please answer the dispute ${disputeId} in the dashboard of the payment provider before its deadline.`,
    ],
    action: organizationPage(origin, orgId),
  };
}

const reportNames = { 'prior-art': 'prior-art report', invalidation: 'invalidation report' };

/** Anybody can have it sent to any address, so it contains nothing that a person typed. */
function reportReady(data: MailData<'report-ready'>): MailContent {
  const { ucid, title, link } = data;
  const name = reportNames[data.kind];
  const days = data.days === 1 ? '1 day' : `${data.days} days`;
  const references = data.references === 1 ? '1 reference' : `${count(data.references)} references`;
  return {
    subject: `The ${name} for ${ucid} is ready`,
    preview: title,
    paragraphs: [
      `The ${name} for ${ucid}, “${title}”, is ready. It lists ${references} with their dates, and says what was searched and how.`,
      `The link below opens the PDF for ${days}. Everybody who has the link can read the report. After that, you can request the report again.`,
      'The report describes what was found. It is not a legal opinion.',
      unaskedReport,
    ],
    action: { label: 'Download the report', href: link },
  };
}

function reportFailed(data: MailData<'report-failed'>, origin: string): MailContent {
  const name = reportNames[data.kind];
  const page = data.kind === 'prior-art' ? 'download-prior-art' : 'generate-invalidation';
  return {
    subject: `The ${name} for ${data.ucid} could not be made`,
    preview: data.reason,
    paragraphs: [data.reason, 'You can request it again at any time.', unaskedReport],
    action: { label: 'Request the report again', href: `${origin}/${page}/${data.ucid}` },
  };
}

/** It contains nothing that a person typed, and is sent once: anybody can ask with anybody's address. */
function reportConfirm(data: MailData<'report-confirm'>, origin: string): MailContent {
  return {
    subject: 'Please confirm your address',
    preview: 'One click, and the report that was asked for comes by mail.',
    paragraphs: [
      'Somebody, probably you, asked for a report of Antecede with this address. We send reports only to people who want them: please confirm it once.',
      `The link works for ${limits.addressLinkDays} days. If it was not you, you can ignore this mail: nothing more will come.`,
    ],
    action: { label: 'Confirm', href: `${origin}/confirm-address#token=${data.token}` },
  };
}

const unaskedReport = 'If you did not request this report, you can ignore this mail.';

const items = (value: number) => (value === 1 ? '1 new result' : `${count(value)} new results`);

/** Where texts are confidential, it contains none: neither of the search nor of what it found. */
function alertNews(data: MailData<'alert-news'>, origin: string): MailContent {
  const { name, indexName, news, total, rows: named, stopToken } = data;
  const left = news - named.length;
  const token = encodeURIComponent(stopToken);
  return {
    subject: name === undefined ? `${items(news)} of a saved search` : `${name}: ${items(news)}`,
    preview: named[0]?.title ?? 'Open the search to see what is new.',
    paragraphs: [
      name === undefined
        ? `One of your saved searches finds ${items(news)}, ${count(total)} in all.`
        : `Your saved search “${name}” in ${indexName} finds ${items(news)}, ${count(total)} in all.`,
      ...(named.length > 0 && left > 0 ? [`${first(named.length)} of them:`] : []),
    ],
    links: named.map(({ title, about, path }) => ({
      label: title,
      ...(about !== '' && { about: withDays(about) }),
      href: origin + (path ?? `/saved-searches/${data.searchId}`),
    })),
    action: { label: 'Open the search', href: `${origin}/saved-searches/${data.searchId}` },
    stop: {
      label: 'Stop this alert',
      href: `${origin}/alerts#stop=${token}`,
      oneClick: `${origin}/api/alerts/stop?token=${token}`,
    },
  };
}

const stoppedTexts: Record<MailData<'alert-stopped'>['problem'], string[]> = {
  'index-gone': [
    'The alert of one of your saved searches has ended, because its index does not exist any more.',
    'The search itself is kept, so that you can read what it was.',
  ],
  refused: [
    'The alert of one of your saved searches has ended: the search is not possible in the new version of its index. Perhaps a column that it filters by is not there any more.',
    'Open it to see what is wrong, and save it again.',
  ],
  'plan-ended': [
    'The index of one of your saved searches has changed, but the plan of your organization has ended, so the search was not run.',
    'Nothing is lost: once there is a plan again, the next mail tells everything that is new since the last one.',
  ],
};

/** It names neither search nor index, so that one text serves confidential organizations, too. */
function alertStopped({ problem }: MailData<'alert-stopped'>, origin: string): MailContent {
  const waits = problem === 'plan-ended';
  return {
    subject: waits ? 'An alert waits for a plan' : 'An alert has ended',
    preview: stoppedTexts[problem][0]!,
    paragraphs: stoppedTexts[problem],
    action: { label: 'Open your saved searches', href: `${origin}/saved-searches` },
  };
}

/** For staff. */
function staffDigest(
  { subject, lines, more }: MailData<'staff-digest'>,
  origin: string,
): MailContent {
  const total = lines.length + more;
  return {
    subject: `${subject} (${total})`,
    preview: lines[0]?.text ?? '',
    paragraphs: more > 0 ? [`${first(lines.length)} of ${count(total)}:`] : [],
    links: lines.map(({ text, path }) => ({ label: text, href: origin + path })),
    action: { label: 'Open the admin portal', href: `${origin}/admin` },
  };
}

/** It contains nothing that a person typed, because anybody can ask with anybody's address. */
function newsletterConfirm(data: MailData<'newsletter-confirm'>, origin: string): MailContent {
  return {
    subject: 'Please confirm your subscription',
    preview: 'One click, and you get our newsletter.',
    paragraphs: [
      `Somebody, probably you, asked for the newsletter of Antecede with this address. Please confirm it within ${limits.newsletterLinkDays} days.`,
      'If you get it already, nothing changes. If it was not you, you can ignore this mail: nothing more will come.',
    ],
    action: { label: 'Confirm', href: `${origin}/newsletter#confirm=${data.token}` },
  };
}

/** For the sales team. */
function demoRequest({ person, email, message }: MailData<'demo-request'>): MailContent {
  return {
    subject: 'Somebody asks for a demonstration',
    preview: email,
    paragraphs: [
      `${person} (${email}) asks for a demonstration.`,
      ...(message ? [`In their words: ${message}`] : []),
    ],
  };
}

/** Fills the template of a message. Links lead to `origin`. */
export function fillTemplate(message: MailMessage, origin: string): MailContent {
  switch (message.template) {
    case 'index-ready':
      return indexReady(message.data, origin);
    case 'index-failed':
      return indexFailed(message.data, origin);
    case 'invitation-elsewhere':
      return invitationElsewhere;
    case 'export-ready':
      return exportReady(message.data, origin);
    case 'search-export-ended':
      return searchExportEnded(message.data, origin);
    case 'source-failed':
      return sourceFailed(message.data, origin);
    case 'key-ends':
      return keyEnds(message.data, origin);
    case 'webhook-stopped':
      return webhookStopped(message.data, origin);
    case 'trial-ending':
      return trialEnding(message.data, origin);
    case 'receipt':
      return receipt(message.data, origin);
    case 'payment-failed':
      return paymentFailed(message.data, origin);
    case 'payment-action':
      return paymentAction(message.data, origin);
    case 'card-expires':
      return cardExpires(message.data, origin);
    case 'subscription-cancelled':
      return subscriptionCancelled(message.data, origin);
    case 'subscription-ended':
      return subscriptionEnded(origin);
    case 'subscription-reactivated':
      return subscriptionReactivated(origin);
    case 'cancel-feedback':
      return cancelFeedback(message.data, origin);
    case 'payment-disputed':
      return paymentDisputed(message.data, origin);
    case 'report-ready':
      return reportReady(message.data);
    case 'report-failed':
      return reportFailed(message.data, origin);
    case 'alert-news':
      return alertNews(message.data, origin);
    case 'alert-stopped':
      return alertStopped(message.data, origin);
    case 'staff-digest':
      return staffDigest(message.data, origin);
    case 'security-notice':
      return securityNotice(message.data, origin);
    case 'report-confirm':
      return reportConfirm(message.data, origin);
    case 'newsletter-confirm':
      return newsletterConfirm(message.data, origin);
    case 'demo-request':
      return demoRequest(message.data);
    case 'account-erased':
      return accountErased(message.data);
  }
}
