import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const numberOfPicture = /import\.meta\.ROLLDOWN_FILE_URL_[\w$]+/g;

/**
 * Takes the numbers of pictures out of source maps: they differ with each build, so that a deployment of the same commit
 * would upload all files again and could never say that nothing changes.
 */
export const stableMaps = (): Plugin => ({
  name: 'antecede:stable-maps',
  apply: 'build',
  // On disk, because Rolldown ignores what plugins do to maps before.
  writeBundle({ dir = '.' }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => file.endsWith('.map'))) {
      const map = readFileSync(join(dir, name), 'utf8');
      const stable = map.replace(numberOfPicture, "''");
      if (stable !== map) writeFileSync(join(dir, name), stable);
    }
  },
});
