import * as z from 'zod';
import { entryKinds } from '#shared/entry-kinds.ts';
import { limits } from '#shared/limits.ts';
import { ucidSchema } from '#shared/patent-document.ts';
import { reportKinds } from '#shared/report/report.ts';
import { messageSchema } from './chat.ts';
import type { Endpoint } from './endpoint.ts';
import { freeText, id, listName, page, pageQuery, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';
import { keptSearch } from './saved-searches.ts';

export type EntryKind = (typeof entryKinds)[number];

/** What people do in a project. What one person does to one thing on one day is told once, with a count. */
export const workActions = [
  'created',
  'changed',
  'member-added',
  'member-removed',
  'added',
  'removed',
  'documents-added',
  'documents-removed',
  'rated',
  'noted',
  'marked',
] as const;
export type WorkAction = (typeof workActions)[number];

const member = z.object({ user_id: id, name: z.string() });

const project = z
  .object({
    project_id: id,
    name: z.string().min(1),
    about: z.string().meta({ description: 'What the matter is, in words of the team' }),
    confidential: z.boolean().meta({
      description:
        'Whether only members and admins see it, and what it holds in lists of the organization',
    }),
    owner: z.string().meta({ description: 'Name of the person who made it' }),
    managed: z.boolean().meta({
      description: 'Whether the caller may change and delete it: its owner and admins',
    }),
    members: z.array(member).meta({ description: 'Of those who are still in the organization' }),
    entries: z.number().int().nonnegative().meta({ description: 'How many things it holds' }),
    created_at: timestamp,
    updated_at: timestamp,
    revision: z.number().int().positive(),
  })
  .meta({ id: 'Project', description: 'Everything of one matter in one place' });
export type Project = z.output<typeof project>;

const reportSubject = z.object({ kind: z.enum(reportKinds), ucid: ucidSchema });

const entry = z
  .object({
    kind: z.enum(entryKinds),
    ref: id.meta({ description: 'Names the thing among those of its kind' }),
    title: z.string().min(1),
    by: z.string().meta({ description: 'Name of the person who added it' }),
    removable: z.boolean().meta({ description: 'Whether the caller may take it out' }),
    at: timestamp,
    report: reportSubject.optional(),
    search: z.object(keptSearch).optional(),
  })
  .meta({ id: 'ProjectEntry', description: 'A list, report, conversation or search of a project' });
export type ProjectEntry = z.output<typeof entry>;

const work = z.object({
  action: z.enum(workActions),
  by: z.string(),
  at: timestamp.meta({ description: 'The last time on that day' }),
  count: z.number().int().positive().meta({ description: 'How often on that day' }),
  object: z.object({
    kind: z.enum([...entryKinds, 'project', 'member']),
    ref: z.string(),
    name: z.string(),
  }),
});
export type ProjectWork = z.output<typeof work>;

const params = z.object({ project_id: id });
const about = freeText(limits.projectAboutMaxLength);
const memberIds = z.array(id).max(limits.projectMembersMax);
const title = freeText(limits.listTitleMaxLength).min(1);

/** Projects: lists, reports, conversations and searches of one matter. */
export const projects = {
  'list-projects': {
    method: 'GET',
    path: '/api/projects',
    access: 'member',
    tag: 'Projects',
    summary: 'Projects that the caller sees, the last changed first.',
    output: z.object({ items: z.array(project) }),
  },
  'create-project': {
    method: 'POST',
    path: '/api/projects',
    access: 'member',
    tag: 'Projects',
    summary: 'Makes an empty project.',
    body: onlyMembers({
      name: listName,
      about: about.default(''),
      confidential: z.boolean().default(false),
      member_ids: memberIds.default([]).meta({ description: 'The caller is always a member' }),
    }),
    output: project,
    errors: ['ProjectLimitReached'],
  },
  'get-project': {
    method: 'GET',
    path: '/api/projects/{project_id}',
    access: 'member',
    tag: 'Projects',
    summary: `A project with what it holds and who did what, the last first; of the latter ${limits.projectWorkListed} entries.`,
    params,
    output: z.object({ project, entries: z.array(entry), work: z.array(work) }),
    errors: ['ProjectNotFound'],
  },
  'update-project': {
    method: 'PATCH',
    path: '/api/projects/{project_id}',
    access: 'member',
    tag: 'Projects',
    summary:
      'Renames a project, or says who its members are and whether it is confidential. For its owner and admins. Only admins make one confidential that holds what people who are no members worked on.',
    params,
    body: onlyMembers({
      name: listName.optional(),
      about: about.optional(),
      confidential: z.boolean().optional(),
      member_ids: memberIds.optional().meta({ description: 'All of them; the owner stays one' }),
      revision: z.int().positive().meta({ description: 'Of the project that was seen' }),
    }),
    output: project,
    errors: ['ProjectNotFound', 'Forbidden', 'ColleaguesShutOut', 'ProjectChanged'],
  },
  'delete-project': {
    method: 'DELETE',
    path: '/api/projects/{project_id}',
    access: 'member',
    tag: 'Projects',
    summary:
      'Deletes a project. What it holds stays: lists with those who made them, reports with the organization. For its owner and admins.',
    params,
    output: z.object({}),
    errors: ['ProjectNotFound', 'Forbidden'],
  },
  'add-project-entry': {
    method: 'POST',
    path: '/api/projects/{project_id}/entries',
    access: 'member',
    tag: 'Projects',
    summary:
      'Adds a report or a search to a project. A search is copied, and needs no owner. Only admins add a report to a confidential project that people who are no members worked on.',
    params,
    body: z.discriminatedUnion('kind', [
      onlyMembers({ kind: z.literal('report'), report: reportSubject.strict(), title }),
      onlyMembers({ kind: z.literal('search'), search: onlyMembers(keptSearch), title }),
    ]),
    output: entry,
    errors: [
      'ProjectNotFound',
      'ColleaguesShutOut',
      'ProjectFull',
      'InAnotherProject',
      'IndexNotFound',
    ],
  },
  'add-project-list': {
    method: 'POST',
    path: '/api/projects/{project_id}/lists',
    access: 'member',
    tag: 'Projects',
    summary:
      'Adds a list to a project: who sees the project sees the list, and nobody else does. For those who may share the list.',
    params,
    body: onlyMembers({ list_id: id }),
    output: entry,
    errors: ['ProjectNotFound', 'ListNotFound', 'Forbidden', 'ProjectFull', 'InAnotherProject'],
  },
  'add-project-conversation': {
    method: 'POST',
    path: '/api/projects/{project_id}/conversations',
    access: 'member',
    tag: 'Projects',
    summary:
      'Adds a conversation with the assistant to a project, whose people may read it from then on, also what is said later.',
    params,
    body: onlyMembers({ thread_id: id }),
    output: entry,
    errors: ['ProjectNotFound', 'NotFound', 'ProjectFull', 'InAnotherProject'],
  },
  'open-project-conversation': {
    method: 'GET',
    path: '/api/projects/{project_id}/conversations/{thread_id}',
    access: 'member',
    tag: 'Projects',
    summary: 'What a conversation of a project says, in pages.',
    params: params.extend({ thread_id: id }),
    query: z.object({ cursor: pageQuery.cursor }),
    output: page(messageSchema).extend({ title: z.string() }),
    errors: ['ProjectNotFound', 'NotFound', 'InvalidRequest'],
  },
  'remove-project-entry': {
    method: 'DELETE',
    path: '/api/projects/{project_id}/entries',
    access: 'member',
    tag: 'Projects',
    summary:
      'Takes something out of a project. A list is its owner’s alone then. For the person who added it, the project’s owner and admins.',
    params,
    query: z.object({ kind: z.enum(entryKinds), ref: id }),
    output: z.object({}),
    errors: ['ProjectNotFound', 'NotFound', 'Forbidden'],
  },
} as const satisfies Record<string, Endpoint>;
