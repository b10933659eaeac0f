import * as z from 'zod';
import { listItemKinds } from '#shared/contract/lists.ts';
import { alertFrequencies, alertProblems } from '#shared/contract/saved-searches.ts';
import { columnOrder } from '#shared/contract/search-conditions.ts';
import { ratings } from '#shared/ratings.ts';
import { defineTable } from './define-table.ts';

export const lists = defineTable('Lists', {
  about:
    'What people keep: lists of documents with notes and tags, and searches with their alerts.',
  placeholders: {
    org_id: '`item_id` of the organization',
    user_id: '`item_id` of the user',
    due: 'when the alert is to be run; of one that waits for a delivery, its index',
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
        rating: z.enum(ratings).optional(),
        note: z.string().optional(),
        tags: z.array(z.string()),
        /** Who added it. */
        by_id: z.string(),
        at: z.string(),
        /** Number of changes. A change names the one that it was made from. */
        revision: z.number(),
      }),
    },
    savedSearch: {
      about:
        'A search that somebody keeps. One with an alert stands in the index of its frequency.',
      pk: 'SAVED#{org_id}',
      sk: '{user_id}#{search_id}',
      record: z.object({
        search_id: z.string(),
        org_id: z.string(),
        user_id: z.string(),
        auth_user_id: z.string(),
        name: z.string(),
        index_id: z.string(),
        text: z.string(),
        syntax: z.enum(['words', 'query']),
        /** Conditions of a search, as JSON: they may be nested deeper than an item. */
        filters: z.string(),
        sort: columnOrder.optional(),
        frequency: z.enum(alertFrequencies),
        created_at: z.string(),
        /** What the link that ends the alert proves. */
        stop_secret: z.string(),
        /** Version of the index that was searched last. */
        version: z.string().optional(),
        checked_at: z.string().optional(),
        found: z.number().optional(),
        told_at: z.string().optional(),
        told: z.number().optional(),
        problem: z.enum(alertProblems).optional(),
      }),
    },
    knownRows: {
      about:
        'The rows that the alert of a saved search knows. Beside it, so that those who look for due alerts do not read them.',
      pk: 'KNOWN#{org_id}',
      sk: '{user_id}#{search_id}',
      record: z.object({
        /** Beginnings of hashes of their ids, those that the search found last first. */
        rows: z.array(z.string()),
      }),
    },
    savedSearchCount: {
      about:
        'How many searches an organization has saved, so that there are never more than its limit.',
      pk: 'SAVED#{org_id}',
      sk: 'COUNT',
      record: z.object({ saved: z.number() }),
    },
  },
  queries: {
    savedBy: {
      about: 'Saved searches of an organization, person after person, with their count.',
      finds: ['savedSearch', 'savedSearchCount'],
      partition: 'SAVED#{org_id}',
      sort: '{user_id}#{search_id}',
    },
    knownRowsOf: {
      about: 'What alerts of an organization know, to delete it.',
      finds: ['knownRows'],
      partition: 'KNOWN#{org_id}',
      sort: '{user_id}#{search_id}',
    },
    alerts: {
      about: 'Alerts of a frequency, the one that is due first.',
      finds: ['savedSearch'],
      index: 'GSI1',
      partition: 'ALERTS#{frequency}',
      sort: '{due}#{search_id}',
    },
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
