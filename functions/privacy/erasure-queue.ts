import * as z from 'zod';
import { sendMessage } from '#core/storage/send-message.ts';

/** A person whose account is erased. The message does nothing while the user record exists. */
export const erasureMessage = z.object({
  auth_user_id: z.string(),
  item_id: z.string(),
  email: z.string(),
  org_id: z.string().optional(),
  /** Accounts whose pending invitation ended with the organization. */
  invited: z.array(z.string()),
  /**
   * Number of further removals of an organization's data, because permitted uploads may arrive for 65
   * minutes.
   */
  passes: z.number().int(),
  /** True after a restore: the person knows already that they were erased. */
  repeated: z.boolean().optional(),
});

export type Erasure = z.output<typeof erasureMessage>;

/** Queues an erasure. Sending it again is harmless. */
export async function enqueueErasure(erasure: Erasure, delaySeconds: number): Promise<void> {
  await sendMessage('sqs:SendMessage Erasures', erasure, delaySeconds);
}
