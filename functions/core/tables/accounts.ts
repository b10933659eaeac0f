import * as z from 'zod';
import type { Role } from '#shared/contract/users.ts';
import type { Plan } from '#shared/limits.ts';
import { managementScopes } from '#shared/management-scopes.ts';
import { webhookStops } from '#shared/webhooks.ts';
import { defineTable } from './define-table.ts';

const role = z.enum(['admin', 'member'] satisfies Role[]);

const plan = z.enum(['trial', 'monthly', 'annual'] satisfies Plan[]);

/** The subscription with the payment provider's field names. Times are epoch seconds. */
const subscription = z.object({
  id: z.string().optional(),
  status: z.string(),
  trial_end: z.number().optional(),
  current_period_start: z.number(),
  current_period_end: z.number().optional(),
  pause_collection: z.object({ behavior: z.string() }).nullish(),
  plan: z.object({ amount: z.number(), interval: z.enum(['month', 'year']) }).optional(),
  cancel_at_period_end: z.boolean().optional(),
  discount: z.object({ coupon: z.object({ percent_off: z.number().nullable() }) }).nullish(),
});

const paymentMethod = z.object({
  id: z.string(),
  type: z.enum(['card', 'us_bank_account']),
  /** Brand of the card, or name of the bank. */
  label: z.string(),
  last4: z.string(),
  exp_month: z.number().optional(),
  exp_year: z.number().optional(),
});

export type PaymentMethod = z.output<typeof paymentMethod>;

const bankVerification = z.object({
  setup_intent_id: z.string(),
  payment_method_id: z.string(),
  last4: z.string(),
  kind: z.enum(['amounts', 'descriptor_code']),
  /** Epoch seconds. */
  arrives_at: z.number(),
});

export type BankVerification = z.output<typeof bankVerification>;

const customerRequest = z.object({ name: z.string(), email: z.string() });

export type CustomerRequest = z.output<typeof customerRequest>;

