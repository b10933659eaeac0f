import { readCloudAssembly } from './cloud-assembly.ts';
import { evaluateAssembly } from './evaluate-assembly.ts';
import {
  type EventSource,
  eventSources,
  failureQueues,
  type LambdaFunction,
  lambdaFunctions,
} from './functions.ts';
import { type LogSubscription, logSubscriptions } from './log-subscriptions.ts';
import type { Resource } from './resource.ts';
import type { Addresses } from './resource-types.ts';
import { httpRoutes, type Route } from './routes.ts';

/** A synthesized app with resolved resources, sorted by the part of the host that uses them. */
export interface Assembly {
  region: string;
  account: string;
  resources: Resource[];
  functions: LambdaFunction[];
  routes: Route[];
  eventSources: EventSource[];
  /** Queues of events that functions failed with, by the name of the function. */
  failureQueues: ReadonlyMap<string, string>;
  logSubscriptions: LogSubscription[];
}

/**
 * Reads the assembly in `directory`. It was synthesized with the origin `placeholder`, which the real origin
 * replaces.
 */
export async function loadAssembly(
  directory: string,
  addresses: Addresses,
  placeholder: string,
): Promise<Assembly> {
  const replace = (text: string) => text.replaceAll(placeholder, addresses.origin);
  const stacks = await readCloudAssembly(directory, replace);
  const first = stacks[0];
  if (!first) throw new Error(`${directory} holds no stack`);
  const resources = evaluateAssembly(stacks, addresses);
  return {
    region: first.region,
    account: first.account,
    resources,
    functions: lambdaFunctions(resources, stacks),
    routes: httpRoutes(resources),
    eventSources: eventSources(resources),
    failureQueues: failureQueues(resources),
    logSubscriptions: logSubscriptions(resources),
  };
}
