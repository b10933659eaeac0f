import * as z from 'zod';
import { listItemKinds } from '#shared/contract/lists.ts';
import { defineTable } from './define-table.ts';

export const lists = defineTable('Lists', {
  about: 'Lists of documents that people keep, with notes and tags.',
  placeholders: {
    org_id: '`item_id` of the organization',
    item_hash: 'SHA-256 of kind, index and id, in base64url: ids of rows can be longer than a key',
  },
  entities: {
    list: {
      about: 'A list. Private ones are seen by their owner alone.',
      pk: 'LISTS#{org_id}',
      sk: 'LIST#{list_id}',
      record: z.object({
        list_id: z.string(),
        name: z.string(),
        shared: z.boolean(),
        owner_id: z.string(),
        created_at: z.string(),
        updated_at: z.string(),
        /** How many items it has. Changed in the transaction of each item. */
        items: z.number(),
      }),
    },
    listCount: {
      about: 'How many lists an organization has, so that there are never more than its limit.',
      pk: 'LISTS#{org_id}',
      sk: 'COUNT',
      record: z.object({ lists: z.number() }),
    },
    listItem: {
      about: 'What is in a list: one document of an index.',
      pk: 'ITEMS#{org_id}',
      sk: '{list_id}#{item_hash}',
      record: z.object({
        kind: z.enum(listItemKinds),
        index_id: z.string(),
        id: z.string(),
        title: z.string(),
        note: z.string().optional(),
        tags: z.array(z.string()),
        /** Who added it. */
        by_id: z.string(),
        at: z.string(),
        /** Number of changes. A change names the one that it was made from. */
        revision: z.number(),
      }),
    },
  },
  queries: {
    listsOf: {
      about: 'Lists of an organization, with their count.',
      finds: ['list', 'listCount'],
      partition: 'LISTS#{org_id}',
      sort: '{kind_of_record}',
    },
    itemsOf: {
      about: 'What is in the lists of an organization, list after list.',
      finds: ['listItem'],
      partition: 'ITEMS#{org_id}',
      sort: '{list_id}#{item_hash}',
    },
  },
});
