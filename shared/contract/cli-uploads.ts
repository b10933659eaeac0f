import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { partLimits, wantedPartBytes } from '#shared/upload-parts.ts';
import type { Endpoint } from './endpoint.ts';
import { email, id, timestamp } from './fields.ts';

const fileSize = z.number().int().min(1).max(limits.cliUploadMaxBytes);
const partNumber = z.number().int().min(1).max(partLimits.count);

/** What a file `presigned.json` holds: all that the upload tool needs to know. */
export const presignedSchema = z
  .object({
    api_base: z.url({ protocol: /^https?$/ }),
    upload_id: id,
    upload_token: z.string().min(1).max(200).meta({ description: 'Secret: uploads this one file' }),
    filename: z.string(),
    filesize: fileSize,
    part_size: z.number().int().min(1).max(partLimits.maxBytes).meta({
      description: 'Bytes of every part but the last, which has the rest',
    }),
    expires_at: timestamp,
  })
  .meta({ id: 'Presigned' });

export type Presigned = z.output<typeof presignedSchema>;

const uploadPartSchema = z
  .object({
    number: partNumber,
    size: z.number().int(),
    md5: z.string().meta({ description: 'Of the bytes that are stored, hexadecimal' }),
  })
  .meta({ id: 'UploadPart' });

const params = z.object({ upload_id: id });

/** Uploads by the command-line tool: S3 multipart uploads, begun by a member, carried out by whoever holds the token. */
export const cliUploads = {
  'create-cli-upload': {
    method: 'POST',
    path: '/api/cli-presigned',
    access: 'member',
    tag: 'Datasets',
    summary: 'Begins the upload of one CSV of up to 5 TB by the command-line tool.',
    body: z.object({
      org_id: id,
      email,
      filename: z.string().min(1).max(1024),
      filesize: fileSize,
      part_size: z
        .number()
        .int()
        .min(wantedPartBytes.min)
        .max(wantedPartBytes.max)
        .optional()
        .meta({ description: 'Smaller parts, for lines that break often' }),
    }),
    output: presignedSchema,
    errors: ['OnlyCsv', 'SubscriptionExpired'],
  },
  'get-cli-upload': {
    method: 'GET',
    path: '/api/cli-uploads/{upload_id}',
    access: 'upload-token',
    tag: 'Datasets',
    summary: 'Whether an upload is open or completed, and which parts are stored.',
    params,
    query: z.object({
      after: z.coerce.number().int().min(0).max(partLimits.count).default(0).meta({
        description: 'Number of the last part of the page before',
      }),
    }),
    output: z.object({
      state: z.enum(['open', 'completed']),
      parts: z.array(uploadPartSchema).meta({ description: 'At most 1,000, by number' }),
      next: z.number().int().optional().meta({ description: 'after of the next page, if any' }),
    }),
  },
  'create-part-urls': {
    method: 'POST',
    path: '/api/cli-uploads/{upload_id}/part-urls',
    access: 'upload-token',
    tag: 'Datasets',
    summary: `Signed addresses for up to ${limits.partUrlsPerCall} parts: each takes a PUT of exactly the part's bytes, with the header Content-MD5.`,
    params,
    body: z.object({
      parts: z
        .array(z.object({ number: partNumber, md5: z.string().regex(/^[0-9a-f]{32}$/) }))
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
      'Makes the file of its parts and ends the upload. Nothing happens unless the stored parts are those that the caller has read.',
    params,
    body: z.object({
      digest: z
        .string()
        .regex(/^[0-9a-f]{32}-\d{1,5}$/)
        .meta({ description: 'MD5 of the MD5s of all parts, a dash, the number of parts' }),
    }),
    output: z.object({ key: z.string() }),
    errors: ['UploadIncomplete'],
  },
  'abort-cli-upload': {
    method: 'DELETE',
    path: '/api/cli-uploads/{upload_id}',
    access: 'upload-token',
    tag: 'Datasets',
    summary: 'Gives an upload up: its parts are deleted, its token is worth nothing any more.',
    params,
    output: z.object({ upload_id: id }),
  },
} as const satisfies Record<string, Endpoint>;
