/**
 * The local Stripe accepts what is sent to it and nothing else, and its answers contain what is read of them and nothing
 * else. Both are derived from the sources that call it.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { stripeOperations } from '#local/stripe/operations.ts';
import { openSources } from './stripe-calls.ts';

const root = join(import.meta.dirname, '../..');
const filesOf = (patterns: string[]) =>
  globSync(patterns, { cwd: root }).map((file) => join(root, file));
const withoutTests = (files: string[]) => files.filter((file) => !file.endsWith('.test.ts'));
const aboutStripe = (files: string[]) =>
  files.filter((file) => /stripe/i.test(readFileSync(file, 'utf8')));

/** The product and its operator's tools. */
const product = withoutTests(
  aboutStripe(
    filesOf(['functions/**/*.ts', 'ops/billing/**/*.ts', 'packages/local/bootstrap/**/*.ts']),
  ),
);
const tests = aboutStripe(filesOf(['tests/{api,e2e,faults}/**/*.ts']));
const objects = join(root, 'packages/local/stripe/objects.ts');
const local = withoutTests(filesOf(['packages/local/stripe/*.ts']));
const form = filesOf(['web/features/subscription/local-payment-form.tsx']);

const sources = openSources([...product, ...tests, ...local, ...form]);
afterAll(() => sources.close());

/** The members that an operation accepts, in the form of `Call.sends`; those in its route left out. */
function membersOf(route: string, input: z.ZodType): Set<string> {
  const members = new Set<string>();
  const walk = (schema: z.core.JSONSchema.JSONSchema, path: string) => {
    for (const [name, value] of Object.entries(schema.properties ?? {})) {
      const member = path ? `${path}.${name}` : name;
      if (route.includes(`{${member}}`)) continue;
      members.add(member);
      walk(value as typeof schema, member);
    }
    for (const part of [...(schema.anyOf ?? []), schema.items].flat())
      if (part) walk(part as typeof schema, path);
    const values = 'const' in schema ? [schema.const] : (schema.enum ?? []);
    const isFlag = values.includes('true') || values.includes('false');
    for (const value of isFlag ? [] : values) members.add(`${path}=${value}`);
  };
  walk(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), '');
  return members;
}

const isValue = (member: string) => member.includes('=');
const anyValue = (member: string) => member.replace(/=.*/, '=*');

/** The SDK turns the pages of a list by itself. */
const paging = /^(limit|starting_after|ending_before)$/;

const accepted = Object.values(stripeOperations).map(({ route, input }) => ({
  route: route!.replaceAll(/\{\w+\}/g, '{}'),
  members: membersOf(route!, input as z.ZodType),
}));
const routes = new Set(accepted.map(({ route }) => route));
const productCalls = product.flatMap(sources.callsIn);
const calls = [...productCalls, ...tests.flatMap(sources.callsIn)];

test('the local Stripe has the operations that the product and its tools use, and those that tests use', () => {
  const asked = new Set(productCalls.map(({ route }) => route));
  expect(asked.size).toBeGreaterThan(20);
  expect([...asked].filter((route) => !routes.has(route))).toEqual([]);
  const used = new Set(calls.map(({ route }) => route));
  expect([...routes].filter((route) => !used.has(route))).toEqual([]);
});

test('each operation accepts every member that is sent to it', () => {
  const refused = calls.flatMap(({ route, sends }) => {
    const { members } = accepted.find((operation) => operation.route === route)!;
    const isClosed = new Set([...members].filter(isValue).map(anyValue));
    return [...sends]
      .filter((member) => !members.has(member) && !member.startsWith('metadata.'))
      .filter(
        (member) => !isValue(member) || (!member.endsWith('=*') && isClosed.has(anyValue(member))),
      )
      .filter((member) => member !== 'idempotencyKey')
      .map((member) => `${route} ${member}`);
  });
  expect(refused).toEqual([]);
});

test('each operation accepts no member that nobody sends to it', () => {
  const idle = accepted.flatMap(({ route, members }) => {
    const sends = new Set(
      calls.filter((call) => call.route === route).flatMap((call) => [...call.sends]),
    );
    return [...members]
      .filter((member) => !sends.has(member) && !(isValue(member) && sends.has(anyValue(member))))
      .filter((member) => !paging.test(member))
      .map((member) => `${route} ${member}`);
  });
  expect(idle).toEqual([]);
});

test('each field of an answer is read: by the product, its tests or the local Stripe', () => {
  const read = new Set(
    [...product, ...tests, ...local, ...form].flatMap((file) => [...sources.namesIn(file)]),
  );
  const fields = [...sources.membersOf(objects, 'Objects')].filter((field) => !isValue(field));
  expect(fields).toContain('subscription.items.data.price.recurring.interval');
  const idle = fields.filter((field) => field.includes('.') && !read.has(field.split('.').at(-1)!));
  expect(idle).toEqual([]);
});
