import { type App, CfnOutput, Fn } from 'aws-cdk-lib';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import type { StackName } from '#core/feature.ts';
import type { WarmEvent } from '#core/runtime/warm-event.ts';
import { type Api, createEndpoint, createFallbackRoute } from '#infra/constructs/api-endpoint.ts';
import { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import { createJob } from '#infra/constructs/job-function.ts';
import { createSchedules } from '#infra/constructs/schedule.ts';
import type { StandardFunction } from '#infra/constructs/standard-function.ts';
import type { Environment } from '#infra/environments.ts';
import { functionOf, jobsOf } from '#infra/functions.ts';
import type { Platform } from '#infra/platform.ts';
import { endpointNames } from '#shared/contract/contract.ts';

/** Creates the endpoints of the named stack. */
export function addEndpoints(
  scope: EnvironmentStack,
  stack: StackName,
  api: Api,
  platform: Platform,
): void {
  for (const name of endpointNames.filter((name) => functionOf(name).stack === stack)) {
    const endpoint = createEndpoint(scope, name, api, platform);
    if (name !== 'query-index') continue;
    keepWarm(endpoint, scope.settings);
    if (scope.settings.queryUrl) openUrl(scope, endpoint);
  }
}

/**
 * An address of the function itself, for CloudFront. Everybody may call it, as the address of the HTTP API: CloudFront cannot sign
 * requests with a body. The function answers only those that have the origin's secret.
 */
function openUrl(scope: EnvironmentStack, { lambda }: StandardFunction): void {
  const { url } = lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
  new CfnOutput(scope, 'QueryDomain', {
    description: 'The setting queryUrl.domain',
    value: Fn.select(2, Fn.split('/', url)),
  });
}

/** Events that have the search function read the indexes of `keepWarm`. */
function keepWarm(target: StandardFunction, { keepWarm }: Environment): void {
  const events = keepWarm.indexes.map((id) => ({
    id,
    input: { warm_index_id: id } satisfies WarmEvent,
  }));
  createSchedules(target, keepWarm.everyMinutes, events);
}

/** The endpoints and jobs of one domain. */
export class EndpointsStack extends EnvironmentStack {
  constructor(app: App, name: StackName, environment: Environment, api: Api, platform: Platform) {
    super(app, name, environment, `Endpoints of the domain ${name}`);
    addEndpoints(this, name, api, platform);
    for (const job of jobsOf(name)) {
      const { lambda } = createJob(this, job, platform);
      if (job.trigger === 'no-route') createFallbackRoute(this, api, lambda);
    }
  }
}
