/**
 * Every input gets a documented answer and never an internal error. `FUZZ_RUNS` inputs for
 * each endpoint are generated from its schemas; a failure prints the seed that repeats it (`FUZZ_SEED`).
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { contract, type EndpointName, endpointNames } from '#shared/contract/contract.ts';
import { type Endpoint, successStatus } from '#shared/contract/endpoint.ts';
import { errorsOf } from '#shared/contract/errors-of.ts';
import { newEndedRun } from '../support/chat.ts';
import { anonymous, type Member, newAdmin } from '../support/people.ts';
import { setAttributes } from '../support/stores.ts';
import { type Objects, type Request, requests } from '../tenancy/requests.ts';
import { type Answer, send } from '../tenancy/send.ts';
import { hostileValueOf, type Schema } from './arbitrary.ts';

const numRuns = Number(process.env.FUZZ_RUNS ?? 20);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

/** The gateway's own answers: an unknown path, or a body or address that is too long. */
const ofGateway = [404, 413, 414, 431];

let admin: Member;
/** Signs out repeatedly and erases their account, without effect on the other users. */
let leaver: Member;
let eraser: Member;
let objects: Objects;
const statuses = new Map<number, number>();

beforeAll(async () => {
  [admin, leaver, eraser] = await Promise.all([newAdmin(), newAdmin(), newAdmin()]);
  const key = (await admin.call('list-index-keys', { query: {} })).arxiv![0]!;
  // Not the key of the queries, because this one will be deleted.
  const spare = await admin.call('create-index-key', {
    body: { org_id: admin.orgId, index: 'arxiv' },
  });
  await setAttributes('Accounts', [`ORG#${admin.orgId}`, 'ORG'], { queries_per_day: 10 ** 9 });
  const begun = await admin.call('create-cli-upload', {
    body: { org_id: admin.orgId, email: admin.email, filename: 'begun.csv', filesize: 10 },
  });
  const open = await newEndedRun(anonymous(), 'fish');
  const list = await admin.call('create-list', { body: { name: 'Fish' } });
  const search = await admin.call('create-saved-search', {
    body: { name: 'Fish', index_id: 'arxiv', text: 'fish', syntax: 'words', filters: [] },
  });
  const project = await admin.call('create-project', { body: { name: 'Fish' } });
  const { export_id: exportId } = await admin.call('create-search-export', {
    params: { index_id: 'arxiv' },
    body: { format: 'csv', request: { conceptFeaturesString: 'fish' } },
    apiKey: key.api_key,
  });
  const { webhook } = await admin.call('create-webhook', {
    body: { url: 'http://localhost:9/hook', events: ['index.ready'] },
  });
  const { webhook_id: webhookId } = webhook;
  const sent = await admin.call('try-webhook', { params: { webhook_id: webhookId } });
  const source = await admin.call('create-dataset-source', {
    body: { filename: 'source.csv', url: 'http://localhost:9/a.csv' },
  });
  objects = {
    sourceId: source.source_id,
    spareSourceId: source.source_id,
    webhookId,
    deliveryId: sent.delivery_id,
    spareWebhookId: webhookId,
    spareIndexId: 'idx_none',
    exportId,
    spareExportId: exportId,
    projectId: project.project_id,
    spareProjectId: project.project_id,
    searchId: search.search_id,
    spareSearchId: search.search_id,
    listId: list.list_id,
    spareListId: list.list_id,
    ...(await newEndedRun(admin.call, 'fish')),
    openThreadId: open.threadId,
    threadToken: open.threadToken!,
    uploadId: begun.upload_id,
    uploadToken: begun.upload_token,
    orgId: admin.orgId,
    authUserId: admin.authUserId,
    email: admin.email,
    memberEmail: admin.email,
    memberUserId: 'usr_none',
    indexId: 'arxiv',
    keyId: spare.id,
    apiKey: key.api_key,
    newFile: 'new.csv',
    // The dataset does not exist, so that no build starts.
    fileKey: `org/${admin.orgId}/none.csv`,
    spareFileKey: `org/${admin.orgId}/none.csv`,
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
  const { orgId, authUserId, email } = name === 'erase-user' ? eraser : admin;
  const own = { ...objects, orgId, authUserId, email };
  const examples = requests[name](own).map((example) =>
    fc.record({
      params: part(params, example.params),
      query: part(query, example.query),
      body: part(body, example.body),
      apiKey: fc.constant(example.apiKey),
      uploadToken: fc.constant(example.uploadToken),
      threadToken: fc.constant(example.threadToken),
    }),
  );
  return fc.oneof(...examples) as fc.Arbitrary<Request>;
}

/** A parameter that is empty or has a slash makes an address that no route takes. */
const ofNoRoute = ['NotFound', 'MethodNotAllowed'];

function isExpected(name: EndpointName, { status, code }: Answer): boolean {
  if (status === successStatus(contract[name])) return true;
  if (code !== undefined && ofNoRoute.includes(code)) return true;
  if (code === undefined) return ofGateway.includes(status);
  return status < 500 && (errorsOf(contract[name]) as string[]).includes(code);
}

/** Makes the ended sessions of a user valid again. */
const resume = ({ authUserId }: Member) =>
  setAttributes('Accounts', [`USER#${authUserId}`, 'USER'], {
    ended_sessions: [],
    signed_out_at: 0,
  });

test.concurrent.each(endpointNames)(
  '%s answers as it is documented',
  async (name) => {
    const property = fc.asyncProperty(inputs(name), async (request) => {
      const { idToken } = { 'sign-out': leaver, 'erase-user': eraser }[name as string] ?? admin;
      const answer = await send(name, request, idToken);
      if (name === 'sign-out' && answer.status === 200) await resume(leaver);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(isExpected(name, answer), `${answer.status} ${answer.text}`).toBe(true);
    });
    await fc.assert(property, { numRuns, seed });
  },
  600_000 + numRuns * 300,
);
