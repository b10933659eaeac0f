import { HttpApi, HttpAuthorizer, HttpAuthorizerType } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Api } from '#infra/constructs/api-endpoint.ts';
import { type EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';

/** The HTTP API with its token authorizer; endpoints add their routes, and the last stack its stage. It needs no CORS: the app has the same origin. */
export function createHttpApi(
  scope: EnvironmentStack,
  tokens: { userPoolId: string; clientId: string },
): Api & { httpApi: HttpApi } {
  const { region } = scope.settings;
  const httpApi = new HttpApi(scope, 'HttpApi', {
    apiName: physicalName(scope.settings, 'api'),
    createDefaultStage: false,
  });
  const authorizer = new HttpAuthorizer(scope, 'Tokens', {
    httpApi,
    authorizerName: 'tokens',
    type: HttpAuthorizerType.JWT,
    identitySource: ['$request.header.Authorization'],
    jwtIssuer: `https://cognito-idp.${region}.amazonaws.com/${tokens.userPoolId}`,
    jwtAudience: [tokens.clientId],
  });
  return { httpApi, authorizerId: authorizer.authorizerId };
}
