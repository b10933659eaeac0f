import { expect, test } from 'vitest';
import { resolveEnvironment } from './environments.ts';

const settings = (values: Record<string, string>) => (key: string) => values[key];

test('mail comes from the own domain unless told otherwise', () => {
  const own = {
    domain: 'search.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:1:certificate/c',
  };
  expect(resolveEnvironment('prod', settings(own)).mailFrom).toBe('no-reply@search.example.com');
  expect(
    resolveEnvironment('prod', settings({ ...own, mailFrom: 'hello@example.com' })).mailFrom,
  ).toBe('hello@example.com');
});

test('a domain without its certificate is refused', () => {
  expect(() => resolveEnvironment('prod', settings({ domain: 'search.example.com' }))).toThrow(
    /certificateArn/,
  );
});

test('one machine has an account and a region of its own, whatever the operator says', () => {
  const local = resolveEnvironment('local', settings({ account: '1', region: 'eu-west-1' }));
  expect(local).toMatchObject({ account: '000000000000', region: 'us-east-1', deployed: false });
});

test('only production keeps data when its stacks go', () => {
  expect(resolveEnvironment('prod', settings({})).keepData).toBe(true);
  expect(resolveEnvironment('staging', settings({})).keepData).toBe(false);
});
