/** What other features may use of `mail`. */
export { accountMail } from './account-mails.ts';
export { enqueueMail, type MailMessage, type SecurityEvent } from './mail-message.ts';
export { noteMailedFor } from './mailed-for.ts';
export { renderContent } from './render-mail.tsx';
