import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandHelp, readCommand } from './commands.ts';
import { exitCodes, Failure } from './failure.ts';
import { help, readOptions } from './options.ts';

test('presigned.json is looked for beside the file', () => {
  const file = join('data', 'a.csv');
  expect(readOptions([file])).toMatchObject({ file, presigned: join('data', 'presigned.json') });
  expect(readOptions([file, '--presigned', 'p.json'])).toMatchObject({ presigned: 'p.json' });
});

test('options have defaults', () => {
  expect(readOptions(['a.csv'])).toMatchObject({ concurrency: 4, retries: 10, quiet: false });
});

test.each([
  [[]],
  [['a.csv', 'b.csv']],
  [['a.csv', '--fast']],
  [['a.csv', '--concurrency', '0']],
  [['a.csv', '--concurrency', '33']],
  [['a.csv', '--concurrency', 'x']],
  [['a.csv', '--retries', '-1']],
])('%j is refused with the way to the help', (args) => {
  expect(() => readOptions(args)).toThrow(Failure);
  expect(() => readOptions(args)).toThrow(/antecede-upload --help/);
});

test('help explains each exit code', () => {
  expect(readOptions(['--help'])).toBe('help');
  expect(readOptions(['--version'])).toBe('version');
  const { refused, ...codes } = exitCodes;
  for (const code of Object.values(codes)) expect(help).toMatch(new RegExp(`\\b${code}\\b`));
  expect(commandHelp).toMatch(new RegExp(`\\b${refused}\\b`));
});

const environment = {
  ANTECEDE_API_KEY: 'ak_1',
  ANTECEDE_ENDPOINT: 'https://a.example/api/v1/indexes/i/',
};
const index = { endpoint: 'https://a.example/api/v1/indexes/i', apiKey: 'ak_1' };

test('a command has its index, its search and the format of its file', async () => {
  expect(await readCommand(['mcp'], environment)).toEqual({ name: 'mcp', index });
  expect(await readCommand(['query', 'bees', '--syntax', 'query'], environment)).toEqual({
    name: 'query',
    index,
    request: { conceptFeaturesString: 'bees', syntax: 'query' },
  });
  const ranked = ['query', 'bees', '--minimum-score', '.4', '--weights', 'words=2, meaning=0.5'];
  expect(await readCommand(ranked, environment)).toMatchObject({
    request: { minimumScore: 0.4, weights: { words: 2, meaning: 0.5 } },
  });
  expect(await readCommand(['export', 'a.xlsx', '--text', 'bees'], environment)).toEqual({
    name: 'export',
    index,
    request: { conceptFeaturesString: 'bees' },
    format: 'xlsx',
    file: 'a.xlsx',
  });
});

test.each([
  [[], environment],
  [['none'], environment],
  [['export', 'a.pdf'], environment],
  [['query', 'bees', 'wasps'], environment],
  [['query', 'bees', '--key', 'ak_1'], environment],
  [['query', 'bees', '--request', 'there is none'], environment],
  [['query', 'bees', '--vector', 'there is none'], environment],
  [['query', 'bees', '--minimum-score', 'high'], environment],
  [['query', 'bees', '--weights', 'words'], environment],
  [['mcp'], { ANTECEDE_API_KEY: 'ak_1' }],
  [['mcp'], { ANTECEDE_ENDPOINT: index.endpoint }],
])('%j is refused with the way to the help of antecede', async (args, variables) => {
  await expect(readCommand(args, variables)).rejects.toThrow(/antecede --help/);
});

test('a command that there is not is named, also without settings', async () => {
  await expect(readCommand(['serch', 'bees'], {})).rejects.toThrow('There is no command "serch".');
});
