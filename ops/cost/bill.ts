import {
  answerBytes,
  deliveries,
  type Item,
  queriesBill,
  query,
  storedGbUsd,
  total,
} from '#shared/query-costs.ts';
import { prices } from './prices.ts';

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shape, which differs by type
  Properties?: Record<string, any>;
}

/** Stacks of one environment, synthesized. */
export type Templates = Record<string, { Resources: Record<string, Resource> }>;

/**
 * Long polls of an idle queue in a month: Lambda keeps five open, each for 20 seconds, of which AWS bills each.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const pollsOfQueue = (5 * 30.4 * 86_400) / 20;

/** What Lambda's polls of one queue cost in a month, beyond what is free. */
export const pollsUsd = () => (pollsOfQueue / 1e6) * prices.sqsRequestsMillion;

/** Assumed: how long a call of a schedule takes that finds nothing to do. */
const scheduledSeconds = 0.1;
const minutesOfMonth = 30.4 * 24 * 60;

/** What schedules do in a month without use: calls, some of which look into a queue, and the memory that they hold. */
function scheduledCalls(resources: readonly (readonly [id: string, Resource])[]) {
  const memoryGb = new Map(
    resources
      .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
      .map(([id, { Properties }]) => [id, Number(Properties!.MemorySize) / 1024]),
  );
  const sum = { calls: 0, looks: 0, gbSeconds: 0 };
  for (const [, { Type, Properties }] of resources) {
    if (Type !== 'AWS::Scheduler::Schedule' || Properties!.State === 'DISABLED') continue;
    const { ScheduleExpression, Target } = Properties!;
    const [, every, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(ScheduleExpression)!;
    const minutes = Number(every) * { minute: 1, hour: 60, day: 1440 }[unit as 'minute'];
    const calls = minutesOfMonth / minutes;
    sum.calls += calls;
    if (JSON.stringify(Target.Input ?? '').includes('queueUrl')) sum.looks += calls;
    sum.gbSeconds += calls * scheduledSeconds * memoryGb.get(Target.Arn['Fn::GetAtt'][0])!;
  }
  return sum;
}

const beyond = (count: number, free: number) => Math.max(0, count - free);

/** What is always free in an account, each month. The first environment uses it up, but for dashboards. */
const free = {
  alarmMetrics: prices.freeAlarmMetrics,
  sqsRequestsMillion: prices.freeSqsRequestsMillion,
  lambdaRequestsMillion: prices.freeLambdaRequestsMillion,
  lambdaGbSeconds: prices.freeLambdaGbSeconds,
};
const nothingFree = {
  alarmMetrics: 0,
  sqsRequestsMillion: 0,
  lambdaRequestsMillion: 0,
  lambdaGbSeconds: 0,
};

/**
 * What an environment costs in a month in which nobody uses it, in any year: nothing here is free in the first year only.
 * @param isFurther true beside another environment of the account
 */
export function idleBill(templates: Templates, isFurther = false): Item[] {
  const left = isFurther ? nothingFree : free;
  const named = Object.values(templates).flatMap((stack) => Object.entries(stack.Resources));
  const resources = named.map(([, resource]) => resource);
  const ofType = (type: string) => resources.filter(({ Type }) => Type === type);
  const count = (type: string) => ofType(type).length;
  const keys = count('AWS::KMS::Key');
  const secrets = count('AWS::SecretsManager::Secret');
  const watched = ofType('AWS::CloudWatch::Alarm')
    .map(({ Properties }) => Properties?.Metrics ?? [{ MetricStat: {} }])
    .flatMap((metrics: { MetricStat?: object }[]) => metrics.filter((one) => one.MetricStat));
  const queues = count('AWS::Lambda::EventSourceMapping');
  const polls = (queues * pollsOfQueue) / 1e6;
  const { calls, looks, gbSeconds } = scheduledCalls(named);
  const acls = ofType('AWS::WAFv2::WebACL');
  const rules = acls.flatMap(({ Properties }) => Properties?.Rules ?? []);
  const dashboards = count('AWS::CloudWatch::Dashboard');
  return [
    { what: `${keys} encryption key (KMS)`, usd: keys * prices.kmsKeyMonth },
    { what: `${secrets} secret (of the origin)`, usd: secrets * prices.secretMonth },
    {
      what: `${watched.length} metrics of alarms`,
      usd: beyond(watched.length, left.alarmMetrics) * prices.alarmMetricMonth,
    },
    {
      what: `${dashboards} dashboard`,
      usd: beyond(dashboards, prices.freeDashboards) * prices.dashboardMonth,
    },
    {
      what: `${queues} queues that Lambda polls, ${polls.toFixed(1)} million requests; others, ${(looks / 1e6).toFixed(1)} million`,
      usd: beyond(polls + looks / 1e6, left.sqsRequestsMillion) * prices.sqsRequestsMillion,
    },
    {
      what: `${(calls / 1e6).toFixed(1)} million calls by schedules`,
      usd:
        beyond(calls / 1e6, left.lambdaRequestsMillion) * prices.lambdaRequestsMillion +
        beyond(gbSeconds, left.lambdaGbSeconds) * prices.lambdaGbSecond,
    },
    {
      what: `${acls.length} web ACLs with ${rules.length} rules`,
      usd: acls.length * prices.webAclMonth + rules.length * prices.webAclRuleMonth,
    },
  ];
}

const partOf = (bill: readonly Item[], services: readonly string[]): number =>
  total(bill.filter(({ what }) => services.includes(what)));

/** What of the first million queries of a month is free, if nothing else uses it up: CloudFront, Lambda and logs. */
export const freeOfMillion = (bill: readonly Item[]): number =>
  partOf(bill, ['CloudFront', 'Transfer', 'Lambda', 'Logs']);

/** What of each of the first ten is: CloudFront. */
export const freeOfTenMillions = (bill: readonly Item[]): number => partOf(bill, ['CloudFront']);

/** How many millions of queries from programs that ask the function themselves send no more than AWS sends for nothing in a month. */
export const freelySentMillions = prices.freeTransferGb / (answerBytes / 1e3);

/** What each of those is free of. */
export const freeOfTransfer = (bill: readonly Item[]): number => partOf(bill, ['Transfer']);

/** The part of it that the search itself takes, without the calls around it. */
export const searchUsd = (searchMs: number): number =>
  searchMs * 1000 * query.memoryGb * prices.lambdaGbSecond;

/** A search by a function instance that has nothing of the index in memory yet. */
export interface ColdSearch {
  readonly ms: number;
  /** Reads of the store. */
  readonly reads: number;
  readonly readMb: number;
}

/** What a million queries cost more if this share of them is answered by fresh instances. */
export const coldUsd = ({ ms, reads }: Pick<ColdSearch, 'ms' | 'reads'>, share: number): number =>
  share * (waitUsd(ms) + reads * prices.s3GetsMillion);

/** The same of files that lie in one zone, in S3 Express One Zone. @param ms how long the search takes there */
export const zoneUsd = ({ reads, readMb }: ColdSearch, ms: number, share: number): number =>
  share *
  (waitUsd(ms) + reads * prices.s3ZoneGetsMillion + ((readMb * 1e6) / 1e3) * prices.s3ZoneReadGb);

/** What the memory of a million searches costs for so many milliseconds of each. */
const waitUsd = (ms: number) => (ms / 1000) * query.memoryGb * 1e6 * prices.lambdaGbSecond;

/** Events of 50 ms in a month, and three seconds of reading for each instance that Lambda replaces. */
const warmEvent = { seconds: 0.05, readingSeconds: 3, replacedADay: 12 };

/** What the search costs that is made at an interval: its alarm, and its queries, with a second call each. */
export function canaryUsd(everyMinutes: number): number {
  const searches = (30.4 * 24 * 60) / everyMinutes;
  const perSearch =
    total(queriesBill(1, { searchesOfDelivery: deliveries.sparse })) / 1e6 +
    prices.lambdaRequestsMillion / 1e6;
  return prices.alarmMetricMonth + searches * perSearch;
}

/** What it costs a month to keep one instance of the search function warm for one index. */
export function keepWarmUsd(everyMinutes: number): number {
  const events = (30.4 * 24 * 60) / everyMinutes;
  const { seconds, readingSeconds, replacedADay } = warmEvent;
  const gbSeconds = (events * seconds + 30.4 * replacedADay * readingSeconds) * query.memoryGb;
  return (
    gbSeconds * prices.lambdaGbSecond +
    (events / 1e6) * (prices.lambdaRequestsMillion + prices.dynamoReadsMillion)
  );
}

/** What 1,000 people cost who sign up, each with an organization of their own. */
export function signUpsBill(): Item[] {
  return [
    { what: 'Mails: a code each, and a welcome', usd: 2 * prices.mailsThousand },
    { what: 'DynamoDB: 20 writes each', usd: 0.02 * prices.dynamoWritesMillion },
    { what: 'KMS: a key of each catalogue', usd: 0.3 * prices.kmsRequestsTenThousand },
    {
      what: 'Lambda: ten calls of 0.1 s each',
      usd: 0.01 * prices.lambdaRequestsMillion + 1000 * 0.5 * prices.lambdaGbSecond,
    },
  ];
}

/** Seconds of one function of 3,008 MB for a GB of text, and bytes of the index for each byte of text. */
export interface Indexing {
  secondsOfGb: number;
  bytesOfByte: number;
}

/** What it costs to build the index of a GB of text once. */
export function indexingBill({ secondsOfGb }: Indexing): Item[] {
  return [
    { what: 'Lambda', usd: secondsOfGb * (3008 / 1024) * prices.lambdaGbSecond },
    { what: 'Step Functions', usd: 0.05 * prices.stateTransitionsThousand },
  ];
}

/** What a GB of text with its index costs in a month, each with one old version. */
export const storageUsd = ({ bytesOfByte }: Indexing) => storedGbUsd * (1 + bytesOfByte);
