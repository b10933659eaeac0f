import { type Call, type CallOptions, type ConnectionOptions, openCalls, sleep } from './call.ts';
import { AntecedeError } from './error.ts';
import type {
  ApiKey,
  Dataset,
  DatasetSource,
  FilePreview,
  Index,
  KeyRestrictions,
  Operations,
} from './generated.ts';
import { AntecedeIndex } from './index-client.ts';
import { partBytes, sendParts, type UploadOptions } from './upload.ts';

export interface ManagementOptions extends ConnectionOptions {
  /** Origin of the installation: `https://example.com`. */
  address: string;
  /** Made by an admin on the page Settings. Not for browsers: it would be seen by who opens the page. */
  managementKey: string;
}

export type Caller = Operations['get-management-caller']['output'];
type NewIndex = Operations['create-index']['body'];

/** What a new index is made of, in place of what its file suggests. */
export interface IndexDraft {
  /** Letters and digits. */
  name: string;
  /** Name of an uploaded file. */
  dataset: string;
  /** The column that is searched. That which the file suggests if absent. */
  text?: string;
  /** Roles of columns. Those that the file suggests if absent. */
  columnsRole?: NewIndex['columnsRole'];
  /** What columns hold. Told from their values if absent. */
  columnsType?: NewIndex['columnsType'];
  /** Whether the installation's model gives rows and queries vectors. */
  embed?: boolean;
}

const buildPollMs = 3000;
const joinPollMs = 1000;

/** Rows and characters of the sample values that the documentation of an index shows. */
const sampleRows = 5;
const sampleLength = 30;

/** An installation, managed with a management key. */
export class Antecede {
  readonly #call: Call;
  readonly #address: string;
  readonly #connection: ConnectionOptions;
  #caller: Promise<Caller> | undefined;

  constructor({ address, managementKey, ...connection }: ManagementOptions) {
    this.#address = new URL(address).origin;
    this.#connection = connection;
    this.#call = openCalls(this.#address, 'authorization', managementKey, connection);
  }

