import * as z from 'zod';
import { attemptKinds } from '#shared/attempt-limits.ts';
import { type AuditAction, auditActions } from '#shared/audit-actions.ts';
import { columnOrder } from '#shared/contract/search-conditions.ts';
import { exportFailures, exportFormats } from '#shared/search-exports.ts';
import { searchKinds } from '#shared/search-kinds.ts';
import { defineTable } from './define-table.ts';

/** Epoch seconds. */
const expires_at = z.number();

/** What asked: a person on the search page, a program with a key, the assistant, a report. */
const searchKind = z.enum(searchKinds);

/** What a log line tells of a search. */
const searchFields = {
  kind: searchKind,
  index_id: z.string(),
  org_id: z.string().optional(),
  user_id: z.string().optional(),
  key_id: z.string().optional(),
  /** Only true: a page searched to show a part of itself. */
  is_part: z.boolean().optional(),
  /** The beginning of it. */
  text: z.string().optional(),
  /** Of a page: how the text was read, and conditions beside it, as JSON: empty if they were too long. */
  syntax: z.enum(['words', 'query']).optional(),
  filters: z.string().optional(),
  sort: columnOrder.optional(),
  words: z.number(),
  size_bytes: z.number(),
  tokens: z.number(),
  /** Absent where nothing is found, but computed. */
  results: z.number().optional(),
  /** From the call to the answer. */
  elapsed_ms: z.number(),
  /** Code of the error. */
  failure: z.string().optional(),
};

/** A search in a pack. */
export const packedSearch = z.object({ at: z.string(), ...searchFields });

