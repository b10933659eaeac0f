import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { commitOf, smokeTest } from './smoke.ts';

let server: Server | undefined;
afterEach(() => server?.close());

interface Answer {
  status?: number;
  type?: string;
  body: string;
}
const json = (value: object, status = 200): Answer => ({ status, body: JSON.stringify(value) });

/** What an installation answers that works. */
const works: Record<string, Answer> = {
  '/api/health': json({ status: 'ok', commit: 'c0ffee' }),
  '/': { type: 'text/html', body: '<script type="module" src="/assets/app.js"></script>' },
  '/assets/app.js': { type: 'text/javascript', body: '' },
  '/config.json': json({ userPoolClientId: 'client' }),
  '/api/indexes': json({ code: 'Unauthorized', message: 'Sign in.' }, 401),
  '/api/get-patent-text': json({ code: 'PatentNotFound', message: 'None.' }, 404),
};

async function serve(answers: Record<string, Answer>): Promise<string> {
  server = createServer(({ url = '' }, response) => {
    const { status = 200, type = 'application/json', body } = answers[url] ?? json({}, 404);
    response.writeHead(status, { 'content-type': type }).end(body);
  }).listen(0);
  await new Promise((resolve) => server!.once('listening', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const tried = async (answers: Record<string, Answer>) => {
  let pauses = 0;
  const wrong = await smokeTest(await serve({ ...works, ...answers }), 'c0ffee', async () => {
    pauses += 1;
  });
  return { wrong, pauses };
};

test('an installation that works passes at once', async () => {
  expect(await tried({})).toEqual({ wrong: [], pauses: 0 });
});

test.each<[string, Record<string, Answer>, RegExp]>([
  ['an earlier commit', { '/api/health': json({ status: 'ok', commit: 'old' }) }, /it is old/],
  ['a page of an error', { '/assets/app.js': works['/']! }, /app\.js is text\/html/],
  ['no page', { '/': json({}, 403) }, /answers 403/],
  ['no user pool', { '/config.json': json({ userPoolClientId: '' }) }, /names none/],
  ['an open list', { '/api/indexes': json({ items: [] }) }, /a stranger got 200/],
  ['a function that fails', { '/api/get-patent-text': json({}, 502) }, /patents are looked up/],
])('%s is told after two minutes of tries', async (_, answers, told) => {
  const { wrong, pauses } = await tried(answers);
  expect(wrong).toEqual([expect.stringMatching(told)]);
  expect(pauses).toBe(11);
});

test('what begins to work while it is tried passes', async () => {
  const answers: Record<string, Answer> = { ...works, '/': json({}, 503) };
  const origin = await serve(answers);
  const wrong = await smokeTest(origin, 'c0ffee', async () => {
    answers['/'] = works['/']!;
  });
  expect(wrong).toEqual([]);
});

test('an installation that is not there yet has no commit', async () => {
  expect(await commitOf(await serve({}))).toBeUndefined();
  expect(await commitOf(await serve(works))).toBe('c0ffee');
});
