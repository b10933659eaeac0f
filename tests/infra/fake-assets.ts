import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { functions } from '#infra/functions.ts';

/** A folder with an empty handler per function: templates do not depend on what functions do. */
export function fakeAssets(): string {
  const directory = mkdtempSync(join(tmpdir(), 'antecede-assets-'));
  for (const name of functions.map(({ name }) => name)) {
    mkdirSync(join(directory, name));
    writeFileSync(join(directory, name, 'index.mjs'), `export const handler = () => '${name}';\n`);
  }
  return directory;
}
