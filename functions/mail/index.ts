/** What other features may use of `mail`. */
export { accountMail } from './account-mails.ts';
export { enqueueMail, type MailMessage } from './mail-message.ts';
export { renderContent } from './render-mail.tsx';
