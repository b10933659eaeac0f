import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** The SQLite file in which a local service keeps its data, with its statements prepared once. */
export class SqliteFile {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * Opens (or creates, readable by the owner only) the file. Write-ahead logging makes every committed
   * statement survive a kill of the process. `schema` is run once, on creation; its `version` must grow
   * when the schema changes. Throws one line that names the file and the remedy when it cannot be used.
   */
  constructor(file: string, version: number, schema: string) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      closeSync(openSync(file, 'a', 0o600));
      this.#database = new DatabaseSync(file);
      this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
      const [check] = this.#database.prepare('PRAGMA quick_check(1)').all();
      if (check?.quick_check !== 'ok') throw new Error(String(check?.quick_check));
      this.#prepareSchema(version, schema);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${file} cannot be used (${reason}): restore it, make its folder writable, or delete it to start with empty data.`,
        { cause: error },
      );
    }
  }

  #prepareSchema(version: number, schema: string): void {
    const found = this.prepare('PRAGMA user_version').get()?.user_version;
    if (found === version) return;
    if (found !== 0) {
      throw new Error(`its format is version ${found}, this program reads ${version}`);
    }
    this.transaction(() => this.#database.exec(`${schema}; PRAGMA user_version = ${version}`));
  }

  /** The statement for a text; the same one at every call. */
  prepare(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  /** Runs `write` in one transaction: all of it becomes durable, or nothing. */
  transaction<T>(write: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = write();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk ends the transaction by itself.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
