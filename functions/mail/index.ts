/** What other features may use of `mail`. */
import type { MailContent } from './templates.ts';

export { accountMail } from './account-mails.ts';
export { enqueueMail, type MailMessage, type SecurityEvent } from './mail-message.ts';
export { noteMailedFor } from './mailed-for.ts';

/** Subject and HTML of a mail. Loaded when it is called, because Node alone, which runs the benchmarks, reads no JSX. */
export const renderContent = async (content: MailContent) =>
  (await import('./render-mail.tsx')).renderContent(content);
