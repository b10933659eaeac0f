import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { partLimits, requestedPartBytes } from '#shared/upload-parts.ts';
import type { Endpoint } from './endpoint.ts';
import { datasetName, email, id, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const fileSize = z.number().int().min(1).max(limits.cliUploadMaxBytes);
const partNumber = z.number().int().min(1).max(partLimits.count);

/** The content of `presigned.json`: everything the upload tool needs. */
export const presignedSchema = z
  .object({
    api_base: z.url({ protocol: /^https?$/ }),
    upload_id: id,
    upload_token: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'Secret. Allows the upload of this one file' }),
    filename: z.string(),
    filesize: fileSize,
    part_size: z.number().int().min(1).max(partLimits.maxBytes).meta({
      description: 'Bytes of every part except the last, which holds the rest',
    }),
    expires_at: timestamp,
  })
  .meta({ id: 'Presigned' });

export type Presigned = z.output<typeof presignedSchema>;

const uploadPartSchema = z
  .object({
    number: partNumber,
    size: z.number().int(),
    md5: z.string().meta({ description: 'MD5 of the stored bytes, hexadecimal' }),
  })
  .meta({ id: 'UploadPart' });

const params = z.object({ upload_id: id });

/**
 * Uploads by the command-line tool: S3 multipart uploads. A member starts an upload, and the holder of its
 * token continues it.
 */
export const cliUploads = {
  'create-cli-upload': {
    method: 'POST',
    path: '/api/cli-presigned',
    access: 'subscriber',
    manages: 'datasets:write',
    tag: 'Datasets',
    summary: 'Starts the upload of one CSV file of up to 5 TB with the command-line tool.',
    body: onlyMembers({
      org_id: id,
      email,
      filename: datasetName,
      filesize: fileSize,
      part_size: z
        .number()
        .int()
        .min(requestedPartBytes.min)
        .max(requestedPartBytes.max)
        .optional()
        .meta({ description: 'Bytes per part. Smaller parts suit unreliable connections' }),
    }),
    repeatable: true,
    output: presignedSchema,
    errors: ['NotFound', 'Forbidden', 'OnlyCsv', 'TrialStorageFull', 'TooManyAttempts'],
  },
  'get-cli-upload': {
    method: 'GET',
    path: '/api/cli-uploads/{upload_id}',
    access: 'upload-token',
    tag: 'Datasets',
    summary: 'Says whether an upload is open or completed, and lists its stored parts.',
    params,
    query: z.object({
      after: z.coerce.number().int().min(0).max(partLimits.count).default(0).meta({
        description: 'Number of the last part of the previous page',
      }),
    }),
    polled: true,
    output: z.object({
      state: z.enum(['open', 'completed']),
      parts: z.array(uploadPartSchema).meta({ description: 'At most 1,000, ordered by number' }),
      next: z
        .number()
        .int()
        .optional()
        .meta({ description: 'Value of `after` for the next page. Absent on the last page' }),
    }),
  },
  'create-part-urls': {
    method: 'POST',
    path: '/api/cli-uploads/{upload_id}/part-urls',
    access: 'upload-token',
    tag: 'Datasets',
    summary: `Issues signed URLs for up to ${limits.partUrlsPerCall} parts. Each URL takes one PUT of exactly the part’s bytes, with the header Content-MD5.`,
    params,
    body: onlyMembers({
      parts: z
        .array(onlyMembers({ number: partNumber, md5: z.string().regex(/^[0-9a-f]{32}$/) }))
        .min(1)
        .max(limits.partUrlsPerCall),
    }),
    output: z.object({
      urls: z.array(z.object({ number: partNumber, url: z.url() })),
      expires_at: timestamp,
    }),
  },
  'complete-cli-upload': {
    method: 'POST',
    path: '/api/cli-uploads/{upload_id}/complete',
    access: 'upload-token',
    tag: 'Datasets',
    summary:
      'Joins the parts to one file and ends the upload. Refused unless the digest matches the stored parts.',
    params,
    body: onlyMembers({
      digest: z
        .string()
        .regex(/^[0-9a-f]{32}-\d{1,5}$/)
        .meta({ description: "MD5 of all parts' MD5 values, a dash, and the number of parts" }),
    }),
    output: z.object({ key: z.string() }),
    errors: ['UploadIncomplete'],
  },
  'abort-cli-upload': {
    method: 'DELETE',
    path: '/api/cli-uploads/{upload_id}',
    access: 'upload-token',
    tag: 'Datasets',
    summary: 'Cancels an upload: deletes its parts and revokes its token.',
    params,
    output: z.object({ upload_id: id }),
  },
} as const satisfies Record<string, Endpoint>;
