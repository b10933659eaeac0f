import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { createIndex, upload, waitForBuild } from '#tests/api/support/datasets.ts';
import { askDexi } from '#tests/e2e/support/ask-dexi.ts';
import { memberOf } from '#tests/e2e/support/member-of.ts';
import { notesCsv } from '#tests/e2e/support/notes-csv.ts';
import { untilLoaded } from '#tests/e2e/support/open.ts';

/** The first search of an index may take long on a busy machine, in milliseconds. */
export const patience = { timeout: 60_000 };

export const patent = 'US-99110012-B2';
const others = ['US-99110011-B2', 'US-99500002-B2', 'US-3703998-A'];

/** Addresses of what was made, for members and for everybody. */
export interface Made {
  members: string[];
  visitors: string[];
}

/** Work of the demo account, so that its pages are not empty: one thing of each kind that has a page. */
export async function makeWork(page: Page): Promise<Made> {
  const member = await memberOf(page);
  const { call } = member;

  const text = 'unmanned aircraft that lands by itself';
  await page.goto(`/search?index=us_patents&q=${encodeURIComponent(text)}`);
  await untilLoaded(page, patience);
  const project = await call('create-project', {
    body: {
      name: 'Landing of drones',
      about: 'What was known before the filing of our own application.',
    },
  });
  const list = await call('create-list', { body: { name: 'Candidates for the search report' } });
  const params = { list_id: list.list_id };
  for (const [position, id] of [patent, ...others].entries()) {
    const rating = (['relevant', 'maybe', 'not', null] as const)[position]!;
    const title = `Candidate ${position + 1}: a document with a title that needs more than one line on a phone`;
    const item = { index_id: 'us_patents', id, title };
    const note = 'Shows the vent, but not the sensor of claim 1.';
    await call('add-list-item', { params, body: item });
    if (rating) await call('rate-list-item', { params, body: { ...item, rating, note } });
  }
  const search = await call('create-saved-search', {
    body: {
      name: 'Drones that land',
      index_id: 'us_patents',
      text,
      syntax: 'words',
      filters: [],
      frequency: 'weekly',
    },
  });
  await call('create-webhook', {
    body: {
      url: 'https://example.com/hooks/antecede',
      events: ['index.ready', 'index.failed'],
      about: 'Tells the shop that its index is new.',
    },
  });

  const key = await upload(member, 'notes of the field trip.csv', notesCsv(40).toString());
  const { item_id: indexId } = await createIndex(member, 'FieldNotes', key, {
    id: 'metadata',
    title: 'metadata',
    story: 'index',
  });
  await waitForBuild(member, indexId);
  await page.goto(`/search?index=${indexId}&q=${encodeURIComponent('baking bread')}`);
  await untilLoaded(page, patience);
  await call('create-index-key', {
    body: { org_id: member.orgId, index: indexId, name: 'Web shop' },
  });

  await page.goto('/chatbot');
  await askDexi(page, 'hearing aid with a vent that opens when the wearer speaks');
  const conversation = new URL(page.url()).pathname;
  const chat = await call('share-chat-thread', {
    params: { id: conversation.split('/').at(-1)! },
    body: { days: 7 },
  });

  const asked = { kind: 'prior-art', ucid: patent } as const;
  let { status } = await call('prepare-report', { body: asked });
  while (status === 'making') {
    await sleep(500);
    ({ status } = await call('check-prior-art', { query: { ucid: patent } }));
  }
  await call('add-project-entry', {
    params: { project_id: project.project_id },
    body: { kind: 'report', report: asked, title: `A vent that opens (${patent}, Prior art)` },
  });
  const report = await call('share-report', {
    body: { ...asked, audience: 'anyone', days: 7 },
  });
  const path = (address: string) => address.slice(new URL(address).origin.length);
  return {
    members: [
      `/projects/${project.project_id}`,
      `/lists/${list.list_id}`,
      `/saved-searches/${search.search_id}`,
      `/indexes/${indexId}`,
      `/indexes/${indexId}/1`,
      `/search?index=${indexId}&q=baking+bread`,
      `/compare-indexes?a=us_patents&b=${indexId}&q=light`,
      conversation,
    ],
    visitors: [path(chat.url), path(report.url)],
  };
}
