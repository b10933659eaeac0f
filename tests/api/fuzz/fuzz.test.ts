/**
 * Whatever is sent, the answer is a documented one: never a failure of ours. `FUZZ_RUNS` inputs for
 * each endpoint are generated from its schemas; a failure prints the seed that repeats it (`FUZZ_SEED`).
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { contract, type EndpointName, endpointNames } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { errorsOf } from '#shared/openapi.ts';
import { type Member, newAdmin } from '../support/people.ts';
import { type Objects, type Request, requests } from '../tenancy/requests.ts';
import { type Answer, send } from '../tenancy/send.ts';
import { hostileValueOf, type Schema } from './arbitrary.ts';

const numRuns = Number(process.env.FUZZ_RUNS ?? 20);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

/** What the gateway says itself: no such path, a body or an address that is too long. */
const ofGateway = [404, 413, 414, 431];

let admin: Member;
let objects: Objects;
const statuses = new Map<number, number>();

beforeAll(async () => {
  admin = await newAdmin();
  const key = (await admin.call('list-index-keys', { query: {} })).arxiv![0]!;
  objects = {
    ...{ orgId: admin.orgId, authUserId: admin.authUserId, email: admin.email },
    ...{ memberEmail: admin.email, memberUserId: 'usr_none', indexId: 'arxiv' },
    ...{ keyId: key.id, apiKey: key.api_key, newFile: 'new.csv' },
    // Not there, so that no build starts.
    ...{ fileKey: `org/${admin.orgId}/none.csv`, spareFileKey: `org/${admin.orgId}/none.csv` },
  };
});

afterAll(() => {
  const counts = [...statuses].toSorted(([a], [b]) => a - b);
  const told = counts.map(([status, count]) => `${count} × ${status}`).join(', ');
  console.info(`fuzz: ${numRuns} inputs for each of ${endpointNames.length} endpoints: ${told}`);
});

function inputs(name: EndpointName): fc.Arbitrary<Request> {
  const { params, query, body }: Endpoint = contract[name];
  const part = (schema: z.ZodType | undefined, example: unknown) =>
    schema
      ? hostileValueOf(
          z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema,
          example,
        )
      : fc.constant(undefined);
  const examples = requests[name](objects).map((example) =>
    fc.record({
      params: part(params, example.params),
      query: part(query, example.query),
      body: part(body, example.body),
      apiKey: fc.constant(example.apiKey),
    }),
  );
  return fc.oneof(...examples) as fc.Arbitrary<Request>;
}

function isExpected(name: EndpointName, { status, code }: Answer): boolean {
  if (status === 200) return true;
  if (code === undefined) return ofGateway.includes(status);
  return status < 500 && (errorsOf(contract[name]) as string[]).includes(code);
}

test.concurrent.each(endpointNames)(
  '%s answers as it is documented',
  async (name) => {
    const property = fc.asyncProperty(inputs(name), async (request) => {
      const answer = await send(name, request, admin.idToken);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(isExpected(name, answer), `${answer.status} ${answer.text}`).toBe(true);
    });
    await fc.assert(property, { numRuns, seed });
  },
  600_000,
);
