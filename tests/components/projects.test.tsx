/** Projects: made with members, filled with what the person has, and shown with who did what. */
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Project } from '#shared/contract/projects.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openConversation, question, reply } from './support/conversations.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { answer, requestsTo, sampleOf } from './support/server.ts';

beforeEach(signIn);

const at = '2026-11-02T03:04:05Z';
const project: Project = {
  project_id: 'prj_1',
  name: 'Kites v. Gliders',
  about: 'Opposition, due in March',
  confidential: true,
  owner: 'Ada Byron',
  managed: true,
  members: [{ user_id: 'usr_1', name: 'Ada Byron' }],
  entries: 2,
  created_at: at,
  updated_at: at,
  revision: 1,
};
const search = {
  index_id: 'us_patents',
  text: 'kite tails',
  syntax: 'words' as const,
  filters: [],
};
const entries = [
  { kind: 'search' as const, ref: 'svs_1', title: 'Tails', by: 'Ada', removable: true, at, search },
  {
    kind: 'report' as const,
    ref: 'invalidation:US-99990001-B2',
    title: 'Kite of silk',
    by: 'Ada',
    removable: false,
    at,
    report: { kind: 'invalidation' as const, ucid: 'US-99990001-B2' },
  },
];
const work = [
  {
    action: 'rated' as const,
    by: 'Grace',
    at,
    count: 12,
    object: { kind: 'list' as const, ref: 'lst_1', name: 'Near ones' },
  },
];

test('a confidential project is made with its members', async () => {
  answer('list-projects', { output: { items: [] } });
  const member = {
    ...sampleOf('list-users').items[0]!,
    user_id: 'usr_2',
    full_name: 'Grace Hopper',
  };
  answer('list-users', { output: { items: [member] } });
  answer('create-project', { output: project });
  answer('get-project', { output: { project, entries: [], work: [] } });
  const page = await openPage('/projects');
  await expect.element(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabelText('Name').fill('Kites v. Gliders');
  await page.getByLabelText('Confidential').click();
  await page.getByRole('combobox', { name: 'Members' }).click();
  await page.getByRole('option', { name: /Grace Hopper/ }).click();
  await userEvent.keyboard('{Tab}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: project.name })).toBeVisible();
  expect(requestsTo('create-project')[0]?.body).toEqual({
    name: 'Kites v. Gliders',
    about: '',
    confidential: true,
    member_ids: ['usr_2'],
  });
});

test('a project leads to what it holds, tells who did what, and takes a list', async () => {
  answer('get-project', { output: { project, entries, work } });
  const list = { ...sampleOf('create-list'), list_id: 'lst_9', name: 'Far ones', own: true };
  answer('list-lists', { output: { items: [{ ...list, project: undefined }] } });
  answer('add-project-list', { output: entries[0]! });
  const page = await openPage('/projects/prj_1');
  await expect
    .element(page.getByRole('link', { name: 'Tails' }))
    .toHaveAttribute('href', '/search?index=us_patents&q=kite+tails');
  await expect
    .element(page.getByRole('link', { name: 'Kite of silk' }))
    .toHaveAttribute('href', '/claim-chart/US-99990001-B2');
  await expect.element(page.getByText('Grace rated in “Near ones” 12 times')).toBeVisible();
  expect(page.getByRole('button', { name: 'Take out Kite of silk' }).elements()).toEqual([]);
  await expectNoViolations();
  await page.getByRole('button', { name: 'Add to this project' }).click();
  await page.getByRole('combobox', { name: 'List' }).click();
  await page.getByRole('option', { name: 'Far ones' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect
    .poll(() => requestsTo('add-project-list')[0])
    .toMatchObject({ address: '/api/projects/prj_1/lists', body: { list_id: 'lst_9' } });
});

test('what a person has is added to a project from where it stands', async () => {
  answer('list-projects', { output: { items: [project] } });
  const list = { ...sampleOf('create-list'), list_id: 'lst_9', name: 'Far ones', own: true };
  answer('get-list', { output: { list: { ...list, project: undefined }, items: [] } });
  const report = {
    ...sampleOf('list-reports').items[0]!,
    kind: 'prior-art' as const,
    ucid: 'US-99990001-B2',
    title: 'Kite of silk',
    status: 'ready' as const,
    project: undefined,
  };
  const held = {
    ...report,
    ucid: 'US-99990002-B2',
    project: { project_id: 'prj_2', name: 'Held' },
  };
  answer('list-reports', { output: { items: [report, held] } });
  answer('query-index', {
    output: { totalFoundItems: 1, foundItems: [{ title: 'A kite', conceptScore: 0.5 }] },
  });
  const choose = async (address: string, button: RegExp) => {
    const page = await openPage(address);
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to project' });
    await dialog.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: project.name }).click();
    await expect.element(dialog.getByText('Confidential: 1 member and admins')).toBeVisible();
    await expectNoViolations();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(page.getByText(`Added to ${project.name}`)).toBeVisible();
    await page.unmount();
  };
  await choose('/lists/lst_9', /^Add to project$/);
  expect(requestsTo('add-project-list')[0]?.body).toEqual({ list_id: 'lst_9' });
  await choose('/reports', /^Add to project: prior-art report on US-99990001-B2$/);
  await choose('/search?index=us_patents&q=silk+kites', /^Add to project$/);
  expect(requestsTo('add-project-entry').map(({ body }) => body)).toEqual([
    {
      kind: 'report',
      report: { kind: 'prior-art', ucid: 'US-99990001-B2' },
      title: 'Kite of silk (US-99990001-B2, Prior art)',
    },
    { kind: 'search', search: { ...search, text: 'silk kites' }, title: 'silk kites' },
  ]);
  // A conversation has an address.
  openConversation([question('What docks drones?'), reply('A funnel.')]);
  const chat = await openPage('/chatbot/thr_3');
  await expect.element(chat.getByText('A funnel.')).toBeVisible();
  expect(requestsTo('get-chat-thread').at(-1)?.address).toBe('/api/chatbot-thread/thr_3');
  await chat.getByRole('button', { name: 'Conversation Drones that dock' }).click();
  await chat.getByRole('menuitem', { name: 'Add to project' }).click();
  const dialog = chat.getByRole('dialog', { name: 'Add to project' });
  await expect.element(dialog.getByText(/also what is said later/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await chat.unmount();
  // One that is in a project says so.
  const page = await openPage('/reports');
  await expect.element(page.getByRole('link', { name: 'Held' })).toBeVisible();
});
