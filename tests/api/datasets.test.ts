import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { animals, postForm, upload } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { orderFault } from './support/order-fault.ts';
import { type Member, newAdmin, newMember, origin } from './support/people.ts';
import { putFile, putFileRecord, removeFile, setAttributes, setDate } from './support/stores.ts';

/** The largest number of bytes of a name, so that it fits into a key of 1,024. */
const longestName = `${'n'.repeat(limits.fileNameMaxBytes - 4)}.csv`;

const policyFor = (member: Member, filename: string) =>
  member.call('create-upload', {
    body: { org_id: member.orgId, user_email: member.email, filename },
  });

interface ListOptions {
  limit?: number;
  cursor?: string | undefined;
  sort?: 'name' | 'date' | 'author';
  prefix?: string;
  catalogs?: 'none' | 'last';
  order?: 'ascending' | 'descending';
}

const listFiles = (member: Member, options: ListOptions = {}) =>
  member.call('get-dataset-files', { query: { key: member.orgId, ...options } }).then((answer) => {
    if ('items' in answer) return answer;
    throw new Error('a list was asked for and a file came back');
  });

const namesIn = ({ items }: Awaited<ReturnType<typeof listFiles>>) =>
  items.map(({ Key }) => Key.split('/').at(-1)!);

/** Names of the files, page by page. */
async function listPages(member: Member, options: ListOptions): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listFiles(member, { ...options, cursor });
    pages.push(namesIn(page));
    cursor = page.next;
  } while (cursor);
  return pages;
}

const preview = (member: Member, key: string) =>
  member.call('get-dataset-files', { query: { key } });

