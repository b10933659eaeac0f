import type { EndpointName } from '#shared/contract/contract.ts';
import type { QueueName, StateMachineName } from '#shared/resources.ts';

/**
 * A feature, as `infra` deploys it. Each `functions/<feature>/feature.ts` declares one. Permissions are not declared: they
 * are derived from the code (`infra/permissions.ts`).
 */
export interface Feature {
  /** Stack of its functions that name no other. */
  readonly stack: StackName;
  /** Its endpoints; a file of that name is in `endpoints/`. */
  readonly endpoints: { readonly [Name in EndpointName]?: FunctionSettings };
  /** Its functions without a route; a file of that name is in `jobs/`. */
  readonly jobs: { readonly [name: string]: JobSettings };
}

/** Stacks of functions, so that each stays far below CloudFormation's limit of 500 resources. */
export type StackName =
  | 'Edge'
  | 'Identity'
  | 'Accounts'
  | 'Search'
  | 'Indexing'
  | 'Mail'
  | 'Billing'
  | 'Assistant'
  | 'Reports'
  | 'Activity'
  | 'Admin';

export interface FunctionSettings {
  readonly stack?: StackName;
  /** 1,769 MB is one whole vCPU. 512 by default. */
  readonly memoryMb?: number;
  /** 10 by default. API Gateway waits 30 seconds at most. */
  readonly timeoutSeconds?: number;
  /** True if it reads indexes into memory: it has at least the installation's `searchMemoryMb`. */
  readonly opensIndexes?: true;
  /** True if visitors have it compute: it gets `visitorConcurrency` instances at most. */
  readonly forVisitors?: true;
  /** True if nobody gets in or has paid without it: it has `essentialConcurrency` instances, whatever else runs. */
  readonly isEssential?: true;
  readonly alarms?: readonly FunctionAlarm[];
}

export interface JobSettings extends FunctionSettings {
  readonly timeoutSeconds: number;
  readonly trigger: Trigger;
  /**
   * True if its log survives the deletion of its stack wherever tables do: after a restore, erased people must be
   * erased again.
   */
  readonly keepsLog?: true;
}

/** What starts a job. */
export type Trigger =
  | { readonly workflow: StateMachineName }
  | {
      readonly queue: QueueName;
      readonly batchSize: number;
      /**
       * Maximum number of instances that work on the queue, at least 2. A new account has 10 for all functions, and a
       * burst of mail must not take them all.
       */
      readonly maxConcurrency: number;
      /** A second queue, for what visitors ask for: two instances at most, so that nobody who is signed in waits for them. */
      readonly visitorQueue?: QueueName;
    }
  | { readonly everyMinutes: number }
  | { readonly userPool: readonly UserPoolTrigger[] }
  /** People with the permission invoke it by hand. */
  | 'operator'
  /** A request to the API that matches no route. */
  | 'no-route'
  /** Log lines of searches, in batches. */
  | 'search-log'
  /** Schedules that staff change at run time. */
  | 'reminders'
  /** A schedule, where the operator has configured one. */
  | 'canary';

type UserPoolTrigger = 'preSignUp' | 'preAuthentication' | 'customMessage' | 'postConfirmation';

/** An alarm about a function or its queue. It goes off above its limit, once or in `periods` periods in a row. */
export type FunctionAlarm = {
  /** Name of the alarm, for instance `mail-late`. */
  readonly name: string;
  /** What users notice, and where to look. The person on call reads only this. */
  readonly impact: string;
  readonly periods?: number;
} & (
  | /** Messages that failed five times. */ { readonly above: 0; readonly of: 'dead letters' }
  | /** Age of the oldest message of the queue. */ { readonly aboveMinutes: number }
  | /** Failed calls in five minutes, or in an hour. */ {
      readonly above: number;
      readonly of: 'errors';
      readonly inAnHour?: true;
    }
  | /** A metric that the function logs, summed up over five minutes or an hour. */ {
      readonly above: number;
      readonly of: { readonly metric: string };
      readonly inAnHour?: true;
    }
);