export const accounts = defineTable('Accounts', {
  about: 'Organizations, the people in them, and accounts that are being closed.',
  placeholders: {
    person_hash: 'SHA-256 of an address in lower case',
    hash: 'SHA-256 of the key',
  },
  entities: {
    user: {
      about:
        'A person with an account. With an organization they are a member, or invited while the address is not verified.',
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
        /** Marks the provider's staff. Only the operator's command sets it. */
        foretheta_admin: z.boolean().optional(),
        /** Epoch seconds: sessions that began before this have ended. */
        signed_out_at: z.number().optional(),
        /** Sessions that ended one by one, the latest last. */
        ended_sessions: z.array(z.string()).optional(),
        /** SHA-256 of what tells the devices of the person apart, the latest last. */
        devices: z.array(z.string()).optional(),
        /** Epoch seconds: sessions that began since then had to enter a code of an authenticator app. */
        second_factor_since: z.number().optional(),
        /** Sessions that are known to have begun with such a code, the latest last. */
        two_step_sessions: z.array(z.string()).optional(),
      }),
    },
    organization: {
      about:
        'An organization. The count of the day’s queries stands here, so that the write that counts also tells plan and subscription.',
      pk: 'ORG#{org_id}',
      sk: 'ORG',
      record: z.object({
        item_id: z.string(),
        name: z.string(),
        created_at: z.string(),
        /** The subscription after the trial. */
        plan: plan.optional(),
        /** Agreed with this customer, instead of the plan's. */
        queries_per_day: z.number().optional(),
        /** If true, texts of queries are neither kept nor logged. */
        confidential_queries: z.boolean().optional(),
        /** If true, members need a session that began with a code of an authenticator app. */
        second_factor_required: z.boolean().optional(),
        /** Absent in organizations from before subscriptions. */
        subscription: subscription.optional(),
        /** Bytes that it was allowed to upload before it had bought a plan. */
        trial_bytes: z.number().optional(),
        /** Day (UTC) that `queries_today` counts. */
        queries_day: z.string().optional(),
        queries_today: z.number().optional(),
      }),
    },
    organizationName: {
      about:
        'Name of an organization, among those of all others, so that staff find it. Beside the record, which every query writes. Staff read the whole partition: 10,000 names are 1 MB.',
      pk: 'ORGANIZATIONS',
      sk: '{org_id}',
      record: z.object({ org_id: z.string(), name: z.string() }),
    },
    billing: {
      about:
        'What the payment provider has for an organization, but for the subscription, which stands in the organization’s record.',
      pk: 'ORG#{org_id}',
      sk: 'BILLING',
      record: z.object({
        org_id: z.string(),
        /** Stored before the request for a customer, because the same key returns the same customer. */
        customer_key: z.string(),
        /** The request with that key. Deleted after the answer. */
        customer_request: customerRequest.optional(),
        /** The same for the next purchase or change of plan. */
        purchase_key: z.string(),
        stripe_customer_id: z.string().optional(),
        /** The default payment method, without its number, which goes from the browser to the provider. */
        payment_method: paymentMethod.optional(),
        /** A bank account whose micro-deposits are not verified yet. */
        bank_verification: bankVerification.optional(),
        /** Ids of the promotion codes that the organization has redeemed: each works once. */
        redeemed: z.array(z.string()).optional(),
        /** Who activates an ended subscription, until they have been told that it is active. */
        activating: z.string().optional(),
        /** Counts the writes of the state. */
        version: z.number(),
        synced_at: z.string().optional(),
        /** Lock of the billing: its holder, and its end in epoch milliseconds. */
        locked_until: z.number().optional(),
        lock_id: z.string().optional(),
      }),
    },
    reconciliation: {
      about: 'How far the daily comparison of all billing with the provider has come.',
      pk: 'RECONCILIATION',
      sk: 'RECONCILIATION',
      record: z.object({
        /** Day (UTC) of the last comparison. */
        day: z.string(),
        /** Key after which it continues; absent if it is done. */
        next: z.object({ pk: z.string(), sk: z.string() }).optional(),
      }),
    },
    trialKey: {
      about: 'The key with which `Activity` hashes mailboxes that have begun a trial.',
      pk: 'TRIAL-KEY',
      sk: 'TRIAL-KEY',
      record: z.object({ secret: z.string() }),
    },
    subscriber: {
      about: 'Somebody who has confirmed that they want the newsletter. Need not have an account.',
      pk: 'NEWSLETTER',
      sk: '{person_hash}',
      record: z.object({
        email: z.string(),
        confirmed_at: z.string(),
        /** Secret in the unsubscribe link of newsletters. */
        leave_secret: z.string(),
      }),
    },
    managementKey: {
      about:
        'A key with which programs manage what an organization has. It acts for the admin who made it.',
      pk: 'MANAGEMENT-KEY#{hash}',
      sk: 'MANAGEMENT-KEY',
      record: z.object({
        key_id: z.string(),
        /** SHA-256 of the key. */
        hash: z.string(),
        org_id: z.string(),
        auth_user_id: z.string(),
        /** Name of that admin when the key was made. */
        created_by: z.string(),
        name: z.string(),
        scopes: z.array(z.enum(managementScopes)),
        created_at: z.string(),
        expires_at: z.string().optional(),
      }),
    },
    closingAccount: {
      about:
        'An account to delete in the user pool. Written with the deletion of the user’s record, so that none is forgotten when the pool does not answer.',
      pk: 'CLOSING',
      sk: '{auth_user_id}',
      record: z.object({ since: z.string() }),
    },
    webhook: {
      about: 'An address to which events of an organization are sent.',
      pk: 'WEBHOOKS#{org_id}',
      sk: '{webhook_id}',
      record: z.object({
        webhook_id: z.string(),
        org_id: z.string(),
        url: z.string(),
        about: z.string(),
        events: z.array(z.string()),
        created_at: z.string(),
        /** What deliveries are signed with, encrypted. */
        secret: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
        /** The one before, and until when it signs, too. */
        former_secret: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
        former_secret_until: z.string().optional(),
        stopped: z.enum(webhookStops).optional(),
        /** When the first of the tries failed of which none has succeeded since. */
        failing_since: z.string().optional(),
      }),
    },
    webhookCount: {
      about: 'How many webhooks an organization has, so that there are never more than its limit.',
      pk: 'WEBHOOKS#{org_id}',
      sk: 'COUNT',
      record: z.object({ webhooks: z.number() }),
    },
  },
  queries: {
    webhooksOf: {
      about: 'Webhooks of an organization, with their count.',
      finds: ['webhookCount', 'webhook'],
      partition: 'WEBHOOKS#{org_id}',
      sort: '{webhook_id}',
    },
    team: {
      about: 'Members and invited people of an organization by address.',
      finds: ['user'],
      index: 'GSI1',
      partition: 'ORG#{org_id}',
      sort: 'USER#{email}',
    },
    managementKeys: {
      about: 'Management keys of an organization.',
      finds: ['managementKey'],
      index: 'GSI1',
      partition: 'MANAGEMENT-KEYS#{org_id}',
      sort: '{key_id}',
    },
    organizationNames: {
      about: 'Names of all organizations.',
      finds: ['organizationName'],
      partition: 'ORGANIZATIONS',
      sort: '{org_id}',
    },
    subscribers: {
      about: 'Subscribers of the newsletter.',
      finds: ['subscriber'],
      partition: 'NEWSLETTER',
      sort: '{person_hash}',
    },
    closingAccounts: {
      about: 'Accounts still to delete.',
      finds: ['closingAccount'],
      partition: 'CLOSING',
      sort: '{auth_user_id}',
    },
  },
});
