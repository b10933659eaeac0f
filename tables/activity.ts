import * as z from 'zod';
import { type AuditAction, auditActions } from '#shared/audit-actions.ts';
import { defineTable } from './define-table.ts';

/** Epoch seconds. */
const expires_at = z.number();

export const activity = defineTable('Activity', {
  about: 'What was done and tried lately. Everything here expires.',
  expiry: 'expires_at',
  placeholders: {
    person_hash:
      'SHA-256 of an address in lower case, so that the table tells no addresses of strangers',
    dedupe_key: 'what makes a mail the same mail',
    user_id: '`item_id` of the user',
  },
  entities: {
    auditEntry: {
      about:
        'An entry of an organisation’s audit trail. Only ever added, in the transaction of the change where there is one. Erasing a person takes name and address out.',
      pk: 'AUDIT#{org_id}',
      sk: '{at}#{item_id}',
      record: z.object({
        item_id: z.string(),
        at: z.string(),
        action: z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]),
        object: z.object({ id: z.string(), name: z.string() }),
        details: z.record(z.string(), z.string()),
        person_id: z.string(),
        person_name: z.string(),
        person_email: z.string().optional(),
        expires_at,
      }),
    },
    mailDelivery: {
      about: 'The delivery of one mail: claimed for a while, then sent.',
      pk: 'MAIL#{dedupe_key}',
      sk: 'MAIL',
      record: z.object({
        /** Epoch seconds. */
        leased_until: z.number().optional(),
        sent_at: z.string().optional(),
        expires_at: expires_at.optional(),
      }),
    },
    attempts: {
      about: 'What was tried in the name of one person, as a token bucket.',
      pk: 'ATTEMPTS#{kind}#{person_hash}',
      sk: 'ATTEMPTS',
      record: z.object({
        /** Epoch milliseconds at which the bucket is full again. */
        tat: z.number().optional(),
        expires_at: expires_at.optional(),
      }),
    },
    dataExport: {
      about: 'The newest export of personal data of a person. Expires with the archive.',
      pk: 'EXPORT#{user_id}',
      sk: 'EXPORT',
      record: z.object({
        export_id: z.string(),
        requested_at: z.string(),
        /** Absent while it is prepared. */
        ready_at: z.string().optional(),
        expires_at,
      }),
    },
  },
  queries: {
    auditTrail: {
      about:
        'The trail of an organisation by time. Actions and people are filters on that: a trail is read rarely, and written with every change.',
      finds: ['auditEntry'],
      partition: 'AUDIT#{org_id}',
      sort: '{at}#{item_id}',
    },
  },
});
