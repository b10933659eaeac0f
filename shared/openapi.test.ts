import { expect, test } from 'vitest';
import * as z from 'zod';
import { contract, endpointNames } from './contract/contract.ts';
import { type Endpoint, successStatus } from './contract/endpoint.ts';
import { errorCatalog } from './errors.ts';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument('https://antecede.example');
const text = JSON.stringify(document);

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, unknown>;
}
const operationsAt = (isManagement: boolean) =>
  Object.entries(document.paths as Record<string, Record<string, Operation>>)
    .filter(([path]) => path.startsWith('/api/manage/') === isManagement)
    .flatMap(([, path]) => Object.values(path))
    .map((operation) => [operation.operationId, operation] as const);
const operations = operationsAt(false);

test('has every endpoint once', () => {
  expect(operations.map(([name]) => name).toSorted()).toEqual(endpointNames.toSorted());
});

test('has those that management keys open a second time, for these alone', () => {
  const managed = endpointNames.filter((name) => 'manages' in contract[name]);
  const found = operationsAt(true);
  expect(found.map(([name]) => name).toSorted()).toEqual(
    managed.map((name) => `manage-${name}`).toSorted(),
  );
  for (const [, { security }] of found) expect(security).toEqual([{ managementKey: [] }]);
});

test('bodies for keys take no members but their own, at any depth', () => {
  // The assistants' protocol allows others.
  const strict = endpointNames.filter((name) => {
    const { access, manages }: Endpoint = contract[name];
    return (access === 'api-key' || manages) && name !== 'call-mcp';
  });
  const open = strict.filter((name) => {
    const { body }: Endpoint = contract[name];
    const schema = body && JSON.stringify(z.toJSONSchema(body, { io: 'input', override: mark }));
    return schema?.includes('"isOpen":true');
  });
  expect(open).toEqual([]);
});

test('other bodies take no members but their own, except those of the specification', () => {
  const open = endpointNames.filter((name) => {
    const { body }: Endpoint = contract[name];
    const whole: z.core.JSONSchema.BaseSchema = body ? z.toJSONSchema(body, { io: 'input' }) : {};
    const forms = whole.properties ? [whole] : (whole.anyOf ?? whole.oneOf ?? []);
    return forms.some((one) => one.properties && one.additionalProperties !== false);
  });
  expect(open).toEqual([
    'create-user',
    'remove-user',
    'create-organization',
    'update-organization',
    'cancel-subscription',
    'apply-coupon',
    'activate-with-coupon',
    'send-cancel-notice',
    'create-cancel-feedback',
    'create-setup-intent',
    'create-payment-method',
    'update-payment-method',
    'get-patent-text',
    'create-chat-message',
    'submit-tool-outputs',
    'create-feedback',
    'get-filtered-data',
    'request-prior-art',
    'request-invalidation-report',
    'pause-payment',
    'subscribe-newsletter',
    'request-demo',
  ]);
});

