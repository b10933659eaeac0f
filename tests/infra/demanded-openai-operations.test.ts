import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { chatRequest } from '#local/openai/chat-request.ts';
import { request } from '#local/openai/response-request.ts';
import { responseOperations } from '#local/openai/responses.ts';

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
  });
  for (const source of sources) {
    for (const [, path] of source.matchAll(/\bopenai((?:\.\w+)+)\(/g)) {
      await methodAt(sdk, path!.slice(1).split('.'))({ messages: [] });
    }
  }
  return [...new Set(routes)];
}

type Call = (input: object) => Promise<unknown>;

/** A method of the SDK by its path, `['chat', 'completions', 'create']`. */
function methodAt(sdk: OpenAI, path: readonly string[]): Call {
  const resource = path
    .slice(0, -1)
    .reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], sdk);
  return (resource as Record<string, Call>)[path.at(-1)!]!.bind(resource);
}

/** Names of the members that the sources pass to a method of the SDK. */
function membersSent(method: string): string[] {
  const call = new RegExp(`\\bopenai\\.${method}\\(\\s*\\{(.*?)\\n {4}\\}`, 'gs');
  const calls = sources.flatMap((source) => [...source.matchAll(call)]);
  const names = calls.flatMap(([, literal = '']) => [...literal.matchAll(/^ {6}(\w+)[,:]/gm)]);
  return [...new Set(names.map(([, name]) => name!))];
}

test('the local OpenAI has the operations that the product calls, and no other', async () => {
  const implemented = Object.values(responseOperations(Date.now)).map(({ route }) => route);
  expect(new Set(implemented)).toEqual(new Set(await routesCalled()));
});

test('it accepts exactly the members that the product sends', () => {
  const sent = (method: string) => membersSent(method).toSorted();
  expect(Object.keys(request.shape).toSorted()).toEqual(sent('responses.create'));
  expect(Object.keys(chatRequest.shape).toSorted()).toEqual(sent('chat.completions.create'));
});
