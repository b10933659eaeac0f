import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Resource } from '#local/assembly/resource.ts';
import { sha256 } from '#local/aws/protocol/sigv4.ts';
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  type Place,
  scheduleArn,
  updateSchedule,
} from '#local/aws/scheduler/operations.ts';
import { dueAfter, Runner } from '#local/aws/scheduler/runner.ts';
import { invalid, readDefinition, type Schedule } from '#local/aws/scheduler/schedule.ts';
import { ScheduleStore } from '#local/aws/scheduler/store.ts';
import {
  AwsError,
  type Caller,
  type InvokeFunction,
  type Permission,
  type RestRequest,
  type RestService,
} from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import { readBody } from '#local/host/read-body.ts';

export interface SchedulerOptions {
  dataDir: string;
  clock: Clock;
  invoke: InvokeFunction;
  onClockChange(listener: () => void): void;
  /** Where schedules live, for their ARNs. */
  region?: string;
  account?: string;
  /** Checks that a schedule's role may invoke its function. Without it every role may. */
  authorize?(roleArn: string, permission: Permission): void | Promise<void>;
  /**
   * Checks permissions that are only known from the body of a request. Without it functions may not
   * create or update schedules.
   */
  authorizeCaller?(caller: Caller, permissions: Permission[]): void;
  /** Hears why a schedule could not invoke its function; standard error by default. */
  onFault?(error: Error): void;
}

type SchedulerService = RestService & {
  /** Starts firing, and drops schedules that the template no longer declares. Call it after every `declare`. */
  resume(): void;
  /** Fires no more: what is due stays so for the next process. */
  suspend(): void;
};

const inert = ['KmsKeyArn', 'Tags'];
/** A schedule's input has at most 256 KB. */
const maxBodyBytes = 1024 * 1024;
const actions: Record<string, string> = {
  GET: 'GetSchedule',
  POST: 'CreateSchedule',
  PUT: 'UpdateSchedule',
  DELETE: 'DeleteSchedule',
};

/** Opens the local EventBridge Scheduler: functions invoked by rate, cron or at one time, by the local clock. */
export async function openScheduler(options: SchedulerOptions): Promise<SchedulerService> {
  const { clock, region = 'eu-west-1', account = '000000000000', authorize = () => {} } = options;
  const onFault = options.onFault ?? ((error) => console.error(error.message));
  const store = new ScheduleStore(join(options.dataDir, 'scheduler.sqlite'));
  const runner = new Runner(store, { clock, invoke: options.invoke, authorize, onFault });
  const groups = new Set(['default']);
  const place: Place = { region, account, groups };
  const declared = new Set<string>();
  options.onClockChange(() => runner.check());
  return {
    name: 'scheduler',
    protocol: 'rest',
    resourceTypes: ['AWS::Scheduler::ScheduleGroup', 'AWS::Scheduler::Schedule'],
    async declare(resource) {
      if (resource.type === 'AWS::Scheduler::ScheduleGroup') {
        groups.add(resource.ref);
        return;
      }
      const schedule = readDeclared(resource, clock.now());
      declared.add(schedule.arn);
      const known = store.get(schedule.group, schedule.name);
      const same = JSON.stringify(known?.definition) === JSON.stringify(schedule.definition);
      if (!same) store.put({ ...schedule, dueAt: dueAfter(schedule, clock.now() - 1) });
    },
    resume() {
      for (const schedule of store.all())
        if (schedule.declared && !declared.has(schedule.arn))
          store.delete(schedule.group, schedule.name);
      runner.start();
    },
    permissions(request) {
      const { name, action, group } = route(request);
      // Group and role of a new schedule stand in the body, which `handle` reads.
      if (request.method === 'POST' || request.method === 'PUT') return [];
      const resource = scheduleArn(place, name ? group : '*', name ?? '*');
      return [{ action: `scheduler:${action}`, resource }];
    },
    async handle(request, response) {
      try {
        const result = await answer(store, place, options, request);
        runner.check();
        send(response, 200, result);
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        response.setHeader('x-amzn-errortype', error.code);
        send(response, error.statusCode, { Message: error.message });
      }
    },
    suspend: () => runner.stop(),
    async close() {
      runner.stop();
      store.close();
    },
  };
}

async function answer(
  store: ScheduleStore,
  place: Place,
  { clock, authorizeCaller = refuseFunctions }: SchedulerOptions,
  request: RestRequest,
): Promise<object> {
  const { name, action, group } = route(request);
  if (name === undefined) return listSchedules(store, request.query);
  if (request.method === 'GET') return getSchedule(store, group, name);
  if (request.method === 'DELETE') return deleteSchedule(store, group, name);
  const body = await readMembers(request);
  const target = (body.Target ?? {}) as { RoleArn?: unknown };
  const resource = scheduleArn(place, String(body.GroupName ?? 'default'), name);
  authorizeCaller(request.caller, [
    { action: `scheduler:${action}`, resource },
    {
      action: 'iam:PassRole',
      resource: String(target.RoleArn),
      context: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    },
  ]);
  return request.method === 'POST'
    ? createSchedule(store, place, name, body, clock.now())
    : updateSchedule(store, name, body, clock.now());
}

/** `/schedules` or `/schedules/{name}`; everything else is not emulated. */
function route({ method, path, query }: RestRequest): {
  name?: string;
  action: string;
  group: string;
} {
  const [, encoded] = /^\/schedules(?:\/([^/]+))?$/.exec(path) ?? [];
  const action = encoded
    ? actions[method]
    : method === 'GET' && path === '/schedules' && 'ListSchedules';
  if (!action)
    throw new AwsError(
      'UnknownOperationException',
      `scheduler: ${method} ${path} is not emulated`,
      404,
    );
  const name = encoded && decodeName(encoded);
  return { name, action, group: query.get('groupName') ?? 'default' };
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw invalid(`${encoded} is not a name`);
  }
}

/** The body, which must be the one that was signed. */
async function readMembers({ body, headers }: RestRequest): Promise<Record<string, unknown>> {
  const bytes = await readBody(body, maxBodyBytes);
  if (sha256(bytes) !== headers['x-amz-content-sha256'])
    throw new AwsError(
      'InvalidSignatureException',
      'The body is not the one that was signed.',
      403,
    );
  try {
    const parsed = JSON.parse(bytes.toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {
    // Refused below like any other body that is no object.
  }
  throw invalid('The body is not a JSON object');
}

function readDeclared({ ref, attributes, logicalId, properties }: Resource, now: number): Schedule {
  const { Name: _, GroupName = 'default', ...given } = properties;
  for (const name of inert) delete given[name];
  try {
    const times = { createdAt: now, modifiedAt: now };
    const definition = readDefinition(given);
    return {
      arn: attributes.Arn ?? '',
      group: GroupName,
      name: ref,
      declared: true,
      definition,
      ...times,
    };
  } catch (error) {
    throw new Error(`${logicalId}: ${(error as Error).message}`, { cause: error });
  }
}

function refuseFunctions({ kind }: Caller): void {
  if (kind !== 'host')
    throw new AwsError('AccessDeniedException', 'Nobody decides about this caller.', 403);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
