import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

/** JSON lines on standard output; service name and level come from the environment. Never log bodies, tokens or keys. */
export const logger = new Logger();

/** CloudWatch embedded metrics, in the namespace of the environment. */
export const metrics = new Metrics();

type Facts = Readonly<Record<string, unknown>>;

let facts: Facts | undefined;

/**
 * Has the line of a request, its last one, tell facts, which costs less than a line of their own. Those of another call before
 * it get one.
 */
export function tellWithRequest(told: Facts): void {
  if (facts) logger.info('more of a request', facts);
  facts = told;
}

/** The facts, once. */
export function factsOfRequest(): Facts | undefined {
  const told = facts;
  facts = undefined;
  return told;
}

/** What can fail for good without anybody waiting for it. */
type Work = 'accounts' | 'alerts' | 'exports' | 'payments' | 'reports';

/**
 * Notes work that has failed for good. One metric and one alarm (`work-failed`) stand for all of it, and the log line says which
 * it is: a metric costs 0.30 USD a month, and an alarm on it 0.10.
 */
export function noteFailed(work: Work, count = 1): void {
  if (count === 0) return;
  logger.error('work failed', { work, count });
  const failures = new Metrics({ serviceName: 'work' });
  failures.addMetric('failures', MetricUnit.Count, count);
  failures.publishStoredMetrics();
}
