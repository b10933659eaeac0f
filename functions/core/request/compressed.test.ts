import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressed } from './compressed.ts';

const body = 'ü'.repeat(600);

test.each(['gzip', 'deflate, gzip;q=0.5', 'br, *'])('compresses for %s', (accepted) => {
  const answer = compressed({ statusCode: 200, headers: { a: 'b' }, body }, accepted);
  expect(answer).toMatchObject({
    isBase64Encoded: true,
    headers: { a: 'b', 'content-encoding': 'gzip', vary: 'accept-encoding' },
  });
  expect(gunzipSync(Buffer.from(answer.body!, 'base64')).toString()).toBe(body);
});

test.each([undefined, '', 'br', 'gzip;q=0', 'gzip;q=0, *'])('does not for %s', (accepted) => {
  expect(compressed({ statusCode: 200, body }, accepted)).toMatchObject({ body });
});

test('leaves short answers as they are', () => {
  const answer = { statusCode: 200, body: 'x'.repeat(999) };
  expect(compressed(answer, 'gzip')).toBe(answer);
});
