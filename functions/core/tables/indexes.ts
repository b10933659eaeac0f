import * as z from 'zod';
import type { ColumnRole } from '#shared/column-roles.ts';
import { columnUses } from '#shared/column-uses.ts';
import type { BuildProgress } from '#shared/contract/indexes.ts';
import type { KeyRestrictions } from '#shared/contract/key-restrictions.ts';
import { columnType, readingSchema } from '#shared/reading.ts';
import { defineTable } from './define-table.ts';

/** Checked when a key is made. */
const restrictions = z.custom<KeyRestrictions>((value) => typeof value === 'object');

const columnRole = z.enum(['index', 'metadata', 'ignore'] satisfies ColumnRole[]);

const stage = z.enum([
  'queued',
  'planning',
  'training',
  'indexing',
  'loading',
  'publishing',
  'done',
] satisfies BuildProgress['stage'][]);

/** What an index is built from. */
const buildSource = {
  dataset_key: z.string(),
  dataset_size: z.number(),
  columns_role: z.record(z.string(), columnRole),
  columns_data: z.string(),
  /** Column types that the customer has chosen. The others are detected. */
  chosen_types: z.record(z.string(), columnType).optional(),
  /** Title, link and id of a row, where the customer has chosen them. */
  columns_use: z.record(z.string(), z.enum(columnUses)).optional(),
  /** Whether the installation's model gives rows their vectors. */
  embed: z.boolean().optional(),
  /** What the column of vectors counts beside words. The build chooses if absent. */
  vector_weight: z.number().optional(),
  /** The customer's settings for reading the file. */
  reading: readingSchema.optional(),
  /** Version of the patent documents that were loaded with the dataset; only of the catalogue of patents. */
  documents_version: z.string().optional(),
};

const workDone = z.object({
  /** Bytes of the dataset that the plan has scanned. */
  bytes: z.number(),
  /** Rows that were indexed, and rows that were left out. */
  rows: z.number(),
  rejects: z.number(),
  /** Rows that are on the cluster. */
  loaded: z.number(),
});

/**
 * Progress of the newest build. Parallel steps do not conflict: each writes its own piece, and adds it to what is done
 * when it ends. So the record stays small, however many pieces there are.
 */
const buildState = z.object({
  stage,
  /** Rows of the dataset as counted by the plan; 0 before. */
  rows_total: z.number(),
  /** Rows that training has read. */
  rows_trained: z.number(),
  /** Where searches will find the index. Absent before the plan, and in builds of older releases. */
  placement: z.enum(['functions', 'cluster']).optional(),
  /** What steps that run have done of their part or segment, by its number. Absent in builds of older releases. */
  pieces: z.record(z.string(), workDone.partial()).optional(),
  /** The sum of the parts and segments that are finished. Absent in builds of older releases. */
  done: workDone.optional(),
  /** While the build is being published: rows of the serving version do not change. */
  holds_changes: z.literal(true).optional(),
  /** Of a rebuild: replaces the record's value at the publication. */
  source: z.object(buildSource).optional(),
});

