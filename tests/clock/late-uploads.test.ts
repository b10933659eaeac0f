import { expect, test } from 'vitest';
import { animals, createIndex, postForm, upload } from '#tests/api/support/datasets.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
import { type Member, newAdmin, newMember, origin } from '#tests/api/support/people.ts';
import { readFile } from '#tests/api/support/stores.ts';
import { advanceClock } from '#tests/support/clock.ts';

const policyFor = ({ call, orgId, email }: Member, filename: string) =>
  call('create-upload', { body: { org_id: orgId, user_email: email, filename } });

const preview = ({ call }: Member, key: string) =>
  call('get-dataset-files', { query: { key, limit: 10 } });

const departures = {
  'was removed': (member: Member, admin: Member) =>
    admin.call('remove-user', {
      body: { username: member.email, org_id: admin.orgId, auth_user_id: admin.authUserId },
    }),
  'has left': (member: Member) =>
    member.call('erase-user', {
      body: { auth_user_id: member.authUserId, email: member.email },
    }),
};

test.each(Object.entries(departures))(
  'what somebody uploads who %s is removed, and the file before it comes back',
  async (_, depart) => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    const shared = await upload(admin, 'shared.csv', animals);
    const before = await upload(member, 'before.csv', animals);
    await admin.call('list-datasets', { query: {} });
    await advanceClock(origin(), '10s');
    const policies = [await policyFor(member, 'shared.csv'), await policyFor(member, 'new.csv')];
    const [, added] = policies.map(({ fields }) => fields.key!);
    const postAll = async () => {
      for (const { url, fields } of policies) {
        expect((await postForm(url, fields, 'id,text\n1,vandalised\n')).ok).toBe(true);
      }
    };
    await advanceClock(origin(), '10s');
    await depart(member, admin);

    await postAll();
    expect(await preview(admin, shared)).toMatchObject({ data: animals });
    await expectFailure(preview(admin, added!), 'DatasetNotFound');
    // Once before and once after a list.
    for (const attempt of [1, 2]) {
      await postAll();
      await expectFailure(createIndex(admin, `late${attempt}`, added!), 'DatasetNotFound');
      const { items } = await admin.call('list-datasets', { query: {} });
      expect(items.map(({ id }) => id)).toEqual([before, shared]);
      const listed = await admin.call('get-dataset-files', { query: { key: admin.orgId } });
      expect(listed).toMatchObject({
        items: expect.arrayContaining([
          expect.objectContaining({
            Key: shared,
            Size: Buffer.byteLength(animals),
            author: admin.name,
          }),
        ]),
      });
      for (const key of [shared, before]) {
        expect(Buffer.from(await readFile(key)).toString()).toBe(animals);
      }
      await expect(readFile(added!)).rejects.toMatchObject({ name: 'NoSuchKey' });
    }

    // The others can use the name.
    await upload(admin, 'new.csv', animals);
    expect(await preview(admin, added!)).toMatchObject({ data: animals });
  },
);

test('a form cannot name another uploader or omit the uploader', async () => {
  const admin = await newAdmin();
  const { url, fields } = await policyFor(admin, 'a.csv');
  const name = 'x-amz-meta-uploaded-by';
  const { [name]: _, ...unnamed } = fields;
  expect((await postForm(url, { ...fields, [name]: 'usr_another' }, animals)).status).toBe(403);
  expect((await postForm(url, unnamed, animals)).status).toBe(403);
  expect((await postForm(url, fields, animals)).ok).toBe(true);
});

test('a file is listed even if somebody got a policy for it before the first list', async () => {
  const admin = await newAdmin();
  await admin.call('get-dataset-files', { query: { key: admin.orgId } });
  const kept = await upload(admin, 'kept.csv', animals);
  await advanceClock(origin(), '1m');
  await policyFor(admin, 'kept.csv');
  const listed = await admin.call('get-dataset-files', { query: { key: admin.orgId } });
  expect(listed).toMatchObject({ items: [{ Key: kept }] });
});
