import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuildStep, cachedBuild } from './cached-build.ts';

const root = mkdtempSync(join(tmpdir(), 'build-'));
const cache = join(root, 'cache');
const script = join(root, 'script.mjs');
const step: BuildStep = {
  name: 'thing',
  script: pathToFileURL(script),
  root,
  inputs: ['source.txt', 'missing'],
};
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  rmSync(cache, { recursive: true, force: true });
  writeFileSync(join(root, 'source.txt'), 'one');
  writeFileSync(
    script,
    `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
    const [, , out] = process.argv;
    mkdirSync(out, { recursive: true });
    writeFileSync(out + '/result', readFileSync('source.txt') + ' ' + process.pid);`,
  );
});
const build = async () => readFileSync(join(await cachedBuild(step, cache), 'result'), 'utf8');

describe('a cached build', () => {
  it('is made once for the same inputs, and again for others', async () => {
    const first = await build();
    expect(await build()).toBe(first);
    writeFileSync(join(root, 'source.txt'), 'two');
    expect(await build()).toMatch(/^two /);
    writeFileSync(join(root, 'source.txt'), 'one');
    expect(await build()).toBe(first);
  });

  it('that runs twice at the same time is complete', async () => {
    const [one, two] = await Promise.all([build(), build()]);
    expect(one).toMatch(/^one /);
    expect(two).toMatch(/^one /);
  });

  it('that fails says why and leaves no folder that looks complete', async () => {
    writeFileSync(
      script,
      `import { mkdirSync } from 'node:fs'; mkdirSync(process.argv[2]); console.error('no such thing'); process.exit(2);`,
    );
    await expect(build()).rejects.toThrow(/building thing failed:\nno such thing/);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('that fills the disk says so in one line', async () => {
    writeFileSync(script, `throw Object.assign(new Error('ENOSPC: no space left on device'));`);
    await expect(build()).rejects.toThrow(/^The disk is full: thing cannot be built in .*\.$/);
  });
});
