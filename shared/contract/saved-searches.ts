import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { freeText, id, listName, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';
import { columnOrder, conditions } from './search-conditions.ts';

/** When a saved search is run to mail what is new. `delivery`: whenever its index has a new version. */
export const alertFrequencies = ['never', 'daily', 'weekly', 'delivery'] as const;
export type AlertFrequency = (typeof alertFrequencies)[number];

/** Why an alert could not be run the last time. `index-gone` and `refused` end it; the others pass by themselves. */
export const alertProblems = [
  'index-gone',
  'refused',
  'plan-ended',
  'quota',
  'mail-refused',
] as const;
export type AlertProblem = (typeof alertProblems)[number];

/** A search as a page can run it again. */
export const keptSearch = {
  index_id: id,
  text: freeText(limits.savedSearchTextMaxLength).min(1),
  syntax: z
    .enum(['words', 'query'])
    .meta({ description: 'How the text is read, as in a search: `words` or `query`' }),
  filters: conditions.meta({ description: 'Conditions on columns, as in a search' }),
  sort: columnOrder.optional().meta({
    description: 'The order in which a page lists what is found; by relevance if absent',
  }),
};

const frequency = z.enum(alertFrequencies).meta({
  description:
    'When what is new is mailed. `delivery`: whenever the index has a new version. Only a new version is searched',
});

const savedSearch = z
  .object({
    search_id: id,
    name: z.string(),
    ...keptSearch,
    frequency,
    created_at: timestamp,
    checked_at: timestamp.optional().meta({ description: 'When it was last run by its alert' }),
    found: z
      .number()
      .int()
      .optional()
      .meta({ description: 'How many rows it found then, absent before' }),
    told_at: timestamp.optional().meta({ description: 'When something new was last mailed' }),
    told: z.number().int().optional().meta({ description: 'How many new rows that mail told of' }),
    problem: z.enum(alertProblems).optional().meta({
      description:
        'Why the alert could not be run: its index is gone, the search is not possible in it any more, the plan has ended, the queries of the day were used up, or mail to the address bounced',
    }),
  })
  .meta({ id: 'SavedSearch', description: 'A search that somebody keeps, perhaps with an alert' });

export type SavedSearch = z.output<typeof savedSearch>;

const params = z.object({ search_id: id });

/** Searches that a person keeps, to run them again or to be told of what is new. */
export const savedSearches = {
  'list-saved-searches': {
    method: 'GET',
    path: '/api/saved-searches',
    access: 'member',
    tag: 'Search',
    summary: 'Lists the searches that the caller has saved, the last one first.',
    output: z.object({ items: z.array(savedSearch) }),
  },
  'create-saved-search': {
    method: 'POST',
    path: '/api/saved-searches',
    access: 'member',
    tag: 'Search',
    summary: 'Saves a search. What it finds now is known; its alert mails what comes later.',
    body: onlyMembers({ name: listName, ...keptSearch, frequency: frequency.default('never') }),
    output: savedSearch,
    errors: ['IndexNotFound', 'SavedSearchLimitReached'],
  },
  'update-saved-search': {
    method: 'PATCH',
    path: '/api/saved-searches/{search_id}',
    access: 'member',
    tag: 'Search',
    summary: 'Renames a saved search, or changes when its alert mails.',
    params,
    body: onlyMembers({ name: listName.optional(), frequency: frequency.optional() }),
    output: savedSearch,
    errors: ['NotFound'],
  },
  'delete-saved-search': {
    method: 'DELETE',
    path: '/api/saved-searches/{search_id}',
    access: 'member',
    tag: 'Search',
    summary: 'Deletes a saved search with its alert.',
    params,
    output: z.object({}),
    errors: ['NotFound'],
  },
  'stop-alert': {
    method: 'POST',
    path: '/api/alerts/stop',
    access: 'public',
    tag: 'Search',
    summary:
      'Ends an alert by the token of its mails, without a sign-in; the saved search stays. Can be repeated. Mail programs call it themselves (RFC 8058).',
    query: z.object({ token: z.string().min(1).max(500) }),
    output: z.object({
      name: z
        .string()
        .optional()
        .describe(
          'What the saved search is called. Absent where the token is wrong, or texts are not to be kept.',
        ),
    }),
  },
} as const satisfies Record<string, Endpoint>;
