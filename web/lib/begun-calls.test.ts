import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeBegun } from './begun-calls.ts';

const url = '/api/indexes?index_id=us_patents';
const begun = (change: object = {}) => {
  const answer = Promise.resolve(new Response('{}'));
  const call = { method: 'GET', url, body: undefined, authorization: 'Bearer mine', answer };
  vi.stubGlobal('window', { begunCalls: [{ ...call, ...change }] });
  return answer;
};
const asked = { method: 'GET', headers: { authorization: 'Bearer mine' } };

beforeEach(() => {
  // The worker may have run for longer than answers are good.
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a call that the document has begun is answered once', () => {
  const answer = begun();
  expect(takeBegun(url, asked)).toBe(answer);
  expect(takeBegun(url, asked)).toBeUndefined();
});

test.each([
  { difference: 'another address', change: { url: '/api/indexes?index_id=arxiv' } },
  { difference: 'another method', change: { method: 'POST' } },
  { difference: 'another body', change: { body: '{}' } },
  { difference: 'the token of somebody else', change: { authorization: 'Bearer other' } },
  { difference: 'no token', change: { authorization: undefined } },
])('a call with $difference is not answered', ({ change }) => {
  void begun(change);
  expect(takeBegun(url, asked)).toBeUndefined();
});

test('an answer that nobody took while the page started is not used later', () => {
  void begun();
  vi.spyOn(performance, 'now').mockReturnValue(60_000);
  expect(takeBegun(url, asked)).toBeUndefined();
});
