/** Every function as it is deployed, from the features that declare them. */
import { resolve } from 'node:path';
import type {
  Feature,
  FunctionAlarm,
  FunctionSettings,
  JobSettings,
  StackName,
  Trigger,
} from '#core/feature.ts';
import { features, type JobName } from '#functions/features.ts';
import { contract, type EndpointName, endpointNames } from '#shared/contract/contract.ts';
import { isOpen } from '#shared/contract/endpoint.ts';
import type { QueueName } from '#shared/resources.ts';

export const projectDir = resolve(import.meta.dirname, '..');

export interface FunctionSize {
  memoryMb: number;
  timeoutSeconds: number;
}

/** A function, with its defaults filled in. */
export interface DeployedFunction extends FunctionSize {
  /** Name in the contract, or of the job; also that of the folder with its code. */
  name: string;
  /** Source file, relative to the project. */
  file: string;
  stack: StackName;
  opensIndexes: boolean;
  forVisitors: boolean;
  isEssential: boolean;
  alarms: readonly FunctionAlarm[];
  keepsLog: boolean;
  /** Absent for endpoints. */
  trigger?: Trigger;
}

const defaultSize: FunctionSize = { memoryMb: 512, timeoutSeconds: 10 };

function deployed(
  name: string,
  file: string,
  { stack }: Feature,
  settings: FunctionSettings & Partial<Pick<JobSettings, 'trigger' | 'keepsLog'>>,
): DeployedFunction {
  const defaults = {
    ...defaultSize,
    stack,
    opensIndexes: false,
    forVisitors: false,
    isEssential: false,
    alarms: [],
    keepsLog: false,
  };
  return { ...defaults, ...settings, name, file };
}

const found = Object.entries<Feature>(features).flatMap(([folder, feature]) => [
  ...Object.entries(feature.endpoints).map(([name, settings]) =>
    deployed(name, `functions/${folder}/endpoints/${name}.ts`, feature, settings),
  ),
  ...Object.entries(feature.jobs).map(([name, settings]) =>
    deployed(name, `functions/${folder}/jobs/${name}.ts`, feature, settings),
  ),
]);
const byName = new Map(found.map((one) => [one.name, one]));

/** The function of an endpoint or a job. */
export const functionOf = (name: EndpointName | JobName): DeployedFunction => byName.get(name)!;

/** The endpoints in the contract's order, and then the jobs. */
export const functions: readonly DeployedFunction[] = [
  ...endpointNames.map(functionOf),
  ...found.filter(({ trigger }) => trigger),
];

/** The jobs of one stack. */
export const jobsOf = (stack: StackName): DeployedFunction[] =>
  functions.filter((one) => one.trigger && one.stack === stack);

/** The queues whose messages a function gets: that of everybody, or of members; and that of visitors. */
export function queuesOf({ trigger }: Pick<DeployedFunction, 'trigger'>): QueueName[] {
  if (typeof trigger !== 'object' || !('queue' in trigger)) return [];
  return trigger.visitorQueue ? [trigger.queue, trigger.visitorQueue] : [trigger.queue];
}

/** Share of routes that visitors call by hand, with a form or a question: in prod 20 requests per second each. */
const formShare = 0.02;
/** Share of routes that use a whole vCPU, such as searches and PDFs: in prod 200 requests per second each. */
const heavyShare = 0.2;

/** The share of `apiRequestsPerSecond` that one route gets. API Gateway counts each route separately. */
export function shareOf(name: EndpointName): number {
  const { access, method } = contract[name];
  if (name === 'list-breached-passwords') return formShare;
  if (functionOf(name).memoryMb > defaultSize.memoryMb) return heavyShare;
  const isForm = isOpen(access) && (access === 'public' || access === 'visitor');
  return isForm && method !== 'GET' ? formShare : 1;
}
