import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAssembly } from '#local/assembly/load-assembly.ts';
import { synthesizeTestApp } from '#local/assembly/test-app.ts';
import { FunctionError } from '#local/aws/service.ts';
import { readInvokePermissions } from '#local/iam/invoke-permissions.ts';
import { openApi } from './api.ts';
import { openAuthorizer } from './authorize.ts';
import { type HostServer, listen } from './server.ts';

const issuer = 'https://issuer.example/pool';
let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const { privateKey, publicKey } = await generateKeyPair('RS256');
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' };
const faults: unknown[] = [];
let server: HostServer;
let origin: string;
/** The answer of the function that the API invokes. */
let respond: (event: Record<string, unknown>) => unknown = (event) => event;

const token = (claims: JWTPayload, expires = '1h', key = privateKey) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer)
    .setExpirationTime(expires)
    .sign(key);

beforeAll(async () => {
  const directory = synthesizeTestApp(({ stack, code }) => {
    const edge = stack('edge');
    const api = new HttpApi(edge, 'Api');
    const handler = new Lambda(edge, 'Echo', {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromAsset(code('echo', '')),
    });
    const integration = new HttpLambdaIntegration('Integration', handler);
    const authorizer = new HttpJwtAuthorizer('Tokens', issuer, { jwtAudience: ['app'] });
    const add = (path: string, method: HttpMethod, secured = false) =>
      api.addRoutes({ path, methods: [method], integration, ...(secured && { authorizer }) });
    add('/api/things/{id}', HttpMethod.GET);
    add('/api/things/special', HttpMethod.GET);
    add('/api/things', HttpMethod.POST);
    add('/api/secret', HttpMethod.GET, true);
  });
  const addresses = { origin: 'http://localhost', endpoint: 'http://127.0.0.1/_local/aws' };
  const { routes, resources, region, account } = await loadAssembly(directory, addresses, 'none');
  const api = openApi({
    routes,
    region,
    accountId: account,
    clock,
    authorize: openAuthorizer(async () => ({ keys: [jwk] }), clock),
    invoke: async (_, event) => respond(event as Record<string, unknown>),
    mayInvoke: readInvokePermissions(resources),
    onFault: (error) => faults.push(error),
  });
  server = await listen('127.0.0.1', 0, clock, (error) => faults.push(error));
  server.serve(api.handle);
  origin = `http://127.0.0.1:${server.port}`;
});
afterAll(() => server.close());

