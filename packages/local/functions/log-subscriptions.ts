import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { LogSubscription } from '#local/assembly/log-subscriptions.ts';
import { asyncTries, type GiveUp } from './failed-events.ts';
import type { FunctionLogs } from './logs.ts';
import type { FunctionRuntime } from './runtime.ts';

/** Lines within this time go into one batch. CloudWatch takes seconds. */
const gatherMs = 100;
const pauseMs = 1000;

interface LogEvent {
  id: string;
  timestamp: number;
  message: string;
}

/** Hands log lines to the functions that subscribe to them, as CloudWatch Logs does: late, in batches. */
export function startLogSubscriptions(
  subscriptions: readonly LogSubscription[],
  logs: Pick<FunctionLogs, 'listen'>,
  functions: Pick<FunctionRuntime, 'invoke'>,
  giveUp: GiveUp,
): void {
  const gathered = new Map<LogSubscription, LogEvent[]>();
  const deliver = async (subscription: LogSubscription) => {
    const logEvents = gathered.get(subscription)!;
    gathered.delete(subscription);
    const data = gzipSync(
      JSON.stringify({
        messageType: 'DATA_MESSAGE',
        owner: '000000000000',
        logGroup: subscription.logGroup,
        logStream: 'local',
        subscriptionFilters: ['local'],
        logEvents,
      }),
    ).toString('base64');
    const { functionArn, functionName } = subscription;
    const event = { awslogs: { data } };
    for (let attempt = 1; ; attempt++) {
      try {
        await functions.invoke(functionName, event);
        return;
      } catch (error) {
        // Its reason is in the function's own log.
        if (attempt === asyncTries) return giveUp(functionArn, event, error);
        await sleep(pauseMs * attempt, undefined, { ref: false });
      }
    }
  };
  logs.listen((functionName, message) => {
    for (const subscription of subscriptions) {
      if (subscription.sourceName !== functionName || !fits(subscription, message)) continue;
      const event = { id: randomUUID(), timestamp: Date.now(), message };
      const events = gathered.get(subscription);
      if (events) {
        events.push(event);
      } else {
        gathered.set(subscription, [event]);
        setTimeout(() => void deliver(subscription), gatherMs).unref();
      }
    }
  });
}

function fits({ property }: LogSubscription, line: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return false;
  }
  for (const name of property) value = (value as Record<string, unknown> | null)?.[name];
  return typeof value === 'number' && value >= 0;
}
