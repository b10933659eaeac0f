import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for the files of a peer, deleted when the process ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-search-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return {
    file: (name: string) => path.join(folder, name),
    /** Total size of its files. */
    sizeBytes: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0),
  };
}
