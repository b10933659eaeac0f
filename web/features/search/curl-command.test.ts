import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlCommand } from './curl-command.ts';

test('a shell passes the search on unchanged, whatever it contains', () => {
  const text = `it's "$HOME" \`id\` \\ & ; \n new`;
  const command = curlCommand({
    endpoint: 'https://a.example/api/v1/indexes/x',
    text,
    filters: [],
  });
  const printed = execFileSync('sh', ['-c', command.replace('curl', `printf '%s\\0'`)]).toString();
  expect(printed.split('\0')).toEqual([
    'https://a.example/api/v1/indexes/x/query',
    '-H',
    'x-api-key: YOUR_API_KEY',
    '-H',
    'content-type: application/json',
    '-d',
    JSON.stringify({ request: { conceptFeaturesString: text, maxNumItems: 100 } }),
    '',
  ]);
});
