/** Lists of documents: private or the team's, never over their limits, and no note lost. */
import { beforeAll, expect, test } from 'vitest';
import type { Rating } from '#shared/contract/lists.ts';
import { limits } from '#shared/limits.ts';
import { expectFailure } from './support/expect-failure.ts';
import { type Member, newAdmin, newMember } from './support/people.ts';
import { setAttributes } from './support/stores.ts';

let admin: Member;
let colleague: Member;
let stranger: Member;
beforeAll(async () => {
  admin = await newAdmin();
  [colleague, stranger] = await Promise.all([newMember(admin), newAdmin()]);
});

const kite = { index_id: 'us_patents', id: 'US-99030012-B2' };
const make = async ({ call }: Member, shared: boolean, name = 'Kites') =>
  (await call('create-list', { body: { name, shared } })).list_id;
const read = ({ call }: Member, list_id: string) => call('get-list', { params: { list_id } });
const add = ({ call }: Member, list_id: string, document = kite) =>
  call('add-list-item', { params: { list_id }, body: { ...document, title: 'Kite' } });
const write = ({ call }: Member, list_id: string, note: string, revision: number) =>
  call('update-list-item', {
    params: { list_id },
    body: { ...kite, note, tags: ['near', 'near'], revision },
  });
const namesOf = async ({ call }: Member) =>
  (await call('list-lists')).items.map(({ list_id }) => list_id);

test('a private list is its owner’s alone', async () => {
  const list_id = await make(colleague, false);
  expect(await namesOf(colleague)).toContain(list_id);
  for (const other of [admin, stranger]) {
    expect(await namesOf(other)).not.toContain(list_id);
    await expectFailure(read(other, list_id), 'ListNotFound');
    await expectFailure(add(other, list_id), 'ListNotFound');
    await expectFailure(other.call('delete-list', { params: { list_id } }), 'ListNotFound');
  }
});

test('a shared list is the team’s to fill; its owner and admins rename, share and delete it', async () => {
  const list_id = await make(admin, true);
  expect(await add(colleague, list_id)).toEqual({ added: true });
  expect(await add(admin, list_id), 'it is there already').toEqual({ added: false });
  const { list, items } = await read(colleague, list_id);
  expect(list).toMatchObject({
    name: 'Kites',
    shared: true,
    own: false,
    owner: admin.name,
    items: 1,
  });
  expect(items).toEqual([
    expect.objectContaining({ ...kite, title: 'Kite', by: colleague.name, tags: [], revision: 1 }),
  ]);
  const rename = { params: { list_id }, body: { name: 'Gliders' } };
  await expectFailure(colleague.call('update-list', rename), 'Forbidden');
  await expectFailure(colleague.call('delete-list', { params: { list_id } }), 'Forbidden');
  await expectFailure(read(stranger, list_id), 'ListNotFound');
  expect(await admin.call('update-list', rename)).toMatchObject({ name: 'Gliders', shared: true });
  await colleague.call('remove-list-item', { params: { list_id }, query: kite });
  expect((await read(admin, list_id)).list.items).toBe(0);
  await admin.call('delete-list', { params: { list_id } });
  await expectFailure(read(admin, list_id), 'ListNotFound');
  const trail = await admin.call('list-audit', { query: {} });
  const told = trail.items.filter(({ object }) => object.id === list_id);
  expect(told.map(({ action }) => action)).toEqual([
    'list.deleted',
    'list.changed',
    'list.created',
  ]);
});

test('of two who change the same note, one is told', async () => {
  const list_id = await make(admin, true);
  await add(admin, list_id);
  const writes = [write(admin, list_id, 'mine', 1), write(colleague, list_id, 'yours', 1)];
  const ends = await Promise.allSettled(writes);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find((end) => end.status === 'rejected')?.reason.code).toBe('ListItemChanged');
  expect(await write(admin, list_id, 'both', 2)).toMatchObject({
    note: 'both',
    tags: ['near'],
    revision: 3,
  });
});