  /** For whom the key acts. Asked for once. */
  caller(options: CallOptions = {}): Promise<Caller> {
    this.#caller ??= this.#call('get-management-caller', options).catch((error: unknown) => {
      this.#caller = undefined;
      throw error;
    });
    return this.#caller;
  }

  /** An index by its name or id, with a key of it. */
  async index<Row extends object = Record<string, string>>(
    nameOrId: string,
    apiKey: string,
  ): Promise<AntecedeIndex<Row>> {
    const { item_id } = await this.indexes.find(nameOrId);
    const endpoint = `${this.#address}/api/v1/indexes/${item_id}`;
    return new AntecedeIndex<Row>({ ...this.#connection, endpoint, apiKey });
  }

  /** Files of the organization. */
  readonly datasets = {
    list: (options: CallOptions = {}): AsyncGenerator<Dataset, void> =>
      everyItem((cursor) => this.#call('list-datasets', { query: { cursor }, ...options })),
    /** Columns and first rows of a file, as an index is built from it. */
    preview: async (name: string, options: CallOptions = {}): Promise<FilePreview> => {
      const query = { key: await this.#keyOf(name) };
      const found = await this.#call('get-dataset-files', { query, ...options });
      if ('columns' in found) return found;
      throw new TypeError(`${name} is no name of a file.`);
    },
    /** Uploads a file. It appears when all of it is there, in place of one with this name. */
    upload: async (name: string, file: Blob, options: UploadOptions = {}): Promise<void> => {
      const { signal } = options;
      const { org_id, email } = await this.caller({ signal });
      // A store takes 10,000 parts.
      const part_size = Math.max(partBytes, Math.ceil(file.size / 9500));
      const body = { org_id, email, filename: name, filesize: file.size, part_size };
      const presigned = await this.#call('create-cli-upload', { body, signal });
      await sendParts(presigned, file, this.#connection, options);
    },
    /**
     * Makes one dataset, whose name ends with `.zip`, of the rows of others, which stay. Returns its source when it is there. Throws
     * `JoinFailed`. `every`: how often it is made again if they have changed. `rebuilds`: ids of indexes that are built from it then.
     */
    join: async (
      name: string,
      names: readonly string[],
      { signal, ...chosen }: CallOptions & Partial<Pick<DatasetSource, 'every' | 'rebuilds'>> = {},
    ): Promise<DatasetSource> => {
      const datasets = await Promise.all(names.map((each) => this.#keyOf(each)));
      const body = { filename: name, datasets, ...chosen };
      const { source_id } = await this.#call('create-dataset-source', { body, signal });
      for (;;) {
        const { items } = await this.#call('list-dataset-sources', { signal });
        const source = items.find((one) => one.source_id === source_id);
        if (source?.state === 'ready') return source;
        if (source?.state !== 'fetching') {
          throw new AntecedeError({
            code: 'JoinFailed',
            message: `${name} was not joined: ${source?.problem ?? 'somebody has stopped it.'}`,
          });
        }
        await sleep(joinPollMs, signal);
      }
    },
    delete: async (names: readonly string[], options: CallOptions = {}): Promise<void> => {
      const ids = await Promise.all(names.map((name) => this.#keyOf(name)));
      await this.#call('delete-datasets', { body: { ids }, ...options });
    },
  };

  readonly indexes = {
    list: (options: CallOptions = {}): AsyncGenerator<Index, void> =>
      everyItem((cursor) => this.#call('list-indexes', { query: { cursor }, ...options })),
    /** An index by its name, in upper or lower case, or its id. Throws `IndexNotFound`. */
    find: async (nameOrId: string, options: CallOptions = {}): Promise<Index> => {
      for await (const index of this.indexes.list(options)) {
        const { item_id, name } = index;
        if (item_id === nameOrId || name.toLowerCase() === nameOrId.toLowerCase()) return index;
      }
      throw new AntecedeError({
        code: 'IndexNotFound',
        message: `There is no index "${nameOrId}".`,
        status: 404,
        docsUrl: `${this.#address}/errors#IndexNotFound`,
      });
    },
    /** Creates an index from a file and starts its build. */
    create: async (
      { name, dataset, text, columnsRole, ...chosen }: IndexDraft,
      options: CallOptions = {},
    ): Promise<Index> => {
      const { org_id: orgId, auth_user_id: userId, email } = await this.caller(options);
      const value = await this.#keyOf(dataset);
      const file = await this.datasets.preview(dataset, options);
      const body = {
        name,
        orgId,
        userId,
        email,
        columnsRole: columnsRole ?? rolesOf(file, text),
        columnsUse: usesOf(file),
        ...chosen,
        columnsData: samplesOf(file),
        datasetSize: file.size,
        dataset: { value, label: dataset },
        status: 'Processing' as const,
      };
      return this.#call('create-index', { body, ...options });
    },
    /** Builds an index again, from the same file or from another one. It answers from its old version until then. */
    rebuild: async (
      nameOrId: string,
      { dataset, signal }: CallOptions & { dataset?: string | undefined } = {},
    ): Promise<Index> => {
      const { item_id: index_id } = await this.indexes.find(nameOrId, { signal });
      const file = dataset && { dataset: { value: await this.#keyOf(dataset), label: dataset } };
      return this.#call('rebuild-index', { body: { index_id, ...file }, signal });
    },
    /** Waits for the end of a build. Throws `BuildFailed`. */
    wait: async (
      nameOrId: string,
      { signal, onProgress }: CallOptions & { onProgress?: (index: Index) => void } = {},
    ): Promise<Index> => {
      const { item_id: index_id } = await this.indexes.find(nameOrId, { signal });
      for (;;) {
        const { items } = await this.#call('list-indexes', { query: { index_id }, signal });
        const index = items[0]!;
        if (index.failure !== undefined) {
          throw new AntecedeError({
            code: 'BuildFailed',
            message: `The build of ${index.name} failed: ${index.failure}`,
          });
        }
        if (index.progress.stage === 'done') return index;
        onProgress?.(index);
        await sleep(buildPollMs, signal);
      }
    },
    /** Rows that the build left out, with line number and reason. */
    rejects: async (nameOrId: string, options: CallOptions = {}) => {
      const { item_id: index_id } = await this.indexes.find(nameOrId, options);
      return this.#call('list-index-rejects', { query: { index_id }, ...options });
    },
    /** Deletes an index with its keys. Its file stays. This cannot be undone. */
    delete: async (nameOrId: string, options: CallOptions = {}): Promise<void> => {
      const { item_id: index_id } = await this.indexes.find(nameOrId, options);
      await this.#call('delete-index', { params: { index_id }, ...options });
    },
  };

  /** Keys of an index. */
  readonly keys = {
    list: async (index: string, options: CallOptions = {}): Promise<readonly ApiKey[]> => {
      const { item_id } = await this.indexes.find(index, options);
      const keys = await this.#call('list-index-keys', { query: {}, ...options });
      return keys[item_id] ?? [];
    },
    /** Makes a key. Its text, `api_key`, is not shown again. */
    create: async (
      index: string,
      chosen: {
        name?: string;
        restrictions?: KeyRestrictions;
        public_keys?: readonly string[];
        changes_rows?: boolean;
      } = {},
      options: CallOptions = {},
    ): Promise<ApiKey> => {
      const body = { ...(await this.#ownerOf(index, options)), ...chosen };
      return this.#call('create-index-key', { body, ...options });
    },
    /** Gives a key a new text, `api_key`. The old one goes on for so many hours, a day if it is not said. */
    rotate: async (
      index: string,
      keyId: string,
      { overlapHours, ...options }: CallOptions & { overlapHours?: number } = {},
    ): Promise<ApiKey> => {
      const owner = await this.#ownerOf(index, options);
      const body = { ...owner, api_key_id: keyId, overlap_hours: overlapHours };
      return this.#call('rotate-index-key', { body, ...options });
    },
    delete: async (index: string, keyId: string, options: CallOptions = {}): Promise<void> => {
      const body = { ...(await this.#ownerOf(index, options)), api_key_id: keyId };
      await this.#call('delete-index-key', { body, ...options });
    },
  };

  async #ownerOf(nameOrId: string, options: CallOptions) {
    const { item_id: index } = await this.indexes.find(nameOrId, options);
    return { org_id: (await this.caller(options)).org_id, index };
  }

  /** The path of a file by its name. */
  async #keyOf(name: string): Promise<string> {
    return name.startsWith('org/') ? name : `org/${(await this.caller()).org_id}/${name}`;
  }
}

async function* everyItem<Item>(
  ask: (cursor: string | undefined) => Promise<{ items: readonly Item[]; next?: string }>,
): AsyncGenerator<Item, void> {
  let cursor: string | undefined;
  do {
    const page = await ask(cursor);
    yield* page.items;
    cursor = page.next;
  } while (cursor);
}

/** The roles that a file suggests; `text` names the column that is searched. */
function rolesOf({ columns }: FilePreview, text: string | undefined): NewIndex['columnsRole'] {
  if (text !== undefined && !columns.some(({ name }) => name === text)) {
    const names = columns.map(({ name }) => name).join(', ');
    throw new TypeError(`The file has no column "${text}". Its columns are: ${names}.`);
  }
  return Object.fromEntries(
    columns.map(({ name, suggested }) => {
      if (text === undefined) return [name, suggested];
      if (name === text) return [name, 'index'];
      return [name, suggested === 'index' ? 'metadata' : suggested];
    }),
  );
}

const usesOf = ({ columns }: FilePreview) =>
  Object.fromEntries(
    columns.flatMap(({ name, suggested_use }) => (suggested_use ? [[name, suggested_use]] : [])),
  );

/** Sample values, as an index keeps them for its documentation. */
const samplesOf = ({ columns, rows }: FilePreview): string =>
  JSON.stringify(
    columns.map(({ name }, position) => [
      name,
      ...rows.slice(0, sampleRows).map((row) => (row[position] ?? '').slice(0, sampleLength)),
    ]),
  );
