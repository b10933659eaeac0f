import {
  animals,
  createIndex,
  firstKey,
  upload,
  waitForBuild,
} from '#tests/api/support/datasets.ts';
import { type Member, newAdminAt } from '#tests/api/support/people.ts';

/** A customer with a dataset, an index that serves, and keys. */
export interface Customer {
  admin: Member;
  fileKey: string;
  indexId: string;
  apiKey: string;
  /** The key of a catalogue. */
  catalogKey: string;
}

/** Makes a customer the way people do: sign-up, organization, upload, build. */
export async function newCustomer(origin: string): Promise<Customer> {
  const admin = await newAdminAt(origin);
  const fileKey = await upload(admin, 'animals.csv', animals);
  const { item_id: indexId } = await createIndex(admin, 'Animals', fileKey);
  const { status, failure } = await waitForBuild(admin, indexId);
  if (status !== 'Active') throw new Error(`The index was not built: ${failure}`);
  const apiKey = await firstKey(admin, indexId);
  return { admin, fileKey, indexId, apiKey, catalogKey: await firstKey(admin, 'arxiv') };
}

/** What a search answers: ids and scores. */
export async function search({ admin, indexId, apiKey }: Customer, text: string) {
  return ask(admin, indexId, apiKey, text);
}

/** The same of a sample catalogue. */
export const searchCatalog = ({ admin, catalogKey }: Customer, text: string) =>
  ask(admin, 'arxiv', catalogKey, text);

async function ask({ call }: Member, index_id: string, apiKey: string, text: string) {
  const { foundItems } = await call('query-index', {
    params: { index_id },
    body: { request: { conceptFeaturesString: text, maxNumItems: 5 } },
    apiKey,
  });
  return foundItems;
}

/** Of the last use of a key, and of the last writing of a file: a search and a restore change them. */
const times = ['last_used_date', 'LastModified'];

/** All that a customer sees of what they have, but for such times. */
export async function viewOf({ admin, fileKey }: Customer) {
  const { call, orgId } = admin;
  const [user, organization, indexes, keys, file, files, trail] = await Promise.all([
    call('get-user', { query: {} }),
    call('get-organization', { query: {} }),
    call('list-indexes', { query: {} }),
    call('list-index-keys', { query: {} }),
    call('get-dataset-files', { query: { key: fileKey } }),
    call('get-dataset-files', { query: { key: orgId } }),
    call('list-audit', { query: { org_id: orgId } }),
  ]);
  // Looking at keys leaves entries.
  const done = trail.items.filter(({ action }) => action !== 'key.revealed');
  const view = { user, organization, indexes, keys, file, files, trail: { items: done } };
  return JSON.parse(
    JSON.stringify(view, (name, value) => (times.includes(name) ? undefined : value)),
  );
}
