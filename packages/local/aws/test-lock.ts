import { DatabaseSync } from 'node:sqlite';

/** Test-only: makes every write to an SQLite file fail, as a full disk does, until it is released. */
export function lockFile(file: string): { release(): void } {
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  return { release: () => other.close() };
}
