import {
  HttpAuthorizer,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  type HttpRouteIntegrationBindOptions,
  HttpRouteKey,
  type IHttpApi,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { functionOf } from '#infra/functions.ts';
import type { Platform } from '#infra/platform.ts';
import { contract, type EndpointName } from '#shared/contract/contract.ts';
import { type Endpoint, isOpen, methodsOf } from '#shared/contract/endpoint.ts';
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
  const { access, path, manages } = endpoint;
  const standardFunction = new StandardFunction(scope, functionOf(name), platform);
  const id = pascalCase(name);
  const open = isOpen(access);
  const authorizer = open
    ? new HttpNoneAuthorizer()
    : HttpAuthorizer.fromHttpAuthorizerAttributes(scope, `${id}Tokens`, {
        authorizerId: api.authorizerId,
        authorizerType: 'JWT',
      });
  const integration = new PathIntegration('Integration', standardFunction.lambda);
  const addRoutes = (
    ofRoute: string,
    at: string,
    checkedBy: IHttpRouteAuthorizer,
    reason: string | undefined,
  ) => {
    for (const method of methodsOf(endpoint)) {
      const route = new HttpRoute(scope, method === 'HEAD' ? `${ofRoute}Head` : ofRoute, {
        httpApi: api.httpApi,
        routeKey: HttpRouteKey.with(at, HttpMethod[method]),
        integration,
        authorizer: checkedBy,
      });
      if (reason) acknowledge(route, { 'AwsSolutions-APIG4': reason });
    }
  };
  const reason =
    access === 'public'
      ? 'The contract makes this endpoint public: it reveals nothing about anybody.'
      : 'The function checks the key or token for the resource in the path; API Gateway has no authorizer for those.';
  addRoutes(`${id}Route`, path, authorizer, open ? reason : undefined);
  if (manages) {
    addRoutes(
      `${id}ManagementRoute`,
      managementPath(path),
      new HttpNoneAuthorizer(),
      'The function checks the management key; API Gateway has no authorizer for those.',
    );
  }
  return standardFunction;
}

/** API Gateway may call the function for every method of a path, so the routes of one path need one permission. */
class PathIntegration extends HttpLambdaIntegration {
  readonly #permitted = new Set<string | undefined>();

  protected override completeBind(options: HttpRouteIntegrationBindOptions): void {
    const { path } = options.route;
    if (this.#permitted.has(path)) return;
    this.#permitted.add(path);
    super.completeBind(options);
  }
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
