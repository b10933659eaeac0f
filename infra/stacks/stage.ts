import { type App, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { type CfnStage, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import type { Environment } from '#infra/environments.ts';
import { shareOf } from '#infra/functions.ts';
import { contract, endpointNames } from '#shared/contract/contract.ts';
import { limits } from '#shared/limits.ts';
import type { EdgeStack } from './edge.ts';

/** Fields of the access log. Query strings and headers are left out, because they hold search texts and keys. CloudWatch has the time. */
const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  integrationError: '$context.integrationErrorMessage',
  // Names the invocation in Lambda's own lines, also of a function that ended before it could log.
  lambdaRequestId: '$context.integration.requestId',
  authorizerError: '$context.authorizer.error',
  sourceIp: '$context.identity.sourceIp',
  userAgent: '$context.identity.userAgent',
});

/**
 * The stage of the HTTP API: its access log and the limits of its routes. It is a stack of its own, after those of the
 * endpoints, because API Gateway refuses a limit of a route that does not exist yet.
 */
export class StageStack extends EnvironmentStack {
  constructor(app: App, environment: Environment, { api: { httpApi } }: EdgeStack) {
    super(app, 'Stage', environment, 'Access log and limits of the API');
    const { apiRequestsPerSecond, routeRequestsPerSecond, logRetentionDays, name } = environment;
    const logGroup = new LogGroup(this, 'ApiAccessLogs', {
      logGroupName: `/antecede/${name}/api-access`,
      retention: Math.min(logRetentionDays, limits.addressLogDays),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage = new HttpStage(this, 'DefaultStage', {
      httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: throttle(apiRequestsPerSecond),
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(accessLogFormat),
      },
    });
    const routeLimits = endpointNames
      .filter((endpoint) => shareOf(endpoint) < 1 || routeRequestsPerSecond[endpoint])
      .map((endpoint) => {
        const { method, path } = contract[endpoint];
        const { rateLimit, burstLimit } = throttle(
          routeRequestsPerSecond[endpoint] ?? apiRequestsPerSecond * shareOf(endpoint),
        );
        const limit = { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit };
        return [`${method} ${path}`, limit];
      });
    (stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(routeLimits);
  }
}

const throttle = (perSecond: number) => ({
  rateLimit: Math.ceil(perSecond),
  burstLimit: 2 * Math.ceil(perSecond),
});
