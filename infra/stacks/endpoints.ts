import type { App } from 'aws-cdk-lib';
import type { WarmEvent } from '#functions/runtime/warm-event.ts';
import { type Api, createEndpoint, createFallbackRoute } from '#infra/constructs/api-endpoint.ts';
import { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import { createJob } from '#infra/constructs/job-function.ts';
import { createSchedules } from '#infra/constructs/schedule.ts';
import type { StandardFunction } from '#infra/constructs/standard-function.ts';
import { type EndpointStack, settingsOf } from '#infra/endpoints.ts';
import type { Environment } from '#infra/environments.ts';
import { jobNames, jobs } from '#infra/jobs.ts';
import type { Resources } from '#infra/resources.ts';
import { endpointNames } from '#shared/contract/contract.ts';

/** Creates the endpoints of the named stack. */
export function addEndpoints(
  scope: EnvironmentStack,
  stack: EndpointStack,
  api: Api,
  resources: Resources,
  assetsDir: string,
): void {
  for (const name of endpointNames.filter((name) => settingsOf(name).stack === stack)) {
    const endpoint = createEndpoint(scope, name, api, resources, assetsDir);
    if (name === 'query-index') keepWarm(endpoint, scope.settings);
  }
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
  constructor(
    app: App,
    name: EndpointStack,
    environment: Environment,
    api: Api,
    resources: Resources,
    assetsDir: string,
  ) {
    super(app, name, environment, `Endpoints of the domain ${name}`);
    addEndpoints(this, name, api, resources, assetsDir);
    for (const job of jobNames.filter((job) => jobs[job].stack === name)) {
      const { lambda } = createJob(this, job, resources, assetsDir);
      if (jobs[job].trigger === 'no-route') createFallbackRoute(this, api, lambda);
    }
  }
}
