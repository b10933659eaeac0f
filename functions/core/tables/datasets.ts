import * as z from 'zod';
import { sourceFrequencies, sourceStates } from '#shared/sources.ts';
import { defineTable } from './define-table.ts';

/** A file as lists show it. */
const file = z.object({
  file_key: z.string(),
  size_bytes: z.number(),
  modified_at: z.string(),
  /** Name of its uploader, if known. */
  author: z.string().optional(),
  /** Id of their user record; absent when the account was erased. */
  author_id: z.string().optional(),
});

export const datasets = defineTable('Datasets', {
  about:
    'Files of organizations as lists show them, and uploads by the command-line tool. The bucket is the truth: it takes uploads from browsers without us, so each change that is allowed is noted first, and lists look after what is noted.',
  expiry: 'expires_at',
  placeholders: {
    name_order: 'the file name in lower case, a tab, `path_hash`',
    author_order: 'the author in lower case, a tab, `name_order`',
    due: 'when somebody has to look after it',
    path_hash:
      'the beginning of the SHA-256 of the key in the bucket, which can be too long itself',
  },
  entities: {
    file: {
      about: 'A file of an organization.',
      pk: 'ORG#{org_id}',
      sk: 'NAME#{name_order}',
      record: file,
    },
    olderFile: {
      about:
        'A file as the first version of the product recorded it. Recorded anew when the organization lists its files; looked at where a person is erased.',
      pk: 'ORG#{org_id}',
      sk: 'FILE#{file_key}',
      record: file,
    },
    allRecorded: {
      about: 'Says that every file of the organization is recorded, by the keys of that layout.',
      pk: 'ORG#{org_id}',
      sk: 'PENDING#ALL',
      /** The first version wrote no layout. */
      record: z.object({ layout: z.number().optional() }),
    },
    pendingChange: {
      about: 'A change of the bucket that we have allowed, and may not know the outcome of.',
      pk: 'ORG#{org_id}',
      sk: 'PENDING#{kind}#{file_key}',
      record: z.object({
        kind: z.enum(['UPLOAD', 'DELETE']),
        file_key: z.string(),
        /** Of an upload. */
        author: z.string().optional(),
        author_id: z.string().optional(),
        since: z.string(),
        /** Time after which it cannot happen. */
        until: z.string(),
        /** Of an upload the date of the last recorded version; of a deletion the deleted version. */
        seen: z.string().optional(),
      }),
    },
    departure: {
      about:
        'Somebody who has left the organization. What they upload afterwards, with a policy from before, is removed.',
      pk: 'ORG#{org_id}',
      sk: 'DEPARTED#{user_id}',
      record: z.object({
        user_id: z.string(),
        since: z.string(),
        /** Time after which none of their uploads can arrive. */
        until: z.string(),
      }),
    },
    cliUpload: {
      about: 'An upload by the command-line tool. Expires with its token.',
      pk: 'UPLOAD#{upload_id}',
      sk: 'UPLOAD',
      record: z.object({
        upload_id: z.string(),
        /** SHA-256; tokens have 200 random bits, so a plain hash cannot be reversed by guessing. */
        token_hash: z.string(),
        org_id: z.string(),
        /** The member who started it. The token is valid while they belong to the organization. */
        auth_user_id: z.string(),
        file_key: z.string(),
        size_bytes: z.number(),
        part_bytes: z.number(),
        /** S3's id of the multipart upload. */
        multipart_id: z.string(),
        /** Epoch seconds. */
        expires_at: z.number(),
        /** Set when the file is complete. After that nothing can be changed. */
        completed_at: z.string().optional(),
      }),
    },
    source: {
      about:
        'Where a dataset is fetched from, or what it is joined of, and how far that is. One that is fetched, or asked again at a time, is in the list of those that are due.',
      pk: 'ORG#{org_id}',
      sk: 'SOURCE#{source_id}',
      record: z.object({
        source_id: z.string(),
        org_id: z.string(),
        file_key: z.string(),
        url: z.string().optional(),
        s3: z
          .object({
            bucket: z.string(),
            region: z.string().optional(),
            role_arn: z.string(),
            key: z.string().optional(),
            prefix: z.string().optional(),
          })
          .optional(),
        /** Keys of the files that are joined. */
        datasets: z.array(z.string()).optional(),
        every: z.enum(sourceFrequencies),
        rebuilds: z.array(z.string()),
        /** For whom it is fetched. The names are as of a file. */
        author: z.string(),
        author_id: z.string().optional(),
        auth_user_id: z.string().optional(),
        state: z.enum(sourceStates),
        problem: z.string().optional(),
        failures: z.number(),
        created_at: z.string(),
        checked_at: z.string().optional(),
        changed_at: z.string().optional(),
        next_at: z.string().optional(),
        /** What tells the version that was fetched last: an ETag, a date, or a hash of the list of files. */
        version: z.string().optional(),
        /** Indexes that have still to be built from the last version. */
        to_rebuild: z.array(z.string()).optional(),
        /** Id of the fetch, and when it began. */
        fetch_id: z.string(),
        begun_at: z.string(),
        /** What is stored of it. Absent before the first part. */
        work: z
          .object({
            multipart_id: z.string(),
            version: z.string(),
            parts: z.number(),
            bytes: z.number(),
            total: z.number().optional(),
            /** CRC-32 of the files that are stored, and of the beginning of the next. */
            crcs: z.array(z.number()),
            crc: z.number(),
            /** ETag of the file that S3 makes of the parts, once it is asked to. */
            etag: z.string().optional(),
          })
          .optional(),
        /** Id of the worker's claim. Only this worker may write. */
        worker: z.string(),
        /** ISO 8601. Another worker may take it up afterwards. */
        leased_until: z.string(),
        /** Number of claims since the last part. */
        tries: z.number(),
      }),
    },
  },
  queries: {
    sources: {
      about: 'Sources of an organization.',
      finds: ['source'],
      partition: 'ORG#{org_id}',
      sort: 'SOURCE#{source_id}',
    },
    dueSources: {
      about: 'Sources that somebody has to look after, the one that is due first.',
      finds: ['source'],
      index: 'GSI1',
      partition: 'SOURCES',
      sort: '{due}#{source_id}',
    },
    byName: {
      about: 'Files of an organization by name.',
      finds: ['file'],
      partition: 'ORG#{org_id}',
      sort: 'NAME#{name_order}',
    },
    byDate: {
      about: 'Files of an organization by date.',
      finds: ['file', 'olderFile'],
      index: 'GSI1',
      partition: 'FILES#{org_id}',
      sort: '{modified_at}#{path_hash}',
    },
    byAuthor: {
      about: 'Files of an organization by author: those of nobody known first.',
      finds: ['file'],
      index: 'GSI2',
      partition: 'AUTHORS#{org_id}',
      sort: '{author_order}',
    },
    pending: {
      about: 'Changes that may have happened, and whether all files are recorded.',
      finds: ['allRecorded', 'pendingChange'],
      partition: 'ORG#{org_id}',
      sort: 'PENDING#{kind}#{file_key}',
    },
    departures: {
      about: 'People who have left an organization lately.',
      finds: ['departure'],
      partition: 'ORG#{org_id}',
      sort: 'DEPARTED#{user_id}',
    },
    ofOrganization: {
      about: 'Everything about the files of an organization.',
      finds: ['file', 'allRecorded', 'pendingChange', 'olderFile', 'departure', 'source'],
      partition: 'ORG#{org_id}',
      sort: '{kind_of_record}',
    },
  },
});
