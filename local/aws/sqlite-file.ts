import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Opens (or creates, readable by the owner only) the SQLite file in which a local service keeps its
 * data. Write-ahead logging makes every committed statement survive a kill of the process.
 * `schema` is run once, on creation; its `version` must grow when the schema changes.
 * Throws one line that names the file and the remedy when the file cannot be used.
 */
export function openSqliteFile(file: string, version: number, schema: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a', 0o600));
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const [check] = database.prepare('PRAGMA quick_check(1)').all();
    if (check?.quick_check !== 'ok') throw new Error(String(check?.quick_check));
    prepareSchema(database, version, schema);
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${file} cannot be used (${reason}): restore it, make its folder writable, or delete it to start with empty data.`,
      { cause: error },
    );
  }
}

function prepareSchema(database: DatabaseSync, version: number, schema: string): void {
  const found = database.prepare('PRAGMA user_version').get()?.user_version;
  if (found === version) return;
  if (found !== 0) throw new Error(`its format is version ${found}, this program reads ${version}`);
  inTransaction(database, () => database.exec(`${schema}; PRAGMA user_version = ${version}`));
}

/** Runs `write` in one transaction: all of it becomes durable, or nothing. */
export function inTransaction<T>(database: DatabaseSync, write: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = write();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
