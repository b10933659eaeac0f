/** Projects: everything of one matter in one place, who did what, and the wall of confidential ones. */
import { beforeAll, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { expectFailure } from './support/expect-failure.ts';
import { type Member, newAdmin, newMember } from './support/people.ts';
import { setAttributes } from './support/stores.ts';

let admin: Member;
let owner: Member;
let insider: Member;
let colleague: Member;
let stranger: Member;
const ids = new Map<string, string>();
beforeAll(async () => {
  [admin, stranger] = await Promise.all([newAdmin(), newAdmin()]);
  [owner, insider, colleague] = await Promise.all([
    newMember(admin),
    newMember(admin),
    newMember(admin),
  ]);
  const { items } = await admin.call('list-users', { query: {} });
  for (const { email, user_id } of items) ids.set(email, user_id);
});

const make = ({ call }: Member, confidential: boolean, members: Member[] = []) =>
  call('create-project', {
    body: {
      name: 'Kites',
      about: 'v. Gliders',
      confidential,
      member_ids: members.map(({ email }) => ids.get(email)!),
    },
  });
const read = ({ call }: Member, project_id: string) =>
  call('get-project', { params: { project_id } });
const kite = { index_id: 'us_patents', id: 'US-99030012-B2', title: 'Kite' };
const report = { kind: 'invalidation', ucid: 'US-99030012-B2' } as const;
const addReport = ({ call }: Member, project_id: string) =>
  call('add-project-entry', {
    params: { project_id },
    body: { kind: 'report', report, title: 'Kite with a tail' },
  });
const newList = async ({ call }: Member, shared: boolean) =>
  (await call('create-list', { body: { name: 'Tails', shared } })).list_id;
const addList = ({ call }: Member, project_id: string, list_id: string) =>
  call('add-project-list', { params: { project_id }, body: { list_id } });

test('a project holds lists, reports, conversations and searches, and tells who did what', async () => {
  const { project_id } = await make(owner, false);
  const params = { project_id };
  const list_id = await newList(owner, false);
  await addList(owner, project_id, list_id);
  await addReport(colleague, project_id);
  const search = {
    index_id: 'us_patents',
    text: 'kite tails',
    syntax: 'words' as const,
    filters: [{ column: 'assignee', operator: '=' as const, value: 'Kite Works' }],
  };
  await insider.call('add-project-entry', {
    params,
    body: { kind: 'search', search, title: 'Tails' },
  });
  const { id: thread_id } = await owner.call('create-chat-thread', {});
  await owner.call('add-project-conversation', { params, body: { thread_id } });
  // Who sees the project sees its lists, also one that was private, and reads its conversations.
  await colleague.call('rate-list-item', {
    params: { list_id },
    body: { ...kite, rating: 'relevant' },
  });
  await colleague.call('rate-list-item', { params: { list_id }, body: { ...kite, rating: 'not' } });
  const { items: lists } = await insider.call('list-lists');
  expect(lists.find((one) => one.list_id === list_id)).toMatchObject({
    shared: false,
    project: { project_id, name: 'Kites' },
  });
  const opened = await colleague.call('open-project-conversation', {
    params: { project_id, thread_id },
    query: {},
  });
  expect(opened.items).toEqual([]);
  const { project, entries, work } = await read(insider, project_id);
  expect(project).toMatchObject({ about: 'v. Gliders', owner: owner.name, entries: 4 });
  expect(Object.fromEntries(entries.map(({ kind, by }) => [kind, by]))).toEqual({
    conversation: owner.name,
    list: owner.name,
    report: colleague.name,
    search: insider.name,
  });
  expect(entries.find(({ kind }) => kind === 'search')?.search).toEqual(search);
  expect(work[0]).toMatchObject({
    action: 'rated',
    by: colleague.name,
    count: 2,
    object: { kind: 'list', ref: list_id, name: 'Tails' },
  });
  expect(work.map(({ action }) => action).toSorted()).toEqual(
    ['rated', 'added', 'added', 'added', 'added', 'created'].toSorted(),
  );
  // A conversation that is deleted leaves the project.
  await owner.call('delete-chat-thread', { params: { id: thread_id } });
  expect((await read(admin, project_id)).project.entries).toBe(3);
  await expectFailure(
    colleague.call('remove-project-entry', { params, query: { kind: 'list', ref: list_id } }),
    'Forbidden',
  );
  // Without its project a list is its owner’s alone again.
  await owner.call('delete-project', { params });
  await expectFailure(read(owner, project_id), 'ProjectNotFound');
  await expectFailure(colleague.call('get-list', { params: { list_id } }), 'ListNotFound');
  expect((await owner.call('get-list', { params: { list_id } })).list).not.toHaveProperty(
    'project',
  );
});

test('a confidential project is a wall for everybody but its members and admins', async () => {
  const { project_id } = await make(owner, true, [insider]);
  const list_id = await newList(owner, true);
  await addList(owner, project_id, list_id);
  await addReport(owner, project_id);
  const { id: thread_id } = await owner.call('create-chat-thread', {});
  const conversation = { params: { project_id, thread_id }, query: {} };
  await owner.call('add-project-conversation', { params: { project_id }, body: { thread_id } });
  const shares = { query: report };
  for (const one of [owner, insider, admin]) {
    expect((await read(one, project_id)).entries).toHaveLength(3);
    expect((await one.call('get-list', { params: { list_id } })).list.items).toBe(0);
    await one.call('open-project-conversation', conversation);
    expect((await one.call('list-report-shares', shares)).items).toEqual([]);
  }
  for (const other of [colleague, stranger]) {
    const { items } = await other.call('list-projects');
    expect(items.map((one) => one.project_id)).not.toContain(project_id);
    const params = { project_id };
    await expectFailure(read(other, project_id), 'ProjectNotFound');
    await expectFailure(addReport(other, project_id), 'ProjectNotFound');
    await expectFailure(
      other.call('update-project', { params, body: { confidential: false, revision: 1 } }),
      'ProjectNotFound',
    );
    await expectFailure(other.call('delete-project', { params }), 'ProjectNotFound');
    await expectFailure(other.call('open-project-conversation', conversation), 'ProjectNotFound');
    await expectFailure(other.call('get-list', { params: { list_id } }), 'ListNotFound');
    await expectFailure(
      other.call('add-list-item', { params: { list_id }, body: kite }),
      'ListNotFound',
    );
    const lists = await other.call('list-lists');
    expect(lists.items.map((one) => one.list_id)).not.toContain(list_id);
  }
  // What the organization adds to its report is the project’s; the report is everybody’s.
  await expectFailure(colleague.call('list-report-shares', shares), 'ReportConfidential');
  await expectFailure(colleague.call('remove-listed-report', shares), 'ReportConfidential');
  // Another project cannot take its things over.
  const own = await make(colleague, false);
  await expectFailure(addReport(colleague, own.project_id), 'InAnotherProject');
  // Who is no member any more stands before the wall, and is told of as a member who left.
  await expectFailure(
    insider.call('update-project', { params: { project_id }, body: { revision: 1 } }),
    'Forbidden',
  );
  const changed = await owner.call('update-project', {
    params: { project_id },
    body: { member_ids: [], revision: 1 },
  });
  expect(changed.members.map(({ name }) => name)).toEqual([owner.name]);
  await expectFailure(read(insider, project_id), 'ProjectNotFound');
  await expectFailure(insider.call('get-list', { params: { list_id } }), 'ListNotFound');
  expect((await read(admin, project_id)).work).toContainEqual(
    expect.objectContaining({
      action: 'member-removed',
      object: { kind: 'member', ref: ids.get(insider.email), name: insider.name },
    }),
  );
});

test('nobody but an admin puts behind the wall what colleagues outside of it worked on', async () => {
  const listed = { kind: 'invalidation', ucid: 'US-99110012-B2' } as const;
  const add = ({ call }: Member, project_id: string, kind: 'invalidation' | 'prior-art') =>
    call('add-project-entry', {
      params: { project_id },
      body: { kind: 'report', report: { ...listed, kind }, title: 'Bottle' },
    });
  const { project_id: walled } = await make(owner, true, [insider]);
  // The colleague asked for it, and is no member.
  await colleague.call('request-invalidation-report', {
    body: { ucid: listed.ucid, email: colleague.email },
  });
  await expectFailure(add(owner, walled, 'invalidation'), 'ColleaguesShutOut');
  await expectFailure(add(insider, walled, 'invalidation'), 'ColleaguesShutOut');
  // The other report on this patent is nobody's yet.
  await add(insider, walled, 'prior-art');
  // A project cannot hold it openly first, and become confidential then.
  const { project_id: open } = await make(owner, false);
  await add(owner, open, 'invalidation');
  const wall = (member_ids: string[]) => ({
    params: { project_id: open },
    body: { confidential: true, member_ids, revision: 1 },
  });
  await expectFailure(owner.call('update-project', wall([])), 'ColleaguesShutOut');
  expect((await read(colleague, open)).project.confidential).toBe(false);
  const { items } = await colleague.call('list-reports', { query: {} });
  expect(items.find((one) => one.ucid === listed.ucid)?.project).toEqual({
    project_id: open,
    name: 'Kites',
  });
  await owner.call('update-project', wall([ids.get(colleague.email)!]));
  // What somebody added to the project is theirs, too.
  const { project_id: filled } = await make(owner, false);
  await addList(colleague, filled, await newList(colleague, false));
  const closed = { params: { project_id: filled }, body: { confidential: true, revision: 1 } };
  await expectFailure(owner.call('update-project', closed), 'ColleaguesShutOut');
  expect((await admin.call('update-project', closed)).confidential).toBe(true);
});

test('of two who change a project, one is told; members are people of the organization', async () => {
  const { project_id } = await make(owner, false);
  const change = (name: string) =>
    owner.call('update-project', { params: { project_id }, body: { name, revision: 1 } });
  const ends = await Promise.allSettled([change('One'), change('Two')]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find((end) => end.status === 'rejected')?.reason.code).toBe('ProjectChanged');
  const foreign = { name: 'Foreign', member_ids: ['usr_none'] };
  await expectFailure(owner.call('create-project', { body: foreign }), 'InvalidRequest');
  await expectFailure(owner.call('create-project', { body: { name: '' } }), 'InvalidRequest');
});

test('what a project held whose deletion was cut short can be added to another, and be deleted', async () => {
  const { project_id } = await make(owner, false);
  const list_id = await newList(owner, false);
  await addList(owner, project_id, list_id);
  // The record of the project is gone, the entry is not.
  const cut = () =>
    setAttributes('Projects', [`HELD#${owner.orgId}`, `list#${list_id}`], {
      project_id: 'prj_gone',
    });
  await cut();
  const { project_id: next } = await make(owner, false);
  await addList(owner, next, list_id);
  expect((await read(owner, next)).entries).toMatchObject([{ ref: list_id }]);
  await cut();
  await owner.call('delete-list', { params: { list_id } });
  await expectFailure(owner.call('get-list', { params: { list_id } }), 'ListNotFound');
});

test('projects and what they hold have limits', async () => {
  const { project_id } = await make(stranger, false);
  const at = [`PROJECTS#${stranger.orgId}`, `PROJECT#${project_id}`] as const;
  await setAttributes('Projects', at, { entries: limits.projectEntriesMax });
  await expectFailure(addReport(stranger, project_id), 'ProjectFull');
  await setAttributes('Projects', [`PROJECTS#${stranger.orgId}`, 'COUNT'], {
    projects: limits.projectsPerOrganization,
  });
  await expectFailure(make(stranger, false), 'ProjectLimitReached');
});
