import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { request, responseOperations } from '#local/openai/responses.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync(
  '{functions,bench,scripts,packages/local/bootstrap,tests/{api,e2e,faults}}/**/*.ts',
  {
    cwd: root,
  },
)
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .filter((source) => source.includes("from 'openai'"));

/** Routes of the SDK's methods that the sources call, found by running the SDK. */
async function routesCalled(): Promise<string[]> {
  const routes: string[] = [];
  const sdk = new OpenAI({
    apiKey: 'sk-of-this-test',
    baseURL: 'http://provider',
    maxRetries: 0,
    fetch: async (url, init) => {
      routes.push(`${init?.method} ${new URL(String(url)).pathname}`);
      return Response.json({});
    },
  }) as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>;
  for (const source of sources) {
    for (const [, resource, method] of source.matchAll(/\bopenai\.(\w+)\.(\w+)\(/g)) {
      await sdk[resource!]![method!]!({});
    }
  }
  return [...new Set(routes)];
}

/** Names of the members that the sources pass to `openai.responses.create`. */
function membersSent(): string[] {
  const calls = sources.flatMap((source) => [
    ...source.matchAll(/\bopenai\.responses\.create\(\s*\{(.*?)\n {6}\}/gs),
  ]);
  const names = calls.flatMap(([, literal = '']) => [...literal.matchAll(/^ {8}(\w+)[,:]/gm)]);
  return [...new Set(names.map(([, name]) => name!))];
}

test('the local OpenAI has the operations that the product calls, and no other', async () => {
  const implemented = Object.values(responseOperations(Date.now)).map(({ route }) => route);
  expect(implemented).toEqual(await routesCalled());
});

test('it accepts exactly the members that the product sends', () => {
  expect(Object.keys(request.shape).toSorted()).toEqual(membersSent().toSorted());
});
