import { enqueueMail, type MailMessage } from '#functions/mail/index.ts';
import { listTeam } from './account-deletions.ts';

type Content = MailMessage extends infer M
  ? M extends MailMessage
    ? Pick<M, 'template' | 'data'>
    : never
  : never;

/** Sends a mail to all admins of an organization. Each admin gets a mail with this key only once. */
export async function mailAdmins(orgId: string, key: string, content: Content): Promise<void> {
  const team = await listTeam(orgId);
  for (const { item_id, email, role, email_verified } of team) {
    if (role !== 'admin' || !email_verified) continue;
    await enqueueMail({ ...content, to: email, dedupeKey: `${key}/${item_id}` });
  }
}