test('a rating adds a document or changes it, with a reason, and notes stay', async () => {
  const list_id = await make(admin, true);
  const rate = (
    { call }: Member,
    body: { rating: Rating | null; note?: string },
    document = kite,
  ) =>
    call('rate-list-item', { params: { list_id }, body: { ...document, title: 'Kite', ...body } });
  const added = await rate(colleague, { rating: 'maybe', note: 'has a tail' });
  expect(added).toMatchObject({ rating: 'maybe', note: 'has a tail', by: colleague.name });
  expect(await rate(admin, { rating: 'relevant' })).toEqual({
    ...added,
    rating: 'relevant',
    revision: 2,
  });
  const cleared = await rate(admin, { rating: null });
  expect(cleared).toMatchObject({ note: 'has a tail', revision: 3 });
  expect(cleared).not.toHaveProperty('rating');
  const { url } = await colleague.call('export-list', { params: { list_id }, body: {} });
  const pdf = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  // Of two who rate a new document at once, both are heard.
  const other = { ...kite, id: 'US-99050012-B1' };
  const both = [rate(admin, { rating: 'not' }, other), rate(colleague, { rating: 'not' }, other)];
  await Promise.all(both);
  expect((await read(admin, list_id)).list.items).toBe(2);
  await expectFailure(rate(stranger, { rating: 'not' }), 'ListNotFound');
  const unknown = { index_id: 'idx_none', id: '1' };
  await expectFailure(rate(admin, { rating: 'not' }, unknown), 'IndexNotFound');
});

test('a note holds what people can see, so that a full list is still one answer', async () => {
  const list_id = await make(admin, true);
  await add(admin, list_id);
  const note = `\u0001a\ud800\nb${'\u0002'.repeat(limits.listNoteMaxLength)}`;
  expect((await write(admin, list_id, note, 1)).note).toBe('a\ufffd\nb');
  // The largest item in UTF-8, three bytes for a character, and a list full of them.
  const { listNoteMaxLength, listTitleMaxLength, listDocumentIdMaxLength } = limits;
  const texts = listNoteMaxLength + listTitleMaxLength + listDocumentIdMaxLength;
  const tags = limits.listTagsMax * (limits.listTagMaxLength + 1);
  const itemBytes = 3 * (texts + tags + limits.fullNameMaxLength) + 500;
  expect(itemBytes * limits.listItemsMax).toBeLessThan(6 * 1024 ** 2);
});

test('what many add at once is all there, and counted', async () => {
  const list_id = await make(admin, true);
  const documents = Array.from({ length: 6 }, (_, position) => ({ ...kite, id: `US-${position}` }));
  await Promise.all([...documents, documents[0]!].map((one) => add(admin, list_id, one)));
  const { list, items } = await read(admin, list_id);
  expect(list.items).toBe(6);
  expect(items.map(({ id }) => id).toSorted()).toEqual(documents.map(({ id }) => id));
});

test('a full list takes no more, and an organization has only so many', async () => {
  const list_id = await make(stranger, false);
  await setAttributes('Lists', [`LISTS#${stranger.orgId}`, `LIST#${list_id}`], {
    items: limits.listItemsMax,
  });
  await expectFailure(add(stranger, list_id), 'ListFull');
  const rating = { ...kite, title: 'Kite', rating: 'relevant' as const };
  const full = stranger.call('rate-list-item', { params: { list_id }, body: rating });
  await expectFailure(full, 'ListFull');
  await setAttributes('Lists', [`LISTS#${stranger.orgId}`, 'COUNT'], {
    lists: limits.listsPerOrganization,
  });
  await expectFailure(make(stranger, false), 'ListLimitReached');
  await stranger.call('delete-list', { params: { list_id } });
  await make(stranger, false);
});

test('rows of another organization’s index are not listed', async () => {
  const list_id = await make(admin, false);
  const foreign = { index_id: 'idx_none', id: '3' };
  await expectFailure(add(admin, list_id, foreign), 'IndexNotFound');
});
