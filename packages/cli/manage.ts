/** Commands of `antecede` that manage what an organization has, with a management key. Each prints one JSON value. */
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeColumnsData } from '../../shared/columns-data.ts';
import type { Index } from '../../shared/contract/indexes.ts';
import { limits } from '../../shared/limits.ts';
import { openApi } from './api.ts';
import { completionOf, shells } from './completion.ts';
import { Failure } from './failure.ts';
import { openLocalFile, openLocalFiles } from './local-file.ts';
import { callerOf, type Management, openManagement } from './management.ts';
import { parseOptions, usageOf } from './parse-options.ts';
import { openProgress, silent } from './progress.ts';
import { retrying } from './retry.ts';
import { forgetLogin, originOf, readLogin, saveLogin } from './saved-login.ts';
import { upload } from './upload.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Commands, each with its parts. */
export const manageCommands = {
  login: [],
  logout: [],
  upload: [],
  datasets: ['list', 'delete'],
  index: ['list', 'create', 'wait', 'rebuild', 'delete'],
  keys: ['list', 'create', 'delete'],
  completion: [...shells],
} as const satisfies Record<string, readonly string[]>;

export const isManageCommand = (name: string | undefined): name is keyof typeof manageCommands =>
  name !== undefined && Object.hasOwn(manageCommands, name);

const usage = usageOf('antecede');

const parse = (args: string[]) =>
  parseOptions(
    args,
    {
      address: { type: 'string' },
      dataset: { type: 'string' },
      text: { type: 'string' },
      name: { type: 'string' },
      wait: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
    },
    usage,
  );

type Options = ReturnType<typeof parse>['values'];

/**
 * Runs a command.
 * @returns what it prints: a text, or a value that becomes JSON
 * @throws Failure
 */
export async function manage(
  command: keyof typeof manageCommands,
  args: string[],
  environment: Environment,
): Promise<unknown> {
  const { values, positionals } = parse(args);
  if (command === 'completion') {
    const shell = shells.find((one) => one === positionals[0]);
    if (!shell) throw usage(`Name a shell: ${shells.join(', ')}.`);
    return completionOf(shell);
  }
  if (command === 'login') return login(values, environment);
  if (command === 'logout') {
    await forgetLogin(environment);
    return { logged_in: false };
  }
  const management = openManagement(await readLogin(environment));
  if (command === 'upload')
    return uploadFiles(
      management,
      [required(positionals[0], 'a file'), ...positionals.slice(1)],
      values,
    );
  const [part = '', subject, ...more] = positionals;
  const run = parts[command][part];
  if (!run) throw usage(`Say what: ${manageCommands[command].join(', ')}.`);
  return run(management, [subject, ...more], values);
}

function required(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw usage(`Name ${what}.`);
  return value;
}

/** Checks a key, which comes by the environment or the standard input, and keeps it. Never an argument: those are seen by all. */
async function login({ address }: Options, environment: Environment) {
  const origin = originOf(
    required(address ?? environment.ANTECEDE_ADDRESS, 'the address by --address'),
  );
  const key = environment.ANTECEDE_MANAGEMENT_KEY ?? (await askForKey());
  const found = { address: origin, key: key.trim() };
  const caller = await callerOf(openManagement(found));
  const file = await saveLogin(found, environment);
  return { address: origin, ...caller, file };
}

async function askForKey(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Management key (made on the page Settings): ');
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text;
}

/** Uploads a file, or several as one dataset. */
async function uploadFiles(
  management: Management,
  paths: readonly [string, ...string[]],
  { quiet, json, name }: Options,
) {
  const { org_id, email } = await callerOf(management);
  const stop = new AbortController();
  if (name !== undefined && !(paths.length > 1 && /\.zip$/i.test(name))) {
    throw usage('The --name of several files as one dataset ends with .zip.');
  }
  const file = paths.length > 1 ? await openLocalFiles(paths, name) : await openLocalFile(paths[0]);
  try {
    const body = { org_id, email, filename: file.name, filesize: file.sizeBytes };
    const presigned = await management.change((call) => call('create-cli-upload', { body }));
    const isSilent = quiet || json || !process.stderr.isTTY;
    const progress = isSilent ? silent : openProgress(file.name, file.sizeBytes, process.stderr);
    const retry = retrying({ retries: 10, signal: stop.signal });
    const api = openApi(presigned, retry, stop.signal);
    await upload({ presigned, file, api, retry, progress, concurrency: 4, stop }).finally(() =>
      progress.end(),
    );
    return { dataset: file.name, key: `org/${org_id}/${file.name}`, size: file.sizeBytes };
  } finally {
    await file.close();
  }
}

async function allIndexes({ read }: Management): Promise<Index[]> {
  const all: Index[] = [];
  let cursor: string | undefined;
  do {
    const page: { items: Index[]; next?: string | undefined } = await read((call) =>
      call('list-indexes', { query: { cursor } }),
    );
    all.push(...page.items);
    cursor = page.next;
  } while (cursor);
  return all;
}

async function findIndex(management: Management, subject: string | undefined): Promise<Index> {
  const wanted = required(subject, 'an index by its name or id');
  const found = (await allIndexes(management)).find(
    ({ item_id, name }) => item_id === wanted || name.toLowerCase() === wanted.toLowerCase(),
  );
  if (!found) throw new Failure('refused', `IndexNotFound: there is no index "${wanted}".`);
  return found;
}

