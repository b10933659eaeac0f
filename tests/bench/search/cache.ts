import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';

/** Generated data and built indexes. They are kept between runs, but not in version control. */
const folder = path.resolve(import.meta.dirname, '../../../.local/bench-search');

/** Path of a file in the cache. */
export function cachePath(name: string): string {
  mkdirSync(folder, { recursive: true });
  return path.join(folder, name);
}

/** Creates a file unless it is cached. Its name must contain everything that determines its content. */
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
