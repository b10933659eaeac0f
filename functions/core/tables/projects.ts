import * as z from 'zod';
import { workActions } from '#shared/contract/projects.ts';
import { columnOrder } from '#shared/contract/search-conditions.ts';
import { entryKinds } from '#shared/entry-kinds.ts';
import { reportKinds } from '#shared/report/report.ts';
import { defineTable } from './define-table.ts';

/** Epoch seconds. */
const expires_at = z.number();

export const projects = defineTable('Projects', {
  about: 'Projects: what belongs to one matter, who sees it, and who did what.',
  expiry: 'expires_at',
  placeholders: {
    org_id: '`item_id` of the organization',
    user_id: '`item_id` of the user',
    ref: 'names a thing among those of its kind: id of a list, conversation or search, or kind and UCID of a report',
    day: 'YYYY-MM-DD',
  },
  entities: {
    project: {
      about: 'A project. Confidential ones are seen by their members and by admins.',
      pk: 'PROJECTS#{org_id}',
      sk: 'PROJECT#{project_id}',
      record: z.object({
        project_id: z.string(),
        name: z.string(),
        about: z.string(),
        confidential: z.boolean(),
        owner_id: z.string(),
        /** `item_id` of each member, the owner among them. */
        members: z.array(z.string()),
        created_at: z.string(),
        updated_at: z.string(),
        /** How many entries it has. Changed in the transaction of each entry. */
        entries: z.number(),
        /** Number of changes. A change names the one that it was made from. */
        revision: z.number(),
      }),
    },
    projectCount: {
      about: 'How many projects an organization has, so that there are never more than its limit.',
      pk: 'PROJECTS#{org_id}',
      sk: 'COUNT',
      record: z.object({ projects: z.number() }),
    },
    entry: {
      about: 'A thing that is in a project. It has one such record, so it is in one project only.',
      pk: 'HELD#{org_id}',
      sk: '{kind}#{ref}',
      record: z.object({
        project_id: z.string(),
        kind: z.enum(entryKinds),
        ref: z.string(),
        title: z.string(),
        /** Who added it. */
        by_id: z.string(),
        at: z.string(),
        report: z.object({ kind: z.enum(reportKinds), ucid: z.string() }).optional(),
        search: z
          .object({
            index_id: z.string(),
            text: z.string(),
            syntax: z.enum(['words', 'query']),
            /** Conditions, as JSON: they may be nested deeper than an item. */
            filters: z.string(),
            sort: columnOrder.optional(),
          })
          .optional(),
      }),
    },
    work: {
      about:
        'What one person did to one thing of a project on one day. Names of people are not in it.',
      pk: 'WORK#{org_id}',
      sk: '{project_id}#{day}#{user_id}#{action}#{ref}',
      record: z.object({
        project_id: z.string(),
        by_id: z.string(),
        action: z.enum(workActions),
        object: z.object({
          kind: z.enum([...entryKinds, 'project', 'member']),
          ref: z.string(),
          /** Empty for a member. */
          name: z.string(),
        }),
        at: z.string(),
        times: z.number(),
        expires_at,
      }),
    },
  },
  queries: {
    projectsOf: {
      about: 'Projects of an organization, with their count.',
      finds: ['project', 'projectCount'],
      partition: 'PROJECTS#{org_id}',
      sort: '{kind_of_record}',
    },
    held: {
      about: 'What is in the projects of an organization, kind after kind.',
      finds: ['entry'],
      partition: 'HELD#{org_id}',
      sort: '{kind}#{ref}',
    },
    entriesOf: {
      about: 'What is in a project, the last added first when read backwards.',
      finds: ['entry'],
      index: 'GSI1',
      partition: 'PROJECT#{org_id}#{project_id}',
      sort: '{at}#{kind}#{ref}',
    },
    workOf: {
      about: 'Who did what in the projects of an organization, project after project, day by day.',
      finds: ['work'],
      partition: 'WORK#{org_id}',
      sort: '{project_id}#{day}#{user_id}#{action}#{ref}',
    },
  },
});
