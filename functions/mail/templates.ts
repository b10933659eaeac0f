import type { MailData, MailMessage } from './message.ts';

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

/** Fills the template of a message. Links lead to `origin`. */
export function fillTemplate(message: MailMessage, origin: string): MailContent {
  switch (message.template) {
    case 'index-ready':
      return indexReady(message.data, origin);
    case 'index-failed':
      return indexFailed(message.data, origin);
  }
}
