import { describe, expect, test } from 'vitest';
import { animals, postForm, upload } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { type Member, newAdmin } from './support/people.ts';

const policyFor = (member: Member, filename: string) =>
  member.call('create-upload', {
    body: { org_id: member.orgId, user_email: member.email, filename },
  });

const listFiles = (member: Member, options: { limit?: number; cursor?: string } = {}) =>
  member.call('get-dataset-files', { query: { key: member.orgId, ...options } });

const preview = (member: Member, key: string) =>
  member.call('get-dataset-files', { query: { key } });

describe('uploads', () => {
  test('arrive as they were sent, under any name', async () => {
    const admin = await newAdmin();
    const names = ['plain.csv', 'a+b c.csv', 'größe 📈.CSV', `${'n'.repeat(800)}.csv`];
    for (const name of names) await upload(admin, name, animals);
    const listed = await listFiles(admin);
    if (!('items' in listed)) throw new Error('expected a list');
    expect(new Set(listed.items.map((file) => file.Key.split('/').at(-1)))).toEqual(new Set(names));
    expect(listed.items[0]).toMatchObject({ Size: animals.length, author: admin.name });
    for (const { Key } of listed.items) {
      expect(await preview(admin, Key)).toEqual({ data: animals, size: animals.length });
    }
  });

  test('are refused when they are no CSV by name', async () => {
    const admin = await newAdmin();
    const failure = await expectFailure(policyFor(admin, 'animals.xlsx'), 'OnlyCsv');
    expect(failure.message).toBe('Only csv file is accepted.');
  });

  test.each([
    '../x.csv',
    'a/b.csv',
    'a\\b.csv',
    'a\u0000.csv',
    '\ud800.csv',
    `${'ä'.repeat(500)}.csv`,
  ])('are refused under the name %j', async (name) => {
    await expectFailure(policyFor(await newAdmin(), name), 'InvalidRequest');
  });

  test('cannot be redirected: the policy holds for one key, one type, one size', async () => {
    const admin = await newAdmin();
    const { url, fields } = await policyFor(admin, 'mine.csv');
    const policy = JSON.parse(Buffer.from(fields.Policy!, 'base64').toString());
    expect(policy.conditions).toContainEqual(['content-length-range', 1, 2_147_483_647]);
    const forged = [
      { ...fields, key: fields.key!.replace(admin.orgId, 'org_other') },
      { ...fields, 'Content-Type': 'text/html' },
      { ...fields, Policy: Buffer.from('{}').toString('base64') },
      { ...fields, 'x-amz-meta-extra': 'value' },
    ];
    for (const attempt of forged) {
      expect((await postForm(url, attempt, animals)).status).toBe(403);
    }
    expect((await postForm(url, fields, '')).status, 'empty file').toBe(400);
    const listed = await listFiles(admin);
    expect('items' in listed && listed.items).toEqual([]);
  });

  test('cannot be asked for on behalf of others', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const body = { org_id: admin.orgId, user_email: admin.email, filename: 'a.csv' };
    await expectFailure(
      admin.call('create-upload', { body: { ...body, org_id: other.orgId } }),
      'NotFound',
    );
    await expectFailure(
      admin.call('create-upload', { body: { ...body, user_email: other.email } }),
      'Forbidden',
    );
  });
});

describe('files', () => {
  test('are listed in pages', async () => {
    const admin = await newAdmin();
    const names = ['a.csv', 'b.csv', 'c.csv', 'd.csv', 'e.csv'];
    for (const name of names) await upload(admin, name, animals);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const listed = await listFiles(admin, { limit: 2, cursor });
      if (!('items' in listed)) throw new Error('expected a list');
      expect(listed.items.length).toBeLessThanOrEqual(2);
      seen.push(...listed.items.map((file) => file.Key.split('/').at(-1)!));
      cursor = listed.next;
    } while (cursor);
    expect(seen).toEqual(names);
  });

  test.each(['', 'AA==', '!', Buffer.alloc(1100, 'x').toString('base64url')])(
    'are not listed after the made-up cursor %j',
    async (cursor) => {
      await expectFailure(listFiles(await newAdmin(), { cursor }), 'InvalidRequest');
    },
  );

  test('of other organisations do not exist, however they are spelled', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const key = await upload(other, 'secret.csv', animals);
    const spellings = [
      key,
      other.orgId,
      `org/${admin.orgId}/../${other.orgId}/secret.csv`,
      `org/${admin.orgId}/../../${key}`,
      `org/${admin.orgId}%2F..%2F${other.orgId}/secret.csv`,
      `/${key}`,
      `org/${admin.orgId}`,
      `org/${admin.orgId}/`,
      `org/${admin.orgId}/${'ä'.repeat(600)}`,
      `data-catalog/${'ä'.repeat(600)}`,
    ];
    for (const spelling of spellings) {
      await expectFailure(preview(admin, spelling), 'DatasetNotFound');
      await expectFailure(
        admin.call('delete-dataset-file', { query: { key: spelling } }),
        'DatasetNotFound',
      );
    }
    expect(await preview(other, key)).toHaveProperty('data', animals);
  });

  test('are previewed by whole rows of their first part', async () => {
    const admin = await newAdmin();
    const row = `1,"${'lorem\n'.repeat(2000)}"\r\n`;
    const content = `id,text\r\n${row.repeat(100)}`;
    const key = await upload(admin, 'long.csv', content);
    const answer = await preview(admin, key);
    if (!('data' in answer)) throw new Error('expected a preview');
    expect(answer.size).toBe(content.length);
    expect(answer.data.length).toBeLessThan(262_145);
    expect((answer.data.length - 'id,text\r\n'.length) % row.length).toBe(0);
  });

  test('that are not text have no preview', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'image.csv', new Uint8Array([1, 2, 0, 4]));
    await expectFailure(preview(admin, key), 'DatasetUnreadable');
  });

  test('are gone once they are deleted', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'a+b.csv', animals);
    await admin.call('delete-dataset-file', { query: { key } });
    await expectFailure(preview(admin, key), 'DatasetNotFound');
    await expectFailure(admin.call('delete-dataset-file', { query: { key } }), 'DatasetNotFound');
  });
});
