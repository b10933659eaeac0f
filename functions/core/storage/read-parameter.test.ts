import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readParameter } from './read-parameter.ts';

const answers: Response[] = [];
let asked: { url: string; headers: Headers; body: unknown }[];

beforeEach(() => {
  asked = [];
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'test');
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    asked.push({ url: String(url), headers: new Headers(init?.headers), body: init?.body });
    return answers.shift()!;
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const failed = (status: number, code: string) => Response.json({ __type: code }, { status });

test('a parameter is read decrypted, from its region, again after a pause where the service turns calls away or is down', async () => {
  answers.push(
    failed(400, 'com.amazonaws.ssm#ThrottlingException'),
    new Response('Service Unavailable', { status: 503 }),
    Response.json({ Parameter: { Value: 'text' } }),
  );
  expect(await readParameter('antecede-test-stripe')).toBe('text');
  expect(asked.map(({ url }) => url)).toEqual(
    Array(3).fill('https://ssm.eu-west-1.amazonaws.com/'),
  );
  const [{ headers, body } = asked[0]!] = asked;
  expect(JSON.parse(String(body))).toEqual({ Name: 'antecede-test-stripe', WithDecryption: true });
  expect(headers.get('authorization')).toMatch(
    /^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/eu-west-1\/ssm\/aws4_request/,
  );
});

test('what does not exist is undefined, and a refusal is an error at once', async () => {
  answers.push(failed(400, 'ParameterNotFound'), failed(400, 'AccessDeniedException'));
  expect(await readParameter('antecede-test-stripe')).toBeUndefined();
  await expect(readParameter('antecede-test-stripe')).rejects.toThrow('400 AccessDeniedException');
});
