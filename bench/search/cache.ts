import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';

/** Generated data and built indexes: kept between runs, not under version control. */
const folder = path.resolve(import.meta.dirname, '../../.local/bench-search');

/** Path of a file in the cache. */
export function cachePath(name: string): string {
  mkdirSync(folder, { recursive: true });
  return path.join(folder, name);
}

/** Makes a file unless the cache has it. A name must hold everything its content depends on. */
export async function cached(
  name: string,
  make: (file: string) => Promise<void> | void,
): Promise<string> {
  const file = cachePath(name);
  if (existsSync(file)) return file;
  const partial = `${file}.partial`;
  await make(partial);
  renameSync(partial, file);
  return file;
}
