import * as z from 'zod';
import { parseInput } from '#local/aws/run-operation.ts';
import { dueAfter } from '#local/aws/scheduler/runner.ts';
import { invalid, readDefinition, type Schedule } from '#local/aws/scheduler/schedule.ts';
import type { ScheduleStore } from '#local/aws/scheduler/store.ts';
import { AwsError } from '#local/aws/service.ts';

type Input = Record<string, unknown>;

export interface Place {
  region: string;
  account: string;
  /** Names of the declared groups, `default` among them. */
  groups: ReadonlySet<string>;
}

/** What a body holds beside the definition. */
const created = z.looseObject({
  GroupName: z.string().default('default'),
  ClientToken: z.string().max(64).optional(),
});

const paging = z.object({
  NextToken: z.coerce.number().int().min(0).default(0),
  MaxResults: z.coerce.number().int().min(1).max(100).default(100),
});

export function scheduleArn({ region, account }: Place, group: string, name: string): string {
  return `arn:aws:scheduler:${region}:${account}:schedule/${group}/${name}`;
}

/** A schedule that is not there yet. A repeated call with the same client token gives the first one. */
export function createSchedule(
  store: ScheduleStore,
  place: Place,
  name: string,
  input: Input,
  now: number,
) {
  const {
    GroupName: group,
    ClientToken,
    ...body
  } = parseInput(created, input, 'ValidationException');
  if (!/^[\w.-]{1,64}$/.test(name)) throw invalid(`Invalid schedule name ${name}`);
  if (!place.groups.has(group)) throw notFound(`Schedule group ${group}`);
  const definition = readDefinition(body);
  const known = store.get(group, name);
  if (known && (ClientToken === undefined || known.clientToken !== ClientToken))
    throw new AwsError('ConflictException', `Schedule ${name} already exists.`, 409);
  const schedule: Schedule = {
    arn: scheduleArn(place, group, name),
    ...{ group, name, definition, declared: false, createdAt: now, modifiedAt: now },
    clientToken: ClientToken,
  };
  if (!known) store.put({ ...schedule, dueAt: dueAfter(schedule, now - 1) });
  return { ScheduleArn: schedule.arn };
}

/** Replaces a definition as a whole, as AWS does: what is left out goes back to its default. */
export function updateSchedule(store: ScheduleStore, name: string, input: Input, now: number) {
  const { GroupName, ClientToken: _, ...body } = parseInput(created, input, 'ValidationException');
  const { pending: __, ...known } = existing(store, GroupName, name);
  const schedule: Schedule = { ...known, definition: readDefinition(body), modifiedAt: now };
  store.put({ ...schedule, dueAt: dueAfter(schedule, now - 1) });
  return { ScheduleArn: schedule.arn };
}

export function getSchedule(store: ScheduleStore, group: string, name: string) {
  const schedule = existing(store, group, name);
  const { StartDate, EndDate, ...definition } = schedule.definition;
  return {
    ...definition,
    ...dates(schedule),
    StartDate: StartDate && StartDate / 1000,
    EndDate: EndDate && EndDate / 1000,
    Arn: schedule.arn,
    GroupName: schedule.group,
    Name: schedule.name,
  };
}

export function deleteSchedule(store: ScheduleStore, group: string, name: string) {
  const schedule = existing(store, group, name);
  store.delete(schedule.group, schedule.name);
  return {};
}

export function listSchedules(store: ScheduleStore, query: URLSearchParams) {
  const wanted = (name: string, actual: string) => [null, actual].includes(query.get(name));
  const found = store
    .all()
    .filter(
      ({ group, definition }) =>
        wanted('ScheduleGroup', group) && wanted('State', definition.State),
    )
    .filter(({ name }) => name.startsWith(query.get('NamePrefix') ?? ''));
  const page = parseInput(paging, Object.fromEntries(query), 'ValidationException');
  const from = page.NextToken;
  const to = from + page.MaxResults;
  const Schedules = found.slice(from, to).map((schedule) => ({
    Arn: schedule.arn,
    GroupName: schedule.group,
    Name: schedule.name,
    State: schedule.definition.State,
    Target: { Arn: schedule.definition.Target.Arn },
    ...dates(schedule),
  }));
  return { Schedules, ...(to < found.length && { NextToken: String(to) }) };
}

function existing(store: ScheduleStore, group: string, name: string): Schedule {
  const schedule = store.get(group, name);
  if (!schedule) throw notFound(`Schedule ${name}`);
  return schedule;
}

function notFound(what: string): AwsError {
  return new AwsError('ResourceNotFoundException', `${what} does not exist.`, 404);
}

function dates({ createdAt, modifiedAt }: Schedule) {
  return { CreationDate: createdAt / 1000, LastModificationDate: modifiedAt / 1000 };
}
