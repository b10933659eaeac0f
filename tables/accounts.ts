import * as z from 'zod';
import type { Role } from '#shared/contract/users.ts';
import type { Plan } from '#shared/limits.ts';
import { defineTable } from './define-table.ts';

const role = z.enum(['admin', 'member'] satisfies Role[]);

const plan = z.enum(['trial', 'monthly', 'annual'] satisfies Plan[]);

/** What is paid for, in the payment provider's words. Times are epoch seconds. */
const subscription = z.object({
  id: z.string().optional(),
  status: z.string(),
  trial_end: z.number().optional(),
  current_period_start: z.number(),
  pause_collection: z.object({ behavior: z.string() }).nullish(),
});

export const accounts = defineTable('Accounts', {
  about: 'Organisations, the people in them, and accounts that are being closed.',
  placeholders: {},
  entities: {
    user: {
      about:
        'A person with an account. With an organisation they are a member, or invited while the address is not verified.',
      pk: 'USER#{auth_user_id}',
      sk: 'USER',
      record: z.object({
        item_id: z.string(),
        auth_user_id: z.string(),
        email: z.string(),
        full_name: z.string(),
        email_verified: z.boolean(),
        type: z.enum(['sign_up', 'invite']),
        role: role.optional(),
        org_id: z.string().optional(),
        created_at: z.string(),
        /** Epoch seconds: sessions that began before this have ended. */
        signed_out_at: z.number().optional(),
        /** Sessions that ended alone, the latest last. */
        ended_sessions: z.array(z.string()).optional(),
      }),
    },
    organization: {
      about:
        'An organisation. The count of the day’s queries stands here, so that the write that counts also tells plan and subscription.',
      pk: 'ORG#{org_id}',
      sk: 'ORG',
      record: z.object({
        item_id: z.string(),
        name: z.string(),
        created_at: z.string(),
        /** What is paid for, once the trial is over. */
        plan: plan.optional(),
        /** Agreed with this customer, in place of the plan's. */
        queries_per_day: z.number().optional(),
        /** Absent in organisations that are older than subscriptions. */
        subscription: subscription.optional(),
        /** Day (UTC) that `queries_today` counts. */
        queries_day: z.string().optional(),
        queries_today: z.number().optional(),
      }),
    },
    closingAccount: {
      about:
        'An account to delete in the user pool. Written with the deletion of the user’s record, so that none is forgotten when the pool does not answer.',
      pk: 'CLOSING',
      sk: '{auth_user_id}',
      record: z.object({ since: z.string() }),
    },
  },
  queries: {
    team: {
      about: 'Members and invited people of an organisation by address.',
      finds: ['user'],
      index: 'GSI1',
      partition: 'ORG#{org_id}',
      sort: 'USER#{email}',
    },
    closingAccounts: {
      about: 'Accounts still to delete.',
      finds: ['closingAccount'],
      partition: 'CLOSING',
      sort: '{auth_user_id}',
    },
  },
});
