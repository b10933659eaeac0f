import type { QueueName, StateMachineName } from '#shared/resources.ts';
import type { FunctionSize } from './endpoints.ts';

/** Functions without a route. The name is also that of the file in `functions/jobs/`. */
export const jobNames = [
  'plan-build',
  'scan-part',
  'train-model',
  'build-segment',
  'load-segment',
  'publish-index',
  'notify-build',
  'fail-build',
  'sweep-builds',
  'load-catalog',
  'send-mail',
  'suppress-addresses',
  'lift-suppression',
  'word-account-mail',
  'limit-attempts',
  'close-accounts',
  'end-sessions',
  'export-person',
  'erase-person',
  'repeat-erasure',
  'refuse-request',
  'reconcile-billing',
  'delete-customer',
  'answer-chat',
  'grant-staff',
  'reset-second-factor',
  'list-subscribers',
  'remake-report',
  'record-searches',
  'send-reminders',
  'try-search',
  'make-report',
] as const;
export type JobName = (typeof jobNames)[number];

/**
 * The trigger of a job. `operator`: people with the permission invoke it by hand. `no-route`: a request to the API
 * that matches no route. `maxConcurrency`: maximum number of instances that work on a queue, at least 2; a new
 * account has 10 for all functions, and a burst of mail must not take them all. `search-log`: log lines of searches,
 * in batches. `reminders`: schedules that staff change at run time.
 * `canary`: a schedule, where the operator has configured one.
 */
type Trigger =
  | { workflow: StateMachineName }
  | { queue: QueueName; batchSize: number; maxConcurrency: number }
  | { everyMinutes: number }
  | {
      userPool: readonly (
        | 'preSignUp'
        | 'preAuthentication'
        | 'customMessage'
        | 'postConfirmation'
      )[];
    }
  | 'operator'
  | 'no-route'
  | 'search-log'
  | 'reminders'
  | 'canary';

export interface JobSettings extends FunctionSize {
  stack:
    | 'Identity'
    | 'Indexing'
    | 'Mail'
    | 'Accounts'
    | 'Billing'
    | 'Assistant'
    | 'Admin'
    | 'Reports'
    | 'Activity';
  trigger: Trigger;
  /**
   * True if its log survives the deletion of its stack wherever tables do: after a restore, erased people must be
   * erased again.
   */
  keepsLog?: boolean;
}

const workflow = { stack: 'Indexing', trigger: { workflow: 'IndexBuild' } } as const;
/** Memory for one segment's columns and postings, which includes two vCPUs, and Lambda's longest timeout. */
const heavyStep: JobSettings = { ...workflow, memoryMb: 3008, timeoutSeconds: 900 };
const lightStep: JobSettings = { ...workflow, memoryMb: 512, timeoutSeconds: 30 };
/** Cognito waits at most 5 seconds. */
const userPoolJob = { stack: 'Identity', memoryMb: 512, timeoutSeconds: 5 } as const;

/**
 * Every job with its trigger and size. Its permissions are derived from its code: see `permissions.ts`.
 */
export const jobs: Record<JobName, JobSettings> = {
  'plan-build': { ...workflow, memoryMb: 1769, timeoutSeconds: 900 },
  'scan-part': { ...workflow, memoryMb: 1769, timeoutSeconds: 900 },
  'train-model': heavyStep,
  'build-segment': heavyStep,
  'load-segment': heavyStep,
  'publish-index': heavyStep,
  'notify-build': lightStep,
  'fail-build': lightStep,
  'sweep-builds': {
    stack: 'Indexing',
    trigger: { everyMinutes: 15 },
    memoryMb: 512,
    timeoutSeconds: 120,
  },
  'load-catalog': { stack: 'Indexing', trigger: 'operator', memoryMb: 512, timeoutSeconds: 120 },
  'send-mail': {
    stack: 'Mail',
    trigger: { queue: 'Mail', batchSize: 5, maxConcurrency: 2 },
    memoryMb: 512,
    timeoutSeconds: 30,
  },
  'suppress-addresses': {
    stack: 'Mail',
    trigger: { queue: 'MailEvents', batchSize: 10, maxConcurrency: 2 },
    memoryMb: 512,
    timeoutSeconds: 30,
  },
  'lift-suppression': { stack: 'Mail', trigger: 'operator', memoryMb: 512, timeoutSeconds: 10 },
  'export-person': {
    stack: 'Accounts',
    trigger: { queue: 'Exports', batchSize: 1, maxConcurrency: 2 },
    memoryMb: 1024,
    timeoutSeconds: 300,
  },
  'erase-person': {
    stack: 'Accounts',
    trigger: { queue: 'Erasures', batchSize: 1, maxConcurrency: 2 },
    memoryMb: 512,
    timeoutSeconds: 300,
    keepsLog: true,
  },
  'repeat-erasure': { stack: 'Accounts', trigger: 'operator', memoryMb: 512, timeoutSeconds: 30 },
  'refuse-request': { stack: 'Accounts', trigger: 'no-route', memoryMb: 256, timeoutSeconds: 5 },
  'word-account-mail': { ...userPoolJob, trigger: { userPool: ['customMessage'] } },
  'limit-attempts': { ...userPoolJob, trigger: { userPool: ['preSignUp', 'preAuthentication'] } },
  'close-accounts': {
    stack: 'Accounts',
    trigger: { everyMinutes: 15 },
    memoryMb: 512,
    timeoutSeconds: 120,
  },
  'end-sessions': { ...userPoolJob, trigger: { userPool: ['postConfirmation'] } },
  'delete-customer': {
    stack: 'Billing',
    trigger: { queue: 'Customers', batchSize: 1, maxConcurrency: 2 },
    memoryMb: 512,
    timeoutSeconds: 60,
  },
  // It searches; a request to the model takes at most 90 s.
  'answer-chat': {
    stack: 'Assistant',
    trigger: { queue: 'ChatRuns', batchSize: 1, maxConcurrency: 5 },
    memoryMb: 1024,
    timeoutSeconds: 300,
  },
  'list-subscribers': { stack: 'Admin', trigger: 'operator', memoryMb: 512, timeoutSeconds: 30 },
  'grant-staff': { stack: 'Admin', trigger: 'operator', memoryMb: 512, timeoutSeconds: 30 },
  'reset-second-factor': {
    stack: 'Admin',
    trigger: 'operator',
    memoryMb: 512,
    timeoutSeconds: 30,
  },
  // As much memory as the job that makes reports for people.
  'remake-report': { stack: 'Admin', trigger: 'operator', memoryMb: 3008, timeoutSeconds: 120 },
  'record-searches': {
    stack: 'Activity',
    trigger: 'search-log',
    memoryMb: 512,
    timeoutSeconds: 60,
  },
  'send-reminders': {
    stack: 'Activity',
    trigger: 'reminders',
    memoryMb: 512,
    timeoutSeconds: 300,
  },
  'try-search': { stack: 'Activity', trigger: 'canary', memoryMb: 256, timeoutSeconds: 20 },
  // It runs dozens of searches. One worker at a time makes a report: see `reportSettings`.
  'make-report': {
    stack: 'Reports',
    trigger: { queue: 'Reports', batchSize: 1, maxConcurrency: 2 },
    memoryMb: 3008,
    timeoutSeconds: 120,
  },
  'reconcile-billing': {
    stack: 'Billing',
    trigger: { everyMinutes: 15 },
    memoryMb: 512,
    timeoutSeconds: 900,
  },
};