/** Marks an object that takes any other member. */
function mark({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (jsonSchema.properties && jsonSchema.additionalProperties !== false) jsonSchema.isOpen = true;
}

test('every reference resolves', () => {
  const schemas = (document.components as { schemas: object }).schemas;
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(10);
  for (const [, name] of references) expect(schemas).toHaveProperty(name!);
  expect(text).not.toContain('$defs');
});

test('documents who may call and how a call fails', () => {
  for (const [name, operation] of operations) {
    const endpoint: Endpoint = contract[name as (typeof endpointNames)[number]];
    const { access } = endpoint;
    const scheme = {
      'api-key': 'apiKey',
      'upload-token': 'uploadToken',
      'stripe-signature': 'stripeSignature',
      visitor: 'threadToken',
    }[access as string];
    const own =
      access === 'public' || endpoint.keysInBody ? [] : [{ [scheme ?? 'identityToken']: [] }];
    const expected = access === 'visitor' ? [...own, { identityToken: [] }, {}] : own;
    expect(operation.security, name).toEqual(expected);
    expect(operation.responses, name).toHaveProperty(String(successStatus(endpoint)));
    expect(operation.responses, name).toHaveProperty('500');
  }
});

test('names path parameters as required', () => {
  for (const [name, { parameters }] of operations) {
    const { path } = contract[name as (typeof endpointNames)[number]];
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const documented = parameters.filter((parameter) => parameter.in === 'path');
    expect(documented.map((parameter) => parameter.name)).toEqual(inPath);
    expect(documented.every((parameter) => parameter.required)).toBe(true);
  }
});

test('gives a matching example for each failure', () => {
  const responsesOf = (name: string) => operations.find(([known]) => known === name)![1].responses;
  const exampleOf = (name: string, status: number) =>
    responsesOf(name)[status] as { content: { 'application/json': { example: object } } };
  expect(exampleOf('query-index', 401).content['application/json'].example).toMatchObject({
    errors: [{ code: 'InvalidApiKey', message: errorCatalog.InvalidApiKey.message }],
  });
  expect(exampleOf('create-index-key', 500).content['application/json'].example).toMatchObject({
    Code: 'Internal',
    Message: errorCatalog.Internal.message,
  });
});

test('documents what the gateway answers instead of the functions', () => {
  const responsesOf = (name: string) => operations.find(([known]) => known === name)![1].responses;
  const schemaOf = (name: string, status: number) =>
    (responsesOf(name)[status] as { content: { 'application/json': { schema: object } } }).content[
      'application/json'
    ].schema;
  const [error, gatewayError] = ['Error', 'GatewayError'].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  expect(schemaOf('create-index', 401)).toEqual({ anyOf: [error, gatewayError] });
  expect(schemaOf('create-index', 413)).toEqual(gatewayError);
  expect(responsesOf('list-indexes')).not.toHaveProperty('413');
  expect(schemaOf('query-index', 401)).toEqual({ $ref: '#/components/schemas/Errors' });
  for (const [name, { responses }] of operations) expect(responses, name).toHaveProperty('431');
});

test('documents both media types of the Markdown pages', () => {
  const { responses } = operations.find(([name]) => name === 'get-docs-markdown')![1];
  const { content } = responses[200] as { content: object };
  expect(Object.keys(content)).toEqual(['text/markdown', 'text/html']);
});

test('has nothing that generators of clients stumble over', () => {
  expect(text).not.toContain('"items":false');
  expect(text).not.toContain('prefixItems');
  for (const [name, { responses }] of operations) {
    const empty = Object.entries(responses).filter(
      ([, response]) => !(response as { content?: object }).content,
    );
    // What was taken and needs no answer has none.
    expect(
      empty.filter(([status]) => status !== '202'),
      name,
    ).toEqual([]);
  }
});

test('names the headers of the limits for holders of a key', () => {
  const { responses } = operations.find(([name]) => name === 'query-index')![1];
  const headersOf = (status: number) =>
    Object.keys((responses[status] as { headers?: object }).headers ?? {});
  const limits = ['RateLimit-Policy', 'RateLimit'];
  expect(headersOf(200)).toEqual(limits);
  expect(headersOf(400)).toEqual(limits);
  expect(headersOf(429)).toEqual([...limits, 'Retry-After']);
  expect(headersOf(401)).toEqual([]);
});

test('holds nothing that generators of clients cannot read', () => {
  // Found with real ones: `npm run bench -- clients`.
  expect(text).not.toMatch(/"enum":\[[^\]]*"\\[tnr]"/);
  const { schemas } = document.components as { schemas: Record<string, { anyOf?: object[] }> };
  const selves = Object.entries(schemas).flatMap(([name, { anyOf = [] }]) =>
    anyOf
      .filter((member) => !('$ref' in member))
      .filter((member) => JSON.stringify(member).includes(`"#/components/schemas/${name}"`)),
  );
  expect(selves).toEqual([]);
});
