import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandHelp } from '#cli/commands.ts';
import { help as uploadHelp } from '#cli/options.ts';
import { usage as catalogUsage } from '#ops/catalog/arguments.ts';
import { pages, root } from './pages.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const everything = pages.map(({ text }) => text).join('\n');

/** The words after a command, wherever a page names it. */
const wordsAfter = (command: RegExp) =>
  Array.from(everything.matchAll(command), ([, words]) => words!);

test('the npm scripts that the pages name exist', () => {
  const names = wordsAfter(/\bnpm run ([\w:-]+)/g);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('the parts of the suite that the pages name exist', () => {
  const parts = wordsAfter(/\bnpm test -- ([a-z0-9 -]+)/g).flatMap((words) =>
    words.trim().split(' '),
  );
  expect(parts.length).toBeGreaterThan(1);
  const runners = read('tests/tools/test.ts');
  const isRunner = (part: string) => new RegExp(`(name: |vitest\\()'${part}'`).test(runners);
  expect(parts.filter((part) => !isRunner(part))).toEqual([]);
});

test('the benchmarks that the pages name exist', () => {
  const names = wordsAfter(/\bnpm run bench -- ([\w-]+)/g);
  expect(names.length).toBeGreaterThan(0);
  const benchmarks = read('tests/bench/main.ts');
  expect(
    names.filter((name) => !new RegExp(`^ +'?${name}'?: \\(\\) =>`, 'm').test(benchmarks)),
  ).toEqual([]);
});

const optionsIn = (text: string): string[] => text.match(/--[a-z][a-z-]+/g) ?? [];

test('the options that the pages give to the catalogue loader are in its help', () => {
  const options = wordsAfter(/\bnpm run catalog -- ([^`\n#]*)/g).flatMap(optionsIn);
  expect(options.length).toBeGreaterThan(3);
  expect(options.filter((option) => !optionsIn(catalogUsage).includes(option))).toEqual([]);
});

test('the options of the programs that their page explains are in their help', () => {
  // Those of npm, which installs them, are not the programs'.
  const options = optionsIn(read('packages/cli/README.md').replace(/npm install[^`\n]*/g, ''));
  const known = optionsIn(uploadHelp + commandHelp);
  expect(options.filter((option) => !known.includes(option))).toEqual([]);
});
