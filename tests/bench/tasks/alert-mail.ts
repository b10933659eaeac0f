import type { Page } from '@playwright/test';
import { createIndex, upload, waitForBuild } from '#tests/api/support/datasets.ts';
import { waitForMail } from '#tests/e2e/support/mailbox.ts';
import { memberOf } from '#tests/e2e/support/member-of.ts';
import { notesCsv } from '#tests/e2e/support/notes-csv.ts';
import { invokeAsOperator } from '#tests/e2e/support/operator.ts';

/** Has an alert of the person mail a row that is new, and gives the link in the mail that stops it. */
export async function stopLinkOf(page: Page): Promise<string> {
  const member = await memberOf(page);
  const { call, orgId, email } = member;
  const key = await upload(member, 'watched.csv', notesCsv(8).toString());
  const roles = { id: 'metadata', title: 'metadata', story: 'index' } as const;
  const { item_id: index_id } = await createIndex(member, 'WatchedNotes', key, roles);
  await waitForBuild(member, index_id);
  const search = { index_id, text: '+honey', syntax: 'query' as const, filters: [] };
  const body = { ...search, name: 'Notes about honey', frequency: 'delivery' as const };
  await call('create-saved-search', { body });
  await invokeAsOperator('send-alerts');
  const { api_key: apiKey } = await call('create-index-key', {
    body: { org_id: orgId, index: index_id, changes_rows: true },
  });
  const row = { id: 'new', title: 'Mead', story: 'Mead is brewed from honey and water.' };
  await call('upsert-rows', { params: { index_id }, query: {}, body: { rows: [row] }, apiKey });
  await invokeAsOperator('send-alerts');
  const mail = await waitForMail(email, /^Notes about honey: 1 new result$/);
  return /\S+\/alerts#stop=\S+/.exec(mail.text)![0];
}
