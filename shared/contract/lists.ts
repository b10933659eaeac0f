import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { ratings } from '#shared/ratings.ts';
import type { Endpoint } from './endpoint.ts';
import { freeText, id, listName, listTag, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';
import { exportedFileSchema } from './report-files.ts';

/** What a list can hold. Reports, conversations and saved searches become further kinds. */
export const listItemKinds = ['document'] as const;

export type Rating = (typeof ratings)[number];

const listSchema = z
  .object({
    list_id: id,
    name: z.string().min(1),
    shared: z.boolean().meta({ description: 'Whether everybody in the organization sees it' }),
    project: z
      .object({ project_id: id, name: z.string() })
      .optional()
      .meta({ description: 'The project that it is in, whose people see it' }),
    owner: z.string().meta({ description: 'Name of the person who made it' }),
    own: z.boolean().meta({ description: 'Whether the caller made it' }),
    created_at: timestamp,
    updated_at: timestamp,
    items: z.number().int().nonnegative().meta({ description: 'How many items it has' }),
  })
  .meta({ id: 'List', description: 'A list of documents' });

export type List = z.output<typeof listSchema>;

const indexId = id.meta({ description: 'Index or catalogue that the document is a row of' });
const documentId = z
  .string()
  .min(1)
  .max(limits.listDocumentIdMaxLength)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), {
    error: 'control characters are not allowed',
  })
  .meta({ description: 'What names the row in its index, such as its publication number' });
const note = freeText(limits.listNoteMaxLength);
const tags = z.array(listTag).max(limits.listTagsMax);

const listItemSchema = z
  .object({
    kind: z.enum(listItemKinds),
    index_id: indexId,
    id: documentId,
    title: z.string().min(1),
    rating: z.enum(ratings).optional(),
    note: z.string().optional(),
    tags: z.array(z.string()),
    by: z.string().meta({ description: 'Name of the person who added it' }),
    at: timestamp,
    revision: z.number().int().positive(),
  })
  .meta({ id: 'ListItem', description: 'A document in a list' });

export type ListItem = z.output<typeof listItemSchema>;

const params = z.object({ list_id: id });
const document = { index_id: indexId, id: documentId };
const found = ['ListNotFound'] as const;

/** Lists of documents that people of an organization keep. */
export const lists = {
  'list-lists': {
    method: 'GET',
    path: '/api/lists',
    access: 'member',
    tag: 'Lists',
    summary:
      'Lists of the caller, shared ones of the organization and those of projects, the last changed first. Admins see also those of people who left.',
    output: z.object({ items: z.array(listSchema) }),
  },
  'create-list': {
    method: 'POST',
    path: '/api/lists',
    access: 'member',
    tag: 'Lists',
    summary: 'Makes an empty list.',
    body: onlyMembers({ name: listName, shared: z.boolean().default(false) }),
    output: listSchema,
    errors: ['ListLimitReached'],
  },
  'get-list': {
    method: 'GET',
    path: '/api/lists/{list_id}',
    access: 'member',
    tag: 'Lists',
    summary: 'A list with everything in it, the last added first.',
    params,
    output: z.object({ list: listSchema, items: z.array(listItemSchema) }),
    errors: found,
  },
  'export-list': {
    method: 'POST',
    path: '/api/lists/{list_id}/export',
    access: 'member',
    tag: 'Lists',
    summary: 'Makes a PDF of a list with its ratings, notes and tags.',
    params,
    body: onlyMembers({}),
    output: exportedFileSchema,
    errors: ['ListNotFound', 'TooManyAttempts'],
  },
  'update-list': {
    method: 'PATCH',
    path: '/api/lists/{list_id}',
    access: 'member',
    tag: 'Lists',
    summary:
      'Renames a list, or shares it in the organization or not. One that is in a project is seen by its people alone. For its owner and admins.',
    params,
    body: onlyMembers({ name: listName.optional(), shared: z.boolean().optional() }),
    output: listSchema,
    errors: ['ListNotFound', 'Forbidden'],
  },
  'delete-list': {
    method: 'DELETE',
    path: '/api/lists/{list_id}',
    access: 'member',
    tag: 'Lists',
    summary: 'Deletes a list with its notes. For its owner and admins.',
    params,
    output: z.object({}),
    errors: ['ListNotFound', 'Forbidden'],
  },
  'add-list-item': {
    method: 'POST',
    path: '/api/lists/{list_id}/items',
    access: 'member',
    tag: 'Lists',
    summary: 'Adds a document to a list. One that is in it already stays as it is.',
    params,
    body: onlyMembers({ ...document, title: freeText(limits.listTitleMaxLength).min(1) }),
    output: z.object({ added: z.boolean() }),
    errors: ['ListNotFound', 'ListFull', 'IndexNotFound'],
  },
  'update-list-item': {
    method: 'PATCH',
    path: '/api/lists/{list_id}/items',
    access: 'member',
    tag: 'Lists',
    summary: 'Writes note and tags of a document in a list.',
    params,
    body: onlyMembers({
      ...document,
      note,
      tags,
      revision: z.int().positive().meta({ description: 'Of the item that was seen' }),
    }),
    output: listItemSchema,
    errors: ['ListNotFound', 'ListItemChanged'],
  },
  'rate-list-item': {
    method: 'PUT',
    path: '/api/lists/{list_id}/ratings',
    access: 'member',
    tag: 'Lists',
    summary:
      'Rates a document for the matter of a list, perhaps with a reason, which is its note. Adds it to the list, if it is not in it.',
    params,
    body: onlyMembers({
      ...document,
      title: freeText(limits.listTitleMaxLength).min(1),
      rating: z
        .enum(ratings)
        .nullable()
        .meta({ description: '`null` takes the rating away; the document stays in the list' }),
      note: note.optional().meta({ description: 'Replaces the note. It stays if absent' }),
    }),
    output: listItemSchema,
    errors: ['ListNotFound', 'ListFull', 'IndexNotFound'],
  },
  'remove-list-item': {
    method: 'DELETE',
    path: '/api/lists/{list_id}/items',
    access: 'member',
    tag: 'Lists',
    summary: 'Takes a document out of a list.',
    params,
    query: z.object(document),
    output: z.object({}),
    errors: ['ListNotFound', 'NotFound'],
  },
} as const satisfies Record<string, Endpoint>;
