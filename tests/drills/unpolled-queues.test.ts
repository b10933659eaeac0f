/**
 * `npm run test:queues`: a deployed installation has no pollers of some queues, and a schedule calls their functions each minute (ADR
 * 106). Here the pollers of the local cloud are off, and the functions are called as that schedule calls them: they receive and delete
 * messages by SQS's API, with the rights of their roles.
 */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueueToRead } from '#core/storage/read-queue.ts';
import { unhurriedQueues } from '#shared/resources.ts';
import { addCard, operatorStripe } from '#tests/api/support/billing.ts';
import { readMailbox, waitForMail } from '#tests/api/support/cognito.ts';
import { clientAt, newAddress, newAdminAt } from '#tests/api/support/people.ts';
import { confirmAddress, requestReport } from '#tests/api/support/reports.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { assemblyOf, close, type Stack, startStack } from '#tests/support/stack.ts';
import { tracesOf } from '#tests/support/traces.ts';
import { waitFor } from '#tests/support/wait-for.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => close(stack));

test('functions that a schedule calls find the messages of their queues themselves', async () => {
  const { origin } = stack;
  const { eventSources } = await assemblyOf(stack);
  const readers = unhurriedQueues.map((name) => {
    const own = new RegExp(`-data-${name}Queue[0-9A-F]{8}$`);
    const [source, ...others] = eventSources.filter(({ queueArn }) => own.test(queueArn));
    expect(others).toEqual([]);
    return { ...source!, name };
  });
  for (const { functionName: caller } of readers) {
    const fault = { operation: 'lambda:Poll', code: 'mapping disabled', caller, times: 1_000_000 };
    await fetch(`${origin}/_local/faults`, { method: 'POST', body: JSON.stringify(fault) });
  }
  const lambda = new LambdaClient(stack.client);
  /** As the schedule of each minute does. */
  const look = async () => {
    await advanceClock(origin, '1m');
    for (const { functionName, queueArn } of readers) {
      const event: QueueToRead = { queueUrl: queueArn };
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }),
      );
      expect(FunctionError, `${functionName}: ${Payload?.transformToString()}`).toBeUndefined();
    }
  };

  const admin = await newAdminAt(origin);
  const gone = await newAdminAt(origin);
  await admin.call('request-data-export', { body: { auth_user_id: admin.authUserId } });
  await addCard(origin, gone);
  const { authUserId: auth_user_id, email } = gone;
  const { stripe } = await operatorStripe(origin, stack.client);
  await gone.call('erase-user', { body: { auth_user_id, email, erase_organization: true } });
  const visitor = newAddress();
  await requestReport(clientAt(origin), 'prior-art', 'US-99010012-B2', visitor);
  await confirmAddress(origin, visitor);
  const bouncing = `bounce+${visitor.replace(/@.*/, '')}@simulator.amazonses.com`;
  await clientAt(origin)('subscribe-newsletter', { body: { EMAIL: bouncing } });

  const subjectsOf = async (address: string) =>
    (await readMailbox(origin, address)).map(({ subject }) => subject).join('\n');
  const done: Record<string, () => Promise<boolean>> = {
    Exports: async () => /Your data is ready/.test(await subjectsOf(admin.email)),
    Erasures: async () => /has been erased/.test(await subjectsOf(gone.email)),
    Customers: async () => (await stripe.customers.list({ email })).data.length === 0,
    VisitorReports: async () => /report for .* is ready/.test(await subjectsOf(visitor)),
    MailEvents: async () => (await tracesOf(stack, 'SUPPRESSED#')).length > 0,
  };
  await waitForMail(origin, visitor, /Please confirm your address/);
  for (const [queue, isDone] of Object.entries(done)) expect(await isDone(), queue).toBe(false);
  await waitFor('the work of all queues', async () => {
    await look();
    const all = await Promise.all(Object.values(done).map((isDone) => isDone()));
    return all.every(Boolean);
  });
});
