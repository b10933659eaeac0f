import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import type { DocsSubject } from './docs/subject.ts';
import { indexOpenApi } from './index-openapi.ts';
import { openApiDocument } from './openapi.ts';

const subject: DocsSubject = {
  item_id: 'idx_1',
  name: 'Notes',
  api_endpoint: 'https://a.example/api/v1/indexes/idx_1',
  rows: 2500,
  columns_role: { id: 'metadata', 'a/b c': 'metadata', story: 'index', rest: 'ignore' },
  columns_data: '[["id","7"]]',
};

/** Errors of a document against the published OpenAPI schema. */
async function validationErrors(document: Record<string, unknown>): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  return valid ? [] : errors;
}

test('the document of the product is valid OpenAPI 3.1', async () => {
  expect(await validationErrors(openApiDocument('https://a.example'))).toEqual([]);
});

test('the document of an index is valid OpenAPI 3.1', async () => {
  expect(await validationErrors(indexOpenApi(subject))).toEqual([]);
  expect(await validationErrors({ ...indexOpenApi(subject), paths: { query: 7 } })).not.toEqual([]);
});

test('it has the calls with the columns of the index', () => {
  const document = indexOpenApi(subject) as {
    servers: { url: string }[];
    paths: Record<string, { post: { security: object[]; parameters?: unknown } }>;
    components: { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }> };
  };
  expect(document.servers).toEqual([{ url: subject.api_endpoint }]);
  const { '/rows': rows, ...calls } = document.paths;
  expect(Object.keys(rows!)).toEqual(['put', 'patch', 'delete']);
  expect(Object.keys(calls)).toEqual([
    '/query',
    '/queries',
    '/similar',
    '/vectors',
    '/dictionary',
    '/warm',
    '/clicks',
  ]);
  for (const { post } of Object.values(calls)) {
    expect(post.security).toEqual([{ apiKey: [] }]);
    expect(post.parameters).toBeUndefined();
  }
  const { FoundItem, Filter } = document.components.schemas;
  expect(Object.keys(FoundItem!.properties)).toEqual([
    'id',
    'a/b c',
    'conceptScore',
    'sameValue',
    'explanation',
  ]);
  expect(Filter!.properties.column!.enum).toEqual(['id', 'a/b c', 'story']);
});

test('every reference resolves', () => {
  const { schemas } = indexOpenApi(subject).components as { schemas: object };
  const text = JSON.stringify(indexOpenApi(subject));
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(3);
  for (const [, name] of references) expect(schemas).toHaveProperty(name!);
});
