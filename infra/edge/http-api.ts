import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpAuthorizer,
  HttpAuthorizerType,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Api } from '#infra/constructs/api-endpoint.ts';
import { type HouseStack, houseName } from '#infra/constructs/house-stack.ts';

/** Fields of the access log. Query strings and headers are left out, because they hold search texts and keys. */
const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTime',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
  sourceIp: '$context.identity.sourceIp',
  userAgent: '$context.identity.userAgent',
});

/** The HTTP API with its token authorizer; endpoints add their routes. It needs no CORS: the app has the same origin. */
export function createHttpApi(
  scope: HouseStack,
  tokens: { userPoolId: string; clientId: string },
): Api & { httpApi: HttpApi } {
  const { apiRequestsPerSecond, logRetentionDays, name, region } = scope.settings;
  const httpApi = new HttpApi(scope, 'HttpApi', {
    apiName: houseName(scope.settings, 'api'),
    createDefaultStage: false,
  });
  const logGroup = new LogGroup(scope, 'ApiAccessLogs', {
    logGroupName: `/antecede/${name}/api-access`,
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  new HttpStage(scope, 'DefaultStage', {
    httpApi,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: apiRequestsPerSecond, burstLimit: 2 * apiRequestsPerSecond },
    accessLogSettings: {
      destination: new LogGroupLogDestination(logGroup),
      format: AccessLogFormat.custom(accessLogFormat),
    },
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
