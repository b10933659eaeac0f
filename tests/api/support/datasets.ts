import type { Index } from '#shared/contract/indexes.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import type { Member } from './people.ts';

/** Who uploads and builds. */
type Builder = Pick<Member, 'call' | 'orgId' | 'authUserId' | 'email'>;

/** Uploads a file as the browser does: policy first, then a form post to the store. Returns its key. */
export async function upload(
  member: Builder,
  fileName: string,
  content: string | Uint8Array<ArrayBuffer>,
) {
  const { url, fields } = await member.call('create-upload', {
    body: {
      org_id: member.orgId,
      user_email: member.email,
      filename: fileName,
      filesize: Math.max(1, Buffer.byteLength(content)),
    },
  });
  const answer = await postForm(url, fields, content);
  if (!answer.ok) throw new Error(`Upload of ${fileName}: ${answer.status} ${await answer.text()}`);
  return fields.key!;
}

export function postForm(
  url: string,
  fields: Record<string, string>,
  content: string | Uint8Array<ArrayBuffer>,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content], { type: 'text/csv' }), 'upload.csv');
  return fetch(url, { method: 'POST', body: form });
}

/** Creates an index over an uploaded file that searches its column `text`. */
export function createIndex(
  member: Builder,
  name: string,
  datasetKey: string,
  columnsRole: Index['columns_role'] = { id: 'metadata', title: 'metadata', text: 'index' },
  columnsData = '[]',
  columnsType: Index['columns_type'] = {},
  embed = false,
) {
  return member.call('create-index', {
    body: {
      name,
      orgId: member.orgId,
      userId: member.authUserId,
      email: member.email,
      columnsRole,
      columnsType,
      ...(embed && { embed }),
      columnsData,
      datasetSize: 0,
      dataset: { value: datasetKey, label: datasetKey },
      status: 'Processing',
    },
  });
}

export async function getIndex(member: Pick<Member, 'call'>, indexId: string): Promise<Index> {
  const { items } = await member.call('list-indexes', { query: { index_id: indexId } });
  return items[0]!;
}

/** Waits until the build of an index has succeeded or failed. */
export const waitForBuild = (member: Builder, indexId: string): Promise<Index> =>
  waitForIndex(member, indexId, ({ status }) => status !== 'Processing');

/** Waits until a build that began after `before` has ended. */
export const waitForRebuild = (member: Member, { item_id }: Index): Promise<Index> =>
  waitForIndex(
    member,
    item_id,
    ({ failure, progress }) => failure !== undefined || progress.stage === 'done',
  );

const waitForIndex = (
  member: Pick<Member, 'call'>,
  indexId: string,
  hasEnded: (index: Index) => boolean,
) =>
  waitFor(
    `the build of ${indexId}`,
    async () => {
      const index = await getIndex(member, indexId);
      return hasEnded(index) && index;
    },
    { everyMs: 50 },
  );

/** The first key of an index, which is created with it. */
export async function firstKey(member: Member, indexId: string): Promise<string> {
  const keys = await member.call('list-index-keys', { query: {} });
  return keys[indexId]![0]!.api_key;
}

/** A small dataset with a different topic in each row. */
export const animals = [
  'id,title,text',
  'w1,Blue whale,"The blue whale is a marine mammal and the largest animal known ever to have existed."',
  'w2,Dolphin,"Dolphins are aquatic mammals that hunt fish by echolocation in the sea."',
  'w3,Golden eagle,"The golden eagle is a bird of prey that nests on cliffs and hunts hares."',
  'w4,Honey bee,"Honey bees collect nectar from flowers and store it as honey in wax combs."',
  'w5,Grey wolf,"Wolves live in packs and hunt deer in the forest by night."',
  'w6,Salmon,"Salmon hatch in rivers, live in the sea as fish and return to the river to spawn."',
  '',
].join('\n');

/** The same with a vector for each row but the last: of eight numbers, of which one is high. */
export const animalsWithVectors = animals
  .trimEnd()
  .split('\n')
  .map((line, row, { length }) => {
    if (row === 0) return `${line},embedding`;
    const vector = Array.from({ length: 8 }, (_, i) => (i === row ? 1 : 0.1));
    return `${line},${row < length - 1 ? `"${JSON.stringify(vector)}"` : ''}`;
  })
  .join('\n');
