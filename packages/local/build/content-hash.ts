import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'coverage', 'cdk.out']);

/**
 * SHA-256 over names and contents of all files below `paths` (files or folders, relative to
 * `root`). Tests and documents are left out: they change nothing that is built. A path that does not
 * exist counts as empty.
 */
export async function contentHash(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of [...paths].sort()) {
    for (const file of await filesBelow(root, path)) {
      hash.update(`${file}\0`);
      hash.update(await readFile(join(root, file)));
    }
  }
  return hash.digest('hex');
}

async function filesBelow(root: string, path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => undefined);
  if (!found) return [];
  if (found.isFile()) return /\.(test\.tsx?|md|tsbuildinfo)$/.test(path) ? [] : [path];
  const names = (await readdir(join(root, path))).sort();
  const kept = names.filter((name) => !skipped.has(name) && !name.startsWith('.'));
  const nested = await Promise.all(kept.map((name) => filesBelow(root, `${path}/${name}`)));
  return nested.flat();
}
