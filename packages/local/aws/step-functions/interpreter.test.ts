import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AwsError, FunctionError } from '#local/aws/service.ts';
import { lockFile } from '#local/aws/test-lock.ts';
import { eventually } from '#tests/support/eventually.ts';
import { functionArn, machineArn, mapOver, openTestMachine } from './test-machine.ts';

/** A definition of one state. */
function only(state: object) {
  return { StartAt: 'only', States: { only: { End: true, ...state } } };
}

const task = (name: string, rest: object = {}) => ({
  Type: 'Task',
  Resource: functionArn(name),
  ...rest,
});

test('a failing task is retried, then caught by the name of its error', async () => {
  let attempts = 0;
  const machine = await openTestMachine(
    {
      StartAt: 'work',
      States: {
        work: task('fail', {
          Retry: [{ ErrorEquals: ['Retryable'], IntervalSeconds: 0, MaxAttempts: 2 }],
          Catch: [
            { ErrorEquals: ['Other'], Next: 'wrong' },
            { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'caught' },
          ],
          Next: 'wrong',
        }),
        wrong: { Type: 'Fail', Error: 'Wrong', Cause: 'unexpected' },
        caught: task('tell', { End: true }),
      },
    },
    {
      fail: () => {
        attempts++;
        throw new FunctionError('Retryable', 'not yet');
      },
      tell: (state) => state,
    },
  );
  const { output } = await machine.run({ a: 1 });
  expect(attempts).toBe(3);
  expect(output).toEqual({
    a: 1,
    error: { Error: 'Retryable', Cause: '{"errorType":"Retryable","errorMessage":"not yet"}' },
  });
});

test('a Choice goes where the first rule that holds leads, else to its default', async () => {
  const rule = (Variable: string, IsPresent: boolean, Next: string) => ({
    Variable,
    IsPresent,
    Next,
  });
  const machine = await openTestMachine(
    {
      StartAt: 'choose',
      States: {
        choose: {
          Type: 'Choice',
          Choices: [rule('$.a.b', true, 'nested'), rule('$.c', false, 'without')],
          Default: 'other',
        },
        nested: task('say', { ResultPath: '$.said', End: true }),
        without: { Type: 'Fail', Error: 'Without', Cause: 'no c' },
        other: { Type: 'Fail', Error: 'Other', Cause: 'c' },
      },
    },
    { say: () => 'nested' },
  );
  expect((await machine.run({ a: { b: null } })).output).toMatchObject({ said: 'nested' });
  expect(await machine.run({ a: {} })).toMatchObject({ error: 'Without' });
  expect(await machine.run({ c: 1 })).toMatchObject({ error: 'Other' });
});

test('a Map runs an execution for each item, at most so many at a time, and discards what they return', async () => {
  let [active, most] = [0, 0];
  const seen: unknown[] = [];
  const machine = await openTestMachine(
    only({
      ...mapOver('$.items', { item: task('work', { End: true }) }),
      ItemSelector: { 'item.$': '$$.Map.Item.Value', 'all.$': '$.name' },
    }),
    {
      work: async (payload: { item: number }) => {
        seen.push(payload);
        most = Math.max(most, ++active);
        await new Promise((done) => setTimeout(done, payload.item));
        active--;
        return payload;
      },
    },
  );
  const input = { name: 'n', items: [20, 1, 10] };
  expect((await machine.run(input)).output).toEqual(input);
  expect(seen).toEqual([20, 1, 10].map((item) => ({ item, all: 'n' })));
  expect(most).toBe(2);
});

test('the first item that fails stops the others, and the Map fails with an error of its own', async () => {
  const started: number[] = [];
  const told: unknown[] = [];
  const machine = await openTestMachine(
    {
      StartAt: 'all',
      States: {
        all: {
          ...mapOver('$.items', {
            item: task('work', {
              Catch: [{ ErrorEquals: ['Bad'], ResultPath: '$.error', Next: 'tell-of-item' }],
              End: true,
            }),
            'tell-of-item': task('tell', { Next: 'failed' }),
            failed: { Type: 'Fail' },
          }),
          Catch: [{ ErrorEquals: ['States.ALL'], Next: 'after' }],
          End: true,
        },
        after: task('tell', { End: true }),
      },
    },
    {
      work: ({ item }: { item: number }) => {
        started.push(item);
        if (item === 1) throw new FunctionError('Bad', 'x');
        return new Promise(() => {});
      },
      tell: (state) => {
        told.push(state);
        return state;
      },
    },
  );
  expect(await machine.run({ items: [0, 1, 2, 3] })).toMatchObject({
    status: 'SUCCEEDED',
    output: { Error: 'States.ExceedToleratedFailureThreshold' },
  });
  expect(started).toEqual([0, 1]);
  expect(told[0]).toMatchObject({ item: 1, error: { Error: 'Bad' } });
});

test('a Map needs permission to start executions, and each item has a history of its own', async () => {
  const asked: string[] = [];
  const map = mapOver('$.items', { item: task('work', { End: true }) });
  const items = Array.from({ length: 6000 }, (_, i) => i);
  const works = { work: () => null };
  const machine = await openTestMachine(only(map), works, {
    authorize: (_, { action, resource }) => void asked.push(`${action} ${resource}`),
  });
  expect(await machine.run({ items })).toMatchObject({ status: 'SUCCEEDED' });
  expect(asked).toContain(`states:StartExecution ${machineArn}`);
  const authorize = () => {
    throw new AwsError('AccessDeniedException', 'not allowed', 403);
  };
  const denied = await openTestMachine(only(map), works, { authorize });
  expect(await denied.run({ items })).toMatchObject({ error: 'States.Permissions' });
});

