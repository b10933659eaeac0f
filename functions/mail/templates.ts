import type { MailData, MailMessage } from '#functions/store/mail-message.ts';

/** What a mail says, before it has a look: the HTML and the plain text are both made of it. */
export interface MailContent {
  subject: string;
  /** What a mail program shows beside the subject. */
  preview: string;
  paragraphs: readonly string[];
  /** Shown large, to be copied. */
  code?: string;
  action?: { label: string; href: string };
}

const count = (value: number) => value.toLocaleString('en-US');
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

/** Nothing that the inviter typed stands in it: they could make us mail anything to anybody. */
const invitationElsewhere: MailContent = {
  subject: 'You were invited to an organization on Antecede',
  preview: 'Your account stays as it is.',
  paragraphs: [
    'Somebody invited this address to their organization. You have an account already, and an account belongs to one organization, so nothing has changed.',
    'If you want to join them, ask them to invite another address of yours. They do not learn that you have an account.',
  ],
};

/** The archive itself is behind the sign-in: whoever reads the mail has not got the data. */
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
    case 'account-erased':
      return accountErased(message.data);
  }
}
