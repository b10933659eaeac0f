import { prerender } from 'react-dom/static.edge';
import type { RenderedMail } from './email.ts';
import { MailLayout, tagline } from './layout.tsx';
import type { MailMessage } from './mail-message.ts';
import { fillTemplate, type MailContent } from './templates.ts';

/** A mail as HTML and plain text. React escapes names that customers chose. */
export async function renderMail(message: MailMessage, origin: string): Promise<RenderedMail> {
  return { to: message.to, ...(await renderContent(fillTemplate(message, origin))) };
}

/** The same for a mail to any recipient. */
export async function renderContent(content: MailContent): Promise<Omit<RenderedMail, 'to'>> {
  const { subject, paragraphs, code, action, links = [], stop } = content;
  const { prelude } = await prerender(<MailLayout {...content} />);
  const html = await new Response(prelude).text();
  const link = action && `${action.label}: ${action.href}`;
  const list = links.map(({ label, href, about }) =>
    [`- ${label}`, about, href].filter((line) => line !== undefined).join('\n  '),
  );
  const stopping = stop && `${stop.label}: ${stop.href}`;
  const parts = [subject, code, ...paragraphs, ...list, link, tagline, stopping];
  const text = parts.filter((part) => part !== undefined).join('\n\n');
  return { subject, html, text, ...(stop && { stopAddress: stop.oneClick }) };
}