describe('uploads', () => {
  test('arrive as they were sent, under any name', async () => {
    const admin = await newAdmin();
    const names = ['plain.csv', 'a+b c.csv', 'größe 📈.CSV', 'نص👨‍👩‍👧.csv', '$$.csv', longestName];
    for (const name of names) await upload(admin, name, animals);
    const listed = await listFiles(admin);
    expect(new Set(listed.items.map((file) => file.Key.split('/').at(-1)))).toEqual(new Set(names));
    expect(listed.items[0]).toMatchObject({ Size: animals.length, author: admin.name });
    for (const { Key } of listed.items) {
      expect(await preview(admin, Key)).toMatchObject({ data: animals, size: animals.length });
    }
  });

  test('are refused when they are not CSV by name', async () => {
    const admin = await newAdmin();
    const failure = await expectFailure(policyFor(admin, 'animals.docx'), 'OnlyCsv');
    expect(failure.message).toBe('Only csv file is accepted.');
  });

  test.each([
    ['../x.csv', /slashes/],
    ['a/b.csv', /slashes/],
    ['a\\b.csv', /slashes/],
    ['a\u0000.csv', /control characters/],
    ['a\u2028b.csv', /control characters/],
    ['\ud800.csv', /half of a character/],
    ['a\udfffb.csv', /half of a character/],
    ['.csv', /no visible characters/],
    ['\u200b\u200d\ufeff.csv', /no visible characters/],
    [' \u00ad\u2060 .csv', /no visible characters/],
    ['evil\u202egpj.csv', /writing direction/],
    ['\u2067abc\u2069.csv', /writing direction/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: S3 fills it in
    ['${filename}.csv', /which the file store replaces/],
    [`${'ä'.repeat(500)}.csv`, /too long/],
    [`n${longestName}`, /too long/],
  ])('are refused under the name %j', async (name, reason) => {
    const admin = await newAdmin();
    const failure = await expectFailure(policyFor(admin, name), 'InvalidRequest');
    expect(failure.message).toMatch(/^Please rename the file: /);
    expect(failure.message).toMatch(reason);
  });

  test('cannot be redirected: the policy allows one key, one type and a maximum size', async () => {
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
    expect(listed.items).toEqual([]);
  });

  test('have a total before a plan is bought, by browser and by tool, also if tried at once', async () => {
    const admin = await newAdmin();
    const { orgId: org_id, email } = admin;
    const byTool = (filesize: number) =>
      admin.call('create-cli-upload', { body: { org_id, email, filename: 'a.csv', filesize } });
    const byBrowser = (filesize?: number) =>
      admin.call('create-upload', {
        body: { org_id, user_email: email, filename: 'a.csv', filesize },
      });
    await expectFailure(byTool(limits.trialUploadBytes + 1), 'TrialStorageFull');
    const third = Math.floor(limits.trialUploadBytes / 3);
    const tries = await Promise.allSettled(Array.from({ length: 9 }, () => byTool(third)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    // Less is left than a browser may send that does not say how much.
    await expectFailure(byBrowser(), 'TrialStorageFull');
    const { url, fields } = await byBrowser(1);
    expect((await postForm(url, fields, animals)).status).toBe(400);
    await expectFailure(byBrowser(1), 'TrialStorageFull');
    await setAttributes('Accounts', [`ORG#${org_id}`, 'ORG'], {
      subscription: { id: 'sub_1', status: 'active', current_period_start: 1 },
    });
    await byBrowser();
    await byTool(limits.cliUploadMaxBytes);
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
  describe('are listed in pages', () => {
    const names = ['c.csv', 'a.csv', 'e.csv', 'b.csv', 'd.csv', 'f.csv'];
    let admin: Member;
    beforeAll(async () => {
      admin = await newAdmin();
      for (const name of names) await upload(admin, name, animals);
      // The bucket's dates are whole seconds, so these dates are set by the test.
      await listFiles(admin);
      for (const [second, name] of names.entries()) {
        const modifiedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second));
        await setDate(admin.orgId, `org/${admin.orgId}/${name}`, modifiedAt);
      }
    });

    const sorted = names.toSorted();
    test.each([
      [{}, sorted],
      [{ sort: 'name', order: 'descending' }, sorted.toReversed()],
      [{ sort: 'date' }, names],
      [{ sort: 'date', order: 'descending' }, names.toReversed()],
    ] as [ListOptions, string[]][])('%j', async (order, expected) => {
      for (const limit of [1, 2, 3, 5, 6, 7]) {
        const pages = await listPages(admin, { ...order, limit });
        expect(pages.flat(), `pages of ${limit}`).toEqual(expected);
        expect(pages, `pages of ${limit}`).toHaveLength(Math.ceil(expected.length / limit));
      }
    });

    test('and a page begins where the previous one ended, even after deletions', async () => {
      const first = await listFiles(admin, { limit: 2 });
      await admin.call('delete-dataset-file', { query: { key: `org/${admin.orgId}/b.csv` } });
      const second = await listFiles(admin, { limit: 2, cursor: first.next });
      expect(namesIn(second)).toEqual(['c.csv', 'd.csv']);
    });

    test('and not after a position of another order', async () => {
      const orders: ListOptions[] = [];
      for (const sort of ['name', 'date', 'author'] as const) {
        orders.push({ sort, order: 'ascending' }, { sort, order: 'descending' });
      }
      for (const order of orders) {
        const { next } = await listFiles(admin, { ...order, limit: 1 });
        for (const other of orders) {
          const answer = listFiles(admin, { ...other, cursor: next });
          if (other === order) await answer;
          else await expectFailure(answer, 'InvalidRequest');
        }
      }
    });
  });

  describe('of several authors', () => {
    /** By author, then by name, regardless of case. Files without an author come first. */
    const byAuthor = [
      'nobody.csv',
      'alpha.csv',
      'Beta.csv',
      'd.csv',
      'omega.csv',
      'same.csv',
      'SAME.csv',
      'Zeta.csv',
      '📈.csv',
    ];
    const authors: Record<string, string> = {
      'alpha.csv': 'Ann',
      'Beta.csv': 'ann',
      'd.csv': 'Ann B',
      'omega.csv': 'Ann-Zoe',
      'same.csv': 'Zoe',
      'SAME.csv': 'Zoe',
      'Zeta.csv': 'zoe',
      '📈.csv': 'Zoe',
    };
    const twins = ['same.csv', 'SAME.csv'];
    /** Two names that differ only in case may have any order. */
    const untwinned = (names: string[]) =>
      names.map((name) => (twins.includes(name) ? 'same.csv' : name));
    let admin: Member;
    beforeAll(async () => {
      admin = await newAdmin();
      for (const [second, name] of byAuthor.toReversed().entries()) {
        const modifiedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second % 3));
        await putFileRecord(admin.orgId, name, { modifiedAt, author: authors[name] });
      }
    });

    test.each(['ascending', 'descending'] as const)('are sorted by author, %s', async (order) => {
      const expected = order === 'ascending' ? byAuthor : byAuthor.toReversed();
      for (const limit of [1, 2, 4, 9]) {
        const pages = await listPages(admin, { sort: 'author', order, limit });
        expect(untwinned(pages.flat()), `pages of ${limit}`).toEqual(untwinned(expected));
        expect(new Set(pages.flat()).size).toBe(byAuthor.length);
        expect(pages).toHaveLength(Math.ceil(byAuthor.length / limit));
      }
    });

    test('are found by the beginning of their names, upper and lower case alike', async () => {
      const named = async (prefix: string) =>
        (await listPages(admin, { prefix, limit: 1 })).flat().toSorted();
      expect(await named('SA')).toEqual(['SAME.csv', 'same.csv']);
      expect(await named('zeta.CSV')).toEqual(['Zeta.csv']);
      expect(await named('\u{1f4c8}')).toEqual(['\u{1f4c8}.csv']);
      expect(await named('eta')).toEqual([]);
      expect(await named('omega.csv\t')).toHaveLength(1);
      const { next } = await listFiles(admin, { prefix: 'sa', limit: 1 });
      await expectFailure(listFiles(admin, { prefix: 'z', cursor: next }), 'InvalidRequest');
    });

    test('are followed by those of the catalogues on request, in pages of one size', async () => {
      const all = [...byAuthor, 'us_patents.csv', 'wikipedia.csv', 'arxiv.csv'];
      for (const limit of [5, 9, 10, 11, 12, 13]) {
        const pages = await listPages(admin, { sort: 'author', catalogs: 'last', limit });
        expect(untwinned(pages.flat()), `pages of ${limit}`).toEqual(untwinned(all));
        expect(pages, `pages of ${limit}`).toHaveLength(Math.ceil(all.length / limit));
      }
      const { items } = await listFiles(admin, { catalogs: 'last' });
      expect(items.slice(-3)).toEqual([
        {
          Key: 'data-catalog/us_patents.csv',
          Size: 86e10,
          author: 'Admin',
          LastModified: '2021-08-20T12:00:00.000Z',
        },
        {
          Key: 'data-catalog/wikipedia.csv',
          Size: 189e8,
          author: 'Admin',
          LastModified: '2021-08-27T12:00:00.000Z',
        },
        {
          Key: 'data-catalog/arxiv.csv',
          Size: 11e11,
          author: 'Admin',
          LastModified: '2021-08-24T12:00:00.000Z',
        },
      ]);
    });

    test('keep their order when the list changes between two pages', async () => {
      const modifiedAt = new Date();
      const first = await listFiles(admin, { sort: 'author', limit: 3 });
      await putFileRecord(admin.orgId, 'early.csv', { modifiedAt, author: 'Aaron' });
      await putFileRecord(admin.orgId, 'late.csv', { modifiedAt, author: 'Zzz' });
      const rest = await listFiles(admin, { sort: 'author', cursor: first.next });
      const seen = [...namesIn(first), ...namesIn(rest)];
      expect(untwinned(seen)).toEqual([...untwinned(byAuthor), 'late.csv']);
    });
  });

  test('are listed with the new author after somebody else uploads the same name', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    await upload(admin, 'same.csv', animals);
    expect((await listFiles(admin)).items).toMatchObject([{ author: admin.name }]);
    const { url, fields } = await policyFor(member, 'same.csv');
    await advanceClock(origin(), '2s');
    await postForm(url, fields, `${animals}more`);
    const [file] = (await listFiles(admin)).items;
    expect(file).toMatchObject({ Size: animals.length + 4, author: member.name });
    // The policy can be used again while it is valid.
    await advanceClock(origin(), '2s');
    await postForm(url, fields, 'id\n1\n');
    expect((await listFiles(admin)).items).toMatchObject([{ Size: 5 }]);
  });

  test('are listed with their uploader, not with the last person who got a policy', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    const allowed = await Promise.all([
      policyFor(admin, 'first.csv'),
      policyFor(member, 'second.csv'),
    ]);
    await Promise.all([policyFor(member, 'first.csv'), policyFor(admin, 'second.csv')]);
    for (const { url, fields } of allowed) await postForm(url, fields, animals);
    expect((await listFiles(admin)).items).toMatchObject([
      { Key: `org/${admin.orgId}/first.csv`, author: admin.name },
      { Key: `org/${admin.orgId}/second.csv`, author: member.name },
    ]);
  });

  test('that were uploaded at the same time are all listed, with their authors', async () => {
    const admin = await newAdmin();
    const names = Array.from({ length: 30 }, (_, number) => `${number}.csv`);
    await Promise.all(names.map((name) => upload(admin, name, animals)));
    const { items } = await listFiles(admin);
    expect(new Set(items.map(({ Key }) => Key.split('/').at(-1)))).toEqual(new Set(names));
    expect(new Set(items.map(({ author }) => author))).toEqual(new Set([admin.name]));
  });

  test('that were in the bucket before records existed are listed', async () => {
    const admin = await newAdmin();
    await putFile(`org/${admin.orgId}/old.csv`, animals);
    expect(namesIn(await listFiles(admin))).toEqual(['old.csv']);
  });

  test('whose deletion was interrupted are not listed', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'gone.csv', animals);
    expect(namesIn(await listFiles(admin))).toEqual(['gone.csv']);
    await removeFile(key);
    expect(namesIn(await listFiles(admin))).toEqual([]);
  });

  test.each(['', 'AA==', '!', Buffer.alloc(1100, 'x').toString('base64url')])(
    'are not listed after the made-up cursor %j',
    async (cursor) => {
      await expectFailure(listFiles(await newAdmin(), { cursor }), 'InvalidRequest');
    },
  );

  test('of other organizations do not exist in any spelling', async () => {
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

  test('are previewed with whole rows of their first part', async () => {
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

describe('datasets', () => {
  test('are listed by name, recorded by name, and deleted together or not at all', async () => {
    const admin = await newAdmin();
    for (const name of ['b.csv', 'A.csv', 'c d+e.csv']) await upload(admin, name, animals);
    const list = (cursor?: string) => admin.call('list-datasets', { query: { limit: 2, cursor } });
    const recorded = await admin.call('create-dataset', { body: { dataset_name: 'c d+e.csv' } });
    expect(recorded).toMatchObject({
      id: `org/${admin.orgId}/c d+e.csv`,
      dataset_name: 'c d+e.csv',
      size: animals.length,
      author: admin.name,
    });
    const first = await list();
    expect(first.items.map(({ dataset_name }) => dataset_name)).toEqual(['A.csv', 'b.csv']);
    expect((await list(first.next)).items).toEqual([recorded]);
    const ids = first.items.map(({ id }) => id);
    const remove = (some: string[]) => admin.call('delete-datasets', { body: { ids: some } });
    await expectFailure(remove([...ids, `org/${admin.orgId}/none.csv`]), 'DatasetNotFound');
    expect((await list()).items).toHaveLength(2);
    expect(await remove([...ids, ...ids])).toEqual({ ids });
    expect((await list()).items).toEqual([recorded]);
  });

  test('whose deletion was interrupted are deleted by a repetition, with one audit entry', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const names = ['a.csv', 'cut-short.csv', 'd.csv'];
    const ids: string[] = [];
    for (const name of names) ids.push(await upload(admin, name, animals));
    const remove = (member: Member) => member.call('delete-datasets', { body: { ids } });
    const deletions = async () =>
      (await admin.call('list-audit', { query: { action: 'dataset.deleted' } })).items
        .map(({ object }) => object.name)
        .toSorted();
    await orderFault(origin(), 'dynamodb:DeleteItem', 'ValidationException', {
      containing: 'cut-short.csv',
      times: 1,
    });
    await expectFailure(remove(admin), 'Internal');
    expect(await remove(admin)).toEqual({ ids });
    expect(await deletions()).toEqual(names);
    expect(await remove(admin)).toEqual({ ids });
    await expectFailure(remove(other), 'DatasetNotFound');
    // A later file with the same name is another dataset.
    await upload(admin, 'a.csv', `${animals}\n`);
    expect(await remove(admin)).toEqual({ ids });
    expect(await deletions()).toEqual(['a.csv', ...names]);
    expect((await admin.call('list-datasets', { query: {} })).items).toEqual([]);
  });

  test('must be existing files of the own organization', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const key = await upload(other, 'theirs.csv', animals);
    await expectFailure(admin.call('delete-datasets', { body: { ids: [key] } }), 'DatasetNotFound');
    expect((await admin.call('list-datasets', { query: {} })).items).toEqual([]);
    const record = (dataset_name: string) =>
      admin.call('create-dataset', { body: { dataset_name } });
    await expectFailure(record('theirs.csv'), 'DatasetNotFound');
    await expectFailure(record('theirs.txt'), 'OnlyCsv');
    await expectFailure(record(`../${other.orgId}/theirs.csv`), 'InvalidRequest');
    expect((await other.call('list-datasets', { query: {} })).items).toHaveLength(1);
  });
});
