import {
  HttpAuthorizer,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  type IHttpApi,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { functionOf } from '#infra/functions.ts';
import type { Platform } from '#infra/platform.ts';
import { contract, type EndpointName } from '#shared/contract/contract.ts';
import { type Endpoint, isOpen } from '#shared/contract/endpoint.ts';
import { managementPath } from '#shared/management-scopes.ts';
import { acknowledge } from './acknowledge.ts';
import type { EnvironmentStack } from './environment-stack.ts';
import { pascalCase, StandardFunction } from './standard-function.ts';

/** The HTTP API, and the authorizer that checks tokens before a function runs. */
export interface Api {
  httpApi: IHttpApi;
  authorizerId: string;
}

/** Creates one endpoint of the contract: its function and its route. */
export function createEndpoint(
  scope: EnvironmentStack,
  name: EndpointName,
  api: Api,
  platform: Platform,
): StandardFunction {
  const endpoint: Endpoint = contract[name];
  const { access, method, path, manages } = endpoint;
  const standardFunction = new StandardFunction(scope, functionOf(name), platform);
  const open = isOpen(access);
  const route = new HttpRoute(scope, `${pascalCase(name)}Route`, {
    httpApi: api.httpApi,
    routeKey: HttpRouteKey.with(path, HttpMethod[method]),
    integration: new HttpLambdaIntegration('Integration', standardFunction.lambda),
    authorizer: open
      ? new HttpNoneAuthorizer()
      : HttpAuthorizer.fromHttpAuthorizerAttributes(scope, `${pascalCase(name)}Tokens`, {
          authorizerId: api.authorizerId,
          authorizerType: 'JWT',
        }),
  });
  if (open) {
    acknowledge(route, {
      'AwsSolutions-APIG4':
        access === 'public'
          ? 'The contract makes this endpoint public: it reveals nothing about anybody.'
          : 'The function checks the key or token for the resource in the path; API Gateway has no authorizer for those.',
    });
  }
  if (manages) {
    const managed = new HttpRoute(scope, `${pascalCase(name)}ManagementRoute`, {
      httpApi: api.httpApi,
      routeKey: HttpRouteKey.with(managementPath(path), HttpMethod[method]),
      integration: new HttpLambdaIntegration('ManagementIntegration', standardFunction.lambda),
      authorizer: new HttpNoneAuthorizer(),
    });
    acknowledge(managed, {
      'AwsSolutions-APIG4':
        'The function checks the management key; API Gateway has no authorizer for those.',
    });
  }
  return standardFunction;
}

/** Sends requests that match no other route to a function. */
export function createFallbackRoute(
  scope: EnvironmentStack,
  { httpApi }: Api,
  lambda: IFunction,
): void {
  const route = new HttpRoute(scope, 'FallbackRoute', {
    httpApi,
    routeKey: HttpRouteKey.DEFAULT,
    integration: new HttpLambdaIntegration('Integration', lambda),
    authorizer: new HttpNoneAuthorizer(),
  });
  acknowledge(route, {
    'AwsSolutions-APIG4': 'It refuses every request.',
  });
}
