import { Readable } from 'node:stream';
import dynalite from 'dynalite/db/index.js';
import type { Change, Range, Storage } from './storage.ts';
import {
  expiryOf,
  type Item,
  indexEntries,
  itemSpace,
  type TableDescription,
  type Tables,
} from './tables.ts';

type Callback<T> = (error: Error | null, value?: T) => void;
type Release = (callback: (...results: unknown[]) => void) => (...results: unknown[]) => void;

/**
 * The writes of one call or transaction, kept in memory until `commit`. It is the `store` that
 * dynalite's operations work on. Index entries are derived here from the items before and after,
 * because dynalite's own index keys end in a 24-bit hash: of a few thousand items with the same
 * index key some would overwrite each other.
 */
export class WriteSet {
  /** dynalite reads its limit of an item's size here (400 KB). */
  readonly options = { maxItemSize: 400 * 1024 };
  readonly #storage: Storage;
  readonly #tables: Tables;
  readonly #exclusiveStartKey: Item | undefined;
  readonly #further: Change[] = [];
  readonly #written = new Map<string, { table: TableDescription; key: string; item?: Item }>();

  /** `exclusiveStartKey` of a query or scan, because dynalite's start key of an index is not unique. */
  constructor(storage: Storage, tables: Tables, exclusiveStartKey?: Item) {
    this.#storage = storage;
    this.#tables = tables;
    this.#exclusiveStartKey = exclusiveStartKey;
  }

  /** The stored item, without the writes of this set. */
  stored(table: TableDescription, key: string): Item | undefined {
    return this.#storage.get(itemSpace(table), key) as Item | undefined;
  }

  /** Deletes an expired entry: an item with its index entries, or a transaction's token. */
  expire(space: string, key: string): void {
    if (!space.startsWith('item/')) {
      this.add({ space, key, value: undefined });
      return;
    }
    const table = this.#tables.get(space.slice('item/'.length));
    this.#written.set(`${space}/${key}`, { table, key });
  }

  /** Commits something else together with the items. */
  add(change: Change): void {
    this.#further.push(change);
  }

  /** Applies everything in one atomic step. */
  commit(): void {
    const changes = [...this.#further];
    for (const { table, key, item } of this.#written.values()) {
      const old = this.stored(table, key);
      for (const entry of indexEntries(table, old)) changes.push({ ...entry, value: undefined });
      changes.push(...indexEntries(table, item));
      changes.push({
        space: itemSpace(table),
        key,
        value: item,
        expiresAt: item && expiryOf(table, item),
      });
    }
    this.#storage.commit(changes);
  }

  getTable(
    name: string,
    checkStatus: boolean | Callback<TableDescription>,
    callback = checkStatus as Callback<TableDescription>,
  ): void {
    try {
      callback(null, this.#tables.get(name));
    } catch (error) {
      callback(error as Error);
    }
  }

  getItemDb(name: string) {
    const table = this.#tables.get(name);
    const space = itemSpace(table);
    return {
      // One writer at a time is the rule of the service, so that dynalite's per-item locks have nothing to do.
      lock: (_key: string, body: (release: Release) => void) => body((callback) => callback),
      get: (key: string, callback: Callback<Item>) => {
        const written = this.#written.get(`${space}/${key}`);
        callback(null, written ? written.item : this.stored(table, key));
      },
      put: (key: string, item: Item, callback: Callback<void>) => {
        this.#written.set(`${space}/${key}`, { table, key, item });
        callback(null);
      },
      del: (key: string, callback: Callback<void>) => {
        this.#written.set(`${space}/${key}`, { table, key });
        callback(null);
      },
      createValueStream: (range: Range) => this.#stream(space, range),
    };
  }

  getIndexDb(_indexType: string, tableName: string, indexName: string) {
    const table = this.#tables.get(tableName);
    const ignore = (...values: unknown[]) => (values.at(-1) as Callback<void>)(null);
    return {
      put: ignore,
      del: ignore,
      createValueStream: (range: Range) => {
        const bounds = { ...range };
        if (this.#exclusiveStartKey) {
          const suffix = `/${dynalite.createKey(this.#exclusiveStartKey, table)}`;
          if (bounds.reverse) bounds.lt += suffix;
          else bounds.gt += suffix;
        }
        return this.#stream(`index/${tableName}/${indexName}`, bounds);
      },
    };
  }

  #stream(space: string, range: Range): Readable {
    const storage = this.#storage;
    return Readable.from(
      (function* () {
        for (const { value } of storage.values(space, range)) yield value;
      })(),
    );
  }
}