describe('the HTTP API', () => {
  it('sends the event of payload format 2.0', async () => {
    respond = (event) => event;
    const answer = await fetch(`${origin}/api/things/a%20b?x=1&x=2&y=%C3%BC`, {
      headers: { Cookie: 'one=1; two=2', 'X-Api-Key': randomUUID(), 'user-agent': 'test' },
    });
    const event = (await answer.json()) as {
      headers: object;
      requestContext: { requestId: string };
    };
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'GET /api/things/{id}',
      rawPath: '/api/things/a b',
      rawQueryString: 'x=1&x=2&y=%C3%BC',
      cookies: ['one=1', 'two=2'],
      queryStringParameters: { x: '1,2', y: 'ü' },
      pathParameters: { id: 'a b' },
      isBase64Encoded: false,
      requestContext: {
        accountId: '000000000000',
        stage: '$default',
        routeKey: 'GET /api/things/{id}',
        http: { method: 'GET', path: '/api/things/a b', sourceIp: '127.0.0.1', userAgent: 'test' },
        time: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      },
    });
    expect(Object.keys(event.headers)).toContain('x-api-key');
    expect(Object.keys(event.headers)).not.toContain('cookie');
    expect(event).not.toHaveProperty('body');
    expect(answer.headers.get('apigw-requestid')).toBe(event.requestContext.requestId);
  });

  it('prefers a literal segment to a parameter', async () => {
    respond = ({ routeKey }) => ({ routeKey });
    const answer = await fetch(`${origin}/api/things/special`);
    expect(await answer.json()).toEqual({ routeKey: 'GET /api/things/special' });
  });

  it('sends JSON as text and bytes as base64', async () => {
    respond = ({ body, isBase64Encoded }) => ({ body, isBase64Encoded });
    const post = async (type: string, body: string | Uint8Array<ArrayBuffer>) =>
      (
        await fetch(`${origin}/api/things`, {
          method: 'POST',
          headers: { 'content-type': type },
          body,
        })
      ).json();
    expect(await post('application/json; charset=utf-8', '{"ü":1}')).toEqual({
      body: '{"ü":1}',
      isBase64Encoded: false,
    });
    expect(await post('application/octet-stream', new Uint8Array([255, 0]))).toEqual({
      body: '/wA=',
      isBase64Encoded: true,
    });
  });

  it('gives status, headers, cookies and bytes of the answer', async () => {
    respond = () => ({
      statusCode: 201,
      headers: { 'Content-Type': 'text/csv', 'X-Count': 3 },
      cookies: ['a=1', 'b=2'],
      body: 'aGk=',
      isBase64Encoded: true,
    });
    const answer = await fetch(`${origin}/api/things/1`);
    expect([answer.status, await answer.text()]).toEqual([201, 'hi']);
    expect(answer.headers.get('content-type')).toBe('text/csv');
    expect(answer.headers.get('x-count')).toBe('3');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it.each([
    ['a malformed answer', () => ({ statusCode: 'nope' }), 500, 'Internal Server Error'],
    [
      'a failing function',
      () => Promise.reject(new FunctionError('TypeError', 'x')),
      500,
      'Internal Server Error',
    ],
    [
      'a function that timed out',
      () => Promise.reject(new FunctionError('Sandbox.Timedout', 'x')),
      503,
      'Service Unavailable',
    ],
    [
      'a request too large for a function',
      () => Promise.reject(new FunctionError('RequestTooLargeException', 'x')),
      413,
      'Request Entity Too Large',
    ],
  ])('answers %s in its own words', async (_, answerOf, status, message) => {
    respond = answerOf;
    const answer = await fetch(`${origin}/api/things/1`);
    expect([answer.status, await answer.json()]).toEqual([status, { message }]);
    expect(faults).toEqual([]);
  });

  it('answers 404 where there is no route, and 413 above 10 MB', async () => {
    expect((await fetch(`${origin}/api/nowhere`)).status).toBe(404);
    expect((await fetch(`${origin}/api/things/1`, { method: 'DELETE' })).status).toBe(404);
    const body = 'x'.repeat(10 * 1024 * 1024 + 1);
    expect((await fetch(`${origin}/api/things`, { method: 'POST', body })).status).toBe(413);
  });

  it.each([
    ['//', 'localhost', 404],
    ['//api/things/1', 'localhost', 404],
    ['*', 'localhost', 400],
    ['/api/nowhere', 'a b', 400],
    ['/api/nowhere', '[', 400],
  ])('takes the target %s of the host %s for what it is', async (path, host, expected) => {
    const { port } = new URL(origin);
    const status = await new Promise((resolve) =>
      request({ port, path, headers: { host } }, (answer) => {
        resolve(answer.resume().statusCode);
      }).end(),
    );
    expect([status, faults]).toEqual([expected, []]);
  });

  it('passes the claims of an accepted token as text', async () => {
    respond = (event) => (event.requestContext as { authorizer: object }).authorizer;
    const good = await token({ aud: 'app', sub: 's', email_verified: true, groups: ['a', 'b'] });
    const answer = await fetch(`${origin}/api/secret`, {
      headers: { authorization: `Bearer ${good}` },
    });
    expect(await answer.json()).toMatchObject({
      jwt: {
        claims: {
          sub: 's',
          email_verified: 'true',
          groups: '[a b]',
          exp: expect.stringMatching(/^\d+$/),
        },
      },
    });
    const access = await token({ client_id: 'app', sub: 's' });
    expect(
      (await fetch(`${origin}/api/secret`, { headers: { authorization: access } })).status,
    ).toBe(200);
  });

  it('refuses tokens that are missing, foreign, expired or forged', async () => {
    const other = await generateKeyPair('RS256');
    const bad = [
      '',
      'Bearer nonsense',
      await token({ aud: 'other' }),
      await token({ aud: 'app' }, '-1s'),
      await token({ aud: 'app' }, '1h', other.privateKey),
    ];
    for (const authorization of bad) {
      const answer = await fetch(`${origin}/api/secret`, {
        headers: authorization ? { authorization } : {},
      });
      expect([answer.status, await answer.json()]).toEqual([401, { message: 'Unauthorized' }]);
    }
  });
});

describe('a token that has been accepted before', () => {
  it('is refused once it has expired', async () => {
    const authorization = await token({ aud: 'app' });
    const status = async () =>
      (await fetch(`${origin}/api/secret`, { headers: { authorization } })).status;
    expect([await status(), await status()]).toEqual([200, 200]);
    ahead = 3_600_001;
    expect(await status()).toBe(401);
    ahead = 0;
  });
});

describe('a route whose function has no permission to be invoked', () => {
  it('stops the start', () => {
    const route = {
      key: 'GET /api/x',
      method: 'GET',
      segments: ['api', 'x'],
      apiId: 'a',
      functionName: 'f',
      functionArn: 'arn',
    };
    const open = () =>
      openApi({
        routes: [route],
        region: 'r',
        accountId: '0',
        clock,
        authorize: async () => undefined,
        invoke: async () => null,
        mayInvoke: () => false,
        onFault: () => {},
      });
    expect(open).toThrow('GET /api/x: f has no permission');
  });
});
