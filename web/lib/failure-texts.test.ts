import { expect, test } from 'vitest';
import { ApiError, unreachable } from '#shared/client.ts';
import { messageOf } from './errors.ts';
import { withFailureTexts } from './failure-texts.ts';

const texts = {
  codes: { Forbidden: 'Admins only' },
  refused: 'Not possible',
  unforeseen: 'Broken',
};

const refusal = (code: string, status: number) =>
  new ApiError({ code, status, message: 'From the server', requestId: 'r1' });

async function told(error: Error, of = texts as Parameters<typeof withFailureTexts>[0]) {
  const failure = await withFailureTexts(of, Promise.reject(error)).catch((caught) => caught);
  return messageOf(failure);
}

test('the text of a code comes before that of its kind', async () => {
  expect(await told(refusal('Forbidden', 403))).toBe('Admins only');
  expect(await told(refusal('NotFound', 404))).toBe('Not possible');
  expect(await told(refusal('Internal', 500))).toBe('Broken');
  expect(await told(new TypeError('x is undefined'))).toBe('Broken');
});

test('a call without texts of its own shows the message of the server', async () => {
  expect(await told(refusal('Forbidden', 403), {})).toBe('From the server');
});

test('a lost connection never has the text of a refusal', async () => {
  expect(await told(unreachable(undefined))).toMatch(/^The server cannot be reached/);
});

test('the message of a programming error is not shown', async () => {
  expect(await told(new TypeError('x is undefined'), {})).toBe(
    'Something went wrong. Please try again later.',
  );
});

test('code, status and request id are kept, so that an ended session is still noticed', async () => {
  const failure = await withFailureTexts(
    { refused: 'Not possible' },
    Promise.reject(refusal('Unauthenticated', 401)),
  ).catch((caught) => caught);
  expect(failure).toMatchObject({ code: 'Unauthenticated', status: 401, requestId: 'r1' });
});
