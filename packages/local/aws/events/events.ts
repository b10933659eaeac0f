import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { readProperties } from '#local/assembly/resource.ts';
import type { Service } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import { describePattern, type Pattern, patternMatches } from './pattern.ts';

/** An event that an AWS service sends to the default bus. */
export interface ServiceEvent {
  /** `aws.ses` */
  source: string;
  detailType: string;
  detail: Record<string, unknown>;
}

export interface EventsService extends Service {
  /** Hands an event to the targets of all rules whose pattern it matches. */
  publish(event: ServiceEvent): void;
}

interface Rule {
  pattern: Pattern;
  queueArns: string[];
}

/** Rules on the default bus with queues as targets: what the templates declare. */
const rule = z.strictObject({
  Name: z.string().optional(),
  Description: z.string().optional(),
  EventPattern: describePattern,
  State: z.literal('ENABLED').default('ENABLED'),
  Targets: z.array(
    z.strictObject({ Id: z.string(), Arn: z.string().regex(/^arn:aws:sqs:/, 'must be a queue') }),
  ),
});

/**
 * EventBridge on one machine, for events of the other local services. It has no operations, because no
 * function sends events, and AWS takes no events with a source `aws.` from others.
 */
export function openEvents(options: {
  clock: Clock;
  region: string;
  account: string;
  /** Puts a message into a queue. */
  send(queueArn: string, body: string): void;
}): EventsService {
  const { clock, region, account, send } = options;
  const rules: Rule[] = [];
  return {
    name: 'events',
    protocol: 'json-1.1',
    invalidInput: 'ValidationException',
    resourceTypes: ['AWS::Events::Rule'],
    operations: {},
    publish({ source, detailType, detail }) {
      const event = {
        version: '0',
        id: randomUUID(),
        'detail-type': detailType,
        source,
        account,
        time: new Date(clock.now()).toISOString(),
        region,
        resources: [],
        detail,
      };
      for (const { pattern, queueArns } of rules) {
        if (!patternMatches(pattern, event)) continue;
        for (const queueArn of queueArns) send(queueArn, JSON.stringify(event));
      }
    },
    async declare(resource) {
      const { EventPattern, Targets } = readProperties(resource, rule);
      rules.push({ pattern: EventPattern, queueArns: Targets.map(({ Arn }) => Arn) });
    },
    async close() {},
  };
}
