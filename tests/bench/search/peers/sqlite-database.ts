import { DatabaseSync } from 'node:sqlite';
import { getLoadablePath } from 'sqlite-vec';

/** A database file, configured for fast builds and for reading through the page cache. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { allowExtension: true });
  database.loadExtension(getLoadablePath());
  database.exec(`pragma journal_mode = off; pragma synchronous = off;
    pragma cache_size = -2000000; pragma mmap_size = 4000000000`);
  return database;
}

/** A vector in the format of sqlite-vec. */
export const blob = (vector: Float32Array) =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
