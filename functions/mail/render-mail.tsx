import { prerender } from 'react-dom/static.edge';
import type { RenderedMail } from '#functions/store/email.ts';
import { MailLayout, tagline } from './layout.tsx';
import type { MailMessage } from './message.ts';
import { fillTemplate } from './templates.ts';

/** A mail as HTML and plain text. React escapes what customers named. */
export async function renderMail(message: MailMessage, origin: string): Promise<RenderedMail> {
  const content = fillTemplate(message, origin);
  const { subject, paragraphs, action } = content;
  const { prelude } = await prerender(<MailLayout {...content} />);
  const html = await new Response(prelude).text();
  const text = [subject, ...paragraphs, `${action.label}: ${action.href}`, tagline].join('\n\n');
  return { to: message.to, subject, html, text };
}
