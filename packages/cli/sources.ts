/** Datasets that are fetched from elsewhere: `antecede sources`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatasetName } from '../../shared/dataset-names.ts';
import { type SourceFrequency, sourceFrequencies } from '../../shared/sources.ts';
import { type Call, openCalls } from '../sdk-js/call.ts';
import type { DatasetSource } from '../sdk-js/generated.ts';
import { Antecede } from '../sdk-js/management.ts';
import { Failure } from './failure.ts';
import { usageOf } from './parse-options.ts';
import type { Login } from './saved-login.ts';

const usage = usageOf('antecede');
const pollMs = 3000;

/** Options of a command that this file reads. */
interface SourceOptions {
  url?: string | undefined;
  s3?: string | undefined;
  role?: string | undefined;
  region?: string | undefined;
  every?: string | undefined;
  /** An index by its name or id. */
  rebuild?: string | undefined;
  wait?: boolean | undefined;
}

/**
 * Runs `sources list`, `create`, `fetch` or `delete`.
 * @throws {Failure | AntecedeError}
 */
export async function runSources(
  login: Login,
  [part, name]: readonly (string | undefined)[],
  options: SourceOptions,
): Promise<unknown> {
  const call = openCalls(login.address, 'authorization', login.key);
  if (part === 'list') return call('list-dataset-sources', {});
  if (part === undefined || !['create', 'fetch', 'delete'].includes(part)) {
    throw usage('Say what: list, create, fetch, delete.');
  }
  if (!name) throw usage('Name a dataset.');
  if (part === 'create') return create(login, call, name, options);
  const { source_id } = await find(call, name);
  const params = { source_id };
  if (part === 'delete') {
    await call('delete-dataset-source', { params });
    return { deleted: source_id };
  }
  const begun = await call('fetch-dataset-source', { params });
  return options.wait ? ended(call, name) : begun;
}

async function create(login: Login, call: Call, filename: string, options: SourceOptions) {
  const { url, s3, rebuild, wait } = options;
  const every = everyOf(options.every);
  if ((url === undefined) === (s3 === undefined)) {
    throw usage('Name either an address by --url or a bucket by --s3.');
  }
  const from = s3 === undefined ? { url } : { s3: bucketOf(s3, options) };
  const rebuilds: string[] = [];
  if (rebuild) {
    const client = new Antecede({ address: login.address, managementKey: login.key });
    rebuilds.push((await client.indexes.find(rebuild)).item_id);
  }
  const body = { filename, every, rebuilds, ...from };
  const begun = await call('create-dataset-source', { body });
  return wait ? ended(call, filename) : begun;
}

/** How often a dataset is made again. */
export function everyOf(given = 'once'): SourceFrequency {
  const every = sourceFrequencies.find((one) => one === given);
  if (!every) throw usage(`Write --every as one of: ${sourceFrequencies.join(', ')}.`);
  return every;
}

/** `s3://bucket/key` of a file, or `s3://bucket/prefix/` of several. */
function bucketOf(address: string, { role, region }: SourceOptions) {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  if (!bucket) {
    throw usage('Write --s3 as s3://bucket/key, or as s3://bucket/prefix/ of several files.');
  }
  if (!role) throw usage('Name the role by --role.');
  const place = isDatasetName(path.slice(path.lastIndexOf('/') + 1))
    ? { key: path }
    : { prefix: path };
  return { bucket, role_arn: role, ...(region && { region }), ...place };
}

async function find(call: Call, name: string): Promise<DatasetSource> {
  const { items } = await call('list-dataset-sources', {});
  const found = items.find(({ dataset_name }) => dataset_name === name);
  if (!found) throw new Failure('refused', `NotFound: nothing fetches the dataset "${name}".`);
  return found;
}

/** Waits for the end of a fetch. Throws `Failure` if it failed. */
async function ended(call: Call, name: string): Promise<DatasetSource> {
  for (;;) {
    const source = await find(call, name);
    if (source.state === 'ready') return source;
    if (source.state !== 'fetching') {
      throw new Failure('refused', `${name} was not fetched: ${source.problem}`);
    }
    await sleep(pollMs);
  }
}