export const activity = defineTable('Activity', {
  about: 'What was done and tried lately. Everything here expires.',
  expiry: 'expires_at',
  placeholders: {
    person_hash:
      'SHA-256 of an address in lower case, so that the table tells no addresses of strangers',
    kind: 'kind of attempt (`shared/attempt-limits.ts`)',
    whose_hash: 'the same of the id or network whose limit it is',
    call_hash: 'SHA-256 of endpoint, organization, person and `Idempotency-Key`',
    mailbox_hash: 'HMAC-SHA-256 of an address without its tag, with a key in `Accounts`',
    token_hash: 'SHA-256 of the secret in a link, in base64url',
    dedupe_key: 'what makes a mail the same mail',
    user_id: '`item_id` of the user',
    owner:
      'whose it is: the organization, else the user, else `visitors`; in counts also `all` of them together',
    slot: 'a day and a number below eight; of older searches the day alone',
    source: 'the id of an API key, or the kind of the search',
    index_id: 'in the counts of all together only catalogues, and `custom`',
    pack_id: 'beginning of a hash of the ids of its searches',
    batch_id: 'id of the first log event of a delivery',
  },
  entities: {
    auditEntry: {
      about:
        'An entry of an organization’s audit trail. Only ever added, in the transaction of the change where there is one. Erasing a person takes name and address out.',
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
    managementKeyUse: {
      about: 'When a management key was used last.',
      pk: 'MANAGEMENT-KEY#{key_id}',
      sk: 'USE',
      record: z.object({ used_at: z.string(), expires_at }),
    },
    repeatableCall: {
      about:
        'A call with an `Idempotency-Key` that makes something, so that its repetition makes nothing. Expires after a day.',
      pk: 'CALL#{call_hash}',
      sk: 'CALL',
      record: z.object({
        /** SHA-256 of what was asked for. */
        request_hash: z.string(),
        /** Id of the call that carries it out, and when that has ended: epoch seconds. */
        run: z.string(),
        running_until: z.number(),
        /** What it was answered with, encrypted with a key of the `Idempotency-Key`. */
        answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
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
    suppression: {
      about:
        'An address that gets no more mail of the product: mail to it bounced, or its owner complained.',
      pk: 'SUPPRESSED#{person_hash}',
      sk: 'SUPPRESSED',
      record: z.object({
        reason: z.enum(['bounce', 'complaint']),
        at: z.string(),
        expires_at,
      }),
    },
    trial: {
      about:
        'That a mailbox has begun a trial. It stays when the account is erased, so that the next one continues the trial.',
      pk: 'TRIAL#{mailbox_hash}',
      sk: 'TRIAL',
      record: z.object({
        /** Epoch seconds. */
        trial_end: z.number(),
        expires_at,
      }),
    },
    redeemed: {
      about:
        'That a mailbox has redeemed a promotion code. It stays when the account is erased, so that another organization of the mailbox does not redeem the code again.',
      pk: 'REDEEMED#{mailbox_hash}',
      sk: '{code_id}',
      record: z.object({ code_id: z.string(), expires_at }),
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
    mailedFor: {
      about:
        'Whose limit a mail to somebody who did not ask was counted for, so that a bounce or a complaint lowers it.',
      pk: 'MAILED#{person_hash}',
      sk: '{kind}#{whose_hash}',
      record: z.object({ kind: z.enum(attemptKinds), whose_hash: z.string(), expires_at }),
    },
    newsletterRequest: {
      about: 'Somebody asked for the newsletter, and was mailed a link that confirms it.',
      pk: 'NEWSLETTER#{person_hash}',
      sk: '{token_hash}',
      record: z.object({ email: z.string(), expires_at }),
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
    searchExport: {
      about:
        'An export of what a search finds. The search itself lies beside the file in the bucket `Exports`, until the file is written.',
      pk: 'SEARCHEXPORTS#{org_id}',
      sk: '{export_id}',
      record: z.object({
        export_id: z.string(),
        org_id: z.string(),
        index_id: z.string(),
        /** Who asked for it on a page: `item_id` and account. Absent of exports by API key. */
        user_id: z.string().optional(),
        auth_user_id: z.string().optional(),
        /** SHA-256 of what the key that began it sees of the index. Absent if that is all. */
        scope_hash: z.string().optional(),
        /** SHA-256 of the call, which tells a repetition from another call with its `Idempotency-Key`. */
        request_hash: z.string(),
        format: z.enum(exportFormats),
        status: z.enum(['writing', 'ready', 'failed']),
        failure: z.enum(exportFailures).optional(),
        /** Whether rows are in the order of relevance. */
        ranked: z.boolean(),
        /** How many rows the search found, and how many of them the file gets. */
        total: z.number(),
        wanted: z.number(),
        /** How many are read. */
        rows: z.number(),
        size_bytes: z.number().optional(),
        /** Searches of the day's quota that it took beside its first one, and the day. A failure gives them back. */
        taken: z.number(),
        day: z.string(),
        created_at: z.string(),
        ended_at: z.string().optional(),
        /** What is stored of the file, and where the next part begins. Absent before the first part. */
        upload: z
          .object({
            upload_id: z.string(),
            /** ETags of the parts. */
            parts: z.array(z.string()),
            rows: z.number(),
            bytes: z.number(),
            after: z.string().optional(),
            sheet: z
              .object({ crc: z.number(), compressed: z.number(), size: z.number() })
              .optional(),
            groups: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
          })
          .optional(),
        /** Id of the worker's claim. Only this worker may write. */
        worker: z.string(),
        /** ISO 8601. Another worker may take it up afterwards. */
        leased_until: z.string(),
        /** Number of claims since the last part. */
        tries: z.number(),
        expires_at,
      }),
    },
    searchPack: {
      about:
        'Searches of an owner that were delivered together, all of the same ten seconds. Its time is that of the latest. Erasing a person takes user and text out of them.',
      pk: 'SEARCHES#{slot}',
      // The tilde sorts after the ids of all searches of that time.
      sk: '{at}#~{pack_id}',
      record: z.object({
        pack_id: z.string(),
        at: z.string(),
        /** The day and a number, over which the searches of a day are spread. */
        slot: z.string(),
        owner: z.string(),
        /** Of each search its time and what its log line told, as deflated JSON. */
        packed: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
        expires_at,
      }),
    },
    search: {
      about:
        'A search, as its log line told of it. In confidential organizations there is no text. Since version 0.2.0 they are stored in packs; a record alone is older.',
      pk: 'SEARCHES#{slot}',
      sk: '{at}#{item_id}',
      record: z.object({
        item_id: z.string(),
        at: z.string(),
        day: z.string(),
        /** The day and a number. Older records have none: the day alone. */
        slot: z.string().optional(),
        owner: z.string(),
        ...searchFields,
        expires_at,
      }),
    },
    usage: {
      about:
        'Counts of the searches of a day. Beside the fields, `l0` to `l63` count latencies by the buckets of `shared/latency.ts`.',
      pk: 'USAGE#{owner}',
      sk: '{day}#{index_id}#{source}',
      record: z.looseObject({
        day: z.string(),
        index_id: z.string(),
        source: z.string(),
        kind: searchKind,
        searches: z.number(),
        /** Answered, and nothing was found. */
        empty: z.number(),
        failed: z.number(),
        expires_at,
      }),
    },
    click: {
      about:
        'A row that somebody opened from what a search with an API key found, as their program reported. None of confidential organizations.',
      pk: 'CLICKS#{org_id}',
      sk: '{at}#{item_id}',
      record: z.object({
        item_id: z.string(),
        org_id: z.string(),
        at: z.string(),
        index_id: z.string(),
        key_id: z.string(),
        /** Of the search. */
        text: z.string(),
        row: z.string(),
        position: z.number().optional(),
        expires_at,
      }),
    },
    webhookDelivery: {
      about: 'An event for one webhook, as it was or will be sent. The same event has the same id.',
      pk: 'DELIVERIES#{webhook_id}',
      sk: '{delivery_id}',
      record: z.object({
        delivery_id: z.string(),
        webhook_id: z.string(),
        org_id: z.string(),
        event: z.string(),
        /** The body: JSON. */
        payload: z.string(),
        created_at: z.string(),
        status: z.enum(['waiting', 'delivered', 'failed']),
        /** Since it was made, or sent again by hand. */
        tries: z.number(),
        /** Rises with each time that it is sent again by hand, so that messages of the time before do nothing. */
        round: z.number(),
        tried_at: z.string().optional(),
        next_at: z.string().optional(),
        /** What came of the last try. */
        answer: z.string().optional(),
        expires_at,
      }),
    },
    searchBatch: {
      about: 'A delivery of log lines that was counted. Deliveries are repeated when they fail.',
      pk: 'SEARCHBATCH#{batch_id}',
      sk: 'SEARCHBATCH',
      record: z.object({ expires_at }),
    },
  },
  queries: {
    redeemedBy: {
      about: 'The promotion codes that a mailbox has redeemed.',
      finds: ['redeemed'],
      partition: 'REDEEMED#{mailbox_hash}',
      sort: '{code_id}',
    },
    auditTrail: {
      about:
        'The trail of an organization by time. Actions and people are filters on that: a trail is read rarely, and written with every change.',
      finds: ['auditEntry'],
      partition: 'AUDIT#{org_id}',
      sort: '{at}#{item_id}',
    },
    mailedForOthers: {
      about: 'Whose limits mails to an address were counted for.',
      finds: ['mailedFor'],
      partition: 'MAILED#{person_hash}',
      sort: '{kind}#{whose_hash}',
    },
    newsletterRequests: {
      about: 'Requests of an address for the newsletter, to remove them with an account.',
      finds: ['newsletterRequest'],
      partition: 'NEWSLETTER#{person_hash}',
      sort: '{token_hash}',
    },
    searchExportsOf: {
      about: 'Exports of an organization.',
      finds: ['searchExport'],
      partition: 'SEARCHEXPORTS#{org_id}',
      sort: '{export_id}',
    },
    deliveriesOf: {
      about: 'Deliveries of a webhook, by when they were made.',
      finds: ['webhookDelivery'],
      index: 'GSI1',
      partition: 'DELIVERIES#{webhook_id}',
      sort: '{created_at}#{delivery_id}',
    },
    searchesOfSlot: {
      about: 'Part of the searches of everybody on a day (UTC) by time, for staff.',
      finds: ['searchPack', 'search'],
      partition: 'SEARCHES#{slot}',
      sort: '{at}#{item_id}',
    },
    searchesOfOwner: {
      about: 'Searches of an organization, or of a user without one, by time.',
      finds: ['searchPack', 'search'],
      index: 'GSI1',
      partition: 'SEARCHES#{owner}',
      sort: '{at}#{item_id}',
    },
    clicksByTime: {
      about: 'Clicks in an organization by time.',
      finds: ['click'],
      partition: 'CLICKS#{org_id}',
      sort: '{at}#{item_id}',
    },
    usageByDay: {
      about: 'Counts of an owner by day.',
      finds: ['usage'],
      partition: 'USAGE#{owner}',
      sort: '{day}#{index_id}#{source}',
    },
  },
});
