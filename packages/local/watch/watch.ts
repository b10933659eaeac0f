import type { Resource } from '#local/assembly/resource.ts';
import type { Services } from '#local/aws/open-services.ts';
import type { FunctionLogs } from '#local/functions/logs.ts';
import { type AlarmState, openAlarms } from './alarms.ts';
import { metricsOfLine } from './log-metrics.ts';
import { type Datum, openMetrics } from './metrics.ts';

/** How a call of a function ended. */
export type Ended = 'done' | 'failed' | 'throttled';

/** What is measured on this machine, and the alarms of the templates about it. */
export interface Watch {
  /** Stores one value. */
  record(datum: Datum): void;
  invoked(functionName: string, ended: Ended): void;
  answered(apiId: string, statusCode: number, elapsedMs: number): void;
  executionEnded(machineArn: string, status: string): void;
  /** Reads the lines of functions for metrics. */
  follow(logs: Pick<FunctionLogs, 'listen'>): void;
  /** The alarms as they stand now. Queues and mail are measured when somebody asks. */
  alarms(services: Pick<Services, 'sqs' | 'ses'>): AlarmState[];
}

/** @param now time of the local clock */
export function openWatch(resources: readonly Resource[], now: () => number): Watch {
  const metrics = openMetrics(now);
  const read = openAlarms(resources, metrics, now);
  const record = (
    namespace: string,
    dimensions: Record<string, string>,
    values: Record<string, number>,
  ) => {
    for (const [name, value] of Object.entries(values)) {
      metrics.record({ namespace, name, dimensions, value });
    }
  };
  return {
    record: metrics.record,
    invoked(FunctionName, ended) {
      // A call that is turned away is none.
      if (ended === 'throttled') return record('AWS/Lambda', {}, { Throttles: 1 });
      const Errors = ended === 'failed' ? 1 : 0;
      record('AWS/Lambda', { FunctionName }, { Invocations: 1, Errors });
    },
    answered(ApiId, statusCode, elapsedMs) {
      const isOf = (hundreds: number) => (Math.floor(statusCode / 100) === hundreds ? 1 : 0);
      record(
        'AWS/ApiGateway',
        { ApiId },
        { Count: 1, '4xx': isOf(4), '5xx': isOf(5), Latency: elapsedMs },
      );
    },
    executionEnded(StateMachineArn, status) {
      const values = {
        ExecutionsSucceeded: Number(status === 'SUCCEEDED'),
        ExecutionsFailed: Number(status === 'FAILED'),
        ExecutionsTimedOut: Number(status === 'TIMED_OUT'),
      };
      record('AWS/States', { StateMachineArn }, values);
    },
    follow(logs) {
      logs.listen((_, line) => {
        for (const datum of metricsOfLine(line)) metrics.record(datum);
      });
    },
    alarms({ sqs, ses }) {
      for (const { name, visible, oldestSeconds } of sqs.depths()) {
        record(
          'AWS/SQS',
          { QueueName: name },
          {
            ApproximateNumberOfMessagesVisible: visible,
            ApproximateAgeOfOldestMessage: oldestSeconds,
          },
        );
      }
      const { sent, bounces, complaints } = ses.reputation();
      if (sent > 0) {
        record(
          'AWS/SES',
          {},
          {
            'Reputation.BounceRate': bounces / sent,
            'Reputation.ComplaintRate': complaints / sent,
          },
        );
      }
      return read();
    },
  };
}
