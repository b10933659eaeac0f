import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { toPlainText } from 'react-email';
import type { RenderedMail } from '#functions/store/email.ts';
import type { MailMessage } from './message.ts';
import { indexFailed } from './templates/index-failed.tsx';
import { indexReady } from './templates/index-ready.tsx';

function fill(message: MailMessage, origin: string): { subject: string; body: ReactNode } {
  switch (message.template) {
    case 'index-ready':
      return indexReady(message.data, origin);
    case 'index-failed':
      return indexFailed(message.data, origin);
  }
}

/** A mail as HTML and plain text. React escapes what customers named. */
export function renderMail(message: MailMessage, origin: string): RenderedMail {
  const { subject, body } = fill(message, origin);
  const html = `<!doctype html>${renderToStaticMarkup(body)}`;
  return { to: message.to, subject, html, text: toPlainText(html) };
}