export const indexes = defineTable('Indexes', {
  about: 'Indexes, their API keys, and builds whose files are to be removed.',
  expiry: 'expires_at',
  placeholders: {
    hash: 'SHA-256 of an API key, or the id of a key whose tenant tokens are taken',
    name_order: 'the name in lower case',
    author_order: 'the author in lower case, a tab, the name in lower case',
    update_order: '`modified_at`, a tab, the name in lower case',
    status_order: '`Active`, `Failed` or `Processing`, a tab, the name in lower case',
    budget_id: 'the id of a key, and `#` with the `jti` of its tenant tokens',
    superseded_at: 'when the build was superseded',
    started_at: '`build_started_at`',
  },
  entities: {
    index: {
      about: 'An index, what it is built from and how far its newest build is.',
      pk: 'INDEX#{index_id}',
      sk: 'INDEX',
      record: z.object({
        ...buildSource,
        item_id: z.string(),
        org_id: z.string(),
        name: z.string(),
        author: z.string(),
        /** Id of the author's user record; absent for catalogues and where the account was erased. */
        author_id: z.string().optional(),
        /** Recipient of the mail at the end of a build; absent for catalogues. */
        notify_email: z.string().optional(),
        created_at: z.string(),
        modified_at: z.string(),
        /** The newest build: only it may report progress or publish. */
        build_id: z.string(),
        /** Set while that build runs. */
        build_started_at: z.string().optional(),
        build: buildState,
        /** Why the newest build failed. */
        failure: z.string().optional(),
        /** Manifest that queries read. Absent until the first build is published. */
        manifest_key: z.string().optional(),
        /**
         * Bytes that opening it reads first of its model and of each segment, so that they are read together with the manifest.
         * Absent in what releases before this field have published.
         */
        first_reads: z.array(z.number()).optional(),
        /** What has changed since in its rows. Absent if nothing has. */
        changes_key: z.string().optional(),
        /** Names its list of synonyms. Absent if it never had one. */
        synonyms_version: z.string().optional(),
        /** Format version of its files. Absent in what releases before this field have built. */
        format_version: z.number().optional(),
        /** Format version for which a rebuild was begun without being asked for. That happens once. */
        renewed_for: z.number().optional(),
        /** What each column of the published index holds. */
        columns_type: z.record(z.string(), columnType).optional(),
        /** Numbers of a vector in its column of vectors. Absent without one. */
        vector_dimensions: z.number().optional(),
        /** Rows that the published index holds, and rows of the dataset that it does not. */
        rows: z.number(),
        rejects: z.number(),
      }),
    },
    listing: {
      about:
        'Where an index stands in the sorted lists of its organization; also keeps its name from being taken twice. Beside the record, because progress of a build is written often and nothing is sorted by it. Catalogues have none: they end each list.',
      pk: 'NAMES#{org_id}',
      sk: '{name_order}',
      record: z.object({ index_id: z.string() }),
    },
    synonyms: {
      about:
        'What its owner searches as something else, too. Beside the index, because every search reads that, and this only after it has changed.',
      pk: 'INDEX#{index_id}',
      sk: 'SYNONYMS',
      record: z.object({ version: z.string(), lines: z.array(z.string()) }),
    },
    supersededBuild: {
      about:
        'A build whose files are of no more use: another serves in its place, or it failed. Kept until the files are removed.',
      pk: 'INDEX#{index_id}',
      sk: 'SUPERSEDED#{folder}',
      record: z.object({
        index_id: z.string(),
        /** Its place in the bucket `Indexes`, with a trailing slash. */
        folder: z.string(),
      }),
    },
    renewal: {
      about:
        'Which format version all indexes have, or were built again for. Spares the search for older ones.',
      pk: 'RENEWAL',
      sk: 'RENEWAL',
      record: z.object({ format_version: z.number() }),
    },
    apiKey: {
      about: 'An API key of an index, encrypted.',
      pk: 'KEYS#{org_id}',
      sk: 'KEY#{index_id}#{key_id}',
      record: z.object({
        id: z.string(),
        org_id: z.string(),
        index_id: z.string(),
        ciphertext: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
        hash: z.string(),
        creation_date: z.string(),
        name: z.string().optional(),
        /** The management key that made it. Absent of those that people make. */
        made_by: z.object({ id: z.string(), name: z.string() }).optional(),
        /** Whether it may change rows. Absent if it may only search. */
        changes_rows: z.literal(true).optional(),
        restrictions: restrictions.optional(),
        /** Of a key with restrictions: 32 random bytes as base64, with which its cursors are sealed. */
        cursor_key: z.string().optional(),
        /** Ed25519, as PEM: tenant tokens that one of them verifies are taken. */
        public_keys: z.array(z.string()).optional(),
        /** Hash of the text that it had before, and the epoch second at which that ends. */
        previous: z.object({ hash: z.string(), expires_at: z.number() }).optional(),
      }),
    },
    keyCount: {
      about:
        'How many keys an index has. The transaction that adds or removes a key changes it, so that there are never more than 10 and never none.',
      pk: 'KEYCOUNT#{org_id}',
      sk: '{index_id}',
      record: z.object({ keys_count: z.number() }),
    },
    keyHash: {
      about:
        'Whose key it is that a caller presents, when it was used last, and how much it may be used now.',
      pk: 'KEYHASH#{hash}',
      sk: 'KEYHASH',
      record: z.object({
        /** Absent of a session's key. */
        key_id: z.string().optional(),
        org_id: z.string(),
        index_id: z.string(),
        /** Whether it may change rows of the index. Absent if it may only search. */
        changes_rows: z.literal(true).optional(),
        /** Those of the key, so that a call reads one item. */
        restrictions: restrictions.optional(),
        /** Of a key with restrictions: 32 random bytes as base64, with which its cursors are sealed. */
        cursor_key: z.string().optional(),
        /** Of the item that tenant tokens find, whose hash is the id of the key: see the key. */
        public_keys: z.array(z.string()).optional(),
        /** Epoch seconds at which the key ends. The item stays for as long as the key is listed. */
        ends_at: z.number().optional(),
        /** Of a key that pages search with: the session that it ends with. */
        session: z
          .object({ auth_user_id: z.string(), session_id: z.string(), started_at: z.number() })
          .optional(),
        /** Epoch seconds; only of a session's key, and of the text that a key had before. */
        expires_at: z.number().optional(),
        used_at: z.string().optional(),
        /** Epoch milliseconds at which the key's token bucket is full again. */
        tat: z.number().optional(),
        /** Queries of a day that it has taken from the quota before it sends them: the day with an id, and how many are left. */
        prepaid_round: z.string().optional(),
        prepaid: z.number().optional(),
      }),
    },
    keyBudget: {
      about: 'How much a restricted key has used of limits of its own.',
      pk: 'KEYBUDGET#{budget_id}',
      sk: 'KEYBUDGET',
      record: z.object({
        /** Epoch milliseconds at which its token bucket is full again. */
        tat: z.number().optional(),
        /** Queries of a day (UTC). */
        day: z.string().optional(),
        queries: z.number().optional(),
        /** Epoch seconds. */
        expires_at: z.number().optional(),
      }),
    },
  },
  queries: {
    byName: {
      about: 'Names of an organization’s indexes: which are taken, and in order.',
      finds: ['listing'],
      partition: 'NAMES#{org_id}',
      sort: '{name_order}',
    },
    byCreation: {
      about: 'Indexes of an organization by date of creation.',
      finds: ['index'],
      index: 'GSI1',
      partition: 'ORG#{org_id}',
      sort: '{created_at}#{item_id}',
    },
    byAuthor: {
      about: 'Indexes of an organization by author.',
      finds: ['listing'],
      index: 'GSI1',
      partition: 'AUTHORS#{org_id}',
      sort: '{author_order}',
    },
    byUpdate: {
      about: 'Indexes of an organization by last update.',
      finds: ['listing'],
      index: 'GSI2',
      partition: 'UPDATED#{org_id}',
      sort: '{update_order}',
    },
    byStatus: {
      about: 'Indexes of an organization by status.',
      finds: ['listing'],
      index: 'GSI3',
      partition: 'STATUS#{org_id}',
      sort: '{status_order}',
    },
    runningBuilds: {
      about: 'Indexes with a build that has not ended, by when it began.',
      finds: ['index'],
      index: 'GSI2',
      partition: 'BUILDING',
      sort: '{started_at}',
    },
    supersededBuilds: {
      about: 'Superseded builds by since when they are.',
      finds: ['supersededBuild'],
      index: 'GSI2',
      partition: 'SUPERSEDED',
      sort: '{superseded_at}',
    },
    keysOfOrganization: {
      about: 'API keys of an organization by index.',
      finds: ['apiKey'],
      partition: 'KEYS#{org_id}',
      sort: 'KEY#{index_id}#{key_id}',
    },
    endingKeys: {
      about: 'API keys that end, by when.',
      finds: ['apiKey'],
      index: 'GSI2',
      partition: 'ENDING-KEYS',
      sort: '{ends_at}#{key_id}',
    },
    keyCounts: {
      about: 'Numbers of keys of an organization’s indexes.',
      finds: ['keyCount'],
      partition: 'KEYCOUNT#{org_id}',
      sort: '{index_id}',
    },
  },
});

export type BuildState = z.output<typeof buildState>;
export type BuildPlacement = NonNullable<BuildState['placement']>;
export type WorkDone = z.output<typeof workDone>;
export type BuildSource = NonNullable<BuildState['source']>;