test('an execution ends when its history is full', async () => {
  const turn = (Next: string) => ({
    Type: 'Choice',
    Choices: [{ Variable: '$.a', IsPresent: true, Next }],
    Default: Next,
  });
  const machine = await openTestMachine({
    StartAt: 'there',
    States: { there: turn('back'), back: turn('there') },
  });
  expect(await machine.run()).toMatchObject({
    error: 'States.Runtime',
    cause: 'The history has more than 25000 events',
  });
});

test('an execution ends with the error of a Fail', async () => {
  const machine = await openTestMachine({
    StartAt: 'end',
    States: { end: { Type: 'Fail', Error: 'BuildFailed', Cause: 'why' } },
  });
  expect(await machine.run()).toMatchObject({
    status: 'FAILED',
    error: 'BuildFailed',
    cause: 'why',
  });
});

test('a retry waits by the local clock', async () => {
  let attempts = 0;
  const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 3600 }];
  const machine = await openTestMachine(only(task('work', { Retry })), {
    work: () => {
      attempts++;
      if (attempts === 1) throw new FunctionError('Busy', 'later');
      return 'done';
    },
  });
  const { executionArn } = await machine.start();
  await eventually(() => {
    machine.clock.advance(3_600_000);
    expect(attempts).toBe(2);
  });
  expect(await machine.end(executionArn)).toMatchObject({ output: '"done"' });
});

test('tasks and executions time out', async () => {
  const hangs = { hang: () => new Promise(() => {}) };
  const one = await openTestMachine(only(task('hang', { TimeoutSeconds: 60 })), hangs);
  const first = await one.start();
  one.clock.advance(61_000);
  expect(await one.end(first.executionArn)).toMatchObject({
    status: 'FAILED',
    error: 'States.Timeout',
  });
  const whole = await openTestMachine({ ...only(task('hang')), TimeoutSeconds: 60 }, hangs);
  const second = await whole.start();
  whole.clock.advance(61_000);
  expect(await whole.end(second.executionArn)).toMatchObject({ status: 'TIMED_OUT' });
});

test('the end of an execution is stored once its file can be written', async () => {
  const faults: unknown[] = [];
  const { promise: done, resolve: finish } = Promise.withResolvers<string>();
  const machine = await openTestMachine(
    only(task('work')),
    { work: () => done },
    { onFault: (error) => faults.push(error) },
  );
  const { executionArn } = await machine.start();
  const lock = lockFile(join(machine.dataDir, 'step-functions.sqlite'));
  finish('result');
  await eventually(() => expect(faults).not.toEqual([]));
  lock.release();
  expect(await machine.end(executionArn)).toMatchObject({
    status: 'SUCCEEDED',
    output: '"result"',
  });
});

test("the machine's role must be allowed to invoke the function", async () => {
  const authorize = () => {
    throw new AwsError('AccessDeniedException', 'not allowed', 403);
  };
  const machine = await openTestMachine(only(task('work')), { work: () => 1 }, { authorize });
  expect(await machine.run()).toMatchObject({
    status: 'FAILED',
    error: 'Lambda.AWSLambdaException',
  });
});

test('more than 256 KB between two states, or from the items of a Map, is an error', async () => {
  const map = mapOver('$', { item: task('some', { End: true }) });
  const many = await openTestMachine(only(map), { some: () => 'x'.repeat(300) });
  expect(await many.run([...Array(1000).keys()])).toMatchObject({
    error: 'States.DataLimitExceeded',
  });
  const machine = await openTestMachine(only(task('big')), { big: () => 'x'.repeat(300_000) });
  expect(await machine.run()).toMatchObject({ error: 'States.DataLimitExceeded' });
});

test.each([
  [{ Type: 'Pass' }, 'Type'],
  [{ Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage' }, 'not the ARN of a function'],
  [task('x', { Assign: { x: 1 } }), 'Assign'],
  [task('x', { ResultPath: '$..deep' }), 'not a path of field names'],
  [
    {
      ...mapOver('$', { item: task('x', { End: true }) }),
      ItemProcessor: { ProcessorConfig: { Mode: 'INLINE' }, StartAt: 's', States: {} },
    },
    'DISTRIBUTED',
  ],
  [{ ...mapOver('$', { item: task('x', { End: true }) }), ResultPath: '$' }, 'ResultPath'],
  [mapOver('$', { item: task('x', { Next: 'only' }), only: { Type: 'Fail' } }), 'only'],
  [task('x', { End: undefined, Next: 'nowhere' }), 'nowhere'],
  [task('x', { Retry: [{ ErrorEquals: ['States.ALL'], Jitter: 'FULL' }] }), 'Jitter'],
  [task('x', { Retry: [{ ErrorEquals: ['A'], JitterStrategy: 'HALF' }] }), 'JitterStrategy'],
  [task('x', { Retry: [{ ErrorEquals: ['States.ALL', 'A'] }] }), 'States.ALL must stand alone'],
  [task('x', { Catch: [{ ErrorEquals: ['A'], Next: 'only', Output: '$' }] }), 'Output'],
])('a definition with %j is refused when declared', async (state, named) => {
  await expect(openTestMachine(only(state))).rejects.toThrow(named);
});
