import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CognitoIdentityProviderClient,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DeleteScheduleCommand,
  GetScheduleCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openAccess } from '#local/iam/access.ts';
import { openCredentials } from '#local/iam/credentials.ts';
import { openInjectedFaults } from './injected-faults.ts';
import { s3Codes } from './s3/s3.ts';
import { AwsError, type Caller, defineOperation, type Service } from './service.ts';
import { openWire } from './wire.ts';

const basePath = '/_local/aws';
const credentials = openCredentials('secret-of-the-test', ['reader', 'stranger']);
const calls: { operation: string; input: unknown; caller: Caller }[] = [];

const operation = (action: string, permission?: 'public') =>
  defineOperation({
    input: z.looseObject({ TableName: z.string().optional() }),
    permission: permission ?? (() => ({ action, resource: `arn:aws:${action.split(':')[0]}:one` })),
    async run(input, { caller }) {
      calls.push({ operation: action.split(':')[1]!, input, caller });
      if (input.TableName === 'broken') throw new Error('disk on fire');
      if (input.TableName === 'gone') {
        throw new AwsError('ResourceNotFoundException', 'no table gone');
      }
      return { MessageId: 'm<1>', Item: { a: { S: 'b' } } };
    },
  });

const service = (
  name: string,
  protocol: Service['protocol'],
  operations: Service['operations'],
): Service => ({
  name,
  protocol,
  invalidInput: 'ValidationException',
  resourceTypes: [],
  operations,
  declare: async () => {},
  close: async () => {},
});

/** S3 as far as the wire is concerned: objects are read, forms posted, preflights answered by the service. */
const s3 = (): Service => {
  const see = defineOperation({
    route: 'GET /{Bucket}/{Key+}',
    input: z.strictObject({ Bucket: z.string(), Key: z.string() }),
    permission: ({ Bucket, Key }) => ({ action: 's3:Get', resource: `${Bucket}/${Key}` }),
    run(_, { request, caller, response }) {
      calls.push({ operation: request.path, input: {}, caller });
      response.writeHead(200).end('found');
    },
  });
  const operations = {
    GetObject: see,
    PostObject: defineOperation({
      route: 'POST /{Bucket}',
      input: z.strictObject({ Bucket: z.string() }),
      permission: 'public',
      run: (_, { response }) => void response.writeHead(200).end(),
    }),
    DeleteObjects: { ...see, route: 'POST /{Bucket}?delete' },
    CreateMultipartUpload: { ...see, route: 'POST /{Bucket}/{Key+}?uploads' },
  };
  return {
    ...service('s3', 'rest-xml', operations),
    ownCodes: s3Codes,
    async prepare({ method }, response) {
      if (method !== 'OPTIONS') return false;
      response.writeHead(200).end();
      return true;
    },
  };
};

const services: Service[] = [
  service('dynamodb', 'json-1.0', { GetItem: operation('dynamodb:GetItem') }),
  service('cognito-idp', 'json-1.1', {
    SignUp: operation('cognito-idp:SignUp', 'public'),
    AdminDeleteUser: operation('cognito-idp:AdminDeleteUser'),
  }),
  s3(),
  service('scheduler', 'rest-json', {
    GetSchedule: defineOperation({
      route: 'GET /schedules/{Name}',
      input: z.strictObject({ Name: z.string(), groupName: z.string().optional() }),
      permission: ({ Name }) => ({ action: 'scheduler:GetSchedule', resource: Name }),
      run: ({ Name }) => ({ Name: `found ${Name}` }),
    }),
  }),
];
const role = {
  arn: 'arn:aws:iam::0:role/reader',
  statements: [
    {
      Effect: 'Allow' as const,
      Action: ['dynamodb:GetItem', 'ses:*', 'scheduler:*'],
      Resource: '*',
    },
    { Effect: 'Allow' as const, Action: 's3:Get', Resource: 'bucket/open ü*' },
  ],
};

