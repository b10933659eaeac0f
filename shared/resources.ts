/**
 * Logical names of tables, buckets and queues, shared by functions and infrastructure. A function gets
 * the environment variable of a resource if and only if it has a grant on it.
 */
export const tables = [
  'Accounts',
  'Indexes',
  'Datasets',
  'Conversations',
  'Reports',
  'Lists',
  'Projects',
  'Activity',
] as const;
export const buckets = ['Datasets', 'Indexes', 'Reports', 'Exports'] as const;
export const queues = [
  'Mail',
  'MailEvents',
  'Exports',
  'SearchExports',
  'Erasures',
  'Customers',
  'ChatRuns',
  'VisitorChatRuns',
  'Reports',
  'VisitorReports',
  'Webhooks',
  'Sources',
] as const;
/**
 * Queues whose messages may wait for a minute: a schedule has their function look for them (ADR 106). Lambda asks all others all
 * the time, which costs 0.26 USD a month for each, used or not.
 */
export const unhurriedQueues: readonly (typeof queues)[number][] = [
  'MailEvents',
  'Exports',
  'Erasures',
  'Customers',
  'VisitorReports',
];
export const stateMachines = ['IndexBuild'] as const;
export const encryptionKeys = ['ApiKeys'] as const;
/** Secrets that an operator sets after the deployment: parameters, which no template holds. */
export const secrets = ['Stripe', 'OpenAI', 'Canary'] as const;

/** Sets of schedules with a common prefix of their names. */
export const scheduleSets = ['Reminders'] as const;

/** Functions that other functions invoke. */
export const functions = [
  'QueryIndex',
  'QueryIndexSeveral',
  'QuerySimilarRows',
  'SearchIndexes',
  'GetFilteredData',
  'CreateChatThread',
  'CreateChatMessage',
  'CreateChatRun',
  'GetChatRun',
  'GetChatThread',
  'ListChatMessages',
  'SubmitToolOutputs',
  'AnswerChat',
] as const;

export type TableName = (typeof tables)[number];
export type BucketName = (typeof buckets)[number];
export type QueueName = (typeof queues)[number];
export type StateMachineName = (typeof stateMachines)[number];
export type EncryptionKeyName = (typeof encryptionKeys)[number];
export type SecretName = (typeof secrets)[number];
export type ScheduleSetName = (typeof scheduleSets)[number];
export type FunctionName = (typeof functions)[number];

const kinds = {
  table: 'TABLE',
  bucket: 'BUCKET',
  queue: 'QUEUE',
  stateMachine: 'STATE_MACHINE',
  encryptionKey: 'KEY',
  secret: 'SECRET',
  scheduleSet: 'SCHEDULES',
  function: 'FUNCTION',
} as const;

/**
 * Name of the environment variable that holds a resource's physical name (tables, buckets, secrets), URL
 * (queues), beginning of names (schedules) or ARN (the rest): `envName('table', 'Accounts')` is `TABLE_ACCOUNTS`.
 */
export function envName(kind: keyof typeof kinds, name: string): string {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  return `${kinds[kind]}_${words}`;
}
