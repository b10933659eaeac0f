/**
 * `node packages/engine/formats/write.ts COMMIT`: bundles what opens and searches an index, as it was at a commit, into the file
 * `version-N.mjs` of its format, without packages. Run it for the last commit before FORMAT_VERSION is raised.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const commit = process.argv[2];
if (!commit) throw new Error('Usage: node packages/engine/formats/write.ts COMMIT');
const root = resolve(import.meta.dirname, '../../..');
// Within the project, so that the engine of the commit finds its packages.
const folder = mkdtempSync(join(root, 'node_modules/.cache/engine-'));
try {
  const archive = execFileSync('git', ['archive', commit, 'engine', 'package.json'], {
    cwd: root,
    maxBuffer: 1 << 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const container = readFileSync(join(folder, 'packages/engine/file/container.ts'), 'utf8');
  const [, version] = /FORMAT_VERSION = (\d+)/.exec(container)!;
  await build({
    stdin: {
      contents: `export { openIndex } from './engine/query/open.ts';`,
      resolveDir: folder,
    },
    outfile: join(import.meta.dirname, `version-${version}.mjs`),
    bundle: true,
    packages: 'external',
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    legalComments: 'none',
    banner: { js: `// Generated from commit ${commit} by packages/engine/formats/write.ts.` },
  });
} finally {
  rmSync(folder, { recursive: true });
}