const shown = ({ item_id, name, status, rows, progress, failure, created_at }: Index) => ({
  id: item_id,
  name,
  status,
  rows,
  rejects: progress.rejects,
  failure,
  created_at,
});

const pollMs = 3000;

/** Waits for the end of a build. Throws `Failure` if it failed. */
async function waitForBuild(management: Management, subject: string | undefined) {
  for (;;) {
    const index = await findIndex(management, subject);
    if (index.failure !== undefined) {
      throw new Failure('refused', `The build of ${index.name} failed: ${index.failure}`);
    }
    if (index.progress.stage === 'done') return shown(index);
    await sleep(pollMs);
  }
}

/** Characters of sample values, which documentation shows. */
const sampleLength = 30;

/** The columns of a file with the roles that it suggests; `text` names the one that is searched. */
async function columnsOf({ read }: Management, key: string, text: string | undefined) {
  const preview = await read((call) => call('get-dataset-files', { query: { key } }));
  if ('items' in preview) throw usage('Name a file.');
  const { columns, rows, size } = preview;
  if (text !== undefined && !columns.some(({ name }) => name === text)) {
    const names = columns.map(({ name }) => name).join(', ');
    throw usage(`The file has no column "${text}". Its columns are: ${names}.`);
  }
  const roleOf = (name: string, suggested: Index['columns_role'][string]) => {
    if (text === undefined) return suggested;
    if (name === text) return 'index';
    return suggested === 'index' ? 'metadata' : suggested;
  };
  const roles = columns.map(({ name, suggested }) => [name, roleOf(name, suggested)] as const);
  const samples = columns.map(({ name }, position) => ({
    name,
    values: rows
      .slice(0, limits.sampleRows)
      .map((row) => (row[position] ?? '').slice(0, sampleLength)),
  }));
  const uses = columns.flatMap(({ name, suggested_use }) =>
    suggested_use ? [[name, suggested_use] as const] : [],
  );
  return {
    size,
    columnsRole: Object.fromEntries(roles),
    columnsUse: Object.fromEntries(uses),
    columnsData: encodeColumnsData(samples),
  };
}

const keyOf = (orgId: string, dataset: string) =>
  dataset.startsWith('org/') ? dataset : `org/${orgId}/${dataset}`;

async function createIndex(management: Management, subject: string | undefined, options: Options) {
  const name = required(subject, 'the new index');
  const dataset = required(options.dataset, 'a dataset by --dataset');
  const { org_id: orgId, auth_user_id: userId, email } = await callerOf(management);
  const key = keyOf(orgId, dataset);
  const { size: datasetSize, ...columns } = await columnsOf(management, key, options.text);
  const body = {
    name,
    orgId,
    userId,
    email,
    ...columns,
    datasetSize,
    dataset: { value: key, label: dataset },
    status: 'Processing' as const,
  };
  const index = await management.change((call) => call('create-index', { body }));
  return options.wait ? waitForBuild(management, index.item_id) : shown(index);
}

async function rebuildIndex(management: Management, subject: string | undefined, options: Options) {
  const { item_id: index_id } = await findIndex(management, subject);
  const { org_id: orgId } = await callerOf(management);
  const { dataset } = options;
  const chosen = dataset && { dataset: { value: keyOf(orgId, dataset), label: dataset } };
  const body = { index_id, ...chosen };
  const index = await management.change((call) => call('rebuild-index', { body }));
  return options.wait ? waitForBuild(management, index_id) : shown(index);
}

async function deleteIndex(management: Management, subject: string | undefined) {
  const { item_id: index_id } = await findIndex(management, subject);
  await management.change((call) => call('delete-index', { params: { index_id } }));
  return { deleted: index_id };
}

async function ownerOf(management: Management, subject: string | undefined) {
  const { item_id: index } = await findIndex(management, subject);
  const { org_id } = await callerOf(management);
  return { org_id, index };
}

type Run = (
  management: Management,
  subjects: (string | undefined)[],
  options: Options,
) => Promise<unknown>;

const parts: Record<'datasets' | 'index' | 'keys', Record<string, Run>> = {
  datasets: {
    async list({ read }) {
      const all: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await read((call) => call('list-datasets', { query: { cursor } }));
        all.push(...page.items);
        cursor = page.next;
      } while (cursor);
      return all;
    },
    async delete(management, [subject]) {
      const { org_id } = await callerOf(management);
      const ids = [keyOf(org_id, required(subject, 'a dataset'))];
      return management.change((call) => call('delete-datasets', { body: { ids } }));
    },
  },
  index: {
    list: async (management) => (await allIndexes(management)).map(shown),
    create: (management, [subject], options) => createIndex(management, subject, options),
    wait: (management, [subject]) => waitForBuild(management, subject),
    rebuild: (management, [subject], options) => rebuildIndex(management, subject, options),
    delete: (management, [subject]) => deleteIndex(management, subject),
  },
  keys: {
    async list(management, [subject]) {
      const { item_id } = await findIndex(management, subject);
      const keys = await management.read((call) => call('list-index-keys', { query: {} }));
      return keys[item_id] ?? [];
    },
    async create(management, [subject], { name }) {
      const owner = await ownerOf(management, subject);
      return management.change((call) =>
        call('create-index-key', { body: { ...owner, ...(name !== undefined && { name }) } }),
      );
    },
    async delete(management, [subject, keyId]) {
      const owner = await ownerOf(management, subject);
      const api_key_id = required(keyId, 'a key by its id');
      return management.change((call) =>
        call('delete-index-key', { body: { ...owner, api_key_id } }),
      );
    },
  },
};