let server: Server;
let endpoint: string;
const faults: unknown[] = [];
/** How far the local clock is ahead of the real one, in milliseconds. */
let ahead = 0;

beforeAll(async () => {
  const access = openAccess(new Map([[role.arn, role]]), (name) =>
    name === 'reader' ? role.arn : undefined,
  );
  const wire = openWire({
    basePath,
    services,
    credentials,
    access,
    clock: { now: () => Date.now() + ahead },
    faults: openInjectedFaults(),
    endFunction: () => {},
    userPoolFirewall: () => undefined,
    onFault: (error) => faults.push(error),
  });
  server = createServer((request, response) => void wire(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`;
});
afterAll(() => void server.close());

const clientOf = (functionName: string, secretAccessKey?: string) => ({
  region: 'eu-west-1',
  endpoint,
  maxAttempts: 1,
  credentials: {
    ...credentials.forFunction(functionName),
    ...(secretAccessKey && { secretAccessKey }),
  },
});
const getItem = (functionName: string, table = 't', secret?: string) =>
  new DynamoDBClient(clientOf(functionName, secret)).send(
    new GetItemCommand({ TableName: table, Key: { a: { S: 'b' } } }),
  );

describe('the wire endpoint', () => {
  it('passes an allowed call with its caller to the service', async () => {
    expect((await getItem('reader')).Item).toEqual({ a: { S: 'b' } });
    expect(calls.at(-1)).toEqual({
      operation: 'GetItem',
      input: { TableName: 't', Key: { a: { S: 'b' } } },
      caller: { kind: 'function', functionName: 'reader' },
    });
  });

  it('denies a call that no policy allows, naming action and resource', async () => {
    await expect(getItem('stranger')).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringMatching(/dynamodb:GetItem on resource: arn:aws:dynamodb:one/),
    });
  });

  it('refuses a wrong signature', async () => {
    await expect(getItem('reader', 't', 'guessed')).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
  });

  it('refuses a key of another installation', async () => {
    const other = openCredentials('another-secret', ['reader']).forFunction('reader');
    const call = new DynamoDBClient({ ...clientOf('reader'), credentials: other }).send(
      new GetItemCommand({ TableName: 't', Key: {} }),
    );
    await expect(call).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
  });

  it("gives a service's error its name, and a fault none of its own", async () => {
    await expect(getItem('reader', 'gone')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'no table gone',
    });
    await expect(getItem('reader', 'broken')).rejects.toMatchObject({ name: 'InternalFailure' });
    expect(faults).toHaveLength(1);
  });

  it("lets anybody call Cognito's public operations, and nothing else", async () => {
    const anonymous = new CognitoIdentityProviderClient({ region: 'eu-west-1', endpoint });
    await anonymous.send(new SignUpCommand({ ClientId: 'c', Username: 'u', Password: 'p' }));
    expect(calls.at(-1)?.caller).toEqual({ kind: 'anonymous' });
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminDeleteUser' },
      body: '{}',
    });
    expect([answer.status, answer.headers.get('x-amzn-errortype')]).toEqual([
      403,
      'MissingAuthenticationTokenException',
    ]);
  });

  it('verifies S3 paths as sent, in headers and in presigned URLs', async () => {
    const s3 = new S3Client(clientOf('reader'));
    const command = new GetObjectCommand({ Bucket: 'bucket', Key: 'open ü/a+b(1).csv' });
    await s3.send(command);
    expect(calls.at(-1)?.operation).toBe('/bucket/open%20%C3%BC/a%2Bb%281%29.csv');
    const url = await getSignedUrl(s3, command);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.replace('open', 'shut'))).status).toBe(403);
    await expect(
      s3.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'shut' })),
    ).rejects.toMatchObject({
      name: 'AccessDenied',
    });
  });

  it('verifies REST services whose paths are encoded twice', async () => {
    const scheduler = new SchedulerClient(clientOf('reader'));
    expect(await scheduler.send(new GetScheduleCommand({ Name: 'a_b.c' }))).toMatchObject({
      Name: 'found a_b.c',
    });
  });

  it('refuses what an operation does not read, and operations that are not there', async () => {
    const scheduler = new SchedulerClient(clientOf('reader'));
    scheduler.middlewareStack.add(
      (next) => (args) => {
        (args.request as { query: object }).query = { page: '1' };
        return next(args);
      },
      { step: 'build' },
    );
    await expect(scheduler.send(new GetScheduleCommand({ Name: 'a' }))).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'page is not emulated',
    });
    await expect(
      new SchedulerClient(clientOf('reader')).send(new DeleteScheduleCommand({ Name: 'a' })),
    ).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'scheduler: DELETE /schedules/a is not emulated',
    });
  });

  it('answers S3 requests without a signature with AccessDenied, but passes forms and preflights on', async () => {
    expect((await fetch(`${endpoint}/bucket/key`)).status).toBe(403);
    const form = new FormData();
    form.set('key', 'k');
    expect((await fetch(`${endpoint}/bucket`, { method: 'POST', body: form })).status).toBe(200);
    expect((await fetch(`${endpoint}/bucket`, { method: 'OPTIONS' })).status).toBe(200);
  });

  it('does not take another operation for a form because of its content type', async () => {
    for (const target of ['/bucket?delete', '/bucket/key?uploads', '/bucket/key']) {
      const form = new FormData();
      form.set('key', 'k');
      const answer = await fetch(endpoint + target, { method: 'POST', body: form });
      expect(answer.status, target).toBe(403);
    }
  });

  const get = new GetItemCommand({ TableName: 't', Key: { a: { S: 'b' } } });
  const clientAhead = (systemClockOffset: number) =>
    new DynamoDBClient({ ...clientOf('reader'), systemClockOffset });

  it.each([-16, 16])('refuses a signature that is %d minutes off', async (minutes) => {
    await expect(clientAhead(minutes * 60_000).send(get)).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      message: expect.stringContaining('Signature expired'),
    });
  });

  it('takes the time of the local clock, also as it was before an advance, as well as the real one', async () => {
    const days = 22 * 86_400_000;
    await expect(clientAhead(days).send(get)).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
    ahead = days;
    expect((await clientAhead(days).send(get)).Item).toBeTruthy();
    expect((await clientAhead(0).send(get)).Item).toBeTruthy();
    // What was signed before an advance was on its way.
    ahead = 2 * days;
    expect((await clientAhead(days).send(get)).Item).toBeTruthy();
    await expect(clientAhead(3 * days).send(get)).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
    ahead = 0;
  });

  it('refuses presigned URLs of services other than S3', async () => {
    const { accessKeyId } = credentials.forFunction('reader');
    const query = new URLSearchParams({
      'X-Amz-Credential': `${accessKeyId}/20261121/eu-west-1/dynamodb/aws4_request`,
      'X-Amz-Signature': 'ab',
    });
    const answer = await fetch(`${endpoint}?${query}`, { method: 'POST', body: '{}' });
    expect([answer.status, (await answer.json()).message]).toEqual([
      403,
      'Presigned URLs are emulated for S3 only.',
    ]);
  });

  it('refuses a header of AWS that is not signed', async () => {
    const client = new DynamoDBClient(clientOf('reader'));
    const addHeader = (next: (args: object) => unknown) => (args: { request: unknown }) => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-acl'] = 'public-read';
      return next(args);
    };
    client.middlewareStack.add(addHeader as never, { step: 'finalizeRequest', priority: 'low' });
    await expect(client.send(get)).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      message: "'x-amz-acl' must be a signed header",
    });
  });

  it('leaves dots in S3 keys as they are', async () => {
    const s3 = new S3Client(clientOf('reader'));
    await s3.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'open ü/../x' }));
    expect(calls.at(-1)?.operation).toBe('/bucket/open%20%C3%BC/../x');
  });

  it('refuses a body that is not a JSON object', async () => {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp' },
      body: '[1',
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ __type: 'SerializationException' }),
    ]);
  });
});
