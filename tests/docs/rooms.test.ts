import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rooms } from '../../oxlint.rooms.ts';
import { pages, root } from './pages.ts';

/** Folders that a build or an installation makes. */
const made = ['node_modules', 'dist', 'cdk.out', 'test-results'];

const readme = pages.find(({ file }) => file === 'README.md')!.text;

test('the map of rooms in README.md lists every folder', () => {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .filter((name) => !made.includes(name));
  const listed = Array.from(readme.matchAll(/^\| `([\w-]+)\/[\w/-]*` \|/gm), ([, name]) => name!);
  expect([...new Set(listed)].toSorted()).toEqual(folders.toSorted());
});

/** Rooms without aliases, which name what they may not import instead. */
const published = ['packages/cli', 'packages/widget'];

/** The folders in `packages/` and `ops/` are rooms of their own. Parts of the others belong to theirs. */
function roomOf(folder: string): string {
  if (folder === 'functions/core/tables') return folder;
  const parts = folder.split('/');
  return parts.slice(0, ['packages', 'ops'].includes(parts[0]!) ? 2 : 1).join('/');
}

test('README.md says what a room may import as the lint does', () => {
  const asInReadme: Record<string, string> = {
    'functions/features.ts': 'declarations of features',
    'infra/environments.ts': 'names of environments',
    'infra/settings.ts': 'settings of environments',
    'infra/test-settings.ts': 'settings of environments',
    'local/operator.ts': "the local operator's key",
    'ops/cost/{bill,cluster-bill}.ts': 'estimates of cost',
  };
  const linted: Record<string, string[]> = {};
  for (const { folder, may, mayTypes = [] } of rooms) {
    const room = roomOf(folder);
    const names = may.map(
      (alias) => asInReadme[alias] ?? alias.split('/')[alias.startsWith('ops/') ? 1 : 0]!,
    );
    const types = mayTypes.map((name) => `types of ${name}`);
    const own = room === 'functions' ? ['functions', 'core'] : [room.replace(/^\w+\//, '')];
    const others = [...names, ...types].filter((name) => !own.includes(name));
    linted[room] = [...new Set([...(linted[room] ?? []), ...others])].toSorted();
  }
  const documented = Array.from(
    readme.matchAll(/^\| `([\w/-]+)\/` \|.*\| ([^|]+) \|$/gm),
    ([, room, imports]) =>
      [
        room!,
        imports!.split(/[,;] /).filter((name) => !['zod', 'nothing'].includes(name)),
      ] as const,
  ).filter(([room]) => room in linted && !published.includes(room));
  for (const [room, imports] of documented)
    expect({ room, imports: imports.toSorted() }).toEqual({ room, imports: linted[room] });
  expect(documented).toHaveLength(Object.keys(linted).length - published.length);
});
