/** What other features may use of `mail`. */
export { enqueueMail, type MailMessage, type SecurityEvent } from './mail-message.ts';
export { noteMailedFor } from './mailed-for.ts';
export { getSuppression } from './suppressions.ts';
