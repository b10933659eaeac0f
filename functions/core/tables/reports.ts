import * as z from 'zod';
import { searchedAgainSchema } from '#shared/report/marks.ts';
import { markGrades, reportKinds, reportPassageSchema } from '#shared/report/report.ts';
import { shareAudiences } from '#shared/report/share.ts';
import { defineTable } from './define-table.ts';

/** Epoch seconds. */
const expires_at = z.number();

/** SHA-256 of a report’s JSON. It names the files of the report in the bucket `Reports`. */
const content_hash = z.string();

const identity = {
  kind: z.enum(reportKinds),
  ucid: z.string(),
  version: z.string(),
};

/** Author and time. */
const author = { by_id: z.string(), at: z.string() };

export const reports = defineTable('Reports', {
  about:
    'Reports on patents: which ones are made, who waits for a mail, and what people add to them. The reports themselves lie in the bucket `Reports`.',
  expiry: 'expires_at',
  placeholders: {
    version: 'build of the index and version of the rules that a report is made with',
    person_hash: 'SHA-256 of an address in lower case',
    mailbox_hash: 'SHA-256 of an address in lower case, without its tag',
    token_hash: 'SHA-256 of the token of a link',
    report: 'UCID of the patent that an invalidation report is about',
    share_hash: 'SHA-256 of the token of a link that somebody shared',
    slot: 'from 0 on',
    org_id: '`item_id` of the organization',
  },
  entities: {
    report: {
      about: 'The making of a report, once for each version.',
      pk: 'REPORT#{kind}#{ucid}',
      sk: 'VERSION#{version}',
      record: z.object({
        ...identity,
        status: z.enum(['making', 'ready', 'failed']),
        created_at: z.string(),
        /** Id of the worker's claim. Only this worker may write. */
        worker: z.string(),
        /** ISO 8601. Another worker may take it up afterwards. */
        leased_until: z.string(),
        /** Number of claims. */
        tries: z.number(),
        /** Set when the JSON is made, checked and stored. */
        content_hash: content_hash.optional(),
        /** Set when the report waits for the judgement of models: names what was made before. */
        draft_hash: content_hash.optional(),
        /** ISO 8601. When the judging began. */
        judging_since: z.string().optional(),
        /** How often the judging waited for a model that was away. */
        judging_pauses: z.number().optional(),
        failure: z.enum(['refused', 'interrupted', 'no-text']).optional(),
        /** ISO 8601. A report that failed, or whose model was away, may be made again afterwards. */
        retry_at: z.string().optional(),
        expires_at,
      }),
    },
    latest: {
      about: 'The newest report of its kind on a patent: the one that is shown.',
      pk: 'REPORT#{kind}#{ucid}',
      sk: 'LATEST',
      record: z.object({ ...identity, content_hash, made_at: z.string(), expires_at }),
    },
    request: {
      about:
        'Somebody who waits for the mail with a report. Deleted when the mail is on its way; it expires if that never happens.',
      pk: 'REQUESTS#{kind}#{ucid}',
      sk: 'REQUEST#{person_hash}',
      record: z.object({
        request_id: z.string(),
        kind: identity.kind,
        ucid: identity.ucid,
        email: z.string(),
        /** Who was signed in, for the search history. */
        org_id: z.string().optional(),
        user_id: z.string().optional(),
        requested_at: z.string(),
        /** Set until the owner of the address has confirmed it. */
        unconfirmed: z.literal(true).optional(),
        expires_at,
      }),
    },
    address: {
      about:
        'A mailbox to which somebody else had a report sent. Its owner is asked once, at the first address of it that somebody gave, and reports are mailed there after they have confirmed it.',
      pk: 'ADDRESS#{mailbox_hash}',
      sk: 'ADDRESS',
      record: z.object({
        email: z.string(),
        /** Of the token in the mail that asks. */
        token_hash: z.string(),
        /** Whether the mail that asks was queued. */
        mailed: z.literal(true).optional(),
        confirmed_at: z.string().optional(),
        expires_at,
      }),
    },
    link: {
      about: 'A link in a mail that leads to a report for a while. It does not tell whose mail.',
      pk: 'LINK#{token_hash}',
      sk: 'LINK',
      record: z.object({ ...identity, content_hash, expires_at }),
    },
    mark: {
      about: 'What an organization says of one cell of a claim chart.',
      pk: 'MARKS#{org_id}',
      sk: '{report}#MARK#{ucid}#{element}',
      record: z.object({
        element: z.string(),
        ucid: z.string(),
        grade: z.enum(markGrades).optional(),
        passage: reportPassageSchema.optional(),
        note: z.string().optional(),
        /**
         * Number of changes. A write is conditional on it, so that only one of two concurrent changes is
         * saved.
         */
        revision: z.number(),
        ...author,
      }),
    },
    addedReference: {
      about: 'A reference that an organization added to an invalidation report.',
      pk: 'MARKS#{org_id}',
      sk: '{report}#ADDED#{ucid}',
      record: z.object({ ucid: z.string(), ...author }),
    },
    listed: {
      about:
        'A report in the list of an organization: somebody asked for it or worked on it. The last of them is its author.',
      pk: 'LISTED#{org_id}',
      sk: '{kind}#{ucid}',
      record: z.object({
        kind: identity.kind,
        ucid: identity.ucid,
        title: z.string(),
        ...author,
        expires_at,
      }),
    },
    share: {
      about:
        'A link with which an organization shares a report. It stays a while after its end, so that it can tell why it does not work.',
      pk: 'SHARE#{share_hash}',
      sk: 'SHARE',
      record: z.object({
        share_hash: z.string(),
        org_id: z.string(),
        kind: identity.kind,
        ucid: identity.ucid,
        audience: z.enum(shareAudiences),
        /** Whether what the organization added is shown. */
        marks: z.boolean(),
        /** The report that there was when the link was made; older links lack it. */
        version: z.string().optional(),
        content_hash: content_hash.optional(),
        made_at: z.string().optional(),
        ...author,
        /** ISO 8601. */
        ends_at: z.string(),
        revoked_at: z.string().optional(),
        /** Number of the slot that it takes. */
        slot: z.number().optional(),
        expires_at,
      }),
    },
    shareSlot: {
      about:
        'One of the links to a report that an organization may have open at a time. It is free again when its link ends.',
      pk: 'SHARE-SLOTS#{org_id}',
      sk: '{kind}#{ucid}#{slot}',
      record: z.object({ share_hash: z.string(), expires_at }),
    },
    judgingAdded: {
      about:
        'A worker has models judge references that an organization added to a report. No other one does until it ends, or until this expires.',
      pk: 'JUDGING#{org_id}',
      sk: '{report}',
      record: z.object({ expires_at }),
    },
    searchedAgain: {
      about:
        'The last search that an organization made with wishes: more like some references, less like others.',
      pk: 'MARKS#{org_id}',
      sk: '{report}#AGAIN',
      record: searchedAgainSchema.omit({ by: true, at: true }).extend(author),
    },
  },
  queries: {
    waiting: {
      about: 'Who waits for a report.',
      finds: ['request'],
      partition: 'REQUESTS#{kind}#{ucid}',
      sort: 'REQUEST#{person_hash}',
    },
    requestsOf: {
      about: 'What a person waits for.',
      finds: ['request'],
      index: 'GSI1',
      partition: 'PERSON#{person_hash}',
      sort: '{kind}#{ucid}',
    },
    marks: {
      about: 'What an organization added to its reports.',
      finds: ['addedReference', 'mark', 'searchedAgain'],
      partition: 'MARKS#{org_id}',
      sort: '{report}#{kind_of_record}',
    },
    listOf: {
      about: 'The reports of an organization, the last asked for first when read backwards.',
      finds: ['listed'],
      index: 'GSI1',
      partition: 'LISTED#{org_id}',
      sort: '{at}#{kind}#{ucid}',
    },
    listEntries: {
      about: 'Every report of an organization, for its end.',
      finds: ['listed'],
      partition: 'LISTED#{org_id}',
      sort: '{kind}#{ucid}',
    },
    sharesOf: {
      about: 'The links that an organization shared.',
      finds: ['share'],
      index: 'GSI1',
      partition: 'SHARES#{org_id}',
      sort: '{kind}#{ucid}#{at}',
    },
    shareSlots: {
      about: 'The slots of open links of an organization, for its end.',
      finds: ['shareSlot'],
      partition: 'SHARE-SLOTS#{org_id}',
      sort: '{kind}#{ucid}#{slot}',
    },
  },
});
