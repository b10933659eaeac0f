import type { Stack } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { buildApp } from '#infra/app.ts';
import { functionOf } from '#infra/functions.ts';
import { parseSettings } from '#infra/settings.ts';
import { testSettings } from '#infra/test-settings.ts';
import { contract, endpointNames } from '#shared/contract/contract.ts';
import { type Endpoint, isOpen, methodsOf } from '#shared/contract/endpoint.ts';
import { managementPath } from '#shared/management-scopes.ts';
import { fakeAssets } from './fake-assets.ts';
import {
  ownChoices,
  resourceNamed,
  resourcesOf,
  synthesize,
  type TemplateResource,
} from './synthesize.ts';

const prod = synthesize('prod');
const routes = resourcesOf(prod, 'AWS::ApiGatewayV2::Route');
const functions = resourcesOf(prod, 'AWS::Lambda::Function');

function routeOf(name: keyof typeof contract): TemplateResource {
  const { method, path } = contract[name];
  const found = routes.filter(({ Properties }) => Properties.RouteKey === `${method} ${path}`);
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** Endpoints that management keys open, too. */
const managed = endpointNames.filter((name) => 'manages' in contract[name]);

/** The function that a route leads to. */
function functionBehind(route: TemplateResource) {
  const integrationId = route.Properties.Target['Fn::Join'][1].at(-1).Ref;
  const integration = resourceNamed(prod, 'AWS::ApiGatewayV2::Integration', integrationId);
  const functionId = integration.Properties.IntegrationUri['Fn::GetAtt'][0];
  return functions.find(({ id }) => id === functionId);
}

test('beside the contract there is one route, which refuses all other requests', () => {
  const keys = endpointNames.flatMap((name) => {
    const { path } = contract[name];
    const paths = managed.includes(name) ? [path, managementPath(path)] : [path];
    return methodsOf(contract[name]).flatMap((method) => paths.map((one) => `${method} ${one}`));
  });
  const found: string[] = routes.map(({ Properties }) => Properties.RouteKey);
  expect(found.toSorted()).toEqual([...keys, '$default'].toSorted());
  const fallback = routes.find(({ Properties }) => Properties.RouteKey === '$default');
  expect(fallback?.Properties.AuthorizationType).toBe('NONE');
  expect(functionBehind(fallback!)?.Properties.FunctionName).toBe(
    'antecede-prod-answer-unknown-path',
  );
});

test('every endpoint has one route, which leads to its function', () => {
  const led = endpointNames.map((name) => {
    const { Properties, Metadata } = functionBehind(routeOf(name))!;
    const { file, memoryMb } = functionOf(name);
    const isItsOwn =
      Properties.FunctionName === `antecede-prod-${name}` && Metadata?.['antecede:entry'] === file;
    // API Gateway gives up after 29 seconds.
    const answers = Properties.Timeout <= 29 && Properties.MemorySize >= memoryMb;
    return { name, isItsOwn, answers };
  });
  expect(led.filter(({ isItsOwn, answers }) => !isItsOwn || !answers)).toEqual([]);
});

test('a token is checked before the function unless the contract opens the endpoint', () => {
  const open = endpointNames.filter((name) => routeOf(name).Properties.AuthorizationType !== 'JWT');
  expect(open).toEqual(endpointNames.filter((name) => isOpen(contract[name].access)));
});

test('an endpoint for management keys has a second route to its function, and no other has one', () => {
  const second = routes.filter(({ Properties }) => Properties.RouteKey.includes(' /api/manage/'));
  const found = second.map((route) => [
    route.Properties.RouteKey,
    functionBehind(route)?.Properties.FunctionName,
    route.Properties.AuthorizationType,
  ]);
  const expected = managed.flatMap((name) => {
    const path = managementPath(contract[name].path);
    const { [name]: endpoint }: Record<string, Endpoint> = contract;
    return methodsOf(endpoint!).map((method) => [
      `${method} ${path}`,
      `antecede-prod-${name}`,
      'NONE',
    ]);
  });
  expect(new Set(found.map(String))).toEqual(new Set(expected.map(String)));
});

test('API Gateway may call a function only for its path', () => {
  const permissions = Map.groupBy(
    resourcesOf(prod, 'AWS::Lambda::Permission').map(({ Properties }) => Properties),
    ({ FunctionName }) => FunctionName['Fn::GetAtt']?.[0],
  );
  const callableOtherwise = endpointNames.filter((name) => {
    const found = permissions.get(functionBehind(routeOf(name))!.id) ?? [];
    const { path } = contract[name];
    const paths = managed.includes(name) ? [path, managementPath(path)] : [path];
    const isFor = (permission: (typeof found)[number], one: string) =>
      permission.Principal === 'apigateway.amazonaws.com' &&
      JSON.stringify(permission.SourceArn).includes(`/*/*${one}`);
    return (
      found.length !== paths.length ||
      !paths.every((one) => found.some((permission) => isFor(permission, one)))
    );
  });
  expect(callableOtherwise).toEqual([]);
});

test('the installation sets the memory of what searches, and of nothing else', () => {
  const memoryOf = (templates: typeof prod) =>
    Object.fromEntries(
      resourcesOf(templates, 'AWS::Lambda::Function').map(({ Properties }) => [
        Properties.FunctionName.replace('antecede-prod-', ''),
        Properties.MemorySize,
      ]),
    );
  const [usual, larger] = [memoryOf(prod), memoryOf(synthesize('prod', ownChoices))];
  expect(usual['query-index']).toBe(1769);
  expect(usual['make-report']).toBe(3008);
  const changed = Object.keys(larger).filter((name) => larger[name] !== usual[name]);
  expect(changed.toSorted()).toEqual([
    'answer-chat',
    'call-mcp',
    'create-search-export',
    'get-dictionary',
    'get-filtered-data',
    'get-query-vector',
    'list-counterparts',
    'list-similar-rows',
    'make-report',
    'map-hits',
    'query-index',
    'query-index-several',
    'query-similar-rows',
    'remake-report',
    'search-indexes',
    'search-report-again',
    'send-alerts',
    'write-export',
  ]);
  expect(new Set(changed.map((name) => larger[name]))).toEqual(new Set([4096]));
});

test('accepted tokens come from the environment’s user pool and its browser client', () => {
  const authorizer = resourceNamed(prod, 'AWS::ApiGatewayV2::Authorizer', 'Tokens').Properties;
  expect(authorizer.AuthorizerType).toBe('JWT');
  expect(JSON.stringify(authorizer.JwtConfiguration.Issuer)).toContain(
    'https://cognito-idp.us-east-1.amazonaws.com/',
  );
  expect(authorizer.JwtConfiguration.Audience).toHaveLength(1);
});

test('requests are logged without search texts', () => {
  const stage = resourceNamed(prod, 'AWS::ApiGatewayV2::Stage', 'DefaultStage').Properties;
  expect(stage.AccessLogSettings.Format).not.toMatch(
    /queryString|\$context\.path|authorizer\.claims/,
  );
  expect(stage.DefaultRouteSettings).toMatchObject({
    ThrottlingRateLimit: 1000,
    ThrottlingBurstLimit: 2000,
  });
});

describe('limits of routes', () => {
  const stage = resourceNamed(prod, 'AWS::ApiGatewayV2::Stage', 'DefaultStage').Properties;
  const rateOf = (name: keyof typeof contract) => {
    const { method, path } = contract[name];
    return stage.RouteSettings[`${method} ${path}`]?.ThrottlingRateLimit;
  };

  test('forms of strangers get few requests, searches some, all else the usual', () => {
    expect(rateOf('subscribe-newsletter')).toBe(20);
    expect(rateOf('request-demo')).toBe(20);
    expect(rateOf('query-index')).toBe(200);
    expect(rateOf('get-user')).toBeUndefined();
  });

  test('each is of a route that exists, and is made after it', () => {
    const keys = new Set(routes.map(({ Properties }) => Properties.RouteKey));
    const limited = Object.keys(stage.RouteSettings);
    expect(limited.length).toBeGreaterThan(10);
    expect(limited.filter((key) => !keys.has(key))).toEqual([]);
    const owners = Object.keys(prod).filter((name) =>
      Object.values(prod[name]!.Resources).some(({ Type }) => Type === 'AWS::ApiGatewayV2::Route'),
    );
    const app = buildApp({
      environment: 'prod',
      assetsDir: fakeAssets(),
      settings: parseSettings(testSettings, 'test'),
    });
    const { dependencies } = app.node.findChild('Stage') as Stack;
    expect(dependencies.map(({ node }) => node.id)).toEqual(expect.arrayContaining(owners));
  });

  test('the settings may say how many, of all and of one route', () => {
    const chosen = { requestsPerSecond: 500, routeRequestsPerSecond: { 'query-index': 321 } };
    const { DefaultRouteSettings, RouteSettings } = resourceNamed(
      synthesize('prod', chosen),
      'AWS::ApiGatewayV2::Stage',
      'DefaultStage',
    ).Properties;
    expect(DefaultRouteSettings.ThrottlingRateLimit).toBe(500);
    const { path } = contract['query-index'];
    expect(RouteSettings[`POST ${path}`]).toEqual({
      ThrottlingRateLimit: 321,
      ThrottlingBurstLimit: 642,
    });
  });

  test('a small environment leaves each at least one a second', () => {
    const { RouteSettings } = resourceNamed(
      synthesize('dev'),
      'AWS::ApiGatewayV2::Stage',
      'DefaultStage',
    ).Properties;
    const rates = Object.values(RouteSettings as Record<string, { ThrottlingRateLimit: number }>);
    expect(Math.min(...rates.map((one) => one.ThrottlingRateLimit))).toBe(1);
  });
});

test('every call that takes keys says what it is for, so that narrowed keys are refused', () => {
  const calls = Object.entries(contract).filter(([, { access }]) => access === 'api-key');
  const silent = calls.filter(([, endpoint]) => !('use' in endpoint)).map(([name]) => name);
  expect(silent).toEqual([]);
});
