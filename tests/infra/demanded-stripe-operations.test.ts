import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { stripeOperations } from '#local/stripe/operations.ts';

const root = join(import.meta.dirname, '../..');

/** The resources of the SDK by their names: `subscriptions`. */
const sdk = new Stripe('sk_test_of_this_test') as unknown as Record<
  string,
  Record<string, (...parts: string[]) => unknown>
>;

/** `POST /v1/subscriptions/{}` for `subscriptions.update`; undefined if the SDK has no such method. */
function routeOf(resource: string, method: string): string | undefined {
  const target = sdk[resource];
  if (typeof target?._makeRequest !== 'function' || typeof target[method] !== 'function') return;
  let route: string | undefined;
  target._makeRequest = (verb, path) => {
    route = `${verb} ${path?.replaceAll('ID', '{}')}`;
  };
  target[method]('ID', 'ID', 'ID');
  return route;
}

/** Routes of the SDK's methods that sources call, tests beside sources left out. */
function routesCalledIn(...patterns: string[]): Set<string> {
  const files = globSync(patterns, { cwd: root });
  const calls = files
    .filter((file) => !/(?<!tests\/.*)\.test\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\.\s*(\w+)\s*\.\s*(\w+)\(/g),
    ]);
  const routes = calls.map(([, resource, method]) => routeOf(resource!, method!));
  return new Set(routes.filter((route) => route !== undefined));
}

const implemented = Object.values(stripeOperations).map(({ route }) =>
  route!.replaceAll(/\{\w+\}/g, '{}'),
);

test('the local Stripe has the operations that the product and its tools use', () => {
  const asked = routesCalledIn('functions/**/*.ts', 'billing/**/*.ts', 'local/bootstrap/**/*.ts');
  expect(asked.size).toBeGreaterThan(20);
  expect([...asked].filter((route) => !implemented.includes(route))).toEqual([]);
});

/** Operations of staff in Stripe's dashboard. No other code creates promotion codes. */
const dashboard = ['POST /v1/promotion_codes'];

test('the local Stripe has no operation that neither the product nor its tests use', () => {
  const asked = routesCalledIn(
    'functions/**/*.ts',
    'billing/**/*.ts',
    'local/bootstrap/**/*.ts',
    'tests/{api,e2e,faults}/**/*.ts',
  );
  const idle = implemented.filter((route) => !asked.has(route) && !dashboard.includes(route));
  expect(idle).toEqual([]);
});
