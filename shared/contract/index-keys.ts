import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { id, keyName, timestamp } from './fields.ts';
import { keyRestrictions } from './key-restrictions.ts';
import { onlyMembers } from './only-members.ts';

export const apiKeySchema = z
  .object({
    id,
    api_key: z
      .string()
      .meta({ description: 'Dots and the last four characters, unless the caller may see it' }),
    creation_date: timestamp,
    name: z.string().optional().meta({ description: 'Absent if the key has none' }),
    made_by: z.object({ id, name: z.string() }).optional().meta({
      description:
        'The management key that made it, and its name then. The key goes on when that ends. Absent of keys that people make',
    }),
    changes_rows: z.boolean().optional().meta({
      description: 'Whether the key may also change rows of the index; absent if it may not',
    }),
    last_used_date: timestamp.optional().meta({ description: 'Absent if the key was never used' }),
    restrictions: keyRestrictions.optional().meta({
      description: 'Absent if the key may do all that keys may',
    }),
    public_keys: z.array(z.string()).optional().meta({
      description: 'Tenant tokens that one of these verifies are taken. Absent if none are',
    }),
    tokens_last_used_date: timestamp.optional().meta({
      description: 'Absent if no tenant token of the key was used',
    }),
    previous: z
      .object({ valid_until: timestamp, last_used_date: timestamp.optional() })
      .optional()
      .meta({
        description: 'The text that the key had before, as long as calls with it are answered',
      }),
  })
  .meta({ id: 'ApiKey' });

export type ApiKey = z.output<typeof apiKeySchema>;

const publicKey = z.string().max(500).meta({
  description: 'Ed25519, as PEM: `-----BEGIN PUBLIC KEY-----`',
});

/** Pages ask so, because what they show needs no text. */
export const maskedKeys = z.stringbool().optional().meta({
  description:
    'Whether admins, too, get only the last four characters of each key. That is not noted',
});

const keyIndex = id.meta({
  description:
    'Id of the index. The catalogues are us_patents, wikipedia and arxiv; google_patents is an alias of us_patents',
});

export const indexKeys = {
  'list-index-keys': {
    method: 'GET',
    path: '/api/index',
    access: 'member',
    manages: 'keys:read',
    tag: 'API keys',
    summary:
      'Lists the API keys of the organization by index id. Admins get their texts, which is noted in the audit trail and told by mail; members get the last four characters.',
    query: z.object({
      org_id: id.optional(),
      masked: maskedKeys,
      key_id: id.optional().meta({ description: 'Only this key' }),
    }),
    output: z.record(z.string(), z.array(apiKeySchema)),
    errors: ['NotFound'],
  },
  'create-index-key': {
    method: 'POST',
    path: '/api/index',
    access: 'subscriber',
    manages: 'keys:write',
    tag: 'API keys',
    summary:
      'Adds an API key to a catalogue or an index of the organization. Only admins get its text.',
    body: onlyMembers({
      org_id: id,
      index: keyIndex,
      name: keyName.optional(),
      restrictions: keyRestrictions.optional(),
      public_keys: z.array(publicKey).min(1).max(limits.keyPublicKeysMax).optional().meta({
        description:
          'With the private key of one of them, your server signs tenant tokens, which narrow this key for a day at most',
      }),
      changes_rows: z.boolean().optional().meta({
        description:
          'Whether the key may also change rows of the index. Only admins make such keys, and management keys with the scopes `datasets:write` and `indexes:write`; not of catalogues',
      }),
    }),
    repeatable: true,
    output: apiKeySchema,
    errors: ['NotFound', 'IndexNotFound', 'KeyLimitReached', 'Forbidden'],
  },
  'rotate-index-key': {
    method: 'POST',
    path: '/api/index/rotate',
    access: 'member',
    manages: 'keys:write',
    tag: 'API keys',
    summary:
      'Gives a key a new text. The old one goes on for some time, in which callers change over; the one before that ends at once. Only admins and management keys get the text. A key that changes rows needs the scopes that making it needs.',
    body: onlyMembers({
      org_id: id,
      index: keyIndex,
      api_key_id: id,
      overlap_hours: z.int().min(0).max(limits.keyOverlapHoursMax).default(24).meta({
        description: 'For how long calls with the old text are answered',
      }),
      public_key: publicKey.optional().meta({
        description:
          'Replaces the public key instead of the text. The one before stays, too, until the next is given, unless `overlap_hours` is 0',
      }),
    }),
    repeatable: true,
    output: apiKeySchema,
    errors: ['NotFound', 'IndexNotFound', 'KeyNotFound', 'Forbidden'],
  },
  'delete-index-key': {
    method: 'POST',
    path: '/api/index/delete',
    access: 'member',
    manages: 'keys:write',
    tag: 'API keys',
    summary: 'Revokes an API key with immediate effect.',
    body: onlyMembers({
      org_id: id,
      index: keyIndex,
      api_key_id: id.optional(),
      api_id: id.optional(),
    })
      .refine((body) => body.api_key_id || body.api_id, { error: 'api_key_id is missing' })
      .meta({ anyOf: [{ required: ['api_key_id'] }, { required: ['api_id'] }] }),
    output: z.object({ id }),
    errors: ['NotFound', 'IndexNotFound', 'KeyNotFound', 'LastKey'],
  },
} as const satisfies Record<string, Endpoint>;
