import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { RestRequest } from '../service.ts';
import { permissionsOf, routeOf } from './routes.ts';

const request = (method: string, address: string, headers = {}): RestRequest => {
  const [path = '', query] = address.split('?');
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers,
    body: Readable.from([]),
    caller: { kind: 'host' },
  };
};

describe('the address names the operation and its permission', () => {
  test.each([
    ['GET /b?list-type=2&prefix=org/', 'ListObjectsV2', 's3:ListBucket', 'b'],
    ['GET /b?uploads', 'ListMultipartUploads', 's3:ListBucketMultipartUploads', 'b'],
    ['HEAD /b', 'HeadBucket', 's3:ListBucket', 'b'],
    ['GET /b/k?x-id=GetObject', 'GetObject', 's3:GetObject', 'b/k'],
    ['HEAD /b/k', 'HeadObject', 's3:GetObject', 'b/k'],
    ['PUT /b/k', 'PutObject', 's3:PutObject', 'b/k'],
    ['DELETE /b/k', 'DeleteObject', 's3:DeleteObject', 'b/k'],
    ['POST /b/k?uploads=', 'CreateMultipartUpload', 's3:PutObject', 'b/k'],
    ['PUT /b/k?partNumber=1&uploadId=u', 'UploadPart', 's3:PutObject', 'b/k'],
    ['GET /b/k?uploadId=u', 'ListParts', 's3:ListMultipartUploadParts', 'b/k'],
    ['POST /b/k?uploadId=u', 'CompleteMultipartUpload', 's3:PutObject', 'b/k'],
    ['DELETE /b/k?uploadId=u', 'AbortMultipartUpload', 's3:AbortMultipartUpload', 'b/k'],
  ])('%s', (line, operation, action, resource) => {
    const [method = '', address = ''] = line.split(' ');
    expect(routeOf(request(method, address)).operation).toBe(operation);
    expect(permissionsOf(request(method, address))).toMatchObject([
      { action, resource: `arn:aws:s3:::${resource}` },
    ]);
  });
});

test('a copy needs to read its source and to write its target', () => {
  const copy = request('PUT', '/b/to', { 'x-amz-copy-source': '/a/from%20here' });
  expect(permissionsOf(copy)).toEqual([
    { action: 's3:GetObject', resource: 'arn:aws:s3:::a/from here' },
    { action: 's3:PutObject', resource: 'arn:aws:s3:::b/to' },
  ]);
});

test('listing shows its prefix to the policy', () => {
  const [permission] = permissionsOf(request('GET', '/b?list-type=2&prefix=org/1/'));
  expect(permission?.context).toEqual({ 's3:prefix': 'org/1/' });
});

test.each([
  ['/b/a/../c', 'a/../c'],
  ['/b//', '/'],
  ['/b/%2e%2e/%E2%82%AC+%2B', '../€++'],
])('the key of %s is %s', (path, key) => {
  expect(routeOf(request('GET', path)).key).toBe(key);
});

test.each(['GET /', 'GET /b', 'GET /b/k?acl', 'PUT /b', 'PUT /b/k?tagging', 'PATCH /b/k'])(
  '%s is not emulated',
  (line) => {
    const [method = '', address = ''] = line.split(' ');
    expect(() => routeOf(request(method, address))).toThrow('not emulated');
  },
);

test('an address that is not well-formed is refused', () => {
  expect(() => routeOf(request('GET', '/b/%zz'))).toThrow("Couldn't parse");
});
