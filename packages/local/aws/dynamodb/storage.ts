import { join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { SqliteFile } from '#local/aws/sqlite-file.ts';

/** Bounds of a range read, as LevelDB spells them (dynalite's operations pass them on). */
export interface Range {
  gte?: string;
  gt?: string;
  lte?: string;
  lt?: string;
  reverse?: boolean;
  /** -1 for all. */
  limit?: number;
}

/** One change of a commit; `value: undefined` deletes. `expiresAt` is in seconds since the epoch. */
export interface Change {
  space: string;
  key: string;
  value: unknown;
  expiresAt?: number | undefined;
}

const schema = `
  create table entries (
    space text not null, key text not null, value text not null, expires_at real,
    primary key (space, key)) without rowid;
  create index expiring on entries (expires_at) where expires_at is not null;
`;

/** Rows that a range read fetches at once. It bounds memory and lets writes run in between. */
const pageRows = 256;

/**
 * An ordered key-value file. Keys live in spaces (`item/Accounts`, `index/Accounts/byEmail`);
 * a commit is one SQLite transaction, so its write-ahead log is the journal that makes several
 * items and their index entries change together or not at all, kill or no kill.
 */
export class Storage {
  readonly #db: SqliteFile;

  /** Throws one line that says what is damaged and what to do. */
  constructor(dataDir: string) {
    this.#db = new SqliteFile(join(dataDir, 'dynamodb.sqlite'), 1, schema);
  }

  get(space: string, key: string): unknown {
    const row = this.#db
      .prepare('select value from entries where space = ? and key = ?')
      .get(space, key);
    return row && JSON.parse(row.value as string);
  }

  /** Values in key order, read in pages. */
  *values(space: string, range: Range = {}): Generator<{ key: string; value: unknown }> {
    let left =
      range.limit === undefined || range.limit < 0 ? Number.POSITIVE_INFINITY : range.limit;
    const bounds = { ...range };
    while (left > 0) {
      const rows = this.#page(space, bounds, Math.min(left, pageRows));
      for (const row of rows) {
        yield { key: row.key as string, value: JSON.parse(row.value as string) };
      }
      left -= rows.length;
      if (rows.length < pageRows) return;
      const last = rows.at(-1)?.key as string;
      if (range.reverse) {
        bounds.lt = last;
        delete bounds.lte;
      } else {
        bounds.gt = last;
        delete bounds.gte;
      }
    }
  }

  /** Entries that expired at `now` (seconds), oldest first. */
  expired(now: number, limit: number): { space: string; key: string }[] {
    return this.#db
      .prepare('select space, key from entries where expires_at <= ? order by expires_at limit ?')
      .all(now, limit) as { space: string; key: string }[];
  }

  /** All changes or none. */
  commit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    const put = this.#db.prepare(
      'insert or replace into entries (space, key, value, expires_at) values (?, ?, ?, ?)',
    );
    const remove = this.#db.prepare('delete from entries where space = ? and key = ?');
    this.#db.transaction(() => {
      for (const { space, key, value, expiresAt } of changes) {
        if (value === undefined) remove.run(space, key);
        else put.run(space, key, JSON.stringify(value), expiresAt ?? null);
      }
    });
  }

  /** Deletes a whole space. */
  clear(space: string): void {
    this.#db.prepare('delete from entries where space = ?').run(space);
  }

  close(): void {
    this.#db.close();
  }

  #page(space: string, range: Range, limit: number) {
    const conditions = ['space = ?'];
    const values: SQLInputValue[] = [space];
    for (const [bound, operator] of rangeOperators) {
      if (range[bound] === undefined) continue;
      conditions.push(`key ${operator} ?`);
      values.push(range[bound]);
    }
    const order = range.reverse ? 'desc' : 'asc';
    return this.#db
      .prepare(
        `select key, value from entries where ${conditions.join(' and ')} order by key ${order} limit ?`,
      )
      .all(...values, limit);
  }
}

const rangeOperators = [
  ['gte', '>='],
  ['gt', '>'],
  ['lte', '<='],
  ['lt', '<'],
] as const;
