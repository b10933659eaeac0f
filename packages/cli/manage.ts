/** Commands of `antecede` that manage what an organization has, with a management key. Each prints one JSON value. */
import { columnDifferences } from '../../shared/joined-columns.ts';
import { openCalls } from '../sdk-js/call.ts';
import type { Index } from '../sdk-js/generated.ts';
import { Antecede } from '../sdk-js/management.ts';
import { openApi } from './api.ts';
import { numberOf } from './commands.ts';
import { completionOf, shells } from './completion.ts';
import { openLocalFile, openLocalFiles } from './local-file.ts';
import { parseOptions, usageOf } from './parse-options.ts';
import { openProgress, silent } from './progress.ts';
import { retrying } from './retry.ts';
import { languages, rowType } from './row-type.ts';
import { forgetLogin, type Login, originOf, readLogin, saveLogin } from './saved-login.ts';
import { everyOf, runSources } from './sources.ts';
import { upload } from './upload.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Commands, each with its parts. */
export const manageCommands = {
  login: [],
  logout: [],
  upload: [],
  datasets: ['list', 'join', 'delete'],
  sources: ['list', 'create', 'fetch', 'delete'],
  index: ['list', 'create', 'wait', 'rebuild', 'delete'],
  keys: ['list', 'create', 'rotate', 'delete'],
  types: [],
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
      language: { type: 'string', default: languages[0] },
      url: { type: 'string' },
      s3: { type: 'string' },
      role: { type: 'string' },
      region: { type: 'string' },
      every: { type: 'string' },
      overlap: { type: 'string' },
      rebuild: { type: 'string' },
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
 * @throws {Failure | AntecedeError}
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
  const kept = await readLogin(environment);
  if (command === 'upload') {
    const [first, ...others] = positionals;
    return uploadFiles(kept, [required(first, 'a file'), ...others], values);
  }
  const client = clientOf(kept);
  if (command === 'sources') return runSources(kept, positionals, values);
  if (command === 'types') {
    const language = languages.find((one) => one === values.language);
    if (!language) throw usage(`Name a language: ${languages.join(', ')}.`);
    return rowType(await client.indexes.find(indexOf(positionals[0])), language);
  }
  const [part = '', subject, ...more] = positionals;
  const run = parts[command][part];
  if (!run) throw usage(`Say what: ${manageCommands[command].join(', ')}.`);
  return run(client, [subject, ...more], values);
}

const clientOf = ({ address, key }: Login) => new Antecede({ address, managementKey: key });

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
  const caller = await clientOf(found).caller();
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

/**
 * Uploads a file, or several as one dataset, with the parts of the upload tool: they are read and hashed piece by piece, which
 * files of terabytes need.
 */
async function uploadFiles(
  login: Login,
  paths: readonly [string, ...string[]],
  { quiet, json, name }: Options,
) {
  const { org_id, email } = await clientOf(login).caller();
  const call = openCalls(login.address, 'authorization', login.key);
  const stop = new AbortController();
  if (name !== undefined && !(paths.length > 1 && /\.zip$/i.test(name))) {
    throw usage('The --name of several files as one dataset ends with .zip.');
  }
  const file = paths.length > 1 ? await openLocalFiles(paths, name) : await openLocalFile(paths[0]);
  try {
    const body = { org_id, email, filename: file.name, filesize: file.sizeBytes };
    const presigned = await call('create-cli-upload', { body });
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

const indexOf = (subject: string | undefined) => required(subject, 'an index by its name or id');

const shown = ({ item_id, name, status, rows, progress, failure, created_at }: Index) => ({
  id: item_id,
  name,
  status,
  rows,
  rejects: progress.rejects,
  failure,
  created_at,
});

/** The index, or what has become of it when its build has ended. */
const shownWhenBuilt = async ({ indexes }: Antecede, index: Index, { wait }: Options) =>
  shown(wait ? await indexes.wait(index.item_id) : index);

/** `Array.fromAsync`, which Node 20 does not have. */
async function everyOne<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

type Run = (
  client: Antecede,
  subjects: (string | undefined)[],
  options: Options,
) => Promise<unknown>;

const parts: Record<'datasets' | 'index' | 'keys', Record<string, Run>> = {
  datasets: {
    list: ({ datasets }) => everyOne(datasets.list()),
    /** Its source, and how the columns of each differ from those of the first. */
    async join({ datasets, indexes }, [subject, ...others], { every, rebuild }) {
      const name = required(subject, 'the new dataset');
      const names = others.map((each) => required(each, 'a dataset'));
      if (names.length < 2) throw usage('Name two datasets or more that it is joined of.');
      const previews = await Promise.all(names.map((each) => datasets.preview(each)));
      const columns = previews.map((file) => file.columns.map((column) => column.name));
      const rebuilds = rebuild ? [(await indexes.find(rebuild)).item_id] : [];
      const joined = await datasets.join(name, names, { every: everyOf(every), rebuilds });
      const differences = names.map((dataset, i) => ({
        dataset,
        ...columnDifferences(columns[0]!, columns[i]!),
      }));
      return { ...joined, differences };
    },
    async delete({ datasets }, [subject]) {
      const name = required(subject, 'a dataset');
      await datasets.delete([name]);
      return { deleted: name };
    },
  },
  index: {
    list: async ({ indexes }) => (await everyOne(indexes.list())).map(shown),
    async create(client, [subject], options) {
      const name = required(subject, 'the new index');
      const dataset = required(options.dataset, 'a dataset by --dataset');
      const index = await client.indexes.create({ name, dataset, text: options.text });
      return shownWhenBuilt(client, index, options);
    },
    wait: async ({ indexes }, [subject]) => shown(await indexes.wait(indexOf(subject))),
    async rebuild(client, [subject], options) {
      const { dataset } = options;
      const index = await client.indexes.rebuild(indexOf(subject), { dataset });
      return shownWhenBuilt(client, index, options);
    },
    async delete({ indexes }, [subject]) {
      const { item_id } = await indexes.find(indexOf(subject));
      await indexes.delete(item_id);
      return { deleted: item_id };
    },
  },
  keys: {
    list: ({ keys }, [subject]) => keys.list(indexOf(subject)),
    create: ({ keys }, [subject], { name }) =>
      keys.create(indexOf(subject), name === undefined ? {} : { name }),
    rotate: ({ keys }, [subject, keyId], { overlap = '24' }) =>
      keys.rotate(indexOf(subject), required(keyId, 'a key by its id'), {
        overlapHours: numberOf('--overlap', overlap),
      }),
    async delete({ keys }, [subject, keyId]) {
      const id = required(keyId, 'a key by its id');
      await keys.delete(indexOf(subject), id);
      return { id };
    },
  },
};
